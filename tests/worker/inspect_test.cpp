// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker inspect` and `round`: somebody's own tensors and numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/tensor_files.h"
#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

TEST(Inspect, TellsTheWorstTensorFirstAndItsBestScale) {
    const TemporaryFolder folder;
    const std::string file = folder / "g.safetensors", array = folder / "extra.npy";
    // healthy; a quarter flushed by FP16 (2^-30) beside 2^-10; one beyond FP16
    std::ofstream(file, std::ios::binary) << safetensors_file(
        R"({"healthy":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
        R"("tiny":{"dtype":"F32","shape":[4],"data_offsets":[8,24]},"ids":{"dtype":"I64","shape":[1],"data_offsets":[24,32]}})",
        raw(std::vector<float>{1, -0.5f, 0x1p-30f, 0x1p-10f, 0x1p-10f, 0}) + "12345678");
    std::ofstream(array, std::ios::binary) << npy_file("<f8", "(1,)", raw(std::vector<double>{70000}));
    const ProgramResult told = run_worker({"inspect", file, array, "--formats", "fp16,bf16"});
    ASSERT_EQ(told.exit_code, 0) << told.err;
    EXPECT_THAT(told.out, HasSubstr("left out, no floating-point numbers: g.safetensors: ids (I64)"));
    EXPECT_THAT(told.out, HasSubstr("FP16 (2⁻²⁴ to 65504, zero at or below 2⁻²⁵): 2 of 3 tensors touched"));
    EXPECT_THAT(told.out, HasSubstr("BF16 (2⁻¹³³"));
    EXPECT_THAT(told.out, HasSubstr("nothing is flushed, subnormal or too large in 3 tensors"));
    const std::size_t worst = told.out.find("extra.npy: extra"), next = told.out.find("g.safetensors: tiny");
    ASSERT_NE(next, std::string::npos) << told.out;
    EXPECT_LT(worst, next) << "overflow comes first";
    EXPECT_THAT(told.out.substr(next), HasSubstr("2¹⁴ (2⁶ to 2²³)"));

    const ProgramResult json = run_worker({"inspect", file, array, "--json"});
    ASSERT_EQ(json.lines().size(), 3u) << json.err;
    const JsonObject first = json_object(json.lines()[0]), second = json_object(json.lines()[1]);
    EXPECT_EQ(first.at("tensor").string_value(), "extra");
    const auto& fp16 = second.at("formats").struct_value().fields().at("FP16").struct_value().fields();
    EXPECT_EQ(fp16.at("flushed").number_value(), 1);
    EXPECT_EQ(fp16.at("best_scale_low_log2").number_value(), 6);
    EXPECT_EQ(second.at("zero").number_value(), 1);
}

/// Two runs have a file of one name each: only their folders tell them apart.
TEST(Inspect, FilesOfOneNameAreToldApart) {
    const TemporaryFolder first, second;
    for (const TemporaryFolder* folder : {&first, &second})
        std::ofstream(*folder / "g.npy", std::ios::binary) << npy_file("<f4", "(1,)", raw(std::vector<float>{70000}));
    std::ofstream(second / "other.npy", std::ios::binary) << npy_file("<f4", "(1,)", raw(std::vector<float>{70000}));
    const std::vector<std::string> files{"inspect", first / "g.npy", second / "g.npy", second / "other.npy"};
    const ProgramResult told = run_worker(with(files, {"--formats", "fp16"}));
    ASSERT_EQ(told.exit_code, 0) << told.err;
    for (const TemporaryFolder* folder : {&first, &second})
        EXPECT_THAT(told.out, HasSubstr("  " + (*folder / "g.npy") + ": g "));
    EXPECT_THAT(told.out, HasSubstr("  other.npy: other ")) << "a name of its own needs no folder";
    const std::vector<std::string> lines = run_worker(with(files, {"--json"})).lines();
    ASSERT_EQ(lines.size(), 3u);
    std::vector<std::string> named;
    for (const std::string& line : lines) named.push_back(json_object(line).at("file").string_value());
    EXPECT_THAT(named, testing::UnorderedElementsAre(first / "g.npy", second / "g.npy", "other.npy"));
}

TEST(Inspect, ADamagedFileIsNamedAndTheOthersAreRead) {
    const TemporaryFolder folder;
    std::ofstream(folder / "bad.npz") << "PK\x03\x04 no more";
    std::ofstream(folder / "good.npy", std::ios::binary) << npy_file("<f4", "(1,)", raw(std::vector<float>{1}));
    const ProgramResult result = run_worker({"inspect", folder / "bad.npz", folder / "good.npy", "--json"});
    EXPECT_EQ(result.exit_code, 5);
    EXPECT_THAT(result.err, HasSubstr("bad.npz"));
    EXPECT_EQ(result.lines().size(), 1u);
    EXPECT_EQ(run_worker({"inspect", folder / "absent"}).exit_code, 5);
    const ProgramResult format = run_worker({"inspect", folder / "good.npy", "--formats", "fp17"});
    EXPECT_EQ(format.exit_code, 2);
    EXPECT_THAT(format.err, HasSubstr("--formats"));
}

