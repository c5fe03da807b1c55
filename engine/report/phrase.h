// SPDX-License-Identifier: Apache-2.0
// A sentence with its values apart, so that a window can say it in another language: the English words are the key, the
// values are names and numbers, or phrases themselves ("300 steps").
#pragma once

#include <concepts>
#include <string>
#include <utility>
#include <vector>

namespace mantissa {

struct Phrase {
    Phrase() = default;
    /// A name, or a number as it is written: the same in every language.
    Phrase(std::string value) : text(std::move(value)) {}
    Phrase(const char* value) : text(value) {}
    template <std::integral Number>
    Phrase(Number number) : text(std::to_string(number)) {}

    std::string text;  ///< of a sentence: English, with %1 to %9 where the values go
    std::vector<Phrase> values;
    bool sentence = false;
};

/// A sentence, or a part of one that has words. `english` stands in the source as one literal: the test of the
/// translations looks for it there.
Phrase say(std::string english, std::vector<Phrase> values = {});

/// The phrase in English. A value's own per cent signs are left alone.
std::string english(const Phrase& phrase);

}  // namespace mantissa
