// SPDX-License-Identifier: Apache-2.0
// What the advisor says of trainings that are not ours, each rule on a recording that shows its symptom. Here and not
// with the other rules, because the records come from recordings.
#include "engine/report/foreign_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/report/foreign_evidence.h"
#include "tests/engine/recording/recording_testing.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

std::vector<Finding> findings_on(const std::string& name) {
    Evidence evidence;
    for (const run::Record& record : test::records_of(test::recording_bytes(name))) observe(evidence, record);
    return advise(evidence);
}

const Finding* find(const std::vector<Finding>& all, const std::string& rule) {
    const auto at = std::find_if(all.begin(), all.end(), [&](const Finding& f) { return f.rule == rule; });
    return at == all.end() ? nullptr : &*at;
}

std::vector<std::string> rules_on(const std::string& name) {
    std::vector<std::string> rules;
    for (const Finding& finding : findings_on(name)) rules.push_back(finding.rule);
    return rules;
}

/// Of an optimizer whose updates are not known the weights that stay as they are tell what AdamW's lost updates do.
TEST(ForeignRules, WeightsThatDoNotChangeAreAdvisedOnWithoutTheirUpdates) {
    const auto found = [](const std::string& stored, const std::string& rate, const std::string& gradient,
                          const std::string& after = "") {
        const std::string header =
            test::header +
            R"({"kind":"header","optimizers":[{"class":"RMSprop","groups":[]}],"tensors":[{"index":0,"dtype":")" +
            stored + R"(","format":"bfloat16"}]})" + "\n";
        const std::string lines =
            R"({"kind":"hist","step":2,"role":"gradient","t":[0],"first":[-9],"max":[1],"norm":[1],)" + gradient +
            "}\n" +
            R"({"kind":"hist","step":2,"role":"update","from":"difference","t":[0],"first":[0],"counts":[[1]],)"
            R"("nonzero":[1],"unchanged":[7]})"
            "\n";
        const std::string step = R"({"kind":"step","step":2,"time":0.5,"loss":1.5,"lr":)" + rate + "}\n";
        Evidence evidence;
        for (const run::Record& record : test::records_of(header + test::step(1) + lines + step + after))
            observe(evidence, record);
        return advise(evidence);
    };
    const std::string all = R"("counts":[[8]])";
    const auto narrow = found("bfloat16", "0.1", all);
    const Finding* advice = find(narrow, "foreign_updates");
    ASSERT_NE(advice, nullptr);
    EXPECT_EQ(advice->title, "Most weights do not change: keep them in FP32");
    EXPECT_THAT(advice->reason, HasSubstr("88 % of the weights whose gradient is not zero did not change; of "
                                          "a.b.weight it is 88 %."));
    EXPECT_THAT(advice->code, HasSubstr("model = model.float()"));
    EXPECT_EQ(find(found("float32", "0.1", all), "foreign_updates"), nullptr);
    EXPECT_EQ(find(found("bfloat16", "0", all), "foreign_updates"), nullptr) << "nothing was to change";
    const std::string next = R"({"kind":"step","step":3,"time":0.6,"loss":1.5,"lr":0})"
                             "\n";
    EXPECT_EQ(find(found("bfloat16", "0", all, next), "foreign_updates"), nullptr) << "nor in the step behind it";
    EXPECT_NE(find(found("bfloat16", "0.1", all, next), "foreign_updates"), nullptr);
    EXPECT_EQ(find(found("bfloat16", "0.1", R"("counts":[[2]],"zero":[6])"), "foreign_updates"), nullptr);
}

