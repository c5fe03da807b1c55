// SPDX-License-Identifier: Apache-2.0
// A diagnosis that begins with a state of the run, and one that is stopped and goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/diagnose/diagnose.h"
#include "engine/diagnose/findings.h"
#include "engine/diagnose/notes.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class DiagnosingOn : public ::testing::Test {
  protected:
    Dataset dataset_ = small_dataset(8, 4, 400, 40);
    std::unique_ptr<Device> device_ = make_reference_device();
    DeviceData data_{*device_, dataset_};
    Bench bench_{*device_, data_, dataset_};
    std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("notes-" + make_ulid());
    std::filesystem::path file_ = folder_ / "one.notes";

    ~DiagnosingOn() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    /// fc2's results pass the largest number of their format, and two switches more may be wider.
    static run::RunConfig overflowing() {
        return small_config([](run::RunConfig& c) {
            c.set_steps(160);
            c.set_batch(20);
            c.set_precision(run::BF16);
            c.set_exponent_bits(3);
            c.set_fraction_bits(7);
            c.set_init_scale(12);
            run::LayerOverride& one = *c.add_layer_overrides();
            one.set_layer("fc2");
            one.set_precision(run::CUSTOM);
            one.add_casts(run::CAST_ACTIVATION);
        });
    }
    /// What the same network is after so many steps in FP32.
    Snapshot trained(std::uint32_t steps) const {
        Trial trial(bench_, in_fp32(overflowing()));
        while (trial.steps_done() < steps) trial.step();
        return trial.snapshot();
    }
    DiagnosisOptions keeping(DiagnosisNotes& notes) const {
        DiagnosisOptions options;
        options.notes = &notes;
        return options;
    }
    std::string question() const { return question_of(bench_, overflowing(), {}); }
};

TEST_F(DiagnosingOn, EveryTrainingBeginsWithTheStateThatIsGiven) {
    const Snapshot state = trained(30);
    DiagnosisOptions options;
    options.from = &state;
    options.most_steps = 60;
    const run::Diagnosis answer = diagnose(bench_, overflowing(), options);
    ASSERT_EQ(answer.verdict(), run::Diagnosis::VERDICT_CURED) << answer.ShortDebugString();
    EXPECT_EQ(answer.first_step(), 30u);
    EXPECT_EQ(answer.step(), 30u) << "the run's step, not the search's";
    EXPECT_EQ(answer.producer().step(), 30u);
    EXPECT_EQ(answer.producer().layer(), "fc2");
    EXPECT_THAT(answer.text(0), HasSubstr("begins with the run's weights and moments after step 30"));
    EXPECT_THAT(answer.text(1), HasSubstr("from step 31 on the loss is infinite or NaN"));
    EXPECT_THAT(answer.parts(), ::testing::ElementsAre("fc2: results in FP32"));
    EXPECT_EQ(answer.seeds_cured(), 5u);
    // FP32 went on from where it was: a run from the beginning is far above that.
    Trial anew(bench_, in_fp32(overflowing()));
    EXPECT_LT(answer.fp32_loss(), static_cast<double>(anew.step().loss) / 4);
}

TEST_F(DiagnosingOn, NothingBeginsWithAStateThatIsSpoilt) {
    Snapshot state = trained(2);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::memcpy(state.parameters.data(), &nan, sizeof nan);
    DiagnosisOptions options;
    options.from = &state;
    EXPECT_FALSE(can_begin_with(bench_, overflowing(), state));
    try {
        diagnose(bench_, overflowing(), options);
        FAIL() << "it must not train";
    } catch (const Error& error) {
        EXPECT_THAT(error.message(), HasSubstr("after step 2 holds inf or NaN"));
    }
}

