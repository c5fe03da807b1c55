// SPDX-License-Identifier: Apache-2.0
// Reading the library: the list, a run's story, its series. Each answer is of one moment (a read transaction), also
// while another process writes.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "engine/base/error.h"
#include "engine/store/digest.h"
#include "engine/store/library.h"
#include "engine/store/limits.h"
#include "engine/store/record_ranges.h"

namespace mantissa {
namespace {

Phrase damage(const std::string& run_id, const char* table) {
    return say("The library is damaged: run %1 has a row in the table \"%2\" that cannot be read", {run_id, table});
}

/// What `read` makes of a run; damage that SQLite finds, in a page, is told with the run, too.
template <class Read>
auto of_run(const std::string& run_id, const Read& read) {
    try {
        return read();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_data || error.message().find(run_id) != std::string::npos) throw;
        throw Error(ErrorCode::bad_data, say("Run %1 cannot be read: %2", {run_id, error.message_phrase()}),
                    error.place(), say("the other runs can still be read"));
    }
}

/// The table of runs with their numbers. A library without any gives those that it will have when it is brought up to
/// date. Asked each time: that may happen while it is read.
const char* numbered_runs(Database& database) {
    if (database.integer("PRAGMA user_version") >= first_version_with_numbers) return "runs";
    return "runs JOIN (SELECT id AS of_run, row_number() OVER (ORDER BY started_unix, id) AS number FROM runs) "
           "ON of_run = id";
}

/// The kinds and lanes of a run's (?1) records, one seek each: the only index has them before the step, so that a
/// search by steps alone goes through all records, and a long run is read in many stretches.
constexpr const char* groups_of_records =
    "WITH RECURSIVE groups(of_kind, of_lane) AS (VALUES(-1, -1) UNION ALL SELECT "
    "(SELECT kind FROM records WHERE run = ?1 AND (kind, lane) >= (of_kind, of_lane + 1) ORDER BY kind, lane LIMIT 1), "
    "(SELECT lane FROM records WHERE run = ?1 AND (kind, lane) >= (of_kind, of_lane + 1) ORDER BY kind, lane LIMIT 1) "
    "FROM groups WHERE of_kind IS NOT NULL)";

RunSummary summary_of(const Statement& row) {
    RunSummary run;
    run.run_id = row.text(1);
    run.name = row.text(2);
    run.preset = row.text(3);
    run.precision = row.text(4);
    run.note = row.text(5);
    run.device = row.text(6);
    run.started_unix = row.real(7);
    run.emulated = row.integer(8) != 0;
    run.parent_run_id = row.text(9);
    run.fork_step = static_cast<std::uint32_t>(row.integer(10));
    run.pinned = row.integer(11) != 0;
    run.baseline = row.integer(12) != 0;
    run.visible = row.integer(13) != 0;
    run.deleted = row.integer(14) != 0;
    run.steps = static_cast<std::uint32_t>(row.integer(15));
    run.skipped = static_cast<std::uint32_t>(row.integer(16));
    run.finished = !row.is_null(17);
    if (run.finished && run::RunFinished::Outcome_IsValid(static_cast<int>(row.integer(17)))) {
        run.outcome = static_cast<run::RunFinished::Outcome>(row.integer(17));
    }
    if (!row.is_null(18)) run.test_accuracy = static_cast<float>(row.real(18));
    run.race_id = row.text(20);
    run.group_id = row.text(21);
    run.ghost = row.integer(22) != 0;
    run.number = static_cast<std::uint32_t>(row.integer(24));
    if (row.integer(23) == 0) run.problem = damage(run.run_id, "runs");
    const std::string_view config = row.bytes(19);
    if (!run.config.ParseFromArray(config.data(), static_cast<int>(config.size()))) {
        run.config.Clear();
        run.problem = damage(run.run_id, "runs");
    }
    return run;
}

}  // namespace

bool RunSummary::is_ghost() const {
    return ghost && std::none_of(changes.begin(), changes.end(), [](const run::Record& record) {
               return record.event().kind() == run::EventRecord::ADOPTED;
           });
}