/// Two pieces of advice on one scaler give the same lines.
TEST(ForeignRules, AdviceOnTheSameScalerAgrees) {
    std::string bytes = test::header;
    for (unsigned i = 1; i <= 40; ++i)
        bytes += R"({"kind":"step","step":)" + std::to_string(i) + R"(,"time":0.5,"lr":0.1,"loss":1,"scale":)" +
                 (i <= 2 ? std::to_string(2048 / i) + R"(,"skipped":true)" : "512") + "}\n";
    Evidence evidence;
    for (const run::Record& record : test::records_of(bytes + R"({"kind":"end","step":40,"time":1,"outcome":"closed"})"
                                                              "\n"))
        observe(evidence, record);
    const auto all = advise(evidence);
    const Finding* start = find(all, "foreign_calibration");
    const Finding* interval = find(all, "foreign_interval");
    ASSERT_NE(start, nullptr);
    ASSERT_NE(interval, nullptr);
    EXPECT_EQ(start->code, interval->code);
    EXPECT_THAT(start->code, HasSubstr("init_scale=2.0**9, growth_interval="));
}

TEST(ForeignRules, AScaleThatFallsBelowOneIsHopelessAndNamesTheModule) {
    const auto all = findings_on("hopeless-scale");
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all[0].rule, "foreign_scale_hopeless");
    EXPECT_THAT(all[0].reason, HasSubstr("blocks.1.down (Linear)"));
    EXPECT_THAT(all[0].reason, HasSubstr("The last 40 steps were skipped"));
    EXPECT_THAT(all[0].code, HasSubstr("in_fp32(model.get_submodule(\"blocks.1.down\"))"));
    EXPECT_THAT(all[0].code, HasSubstr("torch.autocast(\"cpu\", dtype=torch.bfloat16)"));
    EXPECT_EQ(find(all, "foreign_calibration"), nullptr);
    EXPECT_EQ(find(all, "foreign_interval"), nullptr) << "a scale that falls for good is not one that should grow";
}

TEST(ForeignRules, InfInTheForwardPassNamesTheLayerThatMadeIt) {
    Evidence evidence;
    for (const run::Record& record : test::records_of(test::recording_bytes("resnet-forward-overflow"))) {
        if (record.step() > 24) break;  // before the scale is below 1
        observe(evidence, record);
    }
    const auto all = advise(evidence);
    const Finding* forward = find(all, "foreign_forward");
    ASSERT_NE(forward, nullptr);
    EXPECT_EQ(forward->severity, FindingSeverity::warning);
    EXPECT_THAT(forward->reason, HasSubstr("layer2.0.conv1 (Conv2d)"));
    EXPECT_THAT(forward->code, HasSubstr("get_submodule(\"layer2.0.conv1\")"));
    EXPECT_EQ(rules_on("resnet-forward-overflow").front(), "foreign_scale_hopeless") << "at its end it is below 1";
}

TEST(ForeignRules, TheFirstSkipsAreCalibrationAndNoAlarm) {
    const auto all = findings_on("calibration");
    const Finding* note = find(all, "foreign_calibration");
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->severity, FindingSeverity::note);
    EXPECT_THAT(note->reason, HasSubstr("most often that of layers.2.weight"));
    EXPECT_THAT(note->code, HasSubstr("init_scale=2.0**17"));
    EXPECT_EQ(find(all, "foreign_scale_hopeless"), nullptr);
    EXPECT_EQ(find(all, "foreign_flushed"), nullptr);
}

TEST(ForeignRules, AGrowthIntervalLongerThanTheRun) {
    const auto all = findings_on("calibration");
    const Finding* advice = find(all, "foreign_interval");
    ASSERT_NE(advice, nullptr);
    EXPECT_EQ(advice->severity, FindingSeverity::advice);
    EXPECT_THAT(advice->reason, HasSubstr("2,000 steps"));
    EXPECT_THAT(advice->reason, HasSubstr("layers.2.weight")) << "what makes the scale fall";
    EXPECT_THAT(advice->code, HasSubstr("growth_interval=20"));
    EXPECT_EQ(find(findings_on("mlp-skips"), "foreign_interval"), nullptr) << "its scale grows";
}

