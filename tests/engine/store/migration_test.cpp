// SPDX-License-Identifier: Apache-2.0
// Libraries that older versions wrote open in this one with nothing lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/store/library.h"
#include "engine/store/schema.h"
#include "tests/engine/store/store_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::ElementsAre;

// What version 1 made, as it made it. Never to be changed: files like this are out there.
constexpr const char* version_1 = R"sql(
CREATE TABLE runs(
    id INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL UNIQUE,         -- ULID
    name TEXT NOT NULL,
    preset TEXT NOT NULL,
    precision TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    device TEXT NOT NULL,
    started_unix REAL NOT NULL,
    emulated INTEGER NOT NULL,
    parent_run_id TEXT NOT NULL,
    fork_step INTEGER NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    baseline INTEGER NOT NULL DEFAULT 0,
    visible INTEGER NOT NULL DEFAULT 1,
    deleted INTEGER NOT NULL DEFAULT 0,
    steps INTEGER NOT NULL DEFAULT 0,    -- the last step recorded
    skipped INTEGER NOT NULL DEFAULT 0,
    outcome INTEGER,                     -- RunFinished.Outcome; NULL while it runs
    test_accuracy REAL,                  -- of RunFinished, until then of the last evaluation on the test set
    config BLOB NOT NULL,                -- RunConfig
    settings TEXT NOT NULL               -- the same as JSON, for people with a SQLite shell
) STRICT;
CREATE TABLE tags(
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY(run, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE steps(
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    lane INTEGER NOT NULL,
    chunk INTEGER NOT NULL,              -- steps 256 * chunk to 256 * chunk + 255
    body BLOB NOT NULL,                  -- Records, ascending by step
    PRIMARY KEY(run, lane, chunk)
) STRICT;
CREATE TABLE nodes(
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    lane INTEGER NOT NULL,
    level INTEGER NOT NULL,              -- a node covers 16 ^ level steps
    node INTEGER NOT NULL,
    body BLOB NOT NULL,                  -- PyramidNode, see pyramid.h
    PRIMARY KEY(run, lane, level, node)
) STRICT, WITHOUT ROWID;
CREATE TABLE records(
    id INTEGER PRIMARY KEY,              -- in the order of arrival
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    lane INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kind INTEGER NOT NULL,               -- field number in Record's oneof
    part TEXT NOT NULL,                  -- what tells apart several of one kind at one step
    body BLOB NOT NULL,                  -- Record
    UNIQUE(run, kind, lane, step, part)
) STRICT;
)sql";

class MigrationTest : public ::testing::Test {
  protected:
    // A library as version 1 left it: one run of 20 steps that says of which race and sweep it was, one that does not.
    void SetUp() override {
        first_.mutable_started()->mutable_identity()->set_race_id(race_);
        first_.mutable_started()->mutable_identity()->set_group_id(group_);
        first_.mutable_started()->mutable_identity()->set_ghost(true);
        Database database(file_, Database::Mode::create);
        database.execute("PRAGMA auto_vacuum = INCREMENTAL");
        database.execute(("PRAGMA application_id = " + std::to_string(library_application_id)).c_str());
        database.execute(version_1);
        database.execute("PRAGMA user_version = 1");
        const auto add_run = [&](int id, const run::Record& begin, const std::string& note) {
            const auto& config = begin.started().config();
            database
                .query(
                    "INSERT INTO runs(id, run_id, name, preset, precision, note, device, started_unix, emulated, "
                    "parent_run_id, fork_step, pinned, baseline, steps, skipped, outcome, test_accuracy, config, "
                    "settings) VALUES(?1, ?2, 'named', 'underflow', 'FP16', ?3, 'cpu', 1700000000.5, 1, '', 0, 1, ?4, "
                    "20, 0, 1, 0.75, ?5, '{}')",
                    id, begin.run_id(), note, id == 1, Blob{config.SerializeAsString()})
                .run();
            database
                .query("INSERT INTO records(run, lane, step, kind, part, body) VALUES(?1, 0, 0, 10, '', ?2)", id,
                       Blob{body_of(begin)})
                .run();
        };
        add_run(1, first_, "what I saw");
        add_run(2, second_, "");
        database.execute("INSERT INTO tags VALUES(1, 0, 'homework'), (1, 1, 'fp16')");
        run::Records chunk;
        PyramidNode whole;
        for (const run::Record& one : steps(first_.run_id(), 1, 20)) {
            run::Record& kept = *chunk.add_records();
            kept.set_step(one.step());
            *kept.mutable_step_done() = one.step_done();
            whole.append(one.step(), one.step_done());
        }
        database.query("INSERT INTO steps VALUES(1, 0, 0, ?1)", Blob{chunk.SerializeAsString()}).run();
        for (const int level : {1, 2, 3, 4, 5}) {
            database.query("INSERT INTO nodes VALUES(1, 0, ?1, 0, ?2)", level, Blob{whole.encode()}).run();
        }
        const run::Record end = finished(first_.run_id(), 20, run::RunFinished::COMPLETED, 0.75f);
        database
            .query("INSERT INTO records(run, lane, step, kind, part, body) VALUES(1, 0, 20, 16, '1', ?1)",
                   Blob{body_of(end)})
            .run();
        all_ = {first_};
        for (run::Record& one : steps(first_.run_id(), 1, 20)) all_.push_back(std::move(one));
        all_.push_back(end);
    }

    void expect_nothing_lost(const Library& library) {
        const std::vector<RunSummary> runs = library.runs();
        ASSERT_EQ(runs.size(), 2u);
        EXPECT_EQ(runs[0].run_id, first_.run_id());
        EXPECT_EQ(runs[0].name, "named");
        EXPECT_EQ(runs[0].note, "what I saw");
        EXPECT_THAT(runs[0].tags, ElementsAre("homework", "fp16"));
        EXPECT_TRUE(runs[0].pinned && runs[0].baseline && runs[0].visible && runs[0].emulated);
        EXPECT_EQ(runs[0].started_unix, 1700000000.5);
        EXPECT_EQ(runs[0].outcome, run::RunFinished::COMPLETED);
        EXPECT_EQ(runs[0].test_accuracy, 0.75f);
        EXPECT_EQ(runs[0].config.SerializeAsString(), first_.started().config().SerializeAsString());
        EXPECT_EQ(as_bytes(library.records(first_.run_id())), as_bytes(all_));
        EXPECT_EQ(library.series(first_.run_id(), 0, Field::loss, 0, every_step, 1).at(0).last_step, 20u);
        EXPECT_FALSE(runs[1].baseline);
        EXPECT_TRUE(library.summary(second_.run_id()).tags.empty());
    }

    TemporaryFolder folder_;
    std::filesystem::path file_ = folder_ / "old.mantissa";
    const std::string race_ = make_ulid();
    const std::string group_ = make_ulid();
    run::Record first_ = started(make_ulid());
    run::Record second_ = started(make_ulid());
    std::vector<run::Record> all_;
};

TEST_F(MigrationTest, VersionOneIsBroughtUpToDateWithNothingLost) {
    for (int round = 0; round < 2; ++round) {  // the second time there is nothing to do
        const auto library = Library::open(file_, Access::read_write);
        expect_nothing_lost(*library);
        const std::vector<RunSummary> runs = library->runs();
        EXPECT_EQ(runs[0].race_id, race_);
        EXPECT_EQ(runs[0].group_id, group_);
        EXPECT_TRUE(runs[0].ghost);
        EXPECT_EQ(runs[1].race_id, "");
        EXPECT_EQ(runs[1].group_id, "");
        EXPECT_FALSE(runs[1].ghost);
    }
    EXPECT_EQ(raw_sql(file_, "PRAGMA user_version"), std::to_string(library_version()));
    EXPECT_EQ(raw_sql(file_, "PRAGMA integrity_check"), "ok");
}

TEST_F(MigrationTest, RunsAreNumberedInTheOrderOfTheirStart) {
    raw_sql(file_, "UPDATE runs SET started_unix = 1600000000 WHERE id = 2");
    const auto numbers = [this](Access access) {
        const auto library = Library::open(file_, access);
        const std::map<std::string, RunMarks> marks = library->marks();
        for (const RunSummary& run : library->runs()) {
            EXPECT_EQ(marks.at(run.run_id).number, run.number);
            EXPECT_EQ(library->summary(run.run_id).number, run.number);
        }
        return std::vector{library->summary(first_.run_id()).number, library->summary(second_.run_id()).number};
    };
    EXPECT_THAT(numbers(Access::read_only), ElementsAre(2u, 1u)) << "as they will be";
    EXPECT_THAT(numbers(Access::read_write), ElementsAre(2u, 1u));
    const auto library = Library::open(file_, Access::read_write);
    const run::Record next = started(make_ulid());
    library->append({&next, 1});
    EXPECT_EQ(library->summary(next.run_id()).number, 3u);
    EXPECT_TRUE(library->check().damage.empty());
}

TEST_F(MigrationTest, WhatWasDamagedBeforeRunsHadNumbersIsDamagedAfter) {
    {
        Database database(file_, Database::Mode::read_write);
        migrate(database, library_migrations().first(first_version_with_digests));
    }
    EXPECT_TRUE(Library::open(file_, Access::read_only)->check().damage.empty()) << "read with its own digests";
    raw_sql(file_, "UPDATE runs SET device = 'another' WHERE id = 1");
    const auto library = Library::open(file_, Access::read_write);
    EXPECT_EQ(raw_sql(file_, "PRAGMA user_version"), std::to_string(library_version()));
    const LibraryCheck check = library->check();
    ASSERT_EQ(check.damage.size(), 1u);
    EXPECT_EQ(check.damage[0].run_id, first_.run_id());
    EXPECT_FALSE(library->summary(first_.run_id()).problem.empty());
    EXPECT_TRUE(library->summary(second_.run_id()).problem.empty());
}

TEST_F(MigrationTest, AVersionWithDigestsAndNoNumbersCanBeImported) {
    {
        Database database(file_, Database::Mode::read_write);
        migrate(database, library_migrations().first(first_version_with_digests));
    }
    const auto library = Library::open(folder_ / "new.mantissa", Access::read_write);
    EXPECT_EQ(library->import_runs(file_).imported.size(), 2u);
    EXPECT_EQ(as_bytes(library->records(first_.run_id())), as_bytes(all_));
    EXPECT_EQ(raw_sql(file_, "PRAGMA user_version"), std::to_string(first_version_with_digests));
}

TEST_F(MigrationTest, VersionOneCanBeReadAsItIs) {
    expect_nothing_lost(*Library::open(file_, Access::read_only));
    EXPECT_EQ(raw_sql(file_, "PRAGMA user_version"), "1");
}

TEST_F(MigrationTest, VersionOneCanBeImported) {
    const auto library = Library::open(folder_ / "new.mantissa", Access::read_write);
    EXPECT_EQ(library->import_runs(file_).imported.size(), 2u);
    EXPECT_EQ(as_bytes(library->records(first_.run_id())), as_bytes(all_));
    EXPECT_EQ(library->summary(first_.run_id()).race_id, race_);
    EXPECT_EQ(raw_sql(file_, "PRAGMA user_version"), "1");
}

TEST_F(MigrationTest, ABeginningThatCannotBeReadStopsNothing) {
    raw_sql(file_, "UPDATE records SET body = x'ff' WHERE run = 1 AND kind = 10");
    const auto library = Library::open(file_, Access::read_write);
    EXPECT_EQ(library->runs().size(), 2u);
    EXPECT_EQ(library->runs()[0].race_id, "");
    EXPECT_THROW(library->details(first_.run_id()), Error);
    EXPECT_NO_THROW(library->details(second_.run_id()));
}

}  // namespace
}  // namespace mantissa
