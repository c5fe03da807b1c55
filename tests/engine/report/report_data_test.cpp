// SPDX-License-Identifier: Apache-2.0
// What a report reads: decimation keeps extremes, settings that differ, the command that repeats, damage.
#include "engine/report/report_data.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "engine/report/repeat_command.h"
#include "engine/run/presets.h"
#include "tests/engine/report/report_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> names_of(const std::vector<SettingRow>& rows) {
    std::vector<std::string> names;
    for (const SettingRow& row : rows) names.push_back(row.setting);
    return names;
}

TEST(ReportData, DecimationKeepsTheExtremesAndWhatIsNotFinite) {
    ReportLibrary library;
    const std::string id = make_ulid();
    library.add(started(id));
    std::vector<run::Record> all = steps(id, 1, 9000);
    all[4320].mutable_step_done()->set_loss(77.0f);
    all[4321].mutable_step_done()->set_loss(-3.0f);
    all[6000].mutable_step_done()->set_loss(std::numeric_limits<float>::quiet_NaN());
    all[6001].mutable_step_done()->set_skipped(true);
    library.add(all);
    const ReportData data = read_report(*library, {id});
    const std::vector<SeriesNode>& loss = data.runs[0].loss;
    ASSERT_LE(loss.size(), report_nodes);
    EXPECT_GT(loss.size(), report_nodes / 4);
    SeriesNode sum = loss[0];
    for (std::size_t i = 1; i < loss.size(); ++i) sum.append(loss[i]);
    EXPECT_EQ(sum.max, 77.0f);
    EXPECT_EQ(sum.min, -3.0f);
    EXPECT_EQ(sum.nan, 1u);
    EXPECT_EQ(sum.finite, 8999u);
    EXPECT_EQ(sum.first_step, 1u);
    EXPECT_EQ(sum.last_step, 9000u);
}

TEST(ReportData, ManyEvaluationsAreThinnedWithTheirExtremes) {
    ReportLibrary library;
    const std::string id = make_ulid();
    library.add(started(id));
    library.add(steps(id, 1, 3000));
    std::vector<run::Record> evaluations;
    for (std::uint32_t at = 1; at <= 3000; ++at)
        evaluations.push_back(evaluation(id, at, at == 1234 ? 0.99f : at == 2222 ? 0.01f : 0.5f));
    library.add(evaluations);
    const std::vector<SeriesNode> nodes = read_report(*library, {id}, 100).runs[0].test_accuracy;
    ASSERT_LE(nodes.size(), 100u);
    EXPECT_EQ(std::max_element(nodes.begin(), nodes.end(), [](auto& a, auto& b) { return a.max < b.max; })->max, 0.99f);
    EXPECT_EQ(std::min_element(nodes.begin(), nodes.end(), [](auto& a, auto& b) { return a.min < b.min; })->min, 0.01f);
}

TEST(ReportData, TheWholeTestSetCountsWhereAStepWasEvaluatedTwice) {
    ReportLibrary library;
    const std::string id = make_ulid();
    library.add(started(id));
    library.add(steps(id, 1, 5));
    run::Record whole = evaluation(id, 5, 0.8f);
    whole.mutable_evaluated()->set_images(10000);
    whole.mutable_evaluated()->set_complete(true);
    run::Record training = evaluation(id, 5, 1.0f);
    training.mutable_evaluated()->set_images(60000);
    training.mutable_evaluated()->set_training_set(true);
    library.add({whole, evaluation(id, 5, 0.7f), training});
    const std::vector<SeriesNode> nodes = read_report(*library, {id}).runs[0].test_accuracy;
    ASSERT_EQ(nodes.size(), 1u);
    EXPECT_EQ(nodes[0].max, 0.8f);
}

