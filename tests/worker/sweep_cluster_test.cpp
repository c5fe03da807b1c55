// SPDX-License-Identifier: Apache-2.0
// Sweeps whose runs other processes train: through Slurm's array (a stand-in for it, and a real one where there is one)
// and by MPI's ranks. In the end the library holds what one process alone would have made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/run/json.h"
#include "engine/run/presets.h"
#include "engine/store/library.h"
#include "tests/support/files.h"
#include "tests/support/run_story.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

std::string grid(int seeds, int steps) {
    std::string list;
    for (int seed = 1; seed <= seeds; ++seed) list += (seed > 1 ? "," : "") + std::to_string(seed);
    return R"({"name": "array", "base": {"depth": 1, "width": 8, "threads": 1, "eval_interval": 0, "eval_images": 100,
               "train_eval_images": 100, "histogram_interval": 0, "checkpoint_interval": 0, "steps": )" +
           std::to_string(steps) + R"(}, "precision": ["fp32", "fp16"], "seed": [)" + list + "]}";
}

/// Of each run that is not deleted, by its settings.
std::map<std::string, std::vector<std::string>> stories(const std::string& file) {
    const auto library = Library::open(file, Access::read_only);
    std::map<std::string, std::vector<std::string>> all;
    for (const RunSummary& run : library->runs()) {
        if (run.deleted) continue;
        EXPECT_EQ(run.outcome, run::RunFinished::COMPLETED) << run.name;
        const bool first = all.emplace(to_json(complete(run.config)), story(*library, run.run_id)).second;
        EXPECT_TRUE(first) << run.name << " is there twice";
    }
    return all;
}

class SweepCluster : public ::testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(path("bin"));
        for (const std::string name : {"sbatch", "squeue", "scontrol"}) {
            std::ofstream(path("bin/" + name)) << "#!/bin/sh\nexec python3 '" << MANTISSA_SOURCE
                                               << "/tests/worker/slurm/stand_in.py' " << name << " \"$@\"\n";
            fs::permissions(path("bin/" + name), fs::perms::owner_all);
        }
    }
    std::string path(const std::string& name) const { return folder_ / name; }
    std::string library() const { return path("array.mantissa"); }
    std::string alone() const { return path("alone.mantissa"); }

    void write_grid(const std::string& text) const { std::ofstream(path("grid.json")) << text; }
    /// A command of the worker with the stand-ins before everything else, its output in "out" and "err".
    int worker(const std::string& command, const std::string& before = "") const {
        return run_in_shell("export PATH='" + path("bin") + "':$PATH SLURM_STAND_IN='" + path("slurm") +
                            "' MANTISSA_STATE_DIR='" + path("state") + "'; " + before + " \"$WORKER\" " + command +
                            " > '" + path("out") + "' 2> '" + path("err") + "'");
    }
    int sweep_on_slurm(const std::string& more = "") const { return worker(command_on("slurm --poll 0.2") + more); }
    void expect_that_of_one_process() const {
        ASSERT_EQ(worker("sweep '" + path("grid.json") + "' --library '" + alone() + "'"), 0) << contents(path("err"));
        const auto here = stories(library()), expected = stories(alone());
        EXPECT_EQ(here.size(), expected.size());
        for (const auto& [config, lines] : expected) {
            ASSERT_TRUE(here.contains(config)) << config;
            EXPECT_EQ(here.at(config), lines) << config;
        }
        EXPECT_EQ(integrity(library()), "ok");
    }
    std::size_t lines(const std::string& file) const {
        const std::string text = contents(path(file));
        return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    }
    void order(const std::string& what) const {
        fs::create_directories(path("slurm"));
        std::ofstream(path("slurm/" + what)) << "";
    }
    /// Kills what follows when its first run is in the library: the others are under way or have not begun.
    std::string killed_after_a_run() const {
        std::ofstream(path("kill")) << "#!/bin/sh\n\"$@\" &\nwhile kill -0 $! && ! find '" << folder_.path()
                                    << "' -name merged | grep -q .; do sleep 0.02; done\nkill -KILL $!; wait $!\n";
        fs::permissions(path("kill"), fs::perms::owner_all);
        return "'" + path("kill") + "' ";
    }
    std::string command_on(const std::string& what) const {
        return "sweep '" + path("grid.json") + "' --on " + what + " --library '" + library() + "' ";
    }
    TemporaryFolder folder_;
};

