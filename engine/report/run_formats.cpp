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

std::string formats_text(const run::RunConfig& began, std::span<const run::Record> events) {
    run::RunConfig now = began;
    std::vector<std::string> names{display_name_of(began)};
    for (const run::Record& record : events) {
        if (record.event().kind() != run::EventRecord::CHANGED || !record.event().has_change()) continue;
        now = merge(now, record.event().change());
        if (const std::string name = display_name_of(now); name != names.back()) names.push_back(name);
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names.size() > 4 && i > 0 && i + 1 < names.size()) {
            if (i == 1) text += "→…";
            continue;
        }
        text += (i == 0 ? "" : "→") + names[i];
    }
    return began.one_ulp() ? text + ", control" : text;
}

std::string changed_summary(const run::RunConfig& began, std::span<const run::Record> events) {
    return formats_text(began, events) + summary_of(began).substr(display_name_of(began).size());
}

}  // namespace mantissa
