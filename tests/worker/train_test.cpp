// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker` by hand: flags, JSON lines, weights, exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "engine/report/repeat_command.h"
#include "engine/report/safetensors.h"
#include "engine/run/json.h"
#include "engine/store/library.h"
#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

const std::vector<std::string> small = {
    "--depth", "1",         "--width", "8", "--batch", "32", "--eval-interval", "0", "--train-eval-images",
    "500",     "--library", "none"};

TEST(TrainCommand, PlanDecideAndTrainRefuseTheSameLayers) {
    for (const char* layer : {"fc99=fp16", "fc1\\';reboot #=fp16"})
        for (const std::vector<std::string>& command :
             {std::vector<std::string>{"train", "--steps", "1", "--library", "none"}, {"plan"}, {"decide"}}) {
            std::vector<std::string> arguments = command;
            for (const char* more : {"--device", MANTISSA_DEVICE, "--depth", "1", "--width", "16", "--layer-override"})
                arguments.push_back(more);
            arguments.push_back(layer);
            const ProgramResult result = run_worker(arguments);
            EXPECT_EQ(result.exit_code, 2) << command[0] << result.err;
            EXPECT_THAT(result.err, HasSubstr("layer")) << command[0];
            EXPECT_EQ(result.out, "") << command[0];
        }
}

TEST(TrainCommand, ANameIsTextToATerminal) {
    const ProgramResult result = run_on_terminal({"train", "--preset",
                                                  "a\x1b]0;b\x07\x1b[2Jc\re\xC2\x9B"
                                                  "f"});
    EXPECT_EQ(result.exit_code, 2) << result.out;
    EXPECT_THAT(result.out, HasSubstr("c e"));
    for (const char* control : {"\x1b]", "\x1b[2J", "\x07", "\xC2\x9B"})
        EXPECT_THAT(result.out, testing::Not(testing::HasSubstr(control)));
}

TEST(TrainCommand, EveryLineIsARecordAndTheLastSumsUp) {
    const ProgramResult result =
        run_worker(with({"train", "--json", "--steps", "12", "--precision", "fp16", "--scaling", "dynamic"}, small));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const std::vector<std::string> lines = result.lines();
    ASSERT_GT(lines.size(), 14u);
    std::uint32_t steps = 0;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        run::Record record;
        from_json(lines[i], record, "line " + std::to_string(i));
        if (record.has_step_done()) {
            EXPECT_EQ(record.step(), ++steps);
        }
    }
    EXPECT_EQ(steps, 12u);
    for (const char* field :
         {"test_accuracy", "train_accuracy", "train_loss", "steps", "skipped_steps", "final_scale", "flushed_share",
          "flushed_share_activations", "flushed_share_worst_layer", "lost_update_share", "images_per_second"})
        EXPECT_THAT(lines.back(), HasSubstr("\"" + std::string(field) + "\":"));
    EXPECT_EQ(last_line(result).steps(), 12u);
}

TEST(TrainCommand, TheSameSeedGivesTheSameBitsAndAnotherDoesNot) {
    const auto hash = [](const std::string& seed) {
        return last_line(run_worker(with({"train", "--json", "--steps", "5", "--seed", seed}, small))).weights_sha256();
    };
    const std::string first = hash("7");
    EXPECT_EQ(first.size(), 64u);
    EXPECT_EQ(first, hash("7"));
    EXPECT_NE(first, hash("8"));
}

TEST(TrainCommand, ErrorsHaveTheirExitCodeAndNameTheField) {
    struct Case {
        std::vector<std::string> arguments;
        int code;
        std::string text;
    };
    const TemporaryFolder folder;
    std::ofstream(folder / "broken.safetensors") << "nonsense";
    for (const Case& c :
         {Case{{"train", "--precision", "fp12"}, 2, "precision"}, Case{{"train", "--batch", "0"}, 2, "batch"},
          Case{{"train", "--lr", "fast"}, 2, "lr"}, Case{{"train", "--preset", "nothing"}, 2, "underflow"},
          Case{{"train", "--device", "abacus"}, 2, "abacus"},
          Case{{"train", "--layer-override", "fc9=fp32", "--steps", "1", "--library", "none"}, 2, "fc9"},
          Case{{"train", "--nonsense"}, 2, "nonsense"}, Case{{}, 2, "subcommand"},
          Case{{"train", "--data", folder / "absent"}, 5, "absent"},
          Case{with({"train", "--init-weights", folder / "broken.safetensors", "--steps", "1"}, small), 5, "broken"}}) {
        const ProgramResult result = run_worker(c.arguments);
        EXPECT_EQ(result.exit_code, c.code) << result.err;
        EXPECT_THAT(result.err + result.out, HasSubstr(c.text));
    }
}