TEST(ReportData, ListsOnlyTheSettingsThatDiffer) {
    ReportLibrary library;
    const auto add = [&](run::Precision precision, const char* name) {
        const std::string id = make_ulid();
        run::Record begin = started(id, name);
        begin.mutable_started()->mutable_config()->set_precision(precision);
        if (precision == run::BF16) {
            run::LayerOverride& one = *begin.mutable_started()->mutable_config()->add_layer_overrides();
            one.set_layer("fc1");
            one.set_precision(run::FP32);
        }
        library.add(begin);
        return id;
    };
    const std::string a = add(run::FP16, "a"), b = add(run::BF16, "b"), c = add(run::FP16, "c");
    const ReportData both = read_report(*library, {a, b});
    EXPECT_THAT(names_of(both.differing), ::testing::ElementsAre("precision", "layer_overrides"));
    EXPECT_THAT(both.differing[0].values, ::testing::ElementsAre("fp16", "bf16"));
    EXPECT_THAT(both.differing[1].values, ::testing::ElementsAre("", "fc1=fp32"));
    EXPECT_TRUE(read_report(*library, {a, c}).differing.empty()) << "names are no settings";
    EXPECT_THAT(names_of(read_report(*library, {a}).differing), ::testing::ElementsAre("preset", "lr", "precision"));
}

/// Of many runs a report draws the one that is looked at, what it is compared with, and the newest.
TEST(ReportData, OfManyRunsTheChartsDrawTheOneOnDisplay) {
    ReportLibrary library;
    std::vector<std::string> ids;
    for (int i = 1; i <= 12; ++i) ids.push_back(library.add_run("run " + std::to_string(i), 10));
    const auto drawn = [&](const std::string& shown) {
        const std::string page = html_report(read_report(*library, ids, report_nodes, shown));
        const std::size_t from = page.find("<ul class=\"legend\">"), to = page.find("</ul>", from);
        const std::string legend = page.substr(from, to - from);
        std::vector<int> numbers;
        for (int i = 1; i <= 12; ++i)
            if (legend.find(">run " + std::to_string(i) + "<") != std::string::npos) numbers.push_back(i);
        return numbers;
    };
    EXPECT_THAT(drawn(""), ::testing::ElementsAre(5, 6, 7, 8, 9, 10, 11, 12));
    EXPECT_THAT(drawn(ids[1]), ::testing::ElementsAre(2, 6, 7, 8, 9, 10, 11, 12));
    library->set_baseline(ids[0], true);
    EXPECT_THAT(drawn(ids[1]), ::testing::ElementsAre(1, 2, 7, 8, 9, 10, 11, 12));
}

/// Optimizer and model of a recording are no settings of ours, and its groups have rates of their own.
TEST(ReportData, WhatARecordingTrainedOtherwiseDiffers) {
    ReportLibrary library;
    const auto add = [&](const char* model,
                         const std::vector<std::pair<const char*, std::vector<double>>>& optimizers) {
        const std::string id = make_ulid();
        run::Record begin = started(id, model);
        begin.mutable_started()->clear_config();
        begin.mutable_started()->mutable_config()->set_lr(0.1);
        run::ForeignRun& foreign = *begin.mutable_started()->mutable_foreign();
        foreign.set_model(model);
        for (const auto& [name, rates] : optimizers) {
            run::ForeignOptimizer& one = *foreign.add_optimizers();
            one.set_name(name);
            for (const double rate : rates) one.add_groups()->set_lr(rate);
        }
        library.add(begin);
        return id;
    };
    const std::string two = add("Sequential", {{"SGD", {0.1}}, {"AdamW", {0.001, 0.003}}}),
                      one = add("M", {{"SGD", {0.1}}});
    const std::string own = library.add_run("own", 10);
    const auto told = [&](const std::vector<std::string>& ids, const std::string& setting) {
        for (const SettingRow& row : read_report(*library, ids).differing)
            if (row.setting == setting) return row.values;
        return std::vector<std::string>();
    };
    EXPECT_THAT(told({two, one}, "lr"), ::testing::ElementsAre("0.1, 0.001, 0.003", "0.1"));
    EXPECT_THAT(told({two, one}, "optimizer"), ::testing::ElementsAre("sgd, adamw", "sgd"));
    EXPECT_THAT(told({two, one, own}, "model"), ::testing::ElementsAre("Sequential", "M", "mlp"));
    EXPECT_THAT(html_report(read_report(*library, {two, one})), ::testing::HasSubstr("0.1, 0.001, 0.003"));
}

