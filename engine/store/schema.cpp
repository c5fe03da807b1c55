// SPDX-License-Identifier: Apache-2.0
// Version 1: training steps are kept 256 to a row (one row a step would be ten times the file and the time); every
// other record has a row of its own. "nodes" are the pyramids over the steps. Version 2: what a run belongs to.
// Version 3: digests. Version 4: numbers of runs.
#include "engine/store/schema.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/run/run.pb.h"
#include "engine/store/digest.h"

namespace mantissa {
namespace {

// Bodies are protobuf messages of engine/run/record.proto without what the columns say already (run, lane, step).
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

// race_id, group_id: ULIDs, empty for none. ghost: a fork that shows what the settings before a change would have done.
constexpr const char* version_2 = R"sql(
ALTER TABLE runs ADD COLUMN race_id TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN group_id TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN ghost INTEGER NOT NULL DEFAULT 0;
)sql";

// The new columns from what each run said when it started. A record that cannot be read leaves them empty: reading the
// run tells of the damage, and the other runs are not to suffer for it.
void fill_version_2(Database& database) {
    std::map<std::int64_t, run::RunIdentity> identities;
    {
        Statement rows = database.query("SELECT run, body FROM records WHERE kind = ?1 ORDER BY run, lane, step",
                                        static_cast<int>(run::Record::kStarted));
        while (rows.next()) {
            run::Record record;
            const std::string_view body = rows.bytes(1);
            if (!record.ParseFromArray(body.data(), static_cast<int>(body.size()))) continue;
            identities.try_emplace(rows.integer(0), std::move(*record.mutable_started()->mutable_identity()));
        }
    }
    for (const auto& [run, identity] : identities) {
        database
            .query("UPDATE runs SET race_id = ?2, group_id = ?3, ghost = ?4 WHERE id = ?1", run, identity.race_id(),
                   identity.group_id(), identity.ghost())
            .run();
    }
}

// digest: of the row's other columns, see digest.h. record_rows: how many rows of "records" are of the run; one that an
// index no longer finds would not be missed otherwise.
constexpr const char* version_3 = R"sql(
ALTER TABLE runs ADD COLUMN record_rows INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tags ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nodes ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
)sql";

// What is there is taken as it is: nothing tells how it was.
void fill_version_3(Database& database) {
    database.execute("UPDATE runs SET record_rows = (SELECT count(*) FROM records WHERE records.run = runs.id)");
    for (const Sealed table : {Sealed::runs, Sealed::tags, Sealed::steps, Sealed::nodes, Sealed::records})
        database.execute(
            fmt::format("UPDATE {} SET digest = {}", name_of(table), digest_of(table, first_version_with_digests))
                .c_str());
}

// number: what people call the run by, in every list and report. The index is for whoever begins a run.
constexpr const char* version_4 = R"sql(
ALTER TABLE runs ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE runs SET number = numbered.number
    FROM (SELECT id, row_number() OVER (ORDER BY started_unix, id) AS number FROM runs) AS numbered
    WHERE runs.id = numbered.id;
CREATE UNIQUE INDEX runs_number ON runs(number);
)sql";

// A row that was damaged stays so: only the others get a right digest.
void fill_version_4(Database& database) {
    database.execute(fmt::format("UPDATE runs SET digest = {} WHERE digest = {}", digest_of(Sealed::runs),
                                 digest_of(Sealed::runs, first_version_with_digests))
                         .c_str());
}

constexpr Migration all_migrations[] = {{1, version_1},
                                        {2, version_2, fill_version_2},
                                        {first_version_with_digests, version_3, fill_version_3},
                                        {first_version_with_numbers, version_4, fill_version_4}};

std::span<const Migration> up_to(int version) {
    return library_migrations().first(static_cast<std::size_t>(version));
}

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
            if (step.fill != nullptr) step.fill(database);
        } catch (const Error& error) {
            throw Error(
                error.code(),
                say("The library of runs cannot be brought to version %1: %2", {step.to, error.message_phrase()}),
                error.place(), say("nothing in the file was changed; keep a copy of it and report this"));
        }
        database.execute(fmt::format("PRAGMA user_version = {}", step.to).c_str());
    }
    transaction.commit();
}

void check_schema(Database& database, int version) {
    const std::string place = database.path().string();
    Statement hidden = database.query("SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')");
    if (hidden.next()) {
        throw Error(
            ErrorCode::bad_data,
            say("The file holds a %1 named \"%2\", which no library of Mantissa has", {hidden.text(0), hidden.text(1)}),
            place, say("it was made or changed by another program; it is left untouched"));
    }
    Database model("a new library", Database::Mode::memory);
    migrate(model, up_to(version));
    for (const std::string& table : tables_of(model)) {
        if (columns_of(database, table) != columns_of(model, table)) {
            throw Error(
                ErrorCode::bad_data,
                say("The table \"%1\" of the library is missing or not the one of version %2", {table, version}), place,
                say("the file was made or changed by another program; it is left untouched"));
        }
    }
}

void check_definitions(Database& database, int version) {
    const auto read = [](Database& from) {
        std::map<std::string, std::string> all;
        Statement rows = from.query("SELECT type, name, sql FROM sqlite_schema");
        while (rows.next()) all[rows.text(0) + " " + rows.text(1)] = rows.text(2);
        return all;
    };
    Database model("a new library", Database::Mode::memory);
    migrate(model, up_to(version));
    const std::map<std::string, std::string> wanted = read(model);
    for (const auto& [name, sql] : read(database)) {
        const auto same = wanted.find(name);
        if (same != wanted.end() && same->second == sql) continue;
        throw Error(ErrorCode::bad_data,
                    say("The file defines the %1 differently from a library of version %2", {name, version}),
                    database.path().string(), say("it was made or changed by another program; it is left untouched"));
    }
}

}  // namespace mantissa