TEST(ForeignRules, FlushedGradientsGetAScaleThatFits) {
    const auto all = findings_on("flushed");
    const Finding* flushed = find(all, "foreign_flushed");
    ASSERT_NE(flushed, nullptr);
    EXPECT_EQ(flushed->severity, FindingSeverity::warning);
    EXPECT_THAT(flushed->reason, HasSubstr("4.weight"));
    EXPECT_THAT(flushed->reason, HasSubstr("(observed)"));
    EXPECT_THAT(flushed->reason, HasSubstr("zero throughout"));
    EXPECT_THAT(flushed->code, HasSubstr("torch.amp.GradScaler(\"cpu\", init_scale=2.0**"));
    EXPECT_EQ(find(findings_on("mlp-skips"), "foreign_flushed"), nullptr);
}

TEST(ForeignRules, AProbeSaysHowMuchOfTheNormIsLost) {
    const auto all = findings_on("three-tiers");
    const Finding* flushed = find(all, "foreign_flushed");
    ASSERT_NE(flushed, nullptr);
    EXPECT_EQ(flushed->severity, FindingSeverity::advice) << "a few per cent of the norm";
    EXPECT_THAT(flushed->reason, HasSubstr("(probe)"));
}

TEST(ForeignRules, AnEpsilonThatFp16CannotHold) {
    const auto all = findings_on("adam-epsilon");
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all[0].rule, "foreign_epsilon");
    EXPECT_THAT(all[0].reason, HasSubstr("1e-08"));
    EXPECT_THAT(all[0].code, HasSubstr("torch.optim.Adam("));
}

TEST(ForeignRules, UpdatesLostInBf16WithoutMasterWeights) {
    const auto all = findings_on("gpt-lost-updates");
    const Finding* lost = find(all, "foreign_updates");
    ASSERT_NE(lost, nullptr);
    EXPECT_THAT(lost->reason, HasSubstr("BF16"));
    EXPECT_THAT(lost->code, HasSubstr("torch.autocast(\"cpu\", dtype=torch.bfloat16)"));
    EXPECT_EQ(find(findings_on("three-tiers"), "foreign_updates"), nullptr) << "its weights are FP32";
}

TEST(ForeignRules, ALossThatTheLoopHides) {
    const auto all = findings_on("hidden-nan");
    const Finding* hidden = find(all, "foreign_hidden_nan");
    ASSERT_NE(hidden, nullptr);
    EXPECT_EQ(hidden->step, 9u);
    EXPECT_THAT(hidden->reason, HasSubstr("Which layer made it the recording cannot tell"));
    EXPECT_THAT(hidden->code, HasSubstr("torch.isfinite(loss)"));
    EXPECT_EQ(find(findings_on("mlp-skips"), "foreign_hidden_nan"), nullptr);
}

TEST(ForeignRules, ALossThatGrewBeyondItsBeginning) {
    const auto after = [](auto loss_at) {
        ForeignEvidence e;
        for (std::uint32_t i = 1; i <= 60; ++i) {
            run::Record done;
            done.set_step(i);
            done.mutable_step_done()->set_loss(loss_at(i));
            observe(e, done);
        }
        return advise_foreign(e);
    };
    const auto all = after([](std::uint32_t i) { return 0.5f * static_cast<float>(i); });
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].rule, "foreign_diverged");
    EXPECT_EQ(all[0].severity, FindingSeverity::warning);
    EXPECT_EQ(all[0].step, 60u);
    EXPECT_THAT(all[0].reason,
                HasSubstr("The loss of the last 20 steps is about 25.5; over the first 20 steps it averaged 5.25."));
    const auto quiet = [&](auto loss_at) { EXPECT_EQ(find(after(loss_at), "foreign_diverged"), nullptr); };
    quiet([](std::uint32_t i) { return i == 60 ? 1000.0f : 2.0f; });                 // one step is no divergence
    quiet([](std::uint32_t i) { return i == 3 ? 100.0f : i > 40 ? 50.0f : 1.0f; });  // it began as high
    quiet([](std::uint32_t i) { return -1.0f / static_cast<float>(i); });            // no ratio of what is negative
    quiet([](std::uint32_t) { return 2.3f; });
}

