// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker sweep`: every cell of the grid once, however often it is interrupted.
#include "engine/run/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "engine/run/json.h"
#include "engine/store/library.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

/// Six cells of `steps` steps each.
std::string grid(int steps) {
    return R"({"name": "small grid", "base": {"depth": 1, "width": 8, "steps": )" + std::to_string(steps) +
           R"(, "eval_interval": 0, "train_eval_images": 100, "histogram_interval": 0},
              "precision": ["fp32", "FP16"], "seed": [1, "2", 3]})";
}

struct SweepFolder {
    TemporaryFolder folder;
    std::string file = folder / "grid.json", library = folder / "runs.mantissa";

    explicit SweepFolder(const std::string& text) { std::ofstream(file) << text; }
    std::vector<std::string> arguments() const { return {"sweep", file, "--library", library, "--json"}; }
    ProgramResult run() const { return run_worker(arguments()); }
    /// Runs that are not deleted, each of the grid, by settings.
    void expect_each_cell_once() const {
        const auto opened = Library::open(library, Access::read_only);
        std::multiset<std::pair<int, std::uint64_t>> cells;
        std::set<std::string> groups;
        for (const RunSummary& run : opened->runs()) {
            if (run.deleted) continue;
            EXPECT_EQ(run.problem, "");
            EXPECT_EQ(run.outcome, run::RunFinished::COMPLETED) << run.name;
            cells.insert({static_cast<int>(run.config.precision()), run.config.seed()});
            groups.insert(opened->details(run.run_id).started.identity().group_id());
            EXPECT_EQ(opened->records(run.run_id, RecordKind::kStepDone).size(), run.steps);
        }
        std::multiset<std::pair<int, std::uint64_t>> expected;
        for (const int precision : {run::FP32, run::FP16})
            for (const std::uint64_t seed : {1u, 2u, 3u}) expected.insert({precision, seed});
        EXPECT_EQ(cells, expected);
        ASSERT_EQ(groups.size(), 1u);
        EXPECT_EQ(groups.begin()->size(), 26u);
    }
};

std::map<std::string, int> states(const ProgramResult& result) {
    std::map<std::string, int> count;
    for (const std::string& line : result.lines())
        for (const char* state : {"completed", "skipped", "stopped", "failed", "refused"})
            if (line.find("\"state\": \"" + std::string(state) + "\"") != std::string::npos) ++count[state];
    return count;
}

TEST(Sweep, TrainsTheGridAndSkipsWhatIsThere) {
    const SweepFolder sweep(grid(3));
    const ProgramResult first = sweep.run();
    ASSERT_EQ(first.exit_code, 0) << first.err;
    EXPECT_EQ(states(first), (std::map<std::string, int>{{"completed", 6}}));
    EXPECT_EQ(first.lines().size(), 6u);
    sweep.expect_each_cell_once();
    const ProgramResult second = sweep.run();
    EXPECT_EQ(second.exit_code, 0);
    EXPECT_EQ(states(second), (std::map<std::string, int>{{"skipped", 6}}));
    sweep.expect_each_cell_once();
    // a further value is trained, what is there is not
    std::string more = grid(3);
    more.replace(more.find("3]"), 2, "3, 4]");
    std::ofstream(sweep.file) << more;
    EXPECT_EQ(states(sweep.run()), (std::map<std::string, int>{{"skipped", 6}, {"completed", 2}}));
}

TEST(Sweep, ANameIsTextToATerminal) {
    std::string named = grid(2);
    named.replace(named.find("small grid"), 10, R"(a\u001b]0;b\u0007\u001b[2Jc\u009bd)");
    const SweepFolder sweep(named);
    for (const std::string& file : {sweep.file, std::string("a\x1b]0;b\x07\x1b[2Jc\xC2\x9B"
                                                            "d.json")}) {
        const ProgramResult result = run_on_terminal({"sweep", file, "--library", sweep.library});
        EXPECT_EQ(result.exit_code, file == sweep.file ? 0 : 5) << result.out;
        EXPECT_NE(result.out, "");
        for (const char* control : {"\x1b]", "\x1b[2J", "\x07", "\xC2\x9B"})
            EXPECT_EQ(result.out.find(control), std::string::npos) << file;
    }
}

TEST(Sweep, AnotherSweepsRunsAreNotItsOwn) {
    const SweepFolder sweep(grid(2));
    ASSERT_EQ(sweep.run().exit_code, 0);
    std::string other = grid(2);
    other.replace(other.find("small grid"), 10, "large grid");
    std::ofstream(sweep.file) << other;
    EXPECT_EQ(states(sweep.run()), (std::map<std::string, int>{{"completed", 6}}));
}

