// SPDX-License-Identifier: Apache-2.0
// The decision sheet: which runs count, what the numbers allow to be said, what PyTorch is told, hostile names.
#include <gmock/gmock.h>
#include <google/protobuf/struct.pb.h>

#include <set>
#include <string>

#include "engine/base/error.h"
#include "engine/report/decision_sheet.h"
#include "engine/report/pytorch_settings.h"
#include "engine/run/cast_settings.h"
#include "engine/run/json.h"
#include "engine/run/presets.h"
#include "tests/engine/report/report_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* data_hash = "data";

DecisionSheet sheet_of(const run::RunConfig& config = default_config()) {
    DecisionSheet sheet;
    sheet.device = "cpu: a processor";
    sheet.network = network_phrase(config);
    sheet.data = "MNIST";
    sheet.budget = std::uint64_t{4} << 30;
    sheet.seconds = 2;
    for (const run::RunConfig& one : decision_configs(config)) {
        DecisionMode& mode = sheet.modes.emplace_back();
        mode.config = one;
        mode.emulated = one.precision() == run::FP16;
        if (!mode.emulated) mode.step_seconds = {0.002, 0.0021, 0.0022};
        mode.peak_held = mode.peak_native = 1 << 20;
        mode.batch_held = mode.batch_native = 1000;
    }
    return sheet;
}

/// A completed run of `config` with `seed`, in the library.
std::string add(ReportLibrary& library, run::RunConfig config, std::uint64_t seed, float accuracy,
                const char* weights = "w", const char* data = data_hash) {
    const std::string id = make_ulid();
    config.set_seed(seed);
    run::Record begin = started(id);
    *begin.mutable_started()->mutable_config() = config;
    begin.mutable_started()->mutable_identity()->set_seed(seed);
    begin.mutable_started()->mutable_identity()->set_initial_weights_sha256(weights + std::to_string(seed));
    begin.mutable_started()->mutable_identity()->set_data_sha256(data);
    library.add(begin);
    library.add(steps(id, 1, 3));
    library.add(finished(id, 3, run::RunFinished::COMPLETED, accuracy));
    return id;
}

const DecisionMode& mode_of(const DecisionSheet& sheet, run::Precision precision) {
    for (const DecisionMode& mode : sheet.modes)
        if (mode.config.precision() == precision) return mode;
    throw std::runtime_error("no such mode");
}

std::string joined(const std::vector<Phrase>& sentences) {
    std::string all;
    for (const Phrase& one : sentences) all += english(one) + "\n";
    return all;
}

TEST(Decision, NamesTheCastsOfAFramework) {
    const std::string o2 = decision_markdown(sheet_of(complete(settings_of(run::CASTS_APEX_O2, run::FP16))));
    EXPECT_THAT(o2, HasSubstr("FP16, casts as in Apex O2, dynamic loss scale as Apex amp"));
    EXPECT_THAT(o2, HasSubstr("BF16, casts as in Apex O2"));
    EXPECT_THAT(o2, Not(HasSubstr("FP32, casts as in")));
    const DecisionSheet half = sheet_of(complete(settings_of(run::CASTS_HALF, run::FP16)));
    EXPECT_EQ(mode_of(half, run::FP16).config.scaling(), run::NONE) << "as it is there";
    EXPECT_THAT(decision_markdown(half), HasSubstr("BF16, casts as in .half()"));
}

TEST(Decision, HasTheFourModesOfOneConfiguration) {
    run::RunConfig config = default_config();
    config.set_precision(run::BF16);
    config.set_batch(96);
    const std::vector<run::RunConfig> modes = decision_configs(config);
    ASSERT_EQ(modes.size(), 4u);
    EXPECT_EQ(modes[0].precision(), run::FP32);
    EXPECT_EQ(modes[2].precision(), run::FP16);
    EXPECT_EQ(modes[2].scaling(), run::DYNAMIC);
    for (const run::RunConfig& mode : modes) {
        EXPECT_EQ(mode.batch(), 96u);
        EXPECT_EQ(mode.shadow_interval(), 0u);
        EXPECT_EQ(mode.scaling(), mode.precision() == run::FP16 ? run::DYNAMIC : run::NONE);
    }
    config.set_scaling(run::STATIC);
    EXPECT_EQ(decision_configs(config)[2].scaling(), run::STATIC);
}

