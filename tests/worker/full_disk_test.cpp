// SPDX-License-Identifier: Apache-2.0
// A worker whose disk is full or read-only: checkpoints are not written, which is told, and no bit of the run changes;
// a run by hand whose library cannot be written stops with a message, and what is in the library stays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>

#include "engine/store/library.h"
#include "tests/support/small_disk.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

run::Command start(std::int64_t steps, std::uint32_t interval) {
    run::Command command;
    run::RunConfig& config = *command.mutable_start()->mutable_config();
    config.set_depth(1);
    config.set_width(64);
    config.set_batch(32);
    config.set_steps(steps);
    config.set_threads(1);
    config.set_train_eval_images(200);
    config.set_checkpoint_interval(interval);
    return command;
}

struct Trained {
    run::RunFinished end;
    std::vector<std::string> notices;
    std::size_t checkpoints = 0;
    std::string run_id;
};

Trained train(const std::string& checkpoints, std::uint32_t interval,
              const std::function<void(const run::Record&)>& watch = {}) {
    ServedWorker worker({"--checkpoint-folder", checkpoints});
    worker.greet();
    Trained trained;
    trained.run_id = worker.ask(start(600, interval)).run_id();
    EXPECT_TRUE(worker.read_until([&](const run::Record& record) {
        if (watch) watch(record);
        return record.has_finished();
    }));
    for (const run::Record& record : worker.records()) {
        trained.checkpoints += record.has_checkpoint() ? 1 : 0;
        if (record.has_event() && record.event().kind() == run::EventRecord::NOTICE)
            trained.notices.push_back(record.event().text());
    }
    trained.end = worker.records().back().finished();
    return trained;
}

TEST(FullDisk, WithoutRoomForACheckpointTheRunIsTheSame) {
    const TemporaryFolder folder;
    const Trained control = train(folder / "control", 100);
    EXPECT_EQ(control.checkpoints, 5u);
    EXPECT_TRUE(control.notices.empty());

    std::filesystem::create_directory(folder / "small");
    const SmallDisk disk(folder / "small", std::size_t{64} << 10);  // one is larger: 50,000 weights and two moments
    if (!disk.ready()) GTEST_SKIP() << "no file system can be mounted here";
    const Trained full = train(folder / "small", 100);
    EXPECT_EQ(full.checkpoints, 0u);
    ASSERT_EQ(full.notices.size(), 1u) << "once, not at every interval";
    EXPECT_THAT(full.notices[0], testing::AllOf(HasSubstr("continues"), HasSubstr("No space left")));
    EXPECT_EQ(full.end.outcome(), run::RunFinished::COMPLETED);
    EXPECT_EQ(full.end.weights_sha256(), control.end.weights_sha256());
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "small"))
        EXPECT_TRUE(entry.is_directory()) << "half of one is left: " << entry.path();
}

TEST(FullDisk, InAReadOnlyFolderTheRunIsTheSame) {
    const TemporaryFolder folder;
    const Trained control = train(folder / "control", 100);
    std::filesystem::create_directory(folder / "fixed");
    SmallDisk disk(folder / "fixed", std::size_t{8} << 20);
    if (!disk.ready() || !disk.set_read_only(true)) GTEST_SKIP() << "no file system can be mounted here";
    const Trained fixed = train(folder / "fixed", 100);
    EXPECT_EQ(fixed.checkpoints, 0u);
    ASSERT_EQ(fixed.notices.size(), 1u);
    EXPECT_THAT(fixed.notices[0], HasSubstr("Read-only"));
    EXPECT_EQ(fixed.end.weights_sha256(), control.end.weights_sha256());
}

TEST(FullDisk, TheCheckpointThatWasThereStaysWhole) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "small");
    const SmallDisk disk(folder / "small", std::size_t{1} << 20);  // room for one, not for two at once
    if (!disk.ready()) GTEST_SKIP() << "no file system can be mounted here";
    const Trained full = train(folder / "small", 100);
    EXPECT_EQ(full.checkpoints, 1u);
    EXPECT_EQ(full.notices.size(), 1u);
    EXPECT_TRUE(std::filesystem::exists(folder / ("small/" + full.run_id + ".checkpoint")));
    ServedWorker worker({"--checkpoint-folder", folder / "small"});
    worker.greet();
    run::Command resume;
    resume.mutable_resume_run()->set_run_id(full.run_id);
    const run::Reply reply = worker.ask(resume);
    ASSERT_FALSE(reply.has_error()) << reply.error().message();
    EXPECT_EQ(reply.step(), 100u);
    ASSERT_TRUE(worker.read_until([](const run::Record& record) { return record.has_finished(); }));
    EXPECT_EQ(worker.records().back().finished().weights_sha256(), full.end.weights_sha256());
}

TEST(FullDisk, ARunByHandStopsWithAMessageAndTheLibraryKeepsWhatItHas) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "small");
    SmallDisk disk(folder / "small", std::size_t{700} << 10);
    if (!disk.ready()) GTEST_SKIP() << "no file system can be mounted here";
    const std::string file = folder / "small/runs.mantissa", weights = folder / "weights.safetensors";
    const ProgramResult result = run_worker({"train", "--json", "--depth", "1", "--width", "16", "--batch", "32",
                                             "--steps", "40000", "--threads", "1", "--library", file,
                                             "--checkpoint-folder", folder / "state", "--export-weights", weights});
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_THAT(result.err,
                testing::AllOf(HasSubstr("disk is full"), HasSubstr("runs.mantissa"), HasSubstr("--resume")));
    EXPECT_TRUE(std::filesystem::exists(weights)) << "there is room for them";
    std::string run_id;
    std::uint32_t kept = 0;
    {
        const auto library = Library::open(file, Access::read_only);
        const std::vector<RunSummary> runs = library->runs();
        ASSERT_EQ(runs.size(), 1u);
        run_id = runs[0].run_id;
        const std::vector<run::Record> steps = library->records(run_id, RecordKind::kStepDone);
        ASSERT_GT(steps.size(), 0u);
        EXPECT_LT(steps.size(), 40000u);
        for (std::size_t i = 0; i < steps.size(); ++i) ASSERT_EQ(steps[i].step(), i + 1);
        kept = steps.back().step();
    }
    ASSERT_TRUE(std::filesystem::exists(folder / ("state/" + run_id + ".checkpoint")));
    // With room again it goes on, and what the library lacked comes there.
    ASSERT_TRUE(disk.resize(std::size_t{64} << 20));
    const ProgramResult rest =
        run_worker({"train", "--json", "--resume", run_id, "--library", file, "--checkpoint-folder", folder / "state"},
                   2000, SIGTERM);
    EXPECT_EQ(rest.exit_code, 3) << rest.err;
    const auto library = Library::open(file, Access::read_only);
    const std::vector<run::Record> steps = library->records(run_id, RecordKind::kStepDone);
    EXPECT_GT(steps.size(), kept + 1000);
    for (std::size_t i = 0; i < steps.size(); ++i) ASSERT_EQ(steps[i].step(), i + 1);
}

}  // namespace
}  // namespace mantissa
