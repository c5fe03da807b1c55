// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker sweep --status`: what it says of a sweep that was not begun, is half done, runs or has failed, and
// that it changes nothing.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/store/library.h"
#include "tests/support/files.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

/// Six runs; as long as `steps` says.
struct WatchedSweep {
    TemporaryFolder folder;
    std::string file = folder / "grid.json", library = folder / "runs.mantissa";

    explicit WatchedSweep(int steps) { write(steps, R"(["fp32", "fp16"])"); }
    void write(int steps, const std::string& precisions) const {
        std::ofstream(file) << R"({"name": "watched", "base": {"depth": 1, "width": 8, "eval_interval": 0,
            "train_eval_images": 100, "histogram_interval": 0, "steps": )" +
                                   std::to_string(steps) + R"(}, "precision": )" + precisions +
                                   R"(, "seed": [1, 2, 3]})";
    }
    ProgramResult train() const { return run_worker({"sweep", file, "--library", library, "--json"}); }
    ProgramResult status(const std::vector<std::string>& more = {"--json"}) const {
        std::vector<std::string> words{"sweep", file, "--status", "--library", library};
        words.insert(words.end(), more.begin(), more.end());
        return run_worker(words);
    }
};

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t all = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++all;
    return all;
}

std::size_t in_state(const ProgramResult& result, const std::string& state) {
    return count(result.out, "\"state\": \"" + state + "\"");
}

TEST(SweepStatus, OfWhatWasNotBegunEverythingWaits) {
    const WatchedSweep sweep(3);
    const ProgramResult result = sweep.status();
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.lines().front(),
                HasSubstr(R"("sweep": "watched", "runs": 6, "fields": ["precision", "seed"], "task": "CLASSIFY")"));
    EXPECT_THAT(result.out, HasSubstr(R"({"run": 2, "state": "waiting", "values": ["fp32", "2"])"));
    EXPECT_EQ(in_state(result, "waiting"), 6u);
    EXPECT_THAT(result.lines().back(), HasSubstr(R"({"look": {"done": 0, "running": 0, "waiting": 6, "failed": 0}})"));
    EXPECT_FALSE(fs::exists(sweep.library)) << "looking makes no library";
}

TEST(SweepStatus, TellsDoneFromCutOffAndWaitingAndChangesNothing) {
    for (int steps = 400;; steps *= 4) {
        ASSERT_LT(steps, 1000000) << "the sweep is always through before it is killed";
        const WatchedSweep sweep(steps);
        if (run_worker({"sweep", sweep.file, "--library", sweep.library, "--json"}, 2, SIGKILL).exit_code != -1)
            continue;
        const ProgramResult result = sweep.status();
        ASSERT_EQ(result.exit_code, 0) << result.err;
        const std::size_t done = in_state(result, "done"), waiting = in_state(result, "waiting");
        EXPECT_GE(done, 2u);
        EXPECT_EQ(done + waiting, 6u) << result.out;
        const std::string whole = std::to_string(steps);
        EXPECT_EQ(count(result.out, "\"steps\": " + whole + ", \"of_steps\": " + whole), done) << result.out;
        EXPECT_EQ(count(result.out, "\"metric\": 0."), done);
        const ProgramResult text = sweep.status({});
        EXPECT_THAT(text.out, HasSubstr("by seed, %"));
        EXPECT_THAT(text.out, HasSubstr(std::to_string(done) + " done, 0 running, " + std::to_string(waiting) +
                                        " waiting, 0 failed, of 6"));
        const auto library = Library::open(sweep.library, Access::read_only);
        for (const RunSummary& run : library->runs()) EXPECT_FALSE(run.deleted) << "what was cut off is left as it is";
        // Started again it has all of them, also of a list that was made longer.
        ASSERT_EQ(sweep.train().exit_code, 0);
        EXPECT_EQ(in_state(sweep.status(), "done"), 6u);
        sweep.write(steps, R"(["fp32", "fp16", "bf16"])");
        EXPECT_EQ(in_state(sweep.status(), "done"), 6u);
        EXPECT_EQ(in_state(sweep.status(), "waiting"), 3u);
        break;
    }
}

/// Each look at it is one of the library while another process writes it.
TEST(SweepStatus, FollowsARunningSweepToItsEnd) {
    const WatchedSweep sweep(2000);
    const std::string words = "sweep '" + sweep.file + "' --library '" + sweep.library + "'";
    ASSERT_EQ(run_in_shell("\"$WORKER\" " + words + " > /dev/null 2>&1 & \"$WORKER\" " + words +
                           " --status --follow --poll 0.05 --json > '" + sweep.folder.path() + "/told' 2>&1 && wait"),
              0);
    const std::string told = contents(sweep.folder / "told");
    EXPECT_GE(count(told, "\"state\": \"running\""), 1u);
    EXPECT_EQ(count(told, "\"state\": \"done\""), 6u) << "each once";
    EXPECT_THAT(told, HasSubstr(R"({"look": {"done": 6, "running": 0, "waiting": 0, "failed": 0}})"));
}