TEST(ReportData, WhatHasNoEffectOnARunIsNoValueOfIt) {
    ReportLibrary library;
    const auto add = [&](const char* name, const auto& change) {
        const std::string id = make_ulid();
        run::Record begin = started(id, name);
        change(*begin.mutable_started()->mutable_config());
        library.add(begin);
        return id;
    };
    const std::string mlp = add("mlp", [](run::RunConfig& c) {
        c.set_precision(run::CUSTOM);
        c.set_exponent_bits(4);
        c.set_fraction_bits(3);
        c.set_depth(3);
        c.set_steps(20);
    });
    const std::string cnn = add("cnn", [](run::RunConfig& c) {
        c.set_precision(run::BF16);
        c.set_model(run::CNN);
    });
    const std::map<std::string, std::vector<std::string>> expected{{"exponent_bits", {"4", ""}},
                                                                   {"fraction_bits", {"3", ""}},
                                                                   {"depth", {"3", ""}},
                                                                   {"steps", {"20", "by epochs"}}};
    std::map<std::string, std::vector<std::string>> told;
    for (const SettingRow& row : read_report(*library, {mlp, cnn}).differing)
        if (expected.contains(row.setting)) told[row.setting] = row.values;
    EXPECT_EQ(told, expected);
    EXPECT_THAT(markdown_table(read_report(*library, {mlp, cnn})), ::testing::HasSubstr("by epochs"));
    // What one of two CNNs holds of an MLP tells nothing.
    const std::string other = add("other", [](run::RunConfig& c) {
        c.set_precision(run::BF16);
        c.set_model(run::CNN);
        c.set_depth(7);
    });
    EXPECT_TRUE(read_report(*library, {cnn, other}).differing.empty());
}

TEST(ReportData, AskedForARunThatIsNotThereItSaysSo) {
    ReportLibrary library;
    EXPECT_EQ(error_of([&] { read_report(*library, {"no such"}); }).code(), ErrorCode::usage);
}

TEST(ReportData, ADamagedRunIsNamedAndTheOthersStand) {
    ReportLibrary library;
    const std::string good = library.add_run("good"), bad = library.add_run("bad");
    raw_sql(library.folder() / "l.mantissa",
            "UPDATE records SET body = x'FFFFFF' WHERE run = (SELECT id FROM runs WHERE run_id = '" + bad + "')");
    EXPECT_EQ(error_of([&] { read_report(*library, {bad}); }).code(), ErrorCode::bad_data);
    const ReportData data = read_report(*library, {good, bad});
    ASSERT_EQ(data.runs.size(), 2u);
    EXPECT_EQ(data.runs[0].problem, "");
    EXPECT_THAT(english(data.runs[1].problem), HasSubstr("damaged"));
    EXPECT_TRUE(data.differing.empty());
}

TEST(ReportData, SaysWhatTheCommandDoesNotRepeat) {
    ReportLibrary library;
    const std::string plain = library.add_run("plain"), changed = library.add_run("changed");
    library.add(event(changed, 3, run::EventRecord::CHANGED, "lr: 1 -> 2"));
    const std::size_t usual = read_report(*library, {plain}).runs[0].repeat_remarks.size();
    const auto remarks = read_report(*library, {changed}).runs[0].repeat_remarks;
    ASSERT_EQ(remarks.size(), usual + 1);
    EXPECT_THAT(english(remarks[0]), HasSubstr("changed while it trained (once"));
}

