// SPDX-License-Identifier: Apache-2.0
// The writer's thread: acknowledgements in order, tasks, and errors that nobody can miss.
#include "engine/store/record_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "tests/engine/store/store_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::HasSubstr;

class RecordWriterTest : public ::testing::Test {
  protected:
    std::unique_ptr<RecordWriter> make(std::chrono::milliseconds interval = std::chrono::milliseconds(50)) {
        return std::make_unique<RecordWriter>(Library::open(file_, Access::read_write),
                                              RecordWriter::Callbacks{[this](std::size_t count) {
                                                                          committed_ += count;
                                                                          ++commits_;
                                                                      },
                                                                      [this](const Error& error) {
                                                                          said_ = error.what();
                                                                          ++errors_;
                                                                      }},
                                              interval);
    }
    std::size_t kept() { return Library::open(file_, Access::read_only)->records(id_).size(); }

    TemporaryFolder folder_;
    std::filesystem::path file_ = folder_ / "library.mantissa";
    std::string id_ = make_ulid();
    std::atomic<std::size_t> committed_ = 0;
    std::atomic<int> commits_ = 0;
    std::atomic<int> errors_ = 0;
    std::string said_;
};

TEST_F(RecordWriterTest, WhatIsPushedIsCommittedInOrderAndAcknowledged) {
    const auto writer = make();
    writer->push({started(id_)});
    for (std::uint32_t i = 1; i <= 1000; i += 10) writer->push(steps(id_, i, i + 9));
    writer->flush();
    EXPECT_EQ(committed_, 1001u);
    EXPECT_EQ(writer->pending(), 0u);
    EXPECT_EQ(kept(), 1001u);
    EXPECT_FALSE(writer->error());
}

TEST_F(RecordWriterTest, AnHourBetweenCommitsGathersAllIntoOne) {
    auto writer = make(std::chrono::hours(1));
    writer->push({started(id_)});
    writer->flush();
    ASSERT_EQ(commits_, 1);
    for (std::uint32_t i = 1; i <= 100; ++i) writer->push(steps(id_, i, i));
    EXPECT_EQ(writer->pending(), 100u);
    writer->flush();
    EXPECT_EQ(commits_, 2);
    writer->push(steps(id_, 101, 110));
    writer.reset();  // commits what is queued
    EXPECT_EQ(commits_, 3);
    EXPECT_EQ(committed_, 111u);
    EXPECT_EQ(kept(), 111u);
}

TEST_F(RecordWriterTest, TasksRunAfterWhatWasPushedBefore) {
    const auto writer = make(std::chrono::hours(1));
    writer->push({started(id_)});
    std::size_t seen = 0;
    auto done = writer->post([&](Library& library) {
        library.set_note(id_, "noted");
        seen = library.runs().size();
    });
    done.get();
    EXPECT_EQ(seen, 1u);
    auto failing = writer->post([](Library& library) { library.set_note("nothing", ""); });
    EXPECT_THROW(failing.get(), Error);
    writer->push(steps(id_, 1, 5));  // a failed task ends nothing
    writer->flush();
    EXPECT_EQ(errors_, 0);
    EXPECT_EQ(kept(), 6u);
    EXPECT_EQ(Library::open(file_, Access::read_only)->summary(id_).note, "noted");
}

TEST_F(RecordWriterTest, AnErrorIsToldOnceAndNothingIsTakenAfterIt) {
    const auto writer = make(std::chrono::hours(1));
    writer->push({started(id_)});
    writer->push(steps(id_, 1, 10));
    writer->flush();
    std::promise<void> all_queued;
    writer->post([&](Library&) { all_queued.get_future().wait(); });
    writer->push(steps("of-no-run", 1, 3));
    writer->post([](Library&) {});  // so that the next are a commit of their own
    writer->push(steps(id_, 11, 12));
    all_queued.set_value();
    EXPECT_THROW(writer->flush(), Error);
    EXPECT_EQ(errors_, 1);
    EXPECT_THAT(said_, HasSubstr("has not started"));
    EXPECT_THROW(writer->push(steps(id_, 13, 13)), Error);
    EXPECT_THROW(writer->push({}), Error);
    EXPECT_THROW(writer->flush(), Error);
    EXPECT_EQ(errors_, 1);
    ASSERT_TRUE(writer->error());
    EXPECT_EQ(writer->error()->code(), ErrorCode::bad_data);
    EXPECT_EQ(committed_, 11u);
    EXPECT_EQ(kept(), 11u);

    const auto unwritten = writer->take_unwritten();
    auto wanted = steps("of-no-run", 1, 3);
    for (const auto& record : steps(id_, 11, 12)) wanted.push_back(record);
    EXPECT_EQ(as_bytes(unwritten), as_bytes(wanted));
    EXPECT_EQ(writer->pending(), 5u);
    std::size_t runs = 0;
    writer->post([&](Library& library) { runs = library.runs().size(); }).get();  // tasks still run
    EXPECT_EQ(runs, 1u);
}

TEST_F(RecordWriterTest, ManyThreadsMayPush) {
    const auto writer = make(std::chrono::milliseconds(0));
    std::vector<run::Record> begin;
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
        begin.push_back(started(id_));
        begin.back().set_lane(lane);
    }
    writer->push(begin);
    std::vector<std::thread> threads;
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
        threads.emplace_back([&, lane] {
            for (std::uint32_t i = 1; i <= 200; ++i) writer->push({step(id_, i, lane)});
        });
    }
    for (std::thread& thread : threads) thread.join();
    writer->flush();
    EXPECT_EQ(committed_, 804u);
    EXPECT_EQ(kept(), 804u);
}

}  // namespace
}  // namespace mantissa
