// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker train` with weights from files and into them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/report/safetensors.h"
#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

const std::vector<std::string> tiny_flags = {
    "--depth", "1",         "--width", "8", "--batch", "32", "--eval-interval", "0", "--train-eval-images",
    "500",     "--library", "none"};

TEST(TrainWeights, ZeroStepsOnlyInitialisesAndWeightsGoOutAndIn) {
    const TemporaryFolder folder;
    const std::string file = folder / "initial.safetensors";
    const ProgramResult initial =
        run_worker(with({"train", "--json", "--steps", "0", "--seed", "3", "--export-weights", file}, tiny_flags));
    ASSERT_EQ(initial.exit_code, 0) << initial.err;
    EXPECT_EQ(last_line(initial).steps(), 0u);
    const auto tensors = read_safetensors(file);
    ASSERT_EQ(tensors.size(), 4u);
    EXPECT_EQ(tensors.at("fc1.weight").shape, (std::vector<std::int64_t>{8, 784}));
    EXPECT_EQ(tensors.at("fc2.bias").shape, (std::vector<std::int64_t>{10}));
    // uniform in ±1/sqrt(784) = ±1/28
    for (float w : tensors.at("fc1.weight").values) ASSERT_LE(std::abs(w), 1.0f / 28);

    const std::vector<std::string> five = {"train", "--json", "--steps", "5", "--no-shuffle"};
    const std::string drawn = last_line(run_worker(with(with(five, {"--seed", "3"}), tiny_flags))).weights_sha256();
    const std::string read =
        last_line(run_worker(with(with(five, {"--seed", "99", "--init-weights", file}), tiny_flags))).weights_sha256();
    EXPECT_EQ(drawn, read);
}

TEST(TrainWeights, WhatAWeightsFileHasTooMuchIsSaidAndNaNIsRefused) {
    const TemporaryFolder folder;
    const std::string file = folder / "initial.safetensors", more = folder / "more.safetensors",
                      spoiled = folder / "spoiled.safetensors", others = folder / "others.safetensors";
    ASSERT_EQ(run_worker(with({"train", "--steps", "0", "--export-weights", file}, tiny_flags)).exit_code, 0);
    std::vector<NamedTensor> tensors;
    for (const auto& [name, tensor] : read_safetensors(file)) tensors.push_back(tensor);
    tensors.push_back({"extra", {2}, {1, 2}});
    tensors.push_back({"bn.num_batches_tracked", {1}, {3}});
    write_safetensors(more, tensors);
    const auto begun_with = [](const std::string& weights) {
        return run_worker(with({"train", "--steps", "1", "--init-weights", weights}, tiny_flags));
    };
    const ProgramResult left = begun_with(more);
    EXPECT_EQ(left.exit_code, 0) << left.err;
    EXPECT_THAT(left.err, HasSubstr("left out 1 tensor that the network does not have: extra\n"));
    EXPECT_THAT(begun_with(file).err, ::testing::Not(HasSubstr("left out")));
    write_safetensors(others, {tensors.end() - 2, tensors.end()});
    const ProgramResult none = run_worker(with({"train", "--init-weights", others, "--init-partly"}, tiny_flags));
    EXPECT_EQ(none.exit_code, 5);
    EXPECT_THAT(none.err, HasSubstr("none of its tensors is of this network"));
    tensors.front().values[1] = std::numeric_limits<float>::quiet_NaN();
    write_safetensors(spoiled, tensors);
    const ProgramResult refused = begun_with(spoiled);
    EXPECT_EQ(refused.exit_code, 5);
    EXPECT_THAT(refused.err, HasSubstr("tensor \"" + tensors.front().name + "\" holds inf or NaN"));
}

TEST(TrainWeights, BeginsWithAPartOfAnothersWeights) {
    const TemporaryFolder folder;
    const std::string masked = folder / "masked.safetensors", tuned = folder / "tuned.safetensors";
    const std::vector<std::string> bert = {
        "train", "--model", "bert", "--blocks",        "1", "--token-width",       "8", "--heads",
        "2",     "--seed",  "3",    "--eval-interval", "0", "--train-eval-images", "1", "--library",
        "none",  "--steps", "0"};
    const ProgramResult first = run_worker(with(bert, {"--export-weights", masked}));
    ASSERT_EQ(first.exit_code, 0) << first.err << "a BERT fills in where no task is given";
    EXPECT_THAT(first.out + first.err, HasSubstr("tokens right"));
    std::vector<std::string> classify = with(bert, {"--task", "classify-text", "--init-weights", masked});
    classify[std::find(classify.begin(), classify.end(), "3") - classify.begin()] = "4";
    const ProgramResult whole = run_worker(classify);
    EXPECT_EQ(whole.exit_code, 5);
    EXPECT_THAT(whole.err, HasSubstr("there is no tensor \"head.weight\""));
    ASSERT_EQ(run_worker(with(classify, {"--init-partly", "--export-weights", tuned})).exit_code, 0);
    const auto before = read_safetensors(masked), after = read_safetensors(tuned);
    EXPECT_EQ(after.at("embed.weight").values, before.at("embed.weight").values);
    EXPECT_EQ(after.at("blocks.0.qkv.weight").values, before.at("blocks.0.qkv.weight").values);
    EXPECT_EQ(after.at("head.weight").shape, (std::vector<std::int64_t>{3, 8}));
}

}  // namespace
}  // namespace mantissa
