// SPDX-License-Identifier: Apache-2.0
// A window whose disk fills up, or cannot be written: a person is told, training waits, and with room it goes on to the
// bits of a run that nothing happened to, in the same window or in the next one. Where a person goes on without
// keeping, the library holds what it had, and never a gap.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "engine/run/presets.h"
#include "tests/kill/window_process.h"
#include "tests/support/run_story.h"
#include "tests/support/small_disk.h"

namespace mantissa {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Too long for a disk of so many bytes: a step takes about 50 in the library.
constexpr std::int64_t long_steps = 12000;
constexpr std::size_t small = std::size_t{600} << 10;

/// The library is sound and holds the beginning of one run, not all of it.
void expect_prefix(const std::filesystem::path& file) {
    EXPECT_EQ(integrity(file), "ok");
    const auto library = Library::open(file, Access::read_only);
    const std::vector<std::string> ids = runs_by_lane(*library);
    ASSERT_EQ(ids.size(), 1u);
    std::uint32_t last = 0;
    for (const run::Record& record : library->records(ids.front(), RecordKind::kStepDone)) {
        ASSERT_EQ(record.step(), last + 1);
        last = record.step();
    }
    EXPECT_GT(last, 0u);
    EXPECT_LT(last, static_cast<std::uint32_t>(long_steps)) << "the disk did not fill up";
    EXPECT_FALSE(library->summary(ids.front()).finished);
}

std::vector<std::string> start(const StateFolder& folder) {
    return {"start", folder.file_of(complete(busy_config(long_steps)))};
}

/// Its records but for the pauses: as nothing had happened.
std::vector<std::string> training(const std::filesystem::path& file) {
    const auto library = Library::open(file, Access::read_only);
    const std::vector<std::string> ids = runs_by_lane(*library);
    if (ids.size() != 1) return {"runs: " + std::to_string(ids.size())};
    std::vector<std::string> result = story(*library, ids.front(), [](const run::Record& record) {
        const run::EventRecord::Kind kind = record.event().kind();
        return record.has_event() && (kind == run::EventRecord::PAUSED || kind == run::EventRecord::RESUMED ||
                                      kind == run::EventRecord::NOTICE);  // of checkpoints without room
    });
    return result;
}

std::vector<std::string> training_with_room() {
    const StateFolder folder;
    WindowProcess window(folder, start(folder));
    EXPECT_EQ(window.wait(), 0) << window.said();
    return training(folder.library());
}

TEST(FullDisk, TrainingWaitsForRoomAndGoesOnAsIfNothingHadHappened) {
    const StateFolder folder;
    SmallDisk disk(folder.state(), small);
    if (!disk.ready()) GTEST_SKIP() << "no file system can be mounted here";
    WindowProcess window(folder, start(folder));
    ASSERT_TRUE(window.says("keeping: ")) << window.said();
    EXPECT_THAT(window.said(), AllOf(HasSubstr("Training waits"), HasSubstr("disk is full")));
    expect_prefix(folder.library());
    ASSERT_TRUE(disk.resize(std::size_t{64} << 20));
    EXPECT_EQ(window.wait(), 0) << window.said();
    EXPECT_EQ(integrity(folder.library()), "ok");
    EXPECT_EQ(training(folder.library()), training_with_room());
}

TEST(FullDisk, AWindowKilledWhileItWaitsLeavesARunThatGoesOnWithoutAGap) {
    adopt_orphans();
    const StateFolder folder;
    SmallDisk disk(folder.state(), small);
    if (!disk.ready()) GTEST_SKIP() << "no file system can be mounted here";
    {
        WindowProcess window(folder, start(folder));
        ASSERT_TRUE(window.says("keeping: ")) << window.said();
        window.kill();
        wait_for_orphans();
    }
    expect_prefix(folder.library());
    ASSERT_TRUE(disk.resize(std::size_t{64} << 20));
    const std::string id = Library::open(folder.library(), Access::read_only)->runs().front().run_id;
    WindowProcess window(folder, {"resume", id});
    EXPECT_EQ(window.wait(), 0) << window.said();
    EXPECT_EQ(training(folder.library()), training_with_room());
}

TEST(FullDisk, WhoGoesOnWithoutKeepingIsToldAndTheLibraryHoldsWhatItHad) {
    const StateFolder folder;
    std::vector<std::string> arguments = start(folder);
    arguments.insert(arguments.begin(), "unkept");
    WindowProcess window(folder, arguments, small / 2);  // files that cannot grow are like a full disk
    EXPECT_EQ(window.wait(), 0) << window.said();
    EXPECT_THAT(window.said(), AllOf(HasSubstr("Training waits"), HasSubstr("but is not kept")));
    expect_prefix(folder.library());
}

TEST(FullDisk, WhatWasTrainedWithoutKeepingIsNeverResumedOverAGap) {
    adopt_orphans();
    const StateFolder folder;
    {
        WindowProcess window(folder, {"unkept", "start", folder.file_of(complete(busy_config(4'000'000)))}, small / 2);
        ASSERT_TRUE(window.says("but is not kept")) << window.said();
        ASSERT_TRUE(window.lives_after(std::chrono::milliseconds(500))) << window.said();
        window.kill();
        wait_for_orphans();  // with a checkpoint
    }
    expect_prefix(folder.library());
    const auto library = Library::open(folder.library(), Access::read_only);
    const RunSummary before = library->runs().front();
    WindowProcess window(folder, {"resume", before.run_id});
    EXPECT_EQ(window.wait(), 0) << window.said();
    EXPECT_THAT(window.said(), AllOf(HasSubstr("refused run: "), HasSubstr("is stopped"),
                                     HasSubstr("only up to step " + std::to_string(before.steps))));
    expect_prefix(folder.library());
    EXPECT_EQ(library->summary(before.run_id).steps, before.steps);
}

/// Its runs by their names.
std::map<std::string, RunSummary> runs_by_name(const Library& library) {
    std::map<std::string, RunSummary> runs;
    for (const RunSummary& run : library.runs()) runs[run.name] = run;
    return runs;
}

TEST(FullDisk, WithRoomAgainTheNextRunIsKeptWholeAndWhatWasNotIsNamed) {
    const StateFolder folder;
    SmallDisk disk(folder.state(), small);
    if (!disk.ready()) GTEST_SKIP() << "no file system can be mounted here";
    const auto named = [](run::RunConfig config, const char* name) {
        config.set_name(name);
        config.set_checkpoint_interval(0);  // they would take the room
        return complete(config);
    };
    const std::filesystem::path second = folder.path() / "second.json", third = folder.path() / "third.json";
    WindowProcess window(folder, {"unkept", "start", folder.file_of(named(busy_config(long_steps), "first")), "later",
                                  second.string(), third.string()});
    const auto begin = [&](const std::filesystem::path& file, const run::RunConfig& config) {
        std::filesystem::rename(folder.file_of(config), file);  // whole at once
    };
    ASSERT_TRUE(window.says("but is not kept")) << window.said();
    begin(second, named(busy_config(long_steps), "second"));  // what its log has may do for a beginning
    ASSERT_TRUE(window.says("“second”")) << window.said();
    ASSERT_TRUE(disk.resize(std::size_t{64} << 20));  // while it trains
    begin(third, named(busy_config(300), "third"));
    EXPECT_EQ(window.wait(), 0) << window.said();

    EXPECT_EQ(integrity(folder.library()), "ok");
    const auto library = Library::open(folder.library(), Access::read_only);
    const auto runs = runs_by_name(*library);
    ASSERT_TRUE(runs.contains("first") && runs.contains("third")) << window.said();
    // The library's log may have had room for its beginning, and the new room come before it was used up.
    const bool second_was_kept = window.said().find("Kept again from “second” on") != std::string::npos;
    for (const auto& [name, run] : runs) {
        std::uint32_t last = 0;
        for (const run::Record& record : library->records(run.run_id, RecordKind::kStepDone))
            ASSERT_EQ(record.step(), ++last) << name;
        EXPECT_EQ(last, run.steps);
        if (name == "second" && second_was_kept) continue;
        EXPECT_EQ(run.finished, name == "third") << name;
        EXPECT_TRUE(name == "third" || last < static_cast<std::uint32_t>(long_steps)) << name;
    }
    EXPECT_EQ(runs.at("third").outcome, run::RunFinished::COMPLETED);
    EXPECT_EQ(runs.at("third").steps, 300u);
    EXPECT_THAT(window.said(),
                AllOf(HasSubstr(second_was_kept ? "Kept again from “second” on" : "Kept again from “third” on"),
                      HasSubstr("“first” from step " + std::to_string(runs.at("first").steps + 1) + " on"),
                      HasSubstr("unacknowledged: 0")));

    const StateFolder other;
    WindowProcess alone(other, {"start", other.file_of(named(busy_config(300), "third"))});
    EXPECT_EQ(alone.wait(), 0) << alone.said();
    const auto whole = Library::open(other.library(), Access::read_only);
    EXPECT_EQ(story(*library, runs.at("third").run_id), story(*whole, whole->runs().front().run_id));
}

TEST(FullDisk, AFolderThatCannotBeWrittenIsToldAndTheRunIsTrained) {
    const StateFolder folder;
    SmallDisk disk(folder.state(), std::size_t{32} << 20);
    if (!disk.ready()) GTEST_SKIP() << "no file system can be mounted here, and root writes everywhere";
    std::vector<std::string> before;
    {
        WindowProcess window(folder, {"start", folder.file_of(complete(busy_config(200)))});
        ASSERT_EQ(window.wait(), 0) << window.said();
        const auto library = Library::open(folder.library(), Access::read_only);
        ASSERT_EQ(library->runs().size(), 1u);
        before = story(*library, library->runs().front().run_id);
    }
    ASSERT_TRUE(disk.set_read_only(true));
    WindowProcess window(folder, {"start", folder.file_of(complete(busy_config(400)))});
    EXPECT_EQ(window.wait(), 0) << window.said();
    EXPECT_THAT(window.said(), HasSubstr("library: "));
    const auto library = Library::open(folder.library(), Access::read_only);
    ASSERT_EQ(library->runs().size(), 1u) << "what was there is there";
    EXPECT_EQ(story(*library, library->runs().front().run_id), before);
}

}  // namespace
}  // namespace mantissa
