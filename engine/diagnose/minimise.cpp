// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/minimise.h"

#include <algorithm>
#include <utility>

namespace mantissa {

std::vector<std::size_t> minimise(std::vector<std::size_t> whole,
                                  const std::function<bool(const std::vector<std::size_t>&)>& holds) {
    std::size_t parts = 2;
    while (whole.size() >= 2) {
        parts = std::min(parts, whole.size());
        std::vector<std::pair<std::size_t, std::size_t>> ranges;
        for (std::size_t i = 0; i < parts; ++i)
            ranges.emplace_back(i * whole.size() / parts, (i + 1) * whole.size() / parts);
        const auto at = [&whole](std::size_t i) { return whole.begin() + static_cast<std::ptrdiff_t>(i); };
        bool smaller = false;
        for (const auto& [begin, end] : ranges) {  // one part alone
            std::vector<std::size_t> part(at(begin), at(end));
            if (part.size() == whole.size() || !holds(part)) continue;
            whole = std::move(part);
            parts = 2;
            smaller = true;
            break;
        }
        for (std::size_t i = 0; !smaller && parts > 2 && i < ranges.size(); ++i) {  // all but one
            std::vector<std::size_t> rest(whole.begin(), at(ranges[i].first));
            rest.insert(rest.end(), at(ranges[i].second), whole.end());
            if (!holds(rest)) continue;
            whole = std::move(rest);
            --parts;
            smaller = true;
        }
        if (smaller) continue;
        if (parts == whole.size()) break;
        parts *= 2;
    }
    return whole;
}

}  // namespace mantissa
