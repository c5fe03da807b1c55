// SPDX-License-Identifier: Apache-2.0
// See library_exchange.h. Export and import are the same copy, so that what leaves a library has passed every check
// that it will meet where it arrives.
#include "engine/store/library_exchange.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <system_error>
#include <tuple>

#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/store/digest.h"
#include "engine/store/library.h"
#include "engine/store/library_replace.h"
#include "engine/store/limits.h"
#include "engine/store/record_key.h"
#include "engine/store/schema.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_file_bytes = std::uintmax_t{64} << 30;
constexpr std::size_t steps_at_a_time = 16'384;  // a run of a million steps is never in memory whole
constexpr std::size_t bytes_at_a_time = std::size_t{32} << 20;
constexpr std::int64_t last_number = most_steps;

[[noreturn]] void damaged(const Database& from, const Phrase& what) {
    throw Error(ErrorCode::bad_data, say("The file is damaged or was made by another program: %1", {what}),
                from.path().string(), say("ask for the file again; nothing was imported from it"));
}

// A row of "runs", as far as it is looked at.
struct Source {
    RunKey key;
    std::string name;
    std::string note;
    bool deleted = false;
};

std::vector<Source> sources_of(Database& from) {
    if (const std::int64_t count = from.integer("SELECT count(*) FROM runs");
        count > static_cast<std::int64_t>(max_runs)) {
        damaged(from, say("it holds %1 runs, more than %2", {count, max_runs}));
    }
    std::vector<Source> all;
    Statement rows = from.query(
        fmt::format("SELECT id, run_id, name, note, deleted, {} FROM runs ORDER BY id", intact(from, Sealed::runs)));
    while (rows.next()) {
        const std::string run_id = rows.text(1);  // goes into messages from here on
        if (run_id.empty() || run_id.size() > max_run_id_bytes ||
            !std::all_of(run_id.begin(), run_id.end(), [](char c) { return c > ' ' && c <= '~'; })) {
            damaged(from, say("the id of a run in it is not valid"));
        }
        if (rows.integer(5) == 0) throw damaged_row(from, run_id, Sealed::runs, run_id);
        all.push_back({{rows.integer(0), run_id}, rows.text(2), rows.text(3), rows.integer(4) != 0});
    }
    return all;
}

struct Difference {
    ImportResult::Refused::Kind kind;
    std::string place;
};

// Two runs of one id: nothing where every record of one is in the other, byte by byte.
std::optional<Difference> difference(Database& here, const RunKey& mine, Database& there, const RunKey& theirs) {
    using Kind = ImportResult::Refused::Kind;
    const auto compare = [](Statement ours, Statement others, const auto& place) -> std::optional<Difference> {
        while (true) {
            const bool more_here = ours.next();
            const bool more_there = others.next();
            if (!more_here && !more_there) return {};
            if (!more_there) return Difference{Kind::more_here, place(ours)};
            if (!more_here) return Difference{Kind::more_there, place(others)};
            if (place(ours) != place(others) || ours.bytes(0) != others.bytes(0))
                return Difference{Kind::differ, place(others)};
        }
    };
    const char* const steps = "SELECT body, lane, chunk FROM steps WHERE run = ?1 ORDER BY lane, chunk";
    const std::optional<Difference> first =
        compare(here.query(steps, mine.id), there.query(steps, theirs.id),
                [](const Statement& r) { return fmt::format("step {}, lane {}", r.integer(2) * 256, r.integer(1)); });
    if (first) return first;
    const char* const records = "SELECT body, lane, step, kind FROM records WHERE run = ?1 ORDER BY id";
    return compare(here.query(records, mine.id), there.query(records, theirs.id), [](const Statement& r) {
        return fmt::format("step {}, lane {}, {}", r.integer(2), r.integer(1),
                           name_of(static_cast<RecordKind>(r.integer(3))));
    });
}

std::string in_words(const Difference& difference) {
    const char* what = "its records differ from those here";
    if (difference.kind == ImportResult::Refused::Kind::more_here) what = "it has more records here than in the file";
    if (difference.kind == ImportResult::Refused::Kind::more_there) what = "it has more records in the file than here";
    return fmt::format("{}, from {} on", what, difference.place);
}