TEST(TrainCommand, KeepsTheRunInTheLibrary) {
    const TemporaryFolder folder;
    std::vector<std::string> arguments = {
        "train",   "--steps", "3",       "--library", folder / "runs.mantissa", "--name", "kept",
        "--depth", "1",       "--width", "4",         "--train-eval-images",    "100"};
    ASSERT_EQ(run_worker(arguments).exit_code, 0);
    const auto library = Library::open(folder / "runs.mantissa", Access::read_only);
    ASSERT_EQ(library->runs().size(), 1u);
    const RunSummary run = library->runs().front();
    EXPECT_EQ(run.name, "kept");
    EXPECT_TRUE(run.finished);
    EXPECT_EQ(run.steps, 3u);
    EXPECT_EQ(library->records(run.run_id, RecordKind::kStepDone).size(), 3u);
}

TEST(TrainCommand, KeepsTheRunBesideAnOpenWindow) {
    const TemporaryFolder folder;
    std::vector<std::string> arguments = with({"train", "--steps", "20"}, small);
    arguments.back() = folder / "runs.mantissa";
    const auto window = Library::open(arguments.back(), Access::read_write);
    const ProgramResult result = run_worker(arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    ASSERT_EQ(window->runs().size(), 1u);
    EXPECT_EQ(window->runs()[0].steps, 20u);
    EXPECT_TRUE(window->runs()[0].finished);
}

TEST(TrainCommand, TrainsNothingThatWouldBeLost) {
    const TemporaryFolder folder;
    std::vector<std::string> arguments = with({"train", "--steps", "20"}, small);
    arguments.back() = folder / "runs.mantissa";
    Library::open(arguments.back(), Access::read_write).reset();
    const WriterLock alone(arguments.back(), WriterLock::Kind::exclusive);
    const ProgramResult result = run_worker(arguments);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, testing::AllOf(HasSubstr("runs.mantissa"), HasSubstr("--library none")));
}

TEST(TrainCommand, MoreStepsThanCanBeCountedAreRefused) {
    const ProgramResult result =
        run_worker({"train", "--batch", "1", "--epochs", "71583", "--depth", "1", "--width", "4", "--library", "none"});
    EXPECT_EQ(result.exit_code, 2);
    for (const char* part : {"71583 epochs of 60000 steps are too many", "epochs", "at most 33333"})
        EXPECT_THAT(result.err, HasSubstr(part));
}

TEST(TrainCommand, WhereItsFilesGoIsLookedAtBeforeTheWork) {
    const TemporaryFolder folder;
    const std::string library = folder / "runs.mantissa";
    for (const char* flag : {"--export-weights", "--save-onnx"}) {
        const ProgramResult result = run_worker(
            {"train", "--steps", "2", "--depth", "1", "--width", "4", "--library", library, flag, folder / "no/such"});
        EXPECT_EQ(result.exit_code, 2) << flag;
        EXPECT_THAT(result.err, HasSubstr("There is no such folder"));
    }
    EXPECT_FALSE(std::filesystem::exists(library)) << "it trained";
}

TEST(TrainCommand, SaysHowToGoOnOnlyWhereThatIsPossible) {
    const TemporaryFolder folder;
    const std::string library = folder / "my runs.mantissa", state = folder / "it's state", file = folder / "a file";
    std::ofstream(file) << "no folder";
    const auto stopped = [&](const std::string& checkpoints) {
        // the first line of progress, on the standard error: it trains
        return run_worker({"train", "--steps", "1000000", "--depth", "1", "--width", "8", "--eval-interval", "0",
                           "--train-eval-images", "100", "--library", library, "--checkpoint-folder", checkpoints},
                          1, SIGINT);
    };
    const ProgramResult kept = stopped(state);
    EXPECT_EQ(kept.exit_code, 3) << kept.err;
    std::string run_id;
    for (const auto& entry : std::filesystem::directory_iterator(state)) run_id = entry.path().stem();
    EXPECT_EQ(run_id.size(), 26u);
    EXPECT_EQ(kept.lines().back(), "to resume it: mantissa-worker train --resume " + run_id + " --checkpoint-folder " +
                                       shell_quoted(state) + " --library " + shell_quoted(library));
    const ProgramResult lost = stopped(file);
    EXPECT_EQ(lost.exit_code, 3) << lost.err;
    EXPECT_THAT(lost.lines().back(), HasSubstr("it cannot be resumed: there is no checkpoint of it in " + file));
    EXPECT_THAT(lost.out, testing::Not(HasSubstr("--resume")));
    EXPECT_THAT(lost.err, HasSubstr("continues without a checkpoint")) << "and why";
}

