// SPDX-License-Identifier: Apache-2.0
// What is named on the command line and cannot be meant: outputs that would write over each other or over the library,
// a library that is none, a file that is no recording, a step beyond the run, a setting that there is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class NamedFiles : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return folder_ / name; }

    /// The smallest training that there is, with these flags.
    static ProgramResult train(std::vector<std::string> more) {
        std::vector<std::string> all{
            "train", "--steps", "1", "--width", "8", "--batch", "8", "--eval-interval", "0", "--train-eval-images",
            "8"};
        all.insert(all.end(), more.begin(), more.end());
        return run_worker(all);
    }

  private:
    TemporaryFolder folder_;
};

TEST_F(NamedFiles, TwoOutputsAreTwoFiles) {
    std::filesystem::create_directory_symlink(".", path("again"));
    for (const std::string& same : {path("both"), path("again/both"), path("x/../both")}) {
        const ProgramResult result =
            train({"--library", "none", "--save-onnx", path("both"), "--export-weights", same, "--force"});
        EXPECT_EQ(result.exit_code, 2) << same;
        EXPECT_THAT(result.err,
                    AllOf(HasSubstr("--export-weights and --save-onnx name the same file"), HasSubstr("both")));
        std::ofstream(path("both")) << "kept";  // links are seen through where there is a file
    }
    EXPECT_EQ(std::filesystem::file_size(path("both")), 4u);
    EXPECT_EQ(train({"--library", "none", "--save-onnx", path("a"), "--export-weights", path("b")}).exit_code, 0);
}

TEST_F(NamedFiles, NothingIsWrittenOverTheLibrary) {
    const std::string library = path("runs.mantissa");
    ASSERT_EQ(train({"--library", library}).exit_code, 0);
    for (const ProgramResult& result : {train({"--library", library, "--export-weights", library, "--force"}),
                                        run_worker({"report", "--library", library, "--last", "1", "--format", "csv",
                                                    "--output", library, "--force"}),
                                        run_worker({"decide", "--library", library, "--html", library, "--force"})}) {
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_THAT(result.err, AllOf(HasSubstr("names the library itself"), HasSubstr(library)));
    }
    EXPECT_THAT(run_worker({"runs", "--library", library}).out, HasSubstr("completed"));
}

TEST_F(NamedFiles, ACommandThatReadsALibraryNeedsOne) {
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"runs"}, {"report"}, {"export", "--last", "1", "--output", path("x")}, {"import", path("x")}}) {
        std::ofstream(path("x")) << "x";
        std::vector<std::string> all = command;
        all.insert(all.end(), {"--library", "none", "--force"});
        if (command.front() == "runs" || command.front() == "import") all.pop_back();
        const ProgramResult result = run_worker(all);
        EXPECT_EQ(result.exit_code, 2) << command.front();
        EXPECT_THAT(result.err, HasSubstr("--library none")) << command.front();
    }
    EXPECT_FALSE(std::filesystem::exists("none"));
}

TEST_F(NamedFiles, AFileThatIsNoRecordingIsNotLookedForAmongTheRuns) {
    ASSERT_EQ(train({"--library", path("runs.mantissa")}).exit_code, 0);
    std::ofstream(path("empty.jsonl")).flush();
    std::ofstream(path("text.jsonl")) << "no recording\n";
    std::filesystem::create_directory(path("folder"));
    for (const auto& [name, what] :
         std::vector<std::pair<std::string, std::string>>{{"missing.jsonl", "There is no such file"},
                                                          {"empty.jsonl", "The file is empty"},
                                                          {"folder", "This is a folder"},
                                                          {"text.jsonl", "This is no recording of mantissa_probe"}})
        for (const char* const command : {"report", "diagnose"}) {
            const ProgramResult result = run_worker({command, path(name), "--library", path("runs.mantissa")});
            EXPECT_EQ(result.exit_code, 2) << command << " " << name;
            EXPECT_THAT(result.err, AllOf(HasSubstr(what), HasSubstr(path(name)))) << command;
        }
    EXPECT_THAT(run_worker({"report", "nobody", "--library", path("runs.mantissa")}).err,
                HasSubstr("There is no run \"nobody\""));
}

TEST_F(NamedFiles, AStepIsOneOfTheRun) {
    const ProgramResult result =
        run_worker({"reproducer", path("x.zip"), "--step", "20", "--steps", "10", "--width", "8"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr("the run has 10 steps"), HasSubstr("--step")));
    EXPECT_FALSE(std::filesystem::exists(path("x.zip")));
}