/// A norm that a reference does not tell is not zero, and one that is no number is the worst.
TEST(ReportData, ANormThatIsNotKnownIsNoNormOfZero) {
    ReportLibrary library;
    const std::string id = make_ulid();
    run::Record begin = started(id);
    begin.mutable_started()->mutable_foreign()->set_framework("torch");
    run::Record frame = begin;
    frame.set_step(1);
    run::HistogramRecord& all = *frame.mutable_histograms();
    const auto add = [&](const char* tensor, std::optional<double> norm) {
        run::Histogram& one = *all.add_histograms();
        one.set_tensor(tensor);
        one.set_role(run::ROLE_WEIGHT_GRADIENT);
        one.set_shadow_tier(run::TIER_PROBE);
        one.mutable_shadow()->set_cosine(1);
        if (norm) one.mutable_shadow()->set_norm(*norm);
        if (norm) one.mutable_shadow()->set_norm_lost(*norm / 2);
    };
    add("half", 1.0);
    add("dead", 0.0);
    add("unknown", std::nullopt);
    add("broken", std::numeric_limits<double>::quiet_NaN());
    library.add({begin, step(id, 1), frame});
    const RunReport report = read_report(*library, {id}).runs[0];
    ASSERT_TRUE(report.gradients);
    EXPECT_EQ(report.gradients->lost_tensor, "broken");
    ASSERT_EQ(report.shadows.size(), 4u);
    EXPECT_EQ(report.shadows.back().histogram.tensor(), "dead") << "the only one that has nothing to lose";
}

TEST(RepeatCommand, HasOnlyWhatDiffersFromTheDefaults) {
    EXPECT_EQ(repeat_command(default_config()), "mantissa-worker train");
    EXPECT_EQ(repeat_command(run::RunConfig()), "mantissa-worker train");
    run::RunConfig config;
    config.set_preset("underflow");
    config.set_precision(run::FP16);
    config.set_lr(0.1 + 0.2);
    config.set_shuffle(false);
    config.set_reduction(run::REDUCE_16BIT_NO_MAX);
    config.set_eval_precision(run::PYTORCH_DEFAULT);
    run::LayerOverride& one = *config.add_layer_overrides();
    one.set_layer("fc1");
    one.set_precision(run::BF16);
    EXPECT_EQ(repeat_command(config),
              "mantissa-worker train --lr 0.30000000000000004 --shuffle off --precision fp16 "
              "--reduction 16bit-no-max --eval-precision pytorch-default --layer-override fc1=bf16");
}

TEST(RepeatCommand, StandsWhereAPrecisionIsNone) {
    run::RunConfig config;
    run::LayerOverride& one = *config.add_layer_overrides();
    one.set_layer("fc1");
    one.set_precision(static_cast<run::Precision>(99));
    config.set_precision(static_cast<run::Precision>(98));
    EXPECT_THAT(repeat_command(config), HasSubstr("fc1=unknown"));
}

TEST(RepeatCommand, IsQuotedForAShell) {
    EXPECT_EQ(shell_quoted("plain-1.5_x/y"), "plain-1.5_x/y");
    EXPECT_EQ(shell_quoted(""), "''");
    EXPECT_EQ(shell_quoted("a b"), "'a b'");
    EXPECT_EQ(shell_quoted("it's $(rm -rf ~) `x` \"y\" !z;&|\n"), "'it'\\''s $(rm -rf ~) `x` \"y\" '\\!'z;&|_'");
    EXPECT_EQ(shell_quoted("a\\'b"), "'a'\\\\''\\''b'") << "between single quotes fish reads backslashes";
    EXPECT_EQ(shell_quoted("~"), "'~'");
    EXPECT_EQ(shell_quoted(std::string("a\0b", 3)), "'a_b'");
    run::RunConfig config;
    config.set_name("--help");
    EXPECT_EQ(repeat_command(config), "mantissa-worker train --name=--help");
}

TEST(RepeatCommand, HoldsNothingThatAnyShellReads) {
    run::RunConfig config;
    config.set_name("x\\'; touch there #\n`y` \u2019z!");
    config.set_data("/data/it's");
    for (const char* layer : {"fc1\\';reboot #", "fc1\nreboot", "", "fc1"}) {
        run::LayerOverride& one = *config.add_layer_overrides();
        one.set_layer(layer);
        one.set_precision(run::BF16);
    }
    EXPECT_EQ(repeat_command(config),
              "mantissa-worker train --name 'x__; touch there #__y_ _z_' --data /data/it_s "
              "--layer-override fc1=bf16");
}

TEST(TimeText, IsUtcAndNothingForNonsense) {
    EXPECT_EQ(time_text(1700000000.5), "2023-11-14 22:13:20 UTC");
    for (const double none :
         {0.0, -1.0, 1e300, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_EQ(time_text(none), "");
}

}  // namespace
}  // namespace mantissa