/// One of two needs 252 GiB for its weights: it is told as failed, with the reason, and a follower does not wait
/// for it.
TEST(SweepStatus, OfASweepInOneProcessWhatCouldNotBeginHasFailed) {
    const WatchedSweep sweep(1);
    std::ofstream(sweep.file) << R"({"name": "too large", "base": {"model": "MLP", "depth": 64, "steps": 1,
        "train_eval_images": 100, "eval_images": 100, "eval_interval": 0}, "width": [16384, 1]})";
    EXPECT_EQ(sweep.train().exit_code, 1);
    const ProgramResult result = sweep.status({"--json", "--follow"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr(R"({"run": 1, "state": "failed", "values": ["16384"])"));
    EXPECT_THAT(result.out, HasSubstr("GiB"));
    EXPECT_THAT(result.lines().back(), HasSubstr(R"({"look": {"done": 1, "running": 0, "waiting": 0, "failed": 1}})"));

    // Of a grid that can be trained nothing is left beside the library.
    std::ofstream(sweep.file) << R"({"name": "too large", "base": {"model": "MLP", "depth": 64, "steps": 1,
        "train_eval_images": 100, "eval_images": 100, "eval_interval": 0}, "width": [2, 1]})";
    EXPECT_EQ(sweep.train().exit_code, 0);
    EXPECT_EQ(in_state(sweep.status(), "done"), 2u);
    for (const fs::directory_entry& entry : fs::directory_iterator(sweep.folder.path()))
        EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr(".sweep")));
}

/// The folder of a sweep that Slurm's tasks or MPI's ranks train as well is theirs: who trains it in one process beside
/// them makes no mark there and does not remove it.
TEST(SweepStatus, AFolderThatOthersUseForTheSameSweepIsLeftAlone) {
    const WatchedSweep sweep(1);
    const auto grid = [&](int width) {
        std::ofstream(sweep.file) << R"({"name": "too large", "base": {"model": "MLP", "depth": 64, "steps": 1,
            "train_eval_images": 100, "eval_images": 100, "eval_interval": 0}, "width": [)"
                                  << width << ", 1]}";
    };
    grid(16384);
    ASSERT_EQ(sweep.train().exit_code, 1);
    fs::path folder;
    for (const fs::directory_entry& entry : fs::directory_iterator(sweep.folder.path()))
        if (entry.path().extension() == ".sweep") folder = entry.path();
    ASSERT_FALSE(folder.empty());
    const auto files = [&] {
        std::map<std::string, std::string> all;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file()) all[entry.path().string()] = contents(entry.path().string());
        return all;
    };
    const auto marked = files();
    {
        const int lock = ::open((folder / "lock").c_str(), O_RDWR | O_CLOEXEC);
        ASSERT_GE(lock, 0);
        ASSERT_EQ(::flock(lock, LOCK_EX | LOCK_NB), 0);
        grid(2);  // all of it can be trained now
        const ProgramResult beside = sweep.train();
        EXPECT_EQ(beside.exit_code, 0) << beside.err;
        EXPECT_THAT(beside.err, HasSubstr("another process takes in the runs of this sweep"));
        EXPECT_EQ(files(), marked);
        ::close(lock);
    }
    std::ofstream(folder / "jobs") << "17 0\n";  // tasks that were submitted, whose submitter has gone
    const auto submitted = files();
    grid(16384);
    EXPECT_EQ(sweep.train().exit_code, 1);
    EXPECT_EQ(files(), submitted);
}

TEST(SweepStatus, SaysWhatIsWrong) {
    const WatchedSweep sweep(3);
    EXPECT_EQ(sweep.status({"--library", "none"}).exit_code, 2);
    std::ofstream(sweep.library) << "no library at all, but a text of more than a hundred bytes, so that nobody could "
                                    "take it for an empty file";
    const ProgramResult foreign = sweep.status();
    EXPECT_EQ(foreign.exit_code, 5);
    EXPECT_THAT(foreign.err, HasSubstr("runs.mantissa"));
    const ProgramResult none = run_worker({"sweep", sweep.folder / "none.json", "--status"});
    EXPECT_EQ(none.exit_code, 5);
    EXPECT_THAT(none.err, HasSubstr("none.json"));
    EXPECT_EQ(run_worker({"sweep", sweep.file, "--follow"}).exit_code, 2);
}

}  // namespace
}  // namespace mantissa
