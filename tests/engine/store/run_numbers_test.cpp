// SPDX-License-Identifier: Apache-2.0
// The numbers of runs: each has one of its own, and keeps it whatever comes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "engine/store/library.h"
#include "tests/engine/store/store_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::HasSubstr;

class RunNumbers : public ::testing::Test {
  protected:
    std::unique_ptr<Library> open(const std::string& name = "library.mantissa", Access access = Access::read_write) {
        return Library::open(folder_ / name, access);
    }
    static std::string begin(Library& library) {
        const std::string id = make_ulid();
        const std::vector<run::Record> records{started(id), step(id, 1)};
        library.append(records);
        return id;
    }

    TemporaryFolder folder_;
};

TEST_F(RunNumbers, StayWhenTheLibraryIsOpenedAgain) {
    auto library = open();
    const std::string first = begin(*library), second = begin(*library), third = begin(*library);
    library->remove(second);
    library.reset();
    library = open();
    EXPECT_EQ(library->summary(first).number, 1u);
    EXPECT_EQ(library->summary(third).number, 3u);
    EXPECT_EQ(library->purge_deleted(), 1u);
    const std::vector<run::Record> resumed{
        started(third), event(third, 1, run::EventRecord::RESUMED_FROM_CHECKPOINT, "on"), step(third, 2)};
    library->append(resumed);
    EXPECT_EQ(library->summary(third).number, 3u) << "what goes on is the same run";
    EXPECT_EQ(library->summary(begin(*library)).number, 4u) << "a gap is not filled";
    EXPECT_EQ(library->marks().at(third).number, 3u);
}

TEST_F(RunNumbers, AreNeverTheSameForTwoWriters) {
    constexpr int runs_each = 40;
    open();
    const auto write = [this] {
        const auto library = open();
        for (int i = 0; i < runs_each; ++i) begin(*library);
    };
    std::thread one(write), other(write);
    one.join();
    other.join();
    std::set<std::uint32_t> numbers;
    for (const RunSummary& run : open()->runs()) numbers.insert(run.number);
    EXPECT_EQ(numbers.size(), 2u * runs_each);
    EXPECT_EQ(*numbers.begin(), 1u);
    EXPECT_EQ(*numbers.rbegin(), 2u * runs_each);
}

TEST_F(RunNumbers, AreThoseOfTheLibraryThatARunEnters) {
    const auto mine = open("mine"), theirs = open("theirs");
    begin(*mine);
    const std::string handed = begin(*mine);
    begin(*theirs);
    begin(*theirs);
    mine->export_runs({handed}, folder_ / "file");
    theirs->import_runs(folder_ / "file");
    EXPECT_EQ(theirs->summary(handed).number, 3u);
    EXPECT_EQ(mine->summary(handed).number, 2u);
}

TEST_F(RunNumbers, OneThatWasChangedOnTheDiskIsDamageThatNoneFollows) {
    const std::string id = begin(*open());
    raw_sql(folder_ / "library.mantissa", "UPDATE runs SET number = 9223372036854775807");
    const auto library = open();
    EXPECT_THAT(english(library->summary(id).problem), HasSubstr("damaged"));
    EXPECT_EQ(library->summary(begin(*library)).number, 1u);
}

}  // namespace
}  // namespace mantissa
