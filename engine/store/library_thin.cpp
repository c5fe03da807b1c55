// SPDX-License-Identifier: Apache-2.0
// Thinning a run that takes more of the disk than it may: see run_share.h for what stays.
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/store/digest.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

/// Of the records of one kind in a stretch of steps, deletes those of every second step. Returns how many.
std::int64_t halve(Database& database, std::int64_t run, RecordKind kind, std::uint32_t first, std::uint32_t end) {
    std::vector<std::pair<std::int64_t, std::int64_t>> drop;  // lane, step
    {
        Statement rows = database.query(
            "SELECT DISTINCT lane, step FROM records WHERE run = ?1 AND kind = ?2 AND step >= ?3 AND step < ?4 "
            "ORDER BY lane, step",
            run, static_cast<int>(kind), first, end);
        for (bool odd = false; rows.next(); odd = !odd)
            if (odd) drop.emplace_back(rows.integer(0), rows.integer(1));
    }
    std::int64_t count = 0;
    for (const auto& [lane, step] : drop) {
        database
            .query("DELETE FROM records WHERE run = ?1 AND kind = ?2 AND lane = ?3 AND step = ?4", run,
                   static_cast<int>(kind), lane, step)
            .run();
        count += database.changes();
    }
    return count;
}

}  // namespace

std::uint64_t Library::bytes_of_run(const std::string& run_id) const {
    const RunKey run = find(run_id);
    std::uint64_t bytes = 0;
    for (const char* sql : {"SELECT total(length(body) + 32) FROM steps WHERE run = ?1",
                            "SELECT total(length(body) + 32) FROM nodes WHERE run = ?1",
                            "SELECT total(length(body) + 32) FROM records WHERE run = ?1"}) {
        Statement row = database_->query(sql, run.id);
        if (row.next()) bytes += static_cast<std::uint64_t>(row.real(0));
    }
    return bytes;
}

void Library::thin(const std::string& run_id, std::uint32_t first_step, std::uint32_t end_step) {
    must_write();
    must_hold();
    Transaction transaction(*database_, Transaction::Kind::write);
    const RunKey run = require(run_id);
    check_run(*database_, run.id, run_id);
    thin_steps(*database_, run, first_step, end_step);
    std::int64_t gone = 0;
    for (const RecordKind kind : {RecordKind::kHistograms, RecordKind::kTrace})
        gone += halve(*database_, run.id, kind, first_step, end_step);
    if (gone > 0) {
        database_->query("UPDATE runs SET record_rows = record_rows - ?2 WHERE id = ?1", run.id, gone).run();
        seal_run(*database_, run.id);
    }
    commit(transaction);
}

}  // namespace mantissa
