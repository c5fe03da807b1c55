// SPDX-License-Identifier: Apache-2.0
// An import repairs what is damaged or was cut short here, and nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/store/library.h"
#include "tests/engine/store/faulty_vfs.h"
#include "tests/engine/store/store_testing.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;
using namespace mantissa::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ReplaceTest : public ::testing::Test {
  protected:
    void SetUp() override {
        all_ = {started(id_, "homework")};
        for (run::Record& one : steps(id_, 1, 700)) all_.push_back(std::move(one));
        all_.push_back(evaluation(id_, 500, 0.5f));
        all_.push_back(finished(id_, 700, run::RunFinished::COMPLETED, 0.875f));
        const auto theirs = Library::open(folder_ / "theirs", Access::read_write);
        theirs->append(all_);
        theirs->set_note(id_, "theirs");
        theirs->export_runs({id_}, file_);
        good_ = as_bytes(theirs->records(id_));
    }
    /// A library with this run as its second, of which a person here said something, and a third.
    void fill(std::size_t records_kept) {
        const auto library = Library::open(here_, Access::read_write);
        const std::vector<run::Record> before{started(make_ulid())}, after{started(make_ulid())};
        library->append(before);
        library->append(std::span(all_).first(records_kept));
        library->append(after);
        library->set_name(id_, "mine");
        library->set_tags(id_, {"kept"});
        library->set_pinned(id_, true);
        library->set_baseline(id_, true);
    }
    void damage(const std::string& sql) { raw_sql(here_, sql); }
    void expect_whole(const Library& library) {
        EXPECT_EQ(as_bytes(library.records(id_)), good_);
        const RunSummary run = library.summary(id_);
        EXPECT_TRUE(run.problem.empty());
        EXPECT_EQ(run.steps, 700u);
        EXPECT_EQ(run.test_accuracy, 0.875f);
        EXPECT_EQ(run.number, 2u);
        EXPECT_EQ(run.name, "mine");
        EXPECT_EQ(run.note, "theirs") << "here there was none";
        EXPECT_THAT(run.tags, ElementsAre("kept"));
        EXPECT_TRUE(run.pinned && run.baseline);
        EXPECT_EQ(library.runs()[1].run_id, id_) << "it stands where it stood";
        EXPECT_THAT(library.check().damage, IsEmpty());
        EXPECT_EQ(library.runs().size(), 3u);
    }

    TemporaryFolder folder_;
    fs::path here_ = folder_ / "here", file_ = folder_ / "file";
    const std::string id_ = make_ulid();
    std::vector<run::Record> all_;
    std::vector<std::string> good_;
};

TEST_F(ReplaceTest, WhateverIsDamagedGivesWayToTheSoundFile) {
    for (const char* sql : {
             "UPDATE steps SET body = zeroblob(length(body)) WHERE run = 2 AND chunk = 1",
             "UPDATE records SET body = zeroblob(length(body)) WHERE run = 2 AND kind = 10",
             "DELETE FROM records WHERE run = 2 AND kind = 16",
             "DELETE FROM steps WHERE run = 2 AND chunk = 2",
             "UPDATE nodes SET body = zeroblob(length(body)) WHERE run = 2 AND level = 1 AND node = 3",
         }) {
        SCOPED_TRACE(sql);
        fs::remove(here_);
        fill(all_.size());
        damage(sql);
        const auto library = Library::open(here_, Access::read_write);
        const ImportResult result = library->import_runs(file_);
        ASSERT_EQ(result.replaced.size(), 1u);
        EXPECT_THAT(describe(result), HasSubstr("Replaced the damaged copy of “homework” (" + id_ + ")."));
        expect_whole(*library);
        EXPECT_THAT(library->import_runs(file_).equal, ElementsAre(id_));
        EXPECT_NO_THROW(library->claim(id_)) << "it can be trained on";
    }
}

TEST_F(ReplaceTest, WhatIsDamagedOfWhatAPersonSaidComesFromTheFile) {
    fill(all_.size());
    damage("UPDATE runs SET name = 'm!ne' WHERE id = 2");
    const auto library = Library::open(here_, Access::read_write);
    EXPECT_EQ(library->import_runs(file_).replaced.size(), 1u);
    EXPECT_EQ(library->summary(id_).name, "homework");
    EXPECT_THAT(library->summary(id_).tags, ElementsAre("kept"));
    EXPECT_TRUE(library->summary(id_).problem.empty());
}

TEST_F(ReplaceTest, WhatWasCutShortGivesWayToTheWhole) {
    fill(400);
    const auto library = Library::open(here_, Access::read_write);
    EXPECT_THAT(library->import_runs(file_).refused, ::testing::SizeIs(0));
    expect_whole(*library);
}