std::vector<RunSummary> Library::list(const std::string* run_id) const {
    Transaction moment(*database_, Transaction::Kind::read);
    std::vector<RunSummary> all;
    std::map<std::int64_t, std::size_t> places;
    // Asked each time: a library that is read may be brought up to date by its writer meanwhile.
    const bool first_version = database_->integer("PRAGMA user_version") == 1;
    Statement rows = database_->query(
        fmt::format(
            "SELECT id, run_id, name, preset, precision, note, device, started_unix, emulated, parent_run_id, "
            "fork_step, pinned, baseline, visible, deleted, steps, skipped, outcome, test_accuracy, config, {}, {}, "
            "number FROM {} WHERE ?1 IS NULL OR run_id = ?1 ORDER BY id LIMIT ?2",
            first_version ? "'', '', 0" : "race_id, group_id, ghost", intact(*database_, Sealed::runs),
            numbered_runs(*database_)),
        run_id != nullptr ? std::optional<std::string>(*run_id) : std::nullopt, static_cast<std::int64_t>(max_runs));
    while (rows.next()) {
        places[rows.integer(0)] = all.size();
        all.push_back(summary_of(rows));
    }
    if (all.empty()) return all;
    // A damaged row is left out: check() and reading the run tell of it.
    Statement events = database_->query(
        fmt::format(
            "SELECT run, step, body FROM records WHERE run IN (SELECT id FROM runs WHERE ?1 IS NULL OR run_id = "
            "?1) AND kind = ?2 AND (part GLOB '{}#*' OR part GLOB '{}#*') AND {} ORDER BY run, step, id",
            static_cast<int>(run::EventRecord::CHANGED), static_cast<int>(run::EventRecord::ADOPTED),
            intact(*database_, Sealed::records)),
        run_id != nullptr ? std::optional<std::string>(*run_id) : std::nullopt, static_cast<int>(RecordKind::kEvent));
    while (events.next()) {
        const auto place = places.find(events.integer(0));
        run::Record record;
        const std::string_view body = events.bytes(2);
        if (place == places.end() || !record.ParseFromArray(body.data(), static_cast<int>(body.size()))) continue;
        record.set_run_id(all[place->second].run_id);
        record.set_step(static_cast<std::uint32_t>(events.integer(1)));
        all[place->second].changes.push_back(std::move(record));
    }
    const ClaimReader claims(path_);
    for (RunSummary& run : all) run.trained_elsewhere = !run.finished && claims.trained_elsewhere(run.run_id);
    Statement tags = database_->query(
        fmt::format("SELECT run, tag, {} FROM tags WHERE ?1 IS NULL OR run = ?1 ORDER BY run, position",
                    intact(*database_, Sealed::tags)),
        run_id != nullptr ? std::optional(places.begin()->first) : std::nullopt);
    while (tags.next()) {
        const auto place = places.find(tags.integer(0));
        if (place == places.end()) continue;
        all[place->second].tags.push_back(tags.text(1));
        if (tags.integer(2) == 0) all[place->second].problem = damage(all[place->second].run_id, "tags");
    }
    return all;
}

std::int64_t Library::version() const {
    return database_->integer("PRAGMA data_version");
}

std::vector<std::string> Library::added_after(std::int64_t& last) const {
    std::vector<std::string> ids;
    Statement rows = database_->query("SELECT id, run_id FROM runs WHERE id > ?1 ORDER BY id", last);
    while (rows.next()) {
        last = rows.integer(0);
        ids.push_back(rows.text(1));
    }
    return ids;
}

std::map<std::string, RunMarks> Library::marks() const {
    std::map<std::string, RunMarks> all;
    Transaction moment(*database_, Transaction::Kind::read);
    Statement rows = database_->query(
        fmt::format("SELECT run_id, name, deleted, note || char(0) || pinned || baseline || char(0) || ifnull((SELECT "
                    "group_concat(tag, char(0)) FROM tags WHERE run = runs.id), ''), number FROM {}",
                    numbered_runs(*database_)));
    const std::hash<std::string> hash;
    while (rows.next())
        all[rows.text(0)] = {.named = hash(rows.text(1)),
                             .marked = hash(rows.text(3)),
                             .deleted = rows.integer(2) != 0,
                             .number = static_cast<std::uint32_t>(rows.integer(4))};
    return all;
}

