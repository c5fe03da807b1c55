// SPDX-License-Identifier: Apache-2.0
// Runs handed from one library to another: what arrives is what left, and no file, however made, does harm.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <limits>

#include "engine/store/library.h"
#include "engine/store/library_exchange.h"
#include "tests/engine/store/store_testing.h"
#include "tests/support/files.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;
using namespace mantissa::testing;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string hex(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}

class ExchangeTest : public ::testing::Test {
  protected:
    void append(const std::vector<run::Record>& records) { mine_->append(records); }
    /// A run with every oddity that the order of arrival holds: repeated pauses, a return to a checkpoint, lanes.
    std::string add_run(const std::string& name = "a run", std::uint32_t length = 700) {
        const std::string id = make_ulid();
        append({started(id, name), event(id, 0, run::EventRecord::STARTED, "started")});
        append(steps(id, 1, length));
        append({step(id, 3, 1), event(id, 5, run::EventRecord::PAUSED, "paused"),
                event(id, 5, run::EventRecord::RESUMED, "on"), event(id, 5, run::EventRecord::PAUSED, "paused"),
                evaluation(id, 500, 0.5f), event(id, 2, run::EventRecord::RESUMED_FROM_CHECKPOINT, "resumed"),
                event(id, 5, run::EventRecord::PAUSED, "paused"), event(id, 5, run::EventRecord::RESUMED, "on"),
                event(id, 5, run::EventRecord::PAUSED, "paused"), event(id, 5, run::EventRecord::RESUMED, "on"),
                event(id, 5, run::EventRecord::PAUSED, "paused")});
        append({finished(id, length, run::RunFinished::COMPLETED, 0.875f)});
        return id;
    }
    ImportResult import() { return other_->import_runs(file_); }
    void expect_same_run(const std::string& id) {
        EXPECT_EQ(as_bytes(other_->records(id)), as_bytes(mine_->records(id)));
        const RunSummary a = mine_->summary(id);
        const RunSummary b = other_->summary(id);
        EXPECT_EQ(std::tie(b.name, b.note, b.tags, b.preset, b.precision, b.device, b.started_unix, b.steps, b.skipped,
                           b.finished, b.outcome, b.test_accuracy, b.emulated, b.race_id),
                  std::tie(a.name, a.note, a.tags, a.preset, a.precision, a.device, a.started_unix, a.steps, a.skipped,
                           a.finished, a.outcome, a.test_accuracy, a.emulated, a.race_id));
        for (const Field field : {Field::loss, Field::skipped}) {
            const auto ours = mine_->series(id, 0, field, 0, every_step, 40);
            const auto theirs = other_->series(id, 0, field, 0, every_step, 40);
            ASSERT_EQ(ours.size(), theirs.size());
            for (std::size_t i = 0; i < ours.size(); ++i) {
                EXPECT_EQ(ours[i].min, theirs[i].min);
                EXPECT_EQ(ours[i].last_step, theirs[i].last_step);
            }
        }
    }
    /// The file must be refused as a whole, and nothing of it be here.
    Error expect_refused(ErrorCode code = ErrorCode::bad_data) {
        const std::size_t before = other_->runs().size();
        Error error = error_of([&] { import(); });
        EXPECT_EQ(error.code(), code) << error.what();
        EXPECT_THAT(error.place(), HasSubstr(file_.filename().string()));
        EXPECT_EQ(other_->runs().size(), before);
        EXPECT_EQ(raw_sql(other_->path(), "SELECT count(*) FROM steps"), "0");
        EXPECT_EQ(raw_sql(other_->path(), "SELECT count(*) FROM records"), "0");
        return error;
    }

    TemporaryFolder folder_;
    fs::path file_ = folder_ / "handed in.mantissa";
    std::unique_ptr<Library> mine_ = Library::open(folder_ / "mine", Access::read_write);
    std::unique_ptr<Library> other_ = Library::open(folder_ / "other", Access::read_write);
};

