// SPDX-License-Identifier: Apache-2.0
// See phrase.h.
#include "engine/base/phrase.h"

#include <algorithm>

namespace mantissa {

Phrase say(std::string english, std::vector<Phrase> values) {
    Phrase phrase(std::move(english));
    phrase.values = std::move(values);
    phrase.sentence = true;
    return phrase;
}

std::string filled(std::string_view pattern, std::size_t count, const std::function<std::string(std::size_t)>& value) {
    std::string said;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char next = i + 1 < pattern.size() ? pattern[i + 1] : '\0';
        const auto place = static_cast<std::size_t>(next - '1');
        if (pattern[i] == '%' && next >= '1' && next <= '9' && place < count) {
            said += value(place);
            ++i;
        } else {
            said += pattern[i];
        }
    }
    return said;
}

Phrase listed(std::vector<Phrase> parts) {
    constexpr std::size_t most = 9;
    while (parts.size() > most) {
        std::vector<Phrase> groups;
        for (auto from = parts.begin(); from != parts.end();) {
            const auto to = from + std::min<std::ptrdiff_t>(most, parts.end() - from);
            groups.push_back(listed({from, to}));
            from = to;
        }
        parts = std::move(groups);
    }
    if (parts.empty()) return {};
    if (parts.size() == 1) return parts.front();
    std::string pattern;
    for (std::size_t i = 1; i <= parts.size(); ++i) pattern += (i == 1 ? "%" : ", %") + std::to_string(i);
    return say(pattern, std::move(parts));
}

std::string english(const Phrase& phrase) {
    if (!phrase.sentence) return phrase.text;
    return filled(phrase.text, phrase.values.size(), [&](std::size_t i) { return english(phrase.values[i]); });
}

}  // namespace mantissa