TEST_F(DiagnosingOn, WhatWasStoppedGoesOnWithoutTrainingAnythingAgain) {
    const run::Diagnosis whole = diagnose(bench_, overflowing());
    ASSERT_EQ(whole.verdict(), run::Diagnosis::VERDICT_CURED);
    ASSERT_GT(whole.trials_size(), 3);
    EXPECT_FALSE(whole.stopped());
    // Stopped again and again, after one training of the search each time.
    run::Diagnosis answer;
    int trained = 0, calls = 0;
    do {
        DiagnosisNotes notes(file_, question());
        DiagnosisOptions options = keeping(notes);
        int fresh = 0;
        options.tested = [&](const run::DiagnosisTrial& trial, const std::string&) {
            fresh += trial.recalled() ? 0 : 1;
        };
        options.stop = [&] { return fresh > 0; };
        answer = diagnose(bench_, overflowing(), options);
        EXPECT_TRUE(notes.kept());
        trained += fresh;
        ASSERT_LT(++calls, 100);
        if (answer.stopped()) {
            EXPECT_TRUE(std::filesystem::exists(file_));
        }
    } while (answer.stopped());
    EXPECT_GT(calls, 2);
    EXPECT_EQ(trained, whole.trials_size()) << "each once";
    EXPECT_EQ(answer.tests(), static_cast<std::uint32_t>(whole.trials_size()));
    EXPECT_EQ(answer.recalled() + 1, static_cast<std::uint32_t>(whole.trials_size()));
    EXPECT_FALSE(std::filesystem::exists(file_)) << "it came to its end";
    // The answer is the one of a search that nobody stopped.
    const auto comparable = [](run::Diagnosis one) {
        one.clear_seconds();
        one.clear_processor_seconds();
        one.clear_recalled();
        for (run::DiagnosisTrial& trial : *one.mutable_trials()) trial.clear_recalled();
        return one.SerializeAsString();
    };
    EXPECT_EQ(comparable(answer), comparable(whole)) << answer.ShortDebugString() << whole.ShortDebugString();
}

TEST_F(DiagnosingOn, EachTrainingIsTold) {
    const run::Diagnosis answer = diagnose(bench_, overflowing());
    ASSERT_EQ(answer.space_parts_size(), static_cast<int>(answer.space()));
    int of_others = 0;
    bool found = false;
    for (const run::DiagnosisTrial& trial : answer.trials()) {
        of_others += trial.seed() == overflowing().seed() ? 0 : 1;
        if (trial.widened_size() != 1 || !trial.keeps_up()) continue;
        EXPECT_EQ(answer.space_parts(static_cast<int>(trial.widened(0))), answer.parts(0));
        EXPECT_LE(trial.loss(), trial.fp32_loss() + answer.tolerance());
        found = true;
    }
    EXPECT_TRUE(found) << "the cure is among them";
    EXPECT_EQ(of_others, 4) << "and so are the seeds over which it was repeated";
}

TEST_F(DiagnosingOn, NotesOfAnotherQuestionOrDamagedOnesAreNotTaken) {
    {
        DiagnosisNotes notes(file_, question());
        notes.keep("a", Trained{});
        EXPECT_TRUE(notes.training("a"));
    }
    EXPECT_TRUE(DiagnosisNotes(file_, question()).training("a"));
    EXPECT_FALSE(DiagnosisNotes(file_, "another").training("a"));
    EXPECT_FALSE(DiagnosisNotes(file_, question(), true).training("a")) << "anew";
    std::filesystem::resize_file(file_, std::filesystem::file_size(file_) / 2);
    EXPECT_FALSE(DiagnosisNotes(file_, question()).training("a"));
    // Where nothing can be written the search goes on, and says so.
    std::ofstream(folder_ / "blocked") << "a file";
    DiagnosisNotes blocked(folder_ / "blocked" / "one.notes", question());
    blocked.keep("a", Trained{});
    EXPECT_FALSE(blocked.kept());
    EXPECT_TRUE(blocked.training("a"));
}

/// The mean square passes 65504, so that 1 over its root is zero, and with it every result.
TEST_F(DiagnosingOn, ZerosOfAnOverflowInsideAreNotToldAsUnderflow) {
    const run::RunConfig config = small_config([](run::RunConfig& c) {
        c.set_model(run::NETWORK_FILE);
        c.set_network(R"({"operations": [
            {"op": "linear", "name": "fc1", "out": 16, "gain": 1500},
            {"op": "layer_norm", "name": "norm"},
            {"op": "linear", "name": "fc2", "out": 4}]})");
        c.set_precision(run::FP16);
        c.set_norm_16bit(true);
    });
    Trial trial(bench_, config);
    const Replay replay = replay_step(bench_, config, trial.snapshot());
    std::vector<std::string> texts;
    for (const run::CastFinding& finding : replay.findings)
        if (finding.layer() == "norm" && !finding.backward()) texts.push_back(finding.text());
    EXPECT_THAT(texts, Contains(HasSubstr("results are zero that FP32 does not make zero, by what is kept inside in "
                                          "FP16")));
    EXPECT_THAT(texts, Not(Contains(HasSubstr("became zero in FP16"))));
}

}  // namespace
}  // namespace mantissa