TEST_F(ExchangeTest, WhatArrivesIsWhatLeft) {
    const std::string id = add_run("homework");
    const std::string kept = add_run("not handed in");
    mine_->set_note(id, "line one\nline two");
    mine_->set_tags(id, {"fp16", "a, b"});
    mine_->set_baseline(id, true);
    mine_->set_pinned(id, true);
    mine_->export_runs({id, id}, file_);
    EXPECT_EQ(raw_sql(file_, "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(raw_sql(file_, "PRAGMA journal_mode"), "delete");  // one file
    EXPECT_THAT(import().imported, ElementsAre(id));
    EXPECT_EQ(other_->runs().size(), 1u);
    expect_same_run(id);
    EXPECT_FALSE(other_->summary(id).baseline);
    EXPECT_FALSE(other_->summary(id).pinned);
    EXPECT_EQ(Library::open(file_, Access::read_only)->runs().size(), 1u);  // also a library to open as it is
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
        EXPECT_THAT(entry.path().filename().string(), ::testing::Not(::testing::StartsWith(".mantissa-")));
    }
}

TEST_F(ExchangeTest, ARunThatTrainsIsExportedAsItStands) {
    const std::string id = make_ulid();
    append({started(id)});
    append(steps(id, 1, 10));
    append({evaluation(id, 10, 0.25f)});
    mine_->export_runs({id}, file_);
    append(steps(id, 11, 20));
    EXPECT_EQ(import().imported.size(), 1u);
    const RunSummary here = other_->summary(id);
    EXPECT_EQ(here.steps, 10u);
    EXPECT_FALSE(here.finished);
    EXPECT_EQ(here.test_accuracy, 0.25f);
    // Later it is longer: what is here stays, and a person is told.
    mine_->export_runs({id}, file_, true);
    const ImportResult again = import();
    ASSERT_EQ(again.refused.size(), 1u);
    EXPECT_THAT(again.refused[0].reason, HasSubstr("from step 0"));
    EXPECT_EQ(other_->summary(id).steps, 10u);
    EXPECT_THAT(describe(again), AllOf(HasSubstr("0 runs imported"), HasSubstr(id), HasSubstr("delete the one here")));
}

TEST_F(ExchangeTest, ARunThatWentOnPastItsEndIsExportedAsItStands) {
    const std::string id = make_ulid();
    append({started(id)});
    append(steps(id, 1, 100));  // two of them skipped
    run::Record stopped = finished(id, 100, run::RunFinished::STOPPED, 0.25f);
    stopped.mutable_finished()->set_skipped_steps(2);
    append({evaluation(id, 100, 0.25f), stopped});
    append(steps(id, 101, 160));  // resumed: one more
    append({evaluation(id, 150, 0.75f)});
    ASSERT_EQ(mine_->summary(id).test_accuracy, 0.75f);
    ASSERT_EQ(mine_->summary(id).skipped, 3u);
    mine_->export_runs({id}, file_);
    import();
    expect_same_run(id);
    EXPECT_FALSE(other_->summary(id).finished);
}

TEST_F(ExchangeTest, ARecordOfNoKindIsRefusedBeforeAnythingIsMadeOfIt) {
    const std::string id = add_run();
    mine_->export_runs({id}, file_);
    import();  // so that the two are compared
    for (const char* kind : {"9", "32", "-1", "5000000000"}) {
        raw_sql(file_, std::string("UPDATE records SET kind = ") + kind + " WHERE id = (SELECT max(id) FROM records)");
        const Error error = error_of([&] { import(); });
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_THAT(error.what(), HasSubstr("of an unknown kind")) << kind;
    }
}

TEST_F(ExchangeTest, AnEqualRunIsThereAlreadyAndADeletedOneComesBack) {
    const std::string id = add_run();
    mine_->export_runs({id}, file_);
    import();
    other_->set_note(id, "mine");
    EXPECT_THAT(import().equal, ElementsAre(id));
    EXPECT_EQ(other_->summary(id).note, "mine");
    other_->remove(id);
    EXPECT_THAT(import().restored, ElementsAre(id));
    EXPECT_FALSE(other_->summary(id).deleted);
    EXPECT_EQ(other_->records(id).size(), mine_->records(id).size());
}

TEST_F(ExchangeTest, ARunThatDiffersIsRefusedAndTheOthersAreTaken) {
    const std::string id = add_run("theirs");
    const std::string more = add_run("more");
    mine_->export_runs({id, more}, file_);
    const std::vector<run::Record> own{started(id, "mine"), step(id, 1)};
    other_->append(own);
    const ImportResult result = import();
    EXPECT_THAT(result.imported, ElementsAre(more));
    ASSERT_EQ(result.refused.size(), 1u);
    EXPECT_EQ(result.refused[0].run_id, id);
    EXPECT_EQ(result.refused[0].name, "theirs");
    EXPECT_EQ(as_bytes(other_->records(id)), as_bytes(own));
    // One record differs, in the middle.
    other_->remove(id);
    other_->purge_deleted();
    import();
    EXPECT_THAT(import().equal, ElementsAre(id, more));
    raw_sql(file_, "UPDATE records SET step = 499 WHERE run = 1 AND kind = 12");
    EXPECT_THAT(import().refused.at(0).reason, HasSubstr("differ from those here, from step 499, lane 0, evaluated"));
    raw_sql(file_, "DELETE FROM records WHERE run = 1 AND kind = 16");
    EXPECT_EQ(import().refused.size(), 1u);
}

TEST_F(ExchangeTest, AnExportNeverReplacesUnasked) {
    const std::string id = add_run();
    std::ofstream(file_) << "mine";
    EXPECT_EQ(error_of([&] { mine_->export_runs({id}, file_); }).code(), ErrorCode::usage);
    EXPECT_EQ(contents(file_), "mine");
    mine_->export_runs({id}, file_, true);
    EXPECT_EQ(import().imported.size(), 1u);
    EXPECT_EQ(error_of([&] { mine_->export_runs({id}, mine_->path(), true); }).code(), ErrorCode::usage);
    EXPECT_THAT(error_of([&] { mine_->export_runs({id}, other_->path(), true); }).what(),
                HasSubstr("open for writing"));
    EXPECT_EQ(error_of([&] { mine_->export_runs({}, folder_ / "x"); }).code(), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { mine_->export_runs({"unknown"}, folder_ / "x"); }).code(), ErrorCode::usage);
    EXPECT_FALSE(fs::exists(folder_ / "x"));
    EXPECT_EQ(error_of([&] { mine_->export_runs({id}, folder_ / "no" / "x"); }).code(), ErrorCode::failed);
    EXPECT_EQ(error_of([&] { mine_->export_runs({id}, folder_.path(), true); }).code(), ErrorCode::usage);
}

