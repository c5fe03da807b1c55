// SPDX-License-Identifier: Apache-2.0
// Library::check(): every table is read to its end, whatever is found on the way.
#include <fmt/format.h>

#include "engine/base/error.h"
#include "engine/store/digest.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

// The rows of `table` as the check wants them: run, digest right, where.
std::string rows_of(Database& database, Sealed table) {
    const char* where = "''";
    const char* run = "(SELECT run_id FROM runs WHERE runs.id = t.run)";
    switch (table) {
        case Sealed::runs:
            run = "run_id";
            break;
        case Sealed::tags:
            where = "'tag ' || (position + 1)";
            break;
        case Sealed::steps:
            where = "printf('lane %d, steps %d to %d', lane, chunk * 256, chunk * 256 + 255)";
            break;
        case Sealed::nodes:
            where =
                "printf('lane %d, steps %d to %d', lane, node << (4 * min(max(level, 0), 5)), "
                "((node + 1) << (4 * min(max(level, 0), 5))) - 1)";
            break;
        case Sealed::records:
            where = "printf('lane %d, step %d', lane, step)";
            break;
    }
    return fmt::format("SELECT {}, {}, {} FROM {} AS t", run, intact(database, table), where, name_of(table));
}

void check_table(Database& database, Sealed table, LibraryCheck& result) try {
    Statement rows = database.query(rows_of(database, table));
    while (rows.next()) {
        ++result.rows;
        if (table == Sealed::runs) ++result.runs;
        if (rows.integer(1) != 0) continue;
        const std::string run = rows.text(0), where = rows.text(2);
        result.damage.push_back({run, where.empty() ? say("table \"%1\"", {name_of(table)})
                                                    : say("table \"%1\": %2", {name_of(table), where})});
    }
} catch (const Error& error) {  // a page that cannot be read: the other tables can be, perhaps
    result.damage.push_back({"", say("table \"%1\": %2", {name_of(table), error.message_phrase()})});
}

}  // namespace

LibraryCheck Library::check() const {
    LibraryCheck result;
    Transaction moment(*database_, Transaction::Kind::read);
    result.digests = database_->integer("PRAGMA user_version") >= first_version_with_digests;
    for (const Sealed table : {Sealed::runs, Sealed::tags, Sealed::steps, Sealed::nodes, Sealed::records})
        check_table(*database_, table, result);
    try {
        Statement found = database_->query("PRAGMA integrity_check(100)");
        while (found.next())
            if (const std::string line = found.text(0); line != "ok") result.damage.push_back({"", line});
        Statement orphans = database_->query("PRAGMA foreign_key_check");
        while (orphans.next())
            result.damage.push_back({"", say("table \"%1\": a row of a run that is not there", {orphans.text(0)})});
    } catch (const Error& error) {
        result.damage.push_back({"", error.message_phrase()});
    }
    return result;
}

}  // namespace mantissa
