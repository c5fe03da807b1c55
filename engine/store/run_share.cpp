// SPDX-License-Identifier: Apache-2.0
// When a run is thinned; what that does to its rows is in library_thin.cpp.
#include "engine/store/run_share.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/base/phrase.h"
#include "engine/run/phrase_record.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

constexpr std::uint32_t steps_of_a_look = 64 * 256;
constexpr std::uint64_t row_bytes = 32;           // SQLite's own, and of the columns beside a body
constexpr std::uint64_t pyramid_step_bytes = 28;  // of a step's part in the nodes above it

std::string size_text(std::uint64_t bytes) {
    if (bytes >= 1u << 30) return fmt::format("{:.3g} GiB", static_cast<double>(bytes) / (1u << 30));
    return fmt::format("{} MiB", bytes >> 20);
}

}  // namespace

RunShare::RunShare(std::function<void(const run::Record&)> told, std::uint64_t bytes) : told_(std::move(told)) {
    set_bytes(bytes);
}

void RunShare::set_bytes(std::uint64_t bytes) {
    bytes_ = std::max(bytes, least_bytes);
    for (auto& [run_id, taken] : runs_) taken.patience = 0;
}

void RunShare::after_append(Library& library, std::span<const run::Record> records) {
    std::set<std::string> grown;
    for (const run::Record& record : records) {
        Taken& taken = runs_[record.run_id()];
        const std::uint64_t own =
            record.ByteSizeLong() > record.run_id().size() + 4 ? record.ByteSizeLong() - record.run_id().size() - 4 : 0;
        taken.bytes += own + (record.has_step_done() ? pyramid_step_bytes : row_bytes);
        taken.last = std::max(taken.last, record.step());
        taken.lane = record.lane();
        grown.insert(record.run_id());
    }
    for (const std::string& run_id : grown) {
        Taken& taken = runs_[run_id];
        if (!taken.counted) {
            taken.bytes = library.bytes_of_run(run_id);
            taken.counted = true;
        }
        if (taken.thinning || taken.bytes > std::max(bytes_, taken.patience)) go_on(library, run_id, taken);
    }
    for (const run::Record& record : records)
        if (record.has_finished()) runs_.erase(record.run_id());
}

void RunShare::go_on(Library& library, const std::string& run_id, Taken& taken) {
    if (!taken.thinning) {
        taken.before = taken.bytes = library.bytes_of_run(run_id);  // not by what was estimated
        const std::uint32_t newest = std::max(newest_steps, taken.last / 8);
        taken.end = taken.last > newest ? (taken.last - newest) / 256 * 256 : 0;
        taken.next = 0;
        if (taken.bytes <= bytes_ || taken.end == 0) {
            taken.patience = taken.bytes + bytes_ / 8;
            return;
        }
        taken.thinning = true;
    }
    const std::uint32_t to = taken.end - taken.next > steps_of_a_look ? taken.next + steps_of_a_look : taken.end;
    library.thin(run_id, taken.next, to);
    taken.next = to;
    if (taken.next < taken.end) return;
    taken.thinning = false;
    taken.bytes = library.bytes_of_run(run_id);
    // Where a pass gains little the next one waits until there is more to thin.
    const bool gained = taken.bytes < taken.before - taken.before / 8;
    taken.patience = gained ? 0 : taken.bytes + bytes_ / 8;
    if (!gained) return;
    run::Record record;
    record.set_run_id(run_id);
    record.set_lane(taken.lane);
    record.set_step(taken.last);
    record.mutable_event()->set_kind(run::EventRecord::NOTICE);
    set_text(*record.mutable_event(),
             say("The run reached its share of the disk (%1): of its steps up to %2 only some are kept, those that "
                 "stand out among them",
                 {size_text(bytes_), taken.end}));
    library.append({&record, 1});
    if (told_) told_(record);
}

}  // namespace mantissa