// A file that is said to be a library: whether it is one that can be read as it lies there.
std::unique_ptr<Database> open_foreign(const fs::path& file) {
    if (!is_library_there(file)) {
        throw Error(ErrorCode::bad_data, say("There is nothing in this file"), file.string(),
                    say("name a file that `export` wrote, or another library of Mantissa"));
    }
    if (fs::file_size(file) > max_file_bytes) {
        throw Error(ErrorCode::bad_data, say("The file is larger than 64 GiB"), file.string(),
                    say("export fewer runs at a time"));
    }
    for (const char* suffix : {"-wal", "-journal"}) {
        fs::path log = file;
        log += suffix;
        std::error_code ignored;
        if (!fs::exists(log, ignored) || fs::file_size(log, ignored) == 0) continue;
        throw Error(ErrorCode::failed, say("Another Mantissa has this library open, or did not close it properly"),
                    file.string(), say("close it there, or export the runs from it and import that file"));
    }
    auto from = std::make_unique<Database>(file, Database::Mode::immutable);
    const std::int64_t version = from->integer("PRAGMA user_version");
    if (version > library_version()) {
        throw Error(ErrorCode::bad_data,
                    say("The file was written by a newer Mantissa (version %1 of the file, this program knows %2)",
                        {version, library_version()}),
                    file.string(), say("use that Mantissa"));
    }
    if (version < 1) damaged(*from, say("it has the version %1", {version}));
    check_schema(*from, static_cast<int>(version));
    check_definitions(*from, static_cast<int>(version));
    if (const std::string found = from->text("PRAGMA integrity_check(1)"); found != "ok") damaged(*from, found);
    if (from->query("PRAGMA foreign_key_check").next()) damaged(*from, say("it has rows of a run that is not in it"));
    for (const char* table : {"steps", "records"}) {
        const char* const number = std::string_view(table) == "steps" ? "chunk" : "step";
        if (from->integer(fmt::format("SELECT count(*) FROM {} WHERE lane NOT BETWEEN 0 AND {} OR {} NOT BETWEEN 0 AND "
                                      "{}",
                                      table, last_number, number, last_number)) != 0) {
            damaged(*from, say("a run's number or a step in the table \"%1\" is out of range", {table}));
        }
    }
    // The numbers that a RecordKind can have: it becomes one before anybody asks which.
    if (from->integer("SELECT count(*) FROM records WHERE kind NOT BETWEEN 10 AND 31") != 0) {
        damaged(*from, say("it has records of an unknown kind"));
    }
    return from;
}

/// Runs that nobody trains while they are replaced.
class HeldRuns {
  public:
    explicit HeldRuns(WriterLock& lock) : lock_(lock) {}
    ~HeldRuns() {
        for (const std::string& run_id : runs_) lock_.release(run_id);
    }
    HeldRuns(const HeldRuns&) = delete;
    HeldRuns& operator=(const HeldRuns&) = delete;

    /// False: it is trained, here or by another process.
    bool hold(const std::string& run_id) try {
        if (lock_.claims(run_id)) return false;
        lock_.claim(run_id);
        runs_.push_back(run_id);
        return true;
    } catch (const Error&) {
        return false;
    }

  private:
    WriterLock& lock_;
    std::vector<std::string> runs_;
};

void check_target(const fs::path& file, bool replace) {
    std::error_code ignored;
    const fs::file_status status = fs::symlink_status(file, ignored);
    if (!fs::is_directory(file.parent_path(), ignored)) {
        throw Error(ErrorCode::failed, say("The folder does not exist"), file.parent_path().string(),
                    say("make it, or choose another place"));
    }
    if (::access(file.parent_path().c_str(), W_OK | X_OK) != 0) {
        throw Error(ErrorCode::failed, say("Nothing can be written in this folder: %1", {std::strerror(errno)}),
                    file.parent_path().string(), say("choose another place"));
    }
    if (!fs::exists(status)) return;
    if (!fs::is_regular_file(fs::status(file, ignored))) {
        throw Error(ErrorCode::usage, say("This is not a regular file"), file.string(), say("name a file"));
    }
    if (!replace) {
        throw Error(ErrorCode::usage, say("The file exists already"), file.string(),
                    say("name another file, or have it replaced"));
    }
    // A library that somebody writes would go on into a file without a name.
    fs::path lock = file;
    lock += ".lock";
    if (fs::exists(lock, ignored)) WriterLock in_use(file, WriterLock::Kind::exclusive);
}

}  // namespace

