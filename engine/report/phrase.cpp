// SPDX-License-Identifier: Apache-2.0
// See phrase.h.
#include "engine/report/phrase.h"

namespace mantissa {

Phrase say(std::string english, std::vector<Phrase> values) {
    Phrase phrase(std::move(english));
    phrase.values = std::move(values);
    phrase.sentence = true;
    return phrase;
}

std::string english(const Phrase& phrase) {
    if (!phrase.sentence) return phrase.text;
    std::string said;
    for (std::size_t i = 0; i < phrase.text.size(); ++i) {
        const char next = i + 1 < phrase.text.size() ? phrase.text[i + 1] : '\0';
        const auto value = static_cast<std::size_t>(next - '1');
        if (phrase.text[i] == '%' && next >= '1' && next <= '9' && value < phrase.values.size()) {
            said += english(phrase.values[value]);
            ++i;
        } else {
            said += phrase.text[i];
        }
    }
    return said;
}

}  // namespace mantissa
