// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker diagnose`: what it prints, and that it explains every preset that fails, without help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "engine/store/library.h"
#include "tests/support/files.h"
#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> overflows{
    "diagnose", "--depth",     "1",    "--width",   "16",     "--train-eval-images", "100", "--steps",
    "60",       "--precision", "fp16", "--scaling", "static", "--loss-scale",        "2^40"};

TEST(DiagnoseCommand, SaysCauseAndCureWithFlagsAndPyTorchLines) {
    const ProgramResult result = run_worker(overflows);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    for (const char* text :
         {"The run failed: from step 1 ", "The cause: step 1,", "This cures it: dynamic loss scaling",
          "As flags:\n  --scaling dynamic", "In PyTorch:\n", "torch.amp.GradScaler"})
        EXPECT_THAT(result.out, HasSubstr(text));
    EXPECT_THAT(result.out,
                testing::ContainsRegex(" casts and switches, not counting those of FP32 and the control, [0-9.]+ s"));
    const ProgramResult few = run_worker(with(overflows, {"--most-steps", "60"}));
    EXPECT_THAT(few.out, HasSubstr("keeps up with FP32 over 60 steps")) << "no more than were asked for";
}

/// For who waits: the cause is told long before the cure, then the cure while other seeds try it.
TEST(DiagnoseCommand, TellsWhatIsKnownSoFar) {
    const ProgramResult result = run_worker(with(overflows, {"--json"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    std::vector<std::string> known;
    for (const std::string& line : result.lines())
        if (line.starts_with("{\"known\":{")) known.push_back(line);
    ASSERT_GE(known.size(), 2u);
    EXPECT_THAT(known.front(), HasSubstr("The cause: step 1,"));
    EXPECT_THAT(known.front(), HasSubstr("A cure is still searched for."));
    EXPECT_THAT(known.back(), HasSubstr("This helps: dynamic loss scaling. With 4 of 4 seeds tried"));
    EXPECT_THAT(result.lines().back(), testing::StartsWith("{\"verdict\":\"VERDICT_CURED\""));
}

/// Its records say that it fails 3,500 steps after its checkpoint.
TEST(DiagnoseCommand, ReachesALateFailureByItself) {
    const TemporaryFolder folder;
    const std::string file = folder / "runs.sqlite";
    const std::vector<std::string> places{"--library", file, "--checkpoint-folder", folder / "checkpoints"};
    std::vector<std::string> train{"train",
                                   "--depth",
                                   "1",
                                   "--width",
                                   "8",
                                   "--steps",
                                   "1000000",
                                   "--json",
                                   "--threads",
                                   "1",
                                   "--eval-images",
                                   "100",
                                   "--batch",
                                   "8",
                                   "--histogram-interval",
                                   "0",
                                   "--checkpoint-interval",
                                   "10",
                                   "--train-eval-images",
                                   "100"};
    ASSERT_EQ(run_worker(with(train, places), 60, SIGINT).exit_code, 3);
    run::Record lost;
    {
        const auto library = Library::open(file, Access::read_write);
        const RunSummary run = library->runs()[0];
        lost.set_run_id(run.run_id);
        lost.mutable_step_done()->set_loss(std::numeric_limits<float>::quiet_NaN());
        std::vector<run::Record> records(20, lost);
        for (std::uint32_t i = 0; i < 20; ++i) records[i].set_step(run.steps + 3500 + i);
        library->append(records);
    }
    const std::vector<std::string> diagnose = with({"diagnose", lost.run_id(), "--seconds", "0.000001"}, places);
    EXPECT_THAT(run_worker(diagnose).err, HasSubstr(", and 3559 steps from there are looked at, so that they reach the "
                                                    "failure\n"));
    EXPECT_THAT(run_worker(with(diagnose, {"--most-steps", "3000"})).err,
                HasSubstr(", from where --most-steps 3559 reaches it\n"));

    // What was cut has no evaluation of its end: of which step the shown one is stands beside it.
    const std::vector<std::string> runs{"runs", "--library", file};
    EXPECT_THAT(run_worker(runs).out, testing::ContainsRegex(", tested at step [0-9,]+\n"));
    EXPECT_THAT(run_worker(with(runs, {"--json"})).out, testing::ContainsRegex("\"test_step\":[0-9]+,"));
}

/// Settings whose first step overflows in FP16.
std::vector<std::string> first_step(const std::string& file, std::vector<std::string> more = {}) {
    std::vector<std::string> command{"reproducer",  file,   "--step",       "1",     "--depth", "2",
                                     "--width",     "16",   "--batch",      "8",     "--steps", "20",
                                     "--precision", "fp16", "--init-scale", "100000"};
    command.insert(command.end(), more.begin(), more.end());
    return command;
}

TEST(ReproducerCommand, OneFileReplaysToTheSameBits) {
    const TemporaryFolder folder;
    const std::string file = folder / "found.zip";
    const ProgramResult made = run_worker(first_step(file));
    ASSERT_EQ(made.exit_code, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("step 1, fc"));
    ASSERT_EQ(run_worker(first_step(folder / "folder")).exit_code, 0);
    const std::string told = contents(folder / "folder/reproducer.json");
    const std::string hash = told.substr(told.find("weights_after_sha256") + 24, 64);
    const ProgramResult replay = run_worker({"replay", file});
    EXPECT_EQ(replay.exit_code, 0) << replay.err;
    EXPECT_THAT(replay.out, HasSubstr("weights after it: " + hash));
    EXPECT_THAT(replay.out, HasSubstr("step 1: loss "));
    EXPECT_THAT(replay.out, Not(testing::ContainsRegex("step 1: loss [^\n]*-nan")));
    // Written once more it shows the same, and nothing else is left beside it.
    EXPECT_EQ(run_worker(first_step(file)).exit_code, 2);
    EXPECT_EQ(run_worker(first_step(file, {"--force"})).exit_code, 0);
    EXPECT_EQ(run_worker({"replay", file}).out, replay.out);
    std::size_t entries = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) entries += entry.exists() ? 1 : 0;
    EXPECT_EQ(entries, 2U);
}

TEST(ReproducerCommand, ADamagedFileIsToldAndNothingIsLeft) {
    const TemporaryFolder folder;
    const std::string file = folder / "found.zip";
    ASSERT_EQ(run_worker(first_step(file)).exit_code, 0);
    const std::string whole = contents(file);
    for (const std::size_t at : {std::size_t{40}, whole.size() / 2, whole.size() - 30}) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
        std::ofstream(file, std::ios::binary) << damaged;
        const ProgramResult replay = run_worker({"replay", file});
        // A flipped bit of another file in it does no harm to the checkpoint.
        if (replay.exit_code == 0) continue;
        EXPECT_EQ(replay.exit_code, 5) << at << replay.err;
        EXPECT_THAT(replay.err, HasSubstr("found.zip")) << at;
    }
    std::ofstream(file, std::ios::binary) << whole.substr(0, whole.size() / 2);
    const ProgramResult cut = run_worker({"replay", file});
    EXPECT_NE(cut.exit_code, 0);
    EXPECT_THAT(cut.err, HasSubstr("it is no ZIP file"));
    EXPECT_THAT(run_worker({"replay", folder / "none.zip"}).err, HasSubstr("none.zip: the file does not exist"));
}

/// FP16 overflows at once, and FP32 blows up a few steps later.
TEST(DiagnoseCommand, WhatFailsInFp32AsWellIsNoMatterOfPrecision) {
    const ProgramResult result = run_worker({"diagnose", "--depth", "2", "--width", "32", "--precision", "fp16",
                                             "--steps", "100", "--lr", "1000", "--optimizer", "sgd", "--threads", "1"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("Not a matter of precision: FP32 fails as well"));
    EXPECT_THAT(result.out, Not(HasSubstr("This cures it")));
}

TEST(DiagnoseCommand, OutOfTimeIsNoSuccess) {
    std::vector<std::string> command = overflows;
    command.insert(command.end(), {"--seconds", "0.000001"});
    const ProgramResult result = run_worker(command);
    EXPECT_EQ(result.exit_code, 3) << result.err;
    EXPECT_THAT(result.out, HasSubstr("Stopped"));
    EXPECT_THAT(result.out, Not(HasSubstr("cures")));
}

/// Settings beside a run change its own, and weights that its settings do not draw are not searched without.
TEST(DiagnoseCommand, OfARunItTrainsThatRun) {
    const TemporaryFolder folder;
    const std::string library = folder / "runs.mantissa", weights = folder / "w.safetensors";
    std::vector<std::string> train = overflows;
    train.front() = "train";
    train.insert(train.end(), {"--eval-images", "10", "--library", library});
    ASSERT_EQ(run_worker(train).exit_code, 0);
    ASSERT_EQ(run_worker({"train", "--depth", "1", "--width", "16", "--train-eval-images", "100", "--steps", "5",
                          "--library", "none", "--export-weights", weights})
                  .exit_code,
              0);
    const std::string first = Library::open(library, Access::read_only)->runs()[0].run_id;
    const ProgramResult same =
        run_worker({"diagnose", first, "--library", library, "--threads", "1", "--seeds", "2", "--most-steps", "60"});
    ASSERT_EQ(same.exit_code, 0) << same.err;
    EXPECT_THAT(same.out, HasSubstr("The cause: step 1, fc2, backward"));
    EXPECT_THAT(same.out, HasSubstr("dynamic loss scaling"));
    EXPECT_EQ(run_worker({"diagnose", first, "--library", library, "--preset", "classic"}).exit_code, 2);
    EXPECT_EQ(run_worker({"diagnose", "nosuchrun", "--library", library, "--threads", "1"}).exit_code, 2);

    train.insert(train.end(), {"--init-weights", weights});
    ASSERT_EQ(run_worker(train).exit_code, 0);
    const std::string second = Library::open(library, Access::read_only)->runs()[1].run_id;
    const ProgramResult other = run_worker({"diagnose", second, "--library", library});
    EXPECT_EQ(other.exit_code, 2) << other.out;
    EXPECT_THAT(other.err, HasSubstr("the run began with weights from a file or from another run"));
}

TEST(DiagnoseCommand, OfARecordingItSaysWhoMadeTheFirstInf) {
    const TemporaryFolder folder;
    const std::string library = folder / "runs.mantissa";
    const std::string file = MANTISSA_SOURCE "/tests/data/recordings/resnet-forward-overflow.jsonl";
    const ProgramResult taken = run_worker({"import", file, "--library", library});
    ASSERT_EQ(taken.exit_code, 0) << taken.err;
    EXPECT_THAT(run_worker({"runs", "--library", library}).out, Not(HasSubstr("batch")))
        << "a recording does not say it";
    const ProgramResult told = run_worker({"diagnose", "--library", library});
    ASSERT_EQ(told.exit_code, 0) << told.err;
    for (const char* text :
         {"In step 24, layer2.0.conv1 (Conv2d, FP16) made the first inf or NaN", "only passed it on: layer2.0.bn1",
          "In PyTorch:\ndef in_fp32(module):", "What the recording cannot tell:\n- Which operation inside"})
        EXPECT_THAT(told.out, HasSubstr(text));
    const auto line = json_object(run_worker({"diagnose", "--library", library, "--json"}).out);
    EXPECT_EQ(line.at("verdict").string_value(), "named");
    EXPECT_EQ(line.at("where").string_value(), "forward");
    EXPECT_EQ(line.at("producer").string_value(), "layer2.0.conv1");
    EXPECT_EQ(line.at("step").number_value(), 24);
    EXPECT_EQ(line.at("passed_on").list_value().values_size(), 15);
    EXPECT_EQ(line.at("passed_on_count").number_value(), 19);
    EXPECT_EQ(run_worker({"diagnose", "--library", library, "--reproducer", folder / "x.zip"}).exit_code, 2);
    EXPECT_EQ(run_worker({"diagnose", file, "--library", folder / "none.mantissa"}).out, told.out);
    const ProgramResult both = run_worker({"diagnose", file, "--precision", "fp16"});
    EXPECT_EQ(both.exit_code, 2);
    EXPECT_THAT(both.err, HasSubstr("nothing is trained"));
}

/// A run that fails some fifty steps after its beginning and keeps a checkpoint from before that.
const std::vector<std::string> fails_late{"--depth",
                                          "1",
                                          "--width",
                                          "8",
                                          "--batch",
                                          "512",
                                          "--steps",
                                          "400",
                                          "--epochs",
                                          "4",
                                          "--seed",
                                          "3",
                                          "--precision",
                                          "fp16",
                                          "--reduction",
                                          "16bit-no-max",
                                          "--lr",
                                          "0.005",
                                          "--eval-images",
                                          "200",
                                          "--train-eval-images",
                                          "100",
                                          "--eval-interval",
                                          "0",
                                          "--threads",
                                          "1",
                                          "--histogram-interval",
                                          "0"};

TEST(DiagnoseCommand, ARunThatFailsLateIsTrainedFromItsCheckpoint) {
    const TemporaryFolder folder;
    const std::string library = folder / "runs.sqlite", checkpoints = folder / "checkpoints";
    const std::vector<std::string> places{"--library", library, "--checkpoint-folder", checkpoints};
    const ProgramResult trained = run_worker(with(with({"train", "--stop-on-divergence", "on"}, fails_late), places));
    ASSERT_EQ(trained.exit_code, 3) << trained.err;
    const std::string id = trained.out.substr(trained.out.rfind("\nrun ") + 5, 26);

    const auto diagnosed = [&](const std::string& most_steps) {
        return run_worker(
            with({"diagnose", id, "--most-steps", most_steps, "--seeds", "2", "--reproducer", folder / "found.zip"},
                 places));
    };
    ProgramResult result = diagnosed("30");
    // States are recorded for 1 % of the time, so a busy machine may have kept an early one only: then it is said how
    // far to look.
    std::smatch enough;
    if (std::regex_search(result.err, enough, std::regex("from where --most-steps ([0-9]+) reaches it")))
        result = diagnosed(enough[1]);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("every training begins with its checkpoint of step "));
    EXPECT_THAT(result.out, HasSubstr("Every training begins with the run's weights and moments after step "));
    EXPECT_THAT(result.out, HasSubstr("loss and sums in FP32"));
    EXPECT_THAT(result.out, HasSubstr("As flags:\n  --reduction fp32"));
    // What it writes trains from there, too, and so does the command for one step.
    const ProgramResult replay = run_worker({"replay", folder / "found.zip"});
    EXPECT_EQ(replay.exit_code, 0) << replay.err;
    EXPECT_THAT(replay.out, HasSubstr("loss, backward"));
    const std::size_t at = replay.out.find("step ", replay.out.find("later results"));
    const std::string step = replay.out.substr(at + 5, replay.out.find(':', at) - at - 5);
    EXPECT_GT(std::stoi(step), 30);
    const ProgramResult again = run_worker(
        {"reproducer", folder / "again.zip", "--step", step, "--from", id, "--checkpoint-folder", checkpoints});
    ASSERT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(run_worker({"replay", folder / "again.zip"}).out, replay.out) << "the same bits";
    const ProgramResult early = run_worker(
        {"reproducer", folder / "early.zip", "--step", "1", "--from", id, "--checkpoint-folder", checkpoints});
    EXPECT_EQ(early.exit_code, 2);
    EXPECT_THAT(early.err, HasSubstr("the checkpoint is from after step "));

    // The search is kept with the run.
    const ProgramResult searches = run_worker({"runs", "--searches", "--library", library});
    ASSERT_EQ(searches.exit_code, 0) << searches.err;
    EXPECT_THAT(searches.out, HasSubstr("search for the cause: 2 trainings kept with the run"));
    EXPECT_THAT(searches.out,
                testing::ContainsRegex("1 +3 +[0-9]+ +[0-9.]+ +[0-9.]+ +keeps up +loss and sums in FP32"));
    const ProgramResult lines = run_worker({"runs", "--searches", "--json", "--library", library});
    ASSERT_EQ(lines.lines().size(), 2U) << lines.out;
    EXPECT_EQ(json_object(lines.lines().front()).at("keeps_up").bool_value(), true);
}

TEST(DiagnoseCommand, WhatWasStoppedGoesOn) {
    const TemporaryFolder folder;
    // Several trainings before the cure: what overflows is not the switch that is tried first.
    const std::vector<std::string> command{"diagnose",
                                           "--verbose",
                                           "--depth",
                                           "2",
                                           "--width",
                                           "16",
                                           "--steps",
                                           "60",
                                           "--batch",
                                           "64",
                                           "--init-scale",
                                           "3000",
                                           "--seeds",
                                           "2",
                                           "--precision",
                                           "fp16",
                                           "--train-eval-images",
                                           "100"};
    const ProgramResult stopped = run_worker(command, 1, SIGINT);
    ASSERT_EQ(stopped.exit_code, 3) << stopped.out << stopped.err;
    EXPECT_THAT(stopped.out, HasSubstr("The same command goes on from here; --anew begins again."));
    const ProgramResult whole = run_worker(command);
    EXPECT_EQ(whole.exit_code, 0) << whole.err;
    EXPECT_THAT(whole.out, HasSubstr("known from the search that was stopped: "));
    EXPECT_THAT(whole.err, HasSubstr("(known from before)"));
    std::vector<std::string> at_once = command;
    at_once.insert(at_once.end(), {"--anew", "--seconds", "0.000001"});
    const ProgramResult nothing = run_worker(at_once);
    EXPECT_EQ(nothing.exit_code, 3);
    EXPECT_THAT(nothing.out, testing::AllOf(HasSubstr("Stopped before anything was found."),
                                            HasSubstr("Nothing of it was kept yet: the same command begins again."),
                                            Not(HasSubstr("goes on from here"))));
    // It came to its end: the next one is a search of its own.
    EXPECT_THAT(run_worker(command).out, Not(HasSubstr("known from the search")));
}

TEST(BudgetCommand, TellsEveryOperationAndAllAtOnce) {
    const std::vector<std::string> command{"budget", "--depth",        "1", "--width", "8", "--train-eval-images",
                                           "100",    "--budget-steps", "20"};
    const ProgramResult table = run_worker(command);
    ASSERT_EQ(table.exit_code, 0) << table.err;
    EXPECT_THAT(table.out, testing::ContainsRegex("fc1 +E[2-8]M[0-9]+ +operand,activation"));
    EXPECT_THAT(table.out, testing::ContainsRegex("fc2 +E[2-8]M[0-9]+"));
    EXPECT_THAT(table.out, HasSubstr("All of them at once in E"));
    std::vector<std::string> json = command;
    json.emplace_back("--json");
    const ProgramResult lines = run_worker(json);
    ASSERT_EQ(lines.exit_code, 0) << lines.err;
    std::vector<std::string> operations;
    int progress = 0;
    std::istringstream out(lines.out);
    for (std::string line; std::getline(out, line);) {
        const auto object = json_object(line);
        if (object.count("progress") > 0)
            ++progress;
        else
            operations.push_back(object.at("operation").string_value());
    }
    EXPECT_EQ(operations, (std::vector<std::string>{"fc1", "fc2", "all"}));
    EXPECT_GE(progress, 2);  // FP32 trains; the operations
}

struct Failing {
    const char* preset;
    const char* cause;  ///< in the sentence that names it
    const char* cure;
};

class DiagnoseNightly : public testing::TestWithParam<Failing> {};

TEST_P(DiagnoseNightly, ExplainsAndCuresThePreset) {
    const ProgramResult result = run_worker({"diagnose", "--preset", GetParam().preset});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr(GetParam().cause));
    EXPECT_THAT(result.out, HasSubstr(std::string("This cures it: ") + GetParam().cure));
    EXPECT_THAT(result.out, HasSubstr("With all of 5 seeds"));
}
INSTANTIATE_TEST_SUITE_P(
    Presets, DiagnoseNightly,
    testing::Values(Failing{"underflow", "results became zero in FP16", "dynamic loss scaling."},
                    Failing{"lost-updates", "updates leave the weight in BF16 as it was", "FP32 master weights."},
                    Failing{"pure-fp16", "moments, backward", "the optimizer's moments in FP32"},
                    Failing{"overflow", "passed 65504", "BF16 in place of FP16."},
                    Failing{"reduction", "loss, backward", "loss and sums in FP32."},
                    Failing{"attention-overflow", "blocks.0.attention.scores", "blocks.0.attention: results in FP32"},
                    Failing{"norm-squares", "blocks.0.n1", "blocks.0.n1: the normalisation in FP32"},
                    Failing{"batch-norm-inf", "BatchNorm's running statistics are infinite or NaN",
                            "fc2: results in FP32."}),
    [](const testing::TestParamInfo<Failing>& one) {
        std::string name = one.param.preset;
        for (char& c : name)
            if (c == '-') c = '_';
        return name;
    });

}  // namespace
}  // namespace mantissa