TEST_F(ReplaceTest, ARunThatTrainsStays) {
    fill(1);
    const auto library = Library::open(here_, Access::read_write);
    const auto other = Library::open(here_, Access::read_write);
    for (Library* const trains : {library.get(), other.get()}) {
        trains->claim(id_);
        const ImportResult result = library->import_runs(file_);
        EXPECT_EQ(result.refused.size(), 1u);
        EXPECT_EQ(library->summary(id_).steps, 0u);
        if (trains == library.get()) {
            const std::vector<run::Record> end{finished(id_, 0, run::RunFinished::STOPPED, 0)};
            library->append(end);
            damage("DELETE FROM records WHERE run = 2 AND kind = 16");
        }
    }
}

TEST_F(ReplaceTest, WhatIsSoundHereAndNotInTheFileStays) {
    fill(all_.size());
    {
        const auto library = Library::open(here_, Access::read_write);
        const std::vector<run::Record> more{event(id_, 700, run::EventRecord::NOTICE, "only here")};
        library->append(more);
    }
    damage("UPDATE steps SET body = zeroblob(length(body)) WHERE run = 2 AND chunk = 1");
    const auto library = Library::open(here_, Access::read_write);
    const ImportResult result = library->import_runs(file_);
    EXPECT_EQ(result.refused.size(), 1u);
    EXPECT_EQ(library->records(id_, RecordKind::kEvent).size(), 1u);
    EXPECT_EQ(library->check().damage.size(), 1u);
}

/// Its end's record is lost here, and its row still tells of it: a file from before the end does not take its place.
TEST_F(ReplaceTest, AFileFromBeforeTheEndDoesNotTakeItsPlace) {
    const fs::path early = folder_ / "early";
    {
        const auto theirs = Library::open(folder_ / "earlier", Access::read_write);
        theirs->append(std::span(all_).first(all_.size() - 1));
        theirs->export_runs({id_}, early);
    }
    fill(all_.size());
    damage("UPDATE records SET body = zeroblob(length(body)) WHERE run = 2 AND kind = 16");
    const auto library = Library::open(here_, Access::read_write);
    EXPECT_EQ(library->import_runs(early).replaced.size(), 0u);
    EXPECT_EQ(library->summary(id_).outcome, run::RunFinished::COMPLETED);
    EXPECT_EQ(library->import_runs(file_).replaced.size(), 1u);
    expect_whole(*library);
}

TEST_F(ReplaceTest, AnotherRunUnderTheSameIdIsNotTaken) {
    all_[0].mutable_started()->mutable_identity()->set_started_unix(1);
    fill(all_.size());
    damage("UPDATE records SET body = zeroblob(length(body)) WHERE run = 2 AND kind = 10");
    EXPECT_EQ(Library::open(here_, Access::read_write)->import_runs(file_).refused.size(), 1u);
}

TEST_F(ReplaceTest, ADamagedFileReplacesNothing) {
    fill(all_.size());
    damage("UPDATE steps SET body = zeroblob(length(body)) WHERE run = 2 AND chunk = 1");
    raw_sql(file_, "UPDATE steps SET body = zeroblob(length(body)) WHERE chunk = 1");
    const auto library = Library::open(here_, Access::read_write);
    EXPECT_EQ(error_of([&] { library->import_runs(file_); }).code(), ErrorCode::bad_data);
    EXPECT_EQ(library->summary(id_).name, "mine");
    EXPECT_EQ(library->check().damage.size(), 1u);
    EXPECT_EQ(library->records(id_, RecordKind::kFinished).size(), 1u);
}

TEST_F(ReplaceTest, WhereTheDiskFailsTheOldStaysAsItWas) {
    FaultyVfs vfs;
    bool failed = true;
    int nth = 1;
    for (; failed && nth < 1000; ++nth) {
        SCOPED_TRACE(nth);
        for (const char* log : {"", "-wal", "-shm"}) fs::remove(here_.string() + log);
        fill(all_.size());
        damage("UPDATE steps SET body = zeroblob(length(body)) WHERE run = 2 AND chunk = 1");
        auto library = Library::open(here_, Access::read_write);
        vfs.arm(nth, SQLITE_FULL);
        bool replaced = false;
        try {
            replaced = library->import_runs(file_).replaced.size() == 1;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr("disk is full"));
        }
        failed = vfs.disarm();
        library.reset();
        library = Library::open(here_, Access::read_write);
        if (!replaced) {
            EXPECT_EQ(library->summary(id_).name, "mine");
            EXPECT_EQ(library->check().damage.size(), 1u);
            EXPECT_EQ(library->import_runs(file_).replaced.size(), 1u) << "now it works";
        }
        expect_whole(*library);
    }
    EXPECT_GT(nth, 10);
    EXPECT_LT(nth, 1000);
}

}  // namespace
}  // namespace mantissa