TEST(TrainCommand, SaysWhatIsLostAgainstFp32BeforeSharesOfElements) {
    const std::vector<std::string> run{"train", "--steps", "4", "--histogram-interval", "2", "--shadow-interval", "2"};
    const std::string told = run_worker(with(with(run, {"--precision", "fp16"}), small)).out;
    const std::size_t lost = told.find("\nlost: "), flushed = told.find("\nflushed: ");
    ASSERT_NE(lost, std::string::npos) << told;
    EXPECT_LT(lost, flushed);
    const std::string line = told.substr(lost, flushed - lost);
    EXPECT_THAT(line, HasSubstr(" (against FP32, step 3), least cosine "));
    EXPECT_THAT(line, HasSubstr(" dB) in fc"));
    EXPECT_THAT(run_worker(with(run, small)).out, testing::Not(HasSubstr("\nlost: "))) << "FP32 has no shadow";
}

TEST(TrainCommand, AnEmulatedRunSaysNothingAboutSpeed) {
    const ProgramResult emulated = run_worker(with(
        {"train", "--steps", "2", "--precision", "custom", "--exponent-bits", "3", "--fraction-bits", "2"}, small));
    ASSERT_EQ(emulated.exit_code, 0) << emulated.err;
    EXPECT_THAT(emulated.out + emulated.err, testing::Not(HasSubstr("images/s")));
    EXPECT_THAT(emulated.out, HasSubstr("emulated"));
    const ProgramResult native = run_worker(with({"train", "--steps", "1"}, small));
    EXPECT_THAT(native.out, HasSubstr("images/s"));
    EXPECT_THAT(native.out, HasSubstr(" 1 step, "));
}

TEST(TrainCommand, SaysWhichRunItIsAndWhatTheAdvisorFound) {
    const TemporaryFolder folder;
    const std::vector<std::string> run = {"train",
                                          "--steps",
                                          "40",
                                          "--precision",
                                          "custom",
                                          "--exponent-bits",
                                          "2",
                                          "--fraction-bits",
                                          "1",
                                          "--depth",
                                          "1",
                                          "--width",
                                          "8",
                                          "--library",
                                          folder / "runs.mantissa",
                                          "--train-eval-images",
                                          "100"};
    const ProgramResult json = run_worker(with(run, {"--json"}));
    ASSERT_EQ(json.exit_code, 0) << json.err;
    const JsonObject last = json_object(json.lines().back());
    const std::string run_id = last.at("run_id").string_value();
    EXPECT_EQ(Library::open(folder / "runs.mantissa", Access::read_only)->runs().front().run_id, run_id);
    ASSERT_GT(last.at("findings").list_value().values_size(), 0);
    const auto& finding = last.at("findings").list_value().values(0).struct_value().fields();
    EXPECT_EQ(finding.at("severity").string_value(), "warning");
    const ProgramResult told = run_worker(run);
    EXPECT_THAT(told.out, HasSubstr("warning: " + finding.at("title").string_value()));
    EXPECT_THAT(told.lines().back(), testing::MatchesRegex("run [0-9A-Z]{26}"));
    EXPECT_EQ(told.lines().front(), told.lines().back());
}

TEST(TrainCommand, AStoppedRunHasNoFiguresThatWereNotMeasured) {
    const ProgramResult result =
        run_worker(with({"train", "--steps", "1000000", "--checkpoint-folder", "/dev/null/x"}, small), 1, SIGINT);
    ASSERT_EQ(result.exit_code, 3) << result.err;
    EXPECT_THAT(result.out, HasSubstr("stopped after "));
    EXPECT_THAT(result.out, HasSubstr(" of 1,000,000 steps"));
    EXPECT_THAT(result.err, HasSubstr(" stopped\n"));
    for (const char* text : {"0.00 %", " done", "loss"})
        EXPECT_THAT(result.out + result.err, testing::Not(HasSubstr(text)));
}

