// SPDX-License-Identifier: Apache-2.0
// What is printed where a number is none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A learning rate that no network survives: its losses are infinity less infinity, a NaN whose sign bit is set.
std::vector<std::string> lost(const std::string& model, const std::string& task) {
    return {"train", "--model",         model,  "--task",      task,           "--width",
            "8",     "--steps",         "4",    "--batch",     "16",           "--lr",
            "1e30",  "--eval-interval", "0",    "--optimizer", "sgd",          "--train-eval-images",
            "100",   "--library",       "none", "--device",    MANTISSA_DEVICE};
}

TEST(Numbers, NaNHasNoSign) {
    for (const auto& [model, task, text] :
         {std::tuple{"mlp", "classify", "(loss nan)"}, std::tuple{"autoencoder", "reconstruct", "test PSNR nan dB"},
          std::tuple{"regression", "regress", "test RMSE nan"}}) {
        const ProgramResult result = run_worker(lost(model, task));
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_THAT(result.out, HasSubstr(text));
        EXPECT_THAT(result.out, Not(HasSubstr("-nan")));
    }
}

}  // namespace
}  // namespace mantissa