std::vector<RunSummary> Library::runs() const {
    return list(nullptr);
}

RunSummary Library::summary(const std::string& run_id) const {
    require(run_id);
    std::vector<RunSummary> one = list(&run_id);
    return one.empty() ? RunSummary{} : std::move(one.front());
}

void Library::read_records(const RunKey& run, RecordKind kind, std::uint32_t first, std::uint32_t last,
                           std::vector<run::Record>& into) const {
    Statement rows = database_->query(
        fmt::format("{} SELECT lane, step, kind, body, {} FROM groups CROSS JOIN records WHERE run = ?1 AND kind = "
                    "of_kind AND lane = of_lane AND step BETWEEN ?3 AND ?4 AND ?2 IN (0, of_kind) ORDER BY id",
                    groups_of_records, intact(*database_, Sealed::records)),
        run.id, static_cast<int>(kind), first, last);
    while (rows.next()) {
        if (rows.integer(4) == 0)
            throw damaged_row(*database_, run.run_id, Sealed::records,
                              fmt::format("lane {}, step {}", rows.integer(0), rows.integer(1)));
        run::Record record;
        const std::string_view body = rows.bytes(3);
        if (!record.ParseFromArray(body.data(), static_cast<int>(body.size())) ||
            static_cast<std::int64_t>(record.kind_case()) != rows.integer(2)) {
            throw Error(ErrorCode::bad_data, damage(run.run_id, "records"), path_.string(),
                        say("the other runs can still be read"));
        }
        record.set_run_id(run.run_id);
        record.set_lane(static_cast<std::uint32_t>(rows.integer(0)));
        record.set_step(static_cast<std::uint32_t>(rows.integer(1)));
        if (const std::optional<Phrase> wrong = out_of_range(record))  // of a version that did not look
            throw Error(ErrorCode::bad_data, say("%1: %2", {damage(run.run_id, "records"), *wrong}), path_.string(),
                        say("the other runs can still be read"));
        into.push_back(std::move(record));
    }
}

std::vector<run::Record> Library::records(const std::string& run_id, RecordKind kind, std::uint32_t first_step,
                                          std::uint32_t last_step) const {
    return of_run(run_id, [&] {
        Transaction moment(*database_, Transaction::Kind::read);
        const RunKey run = require(run_id);
        if (first_step == 0 && last_step == every_step) check_rows(*database_, run.id, run_id);
        std::vector<run::Record> all;
        const bool every = kind == RecordKind::KIND_NOT_SET;
        if (every || kind == RecordKind::kStepDone) {
            for (const std::uint32_t lane : lanes_with_steps(*database_, run.id)) {
                read_steps(*database_, run, lane, first_step, last_step, [&](run::Record&& record) {
                    record.set_run_id(run_id);
                    record.set_lane(lane);
                    all.push_back(std::move(record));
                });
            }
        }
        const auto others = static_cast<std::ptrdiff_t>(all.size());
        if (kind != RecordKind::kStepDone) read_records(run, kind, first_step, last_step, all);
        // Stable: what is equal keeps the order of arrival, and steps were read before what came of them. The steps of
        // one lane are in order already: only the few others have to be sorted and merged in.
        const auto before = [](const run::Record& a, const run::Record& b) {
            return std::tuple(a.step(), a.lane(), !a.has_started()) < std::tuple(b.step(), b.lane(), !b.has_started());
        };
        const auto middle = all.begin() + others;
        if (!std::is_sorted(all.begin(), middle, before)) std::stable_sort(all.begin(), middle, before);
        if (!std::is_sorted(middle, all.end(), before)) std::stable_sort(middle, all.end(), before);
        std::inplace_merge(all.begin(), middle, all.end(), before);
        return all;
    });
}