TEST_F(ExchangeTest, ADamagedRunIsNotHandedOn) {
    const std::string id = add_run();
    raw_sql(mine_->path(), "UPDATE steps SET body = x'ff' WHERE chunk = 1");
    const Error error = error_of([&] { mine_->export_runs({id}, file_); });
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_THAT(error.what(), HasSubstr(id));
    EXPECT_FALSE(fs::exists(file_));
}

TEST_F(ExchangeTest, NamesAreTextWhateverTheySay) {
    const std::vector<std::string> names{
        "<script>alert(1)</script>", "../../etc/passwd", "\u202Eback\u202C to front",   std::string(255, 'n'),
        "'); DROP TABLE runs; --",   "line\nbreak",      std::string("nul\0inside", 10)};
    std::vector<std::string> ids;
    for (const std::string& name : names) ids.push_back(add_run(name, 2));
    file_ = folder_ / (std::string(255, 'f'));
    mine_->export_runs(ids, file_);
    EXPECT_EQ(import().imported, ids);
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(other_->summary(ids[i]).name, names[i]);
}

TEST_F(ExchangeTest, OtherThanALibraryAtRestIsRefused) {
    add_run();
    EXPECT_THAT(error_of([&] { import(); }).what(), HasSubstr("nothing in this file"));
    file_ = mine_->path();  // open, and its log not folded in
    expect_refused(ErrorCode::failed);
    file_ = other_->path();
    EXPECT_THAT(error_of([&] { import(); }).what(), HasSubstr("the library itself"));
    file_ = folder_ / "text";
    std::ofstream(file_) << std::string(5000, 'x');
    expect_refused();
    EXPECT_THROW(Library::open(folder_ / "other", Access::read_only)->import_runs(file_), Error);
}

