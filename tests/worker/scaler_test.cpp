// SPDX-License-Identifier: Apache-2.0
// Other frameworks' loss scalers by hand: chosen, listed, raced, and a run that one of them ends; block formats of
// `round`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/report/repeat_command.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"
#include "engine/store/library.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> training(const std::vector<std::string>& more) {
    std::vector<std::string> all{
        "train",   "--device", MANTISSA_DEVICE,   "--depth", "1",         "--width", "8",
        "--batch", "32",       "--eval-interval", "0",       "--library", "none",    "--train-eval-images",
        "500"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

TEST(ScalerCommand, ARecipeSetsItsSwitchesAndFlagsChangeThem) {
    const ProgramResult printed =
        run_worker(training({"--growth-interval", "7", "--scaler", "deepspeed", "--print-config"}));  // in any order
    EXPECT_EQ(printed.exit_code, 0) << printed.err;
    for (const char* line : {"\"scaler\": \"SCALER_DEEPSPEED\"", "\"scaling\": \"DYNAMIC\"", "\"growth_interval\": 7",
                             "\"hysteresis\": 2", "\"floor_rule\": \"FLOOR_ENDS_AT\"", "\"min_scale\": 1"})
        EXPECT_THAT(printed.out, HasSubstr(line));
    const ProgramResult unknown = run_worker(training({"--scaler", "caffe"}));
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("one of pytorch, apex-amp"));
    const ProgramResult range = run_worker(training({"--scaler", "deepspeed", "--hysteresis", "0"}));
    EXPECT_EQ(range.exit_code, 2);
    EXPECT_THAT(range.err, HasSubstr("--hysteresis"));
}

TEST(ScalerCommand, TheCommandThatRepeatsItNamesIt) {
    run::RunConfig config = complete(settings_of(run::SCALER_MXNET));
    config.set_growth_interval(2000);
    config.set_max_scale(0);
    const std::vector<std::string> words = repeat_words(config);
    EXPECT_THAT(words, testing::IsSupersetOf({"--scaler", "mxnet", "--max-scale", "0"}));
    EXPECT_THAT(words, Not(testing::Contains("--delayed-scale")));
    EXPECT_THAT(repeat_words(complete(run::RunConfig())), Not(testing::Contains("--scaler")));
}

TEST(ScalerCommand, DeepSpeedsFloorEndsTheRunWithAnError) {
    const ProgramResult result = run_worker(training({"--precision", "fp16", "--scaler", "deepspeed", "--loss-scale",
                                                      "2", "--init-scale", "1000000", "--steps", "20", "--json"}));
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_THAT(result.err, HasSubstr("the loss scale is 1, its floor is 1"));
    EXPECT_THAT(result.out, HasSubstr("that hysteresis waits for"));
    EXPECT_THAT(result.out, HasSubstr("\"outcome\":\"FAILED\""));

    // The library has all of it, its end too.
    const std::string folder = ::testing::TempDir() + "failed-run";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const std::string library = folder + "/library.mantissa";
    const ProgramResult kept = run_worker({"train",
                                           "--device",
                                           MANTISSA_DEVICE,
                                           "--depth",
                                           "1",
                                           "--width",
                                           "8",
                                           "--batch",
                                           "32",
                                           "--eval-interval",
                                           "0",
                                           "--precision",
                                           "fp16",
                                           "--scaler",
                                           "deepspeed",
                                           "--loss-scale",
                                           "2",
                                           "--init-scale",
                                           "1000000",
                                           "--steps",
                                           "20",
                                           "--library",
                                           library});
    EXPECT_EQ(kept.exit_code, 1) << kept.err;
    const auto runs = Library::open(library, Access::read_only)->runs();
    ASSERT_EQ(runs.size(), 1u);
    EXPECT_EQ(runs[0].outcome, run::RunFinished::FAILED);
    EXPECT_GT(runs[0].steps, 0u);
    std::filesystem::remove_all(folder);
}

TEST(ScalerCommand, ScalersAreListedAndExplained) {
    const ProgramResult listed = run_worker({"presets", "--scalers", "--json"});
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    EXPECT_EQ(listed.lines().size(), scaler_recipes().size());
    EXPECT_THAT(listed.out, HasSubstr("\"name\":\"mxnet\""));
    const ProgramResult help = run_worker({"train", "--help"});
    for (const ScalerRecipe& recipe : scaler_recipes()) {
        EXPECT_THAT(listed.out, HasSubstr(recipe.source));
        EXPECT_THAT(help.out, HasSubstr(recipe.source));
    }
}

TEST(ScalerCommand, RacesOfScalers) {
    const ProgramResult result =
        run_worker({"compare", "--runs", "fp32,fp16+pytorch,fp16+mxnet", "--seeds", "1", "--device", MANTISSA_DEVICE,
                    "--depth", "1", "--width", "8", "--steps", "12", "--loss-scale", "2^20", "--library", "none"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("fp16+mxnet"));
    const ProgramResult unknown = run_worker({"compare", "--runs", "fp32,fp16+caffe"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("dynamic, pytorch"));
}

TEST(RoundCommand, FormatsWithoutInfinityAndBlocks) {
    const ProgramResult alone = run_worker({"round", "500", "--precision", "e4m3fn"});
    EXPECT_EQ(alone.exit_code, 0) << alone.err;
    EXPECT_THAT(alone.out, HasSubstr("overflow: NaN"));
    const ProgramResult saturated = run_worker({"round", "500", "--precision", "e4m3fn", "--saturate"});
    EXPECT_THAT(saturated.out, HasSubstr("448"));
    EXPECT_THAT(saturated.out, HasSubstr("saturated"));
    const ProgramResult block = run_worker({"round", "7", "0.05", "--block", "mxfp4-ocp"});
    EXPECT_EQ(block.exit_code, 0) << block.err;
    EXPECT_THAT(block.out, HasSubstr("scale 1 (E8M0 0x7f)"));
    EXPECT_THAT(block.out, HasSubstr("clipped"));
    EXPECT_THAT(block.out, HasSubstr("flushed to zero"));
    const ProgramResult unknown = run_worker({"round", "7", "--block", "mxfp5"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("one of mxfp8"));
    const ProgramResult several = run_worker({"round", "--block", "nvfp4"});
    EXPECT_EQ(several.exit_code, 2);
    EXPECT_THAT(several.err, HasSubstr("1 to 16 numbers"));
}

}  // namespace
}  // namespace mantissa