class SweepRanks : public SweepCluster {
  protected:
    void SetUp() override {
        if (std::string(MANTISSA_WITH_MPI) != "1" || std::system("mpirun --version > /dev/null 2>&1") != 0)
            GTEST_SKIP()
                << "SKIPPED: no MPI here (Debian: libopenmpi-dev, openmpi-bin): sweeps by ranks are not tested";
    }
    static std::string ranks(int n) { return "mpirun --allow-run-as-root --oversubscribe -n " + std::to_string(n); }
};

TEST_F(SweepCluster, AnArraysLibraryIsThatOfOneProcess) {
    write_grid(grid(4, 20));
    ASSERT_EQ(sweep_on_slurm(), 0) << contents(path("err"));
    EXPECT_THAT(contents(path("out")), HasSubstr("Submitted: 8 tasks"));
    EXPECT_THAT(contents(path("out")), HasSubstr("8 trained, 0 skipped, 0 failed, of 8"));
    EXPECT_EQ(lines("slurm/submitted"), 8u);
    expect_that_of_one_process();
    for (const auto& entry : fs::directory_iterator(folder_.path()))
        EXPECT_THAT(entry.path().string(), testing::Not(HasSubstr(".sweep"))) << "its folder is gone";
    // a further value: what is there is not submitted again
    write_grid(grid(5, 20));
    ASSERT_EQ(sweep_on_slurm("--sbatch=--partition=short"), 0) << contents(path("err"));
    EXPECT_THAT(contents(path("out")), HasSubstr("2 trained, 8 skipped"));
    EXPECT_EQ(lines("slurm/submitted"), 10u);
    EXPECT_THAT(contents(path("slurm/submitted")), HasSubstr("--output --partition"));
    expect_that_of_one_process();
}

TEST_F(SweepCluster, WhatIsSubmittedIsNotSubmittedTwice) {
    write_grid(grid(3, 20));
    ::setenv("SLURM_MOST_INDICES", "4", 1);  // so that two arrays are needed
    ASSERT_EQ(sweep_on_slurm("--submit-only"), 0) << contents(path("err"));
    EXPECT_THAT(contents(path("out")), HasSubstr("job 100, 101"));
    ASSERT_EQ(sweep_on_slurm("--json"), 0) << contents(path("err"));
    ::unsetenv("SLURM_MOST_INDICES");
    EXPECT_EQ(lines("slurm/submitted"), 6u);
    EXPECT_EQ(lines("out"), 6u);
    EXPECT_THAT(contents(path("out")), HasSubstr("\"state\": \"completed\""));
    expect_that_of_one_process();
}

TEST_F(SweepCluster, IsWatchedWhileItsTasksTrain) {
    write_grid(grid(2, 20000));
    ASSERT_EQ(sweep_on_slurm("--submit-only"), 0) << contents(path("err"));
    const std::string status = "sweep '" + path("grid.json") + "' --library '" + library() + "' --status --json ";
    std::string told;
    do {
        ASSERT_EQ(worker(status), 0) << contents(path("err"));
        told = contents(path("out"));
    } while (told.find("\"state\": \"running\"") == std::string::npos && told.find("\"done\": 4") == std::string::npos);
    EXPECT_THAT(told, HasSubstr("\"state\": \"running\"")) << "all were through at once";
    EXPECT_THAT(told, HasSubstr("\"of_steps\": 20000"));
    ASSERT_EQ(worker(status + "--follow --poll 0.05"), 0) << contents(path("err"));
    EXPECT_THAT(contents(path("out")), HasSubstr(R"("done": 4, "running": 0, "waiting": 0, "failed": 0)"));
    EXPECT_TRUE(stories(library()).empty()) << "nobody has taken them in";
    ASSERT_EQ(sweep_on_slurm(), 0) << contents(path("err"));
    EXPECT_EQ(lines("slurm/submitted"), 4u);
    ASSERT_EQ(worker(status), 0) << contents(path("err"));
    EXPECT_THAT(contents(path("out")), HasSubstr("\"done\": 4")) << "the library has them, their folder is gone";
    expect_that_of_one_process();
}