// Each statement turns a good file into one that a stranger made.
TEST_F(ExchangeTest, HostileFilesAreRefusedWhole) {
    const std::string id = add_run();
    const fs::path good = folder_ / "good";
    mine_->export_runs({id, add_run()}, good);
    const std::string node = "(SELECT body FROM nodes LIMIT 1)";
    for (const std::string sql : {
             "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM runs; END",
             "CREATE VIEW v AS SELECT * FROM runs",
             "CREATE INDEX i ON runs(abs(steps))",
             "CREATE TABLE more(x)",
             "ALTER TABLE runs ADD COLUMN more INTEGER GENERATED ALWAYS AS (1 + 1) VIRTUAL",
             "DROP TABLE nodes",
             "PRAGMA user_version = 1",
             "PRAGMA user_version = 9",
             "PRAGMA user_version = -5",
             "PRAGMA application_id = 1",
             "UPDATE runs SET run_id = '../x' || char(27) WHERE id = 2",
             "UPDATE runs SET run_id = 'another' WHERE id = 2",
             "UPDATE runs SET run_id = '' WHERE id = 2",
             "UPDATE runs SET name = CAST(x'ff' AS TEXT) WHERE id = 2",
             "UPDATE runs SET name = printf('%.2000c', 'x') WHERE id = 2",
             "UPDATE runs SET note = printf('%.2000000c', 'x') WHERE id = 2",
             "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 70) "
             "INSERT INTO tags SELECT 2, i, 'tag', 0 FROM n",
             "INSERT INTO tags VALUES(2, 0, printf('%.2000c', 'x'), 0)",
             "INSERT INTO tags VALUES(77, 0, 'nobody', 0)",
             "UPDATE records SET body = x'ff' WHERE run = 2 AND kind = 14",
             "UPDATE records SET kind = 15 WHERE run = 2 AND kind = 16",
             "UPDATE records SET kind = 99 WHERE run = 2 AND kind = 16",
             "UPDATE records SET step = -1 WHERE run = 2 AND kind = 16",
             "UPDATE records SET step = 4294967296 WHERE run = 2 AND kind = 16",
             "UPDATE records SET lane = -7 WHERE run = 2 AND kind = 16",
             "DELETE FROM records WHERE run = 2 AND kind = 10",
             "UPDATE steps SET body = x'0a02' WHERE run = 2 AND chunk = 1",
             "UPDATE steps SET chunk = 9 WHERE run = 2 AND chunk = 1",
             "UPDATE steps SET chunk = 99999999999 WHERE run = 2 AND chunk = 1",
             "UPDATE steps SET lane = 4294967296 WHERE run = 2 AND chunk = 1",
             "UPDATE steps SET body = zeroblob(20000000) WHERE run = 2 AND chunk = 1",
         }) {
        SCOPED_TRACE(sql);
        fs::copy_file(good, file_, fs::copy_options::overwrite_existing);
        raw_sql(file_, sql);
        reseal(file_);
        const Error error = expect_refused();
        EXPECT_EQ(std::string(error.what()).find('\x1b'), std::string::npos);
        EXPECT_TRUE(other_->runs().empty());
    }
    // Derived columns are not believed, nor are nodes.
    fs::copy_file(good, file_, fs::copy_options::overwrite_existing);
    raw_sql(file_,
            "UPDATE runs SET steps = 9, outcome = 3, test_accuracy = 1, device = 'a lie', settings = 'x'; "
            "UPDATE nodes SET body = x'00'");
    reseal(file_);
    EXPECT_EQ(import().imported.size(), 2u);
    expect_same_run(id);
}

