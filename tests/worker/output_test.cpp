// SPDX-License-Identifier: Apache-2.0
// What becomes of a run whose output cannot be written, and of one whose terminal is closed: it is kept, it can go on,
// and what was lost is never passed over with exit code 0.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <string>

#include "engine/store/library.h"
#include "tests/support/files.h"
#include "tests/support/run_story.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

/// `train` with its library and checkpoints in `folder`.
std::string train(const TemporaryFolder& folder, const std::string& steps, const std::string& library = "runs") {
    return "\"$WORKER\" train --depth 1 --width 16 --batch 32 --threads 1 --device " MANTISSA_DEVICE " --steps " +
           steps + " --library " + folder / (library + ".mantissa") + " --checkpoint-folder " + folder / "kept" + " ";
}

/// The one run of a library.
RunSummary only_run(const TemporaryFolder& folder, const std::string& library = "runs") {
    const auto opened = Library::open(folder / (library + ".mantissa"), Access::read_only);
    const std::vector<RunSummary> runs = opened->runs();
    EXPECT_EQ(runs.size(), 1u);
    return runs.empty() ? RunSummary{} : runs[0];
}

bool has_checkpoint(const TemporaryFolder& folder, const std::string& run_id) {
    return std::filesystem::exists(folder / ("kept/" + run_id + ".checkpoint"));
}

TEST(Output, AStandardErrorThatCannotBeWrittenEndsNoRun) {
    for (const char* error : {"2>/dev/full", "2>&-"}) {
        const TemporaryFolder folder;
        EXPECT_EQ(run_in_shell(train(folder, "20") + ">/dev/null " + error), 0) << error;
        EXPECT_EQ(only_run(folder).outcome, run::RunFinished::COMPLETED) << error;
        EXPECT_EQ(run_in_shell("\"$WORKER\" train --steps none " + std::string(error)), 2) << error;
        EXPECT_EQ(run_in_shell("\"$WORKER\" train --resume /nowhere " + std::string(error)), 1) << error;
    }
}

TEST(Output, WhatIsLostIsNeverPassedOver) {
    const TemporaryFolder folder;
    const std::string told = folder / "told";
    for (const char* command : {"presets --json", "devices", "--help", "--version", "train --help"})
        for (const char* output : {">/dev/full", ">&-"}) {
            EXPECT_EQ(run_in_shell("\"$WORKER\" " + std::string(command) + " " + output + " 2>" + told), 1)
                << command << output;
            EXPECT_THAT(contents(told), HasSubstr("standard output")) << command << output;
        }
    EXPECT_EQ(run_in_shell(train(folder, "20") + ">/dev/full 2>/dev/null"), 1);
    EXPECT_EQ(only_run(folder).outcome, run::RunFinished::COMPLETED) << "the bars are not the run";
}

TEST(Output, AClosedStreamIsNotTheNextFile) {
    const TemporaryFolder folder;
    EXPECT_EQ(run_in_shell(train(folder, "20000") + "--json <&- >&- 2>&-"), 1);
    const RunSummary run = only_run(folder);
    EXPECT_EQ(run.outcome, run::RunFinished::STOPPED) << "nobody can read it";
    EXPECT_TRUE(has_checkpoint(folder, run.run_id));
    EXPECT_EQ(integrity(folder / "runs.mantissa"), "ok");
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        if (!entry.is_regular_file() || entry.path().extension() == ".mantissa") continue;
        EXPECT_THAT(contents(entry.path()), Not(HasSubstr("{\""))) << entry.path();
    }
}

TEST(Output, AReaderThatGoesLeavesACheckpoint) {
    const TemporaryFolder folder;
    const std::string code = folder / "code", told = folder / "told";
    run_in_shell("( " + train(folder, "100000000") + "--json 2>" + told + "; echo $? >" + code +
                 " ) | head -n 3 >/dev/null");
    EXPECT_EQ(contents(code), "1\n");
    EXPECT_THAT(contents(told), HasSubstr("Broken pipe"));
    const RunSummary run = only_run(folder);
    EXPECT_EQ(run.outcome, run::RunFinished::STOPPED);
    EXPECT_TRUE(has_checkpoint(folder, run.run_id));
}

TEST(Output, AClosedTerminalLeavesACheckpoint) {
    const TemporaryFolder folder;
    const std::vector<std::string> arguments{"train",
                                             "--json",
                                             "--depth",
                                             "1",
                                             "--width",
                                             "16",
                                             "--threads",
                                             "1",
                                             "--steps",
                                             "100000000",
                                             "--batch",
                                             "32",
                                             "--device",
                                             MANTISSA_DEVICE,
                                             "--library",
                                             folder / "runs.mantissa",
                                             "--checkpoint-folder",
                                             folder / "kept"};
    EXPECT_EQ(run_worker(arguments, 3, SIGHUP).exit_code, 3);
    const RunSummary run = only_run(folder);
    EXPECT_EQ(run.outcome, run::RunFinished::STOPPED);
    EXPECT_TRUE(has_checkpoint(folder, run.run_id));
}

TEST(Output, ALimitOnTheSizeOfFilesLeavesACheckpoint) {
    const TemporaryFolder folder;
    const std::string told = folder / "told";
    EXPECT_EQ(run_in_shell("ulimit -f 800; exec " + train(folder, "100000000") + ">/dev/null 2>" + told), 1);
    EXPECT_THAT(contents(told), testing::AllOf(HasSubstr("runs.mantissa"), HasSubstr("--resume")));
    const RunSummary run = only_run(folder);
    EXPECT_TRUE(has_checkpoint(folder, run.run_id)) << "which is smaller";
}

TEST(Output, UnderNohupTheTerminalMayBeClosed) {
    const TemporaryFolder folder;
    ::signal(SIGHUP, SIG_IGN);  // as nohup does; children inherit it
    const ProgramResult result =
        run_worker({"train", "--json", "--depth", "1", "--width", "16", "--batch", "32", "--threads", "1", "--device",
                    MANTISSA_DEVICE, "--steps", "200", "--library", folder / "runs.mantissa"},
                   3, SIGHUP);
    ::signal(SIGHUP, SIG_DFL);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(only_run(folder).outcome, run::RunFinished::COMPLETED);
}

TEST(Output, AServedRunEndsWithACheckpointWhateverOrderlySignalEndsIt) {
    for (const int signal : {SIGHUP, SIGTERM, SIGINT}) {
        const TemporaryFolder folder;
        ServedWorker worker({"--checkpoint-folder", folder / "kept"});
        worker.greet();
        run::Command start;
        run::RunConfig& config = *start.mutable_start()->mutable_config();
        config.set_depth(1);
        config.set_width(16);
        config.set_steps(100000000);
        config.set_threads(1);
        config.set_device(MANTISSA_DEVICE);
        const std::string run_id = worker.ask(start).run_id();
        ASSERT_TRUE(worker.read_until([](const run::Record& record) { return record.has_step_done(); }));
        worker.kill(signal);
        ASSERT_TRUE(worker.read_until([](const run::Record& record) { return record.has_finished(); }));
        EXPECT_EQ(worker.records().back().finished().outcome(), run::RunFinished::STOPPED);
        EXPECT_TRUE(has_checkpoint(folder, run_id));
        EXPECT_EQ(worker.wait(), -1) << "who started it sees the signal";
    }
}

}  // namespace
}  // namespace mantissa