/// Tasks 0 and 1 are the first that train. What had a checkpoint goes on from it, and nothing else is trained twice.
TEST_F(SweepCluster, PreemptedOutOfTimeAndKilledTasksLoseNothing) {
    write_grid(grid(2, 40000));
    order("preempt-0");
    order("time-1");
    order("kill-2");
    ASSERT_EQ(sweep_on_slurm(), 0) << contents(path("err"));
    for (const char* what : {"preempt-0", "time-1", "kill-2"})
        EXPECT_FALSE(fs::exists(path(std::string("slurm/") + what))) << what << " came too late";
    EXPECT_EQ(lines("slurm/again"), 2u);
    EXPECT_EQ(lines("slurm/submitted"), 5u) << "four, and the killed one once more";
    EXPECT_THAT(contents(path("err")), HasSubstr("task 2 has left the queue without an end of its run"));
    int resumed = 0;
    const auto opened = Library::open(library(), Access::read_only);
    for (const RunSummary& run : opened->runs())
        for (const run::Record& record : opened->records(run.run_id))
            resumed += record.has_event() && record.event().kind() == run::EventRecord::RESUMED_FROM_CHECKPOINT;
    EXPECT_EQ(resumed, 2);
    expect_that_of_one_process();
}

TEST_F(SweepCluster, TheOneThatWaitsMayBeKilled) {
    write_grid(grid(8, 200));
    EXPECT_NE(worker(command_on("slurm --poll 0.2"), killed_after_a_run()), 0);
    EXPECT_LT(stories(library()).size(), 16u);
    ASSERT_EQ(sweep_on_slurm(), 0) << contents(path("err"));
    EXPECT_EQ(lines("slurm/submitted"), 16u);
    expect_that_of_one_process();
}

TEST_F(SweepCluster, ARunThatCannotBeginLeavesTheOthers) {
    write_grid(R"({"name": "array", "base": {"model": "MLP", "depth": 64, "steps": 1, "train_eval_images": 100,
        "eval_interval": 0}, "width": [16384, 1]})");
    EXPECT_EQ(sweep_on_slurm(), 1);
    EXPECT_THAT(contents(path("out")), HasSubstr("1 trained, 0 skipped, 1 failed, of 2")) << contents(path("err"));
    EXPECT_THAT(contents(path("err")), HasSubstr("batch"));
    EXPECT_EQ(lines("slurm/submitted"), 2u) << "it would be refused again";
    ASSERT_EQ(worker("sweep '" + path("grid.json") + "' --status --json --library '" + library() + "'"), 0);
    EXPECT_THAT(contents(path("out")), HasSubstr(R"("done": 1, "running": 0, "waiting": 0, "failed": 1)"));
    EXPECT_THAT(contents(path("out")), testing::ContainsRegex("\"failed\", \"values\": ..16384...*\"why\": \".*batch"));
}

TEST_F(SweepCluster, WhatSbatchRefusesIsToldAsNeverSubmitted) {
    write_grid(grid(1, 20));
    std::ofstream(path("bin/sbatch")) << "#!/bin/sh\nexit 1\n";
    EXPECT_EQ(sweep_on_slurm(), 1);
    ASSERT_EQ(worker("sweep '" + path("grid.json") + "' --status --library '" + library() + "'"), 0);
    EXPECT_THAT(contents(path("out")), HasSubstr("0 done, 0 running, 0 waiting, 2 failed, of 2"));
    EXPECT_THAT(contents(path("out")),
                HasSubstr("it was never submitted: sbatch did not take the array (exit code 1); the same sweep with "
                          "--on slurm, given once more, submits it"));
    SetUp();  // the one that works
    ASSERT_EQ(sweep_on_slurm(), 0) << contents(path("err"));
    expect_that_of_one_process();
}

/// Killed after the runs have their numbers and before sbatch has them.
TEST_F(SweepCluster, WhatWasNotSubmittedBeforeAKillIsToldAsNeverSubmitted) {
    write_grid(grid(1, 20));
    std::ofstream(path("bin/sbatch")) << "#!/bin/sh\nkill -9 $PPID\n";
    EXPECT_NE(sweep_on_slurm(), 0);
    const std::string status = "sweep '" + path("grid.json") + "' --status --library '" + library() + "'";
    ASSERT_EQ(worker(status + " --follow"), 0) << "it does not wait for them";
    EXPECT_THAT(contents(path("out")), HasSubstr("0 done, 0 running, 0 waiting, 2 failed, of 2"));
    EXPECT_THAT(contents(path("out")), HasSubstr("it was never submitted: who submits was ended before; the same sweep "
                                                 "with --on slurm, given once more, submits it"));
    SetUp();  // the one that works
    ASSERT_EQ(sweep_on_slurm(), 0) << contents(path("err"));
    expect_that_of_one_process();
}

