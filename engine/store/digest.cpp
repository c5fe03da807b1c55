// SPDX-License-Identifier: Apache-2.0
// The digest as a function of SQL, so that one expression writes, compares and migrates it.
#include "engine/store/digest.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <new>
#include <utility>

#include "engine/base/crc32c.h"

namespace mantissa {
namespace {

void append_number(std::string& into, const void* number) {
    into.append(static_cast<const char*>(number), 8);
}

void row_digest(sqlite3_context* context, int count, sqlite3_value** values) noexcept try {
    std::string bytes;
    for (int i = 0; i < count; ++i) {
        const int type = sqlite3_value_type(values[i]);
        bytes += static_cast<char>(type);
        if (type == SQLITE_INTEGER) {
            const std::int64_t number = sqlite3_value_int64(values[i]);
            append_number(bytes, &number);
        } else if (type == SQLITE_FLOAT) {
            const double number = sqlite3_value_double(values[i]);
            append_number(bytes, &number);
        } else if (type != SQLITE_NULL) {
            const void* data = type == SQLITE_TEXT ? sqlite3_value_text(values[i]) : sqlite3_value_blob(values[i]);
            const std::int64_t size = sqlite3_value_bytes(values[i]);
            append_number(bytes, &size);
            if (size > 0) bytes.append(static_cast<const char*>(data), static_cast<std::size_t>(size));
        }
    }
    sqlite3_result_int64(context, crc32c(bytes));
} catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
}

// Every column but the digest itself. Not the row's number in "records": it only says what came first.
const char* sealed_columns(Sealed table) {
    switch (table) {
        case Sealed::runs:  // of a library of first_version_with_digests
            return "id, run_id, name, preset, precision, note, device, started_unix, emulated, parent_run_id, "
                   "fork_step, pinned, baseline, visible, deleted, steps, skipped, outcome, test_accuracy, config, "
                   "settings, race_id, group_id, ghost, record_rows";
        case Sealed::tags:
            return "run, position, tag";
        case Sealed::steps:
            return "run, lane, chunk, body";
        case Sealed::nodes:
            return "run, lane, level, node, body";
        case Sealed::records:
            break;
    }
    return "run, lane, step, kind, part, body";
}

}  // namespace

const char* name_of(Sealed table) noexcept {
    switch (table) {
        case Sealed::runs:
            return "runs";
        case Sealed::tags:
            return "tags";
        case Sealed::steps:
            return "steps";
        case Sealed::nodes:
            return "nodes";
        case Sealed::records:
            break;
    }
    return "records";
}

std::string digest_of(Sealed table, std::int64_t version) {
    const bool numbered = table == Sealed::runs && version >= first_version_with_numbers;
    return fmt::format("row_digest({}{})", sealed_columns(table), numbered ? ", number" : "");
}

std::string intact(Database& database, Sealed table) {
    // Asked each time: a library that is read may be brought up to date by its writer meanwhile.
    const std::int64_t version = database.integer("PRAGMA user_version");
    if (version < first_version_with_digests) return "1";
    return fmt::format("(digest = {})", digest_of(table, version));
}

void seal_run(Database& database, std::int64_t id) {
    static const std::string sql = fmt::format("UPDATE runs SET digest = {} WHERE id = ?1", digest_of(Sealed::runs));
    database.query(sql, id).run();
}

void check_run(Database& database, std::int64_t id, const std::string& run_id) {
    static const std::string sql = fmt::format("SELECT digest = {} FROM runs WHERE id = ?1", digest_of(Sealed::runs));
    Statement row = database.query(sql, id);
    if (row.next() && row.integer(0) == 0) throw damaged_row(database, run_id, Sealed::runs, run_id);
}

void check_rows(Database& database, std::int64_t id, const std::string& run_id) {
    if (database.integer("PRAGMA user_version") < first_version_with_digests) return;
    const auto missing = [&](const char* table, const std::string& where) {
        return Error(
            ErrorCode::bad_data,
            say("The library is damaged: of run %1, rows of the table \"%2\" are missing: %3", {run_id, table, where}),
            database.path().string(), say("the rest can still be read; mantissa-worker runs --check finds all of it"));
    };
    // A node of level 2 covers the steps of one row. Lane by lane: those of level 1, sixteen times as many, come first.
    constexpr const char* lanes =
        "WITH RECURSIVE lanes(of_lane) AS (SELECT min(lane) FROM nodes WHERE run = ?1 UNION ALL SELECT (SELECT "
        "min(lane) FROM nodes WHERE run = ?1 AND lane > of_lane) FROM lanes WHERE of_lane IS NOT NULL)";
    const char* const steps = "SELECT lane, chunk FROM steps WHERE run = ?1";
    const char* const nodes =
        "SELECT lane, node FROM lanes CROSS JOIN nodes WHERE run = ?1 AND lane = of_lane AND level = 2";
    for (const auto& [one, other] : {std::pair{steps, nodes}, {nodes, steps}}) {
        Statement rows = database.query(fmt::format("{} {} EXCEPT {} LIMIT 1", lanes, one, other), id);
        if (!rows.next()) continue;
        const std::int64_t first = rows.integer(1) * 256;
        throw missing("steps", fmt::format("lane {}, steps {} to {}", rows.integer(0), first, first + 255));
    }
    Statement counts =
        database.query("SELECT record_rows, (SELECT count(*) FROM records WHERE run = ?1) FROM runs WHERE id = ?1", id);
    if (counts.next() && counts.integer(0) != counts.integer(1))
        throw missing("records", fmt::format("{} of {} records are there", counts.integer(1), counts.integer(0)));
}

Error damaged_row(const Database& database, const std::string& run_id, Sealed table, const std::string& where) {
    return Error(ErrorCode::bad_data,
                 say("The library is damaged: of run %1, the row of the table \"%2\" for %3 is not the one that was "
                     "written",
                     {run_id, name_of(table), where}),
                 database.path().string(),
                 say("the rest can still be read; mantissa-worker runs --check finds all of it"));
}

void add_row_digest(sqlite3* connection) {
    sqlite3_create_function_v2(connection, "row_digest", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
                               nullptr, row_digest, nullptr, nullptr, nullptr);
}

}  // namespace mantissa