TEST(Decision, CountsOnlyRunsOfThisVeryConfiguration) {
    ReportLibrary library;
    DecisionSheet sheet = sheet_of();
    run::RunConfig fp32 = sheet.modes[0].config;
    fp32.set_name("another name");
    fp32.set_eval_interval(7);
    fp32.set_histogram_interval(10);
    add(library, fp32, 1, 0.9f);
    add(library, fp32, 1, 0.91f);                    // the same beginning again: the newest counts
    add(library, fp32, 2, 0.95f, "other weights");   // another beginning
    add(library, fp32, 3, 0.1f, "w", "other data");  // other images
    run::RunConfig other = fp32;
    other.set_lr(0.5);
    add(library, other, 4, 0.2f);
    library->remove(add(library, fp32, 5, 0.3f));
    library.add(event(add(library, fp32, 6, 0.4f), 2, run::EventRecord::CHANGED, "lr"));
    const std::string stopped = make_ulid();
    run::Record begin = started(stopped);
    *begin.mutable_started()->mutable_config() = fp32;
    begin.mutable_started()->mutable_identity()->set_data_sha256(data_hash);
    library.add(begin);
    library.add(finished(stopped, 1, run::RunFinished::STOPPED, 0.5f));
    add(library, fp32, 8, std::numeric_limits<float>::quiet_NaN());
    add_library_runs(sheet, *library, data_hash);
    std::vector<float> found;
    for (const DecisionAccuracy& one : sheet.modes[0].accuracies) found.push_back(static_cast<float>(one.accuracy));
    EXPECT_THAT(found, ElementsAre(0.91f, 0.95f));
    EXPECT_TRUE(sheet.modes[1].accuracies.empty());
    EXPECT_EQ(sheet.library, "l.mantissa");
}

TEST(Decision, ADamagedRunDoesNotTakeTheSheetFromTheOthers) {
    ReportLibrary library;
    DecisionSheet sheet = sheet_of();
    add(library, sheet.modes[0].config, 1, 0.9f);
    const std::string begin = add(library, sheet.modes[0].config, 2, 0.8f);
    const std::string step = add(library, sheet.modes[3].config, 1, 0.7f);
    const auto damage = [&](const std::string& id, const std::string& table) {
        raw_sql(library.folder() / "l.mantissa",
                "UPDATE " + table + " = x'FFFFFF' WHERE run = (SELECT id FROM runs WHERE run_id = '" + id + "')");
    };
    damage(begin, "records SET body");
    damage(step, "steps SET body");
    add_library_runs(sheet, *library, data_hash);
    EXPECT_EQ(english(accuracy_cell(sheet.modes[0])), "90.00 % (one run)");
    EXPECT_EQ(english(accuracy_cell(mode_of(sheet, run::BF16))), "70.00 % (one run)") << "its end can be read";
}

TEST(Decision, TimesHaveThreeDigitsInAnyUnit) {
    DecisionMode mode;
    for (const auto& [seconds, text] :
         {std::pair(0.0002134, "213 µs"), std::pair(0.99949, "999 ms"), std::pair(0.9996, "1 s"),
          std::pair(1.5, "1.5 s"), std::pair(1234.5, "1234 s")}) {
        mode.step_seconds = {seconds};
        EXPECT_EQ(english(time_cell(mode)), std::string(text) + " (one measurement)");
    }
}

