// SPDX-License-Identifier: Apache-2.0
// What a library holds of a run, however often its processes were ended: its records and whether the file is whole.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/store/library.h"
#include "engine/store/record_key.h"

namespace mantissa {

/// "ok", or what SQLite's PRAGMA integrity_check finds.
inline std::string integrity(const std::filesystem::path& file) {
    sqlite3* database = nullptr;
    std::string answer = "cannot be opened";
    if (sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK)
        sqlite3_exec(
            database, "PRAGMA integrity_check",
            [](void* to, int, char** values, char**) {
                *static_cast<std::string*>(to) = values[0];
                return 0;
            },
            &answer, nullptr);
    sqlite3_close(database);
    return answer;
}

/// What a run's records say, but for when they were made and how often it was paused and resumed, and for what is
/// `left_out`, step by step.
inline std::vector<std::string> story(
    const Library& library, const std::string& run_id,
    const std::function<bool(const run::Record&)>& left_out = [](const run::Record&) { return false; }) {
    std::vector<std::string> result;
    for (const run::Record& record : library.records(run_id)) {
        const bool of_the_end = record.has_finished() && record.finished().outcome() != run::RunFinished::COMPLETED;
        const bool of_a_resume =
            record.has_event() &&
            (record.event().kind() == run::EventRecord::RESUMED_FROM_CHECKPOINT ||
             record.event().kind() == run::EventRecord::PAUSED || record.event().kind() == run::EventRecord::RESUMED);
        if (record.has_checkpoint() || of_the_end || of_a_resume || left_out(record)) continue;
        run::Record plain = record;
        if (plain.has_started()) {  // who it is
            plain.mutable_started()->mutable_identity()->clear_run_id();
            plain.mutable_started()->mutable_identity()->clear_race_id();
            plain.mutable_started()->clear_native_choice();  // its sentence has times that each machine measured once
        }
        if (plain.has_memory()) plain.mutable_memory()->clear_native_choice();
        result.push_back(std::to_string(record.step()) + " " + name_of(record.kind_case()) + " " + comparable(plain));
    }
    return result;
}

}  // namespace mantissa
