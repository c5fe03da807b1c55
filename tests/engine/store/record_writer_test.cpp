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

/// A writer as a window has it, where a person may go on without keeping.
class UnkeptTest : public RecordWriterTest {
  protected:
    /// Its first run has steps 1 to 10 in the library.
    UnkeptTest() {
        RecordWriter::Callbacks callbacks;
        callbacks.on_committed = [this](std::size_t count) { committed_ += count; };
        callbacks.on_error = [this](const Error&) { ++errors_; };
        callbacks.on_stalled = [this](const Error&) { stalled_.release(); };
        callbacks.on_refused = [this](const std::string& run_id, const Error& error) {
            refused_.push_back(run_id + ": " + error.what());
        };
        callbacks.on_unkept = [this](const Error& error) {
            why_ = error.what();
            told_ += "why ";
            unkept_.release();
        };
        callbacks.on_left_out = [this](const std::string& run_id, std::optional<std::uint32_t> kept) {
            told_ += "out " + run_id + (kept ? " from " + std::to_string(*kept) : "") + " ";
        };
        callbacks.on_kept_again = [this](const std::string& run_id) {
            told_ += "again " + run_id + " ";
            again_.release();
        };
        writer_ = std::make_unique<RecordWriter>(Library::open(file_, Access::read_write), std::move(callbacks),
                                                 std::chrono::milliseconds(1), std::chrono::milliseconds(5));
        push({started(id_)});
        push(steps(id_, 1, 10));
        writer_->flush();
    }

    void push(const std::vector<run::Record>& records) {
        pushed_ += records.size();
        writer_->push(records);
    }
    /// While the disk is full: what is pushed is not kept, and nobody waits for it.
    void lose(const std::vector<run::Record>& records) {
        push(records);
        stalled_.acquire();
        writer_->give_up();
        unkept_.acquire();
    }
    /// Everything that was pushed is acknowledged: the worker gets its credit back, kept or not.
    void settle() {
        writer_->flush();
        EXPECT_EQ(committed_, pushed_);
        EXPECT_EQ(writer_->pending(), 0u);
        EXPECT_FALSE(writer_->error());
        EXPECT_EQ(errors_, 0);
    }
    /// The library holds of this run its first record and its steps up to this one, and nothing else.
    void expect_kept(const std::string& id, std::uint32_t last) {
        std::vector<run::Record> wanted{started(id)};
        for (const run::Record& record : steps(id, 1, last)) wanted.push_back(record);
        const auto library = Library::open(file_, Access::read_only);
        EXPECT_EQ(as_bytes(library->records(id)), as_bytes(wanted));
        EXPECT_EQ(library->summary(id).steps, last);
        EXPECT_FALSE(library->summary(id).finished);
        EXPECT_EQ(raw_sql(file_, "PRAGMA integrity_check"), "ok");
    }
    bool holds(const std::string& id) { return Library::open(file_, Access::read_only)->steps_kept(id).has_value(); }
    std::string told() { return std::exchange(told_, {}); }  // of the writer's thread; read after flush()

    std::counting_semaphore<> stalled_{0}, unkept_{0}, again_{0};
    std::vector<std::string> refused_;
    std::string why_, told_;
    std::size_t pushed_ = 0;
    std::string later_ = make_ulid(), last_ = make_ulid();
    std::unique_ptr<RecordWriter> writer_;  // last: its thread ends first
};

run::Record goes_on(const std::string& id, std::uint32_t at) {
    return event(id, at, run::EventRecord::RESUMED_FROM_CHECKPOINT, "from its checkpoint");
}

TEST_F(UnkeptTest, ARunThatBeginsWhenThereIsRoomAgainIsKeptAndTheOnesBeforeNeverGetAGap) {
    {
        const FileLimit full(1);
        lose(steps(id_, 11, 400));
        EXPECT_EQ(told(), "out " + id_ + " from 10 why ");
        EXPECT_THAT(why_, HasSubstr("disk I/O error"));
        push({started(later_)});
        push(steps(later_, 1, 300));
        EXPECT_THROW(writer_->flush(), Error);  // and says so who asks
        EXPECT_EQ(told(), "out " + later_ + " why ");
        push(steps(id_, 401, 450));
    }
    push(steps(id_, 451, 500));
    push(steps(later_, 301, 320));
    push({finished(later_, 320, run::RunFinished::COMPLETED, 0.5f)});
    EXPECT_THROW(writer_->flush(), Error);
    EXPECT_EQ(told(), "") << "what is left out stays so";
    push({started(last_)});
    push(steps(last_, 1, 20));
    settle();
    EXPECT_EQ(told(), "again " + last_ + " ");
    push(steps(id_, 501, 510));
    push(steps(last_, 21, 30));
    settle();
    expect_kept(last_, 30);
    expect_kept(id_, 10);
    EXPECT_FALSE(holds(later_));
    EXPECT_EQ(told(), "");
}