/// Takes one run from the tables of a file into a library, within that library's transaction.
class Library::RunCopy {
  public:
    RunCopy(Database& from, Library& into) : from_(from), into_(into) {}

    void copy(const Source& source, const Place& place = {}) {
        check_rows(from_, source.key.id, source.key.run_id);
        check_text(source.name, max_name_bytes, "name");
        check_text(source.note, max_note_bytes, "note");
        const RunKey run = begin(source, place);
        const StepWriter::Gain gain = copy_steps(source, run);
        const End end = copy_records(source, run, gain);
        into_.database_
            ->query(
                "UPDATE runs SET name = ?2, note = ?3, steps = ?4, skipped = ?5, outcome = ?6, test_accuracy = ?7 "
                "WHERE id = ?1",
                run.id, source.name, source.note, std::max(gain.last_step, end.steps),
                end.skipped.value_or(gain.skipped), end.outcome, end.accuracy)
            .run();
        copy_tags(source, run);
        into_.database_
            ->query("UPDATE runs SET record_rows = (SELECT count(*) FROM records WHERE run = ?1) WHERE id = ?1", run.id)
            .run();
        seal_run(*into_.database_, run.id);
    }

  private:
    // How the run stands after its last record, as keep() would have left it.
    struct End {
        std::optional<int> outcome;
        std::optional<double> accuracy;
        std::optional<std::int64_t> skipped;
        std::uint32_t steps = 0;
    };

    std::string select_records() {
        return fmt::format("SELECT lane, step, kind, body, {} FROM records WHERE run = ?1",
                           intact(from_, Sealed::records));
    }

    run::Record record_of(const Source& source, const Statement& row) {
        run::Record record;
        if (row.integer(4) == 0)
            throw damaged_row(from_, source.key.run_id, Sealed::records,
                              fmt::format("lane {}, step {}", row.integer(0), row.integer(1)));
        const std::string_view body = row.bytes(3);
        if (!record.ParseFromArray(body.data(), static_cast<int>(body.size())) ||
            static_cast<std::int64_t>(record.kind_case()) != row.integer(2) || record.has_step_done()) {
            damaged(from_, say("run %1 has a row in the table \"records\" that cannot be read", {source.key.run_id}));
        }
        record.set_run_id(source.key.run_id);
        record.set_lane(static_cast<std::uint32_t>(row.integer(0)));
        record.set_step(static_cast<std::uint32_t>(row.integer(1)));
        check_record(record);
        return record;
    }

    RunKey begin(const Source& source, const Place& place) {
        Statement rows = from_.query(select_records() + " AND kind = ?2 ORDER BY id LIMIT 1", source.key.id,
                                     static_cast<int>(RecordKind::kStarted));
        if (!rows.next()) damaged(from_, say("run %1 has no beginning", {source.key.run_id}));
        return into_.begin_run(record_of(source, rows), place);
    }

    StepWriter::Gain copy_steps(const Source& source, const RunKey& run) {
        StepWriter::Gain all;
        const std::vector<std::uint32_t> lanes = lanes_with_steps(from_, source.key.id);
        std::vector<run::Record> some;
        std::size_t bytes = 0;
        const auto write = [&] {
            StepWriter steps(*into_.database_);
            for (const run::Record& record : some) steps.add(run, record);
            for (const auto& [row, gain] : steps.finish()) {
                all.last_step = std::max(all.last_step, gain.last_step);
                all.skipped += gain.skipped;
            }
            some.clear();
            bytes = 0;
        };
        for (const std::uint32_t lane : lanes) {
            read_steps(from_, source.key, lane, 0, every_step, [&](run::Record&& record) {
                record.set_run_id(source.key.run_id);
                record.set_lane(lane);
                check_record(record);
                bytes += record.ByteSizeLong();
                some.push_back(std::move(record));
                if (some.size() >= steps_at_a_time || bytes >= bytes_at_a_time) write();
            });
            write();
        }
        return all;
    }

