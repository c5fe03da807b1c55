// SPDX-License-Identifier: Apache-2.0
#include "app/worker/findings_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/report/repeat_command.h"
#include "engine/run/json.h"

namespace mantissa {

std::string findings_text(const std::vector<Finding>& findings, const std::string& indent) {
    std::string out;
    for (const Finding& one : findings) {
        out += fmt::format("{}{}: {}\n", indent, name_of(one.severity), one.title);
        if (!one.reason.empty()) out += fmt::format("{}  {}\n", indent, one.reason);
        if (one.change && !flags_text(*one.change).empty())
            out +=
                fmt::format("{}  {}: {}\n", indent, one.restart ? "begin again with" : "try", flags_text(*one.change));
    }
    return out;
}

std::string findings_json(const std::vector<Finding>& findings) {
    std::string out;
    for (const Finding& one : findings)
        out += fmt::format(
            "{}{{\"rule\": {}, \"severity\": {}, \"title\": {}, \"reason\": {}, \"step\": {}, \"change\": {}}}",
            out.empty() ? "" : ", ", json_quoted(one.rule), json_quoted(name_of(one.severity)), json_quoted(one.title),
            json_quoted(one.reason), one.step, one.change ? to_json(*one.change) : "null");
    return "[" + out + "]";
}

std::vector<std::pair<Finding, std::size_t>> merged_findings(const std::vector<std::vector<Finding>>& runs) {
    std::vector<std::pair<Finding, std::size_t>> merged;
    for (const std::vector<Finding>& findings : runs)
        for (const Finding& one : findings) {
            const auto known = std::find_if(merged.begin(), merged.end(),
                                            [&](const auto& other) { return other.first.rule == one.rule; });
            if (known == merged.end())
                merged.emplace_back(one, 1);
            else
                *known = {one, known->second + 1};
        }
    std::stable_sort(merged.begin(), merged.end(),
                     [](const auto& a, const auto& b) { return a.first.severity > b.first.severity; });
    return merged;
}

}  // namespace mantissa