std::vector<std::uint32_t> Library::steps_with(const std::string& run_id, RecordKind kind) const {
    Transaction moment(*database_, Transaction::Kind::read);
    const RunKey run = require(run_id);
    std::vector<std::uint32_t> steps;
    Statement rows = database_->query("SELECT DISTINCT step FROM records WHERE run = ?1 AND kind = ?2 ORDER BY step",
                                      run.id, static_cast<int>(kind));
    while (rows.next()) steps.push_back(static_cast<std::uint32_t>(rows.integer(0)));
    return steps;
}

RunDetails Library::details(const std::string& run_id) const {
    return of_run(run_id, [&] {
        RunDetails details;
        const RunKey run = require(run_id);
        std::vector<run::Record> started;
        std::vector<run::Record> memory;
        std::vector<run::Record> finished;
        {
            Transaction moment(*database_, Transaction::Kind::read);
            check_rows(*database_, run.id, run_id);
            read_records(run, RecordKind::kStarted, 0, every_step, started);
            read_records(run, RecordKind::kEvent, 0, every_step, details.events);
            read_records(run, RecordKind::kEvaluated, 0, every_step, details.evaluations);
            read_records(run, RecordKind::kError, 0, every_step, details.errors);
            read_records(run, RecordKind::kMemory, 0, every_step, memory);
            read_records(run, RecordKind::kFinished, 0, every_step, finished);
            Statement lanes = database_->query(
                "SELECT lane FROM records WHERE run = ?1 UNION SELECT lane FROM steps WHERE run = ?1 ORDER BY lane",
                run.id);
            while (lanes.next()) details.lanes.push_back(static_cast<std::uint32_t>(lanes.integer(0)));
            std::optional<std::pair<std::uint32_t, std::uint32_t>> all;
            for (const std::uint32_t lane : details.lanes) {
                const auto range = step_range(*database_, run, lane);
                if (!range) continue;
                all =
                    all ? std::pair(std::min(all->first, range->first), std::max(all->second, range->second)) : *range;
            }
            if (all) std::tie(details.first_step, details.last_step) = *all;
        }
        const auto earlier = [](const run::Record& a, const run::Record& b) { return a.step() < b.step(); };
        for (auto* list : {&details.events, &details.evaluations, &details.errors}) {
            std::stable_sort(list->begin(), list->end(), earlier);
        }
        const auto first =
            std::min_element(started.begin(), started.end(), [](const run::Record& a, const run::Record& b) {
                return std::tuple(a.lane(), a.step()) < std::tuple(b.lane(), b.step());
            });
        if (first == started.end()) {
            throw Error(ErrorCode::bad_data, damage(run_id, "records"), path_.string(),
                        say("its beginning is missing"));
        }
        details.started = std::move(*first->mutable_started());
        if (!memory.empty()) details.memory = std::move(*memory.back().mutable_memory());
        if (!finished.empty()) details.finished = std::move(*finished.back().mutable_finished());
        return details;
    });
}

std::optional<std::uint32_t> Library::next_step(const std::string& run_id, std::uint32_t from) const {
    return of_run(run_id, [&] {
        Transaction moment(*database_, Transaction::Kind::read);
        const RunKey run = require(run_id);
        std::optional<std::uint32_t> next = next_recorded_step(*database_, run, from);
        Statement row = database_->query(
            fmt::format("{} SELECT min((SELECT min(step) FROM records WHERE run = ?1 AND kind = of_kind AND lane = "
                        "of_lane AND step BETWEEN ?2 AND ?3)) FROM groups",
                        groups_of_records),
            run.id, from, every_step);
        if (row.next() && !row.is_null(0)) {
            const auto step = static_cast<std::uint32_t>(row.integer(0));
            next = next ? std::min(*next, step) : step;
        }
        return next;
    });
}

std::vector<SeriesNode> Library::series(const std::string& run_id, std::uint32_t lane, Field field,
                                        std::uint32_t first_step, std::uint32_t last_step,
                                        std::size_t max_points) const {
    return of_run(run_id, [&] {
        Transaction moment(*database_, Transaction::Kind::read);
        return read_series(*database_, require(run_id), lane, field, first_step, last_step, max_points);
    });
}

}  // namespace mantissa