TEST(Decision, DifferencesArePairedAndClaimNoMoreThanTheyCarry) {
    ReportLibrary library;
    const DecisionSheet empty = sheet_of();
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const float noise = 0.01f * static_cast<float>(seed);  // shared by both of a pair
        add(library, empty.modes[0].config, seed, 0.90f + noise);
        add(library, empty.modes[2].config, seed, 0.80f + noise + 0.001f * static_cast<float>(seed % 2));
        if (seed < 4) add(library, empty.modes[3].config, seed, 0.90f + noise);
    }
    DecisionSheet sheet = sheet_of();
    add_library_runs(sheet, *library, data_hash);
    const DecisionMode& fp16 = mode_of(sheet, run::FP16);
    ASSERT_TRUE(fp16.difference);
    EXPECT_EQ(fp16.difference->pairs, 5u);
    EXPECT_NEAR(fp16.difference->mean, -0.0994, 1e-6);
    EXPECT_LT(*fp16.difference->high, -0.09);
    const std::string reading = joined(reading_of(sheet));
    EXPECT_THAT(reading, HasSubstr("FP16 is 9.94 percentage points below FP32 (5 paired seeds"));
    EXPECT_THAT(reading, HasSubstr("3 runs: no claim"));
    EXPECT_THAT(english(accuracy_cell(sheet.modes[0])), HasSubstr("93.00 %, 95 % interval"));
    EXPECT_THAT(english(accuracy_cell(sheet.modes[0])), HasSubstr("(5 seeds: ")) << "the value of each beside the mean";
    EXPECT_THAT(joined(not_measured(sheet)), HasSubstr("Test results and numerical warnings of TF32"));
    EXPECT_THAT(joined(not_measured(sheet)),
                HasSubstr("Train them with Run in the window, or at the command line with"));
    EXPECT_THAT(joined(not_measured(sheet)), HasSubstr("How much the test result of BF16 depends on the seed"));

    DecisionSheet one_seed = sheet_of();
    ReportLibrary single;
    add(single, empty.modes[0].config, 1, 0.9f);
    add_library_runs(one_seed, *single, data_hash);
    EXPECT_EQ(english(accuracy_cell(one_seed.modes[0])), "90.00 % (one run)");
    EXPECT_EQ(english(accuracy_cell(one_seed.modes[1])), "no run");
}

TEST(Decision, RunsOfAWindowCount) {
    ReportLibrary library;
    DecisionSheet sheet = sheet_of();
    run::RunConfig config = sheet.modes[0].config;
    config.set_eval_precision(run::PRECISION_UNSET);
    add(library, config, 1, 0.9f);
    config.set_eval_precision(run::FP32);  // as in training
    add(library, config, 2, 0.9f);
    config.set_eval_precision(run::BF16);
    add(library, config, 3, 0.9f);
    add_library_runs(sheet, *library, data_hash);
    EXPECT_EQ(sheet.modes[0].accuracies.size(), 2u);
}

TEST(Decision, ConcludesInOneSentence) {
    const auto concluded = [](const DecisionSheet& sheet) { return english(conclusion_of(sheet)); };
    DecisionSheet sheet = sheet_of();
    for (DecisionMode& mode : sheet.modes) mode.difference = PairedDifference();
    EXPECT_EQ(concluded(sheet), "Use FP32: no other mode is measurably faster on this device.");
    sheet.modes[1].emulated = sheet.modes[3].emulated = true;
    EXPECT_EQ(concluded(sheet),
              "Use FP32: the other modes are only emulated on this device, so that none is faster here.");
    sheet.modes[3].emulated = false;
    sheet.modes[3].step_seconds = {0.0010, 0.00105, 0.0011};
    EXPECT_EQ(
        concluded(sheet),
        "No conclusion yet: a step in BF16 is 2.00 times as fast as in FP32, but its test result against FP32 was "
        "not measured over 5 seeds.");
    const std::vector<double> baseline{0.90, 0.91, 0.92, 0.93, 0.94}, equal{0.901, 0.909, 0.921, 0.929, 0.940},
        lower{0.85, 0.86, 0.871, 0.88, 0.89};
    sheet.modes[3].difference = paired_difference(baseline, equal);
    EXPECT_EQ(concluded(sheet),
              "Use BF16: a step is 2.00 times as fast as in FP32, and no worse test result can be resolved (+0.00 "
              "percentage points, 95 % interval -0.12 to +0.12, 5 seeds).");
    sheet.modes[3].difference = paired_difference(baseline, lower);
    EXPECT_THAT(concluded(sheet),
                ::testing::StartsWith("Use FP32: a step in BF16 is 2.00 times as fast, but its "
                                      "test result is worse (-4.98 percentage points, 95 % interval"));
    EXPECT_THAT(decision_html(sheet), HasSubstr("but its test result is worse"));
    EXPECT_THAT(decision_markdown(sheet), HasSubstr("but its test result is worse"));
    EXPECT_THAT(decision_json(sheet), HasSubstr("\"conclusion\": \"Use FP32"));
    EXPECT_TRUE(conclusion_of(DecisionSheet()).empty());
}