TEST_F(SweepCluster, SaysWhatItLacks) {
    write_grid(grid(1, 1));
    EXPECT_EQ(sweep_on_slurm("--library none"), 2);
    fs::remove(path("bin/sbatch"));
    if (run_in_shell("command -v sbatch > /dev/null") != 0) {
        EXPECT_EQ(sweep_on_slurm(), 2);
        EXPECT_THAT(contents(path("err")), HasSubstr("sbatch cannot be started"));
    }
    EXPECT_EQ(worker("sweep --cell 3"), 2);
    EXPECT_EQ(worker("sweep --cell 3 --folder '" + path("none") + "'"), 5);
    EXPECT_THAT(contents(path("err")), HasSubstr("no run number 3"));
}

TEST_F(SweepRanks, DealTheRunsOut) {
    write_grid(grid(5, 20));
    ASSERT_EQ(worker(command_on("mpi"), ranks(3)), 0) << contents(path("err"));
    EXPECT_THAT(contents(path("out")), HasSubstr("10 trained, 0 skipped, 0 failed, of 10"));
    expect_that_of_one_process();
    ASSERT_EQ(worker(command_on("mpi"), ranks(3)), 0) << contents(path("err"));
    EXPECT_THAT(contents(path("out")), HasSubstr("0 trained, 10 skipped"));
}

TEST_F(SweepRanks, ThatAreKilledLoseNothingThatEnded) {
    write_grid(grid(4, 1500));
    EXPECT_NE(worker(command_on("mpi"), killed_after_a_run() + ranks(2)), 0);
    EXPECT_LT(stories(library()).size(), 8u);
    int code = 0;
    for (int i = 0; i < 100; ++i) {  // a rank whose mpirun is gone ends when it notices
        code = worker(command_on("mpi"), ranks(2));
        if (code == 0 || contents(path("err")).find("another process") == std::string::npos) break;
    }
    ASSERT_EQ(code, 0) << contents(path("err"));
    expect_that_of_one_process();
}

/// Slurm itself on this machine, two nodes of it, where it is installed.
class SweepSlurm : public SweepCluster {
  protected:
    std::string machine(const std::string& what, const std::string& node = "") const {
        return "python3 '" + std::string(MANTISSA_SOURCE) + "/tests/worker/slurm/one_machine.py' " + what + " '" +
               path("nodes") + "' " + node;
    }
    void SetUp() override {
        started_ = run_in_shell(machine("start") + " > '" + path("out") + "' 2>&1") == 0;
        if (!started_) GTEST_SKIP() << contents(path("out"));
    }
    void TearDown() override {
        if (started_) run_in_shell(machine("stop"));
    }
    /// Both runs of the grid, a node each, and `then` once they train; "where" names the nodes.
    int sweep_and(const std::string& then) const {
        return run_in_shell(
            "export SLURM_CONF='" + path("nodes/slurm.conf") + "' MANTISSA_STATE_DIR='" + path("state") +
            "'; (nodes() { squeue --noheader --partition=low --states=R --format=%N | sort -u; }; "
            "while [ $(nodes | wc -l) -lt 2 ]; do sleep 0.2; done; nodes > '" +
            path("where") + "'; while [ $(find '" + folder_.path() +
            "' -name progress | wc -l) -lt 2 ]; do sleep 0.2; done; sleep 5; " + then + ") > '" + path("then") +
            "' 2>&1 & \"$WORKER\" sweep '" + path("grid.json") + "' --on slurm --poll 1 --library '" + library() +
            "' > '" + path("out") + "' 2> '" + path("err") + "'");
    }
    /// A sweep to which nothing happens.
    int sweep_alone() const {
        return run_in_shell("export SLURM_CONF='" + path("nodes/slurm.conf") + "' MANTISSA_STATE_DIR='" +
                            path("state") + "'; \"$WORKER\" " + command_on("slurm --poll 0.2") + " > '" + path("out") +
                            "' 2> '" + path("err") + "'");
    }
    int resumed() const {
        int all = 0;
        const auto opened = Library::open(library(), Access::read_only);
        for (const RunSummary& run : opened->runs())
            for (const run::Record& record : opened->records(run.run_id))
                all += record.has_event() && record.event().kind() == run::EventRecord::RESUMED_FROM_CHECKPOINT;
        return all;
    }

