// SPDX-License-Identifier: Apache-2.0
// How records enter the library. All or nothing: what is remembered between appends changes only after COMMIT, too.
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "engine/base/error.h"
#include "engine/store/digest.h"
#include "engine/store/library.h"
#include "engine/store/limits.h"

namespace mantissa {
namespace {

constexpr std::int64_t most_number = 1 << 30;

std::string as_json(const run::RunConfig& config) {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    std::string json;
    if (!google::protobuf::util::MessageToJsonString(config, &json, options).ok()) json = "{}";
    return json;
}

/// Records between were never kept: training went on without a library, or this one is an older copy.
[[noreturn]] void missing(const run::Record& record, std::uint32_t kept) {
    throw Error(ErrorCode::bad_data,
                say("It continues from a checkpoint at step %1 or earlier, but the library holds it only up to step %2",
                    {record.step(), kept}),
                describe(record), say("start it again from its settings"));
}

}  // namespace

void Library::must_hold() const {
    if (!storage_failed_) return;
    throw Error(ErrorCode::failed, say("The disk failed while the library was written"), path_.string(),
                say("check the disk and open the library again; everything acknowledged before is kept"));
}

void Library::claim(const std::string& run_id) {
    must_write();
    lock_->claim(run_id);
}

void Library::reopen() {
    must_write();
    database_ = open_for_writing(path_, false);
    storage_failed_ = false;
}

void Library::check_writable() {
    must_write();
    must_hold();
    Transaction transaction(*database_, Transaction::Kind::write);
    // The same number again: SQLite writes its page all the same.
    database_->execute(fmt::format("PRAGMA user_version = {}", database_->integer("PRAGMA user_version")).c_str());
    commit(transaction);
}

void Library::append(std::span<const run::Record> records) {
    must_write();
    must_hold();
    if (records.empty()) return;
    for (const run::Record& record : records) check_record(record);

    Transaction transaction(*database_, Transaction::Kind::write);
    Passes passes = passes_;
    StepWriter steps(*database_);
    std::unordered_map<std::string, RunKey> known;
    std::unordered_map<std::int64_t, std::uint32_t> reached;  // without a gap, in the order of the records
    for (const run::Record& record : records) {
        auto run = known.find(record.run_id());
        if (run == known.end()) {
            if (record.has_started()) lock_->claim(record.run_id());
            RunKey key = find(record.run_id());
            if (key.id == 0 && record.has_started()) {
                key = begin_run(record);
                resumed_.erase(key.id);
            } else if (key.id == 0) {
                throw Error(ErrorCode::bad_data, say("A record arrived for a run that has not started"),
                            describe(record), say("a run's first record must be its \"started\""));
            } else if (record.has_started()) {
                resumed_.insert(key.id);
            }
            check_run(*database_, key.id, key.run_id);
            run = known.emplace(record.run_id(), key).first;
        }
        if (!record.has_step_done() && !goes_on(record)) continue;
        const auto [last, unknown] = reached.try_emplace(run->second.id, 0);
        if (unknown) last->second = last_kept(run->second);
        if (goes_on(record)) {
            if (record.step() > last->second) missing(record, last->second);
            continue;
        }
        steps.add(run->second, record);
        if (record.step() <= last->second + 1) {
            last->second = std::max(last->second, record.step());
        } else if (resumed_.count(run->second.id) != 0) {
            missing(record, last->second);
        }
    }
    // Steps first: what a "finished" in the same batch says of the run is the last word.
    for (const auto& [run, gain] : steps.finish()) {
        if (gain.steps == 0) continue;
        // A run that goes on past its end (resumed after a stop) is no longer finished.
        database_
            ->query(
                "UPDATE runs SET outcome = CASE WHEN ?2 > steps THEN NULL ELSE outcome END, "
                "steps = max(steps, ?2), skipped = skipped + ?3 WHERE id = ?1",
                run, gain.last_step, gain.skipped)
            .run();
    }
    for (const run::Record& record : records) {
        if (!record.has_step_done()) keep(known.at(record.run_id()), record, passes);
    }
    for (const auto& [run_id, run] : known) seal_run(*database_, run.id);
    commit(transaction);
    passes_ = std::move(passes);
    for (const run::Record& record : records)
        if (record.has_finished()) lock_->release(record.run_id());
}

std::uint32_t Library::last_kept(const RunKey& run) const {
    Statement row = database_->query("SELECT max(steps, fork_step) FROM runs WHERE id = ?1", run.id);
    return row.next() ? static_cast<std::uint32_t>(row.integer(0)) : 0;
}

std::optional<std::uint32_t> Library::steps_kept(const std::string& run_id) const {
    Statement row = database_->query("SELECT steps FROM runs WHERE run_id = ?1", run_id);
    return row.next() ? std::optional(static_cast<std::uint32_t>(row.integer(0))) : std::nullopt;
}

void Library::commit(Transaction& transaction) {
    try {
        transaction.commit();
    } catch (const Error&) {
        // After a failed flush the system may forget the pages it could not write: a later success would mean nothing.
        storage_failed_ = (sqlite3_extended_errcode(database_->handle()) & 0xff) == SQLITE_IOERR;
        throw;
    }
}

RunKey Library::begin_run(const run::Record& record, const Place& place) {
    if (RunKey key = find(record.run_id()); key.id != 0) return key;
    if (database_->integer("SELECT count(*) FROM runs") >= static_cast<std::int64_t>(max_runs)) {
        throw Error(ErrorCode::failed, say("The library holds %1 runs, as many as it can", {max_runs}), path_.string(),
                    say("delete some, or begin another library"));
    }
    const run::RunIdentity& identity = record.started().identity();
    const run::RunConfig& config = record.started().config();
    const double started = std::isfinite(identity.started_unix()) ? identity.started_unix() : 0.0;
    // The transaction makes it the only one of this number, whoever else writes. A number that is beyond all that could
    // have been given is damage: those that follow are not to follow it.
    std::int64_t number = place.number.value_or(0);
    if (!place.number) {
        Statement last = database_->query("SELECT coalesce(max(number), 0) FROM runs WHERE number < ?1", most_number);
        number = (last.next() ? last.integer(0) : 0) + 1;
    }
    database_
        ->query(
            "INSERT INTO runs(run_id, name, preset, precision, device, started_unix, emulated, parent_run_id, "
            "fork_step, config, settings, race_id, group_id, ghost, number, id) "
            "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
            record.run_id(), config.name(), config.preset(), run::Precision_Name(config.precision()), identity.device(),
            started, record.started().emulated(), identity.parent_run_id(), identity.fork_step(),
            Blob{config.SerializeAsString()}, as_json(config), identity.race_id(), identity.group_id(),
            identity.ghost(), number, place.id)  // without one SQLite chooses
        .run();
    const RunKey run{sqlite3_last_insert_rowid(database_->handle()), record.run_id()};
    seal_run(*database_, run.id);
    return run;
}

void Library::keep(const RunKey& run, const run::Record& record, Passes& passes) {
    const RecordKind kind = record.kind_case();
    const auto lane = std::pair(run.id, record.lane());
    Pass& pass = passes[lane];
    const bool begins = record.has_started() || goes_on(record);
    if (begins || record.step() != pass.step) pass = Pass{record.step(), {}};

    std::string part = part_of(record);
    const bool recurs = may_recur(record);
    int equal = 0;  // records already there that say the same
    int others = 0;
    {
        const std::string wanted = comparable(record);
        Statement rows =
            database_->query("SELECT part, body FROM records WHERE run = ?1 AND kind = ?2 AND lane = ?3 AND step = ?4",
                             run.id, static_cast<int>(kind), record.lane(), record.step());
        while (rows.next()) {
            if (!recurs && rows.bytes(0) != part) continue;
            run::Record old;
            const std::string_view body = rows.bytes(1);
            if (!old.ParseFromArray(body.data(), static_cast<int>(body.size())) || comparable(old) != wanted) {
                ++others;
            } else {
                ++equal;
            }
        }
        if (!recurs && others != 0) refuse_repeat(record, is_recording(*database_, run));
        const int seen = recurs ? pass.seen[name_of(kind) + wanted]++ : 0;
        if (equal > seen) return;
    }
    if (recurs) part += fmt::format("#{}", equal + others);
    database_
        ->query(
            "INSERT INTO records(run, lane, step, kind, part, body, digest) "
            "VALUES(?1, ?2, ?3, ?4, ?5, ?6, row_digest(?1, ?2, ?3, ?4, ?5, ?6))",
            run.id, record.lane(), record.step(), static_cast<int>(kind), part, Blob{body_of(record)})
        .run();

    database_->query("UPDATE runs SET record_rows = record_rows + 1 WHERE id = ?1", run.id).run();

    if (record.has_finished()) {
        const run::RunFinished& end = record.finished();
        database_
            ->query(
                "UPDATE runs SET outcome = ?2, test_accuracy = coalesce(?3, test_accuracy), steps = max(steps, ?4), "
                "skipped = coalesce(?5, skipped) WHERE id = ?1",
                run.id, static_cast<int>(end.outcome()),
                end.has_test_accuracy() ? std::optional<double>(end.test_accuracy()) : std::nullopt, end.steps(),
                end.has_skipped_steps() ? std::optional<std::int64_t>(end.skipped_steps()) : std::nullopt)
            .run();
    } else if (record.has_evaluated() && !record.evaluated().training_set()) {
        database_
            ->query("UPDATE runs SET test_accuracy = ?2 WHERE id = ?1 AND outcome IS NULL", run.id,
                    static_cast<double>(record.evaluated().accuracy()))
            .run();
    }
    if (record.has_finished()) passes.erase(lane);
}

}  // namespace mantissa
