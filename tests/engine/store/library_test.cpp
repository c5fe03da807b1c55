// SPDX-License-Identifier: Apache-2.0
// What goes into a library comes out of it: records, the list of runs, and what a person does to them.
#include "engine/store/library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/engine/store/store_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LibraryTest : public ::testing::Test {
  protected:
    void reopen(Access access = Access::read_write) {
        library_.reset();
        library_ = Library::open(file_, access);
    }
    void append(const std::vector<run::Record>& records) { library_->append(records); }

    TemporaryFolder folder_;
    std::filesystem::path file_ = folder_ / "library.mantissa";
    std::unique_ptr<Library> library_ = Library::open(file_, Access::read_write);
    std::string id_ = make_ulid();
};

TEST_F(LibraryTest, EveryKindOfRecordComesBackEqual) {
    std::vector<run::Record> all{started(id_)};
    run::Record memory;
    memory.set_run_id(id_);
    memory.set_lane(0);
    memory.set_step(0);
    memory.mutable_memory()->set_peak_held(123456789012);
    all.push_back(memory);
    all.push_back(event(id_, 0, run::EventRecord::STARTED, "started"));
    all.push_back(step(id_, 1));
    all.push_back(step(id_, 2));
    run::Record histograms;
    histograms.set_run_id(id_);
    histograms.set_lane(0);
    histograms.set_step(2);
    auto& histogram = *histograms.mutable_histograms()->add_histograms();
    histogram.set_tensor("fc1.weight");
    histogram.set_role(run::ROLE_WEIGHT_GRADIENT);
    histogram.set_first_bin(-64);
    for (std::uint64_t i = 0; i < 96; ++i) histogram.add_bins(i * i);
    all.push_back(histograms);
    all.push_back(event(id_, 2, run::EventRecord::CHANGED, "precision from FP16 to BF16"));
    all.push_back(evaluation(id_, 2, 0.25f));
    run::Record error;
    error.set_run_id(id_);
    error.set_lane(0);
    error.set_step(2);
    error.mutable_error()->set_code("device");
    error.mutable_error()->set_message("gone");
    all.push_back(error);
    all.push_back(finished(id_, 2, run::RunFinished::FAILED, 0.25f));
    append(all);
    EXPECT_EQ(as_bytes(library_->records(id_)), as_bytes(all));
    reopen();
    EXPECT_EQ(as_bytes(library_->records(id_)), as_bytes(all));

    const RunDetails details = library_->details(id_);
    EXPECT_EQ(details.started.SerializeAsString(), all[0].started().SerializeAsString());
    EXPECT_EQ(as_bytes(details.events), as_bytes({all[2], all[6]}));
    EXPECT_EQ(as_bytes(details.evaluations), as_bytes({all[7]}));
    EXPECT_EQ(as_bytes(details.errors), as_bytes({error}));
    ASSERT_TRUE(details.memory);
    EXPECT_EQ(details.memory->peak_held(), 123456789012u);
    ASSERT_TRUE(details.finished);
    EXPECT_EQ(details.finished->outcome(), run::RunFinished::FAILED);
    EXPECT_THAT(details.lanes, ElementsAre(0));
    EXPECT_EQ(details.first_step, 1u);
    EXPECT_EQ(details.last_step, 2u);
}

TEST_F(LibraryTest, StepsInBatchesOfAnySizeComeBackInOrder) {
    append({started(id_)});
    std::vector<run::Record> all;
    std::uint32_t next = 1;
    for (const std::uint32_t size : {1u, 200u, 54u, 1u, 256u, 700u, 13u, 511u}) {
        const auto batch = steps(id_, next, next + size - 1);
        append(batch);
        all.insert(all.end(), batch.begin(), batch.end());
        next += size;
    }
    reopen();
    EXPECT_EQ(as_bytes(library_->records(id_, RecordKind::kStepDone)), as_bytes(all));
    EXPECT_EQ(as_bytes(library_->records(id_, RecordKind::kStepDone, 250, 260)), as_bytes(steps(id_, 250, 260)));
    EXPECT_EQ(library_->summary(id_).steps, next - 1);
    EXPECT_EQ(library_->summary(id_).skipped, (next - 1) / 50);
}