TEST_F(UnkeptTest, ARunOfWhichNothingWasDroppedGoesOnBeingKept) {
    push({started(later_)});
    writer_->flush();
    {
        const FileLimit full(1);
        lose(steps(later_, 1, 300));  // the other is paused meanwhile
    }
    push(steps(id_, 11, 20));
    settle();
    EXPECT_EQ(told(), "out " + later_ + " from 0 why again " + id_ + " ");
    expect_kept(id_, 20);
    expect_kept(later_, 0);
}

TEST_F(UnkeptTest, WhatWasLeftOutIsKeptAgainOnlyWhereItIsResumedWithoutAGap) {
    {
        const FileLimit full(1);
        lose(steps(id_, 11, 400));
    }
    writer_->try_again();
    again_.acquire();
    std::vector<run::Record> over_a_gap{started(id_), goes_on(id_, 300)};
    for (const run::Record& record : steps(id_, 301, 310)) over_a_gap.push_back(record);
    for (std::size_t times = 1; times <= 2; ++times) {  // whoever tries it again is told again
        push(over_a_gap);
        push(steps(id_, 311, 312));
        settle();
        ASSERT_EQ(refused_.size(), times);
        EXPECT_THAT(refused_.back(), ::testing::AllOf(HasSubstr(id_), HasSubstr("up to step 10 only")));
        expect_kept(id_, 10);
    }
    told();
    push(steps(id_, 313, 320));  // still on their way when it is resumed
    push({started(id_)});
    push(steps(id_, 5, 30));  // from the checkpoint of step 4
    settle();
    EXPECT_EQ(told(), "again " + id_ + " ");
    expect_kept(id_, 30);
    EXPECT_EQ(refused_.size(), 2u);
}

TEST_F(UnkeptTest, ALaneIsNotKeptWithoutTheOthersOfItsRace) {
    const auto lane = [](const std::string& id, const char* race) {
        run::Record record = started(id);
        record.mutable_started()->mutable_identity()->set_race_id(race);
        return record;
    };
    const std::string alone = make_ulid();
    {
        const FileLimit full(1);
        lose({lane(later_, "one")});
    }
    push({lane(last_, "one")});
    push(steps(last_, 1, 5));
    push({lane(alone, "another")});
    settle();
    EXPECT_EQ(told(), "out " + later_ + " why out " + last_ + " again " + alone + " ");
    EXPECT_FALSE(holds(later_));
    EXPECT_FALSE(holds(last_));
    EXPECT_TRUE(holds(alone));
}

TEST_F(UnkeptTest, WhatComesOfARunThatIsNotKeptIsNotKeptEither) {
    {
        const FileLimit full(1);
        lose(steps(id_, 11, 400));
    }
    run::Record ghost = started(later_);
    ghost.mutable_started()->mutable_identity()->set_parent_run_id(id_);
    ghost.mutable_started()->mutable_identity()->set_fork_step(400);
    push({ghost});
    push({started(last_)});
    settle();
    EXPECT_EQ(told(), "out " + id_ + " from 10 why out " + later_ + " again " + last_ + " ");
    EXPECT_FALSE(holds(later_));
}

TEST_F(UnkeptTest, ARecordOfNoRunTakesNoRunWithIt) {
    push({step("", 1)});
    push({started(later_)});  // without a parent
    settle();
    EXPECT_EQ(refused_.size(), 1u);
    EXPECT_TRUE(holds(later_));
}

TEST_F(UnkeptTest, APersonMayHaveItTriedAtOnce) {
    {
        const FileLimit full(1);
        lose(steps(id_, 11, 400));
        why_.clear();
        writer_->try_again();
        unkept_.acquire();
        EXPECT_THAT(why_, HasSubstr("disk I/O error"));
        EXPECT_THROW(writer_->flush(), Error);
    }
    told();
    writer_->try_again();
    again_.acquire();
    settle();
    EXPECT_EQ(told(), "again  ");
    writer_->try_again();  // it is written: nothing happens
    push({started(later_)});
    settle();
    EXPECT_EQ(told(), "");
    const FileLimit full(1);
    push(steps(later_, 1, 300));
    stalled_.acquire();  // it waits for room again, and asks
    EXPECT_EQ(writer_->pending(), 300u);
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