/// A sweep that got `signal` after its first `lines` lines and ended by it with work left; on a machine that is through
/// before the signal comes, of longer runs.
std::unique_ptr<SweepFolder> interrupted(std::size_t lines, int signal, int exit_code) {
    for (int steps = 150; steps < 1000000; steps *= 4) {
        auto sweep = std::make_unique<SweepFolder>(grid(steps));
        const ProgramResult result = run_worker(sweep->arguments(), lines, signal);
        // Of the last cell that was done the line may be missing.
        if (result.exit_code == exit_code && states(result)["completed"] <= 4) return sweep;
    }
    return nullptr;
}

TEST(Sweep, KilledAndStartedAgainHasEachCellOnce) {
    const auto sweep = interrupted(2, SIGKILL, -1);
    ASSERT_TRUE(sweep);
    const ProgramResult rest = sweep->run();
    EXPECT_EQ(rest.exit_code, 0) << rest.err;
    const std::map<std::string, int> done = states(rest);
    EXPECT_GE(done.at("skipped"), 2);
    EXPECT_EQ(done.at("skipped") + done.at("completed"), 6);
    sweep->expect_each_cell_once();
}

/// Each takes what the other does not train, and waits for what it does.
TEST(Sweep, TwoProcessesOnOneLibraryTrainEachCellOnce) {
    SweepFolder sweep(grid(150));
    ProgramResult one, other;
    std::thread beside([&] { one = sweep.run(); });
    other = sweep.run();
    beside.join();
    for (const ProgramResult* each : {&one, &other}) {
        EXPECT_EQ(each->exit_code, 0) << each->err;
        std::map<std::string, int> ended = states(*each);
        EXPECT_EQ(ended["completed"] + ended["skipped"], 6) << each->out;
        EXPECT_EQ(ended["failed"] + ended["stopped"] + ended["refused"], 0) << each->out;
    }
    EXPECT_EQ(states(one)["completed"] + states(other)["completed"], 6);
    sweep.expect_each_cell_once();
}

/// A cell that cannot begin leaves nothing in the library: none waits for what the other one was refused.
TEST(Sweep, TwoProcessesDoNotWaitForWhatCannotBegin) {
    // A network of one hidden layer has no fc3.
    SweepFolder sweep(R"({"name": "half of it", "base": {"width": 8, "steps": 60, "eval_interval": 0,
                          "train_eval_images": 100, "histogram_interval": 0,
                          "layer_overrides": [{"layer": "fc3", "precision": "FP16"}]},
                         "seed": [1, 2], "depth": [2, 1]})");
    ProgramResult one, other;
    std::thread beside([&] { one = sweep.run(); });
    other = sweep.run();
    beside.join();
    for (const ProgramResult* each : {&one, &other}) {
        std::map<std::string, int> ended = states(*each);
        EXPECT_EQ(each->exit_code, 1) << each->err;
        EXPECT_EQ(ended["completed"] + ended["skipped"], 2) << each->out;
        EXPECT_EQ(ended["refused"], 2) << each->out;
    }
}

TEST(Sweep, CtrlCLeavesAValidLibraryAndItsExitCode) {
    const auto sweep = interrupted(1, SIGINT, 3);
    ASSERT_TRUE(sweep);
    const ProgramResult rest = sweep->run();
    EXPECT_EQ(rest.exit_code, 0) << rest.err;
    sweep->expect_each_cell_once();
}

TEST(Sweep, AListOfNothingIsNoSweep) {
    for (const char* text : {"{}", R"({"preset": "underflow", "seed": []})"}) {
        const SweepFolder sweep(text);
        const ProgramResult result = sweep.run();
        EXPECT_EQ(result.exit_code, 5) << text;
        for (const char* part : {"grid.json", "lists no values", "\"precision\": [\"fp32\", \"fp16\"]"})
            EXPECT_THAT(result.err, HasSubstr(part)) << text;
    }
}

TEST(Sweep, ErrorsNameTheFileTheFieldAndWhatWasExpected) {
    struct Case {
        const char* text;
        const char* field;
        const char* expected;
    };
    for (const Case& c :
         {Case{"no json", "", "JSON"}, Case{R"({"precision": ["FP12"]})", "precision[0]", "one of fp32, tf32"},
          Case{R"({"widths": [1]})", "widths", "the list of its values"},
          Case{R"({"preset": "nothing"})", "preset", "underflow"}, Case{R"({"batch": [0]})", "batch", "1 to 65536"},
          Case{R"({"lr": [0.1, 0.1]})", "lr[1]", "once"}, Case{R"({"base": {"width": 0}})", "width", "1 to 16384"}}) {
        const SweepFolder sweep(c.text);
        const ProgramResult result = sweep.run();
        EXPECT_EQ(result.exit_code, 5) << c.text;
        for (const char* part : {"grid.json", c.field, c.expected}) EXPECT_THAT(result.err, HasSubstr(part)) << c.text;
    }
    EXPECT_EQ(run_worker({"sweep", "/absent/grid.json"}).exit_code, 5);
    EXPECT_EQ(run_worker({"sweep"}).exit_code, 2);
}

