// SPDX-License-Identifier: Apache-2.0
// Operands in eight or fewer bits by hand: chosen, listed, raced, told of in a report, and refused where they cannot
// run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "engine/report/repeat_command.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"
#include "engine/store/library.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

ProgramResult printed(const std::vector<std::string>& flags) {
    std::vector<std::string> all{"train", "--print-config"};
    all.insert(all.end(), flags.begin(), flags.end());
    return run_worker(all);
}

TEST(OperandsCommand, ARecipeSetsTheRestToBF16AndFlagsChangeThat) {
    const ProgramResult delayed = printed({"--operand-recipe", "fp8-delayed"});
    EXPECT_EQ(delayed.exit_code, 0) << delayed.err;
    for (const char* line : {"\"precision\": \"BF16\"", "\"operand_recipe\": \"OPERANDS_FP8_DELAYED\"",
                             "\"scaling\": \"NONE\"", "\"master_weights\": true"})
        EXPECT_THAT(delayed.out, HasSubstr(line));
    EXPECT_THAT(printed({"--precision", "fp32", "--operand-recipe", "mxfp4"}).out,
                HasSubstr("\"precision\": \"FP32\""));
    const ProgramResult unknown = printed({"--operand-recipe", "mxfp3"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("one of none, fp8-unscaled"));
}

TEST(OperandsCommand, WhatCannotRunSaysWhy) {
    const ProgramResult card = printed({"--operand-recipe", "nvfp4", "--device", "cuda"});
    EXPECT_EQ(card.exit_code, 2);
    EXPECT_THAT(card.err, HasSubstr("emulated on the processor only"));
    EXPECT_THAT(card.err, HasSubstr("device cpu or reference"));
    const ProgramResult devices = printed(
        {"--operand-recipe", "nvfp4", "--precision", "fp32", "--optimizer", "phase-change", "--scaling", "none"});
    EXPECT_EQ(devices.exit_code, 2);
    EXPECT_THAT(devices.err, HasSubstr("none: products are the devices'"));
}

TEST(OperandsCommand, EachIsOneSentenceWithItsSource) {
    const ProgramResult list = run_worker({"presets", "--operands"}), help = run_worker({"train", "--help"});
    EXPECT_EQ(list.exit_code, 0) << list.err;
    EXPECT_EQ(operands_descriptions().size(), operand_recipes().size());
    for (const OperandsDescription& one : operands_descriptions()) {
        ASSERT_NE(one.recipe, nullptr);
        EXPECT_EQ(flag_name(*run::Operands_descriptor()->FindValueByNumber(one.operands)), one.recipe->name);
        for (const std::string& out : {list.out, help.out}) {
            EXPECT_THAT(out, HasSubstr(std::string(one.recipe->name)));
            EXPECT_THAT(out, HasSubstr(std::string(one.recipe->source)));
        }
    }
    EXPECT_EQ(run_worker({"presets", "--operands", "--json"}).lines().size(), operands_descriptions().size());
}

TEST(OperandsCommand, TheCommandThatRepeatsItNamesIt) {
    run::RunConfig config = complete(settings_of(run::OPERANDS_FP8_DELAYED));
    EXPECT_THAT(repeat_words(config), testing::AllOf(testing::IsSupersetOf({"--operand-recipe", "fp8-delayed"}),
                                                     Not(testing::Contains("--precision"))));
    config.set_precision(run::FP32);
    EXPECT_THAT(repeat_words(config),
                testing::IsSupersetOf({"--operand-recipe", "fp8-delayed", "--precision", "fp32"}));
    EXPECT_EQ(summary_of(complete(settings_of(run::OPERANDS_NVFP4))), "BF16 · operands in NVFP4 · batch 64");
}

TEST(OperandsCommand, RacesAndReports) {
    const std::string folder = ::testing::TempDir() + "operands";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const std::string library = folder + "/library.mantissa";
    const ProgramResult result = run_worker({"compare", "--runs", "fp32,fp8-delayed,nvfp4", "--seeds", "1", "--device",
                                             MANTISSA_DEVICE, "--depth", "1", "--width", "16", "--steps", "7",
                                             "--histogram-interval", "3", "--library", library});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::set<std::string> seen;
    const auto kept = Library::open(library, Access::read_only);
    for (const RunSummary& one : kept->runs()) seen.insert(summary_of(kept->details(one.run_id).started.config()));
    EXPECT_THAT(seen,
                testing::UnorderedElementsAre("FP32 · batch 64", "BF16 · operands in FP8, delayed scaling · batch 64",
                                              "BF16 · operands in NVFP4 · batch 64"));
    const ProgramResult report =
        run_worker({"report", "--last", "3", "--library", library, "--format", "html", "--output", "-"});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    for (const char* text : {"What quantising did to each operand", "Blocks with clipped", "Scale too large by",
                             "quantised input", "E2M1FN", "FP8, delayed scaling: quantised and read back in FP32"})
        EXPECT_THAT(report.out, HasSubstr(text));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mantissa