TEST(TrainCommand, ASpeedIsInWhatTheTaskReads) {
    for (const auto& [model, unit] :
         {std::pair{"gpt", " sequences/s"}, {"regression", " rows/s"}, {"mlp", " images/s"}}) {
        const ProgramResult result =
            run_worker({"train", "--model", model, "--steps", "3", "--library", "none", "--train-eval-images", "10"});
        ASSERT_EQ(result.exit_code, 0) << result.err;
        EXPECT_THAT(result.out, HasSubstr(unit));
        EXPECT_EQ(result.out.find("images/s") != std::string::npos, std::string(model) == "mlp") << result.out;
    }
}

TEST(TrainCommand, AFinishedRunHasOneSpeed) {
    const ProgramResult result = run_worker(with({"train", "--steps", "300"}, small));
    const auto speed = [](const std::string& text) {
        const std::size_t at = text.rfind(" images/s");
        return text.substr(text.rfind(' ', at - 1), at - text.rfind(' ', at - 1));
    };
    EXPECT_EQ(speed(result.out), speed(result.err));
}

TEST(TrainCommand, WritesOverNoFileUnasked) {
    const TemporaryFolder folder;
    const std::string file = folder / "w.safetensors";
    const std::vector<std::string> run = with({"train", "--steps", "0", "--export-weights", file}, small);
    ASSERT_EQ(run_worker(run).exit_code, 0);
    const ProgramResult again = run_worker(run);
    EXPECT_EQ(again.exit_code, 2);
    EXPECT_THAT(again.err, HasSubstr("--force"));
    EXPECT_EQ(run_worker(with(run, {"--force"})).exit_code, 0);
}

TEST(Settings, WithoutEffectAreRefusedOrSaid) {
    const ProgramResult bits = run_worker(with({"train", "--steps", "0", "--exponent-bits", "3"}, small));
    EXPECT_EQ(bits.exit_code, 2);
    EXPECT_THAT(bits.err, HasSubstr("--exponent-bits: it has no effect without --precision custom"));
    const ProgramResult said =
        run_worker(with({"train", "--steps", "0", "--growth-interval", "9", "--c1", "3", "--momentum", "0.5"}, small));
    EXPECT_EQ(said.exit_code, 0);
    for (const char* text :
         {"--growth-interval has no effect without --scaling dynamic", "--c1 has no effect without --model cnn",
          "--momentum has no effect without --optimizer sgd"})
        EXPECT_THAT(said.err, HasSubstr(text));
    const ProgramResult used = run_worker(
        with({"train", "--steps", "0", "--precision", "fp16", "--scaling", "static", "--loss-scale", "2^10"}, small));
    EXPECT_THAT(used.err, testing::Not(HasSubstr("no effect")));
    EXPECT_THAT(used.out, HasSubstr("scale 2¹⁰"));
    // Printed settings are a file to be edited: a note, not a refusal.
    const ProgramResult printed = run_worker({"train", "--exponent-bits", "3", "--print-config"});
    EXPECT_EQ(printed.exit_code, 0);
    EXPECT_THAT(printed.out, HasSubstr("\"exponent_bits\": 3"));
    EXPECT_THAT(printed.err, HasSubstr("--exponent-bits has no effect without --precision custom"));
    // One of the compared runs uses it.
    EXPECT_THAT(run_worker({"compare", "--runs", "fp32,custom", "--exponent-bits", "3", "--print-config"}).err,
                testing::Not(HasSubstr("no effect")));
    const ProgramResult compared =
        run_worker(with({"compare", "--runs", "fp32,fp16+dynamic", "--steps", "1", "--growth-interval", "9"}, small));
    EXPECT_EQ(compared.exit_code, 0) << compared.err;
    EXPECT_THAT(compared.err, testing::Not(HasSubstr("no effect")));
}