TEST(Decision, JudgesAnImageByItsPsnr) {
    run::RunConfig config = default_config();
    config.set_model(run::AUTOENCODER);
    config.set_task(run::RECONSTRUCT);
    ReportLibrary library;
    DecisionSheet sheet = sheet_of(complete(config));
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const float noise = 0.001f * static_cast<float>(seed);
        add(library, sheet.modes[0].config, seed, 0.17f + noise);
        add(library, sheet.modes[3].config, seed, 0.15f + noise + 0.0001f * static_cast<float>(seed % 2));
    }
    sheet.modes[3].step_seconds = {0.0010, 0.00105, 0.0011};
    add_library_runs(sheet, *library, data_hash);
    EXPECT_THAT(english(accuracy_cell(sheet.modes[0])), HasSubstr("17.30 dB, 95 % interval"));
    EXPECT_THAT(english(conclusion_of(sheet)), HasSubstr("its test result is worse (-1.99 dB, 95 % interval"));
    EXPECT_THAT(joined(reading_of(sheet)), HasSubstr("BF16 is 1.99 dB below FP32"));
    const std::string page = decision_html(sheet);
    EXPECT_THAT(page, HasSubstr("Test set: PSNR"));
    EXPECT_THAT(page, HasSubstr("mse_loss(model(images), images)"));
    for (const char* word : {"ccuracy", "percentage", "cross_entropy"}) EXPECT_THAT(page, Not(HasSubstr(word)));
    const std::string json = decision_json(sheet);
    EXPECT_THAT(json, HasSubstr("\"metric\": \"psnr\""));
    EXPECT_THAT(json, HasSubstr("\"mean\": -1.99"));
}

TEST(Decision, SaysWhatPyTorchsAutocastHasNot) {
    run::RunConfig config = default_config();
    config.set_precision(run::FP16);
    config.set_softmax_16bit(true);
    config.set_norm_16bit(true);
    config.set_ranks(4);
    EXPECT_THAT(joined(pytorch_remarks(complete(config))),
                ::testing::AllOf(HasSubstr("normalisations, the softmax of attention"), HasSubstr("4 ranks share")));
    config.set_precision(run::BF16);
    config.set_operand_recipe(run::OPERANDS_NVFP4);
    EXPECT_THAT(joined(pytorch_remarks(complete(config))), HasSubstr("Autocast has no operands in NVFP4"));
    EXPECT_EQ(joined(pytorch_remarks(default_config())), "");
}

TEST(Decision, KnowsWhichRunsItLacks) {
    ReportLibrary library;
    DecisionSheet sheet = sheet_of();
    add_library_runs(sheet, *library, data_hash);
    MissingRuns missing = missing_runs(sheet);
    ASSERT_EQ(missing.lanes.size(), 4u);
    EXPECT_EQ(missing.seeds, 5);
    EXPECT_EQ(missing.first_seed, sheet.modes[0].config.seed());
    // What is there is not trained again; what trains afterwards makes pairs with it.
    for (std::uint64_t seed = 11; seed <= 15; ++seed) {
        add(library, sheet.modes[0].config, seed, 0.9f);
        add(library, sheet.modes[1].config, seed, 0.9f);
    }
    sheet = sheet_of();
    add_library_runs(sheet, *library, data_hash);
    missing = missing_runs(sheet);
    ASSERT_EQ(missing.lanes.size(), 2u);
    EXPECT_EQ(missing.lanes[0].precision(), run::FP16);
    EXPECT_EQ(missing.lanes[1].precision(), run::BF16);
    EXPECT_EQ(missing.first_seed, 11u);
    EXPECT_EQ(missing.lanes[1].seed(), 11u);
    for (int i = 0; i < missing.seeds; ++i)
        for (const run::RunConfig& lane : missing.lanes)
            add(library, lane, missing.first_seed + static_cast<std::uint64_t>(i), 0.9f);
    sheet = sheet_of();
    add_library_runs(sheet, *library, data_hash);
    EXPECT_TRUE(missing_runs(sheet).lanes.empty());
}