TEST(ForeignRules, ALossThatIsNoNumberToTheEnd) {
    const auto after = [](auto loss_at, bool skipped = false) {
        ForeignEvidence e;
        for (std::uint32_t i = 1; i <= 60; ++i) {
            run::Record done;
            done.set_step(i);
            done.mutable_step_done()->set_loss(loss_at(i));
            if (skipped && !std::isfinite(loss_at(i))) done.mutable_step_done()->set_skipped(true);
            observe(e, done);
        }
        return advise_foreign(e);
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto from_31 = [nan](std::uint32_t i) { return i > 30 ? nan : 2.0f; };
    const auto all = after(from_31);
    const Finding* lost = find(all, "foreign_ruined");
    ASSERT_NE(lost, nullptr);
    EXPECT_EQ(lost->severity, FindingSeverity::warning);
    EXPECT_EQ(lost->step, 31u);
    EXPECT_EQ(lost->title, "The training is lost: its loss is inf or NaN from step 31 to the end");
    EXPECT_THAT(lost->reason, HasSubstr("The weights were updated in 30 steps whose loss was inf or NaN."));
    EXPECT_EQ(find(after(from_31, true), "foreign_ruined"), nullptr) << "a scaler skipped them";
    EXPECT_EQ(find(after([nan](std::uint32_t i) { return i == 59 ? nan : 2.0f; }), "foreign_ruined"), nullptr);
    EXPECT_EQ(find(after([nan](std::uint32_t i) { return i > 30 && i < 50 ? nan : 2.0f; }), "foreign_ruined"), nullptr);
}

/// The scale's search at the start is normal; a loss that is NaN long after it is not, and comes first.
TEST(ForeignRules, ALostLossThatWasSkippedComesBeforeTheSearchOfTheScale) {
    std::string bytes = test::header;
    for (unsigned i = 1; i <= 60; ++i)
        bytes += R"({"kind":"step","step":)" + std::to_string(i) + R"(,"time":0.5,"lr":0.1,"scale":512,"loss":)" +
                 (i == 50 ? "\"nan\"" : "1") + (i <= 2 || i == 50 ? R"(,"skipped":true})" : "}") + "\n";
    Evidence evidence;
    for (const run::Record& record : test::records_of(bytes)) observe(evidence, record);
    const std::vector<Finding> all = advise(evidence);
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all[0].title, "The loss was inf or NaN in step 50: no loss scale cures that");
    EXPECT_EQ(all[0].severity, FindingSeverity::warning);
    EXPECT_EQ(all[0].step, 50u);
    EXPECT_EQ(
        all[0].reason,
        "The loss was inf or NaN in 1 of 60 steps, first in step 50. Each of them was skipped, and the training went "
        "on with finite losses. What the recording cannot tell: Whether the batch brought it: look at the samples "
        "of that step (torch.isfinite(inputs).all() says whether they held inf or NaN).");
    EXPECT_THAT(all[0].code, HasSubstr("torch.isfinite(inputs).all()"));
    EXPECT_NE(find(all, "foreign_calibration"), nullptr);
    for (const char* other : {"hidden-nan", "resnet-forward-overflow", "hopeless-scale", "adam-epsilon", "calibration"})
        EXPECT_EQ(find(findings_on(other), "foreign_lost_loss"), nullptr) << other << ": it says why, or has none";
}

TEST(ForeignRules, ANameIsNeverMoreThanAName) {
    Evidence evidence;
    run::Record started;
    started.mutable_started()->mutable_foreign()->mutable_scaler()->set_enabled(true);
    observe(evidence, started);
    run::Record event;
    run::ForwardStory& story = *event.mutable_event()->mutable_forward();
    story.set_module("x\"); import os  # \n");
    observe(evidence, event);
    const auto all = advise(evidence);
    ASSERT_FALSE(all.empty());
    EXPECT_THAT(all[0].code, HasSubstr(R"(get_submodule("x\"); import os  # \x0a"))"));
}

}  // namespace
}  // namespace mantissa