TEST(Settings, ErrorsNameTheFlagAsItIsTyped) {
    struct Case {
        std::vector<std::string> arguments;
        const char* text;
        int exit_code = 2;
    };
    const TemporaryFolder folder;
    std::ofstream(folder / "p.json") << R"({"name": "p", "config": {"growth_interval": 0}})";
    for (const Case& c : {Case{{"--growth-interval", "0"}, "--growth-interval: 0 is out of range"},
                          Case{{"--lr", "fast"}, "--lr: \"fast\" is not a number that fits"},
                          Case{{"--layer-override", "fc1"}, "--layer-override: \"fc1\" names no format"},
                          Case{{"--preset", "nothing"}, "--preset: there is no preset"},
                          Case{{"--preset", folder / "p.json"}, "p.json, growth_interval: 0 is out of range", 5}}) {
        const ProgramResult result = run_worker(with(with({"train"}, c.arguments), small));
        EXPECT_EQ(result.exit_code, c.exit_code);
        EXPECT_THAT(result.err, HasSubstr(c.text));
    }
}

TEST(Settings, PrintedTheyAreAFileThatPresetTakes) {
    const TemporaryFolder folder;
    const std::vector<std::string> flags{
        "--precision",      "fp16",     "--name",       "a \"b\\ {,", "--seed",    "18446744073709551615",
        "--layer-override", "fc1=fp32", "--loss-scale", "2^-3",       "--scaling", "static"};
    const ProgramResult first = run_worker(with(with({"train", "--print-config"}, flags), small));
    ASSERT_EQ(first.exit_code, 0) << first.err;
    EXPECT_GT(first.lines().size(), 40u) << "one setting a line";
    std::ofstream(folder / "mine.json") << first.out;
    const ProgramResult second = run_worker({"train", "--preset", folder / "mine.json", "--print-config"});
    ASSERT_EQ(second.exit_code, 0) << second.err;
    // But for the preset's name, which is that of the settings in the file.
    std::string again = second.out;
    const std::string named = R"("preset": "a \"b\\ {,")";
    const std::size_t at = again.find(named);
    ASSERT_NE(at, std::string::npos) << again;
    EXPECT_EQ(again.replace(at, named.size(), R"("preset": "")"), first.out);
}

TEST(Help, ShowsDefaultsGroupsAndAnExampleOfEachCommand) {
    const std::string train = run_worker({"train", "--help"}).out;
    for (const char* text : {"Loss scaling:", "Precision:", "--batch N=64", "--lr NUMBER=0.001", "images per step",
                             "--precision fp32|tf32|fp16|bf16|pytorch-default|custom=fp32"})
        EXPECT_THAT(train, HasSubstr(text));
    for (const char* command : {"train", "demo", "compare", "sweep", "runs", "report", "export", "import", "decide",
                                "plan", "inspect", "round", "lesson", "bench", "serve", "devices", "presets"}) {
        const std::string help = run_worker({command, "--help"}).out;
        const std::size_t example = help.find("Example:\n");
        ASSERT_NE(example, std::string::npos) << command;
        EXPECT_THAT(help.substr(example), HasSubstr(std::string("mantissa-worker ") + command));
    }
}

TEST(Runs, AreListedFilteredAndSaidToBeResumable) {
    const TemporaryFolder folder;
    const std::string library = folder / "runs.mantissa", state = folder / "state";
    const std::vector<std::string> common{"--library", library, "--checkpoint-folder", state};
    const auto trained = [&](const std::vector<std::string>& more) {
        return with(
            with({"train", "--depth", "1", "--width", "8", "--train-eval-images", "100", "--eval-interval", "0"}, more),
            common);
    };
    ASSERT_EQ(run_worker(trained({"--steps", "3", "--name", "first \"one\""})).exit_code, 0);
    ASSERT_EQ(run_worker(trained({"--steps", "3", "--precision", "bf16"})).exit_code, 0);
    ASSERT_EQ(run_worker(trained({"--steps", "1000000", "--name", "cut"}), 1, SIGINT).exit_code, 3);
    const auto runs = [&](const std::vector<std::string>& more) {
        return run_worker(with(with({"runs"}, more), common));
    };
    const ProgramResult all = runs({});
    ASSERT_EQ(all.exit_code, 0) << all.err;
    for (const char* text : {"completed", "stopped    resumable", "first \"one\" (FP32 · batch 64)", "BF16 · no scale",
                             "train --resume RUN"})
        EXPECT_THAT(all.out, HasSubstr(text));
    const auto names = [&](std::vector<std::string> more) {
        more.push_back("--json");
        std::vector<std::string> found;
        for (const std::string& line : runs(more).lines()) found.push_back(json_object(line).at("name").string_value());
        return found;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names({}), (Names{"first \"one\"", "", "cut"}));
    EXPECT_EQ(names({"--format", "bf16"}), Names{""});
    EXPECT_EQ(names({"ONE", "fp32"}), Names{"first \"one\""});
    EXPECT_EQ(names({"--state", "stopped"}), Names{"cut"});
    EXPECT_EQ(names({"--resumable"}), Names{"cut"});
    EXPECT_EQ(names({"--last", "1"}), Names{"cut"});
    EXPECT_THAT(runs({"no such"}).out, HasSubstr("None of the 3 runs"));
    const JsonObject last = json_object(runs({"--json"}).lines().back());
    EXPECT_TRUE(last.at("resumable").bool_value());
    EXPECT_EQ(last.at("config").struct_value().fields().at("seed").number_value(), 1);
    EXPECT_EQ(run_worker({"runs", "--library", folder / "absent"}).exit_code, 2);
    // By what the runs of a comparison differ beside their settings.
    ASSERT_EQ(run_worker(trained({"--steps", "3", "--seed", "7", "--one-ulp", "on", "--name", "moved"})).exit_code, 0);
    EXPECT_THAT(runs({"moved"}).out, HasSubstr("moved (FP32, control · batch 64) · seed 7"));
}