TEST_F(LibraryTest, StepsThatComeLateFillTheirPlace) {
    append({started(id_)});
    append(steps(id_, 300, 320));
    append(steps(id_, 1, 299));
    EXPECT_EQ(as_bytes(library_->records(id_, RecordKind::kStepDone)), as_bytes(steps(id_, 1, 320)));
}

TEST_F(LibraryTest, LanesAreKeptApart) {
    append({started(id_), step(id_, 1, 0), step(id_, 1, 1), step(id_, 2, 0), step(id_, 2, 1)});
    const auto all = library_->records(id_, RecordKind::kStepDone);
    ASSERT_EQ(all.size(), 4u);
    EXPECT_EQ(as_bytes(all), as_bytes({step(id_, 1, 0), step(id_, 1, 1), step(id_, 2, 0), step(id_, 2, 1)}));
    EXPECT_THAT(library_->details(id_).lanes, ElementsAre(0, 1));
}

TEST_F(LibraryTest, NonFiniteNumbersSurvive) {
    run::Record odd = step(id_, 1);
    odd.mutable_step_done()->set_loss(std::numeric_limits<float>::quiet_NaN());
    odd.mutable_step_done()->set_gradient_norm(-std::numeric_limits<float>::infinity());
    append({started(id_), odd, finished(id_, 1, run::RunFinished::COMPLETED, std::numeric_limits<float>::quiet_NaN())});
    EXPECT_EQ(as_bytes(library_->records(id_, RecordKind::kStepDone)), as_bytes({odd}));
    EXPECT_FALSE(library_->summary(id_).test_accuracy);
    append({odd});  // NaN equals NaN here: the same bits
}

TEST_F(LibraryTest, AnEqualRepeatIsIgnoredAlsoWhenItTookAnotherTime) {
    const std::vector<run::Record> all{started(id_), step(id_, 1), step(id_, 50),
                                       event(id_, 50, run::EventRecord::SCALE_DOWN, "65536 to 32768"),
                                       evaluation(id_, 50, 0.5f)};
    append(all);
    append(all);
    reopen();
    auto repeat = all;
    repeat[0].mutable_started()->mutable_identity()->set_started_unix(1800000000);
    repeat[1].mutable_step_done()->set_step_ms(99);
    repeat[1].mutable_step_done()->set_images_per_second(1);
    append(repeat);
    append({step(id_, 2), step(id_, 2)});  // within a batch
    EXPECT_EQ(library_->records(id_).size(), all.size() + 1);
    EXPECT_EQ(library_->records(id_, RecordKind::kStepDone)[0].step_done().step_ms(), 20.75f);
    EXPECT_EQ(library_->summary(id_).skipped, 1u);
}

TEST_F(LibraryTest, AnUnequalRepeatIsBadDataAndNothingOfItsBatchIsKept) {
    append({started(id_), step(id_, 17), evaluation(id_, 17, 0.5f)});
    run::Record other = step(id_, 17);
    other.mutable_step_done()->set_loss(9);
    const Error error = error_of([&] { append({step(id_, 18), other}); });
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_THAT(error.what(), HasSubstr(id_));
    EXPECT_THAT(error.what(), HasSubstr("step 17"));
    EXPECT_THAT(error.what(), HasSubstr("step_done"));
    EXPECT_THAT(error_of([&] { append({evaluation(id_, 17, 0.75f)}); }).what(), HasSubstr("step 17, evaluated"));
    run::Record again = started(id_);
    again.mutable_started()->mutable_config()->set_lr(1);
    EXPECT_THAT(error_of([&] { append({again}); }).what(), HasSubstr("started"));
    EXPECT_EQ(as_bytes(library_->records(id_)), as_bytes({started(id_), step(id_, 17), evaluation(id_, 17, 0.5f)}));
    append({step(id_, 18)});
}