TEST_F(ExchangeTest, ARecordThatIsThereTwiceIsABadFile) {
    mine_->export_runs({add_run()}, file_);
    raw_sql(file_,
            "INSERT INTO records(run, lane, step, kind, part, body) "
            "SELECT run, lane, step, kind, 'again', body FROM records WHERE kind = 12");
    reseal(file_);
    EXPECT_THAT(expect_refused().what(), HasSubstr("twice"));
}

/// The PSNR of an image that is further off than black from white is below 0 dB.
TEST_F(ExchangeTest, AMetricBelowZeroIsKept) {
    const std::string id = add_run();
    std::uint32_t number = 800;
    for (const float metric : {-0.227f, -std::numeric_limits<float>::infinity()}) {
        run::Record done = step(id, ++number);
        done.mutable_step_done()->set_accuracy(metric);
        append({evaluation(id, number, metric), done});
        EXPECT_EQ(mine_->records(id, run::Record::kStepDone).back().step_done().accuracy(), metric);
    }
}

TEST_F(ExchangeTest, NumbersOutOfTheirRangeAreRefused) {
    const std::string id = add_run();
    run::Record record = evaluation(id, 10, 2.5f);
    EXPECT_THAT(error_of([&] { append({record}); }).what(),
                HasSubstr("EvalRecord.accuracy is 2.5, expected at most 2"));
    record = step(id, 4294967294);
    EXPECT_THAT(error_of([&] { append({record}); }).what(), HasSubstr("Record.step is 4294967294"));
    record = event(id, 3, static_cast<run::EventRecord::Kind>(77), "of a kind that there is not");
    EXPECT_THAT(error_of([&] { append({record}); }).what(), HasSubstr("EventRecord.kind is 77"));
    record = step(id, 800);
    record.mutable_step_done()->set_updates_lost(std::uint64_t{1} << 60);
    EXPECT_THAT(error_of([&] { append({record}); }).what(), HasSubstr("StepRecord.updates_lost"));

    run::Record histogram = event(id, 7, run::EventRecord::PAUSED, "");
    run::Histogram& one = *histogram.mutable_histograms()->add_histograms();
    one.set_tensor("fc1.weight");
    one.mutable_updates()->set_first_bin(-2'000'000'000);
    EXPECT_THAT(error_of([&] { append({histogram}); }).what(), HasSubstr("Updates.first_bin is -2000000000"));
    one.clear_updates();
    one.mutable_bins()->Resize(100'000, 1);
    EXPECT_THAT(error_of([&] { append({histogram}); }).what(), HasSubstr("Histogram.bins has 100000 entries"));
    one.mutable_bins()->Resize(96, 1);
    one.set_norm(std::numeric_limits<double>::infinity());  // measurements may be anything
    append({histogram});

    // A file that another program wrote is held to the same.
    mine_->export_runs({id}, file_);
    one.set_first_bin(-2'000'000'000);
    run::Record body = histogram;
    body.clear_run_id();
    body.clear_lane();
    body.clear_step();
    raw_sql(file_, "UPDATE records SET body = x'" + hex(body.SerializeAsString()) + "' WHERE kind = 13");
    reseal(file_);
    EXPECT_THAT(expect_refused().what(), HasSubstr("first_bin"));
}

TEST_F(ExchangeTest, WhatWasDeletedInTheFileStaysOut) {
    const std::string id = add_run();
    mine_->export_runs({id, add_run()}, file_);
    raw_sql(file_, "UPDATE runs SET deleted = 1 WHERE id = 2");
    reseal(file_);
    const ImportResult result = import();
    EXPECT_THAT(result.imported, ElementsAre(id));
    EXPECT_EQ(result.deleted, 1u);
}

// One bit anywhere in a file that is handed in: refused, or what arrives is what left.
TEST_F(ExchangeTest, AFlippedBitIsNeverBelieved) {
    const std::string id = add_run("homework", 600);
    mine_->set_note(id, "a note");
    mine_->set_tags(id, {"one", "two"});
    mine_->export_runs({id}, file_);
    const std::vector<std::string> right = as_bytes(mine_->records(id));
    const std::string good = contents(file_);
    int refused = 0;
    std::uint64_t random = 27;
    const auto next = [&random] { return (random = random * 6364136223846793005u + 1442695040888963407u) >> 33; };
    for (int round = 0; round < 200; ++round) {
        std::string bad = good;
        const std::size_t at = next() % bad.size();
        bad[at] = static_cast<char>(bad[at] ^ (1 << next() % 8));
        std::ofstream(file_, std::ios::binary) << bad;
        try {
            const ImportResult result = import();
            ASSERT_THAT(result.imported, ElementsAre(id)) << at;
            EXPECT_EQ(as_bytes(other_->records(id)), right) << at;
            EXPECT_EQ(other_->summary(id).note, "a note") << at;
            EXPECT_EQ(other_->summary(id).tags.size(), 2u) << at;
            expect_same_run(id);
            other_->remove(id);
            other_->purge_deleted();
        } catch (const Error&) {
            ++refused;
        }
        ASSERT_TRUE(other_->runs().empty()) << at;
    }
    std::cout << refused << " of 200 refused, the others harmless\n";
    EXPECT_GT(refused, 60);  // the others are where nothing is, or in what is made anew
}

// Whatever bytes are damaged: refused, or what was taken is what the records say; never a crash, never a part.
TEST_F(ExchangeTest, DamageAnywhereIsRefusedOrHarmless) {
    const std::string first = add_run("first", 300);
    const std::string second = add_run("second", 300);
    mine_->export_runs({first, second}, file_);
    const std::string good = contents(file_);
    int refused = 0;
    std::uint64_t random = 2026;
    const auto next = [&random] { return (random = random * 6364136223846793005u + 1442695040888963407u) >> 33; };
    for (int round = 0; round < 200; ++round) {
        std::string bad = good;
        if (round % 3 == 0) bad.resize(next() % good.size());
        if (round % 3 == 1) bad[next() % bad.size()] = static_cast<char>(next());
        if (round % 3 == 2)
            for (int i = 0; i < 100; ++i) bad[next() % bad.size()] = static_cast<char>(next());
        std::ofstream(file_, std::ios::binary) << bad;
        try {
            const ImportResult result = import();
            EXPECT_EQ(result.imported.size() + result.deleted, 2u);  // one byte may mark a run as deleted
            for (const std::string& id : result.imported) {
                other_->details(id);
                other_->records(id);
                other_->remove(id);
            }
            EXPECT_EQ(other_->purge_deleted(), result.imported.size());
        } catch (const Error& error) {
            ++refused;
            EXPECT_FALSE(error.message().empty());
        }
        EXPECT_TRUE(other_->runs().empty()) << round;
        EXPECT_EQ(raw_sql(other_->path(), "SELECT count(*) FROM records"), "0");
    }
    EXPECT_GT(refused, 130);  // all that are truncated, nearly all with a hundred bytes changed
    EXPECT_EQ(raw_sql(other_->path(), "PRAGMA integrity_check"), "ok");
}

}  // namespace
}  // namespace mantissa