TEST_F(NamedFiles, ASweepSaysWhichNameIsNoSettingAndWhatIsForSlurm) {
    EXPECT_THAT(run_worker({"sweep", "--vary", "precison=fp32", "--library", "none"}).err,
                HasSubstr("\"precison\" is no setting of a run"));
    const ProgramResult here =
        run_worker({"sweep", "--vary", "precision=fp32", "--library", "none", "--submit-only", "--steps", "1"});
    EXPECT_EQ(here.exit_code, 2);
    EXPECT_THAT(here.err, HasSubstr("--on slurm"));
}

TEST_F(NamedFiles, AnOperationThatThereIsNotIsNamedWithItsNetwork) {
    std::ofstream(path("mine.json")) << R"({"name": "mine", "operations": [{"op": "frob", "name": "first"}]})";
    EXPECT_THAT(train({"--library", "none", "--network", path("mine.json")}).err,
                HasSubstr("network mine, operation first: there is no operation \"frob\" (one of add, "));
    const ProgramResult both = train({"--library", "none", "--network", path("mine.json"), "--model", "cnn"});
    EXPECT_EQ(both.exit_code, 2);
    EXPECT_THAT(both.err, HasSubstr("--model: the network is that of --network"));
}

TEST_F(NamedFiles, AFormatThatNoRunHasIsToldBesideTheEmptyList) {
    ASSERT_EQ(train({"--library", path("runs.mantissa")}).exit_code, 0);
    const ProgramResult none = run_worker({"runs", "--format", "fp99", "--library", path("runs.mantissa")});
    EXPECT_EQ(none.exit_code, 0);
    EXPECT_THAT(none.err, HasSubstr("no run here is in fp99; there is FP32"));
    EXPECT_EQ(run_worker({"runs", "--format", "fp32", "--library", path("runs.mantissa")}).err, "");
}

TEST_F(NamedFiles, AFlagWithoutWhatItBelongsToIsNotDropped) {
    const ProgramResult partly = train({"--library", "none", "--init-partly"});
    EXPECT_EQ(partly.exit_code, 2);
    EXPECT_THAT(partly.err, HasSubstr("--init-partly requires --init-weights"));
    EXPECT_THAT(train({"--library", "none", "--precision", "fp32", "--casts", "torch-amp"}).err,
                HasSubstr("--casts has no effect without --precision fp16, bf16 or custom"));
    EXPECT_THAT(train({"--library", "none", "--casts", "torch-amp"}).err, Not(HasSubstr("no effect")));
    EXPECT_THAT(run_worker({"compare", "--runs", "fp32,bf16", "--precision", "fp16", "--steps", "1", "--width", "8",
                            "--train-eval-images", "8", "--library", "none"})
                    .err,
                HasSubstr("--precision has no effect: --runs names the formats"));
    const ProgramResult bench = run_worker({"bench", "--seconds", "0"});
    EXPECT_EQ(bench.exit_code, 2);
    EXPECT_EQ(bench.out, "") << "no table is begun";
}

TEST(BudgetCommand, SaysWhatStandsInPlaceOfStepsAndPrecision) {
    // It says so before it looks for the data, which are not there.
    const ProgramResult told = run_worker({"budget", "--data", "/none", "--steps", "50", "--precision", "fp16"});
    EXPECT_THAT(told.err, AllOf(HasSubstr("--budget-steps, not --steps"), HasSubstr("in place of --precision")));
    EXPECT_THAT(run_worker({"budget", "--data", "/none"}).err,
                AllOf(Not(HasSubstr("--budget-steps, not")), Not(HasSubstr("in place of"))));
}

TEST(ScalerFlag, HasAnEffectOnAStaticScale) {
    const std::vector<std::string> run{"train", "--library",   "none", "--steps",  "1",        "--width",
                                       "8",     "--precision", "fp16", "--scaler", "megatron", "--scaling"};
    const auto with = [&](const char* scaling) {
        std::vector<std::string> all = run;
        all.emplace_back(scaling);
        return run_worker(all);
    };
    const ProgramResult fixed = with("static");
    EXPECT_THAT(fixed.out, HasSubstr("scale 2³²"));
    EXPECT_THAT(fixed.err, Not(HasSubstr("no effect")));
    EXPECT_THAT(fixed.err, Not(HasSubstr("scale 1 ")));  // the line of progress, before the first step
    EXPECT_THAT(with("none").err, HasSubstr("--scaler has no effect"));
}

TEST(RoundCommand, JsonHoldsTheNumberOfTheFormat) {
    const std::string out = run_worker({"round", "0.1", "--precision", "fp32,fp16", "--json"}).out;
    EXPECT_THAT(out, HasSubstr("\"value\":0.10000000149011612,"));
    EXPECT_THAT(out, HasSubstr("\"value\":0.0999755859375,"));
    EXPECT_THAT(out, HasSubstr("\"above\":0.10003662109375,"));  // 1.6006 · 2^-4, the next of FP16
}

}  // namespace
}  // namespace mantissa