TEST(Decision, TellsTheAdvisorsNumericalWarnings) {
    ReportLibrary library;
    DecisionSheet sheet = sheet_of();
    run::RunConfig bf16 = sheet.modes[3].config;
    const std::string id = make_ulid();
    run::Record begin = started(id);
    *begin.mutable_started()->mutable_config() = bf16;
    begin.mutable_started()->mutable_identity()->set_data_sha256(data_hash);
    library.add(begin);
    for (run::Record& record : steps(id, 1, 300)) {
        record.mutable_step_done()->set_loss(2.3f);
        record.mutable_step_done()->set_skipped(false);
        library.add(record);
    }
    library.add(evaluation(id, 300, 0.1135f));
    library.add(finished(id, 300, run::RunFinished::COMPLETED, 0.1135f));
    add_library_runs(sheet, *library, data_hash);
    const DecisionMode& mode = mode_of(sheet, run::BF16);
    ASSERT_FALSE(mode.warnings.empty());
    EXPECT_EQ(mode.warnings[0].runs, 1u);
    EXPECT_THAT(decision_markdown(sheet), HasSubstr("(1 of 1 run)"));
}

TEST(Decision, AnEmulatedModeClaimsNoSpeed) {
    const DecisionSheet sheet = sheet_of();
    EXPECT_EQ(english(time_cell(mode_of(sheet, run::FP16))), "emulated: no claim about speed");
    EXPECT_EQ(english(time_cell(sheet.modes[0])), "2.1 ms (2 ms to 2.2 ms)");
    EXPECT_THAT(joined(reading_of(sheet)), Not(HasSubstr("A step in FP16")));
    EXPECT_THAT(joined(reading_of(sheet)), HasSubstr("FP16 is emulated on this device"));
    EXPECT_THAT(joined(not_measured(sheet)), HasSubstr("The speed of FP16"));
    EXPECT_THAT(decision_json(sheet), HasSubstr("\"step_seconds\": []"));
}

TEST(Decision, SpeedIsClaimedOnlyWhereTheSpreadsAreApart) {
    DecisionSheet sheet = sheet_of();
    sheet.modes[1].step_seconds = {0.0021, 0.0022, 0.0023};
    sheet.modes[3].step_seconds = {0.0010, 0.00105, 0.0011};
    std::string reading = joined(reading_of(sheet));
    EXPECT_THAT(reading, HasSubstr("The times of TF32 and FP32 overlap"));
    EXPECT_THAT(reading, HasSubstr("A step in BF16 is 2.00 times as fast as in FP32"));
    sheet.modes[3].step_seconds = {0.0041, 0.0042, 0.0043};
    sheet.modes[3].batch_held = 10;
    reading = joined(reading_of(sheet));
    EXPECT_THAT(reading, HasSubstr("A step in BF16 takes 2.00 times as long as in FP32"));
    EXPECT_THAT(reading, HasSubstr("Batch 64 does not fit into 4.0 GiB in BF16"));
    sheet.modes[3].step_seconds = {0.0042};
    EXPECT_EQ(english(time_cell(sheet.modes[3])), "4.2 ms (one measurement)");
    EXPECT_THAT(joined(reading_of(sheet)), Not(HasSubstr("A step in BF16")));
    sheet.modes[3].step_seconds.clear();
    EXPECT_EQ(english(time_cell(sheet.modes[3])), "not measured");
    EXPECT_TRUE(reading_of(DecisionSheet()).empty());
    EXPECT_EQ(markup_fault(decision_html(DecisionSheet())), "");
}

TEST(Decision, NamesAreTextInAllOfItsForms) {
    for (const std::string& name :
         {std::string("<script>alert(1)</script>"), std::string("../x|`\\"), std::string("\u202Egnp\u2067"),
          std::string(255, 'x'), std::string("\"]}\n\x1b[2J\xFF")}) {
        DecisionSheet sheet = sheet_of();
        sheet.library = sheet.data = sheet.device = name;
        sheet.libraries = {name};
        sheet.modes[0].warnings.push_back({name, {Phrase(name)}, 1});
        sheet.modes[0].reasons.push_back(name);
        sheet.modes[0].config.set_name(name);
        sheet.modes[0].config.set_data(name);
        const std::string page = decision_html(sheet);
        EXPECT_EQ(markup_fault(page), "") << name;
        EXPECT_EQ(page.find("<script"), std::string::npos);
        google::protobuf::Struct parsed;
        EXPECT_NO_THROW(from_json(decision_json(sheet), parsed, "the sheet")) << decision_json(sheet);
        EXPECT_EQ(count_of(decision_json(sheet), "\n"), 0u);
        const std::string markdown = decision_markdown(sheet);
        EXPECT_EQ(markdown.find("<script"), std::string::npos);
        EXPECT_EQ(pytorch_settings(sheet.modes[0].config), pytorch_settings(sheet_of().modes[0].config));
    }
}

