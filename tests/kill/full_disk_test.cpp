// SPDX-License-Identifier: Apache-2.0
// A window whose disk fills up, or cannot be written: a person is told, the training goes on to its end, and the
// library holds what it had, without a gap.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/run/presets.h"
#include "tests/kill/window_process.h"
#include "tests/support/run_story.h"
#include "tests/support/small_disk.h"

namespace mantissa {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Too long for a disk of so many bytes: a step takes about 50 in the library.
constexpr std::int64_t steps = 12000;
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
    EXPECT_LT(last, static_cast<std::uint32_t>(steps)) << "the disk did not fill up";
    EXPECT_FALSE(library->summary(ids.front()).finished);
}

std::vector<std::string> start(const StateFolder& folder) {
    return {"start", folder.file_of(complete(busy_config(steps)))};
}

TEST(FullDisk, TheWindowTellsAndTrainsOnAndTheLibraryHoldsWhatItHad) {
    const StateFolder folder;
    const SmallDisk disk(folder.state(), small);
    if (!disk.ready()) GTEST_SKIP() << "no file system can be mounted here; the next test stands in";
    WindowProcess window(folder, start(folder));
    EXPECT_EQ(window.wait(), 0) << "it ended before its run did";
    EXPECT_THAT(window.said(), AllOf(HasSubstr("library: "), HasSubstr("cannot be written any more"),
                                     HasSubstr("disk is full"), HasSubstr("Training goes on")));
    expect_prefix(folder.library());
}

TEST(FullDisk, FilesThatCannotGrowAreLikeAFullDisk) {
    const StateFolder folder;
    WindowProcess window(folder, start(folder), small / 2);
    EXPECT_EQ(window.wait(), 0) << window.said();
    EXPECT_THAT(window.said(), AllOf(HasSubstr("cannot be written any more"), HasSubstr("Training goes on")));
    expect_prefix(folder.library());
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
