// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker bench` as a program: its cases, its fields and what it refuses. How fast anything is, is not tested.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <tuple>

#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Cases of a few milliseconds, on one thread: two of them would wait for each other where tests run side by side.
ProgramResult bench(std::vector<std::string> more) {
    more.insert(more.begin(), {"bench", "--device", MANTISSA_DEVICE, "--threads", "1", "--seconds", "0.01"});
    return run_worker(more);
}

// The first three and img_per_s are the fields of PyTorch's bench (tests/bench/against_pytorch reads both).
const std::set<std::string> fields = {"model", "batch", "mode", "monitored", "emulated", "img_per_s", "step_ms"};

TEST(BenchCommand, OneLineACaseWithTheFieldsOfThePeer) {
    const ProgramResult result = bench({"--models", "mlp,cnn", "--batches", "1,2", "--modes", "fp32,tf32", "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    std::vector<std::tuple<std::string, double, std::string>> cases;
    for (const std::string& line : result.lines()) {
        JsonObject row = json_object(line);
        ASSERT_EQ(names_of(row), fields) << line;
        cases.emplace_back(row["model"].string_value(), row["batch"].number_value(), row["mode"].string_value());
        EXPECT_EQ(row["monitored"].string_value(), "off");
        EXPECT_EQ(row["emulated"].bool_value(), row["mode"].string_value() == "tf32") << "a processor has no TF32";
        EXPECT_EQ(row["img_per_s"].has_null_value(), row["emulated"].bool_value())
            << "no claim about an emulated format";
        EXPECT_EQ(row["img_per_s"].number_value() > 0, !row["emulated"].bool_value());
        EXPECT_GT(row["step_ms"].number_value(), 0);
    }
    const std::vector<std::tuple<std::string, double, std::string>> expected = {
        {"mlp", 1, "fp32"}, {"mlp", 1, "tf32"}, {"mlp", 2, "fp32"}, {"mlp", 2, "tf32"},
        {"cnn", 1, "fp32"}, {"cnn", 1, "tf32"}, {"cnn", 2, "fp32"}, {"cnn", 2, "tf32"}};
    EXPECT_EQ(cases, expected);
}

TEST(BenchCommand, MonitoredAddsWhatWatchingKeeps) {
    const ProgramResult result =
        bench({"--models", "mlp", "--batches", "1", "--modes", "fp16", "--monitored", "--interval", "3", "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const std::vector<std::string> lines = result.lines();
    ASSERT_EQ(lines.size(), 3u) << result.out;
    JsonObject off = json_object(lines[0]);
    EXPECT_EQ(names_of(off), fields);
    EXPECT_EQ(off["monitored"].string_value(), "off");
    std::set<std::string> watched_fields = fields;
    watched_fields.insert({"interval", "unmonitored_img_per_s", "kept"});
    for (const int i : {1, 2}) {
        JsonObject watched = json_object(lines[static_cast<std::size_t>(i)]);
        EXPECT_EQ(names_of(watched), watched_fields);
        EXPECT_EQ(watched["monitored"].string_value(), i == 1 ? "histograms" : "shadow");
        EXPECT_EQ(watched["interval"].number_value(), 3);
        const bool emulated = watched["emulated"].bool_value();  // some processors have FP16
        EXPECT_EQ(watched["img_per_s"].number_value() > 0, !emulated);
        EXPECT_EQ(watched["unmonitored_img_per_s"].number_value() > 0, !emulated);
        EXPECT_GT(watched["kept"].number_value(), 0);
    }
}

TEST(BenchCommand, ANetworkOfAFileIsMeasuredAsTheOthers) {
    const TemporaryFolder folder;
    const std::string digits = folder / "my \"net\".json", pixels = folder / "pixels.json", none = folder / "none.json";
    std::ofstream(digits) << R"({"name": "a", "operations": [{"op": "linear", "name": "l", "out": 10}]})";
    std::ofstream(pixels) << R"({"name": "b", "operations": [{"op": "conv2d", "name": "c", "out": 11}]})";
    std::ofstream(none) << R"({"name": "c", "operations": [{"op": "linear", "name": "l", "out": 17}]})";
    for (const std::string& file : {digits, pixels}) {
        const ProgramResult one = bench({"--models", file, "--batches", "2", "--modes", "fp32", "--json"});
        ASSERT_EQ(one.exit_code, 0) << one.err;
        ASSERT_EQ(one.lines().size(), 1u) << one.out;
        JsonObject row = json_object(one.lines()[0]);
        EXPECT_EQ(row["model"].string_value(), file);
        EXPECT_GT(row["img_per_s"].number_value(), 0);
    }
    const ProgramResult refused = bench({"--models", none});
    EXPECT_NE(refused.exit_code, 0);
    EXPECT_EQ(refused.out, "");
    EXPECT_THAT(refused.err, HasSubstr("17"));
}

TEST(BenchCommand, WithoutJsonATableAndByKernelWhereTheTimeGoes) {
    const ProgramResult plain = bench({"--models", "sigmoid-mlp", "--batches", "2", "--modes", "fp32,tf32"});
    ASSERT_EQ(plain.exit_code, 0) << plain.err;
    ASSERT_EQ(plain.lines().size(), 3u) << plain.out;
    EXPECT_THAT(plain.lines()[0], AllOf(HasSubstr("model"), HasSubstr("batch"), HasSubstr("images/s")));
    EXPECT_THAT(plain.lines()[1], AllOf(HasSubstr("sigmoid-mlp"), HasSubstr("fp32"), Not(HasSubstr("emulated"))));
    EXPECT_THAT(plain.lines()[2],
                AllOf(HasSubstr("tf32"), testing::ContainsRegex("off +emulated  [0-9.]+ ms a step here")));

    const ProgramResult kernels = bench({"--models", "mlp", "--batches", "2", "--modes", "fp32", "--kernels"});
    ASSERT_EQ(kernels.exit_code, 0) << kernels.err;
    for (const char* kernel : {"linear_forward", "linear_backward_weights", "softmax_loss", "update_parameters"})
        EXPECT_THAT(kernels.out, HasSubstr(kernel));
    EXPECT_THAT(kernels.out, AllOf(HasSubstr("us a call"), HasSubstr("GFLOP/s"), HasSubstr("GB/s")));
}

/// Operation and mode of each line of `bench --products --json` with the modes bf16,fp32, whose fields are checked.
std::vector<std::pair<std::string, std::string>> products(std::vector<std::string> more) {
    more.insert(more.begin(), {"--products", "--modes", "bf16,fp32", "--json"});  // FP32 comes first all the same
    const ProgramResult result = bench(more);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::vector<std::pair<std::string, std::string>> rows;
    std::size_t probes = 0;
    for (const std::string& line : result.lines()) {
        JsonObject row = json_object(line);
        if (row.contains("rounding")) {  // how the units round by themselves comes last
            ++probes;
            EXPECT_THAT(names_of(row), testing::IsSupersetOf({"rounding", "sums"}));
            continue;
        }
        EXPECT_EQ(probes, 0u);
        EXPECT_EQ(names_of(row), (std::set<std::string>{"operation", "mode", "emulated", "gflops", "relative"}))
            << line;
        rows.emplace_back(row["operation"].string_value(), row["mode"].string_value());
        EXPECT_GT(row["gflops"].number_value(), 0);
        if (row["mode"].string_value() == "fp32")
            EXPECT_EQ(row["relative"].number_value(), 1);
        else
            EXPECT_EQ(row["relative"].number_value() > 0, !row["emulated"].bool_value());
    }
    EXPECT_GE(probes, 1u);
    return rows;
}

/// Those lines for these operations.
std::vector<std::pair<std::string, std::string>> in_both_modes(const std::vector<std::string>& operations) {
    std::vector<std::pair<std::string, std::string>> rows;
    for (const std::string& operation : operations)
        for (const char* mode : {"fp32", "bf16"}) rows.emplace_back(operation, mode);
    return rows;
}

TEST(BenchCommand, ProductsAreRelativeToFp32WhetherThatWasAskedForOrNot) {
    if (std::string(MANTISSA_DEVICE) == "reference")
        GTEST_SKIP() << "this worker has no oneDNN, and its plain loops take minutes for products of this size";
    EXPECT_EQ(products({}),  // multiples of 8, and one less
              in_both_modes({"product 1024x1024x1024", "product 1023x1023x1023", "convolution 64x14x14, 64 to 64",
                             "convolution 64x14x14, 63 to 63"}));
}

TEST(BenchCommand, ProductsAreOfTheSizesThatAreAskedFor) {
    EXPECT_EQ(products({"--sizes", "3x4x5,2x6x1x3"}), in_both_modes({"product 3x4x5", "convolution 2x6x6, 1 to 3"}));
}

TEST(BenchCommand, WhatItCannotMeasureIsNamedWithWhatWasExpected) {
    struct Case {
        std::vector<std::string> arguments;
        std::vector<std::string> texts;
    };
    for (const Case& c :
         {Case{{"--models", "mlp,perceptron"},
               {"--models", "perceptron",
                "mlp, sigmoid-mlp, cnn, tutorial, transformer, gpt, resnet, unet, or the file"}},
          Case{{"--modes", "fp32,fp12"}, {"--modes", "fp12", "fp32, tf32, fp16, bf16"}},
          Case{{"--batches", "0"}, {"--batches", "1 to 65536"}},
          Case{{"--batches", "65537"}, {"--batches", "65537", "1 to 65536"}},
          Case{{"--batches", "many"}, {"--batches", "many", "1 to 65536"}},
          Case{{"--seconds", "0"}, {"seconds", "0.01 to 60"}},
          Case{{"--products", "--sizes", "8x8x8,8x8"}, {"--sizes", "\"8x8\"", "as 1024x1024x1024", "as 64x14x64x64"}},
          Case{{"--products", "--sizes", "8x8x8x"}, {"--sizes", "\"8x8x8x\""}},
          Case{{"--products", "--sizes", "8x0x8"}, {"--sizes", "\"8x0x8\""}},
          Case{{"--products", "--sizes", "8x70000x8"}, {"--sizes", "\"8x70000x8\""}},
          Case{{"--products", "--sizes", "8x8x8,8x300x8x8"}, {"--sizes", "\"8x300x8x8\"", "the side to 256"}},
          Case{{"--products", "--sizes", "8xax8"}, {"--sizes", "\"8xax8\""}},
          Case{{"--sizes", "8x8x8"}, {"--sizes", "--products"}},
          Case{{"--device", "abacus"}, {"device", "abacus", "reference"}}}) {
        std::vector<std::string> arguments = {"bench", "--json"};
        if (c.arguments.front() != "--device") arguments.insert(arguments.end(), {"--device", MANTISSA_DEVICE});
        arguments.insert(arguments.end(), c.arguments.begin(), c.arguments.end());
        const ProgramResult result = run_worker(arguments);
        EXPECT_EQ(result.exit_code, 2) << result.err;
        EXPECT_EQ(result.out, "") << "it measured something";
        for (const std::string& text : c.texts) EXPECT_THAT(result.err, HasSubstr(text));
    }
}

}  // namespace
}  // namespace mantissa
