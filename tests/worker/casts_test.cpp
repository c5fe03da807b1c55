// SPDX-License-Identifier: Apache-2.0
// The casts of other frameworks by hand: chosen, listed as a table, raced, and what a command that repeats them says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "engine/report/repeat_command.h"
#include "engine/run/cast_settings.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"
#include "engine/store/library.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CastsCommand, ARecipeSetsItsSwitchesAndFlagsChangeThem) {
    const auto printed = [](const std::vector<std::string>& flags) {
        std::vector<std::string> all{"train", "--device", MANTISSA_DEVICE, "--print-config"};
        all.insert(all.end(), flags.begin(), flags.end());
        return run_worker(all);
    };
    const ProgramResult o2 = printed({"--growth-interval", "7", "--casts", "apex-o2"});  // in any order
    EXPECT_EQ(o2.exit_code, 0) << o2.err;
    for (const char* line : {"\"precision\": \"FP16\"", "\"scaler\": \"SCALER_APEX_AMP\"", "\"growth_interval\": 7",
                             "\"norm_16bit\": true", "\"inside_fp32\": true", "\"casts\": \"CASTS_APEX_O2\""})
        EXPECT_THAT(o2.out, HasSubstr(line));
    const ProgramResult half = printed({"--precision", "bf16", "--master-weights", "on", "--casts", "half"});
    EXPECT_EQ(half.exit_code, 0) << half.err;
    for (const char* line : {"\"precision\": \"BF16\"", "\"optimizer_16bit\": true", "\"master_weights\": true",
                             "\"reduction\": \"REDUCE_16BIT_RESULTS\""})
        EXPECT_THAT(half.out, HasSubstr(line));
    for (const char* precision : {"fp32", "tf32"}) {  // gradients in FP32 need no loss scale
        const ProgramResult wide = printed({"--casts", "apex-o2", "--precision", precision});
        EXPECT_EQ(wide.exit_code, 0) << wide.err;
        EXPECT_THAT(wide.out, HasSubstr("\"scaling\": \"NONE\"")) << precision;
        EXPECT_THAT(printed({"--casts", "apex-o2", "--precision", precision, "--scaling", "dynamic"}).out,
                    HasSubstr("\"scaling\": \"DYNAMIC\""))
            << "as it was asked for";
    }
    const ProgramResult other = printed({"--scaler", "mxnet", "--casts", "apex-o2"});
    EXPECT_THAT(other.out, HasSubstr("\"delayed_scale\": true"));
    const ProgramResult unknown = printed({"--casts", "caffe"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("one of own, apex-o0"));
    const ProgramResult devices = printed({"--casts", "half", "--optimizer", "phase-change"});
    EXPECT_EQ(devices.exit_code, 2);
    EXPECT_THAT(devices.err, HasSubstr("--casts"));
    EXPECT_THAT(devices.err, HasSubstr("own or apex-o0"));
}

TEST(CastsCommand, TheCommandThatRepeatsItNamesIt) {
    run::RunConfig config = complete(settings_of(run::CASTS_APEX_O2, run::FP16));
    config.set_softmax_16bit(false);
    EXPECT_THAT(repeat_words(config), testing::IsSupersetOf({"--casts", "apex-o2", "--softmax-16bit", "off"}));
    EXPECT_THAT(repeat_words(config), Not(testing::Contains("--scaler"))) << "the recipe's own";
    config.MergeFrom(settings_of(run::SCALER_MXNET));
    config.set_max_scale(0);
    EXPECT_THAT(repeat_words(config), testing::IsSupersetOf({"--scaler", "mxnet", "--max-scale", "0"}));
    const run::RunConfig half = complete(settings_of(run::CASTS_HALF, run::BF16));
    EXPECT_THAT(repeat_words(half), testing::IsSupersetOf({"--casts", "half", "--precision", "bf16"}));
    EXPECT_THAT(repeat_words(half), Not(testing::Contains("--master-weights")));
    // what is printed is what repeats it
    for (const run::RunConfig& one : {config, half}) {
        std::vector<std::string> words = setting_arguments(one);
        words.insert(words.begin(), {"train", "--print-config"});
        const ProgramResult printed = run_worker(words);
        EXPECT_EQ(printed.exit_code, 0) << printed.err;
        EXPECT_THAT(printed.out,
                    HasSubstr(one.delayed_scale() ? "\"delayed_scale\": true" : "\"precision\": \"BF16\""));
        EXPECT_THAT(printed.out,
                    HasSubstr(one.scaling() == run::DYNAMIC ? "\"scaling\": \"DYNAMIC\"" : "\"scaling\": \"NONE\""));
    }
}