TEST(OtherCommands, AnUnknownOneIsToldWhichThereAre) {
    const ProgramResult result = run_worker({"frobnicate", "--json"});
    EXPECT_EQ(result.exit_code, 2);
    for (const char* part : {"there is no command \"frobnicate\"", "train", "compare", "sweep", "export", "devices"})
        EXPECT_THAT(result.err, HasSubstr(part));
}

TEST(OtherCommands, BytesForTheWindowGoToNoTerminal) {
    const ProgramResult result = run_on_terminal({"serve"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.out, HasSubstr("not for a terminal"));
}

TEST(OtherCommands, ListWhatThereIs) {
    const ProgramResult presets = run_worker({"presets"});
    EXPECT_EQ(presets.exit_code, 0);
    for (const char* name : {"underflow", "lost-updates", "overflow", "reduction", "classic", "tutorial"})
        EXPECT_THAT(presets.out, HasSubstr(name));
    EXPECT_THAT(run_worker({"devices", "--verbose"}).out, HasSubstr("reference"));
    EXPECT_THAT(run_worker({"--version"}).out, HasSubstr("mantissa-worker"));
    const ProgramResult help = run_worker({"train", "--help"});
    EXPECT_EQ(help.exit_code, 0);
    for (const char* flag :
         {"--master-weights", "--scaling", "--loss-scale", "--growth-interval", "--init-weights", "--no-shuffle"})
        EXPECT_THAT(help.out, HasSubstr(flag));
}

TEST(Demo, EndsWithATableOfThreeLanes) {
    const ProgramResult result = run_worker({"demo", "--steps", "3", "--library", "none"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    for (const char* text : {"FP32", "FP16, no scaling", "FP16, dynamic scaling", "final scale"})
        EXPECT_THAT(result.out, HasSubstr(text));
}

/// Each rank's gradients are divided first, and by then too small for FP16.
TEST(TrainCommand, SaysAtTheEndWhereTheSumOverRanksFlushed) {
    const TemporaryFolder folder;
    const std::string library = folder / "runs.mantissa";
    const ProgramResult result = run_worker({"train", "--depth",       "1",      "--width",
                                             "16",    "--batch",       "96",     "--ranks",
                                             "96",    "--init-scale",  "0.0001", "--histogram-interval",
                                             "1",     "--rank-format", "fp16",   "--steps",
                                             "2",     "--eval-images", "100",    "--train-eval-images",
                                             "100",   "--library",     library});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const ProgramResult report = run_worker({"report", "--last", "1", "--library", library, "--output", "-"});
    for (const std::string& text : {result.out, report.out}) {
        EXPECT_THAT(text, HasSubstr("Gradients become zero before they are summed over the ranks"));
        EXPECT_THAT(text,
                    testing::ContainsRegex("In step 1, [0-9]+ % of the gradients of 96 ranks became zero in FP16"));
    }
    EXPECT_THAT(result.out, HasSubstr("try: --rank-format fp32"));
}

}  // namespace
}  // namespace mantissa