    End copy_records(const Source& source, const RunKey& run, const StepWriter::Gain& gain) {
        End end;
        std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, int> numbered;
        Statement rows = from_.query(select_records() + " ORDER BY id", source.key.id);
        while (rows.next()) {
            const run::Record record = record_of(source, rows);
            std::string part = part_of(record);
            int& before = numbered[{rows.integer(2), rows.integer(0), rows.integer(1)}];
            if (may_recur(record)) part += fmt::format("#{}", before);
            ++before;
            into_.database_
                ->query(
                    "INSERT OR IGNORE INTO records(run, lane, step, kind, part, body, digest) "
                    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, row_digest(?1, ?2, ?3, ?4, ?5, ?6))",
                    run.id, record.lane(), record.step(), static_cast<int>(record.kind_case()), part,
                    Blob{body_of(record)})
                .run();
            if (into_.database_->changes() == 0)
                damaged(from_, say("it has a record twice of which there can be only one: %1", {describe(record)}));
            update_end(end, record);
        }
        if (end.outcome && gain.last_step > end.steps) {  // it went on past its end
            end.outcome.reset();
            end.skipped.reset();
        }
        return end;
    }

    /// Takes over what `record` tells of the run's end: outcome, steps, skips, the last accuracy.
    static void update_end(End& end, const run::Record& record) {
        if (record.has_finished()) {
            const run::RunFinished& finished = record.finished();
            end.outcome = static_cast<int>(finished.outcome());
            end.steps = std::max(end.steps, finished.steps());
            if (finished.has_test_accuracy()) end.accuracy = known(finished.test_accuracy());
            if (finished.has_skipped_steps()) end.skipped = finished.skipped_steps();
        } else if (record.has_evaluated() && !record.evaluated().training_set() &&
                   (!end.outcome || record.step() > end.steps)) {
            end.accuracy = known(record.evaluated().accuracy());
        }
    }

    // SQLite keeps NaN as NULL.
    static std::optional<double> known(float value) {
        return std::isnan(value) ? std::nullopt : std::optional<double>(value);
    }

    void copy_tags(const Source& source, const RunKey& run) {
        std::int64_t position = 0;
        Statement rows = from_.query(
            fmt::format("SELECT tag, {} FROM tags WHERE run = ?1 ORDER BY position", intact(from_, Sealed::tags)),
            source.key.id);
        while (rows.next()) {
            if (rows.integer(1) == 0) throw damaged_row(from_, source.key.run_id, Sealed::tags, source.key.run_id);
            const std::string tag = rows.text(0);
            check_text(tag, max_name_bytes, "tag");
            if (position >= static_cast<std::int64_t>(max_tags)) {
                damaged(from_, say("run %1 has more than %2 tags", {source.key.run_id, max_tags}));
            }
            into_.database_
                ->query("INSERT INTO tags(run, position, tag, digest) VALUES(?1, ?2, ?3, row_digest(?1, ?2, ?3))",
                        run.id, position++, tag)
                .run();
        }
    }

    Database& from_;
    Library& into_;
};

void Library::export_runs(const std::vector<std::string>& run_ids, const fs::path& file, bool replace) const try {
    if (run_ids.empty())
        throw Error(ErrorCode::usage, say("No run was chosen"), file.string(), say("choose at least one"));
    const fs::path absolute = fs::absolute(file);
    const fs::path target = fs::weakly_canonical(absolute.parent_path()) / absolute.filename();
    std::error_code ignored;
    if (target == path_ || fs::equivalent(target, path_, ignored)) {
        throw Error(ErrorCode::usage, say("This file is the library itself"), target.string(),
                    say("name another file"));
    }
    check_target(target, replace);
    // Not the file's name with a suffix: that may be as long as a name can be already.
    const fs::path unborn = unborn_file(target.parent_path());
    try {
        create_library(unborn, false);
        {
            Library out(unborn, Access::read_write, nullptr,
                        std::make_unique<Database>(unborn, Database::Mode::read_write));
            out.database_->execute("PRAGMA synchronous = FULL");
            Transaction moment(*database_, Transaction::Kind::read);
            Transaction transaction(*out.database_, Transaction::Kind::write);
            RunCopy copy(*database_, out);
            std::map<std::int64_t, RunKey> runs;  // oldest first, each once
            for (const std::string& run_id : run_ids) {
                const RunKey run = require(run_id);
                runs.emplace(run.id, run);
            }
            for (const auto& [id, run] : runs) {
                Statement row = database_->query("SELECT name, note FROM runs WHERE id = ?1", run.id);
                if (row.next()) copy.copy({run, row.text(0), row.text(1), false});
            }
            out.commit(transaction);
        }
        open_foreign(unborn);  // as whoever imports it will
        put_in_place(unborn, target, replace);
    } catch (...) {
        for (const char* suffix : {"", "-journal", ".new", ".new-journal"})
            fs::remove(fs::path(unborn) += suffix, ignored);
        throw;
    }
} catch (const fs::filesystem_error& error) {
    throw Error(ErrorCode::failed, say("The file cannot be written: %1", {error.code().message()}), file.string(),
                say("choose another folder"));
}

