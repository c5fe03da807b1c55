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
          std::tuple{"regression", "regress", "test R² nan %"}}) {
        const ProgramResult result = run_worker(lost(model, task));
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_THAT(result.out, HasSubstr(text));
        EXPECT_THAT(result.out, Not(HasSubstr("-nan")));
    }
}

}  // namespace
}  // namespace mantissa
