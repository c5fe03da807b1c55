// SPDX-License-Identifier: Apache-2.0
// See library_replace.h. Nothing sound is given up for a file: whatever can still be read here must be in it.
#include "engine/store/library_replace.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "engine/base/error.h"
#include "engine/store/digest.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

std::map<std::uint32_t, std::string> by_step(std::string_view body) {
    std::map<std::uint32_t, std::string> all;
    run::Records records;
    if (!records.ParseFromArray(body.data(), static_cast<int>(body.size()))) return all;
    for (const run::Record& record : records.records()) all[record.step()] = record.SerializeAsString();
    return all;
}

/// Whether every step of one row is in the other: the last row of a run that was cut short is not full.
bool steps_within(std::string_view mine, std::string_view theirs) {
    if (mine == theirs) return true;
    const std::map<std::uint32_t, std::string> all = by_step(theirs);
    const std::map<std::uint32_t, std::string> some = by_step(mine);
    return std::all_of(some.begin(), some.end(), [&all](const auto& one) {
        const auto same = all.find(one.first);
        return same != all.end() && same->second == one.second;
    });
}

}  // namespace

bool is_damaged(Database& database, const RunKey& run) {
    for (const Sealed table : {Sealed::runs, Sealed::tags, Sealed::steps, Sealed::nodes, Sealed::records}) {
        const char* const of_run = table == Sealed::runs ? "id" : "run";
        const std::string sql = fmt::format("SELECT 1 FROM {} WHERE {} = ?1 AND NOT {} LIMIT 1", name_of(table), of_run,
                                            intact(database, table));
        if (database.query(sql, run.id).next()) return true;
    }
    try {
        check_rows(database, run.id, run.run_id);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_data) throw;
        return true;
    }
    return false;
}

bool has_end(Database& database, const RunKey& run) {
    return database.query("SELECT 1 FROM runs WHERE id = ?1 AND outcome IS NOT NULL", run.id).next();
}

bool is_within(Database& here, const RunKey& mine, Database& there, const RunKey& theirs) {
    const auto sound = [&here](const char* columns, Sealed table, const char* of_run) {
        return fmt::format("SELECT {} FROM {} WHERE {} = ?1 AND {}", columns, name_of(table), of_run,
                           intact(here, table));
    };
    // How it began and how far it came stands in two places: the row tells where the record is damaged.
    const char* const columns = "started_unix, device, config, outcome IS NULL, steps";
    for (Statement row = here.query(sound(columns, Sealed::runs, "id"), mine.id); row.next();) {
        const char* const same =
            "SELECT 1 FROM runs WHERE id = ?1 AND started_unix = ?2 AND device = ?3 AND config = ?4 "
            "AND (?5 OR outcome IS NOT NULL) AND steps >= ?6";
        if (!there.query(same, theirs.id, row.real(0), row.text(1), Blob{row.bytes(2)}, row.integer(3), row.integer(4))
                 .next())
            return false;
    }
    for (Statement row = here.query(sound("kind, lane, step, part, body", Sealed::records, "run"), mine.id);
         row.next();) {
        const char* const same =
            "SELECT 1 FROM records WHERE run = ?1 AND kind = ?2 AND lane = ?3 AND step = ?4 AND part = ?5 AND body = "
            "?6";
        if (!there
                 .query(same, theirs.id, row.integer(0), row.integer(1), row.integer(2), row.text(3),
                        Blob{row.bytes(4)})
                 .next())
            return false;
    }
    for (Statement row = here.query(sound("lane, chunk, body", Sealed::steps, "run"), mine.id); row.next();) {
        Statement same = there.query("SELECT body FROM steps WHERE run = ?1 AND lane = ?2 AND chunk = ?3", theirs.id,
                                     row.integer(0), row.integer(1));
        if (!same.next() || !steps_within(row.bytes(2), same.bytes(0))) return false;
    }
    return true;
}

/// Within the transaction of an import: `copy` brings the run in again, where it stood. What a person here said of it
/// is taken over as far as it is sound; where that is nothing, what the file says stays.
void Library::replace_run(const RunKey& mine, const std::function<void(const Place&)>& copy) {
    struct Kept {
        std::string name, note;
        std::int64_t pinned, baseline, visible;
    };
    Place place{mine.id, {}};
    std::optional<Kept> kept;
    if (Statement row = database_->query(
            fmt::format("SELECT number, name, note, pinned, baseline, visible FROM runs WHERE id = ?1 AND {}",
                        intact(*database_, Sealed::runs)),
            mine.id);
        row.next()) {
        place.number = row.integer(0);
        kept = Kept{row.text(1), row.text(2), row.integer(3), row.integer(4), row.integer(5)};
    }
    std::vector<std::string> tags;
    {
        Statement rows = database_->query(fmt::format("SELECT tag FROM tags WHERE run = ?1 AND {} ORDER BY position",
                                                      intact(*database_, Sealed::tags)),
                                          mine.id);
        while (rows.next()) tags.push_back(rows.text(0));
    }
    database_->query("DELETE FROM runs WHERE id = ?1", mine.id).run();
    std::erase_if(passes_, [&mine](const auto& pass) { return pass.first.first == mine.id; });
    resumed_.erase(mine.id);
    copy(place);
    if (kept)
        database_
            ->query(
                "UPDATE runs SET name = ?2, note = CASE WHEN ?3 = '' THEN note ELSE ?3 END, pinned = ?4, baseline = "
                "?5, visible = ?6 WHERE id = ?1",
                mine.id, kept->name, kept->note, kept->pinned, kept->baseline, kept->visible)
            .run();
    if (!tags.empty()) write_tags(mine, tags);
    seal_run(*database_, mine.id);
}

}  // namespace mantissa