TEST_F(LibraryTest, TheSameSwitchTwiceAtOneStepIsTwoEventsButItsRepeatIsNone) {
    const std::vector<run::Record> there_and_back{event(id_, 5, run::EventRecord::CHANGED, "lr from 1 to 2"),
                                                  event(id_, 5, run::EventRecord::CHANGED, "lr from 2 to 1"),
                                                  event(id_, 5, run::EventRecord::CHANGED, "lr from 1 to 2"),
                                                  event(id_, 5, run::EventRecord::PAUSED, "")};
    append({started(id_)});
    append(steps(id_, 1, 5));
    append(there_and_back);
    EXPECT_EQ(as_bytes(library_->records(id_, RecordKind::kEvent)), as_bytes(there_and_back));
    reopen();  // a resume repeats them
    append({there_and_back[0], there_and_back[1]});
    append({there_and_back[2], there_and_back[3]});
    EXPECT_EQ(as_bytes(library_->records(id_, RecordKind::kEvent)), as_bytes(there_and_back));
    append({there_and_back[1]});  // and then something new happens
    EXPECT_EQ(library_->records(id_, RecordKind::kEvent).size(), 5u);

    const run::Record resumed = event(id_, 3, run::EventRecord::RESUMED_FROM_CHECKPOINT, "");
    append({resumed});
    append({there_and_back[3]});
    EXPECT_EQ(library_->records(id_, RecordKind::kEvent).size(), 6u);
}

TEST_F(LibraryTest, ARunThatGoesOnBeyondWhatIsKeptIsRefused) {
    append({started(id_)});
    append(steps(id_, 1, 10));
    const run::Record resumed = event(id_, 12, run::EventRecord::RESUMED_FROM_CHECKPOINT, "");
    EXPECT_THAT(error_of([&] { append({started(id_), resumed}); }).what(), HasSubstr("only up to step 10"));
    EXPECT_THAT(error_of([&] { append({started(id_), step(id_, 12), resumed}); }).what(), HasSubstr("up to step 10"));
    append({started(id_)});  // its checkpoint's records may come one by one
    EXPECT_THAT(error_of([&] { append({step(id_, 12)}); }).what(), HasSubstr("only up to step 10"));
    EXPECT_EQ(library_->records(id_).size(), 11u);
    append({step(id_, 9), step(id_, 10), step(id_, 11), step(id_, 12), resumed});
    append({step(id_, 13)});
    EXPECT_EQ(library_->records(id_).size(), 15u);
}

TEST_F(LibraryTest, WhatComesAfterAnEventDoesNotFillTheGapBeforeIt) {
    const run::Record resumed = event(id_, 12, run::EventRecord::RESUMED_FROM_CHECKPOINT, "");
    EXPECT_THAT(error_of([&] {
                    append({started(id_), resumed, step(id_, 13), step(id_, 14)});
                }).what(),
                HasSubstr("only up to step 0"));
    append({started(id_)});
    append(steps(id_, 1, 10));
    EXPECT_THAT(error_of([&] { append({resumed, step(id_, 13)}); }).what(), HasSubstr("only up to step 10"));
    EXPECT_THAT(error_of([&] { append({step(id_, 12), resumed}); }).what(), HasSubstr("only up to step 10"));
    append({step(id_, 11), step(id_, 12), resumed, step(id_, 13)});
    EXPECT_EQ(library_->summary(id_).steps, 13u);
}

TEST_F(LibraryTest, AFailedAppendForgetsWhatItSawOfRecurringEvents) {
    append({started(id_), step(id_, 1)});
    run::Record bad = step(id_, 1);
    bad.mutable_step_done()->set_loss(3);
    const run::Record paused = event(id_, 1, run::EventRecord::PAUSED, "");
    append({paused});
    reopen();
    EXPECT_THROW(append({paused, evaluation(id_, 1, 1), bad}), Error);
    append({paused});  // still the first of this session: a repeat
    EXPECT_EQ(library_->records(id_, RecordKind::kEvent).size(), 1u);
}

TEST_F(LibraryTest, RecordsThatAreNoneAreRefused) {
    EXPECT_THAT(error_of([&] { append({step(id_, 1)}); }).what(), HasSubstr("has not started"));
    append({started(id_)});
    run::Record nameless = step("", 1);
    run::Record empty;
    empty.set_run_id(id_);
    run::Record misnamed = started(make_ulid());
    misnamed.set_run_id(make_ulid());
    run::Record long_name = started(make_ulid(), std::string(1025, 'x'));
    run::Record not_text = event(id_, 1, run::EventRecord::CHANGED, "\xff\xfe");
    run::Record control = step("a\nb", 1);
    run::Record large = event(id_, 1, run::EventRecord::CHANGED, std::string(17 << 20, 'x'));
    for (const run::Record& record : {nameless, empty, misnamed, long_name, not_text, control, large}) {
        EXPECT_EQ(error_of([&] { append({record}); }).code(), ErrorCode::bad_data);
    }
    EXPECT_EQ(library_->runs().size(), 1u);
    EXPECT_EQ(library_->records(id_).size(), 1u);
}

