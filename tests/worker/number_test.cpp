// SPDX-License-Identifier: Apache-2.0
// What is printed where a number is none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Initial weights that FP16 cannot multiply: infinity less infinity is a NaN whose sign bit is set.
std::vector<std::string> lost(const std::string& model, const std::string& task) {
    return {"train",
            "--model",
            model,
            "--task",
            task,
            "--width",
            "64",
            "--steps",
            "4",
            "--batch",
            "16",
            "--lr",
            "1000",
            "--optimizer",
            "sgd",
            "--precision",
            "fp16",
            "--scaling",
            "none",
            "--init-scale",
            "1000",
            "--eval-interval",
            "0",
            "--library",
            "none",
            "--device",
            MANTISSA_DEVICE,
            "--train-eval-images",
            "100"};
}

TEST(Numbers, NaNHasNoSign) {
    for (const auto& [model, task, text] :
         {std::tuple{"mlp", "classify", "(loss nan)"}, std::tuple{"autoencoder", "reconstruct", "test PSNR nan dB"},
          std::tuple{"regression", "regress", "test R² nan"}}) {
        const ProgramResult result = run_worker(lost(model, task));
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_THAT(result.out, HasSubstr(text));
        EXPECT_THAT(result.out, Not(HasSubstr("-nan")));
    }
}

TEST(Numbers, BeyondFp64AreSaidToBe) {
    for (const char* small : {"1e-400", "-2^-2000"})
        EXPECT_THAT(run_worker({"round", small}).out, HasSubstr("too small for FP64: its smallest number, 2^-1074, was "
                                                                "rounded instead"))
            << small;
    for (const char* large : {"1e400", "2^1024"})
        EXPECT_THAT(run_worker({"round", "--json", large}).out,
                    HasSubstr("\"note\":\"too large for FP64: its largest number, about 1.8e308, was rounded"))
            << large;
    for (const char* fits : {"2^-1074", "2^1023", "1e-320", "inf", "0"})
        EXPECT_THAT(run_worker({"round", fits}).out, Not(HasSubstr("for FP64"))) << fits;
}

/// The line for scripts says what the text says.
TEST(Numbers, WhatAFormatHoldsHasNoErrorInEitherForm) {
    for (const char* exact : {"0", "-0", "inf", "1.5", "2^-24"}) {
        EXPECT_THAT(run_worker({"round", exact, "--precision", "fp16"}).out,
                    HasSubstr("error   0: it is a number of this format"))
            << exact;
        EXPECT_THAT(run_worker({"round", "--json", exact, "--precision", "fp16"}).out,
                    HasSubstr("\"error\":0,\"relative_error\":0,\"error_ulp\":0,"))
            << exact;
    }
}

TEST(Numbers, AWrongFormatIsToldWhatIsTaken) {
    const auto error = [](const std::vector<std::string>& command) { return run_worker(command).err; };
    const std::string sums = error({"train", "--rank-format", "fp12"});
    EXPECT_THAT(sums, HasSubstr("--rank-format: \"fp12\" is not a choice (one of fp32, fp16, bf16, custom)"));
    EXPECT_THAT(error({"train", "--layer-override", "fc1=fp12"}), HasSubstr("(one of fp32, tf32, fp16, bf16, custom)"));
    const std::string runs = error({"compare", "--runs", "fp32,fp12"});
    for (const char* taken : {"pytorch-default", "apex-o2", "mxfp8", "control"})
        EXPECT_THAT(runs, HasSubstr(taken)) << "compare --runs takes it";
    EXPECT_THAT(run_worker({"train", "--help"}).out, HasSubstr("--rank-format fp32|fp16|bf16|custom=fp32"));
}

}  // namespace
}  // namespace mantissa
