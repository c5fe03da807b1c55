// SPDX-License-Identifier: Apache-2.0
// Runs that a person let go on without being kept: what of them the library holds is whole, whatever comes later.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <memory>
#include <optional>
#include <semaphore>
#include <string>
#include <utility>
#include <vector>

#include "engine/store/record_writer.h"
#include "tests/engine/store/store_testing.h"
#include "tests/support/file_limit.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A writer as a window has it, where a person may go on without keeping.
class UnkeptTest : public ::testing::Test {
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

    TemporaryFolder folder_;
    std::filesystem::path file_ = folder_ / "library.mantissa";
    std::string id_ = make_ulid();
    std::atomic<std::size_t> committed_ = 0;
    std::atomic<int> errors_ = 0;
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
    for (int times = 1; times <= 2; ++times) {
        told();
        push(over_a_gap);
        push(steps(id_, 311, 312));
        settle();
        EXPECT_EQ(told(), "out " + id_ + " from 10 ");
        expect_kept(id_, 10);
    }
    push(steps(id_, 313, 320));  // still on their way when it is resumed
    push({started(id_)});
    settle();
    EXPECT_EQ(told(), "") << "whether there is a gap is not known yet";
    push({goes_on(id_, 4)});
    push(steps(id_, 5, 30));
    settle();
    EXPECT_EQ(told(), "again " + id_ + " ");
    EXPECT_EQ(Library::open(file_, Access::read_only)->records(id_, RecordKind::kStepDone).size(), 30u);
    EXPECT_THAT(refused_, IsEmpty()) << "who let it go on did not ask for its end";
}

TEST_F(UnkeptTest, ARunThatIsResumedIsNotTheOneThatIsKeptAgain) {
    {
        const FileLimit full(1);
        lose(steps(id_, 11, 400));
    }
    told();
    push({started(id_)});
    settle();
    EXPECT_EQ(told(), "again  ") << "the library can be written, but the run may have a gap";
}

TEST_F(UnkeptTest, ARunThatContradictsItselfIsToldThoughAnotherWasLetGo) {
    {
        const FileLimit full(1);
        lose(steps(id_, 11, 400));
    }
    push({started(later_)});
    settle();
    run::Record twisted = step(later_, 2);
    twisted.mutable_step_done()->set_loss(99);
    push(steps(later_, 1, 5));
    push({twisted});
    settle();
    ASSERT_EQ(refused_.size(), 1u);
    EXPECT_THAT(refused_[0], HasSubstr(later_));
}

/// Of the beginning of such a run nobody knows any more, so nobody could tell that it is missing.
TEST_F(UnkeptTest, ARunThatWasNeverKeptIsNotKeptWhereItIsResumed) {
    {
        const FileLimit full(1);
        lose({started(later_)});
        push(steps(later_, 1, 300));
        EXPECT_THROW(writer_->flush(), Error);
    }
    told();
    std::vector<run::Record> resumed{started(later_)};
    for (const run::Record& record : steps(later_, 295, 300)) resumed.push_back(record);  // on their way at its end
    resumed.push_back(goes_on(later_, 300));
    for (const run::Record& record : steps(later_, 301, 310)) resumed.push_back(record);
    push(resumed);
    push({started(last_)});
    settle();
    EXPECT_FALSE(holds(later_));
    EXPECT_EQ(told(), "again " + last_ + " ");
    EXPECT_THAT(refused_, IsEmpty());
}

TEST_F(UnkeptTest, ALibraryThatCannotBeReadMayHoldTheRun) {
    raw_sql(file_, "ALTER TABLE runs RENAME TO lost");
    lose(steps(id_, 11, 20));
    EXPECT_EQ(told(), "out " + id_ + " from 0 why ");
    raw_sql(file_, "ALTER TABLE lost RENAME TO runs");
}

TEST_F(UnkeptTest, AnAttemptThatFindsNoMemoryIsAnswered) {
    {
        const FileLimit full(1);
        lose(steps(id_, 11, 20));
    }
    sqlite3_hard_heap_limit64(1);
    writer_->try_again();
    writer_->post([](Library&) {}).get();
    sqlite3_hard_heap_limit64(0);
    ASSERT_TRUE(unkept_.try_acquire());
    EXPECT_THAT(why_, HasSubstr("bad_alloc"));
    writer_->try_again();
    again_.acquire();
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
    settle();                 // it is refused before the other comes
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

}  // namespace
}  // namespace mantissa