TEST_F(LibraryTest, TheListTellsWhatARunIs) {
    append({started(id_, "first")});
    RunSummary run = library_->runs().at(0);
    EXPECT_EQ(run.run_id, id_);
    EXPECT_EQ(run.name, "first");
    EXPECT_EQ(run.preset, "underflow");
    EXPECT_EQ(run.precision, "FP16");
    EXPECT_EQ(run.started_unix, 1700000000.5);
    EXPECT_EQ(run.device, "cpu: a processor");
    EXPECT_TRUE(run.emulated);
    EXPECT_TRUE(run.visible);
    EXPECT_FALSE(run.finished);
    EXPECT_FALSE(run.test_accuracy);
    EXPECT_EQ(run.config.lr(), 0.003);

    append({step(id_, 50), evaluation(id_, 50, 0.5f)});
    run = library_->summary(id_);
    EXPECT_EQ(run.test_accuracy, 0.5f);
    EXPECT_EQ(run.steps, 50u);
    EXPECT_EQ(run.skipped, 1u);

    run::Record end = finished(id_, 51, run::RunFinished::STOPPED, 0.75f);
    end.mutable_finished()->set_skipped_steps(1);
    append({step(id_, 51), end});
    run = library_->summary(id_);
    EXPECT_TRUE(run.finished);
    EXPECT_EQ(run.outcome, run::RunFinished::STOPPED);
    EXPECT_EQ(run.test_accuracy, 0.75f);
    EXPECT_EQ(run.steps, 51u);
    EXPECT_EQ(run.skipped, 1u);

    append({step(id_, 51)});
    EXPECT_TRUE(library_->summary(id_).finished);  // a repeat changes nothing
    append({step(id_, 52)});
    EXPECT_FALSE(library_->summary(id_).finished);  // resumed
    append({finished(id_, 52, run::RunFinished::COMPLETED, 0.8f)});
    EXPECT_EQ(library_->summary(id_).outcome, run::RunFinished::COMPLETED);
    EXPECT_EQ(library_->details(id_).finished->test_accuracy(), 0.8f);
}

TEST_F(LibraryTest, WhatAPersonSetsIsKept) {
    const std::string second = make_ulid();
    append({started(id_), started(second)});
    library_->set_name(id_, "renamed");
    library_->set_note(id_, "a note\nof two lines");
    library_->set_tags(id_, {"good", "fp16"});
    library_->set_tags(id_, {"fp16"});
    library_->set_pinned(id_, true);
    library_->set_visible(id_, false);
    library_->set_baseline(id_, true);
    library_->set_baseline(second, true);
    reopen();
    const auto runs = library_->runs();
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0].name, "renamed");
    EXPECT_EQ(runs[0].config.name(), "a run");
    EXPECT_EQ(runs[0].note, "a note\nof two lines");
    EXPECT_THAT(runs[0].tags, ElementsAre("fp16"));
    EXPECT_TRUE(runs[0].pinned);
    EXPECT_FALSE(runs[0].visible);
    EXPECT_FALSE(runs[0].baseline);
    EXPECT_TRUE(runs[1].baseline);
    library_->set_baseline(second, false);
    EXPECT_FALSE(library_->runs()[1].baseline);
    EXPECT_EQ(error_of([&] { library_->set_note("nothing", ""); }).code(), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { library_->set_name(id_, std::string(1025, 'x')); }).code(), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { library_->set_name(id_, "\xc3"); }).code(), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { library_->set_tags(id_, std::vector<std::string>(65, "x")); }).code(), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { library_->details("nothing"); }).code(), ErrorCode::usage);
}

