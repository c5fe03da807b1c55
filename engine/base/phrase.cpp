// SPDX-License-Identifier: Apache-2.0
// See phrase.h.
#include "engine/base/phrase.h"

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

std::string english(const Phrase& phrase) {
    if (!phrase.sentence) return phrase.text;
    return filled(phrase.text, phrase.values.size(), [&](std::size_t i) { return english(phrase.values[i]); });
}

}  // namespace mantissa
