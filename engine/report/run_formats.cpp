// SPDX-License-Identifier: Apache-2.0
// Formats by the changes among a run's events.
#include "engine/report/run_formats.h"

#include <algorithm>
#include <vector>

#include "engine/run/names.h"
#include "engine/run/presets.h"

namespace mantissa {

bool was_changed(std::span<const run::Record> events) {
    return std::any_of(events.begin(), events.end(),
                       [](const run::Record& r) { return r.event().kind() == run::EventRecord::CHANGED; });
}

Phrase formats_phrase(const run::RunConfig& began, std::span<const run::Record> events) {
    run::RunConfig now = began;
    std::vector<std::string> names{display_name_of(began)};
    for (const run::Record& record : events) {
        if (record.event().kind() != run::EventRecord::CHANGED || !record.event().has_change()) continue;
        now = merge(now, record.event().change());
        if (const std::string name = display_name_of(now); name != names.back()) names.push_back(name);
    }
    if (names.size() > 4) names = {names.front(), "…", names.back()};
    Phrase text;
    for (const std::string& name : names) {
        const Phrase format = format_phrase(name);
        text = &name == &names.front() ? format : say("%1→%2", {text, format});
    }
    return began.one_ulp() ? say("%1, control", {text}) : text;
}

std::string formats_text(const run::RunConfig& began, std::span<const run::Record> events) {
    return english(formats_phrase(began, events));
}

Phrase changed_summary(const run::RunConfig& began, std::span<const run::Record> events) {
    return summary_phrase(began, formats_phrase(began, events));
}

run::RunConfig changed_config(const run::RunConfig& began, std::span<const run::Record> events) {
    run::RunConfig now = began;
    for (const run::Record& record : events)
        if (record.event().kind() == run::EventRecord::CHANGED) now = merge(now, record.event().change());
    return now;
}

bool was_emulated(const run::RunStarted& started, const std::map<std::uint32_t, bool>& changes) {
    std::uint32_t from = started.identity().fork_step();
    bool was = started.emulated();
    for (const auto& [step, emulated] : changes) {
        if (was && step > from) return true;
        from = step;
        was = emulated;
    }
    return was;
}

bool was_emulated(const run::RunStarted& started, std::span<const run::Record> events) {
    std::map<std::uint32_t, bool> changes;
    for (const run::Record& record : events)
        if (record.event().has_emulated()) changes[record.step()] = record.event().emulated();
    return was_emulated(started, changes);
}

}  // namespace mantissa