TEST(Round, PrintsBitsValueErrorAndNeighbours) {
    const ProgramResult result = run_worker({"round", "0.1", "--precision", "fp16"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    for (const char* text : {"0 01011 1001100110  0x2e66", "0.0999755859375  (normal)", "-0.0244 % of it, -0.4 ulp",
                             "0.09991455078125", "0.10003662109375"})
        EXPECT_THAT(result.out, HasSubstr(text));
    const auto value = [](const std::string& number, const std::vector<std::string>& format) {
        std::vector<std::string> arguments{"round", number, "--json", "--precision"};
        arguments.insert(arguments.end(), format.begin(), format.end());
        return json_object(run_worker(arguments).out);
    };
    EXPECT_EQ(value("2^-25", {"fp16"}).at("what").string_value(), "flushed to zero");
    EXPECT_EQ(value("2^-24", {"fp16"}).at("what").string_value(), "subnormal, 1 of 11 bits");
    EXPECT_EQ(value("65520", {"fp16"}).at("value").string_value(), "Infinity");
    EXPECT_EQ(value("65519", {"fp16"}).at("value").number_value(), 65504);
    EXPECT_EQ(value("-3.2", {"E4M3"}).at("value").number_value(), -3.25);
    EXPECT_EQ(value("3.2", {"custom", "--exponent-bits", "4", "--fraction-bits", "3"}).at("hex").string_value(),
              "0x45");
    // A list with commas is one word: a number behind it is a number, and -- ends the options.
    EXPECT_THAT(run_worker({"round", "--precision", "fp16,bf16", "0.1"}).out, HasSubstr("0.1 in BF16"));
    EXPECT_THAT(run_worker({"round", "--precision", "E4M3", "--", "-inf", "-.5"}).out, HasSubstr("-.5 in E4M3"));
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"round", "abc"},
                                                  {"round", "1", "--precision", "fp17"},
                                                  {"round", "1", "--exponent-bits", "4"},
                                                  {"round", "1", "--precision", "custom"}})
        EXPECT_EQ(run_worker(wrong).exit_code, 2);
}

/// A format without infinities ends with a number: it is not its own neighbour. One with infinities goes on to them.
TEST(Round, TheLargestNumberOfAFormatHasNothingAbove) {
    const ProgramResult last = run_worker({"round", "448", "--precision", "E4M3FN"});
    ASSERT_EQ(last.exit_code, 0) << last.err;
    EXPECT_THAT(last.out, HasSubstr("  above   none: it is the last of the format\n"));
    EXPECT_THAT(last.out, HasSubstr("  below   416  "));
    const ProgramResult least = run_worker({"round", "--precision", "E4M3FN", "--", "-448"});
    EXPECT_THAT(least.out, HasSubstr("  below   none: it is the last of the format\n"));
    const JsonObject json = json_object(run_worker({"round", "448", "--json", "--precision", "E4M3FN"}).out);
    EXPECT_TRUE(json.at("above").has_null_value());
    EXPECT_EQ(json.at("below").number_value(), 416);
    EXPECT_THAT(run_worker({"round", "65504", "--precision", "fp16"}).out, HasSubstr("  above   inf"));
}

/// What FP64 cannot hold is too small or too large for every format, and neither 0 nor infinite.
TEST(Round, NumbersThatFp64CannotHold) {
    const auto what = [](const std::string& number) {
        const ProgramResult result = run_worker({"round", number, "--json", "--precision", "bf16"});
        return json_object(result.out).at("what").string_value();
    };
    for (const char* small : {"1e-400", "2^-1080", "2^-99999999999", "0x1p-2000", "-1e-400"})
        EXPECT_EQ(what(small), "flushed to zero") << small;
    for (const char* large : {"1e400", "2^1080", "2^99999999999", "0x1p2000", "-1e400"})
        EXPECT_EQ(what(large), "overflow") << large;
    EXPECT_EQ(what("inf"), "infinite");
    EXPECT_EQ(what("0e-400"), "zero");
}

TEST(Round, TakesAColumnFromTheStandardInput) {
    const ProgramResult result =
        run_worker_reading("0.1\n\n 1e-8,\n70000\n", {"round", "--precision", "fp16,bf16", "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    ASSERT_EQ(result.lines().size(), 6u);
    EXPECT_EQ(json_object(result.lines()[4]).at("what").string_value(), "overflow");
    EXPECT_EQ(json_object(result.lines()[5]).at("value").number_value(), 70144);
    const ProgramResult wrong = run_worker_reading("0.1\n\nx\n", {"round"});
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_THAT(wrong.err, HasSubstr("the standard input, line 3: \"x\" is not a number"));
}

}  // namespace
}  // namespace mantissa