TEST(CastsCommand, ATableOfOperationsAndRecipes) {
    const ProgramResult table = run_worker({"presets", "--casts"});
    EXPECT_EQ(table.exit_code, 0) << table.err;
    for (const CastsDescription& one : casts_descriptions()) {
        EXPECT_THAT(table.out, HasSubstr(std::string(one.recipe->title)));
        EXPECT_THAT(table.out, HasSubstr(std::string(one.recipe->source)));
        EXPECT_THAT(run_worker({"train", "--help"}).out, HasSubstr(std::string(one.recipe->source)));
    }
    const std::vector<std::string> lines = table.lines();
    const auto line = [&](const std::string& operation) {
        for (const std::string& one : lines)
            if (one.starts_with(operation)) return one;
        return std::string();
    };
    EXPECT_THAT(line("softmax"), HasSubstr("* 16 bits"));
    EXPECT_THAT(line("softmax"), HasSubstr("* infer: 16 bits"));
    EXPECT_THAT(line("optimizer"), testing::MatchesRegex("optimizer +FP32 .*\\* 16 bits.*\\* 16 bits *"));
    EXPECT_THAT(line("loss scale"), HasSubstr("Apex amp"));
    const ProgramResult json = run_worker({"presets", "--casts", "--json"});
    EXPECT_EQ(json.lines().size(), casts_descriptions().size());
    EXPECT_THAT(json.out, HasSubstr("\"operation\":\"layer norm\",\"cast\":\"16 bits\",\"differs\":true"));
}

TEST(CastsCommand, RacesOfCasts) {
    const std::string folder = ::testing::TempDir() + "races-of-casts";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const std::string library = folder + "/library.mantissa";
    const ProgramResult result = run_worker({"compare", "--runs", "fp32,apex-o2,torch-amp+mxnet,half+bf16", "--seeds",
                                             "1", "--device", MANTISSA_DEVICE, "--depth", "1", "--width", "8",
                                             "--steps", "12", "--loss-scale", "2^10", "--library", library});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("torch-amp+mxnet"));
    std::set<std::string> seen;
    const auto kept = Library::open(library, Access::read_only);
    for (const RunSummary& one : kept->runs()) {
        const run::RunConfig config = kept->details(one.run_id).started.config();
        seen.insert(summary_of(config));
        if (config.scaling() == run::DYNAMIC) {
            EXPECT_EQ(config.loss_scale(), 1024) << "as the flag has it";
        }
    }
    EXPECT_THAT(seen, testing::UnorderedElementsAre(
                          "FP32 · batch 64", "FP16 · casts as in Apex O2 · dynamic scale as Apex amp · batch 64",
                          "FP16 · casts as in torch.amp, changed · dynamic scale as MXNet · batch 64",
                          "BF16 · casts as in .half() · no scale · no master · batch 64"));
    const ProgramResult report =
        run_worker({"report", "--last", "4", "--library", library, "--format", "markdown", "--output", "-"});
    EXPECT_THAT(report.out, HasSubstr("| casts | scaler |")) << report.err;
    EXPECT_THAT(report.out, HasSubstr("| apex-o2 | apex-amp |"));
    const ProgramResult unknown = run_worker({"compare", "--runs", "fp32,caffe"});
    EXPECT_EQ(unknown.exit_code, 2);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mantissa
