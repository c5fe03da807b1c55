// SPDX-License-Identifier: Apache-2.0
// The writer's thread: acknowledgements in order, tasks, and errors that nobody can miss.
#include "engine/store/record_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <semaphore>
#include <thread>

#include "tests/engine/store/store_testing.h"
#include "tests/support/file_limit.h"

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

/// A writer as a window has it: it waits for room.
class PatientWriterTest : public RecordWriterTest {
  protected:
    void make_patient() {
        RecordWriter::Callbacks callbacks;
        callbacks.on_committed = [this](std::size_t count) { committed_ += count; };
        callbacks.on_error = [this](const Error&) { ++errors_; };
        callbacks.on_stalled = [this](const Error&) { stalled_.release(); };
        callbacks.on_recovered = [this] { recovered_.release(); };
        callbacks.on_refused = [this](const std::string& run_id, const Error& error) {
            refused_.push_back(run_id + ": " + error.what());
        };
        writer_ = std::make_unique<RecordWriter>(Library::open(file_, Access::read_write), std::move(callbacks),
                                                 std::chrono::milliseconds(1), std::chrono::milliseconds(5));
        writer_->push({started(id_)});
        writer_->push(steps(id_, 1, 10));
        writer_->flush();
    }

    std::counting_semaphore<> stalled_{0}, recovered_{0};
    std::vector<std::string> refused_;  // of the writer's thread; read after flush()
    std::unique_ptr<RecordWriter> writer_;
};

TEST_F(PatientWriterTest, WhatADiskHasNoRoomForWaitsUnacknowledgedAndIsKeptLater) {
    make_patient();
    {
        const FileLimit full(1);
        writer_->push(steps(id_, 11, 400));
        stalled_.acquire();
        writer_->push(steps(id_, 401, 500));
        EXPECT_THROW(writer_->flush(), Error);
        EXPECT_EQ(committed_, 11u);
        EXPECT_EQ(writer_->pending(), 490u);
        EXPECT_EQ(kept(), 11u);
        std::size_t runs = 0;
        writer_->post([&](Library& library) { runs = library.runs().size(); }).get();  // tasks do not wait for room
        EXPECT_EQ(runs, 1u);
    }
    recovered_.acquire();
    writer_->flush();
    EXPECT_EQ(committed_, 501u);
    EXPECT_EQ(errors_, 0);
    std::vector<run::Record> wanted{started(id_)};
    for (const run::Record& record : steps(id_, 1, 500)) wanted.push_back(record);
    EXPECT_EQ(as_bytes(Library::open(file_, Access::read_only)->records(id_)), as_bytes(wanted));
}

TEST_F(PatientWriterTest, WhatStillWaitsAtTheEndIsTriedOnceMore) {
    make_patient();
    {
        const FileLimit full(1);
        writer_->push(steps(id_, 11, 400));
        stalled_.acquire();
    }
    writer_.reset();
    EXPECT_EQ(kept(), 401u);
}

TEST_F(PatientWriterTest, GivingUpEndsTheWaiting) {
    make_patient();
    const FileLimit full(1);
    writer_->push(steps(id_, 11, 400));
    stalled_.acquire();
    writer_->give_up();
    EXPECT_THROW(writer_->flush(), Error);
    while (!writer_->error()) std::this_thread::yield();
    EXPECT_THROW(writer_->push(steps(id_, 401, 401)), Error);
    EXPECT_EQ(committed_, 11u);
    EXPECT_EQ(writer_->take_unwritten().size(), 390u);
}

TEST_F(PatientWriterTest, GivingUpThatWasNotNeededIsForgotten) {
    make_patient();
    {
        const FileLimit full(1);
        writer_->push(steps(id_, 11, 400));
        stalled_.acquire();
    }
    writer_->give_up();  // before or after it noticed that there is room again
    recovered_.acquire();
    const FileLimit full(1);
    writer_->push(steps(id_, 401, 800));
    stalled_.acquire();  // it asks again
    EXPECT_FALSE(writer_->error());
}

TEST_F(PatientWriterTest, ARunThatContradictsItselfIsRefusedAndTheOthersAreKept) {
    make_patient();
    const std::string other = make_ulid();
    std::promise<void> all_queued;
    writer_->post([&](Library&) { all_queued.get_future().wait(); });
    run::Record twisted = step(id_, 10);
    twisted.mutable_step_done()->set_loss(99);
    writer_->push({twisted});
    writer_->push({started(other)});
    writer_->push(steps(other, 1, 5));
    all_queued.set_value();
    writer_->flush();
    writer_->push(steps(id_, 11, 12));  // nobody keeps it now
    writer_->push(steps(other, 6, 7));
    writer_->flush();
    ASSERT_EQ(refused_.size(), 1u);
    EXPECT_THAT(refused_[0], ::testing::AllOf(HasSubstr(id_), HasSubstr("other numbers")));
    EXPECT_EQ(errors_, 0);
    EXPECT_EQ(committed_, 11u + 1 + 6 + 2 + 2);
    EXPECT_EQ(kept(), 11u);
    EXPECT_EQ(Library::open(file_, Access::read_only)->records(other).size(), 8u);
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
