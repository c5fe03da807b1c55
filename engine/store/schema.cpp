// SPDX-License-Identifier: Apache-2.0
// Version 1. Training steps are kept 256 to a row (one row a step would be ten times the file and the time); every
// other record has a row of its own. "nodes" are the pyramids over the steps.
#include "engine/store/schema.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "engine/base/error.h"

namespace mantissa {
namespace {

// Bodies are protobuf messages of engine/run/run.proto without what the columns say already (run, lane, step).
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

constexpr Migration all_migrations[] = {{1, version_1}};

std::vector<std::string> tables_of(Database& database) {
    std::vector<std::string> names;
    Statement tables = database.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
    while (tables.next()) names.push_back(tables.text(0));
    return names;
}

// One line per column: name, type, NOT NULL, place in the primary key.
std::string columns_of(Database& database, const std::string& table) {
    std::string all;
    Statement columns = database.query("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1)", table);
    while (columns.next()) {
        all += fmt::format("{} {} {} {}\n", columns.text(0), columns.text(1), columns.integer(2), columns.integer(3));
    }
    return all;
}

}  // namespace

std::span<const Migration> library_migrations() {
    return all_migrations;
}

int library_version() {
    return library_migrations().back().to;
}

void migrate(Database& database, std::span<const Migration> steps) {
    if (database.integer("PRAGMA user_version") >= steps.back().to) return;
    Transaction transaction(database, Transaction::Kind::write);
    for (const Migration& step : steps) {
        if (database.integer("PRAGMA user_version") >= step.to) continue;
        try {
            database.execute(step.sql);
        } catch (const Error& error) {
            throw Error(
                error.code(),
                fmt::format("The library of runs cannot be brought to version {}: {}", step.to, error.message()),
                error.place(), "nothing in the file was changed; keep a copy of it and report this");
        }
        database.execute(fmt::format("PRAGMA user_version = {}", step.to).c_str());
    }
    transaction.commit();
}

void check_schema(Database& database) {
    const std::string place = database.path().string();
    Statement hidden = database.query("SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')");
    if (hidden.next()) {
        throw Error(ErrorCode::bad_data,
                    fmt::format("The file holds a {} named \"{}\", which no library of Mantissa has", hidden.text(0),
                                hidden.text(1)),
                    place, "it was made or changed by another program; it is left untouched");
    }
    Database model("a new library", Database::Mode::memory);
    migrate(model, library_migrations());
    for (const std::string& table : tables_of(model)) {
        if (columns_of(database, table) != columns_of(model, table)) {
            throw Error(ErrorCode::bad_data,
                        fmt::format("The table \"{}\" of the library is missing or not the one of version {}", table,
                                    library_version()),
                        place, "the file was made or changed by another program; it is left untouched");
        }
    }
}

}  // namespace mantissa