ImportResult Library::import_runs(const fs::path& file) try {
    must_write();
    must_hold();
    const fs::path place = fs::weakly_canonical(fs::absolute(file));
    std::error_code ignored;
    if (place == path_ || fs::equivalent(place, path_, ignored)) {
        throw Error(ErrorCode::usage, say("This file is the library itself"), place.string(), say("name another file"));
    }
    const std::unique_ptr<Database> from = open_foreign(place);
    ImportResult result;
    Transaction transaction(*database_, Transaction::Kind::write);
    RunCopy copier(*from, *this);
    const auto copy = [&](const Source& source, const Place& to) {
        try {
            copier.copy(source, to);
        } catch (const Error& error) {
            // The checks of names and records know no file; what the two files say of themselves goes on as it is.
            const bool ours = error.place() == place.string() || error.place() == path_.string();
            if (ours || (error.code() != ErrorCode::usage && error.code() != ErrorCode::bad_data)) throw;
            throw Error(ErrorCode::bad_data, error.message_phrase(),
                        fmt::format("{}, {}", place.string(), error.place()),
                        say("nothing was imported from the file"));
        }
    };
    HeldRuns held(*lock_);
    for (const Source& source : sources_of(*from)) {
        if (source.deleted) {
            ++result.deleted;
            continue;
        }
        const RunKey mine = find(source.key.run_id);
        if (mine.id == 0) {
            copy(source, {});
            result.imported.push_back(source.key.run_id);
            continue;
        }
        const bool damaged = is_damaged(*database_, mine);
        const bool cut_short = !damaged && !has_end(*database_, mine) && has_end(*from, source.key);
        if ((damaged || cut_short) && is_within(*database_, mine, *from, source.key) && held.hold(mine.run_id)) {
            replace_run(mine, [&](const Place& to) { copy(source, to); });
            result.replaced.push_back({mine.run_id, source.name, damaged});
            continue;
        }
        if (const std::optional<Difference> found = difference(*database_, mine, *from, source.key)) {
            result.refused.push_back({source.key.run_id, source.name, in_words(*found), found->kind, found->place});
            continue;
        }
        database_->query("UPDATE runs SET deleted = 0 WHERE id = ?1 AND deleted = 1", mine.id).run();
        const bool restored = database_->changes() > 0;
        if (restored) seal_run(*database_, mine.id);
        (restored ? result.restored : result.equal).push_back(source.key.run_id);
    }
    commit(transaction);
    return result;
} catch (const fs::filesystem_error& error) {
    throw Error(ErrorCode::failed, say("The file cannot be read: %1", {error.code().message()}), file.string(),
                say("check that it exists and is readable"));
}

std::string describe(const ImportResult& result) {
    const auto runs = [](std::size_t count) { return fmt::format("{} run{}", count, count == 1 ? "" : "s"); };
    std::string text = fmt::format("{} imported", runs(result.imported.size()));
    if (!result.equal.empty()) {
        text += fmt::format(", {} {} here already", result.equal.size(), result.equal.size() == 1 ? "was" : "were");
    }
    if (!result.replaced.empty()) text += fmt::format(", {} replaced", result.replaced.size());
    if (!result.restored.empty()) text += fmt::format(", {} brought back from the deleted", result.restored.size());
    if (result.deleted > 0) text += fmt::format(", {} deleted in the file left out", runs(result.deleted));
    text += ".";
    for (const ImportResult::Replaced& one : result.replaced) {
        text += fmt::format(" Replaced the {} copy of {}.", one.damaged ? "damaged" : "incomplete",
                            one.name.empty() ? one.run_id : fmt::format("“{}” ({})", one.name, one.run_id));
    }
    for (const ImportResult::Refused& one : result.refused) {
        text += fmt::format(" Not imported: {} is here already under the same id ({}), and {}.",
                            one.name.empty() ? "a run" : "“" + one.name + "”", one.run_id, one.reason);
    }
    if (!result.refused.empty()) text += " To have it, delete the one here for good, or import into another library.";
    return text;
}

}  // namespace mantissa