  private:
    bool started_ = false;
};

TEST_F(SweepSlurm, AnArraysLibraryIsThatOfOneProcess) {
    write_grid(grid(2, 5));
    ASSERT_EQ(sweep_alone(), 0) << contents(path("err"));
    EXPECT_THAT(contents(path("out")), HasSubstr("4 trained, 0 skipped, 0 failed, of 4"));
    const std::string log = contents(path("nodes/slurmctld.log"));
    EXPECT_THAT(log, HasSubstr("sched: Allocate JobId="));
    expect_that_of_one_process();
    // What is there is not trained again.
    write_grid(grid(3, 5));
    ASSERT_EQ(sweep_alone(), 0) << contents(path("err"));
    EXPECT_THAT(contents(path("out")), HasSubstr("2 trained, 4 skipped, 0 failed, of 6"));
}

TEST_F(SweepSlurm, RanksThatSrunStartsHaveTheBitsOfVirtualOnes) {
    if (std::string(MANTISSA_WITH_MPI) != "1") GTEST_SKIP() << "SKIPPED: no MPI here (Debian: libopenmpi-dev)";
    const std::string train =
        " train --device reference --threads 1 --width 16 --batch 32 --steps 12 --eval-images 50 --eval-interval 0 "
        "--precision fp16 --rank-format fp16 --library none --ranks ";
    const std::string before =
        "export SLURM_CONF='" + path("nodes/slurm.conf") + "' MANTISSA_STATE_DIR='" + path("state") + "'; ";
    const std::string output = "' 2> '" + path("err") + "'";
    if (run_in_shell(before + "srun --mpi=list 2>&1 | grep -q pmix") != 0)
        GTEST_SKIP() << "SKIPPED: this Slurm has no PMIx, by which Open MPI is started";
    // One node: PMIx does not tell two on one machine apart.
    ASSERT_EQ(run_in_shell(before + "srun --mpi=pmix --nodes=1 --ntasks=2 --overcommit \"$WORKER\"" + train +
                           "mpi --export-weights '" + path("srun.npz") + "' > '" + path("out") + output),
              0)
        << contents(path("err"));
    ASSERT_EQ(run_in_shell(before + "\"$WORKER\"" + train + "2 --export-weights '" + path("one.npz") + "' > '" +
                           path("out") + output),
              0)
        << contents(path("err"));
    EXPECT_EQ(contents(path("srun.npz")), contents(path("one.npz")));
    EXPECT_NE(contents(path("srun.npz")), "");
}

/// Slurm's own wait before a job runs again is two minutes.
class SweepSlurmNightly : public SweepSlurm {};

TEST_F(SweepSlurmNightly, AnArrayPreemptedOnTwoNodesIsQueuedAgainAndGoesOn) {
    write_grid(grid(1, 600000));  // both of them at once, for longer than Slurm takes to preempt
    ASSERT_EQ(sweep_and("sbatch --partition=high --nodes=2 --output=/dev/null --wrap true"), 0)
        << contents(path("err")) << contents(path("then"));
    EXPECT_THAT(contents(path("then")), HasSubstr("Submitted"));
    EXPECT_EQ(contents(path("where")), "node1\nnode2\n");
    EXPECT_EQ(resumed(), 2) << "not both were preempted";
    expect_that_of_one_process();
}

TEST_F(SweepSlurmNightly, WhatRanOnALostNodeRunsOnTheOther) {
    write_grid(grid(1, 600000));
    ASSERT_EQ(sweep_and(machine("lose", "node2")), 0) << contents(path("err")) << contents(path("then"));
    EXPECT_EQ(contents(path("where")), "node1\nnode2\n");
    EXPECT_THAT(contents(path("nodes/slurmctld.log")), HasSubstr("node2 not responding"));
    expect_that_of_one_process();
}

class SweepClusterNightly : public SweepCluster {};
TEST_F(SweepClusterNightly, AThousandTasks) {
    write_grid(grid(500, 3));
    ASSERT_EQ(sweep_on_slurm(), 0) << contents(path("err"));
    EXPECT_EQ(lines("slurm/submitted"), 1000u);
    EXPECT_THAT(contents(path("out")), HasSubstr("1000 trained, 0 skipped, 0 failed, of 1000"));
    expect_that_of_one_process();
}

}  // namespace
}  // namespace mantissa
