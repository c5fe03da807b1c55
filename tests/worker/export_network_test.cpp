// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker export-network`: of a run that has ended it writes what `train` wrote at that run's end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class ExportNetwork : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return folder_ / name; }
    /// Trains with all three files of its network and returns the run's id; they are called `name`.
    std::string train(const std::string& name, const std::vector<std::string>& flags) {
        const ProgramResult result = run_worker(with({"train",
                                                      "--json",
                                                      "--steps",
                                                      "7",
                                                      "--batch",
                                                      "32",
                                                      "--eval-interval",
                                                      "0",
                                                      "--train-eval-images",
                                                      "100",
                                                      "--library",
                                                      "none",
                                                      "--checkpoint-folder",
                                                      path("state"),
                                                      "--export-weights",
                                                      path(name + ".safetensors"),
                                                      "--export-onnx",
                                                      path(name + ".onnx"),
                                                      "--export-pytorch",
                                                      path(name + ".py")},
                                                     flags));
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return json_object(result.lines().back()).at("run_id").string_value();
    }
    ProgramResult export_network(const std::vector<std::string>& arguments) {
        return run_worker(with({"export-network", "--checkpoint-folder", path("state")}, arguments));
    }
    /// Each file is the same, byte for byte.
    void expect_same(const std::string& one, const std::string& other) {
        for (const char* suffix : {".safetensors", ".onnx", ".py"}) {
            EXPECT_THAT(content(path(one + suffix)), Not(IsEmpty())) << suffix;
            EXPECT_TRUE(content(path(one + suffix)) == content(path(other + suffix))) << suffix;
        }
    }

    TemporaryFolder folder_;
};

TEST_F(ExportNetwork, WritesWhatTrainWroteAtTheEnd) {
    // With moments, and with state that no optimizer changes.
    for (const std::vector<std::string>& flags :
         {std::vector<std::string>{"--depth", "1", "--width", "8"},
          std::vector<std::string>{"--model", "resnet", "--precision", "bf16", "--optimizer", "sgd"}}) {
        const std::string run = train("trained", flags);
        const ProgramResult result = export_network({run, "--weights", path("again.safetensors"), "--onnx",
                                                     path("again.onnx"), "--pytorch", path("again.py"), "--force"});
        ASSERT_EQ(result.exit_code, 0) << result.err;
        EXPECT_EQ(result.out, "run " + run + " after step 7: " + path("again.safetensors") + ", " + path("again.onnx") +
                                  ", " + path("again.py") + "\n");
        expect_same("trained", "again");
        std::filesystem::remove(path("trained.safetensors"));
        std::filesystem::remove(path("trained.onnx"));
        std::filesystem::remove(path("trained.py"));
    }
}

/// Nobody resumes a run that has ended: what is kept of it is not among what is resumed.
TEST_F(ExportNetwork, WhatIsKeptOfAnEndIsNoCheckpointToResume) {
    const std::string run = train("trained", {"--depth", "1", "--width", "8"});
    const ProgramResult resumed = run_worker({"train", "--resume", run, "--checkpoint-folder", path("state")});
    EXPECT_EQ(resumed.exit_code, 2);
    EXPECT_THAT(resumed.err, HasSubstr("there is no checkpoint of run " + run));
}

TEST_F(ExportNetwork, SaysWhatIsMissing) {
    const std::string run = train("trained", {"--depth", "1", "--width", "8"});
    const ProgramResult nothing = export_network({run});
    EXPECT_EQ(nothing.exit_code, 2);
    EXPECT_THAT(nothing.err, HasSubstr("no file to write was named"));
    const ProgramResult there = export_network({run, "--weights", path("trained.safetensors")});
    EXPECT_EQ(there.exit_code, 2);
    EXPECT_THAT(there.err, HasSubstr("trained.safetensors"));
    const ProgramResult unknown = export_network({"01ARZ3NDEKTSV4RRFFQ69G5FAV", "--weights", path("more.safetensors")});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err,
                AllOf(HasSubstr("no weights of run 01ARZ3NDEKTSV4RRFFQ69G5FAV are kept"), HasSubstr(path("state"))));
    EXPECT_FALSE(std::filesystem::exists(path("more.safetensors")));
    const ProgramResult nowhere = export_network({run, "--weights", path("no/such.safetensors")});
    EXPECT_NE(nowhere.exit_code, 0);
    EXPECT_THAT(nowhere.err, HasSubstr(path("no") + ": There is no such folder"));
}

}  // namespace
}  // namespace mantissa