TEST(Sweep, VariesAnySettingByFlagsAloneAndPrintsItsTable) {
    const TemporaryFolder folder;
    const std::vector<std::string> arguments{"sweep",
                                             "--vary",
                                             "master-weights=on,off",
                                             "--vary",
                                             "seed=1,2",
                                             "--precision",
                                             "fp16",
                                             "--depth",
                                             "1",
                                             "--width",
                                             "8",
                                             "--steps",
                                             "3",
                                             "--train-eval-images",
                                             "100",
                                             "--library",
                                             folder / "runs.mantissa"};
    const ProgramResult first = run_worker(arguments);
    ASSERT_EQ(first.exit_code, 0) << first.err;
    EXPECT_THAT(first.out, testing::ContainsRegex("\nmaster_weights +test +skipped  by seed, %\non .*\noff "));
    EXPECT_THAT(first.out, HasSubstr("4 trained, 0 skipped, 0 failed, of 4"));
    const ProgramResult again = run_worker(arguments);
    EXPECT_THAT(again.out, HasSubstr("0 trained, 4 skipped")) << "started again, it continues";
    const std::size_t table = again.out.find("\nmaster_weights");
    ASSERT_NE(table, std::string::npos);
    EXPECT_EQ(again.out.substr(table, 100), first.out.substr(first.out.find("\nmaster_weights"), 100));
    EXPECT_EQ(run_worker({"sweep", "--vary", "colour=red"}).exit_code, 2);
    const ProgramResult twice = run_worker({"sweep", "--vary", "loss_scale=2^10,1024"});
    EXPECT_EQ(twice.exit_code, 2);
    EXPECT_THAT(twice.err, HasSubstr("--vary, loss-scale[1]: value number 2 repeats an earlier one"));
}

TEST(Sweep, VariesCastsAndOperands) {
    const SweepFolder sweep(R"({"name": "recipes", "base": {"depth": 1, "width": 16, "steps": 3, "eval_interval": 0,
        "train_eval_images": 100, "histogram_interval": 0, "precision": "bf16"},
        "casts": ["own", "torch-amp", "half"], "operand_recipe": ["none", "fp8-delayed"]})");
    const ProgramResult result = run_worker({"sweep", sweep.file, "--library", sweep.library});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, testing::ContainsRegex("\noperand_recipe +casts +test +skipped"));
    EXPECT_THAT(result.out, testing::ContainsRegex("\nfp8-delayed +half "));
    EXPECT_THAT(result.out, HasSubstr("6 trained, 0 skipped, 0 failed, of 6"));
    std::set<std::string> names;
    for (const RunSummary& run : Library::open(sweep.library, Access::read_only)->runs()) names.insert(run.name);
    EXPECT_THAT(names, testing::Contains("recipes: BF16 · casts as in .half() · no scale · no master · batch 64"));
    EXPECT_THAT(names, testing::Contains("recipes: BF16 · casts as in torch.amp · operands in FP8, delayed scaling · "
                                         "batch 64"));
    EXPECT_THAT(run_worker({"sweep", sweep.file, "--library", sweep.library}).out, HasSubstr("0 trained, 6 skipped"));
    const SweepFolder wrong(R"({"casts": ["caffe"]})");
    const ProgramResult unknown = wrong.run();
    EXPECT_EQ(unknown.exit_code, 5);
    for (const char* part : {"grid.json", "casts[0]", "one of own, apex-o0"}) EXPECT_THAT(unknown.err, HasSubstr(part));
}

TEST(Sweep, ACellThatDoesNotFitLeavesTheOthers) {
    // 63 times 16384² weights with what Adam keeps of each: 252 GiB
    const SweepFolder mixed(R"({"base": {"model": "MLP", "depth": 64, "steps": 1, "train_eval_images": 100,
        "eval_images": 100, "eval_interval": 0}, "width": [16384, 1]})");
    const ProgramResult some = run_worker({"sweep", mixed.file, "--library", mixed.library});
    EXPECT_EQ(some.exit_code, 1);
    EXPECT_THAT(some.out, HasSubstr("1 trained, 0 skipped, 1 failed, of 2")) << some.err;
    // What was refused counts as dealt with, or the rest would never be done.
    EXPECT_THAT(some.err, HasSubstr(" 2/2 runs  done"));
    EXPECT_EQ(Library::open(mixed.library, Access::read_only)->runs().size(), 1u);

    const SweepFolder wrong(R"({"base": {"depth": 1, "width": 16, "steps": 2, "layer_overrides":
        [{"layer": "fc9", "precision": "FP16"}]}, "seed": [1, 2]})");
    const ProgramResult result = wrong.run();
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(states(result), (std::map<std::string, int>{{"refused", 2}}));
    EXPECT_THAT(result.err, HasSubstr("fc9"));
}

}  // namespace
}  // namespace mantissa