TEST(Decision, EveryNetworkHasWordsOfItsOwn) {
    std::set<std::string> phrases;
    const auto* models = run::Model_descriptor();
    run::RunConfig config = default_config();
    for (int i = 0; i < models->value_count(); ++i) {
        config.set_model(static_cast<run::Model>(models->value(i)->number()));
        if (config.model() == run::MODEL_UNSET) continue;
        const std::string words = english(network_phrase(config));
        EXPECT_TRUE(phrases.insert(words).second) << words << " is said of " << models->value(i)->name() << " too";
        EXPECT_EQ(words.starts_with("MLP"), config.model() == run::MLP) << words;
    }
    config.set_model(static_cast<run::Model>(99));
    EXPECT_THROW(network_phrase(config), Error);
    config = default_config();
    config.set_activation(static_cast<run::Activation>(99));
    EXPECT_THROW(network_phrase(config), Error);
}

TEST(PytorchSettings, AnUnknownScalingIsNotNone) {
    run::RunConfig config = default_config();
    config.set_scaling(static_cast<run::Scaling>(99));
    EXPECT_THROW(pytorch_settings(config), Error);
}

TEST(PytorchSettings, SayAutocastScalerAndTf32) {
    const std::vector<run::RunConfig> modes = decision_configs(default_config());
    const std::string fp32 = pytorch_settings(modes[0]), tf32 = pytorch_settings(modes[1]);
    const std::string fp16 = pytorch_settings(modes[2]), bf16 = pytorch_settings(modes[3]);
    for (const std::string& text : {fp32, fp16, bf16}) {
        EXPECT_THAT(text, HasSubstr("torch.backends.cuda.matmul.allow_tf32 = False\n"));
        EXPECT_THAT(text, HasSubstr("torch.backends.cudnn.allow_tf32 = False\n"));
    }
    EXPECT_THAT(tf32, HasSubstr("torch.backends.cuda.matmul.allow_tf32 = True\n"));
    EXPECT_THAT(tf32, HasSubstr("torch.backends.cudnn.allow_tf32 = True\n"));
    EXPECT_THAT(fp32, HasSubstr("torch.autocast(device, enabled=False)"));
    EXPECT_THAT(fp16, HasSubstr("torch.autocast(device, dtype=torch.float16)"));
    EXPECT_THAT(bf16, HasSubstr("torch.autocast(device, dtype=torch.bfloat16)"));
    EXPECT_THAT(fp16, HasSubstr("allow_fp16_reduced_precision_reduction = False"));
    EXPECT_THAT(fp16, HasSubstr("GradScaler(device, init_scale=65536.0, growth_factor=2.0,\n"));
    EXPECT_THAT(fp16, HasSubstr("backoff_factor=0.5, growth_interval=2000)"));
    EXPECT_THAT(bf16, HasSubstr("GradScaler(device, enabled=False)"));
    for (const run::RunConfig& mode : modes) EXPECT_TRUE(pytorch_remarks(mode).empty());
}

TEST(PytorchSettings, SayWhatHasNoCounterpart) {
    run::RunConfig config = decision_configs(default_config())[2];
    config.set_scaling(run::STATIC);
    config.set_loss_scale(1024);
    EXPECT_THAT(pytorch_settings(config), HasSubstr("init_scale=1024.0, backoff_factor=1 - 2**-53"));
    EXPECT_THAT(pytorch_loop(config), Not(HasSubstr("clip_grad_norm_")));
    config.set_clip_norm(1);
    EXPECT_THAT(pytorch_loop(config), HasSubstr("scaler.unscale_(optimizer)\n"));
    EXPECT_THAT(pytorch_loop(config), HasSubstr("clip_grad_norm_(model.parameters(), 1.0)"));
    config.set_scaling(run::DYNAMIC);
    config.set_min_scale(1);
    config.set_master_weights(false);
    config.set_stochastic_rounding(true);
    config.set_reduction(run::REDUCE_16BIT);
    config.set_weight_gradients_fp32(true);
    config.set_fp16_accumulation(true);
    EXPECT_EQ(pytorch_remarks(config).size(), 6u);
    EXPECT_THAT(pytorch_settings(config), HasSubstr("allow_fp16_reduced_precision_reduction = True"));
}

}  // namespace
}  // namespace mantissa