TEST_F(LibraryTest, TextsRemainText) {
    std::string long_name;
    while (long_name.size() + 2 <= 255) long_name += "\xc3\xa9";
    long_name += "x";
    ASSERT_EQ(long_name.size(), 255u);
    const std::vector<std::string> texts{"<script>alert(1)</script>",
                                         "../../x",
                                         "'; DROP TABLE runs; --",
                                         "\xe2\x80\xae"
                                         "drawkcab\xe2\x80\xac",
                                         long_name,
                                         std::string("a\0b", 3),
                                         "=1+1",
                                         "line\nbreak",
                                         ""};
    std::vector<std::string> ids;
    for (const std::string& text : texts) {
        ids.push_back(make_ulid());
        append({started(ids.back(), text)});
        library_->set_note(ids.back(), text);
        library_->set_tags(ids.back(), {text});
    }
    reopen();
    const auto runs = library_->runs();
    ASSERT_EQ(runs.size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_EQ(runs[i].name, texts[i]);
        EXPECT_EQ(runs[i].note, texts[i]);
        EXPECT_THAT(runs[i].tags, ElementsAre(texts[i]));
        EXPECT_EQ(runs[i].config.name(), texts[i]);
    }
}

TEST_F(LibraryTest, DeletingCanBeUndoneUntilItIsPurged) {
    const std::string second = make_ulid();
    append({started(id_), started(second), step(second, 1)});
    append(steps(id_, 1, 2000));
    library_->remove(id_);
    EXPECT_TRUE(library_->summary(id_).deleted);
    library_->restore(id_);
    EXPECT_FALSE(library_->summary(id_).deleted);
    EXPECT_EQ(library_->purge_deleted(), 0u);
    EXPECT_EQ(library_->records(id_).size(), 2001u);

    library_->remove(id_);
    EXPECT_EQ(library_->purge_deleted(), 1u);
    EXPECT_EQ(library_->runs().size(), 1u);
    EXPECT_EQ(library_->records(second).size(), 2u);
    EXPECT_THROW(append({step(id_, 2001)}), Error);
    library_.reset();
    for (const char* table : {"steps", "nodes", "records", "tags"}) {
        EXPECT_EQ(
            raw_sql(file_, std::string("SELECT count(*) FROM ") + table + " WHERE run NOT IN (SELECT id FROM runs)"),
            "0")
            << table;
    }
    EXPECT_EQ(raw_sql(file_, "PRAGMA freelist_count"), "0");
}

TEST_F(LibraryTest, StretchesTogetherAreTheWholeOfAllLanesAndKinds) {
    std::vector<run::Record> all{started(id_)};
    for (const std::uint32_t lane : {0u, 1u, 2u, 700u}) {
        for (const std::uint32_t at : {1u, 300u, 301u, 5000u}) {
            all.push_back(step(id_, at + lane, lane));
            all.push_back(evaluation(id_, at + lane, 0.5f));
            all.back().set_lane(lane);
            all.push_back(event(id_, at + lane, run::EventRecord::NOTICE, "an event"));
            all.back().set_lane(lane);
        }
    }
    append(all);
    EXPECT_EQ(library_->records(id_).size(), all.size());
    EXPECT_EQ(library_->records(id_, RecordKind::kEvaluated).size(), 16u);
    std::size_t read = 0;
    for (std::optional<std::uint32_t> from = 0; from; from = library_->next_step(id_, *from + 256))
        read += library_->records(id_, RecordKind::KIND_NOT_SET, *from, *from + 255).size();
    EXPECT_EQ(read, all.size());
    library_.reset();
    raw_sql(file_, "DELETE FROM nodes WHERE lane = 1 AND level = 2");
    const auto reader = Library::open(file_, Access::read_only);
    EXPECT_NE(error_of([&] { reader->records(id_); }).message().find("lane 1, steps 0 to 255"), std::string::npos);
}

TEST_F(LibraryTest, AReaderSeesEachCommitAndCannotWrite) {
    append({started(id_)});
    const auto reader = Library::open(file_, Access::read_only);
    EXPECT_EQ(reader->runs().size(), 1u);
    append(steps(id_, 1, 10));
    EXPECT_EQ(reader->records(id_).size(), 11u);
    const std::vector<run::Record> more = steps(id_, 11, 12);
    EXPECT_EQ(error_of([&] { reader->append(more); }).code(), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { reader->set_name(id_, "x"); }).code(), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { reader->remove(id_); }).code(), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { reader->purge_deleted(); }).code(), ErrorCode::usage);
}

}  // namespace
}  // namespace mantissa
