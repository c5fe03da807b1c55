// SPDX-License-Identifier: Apache-2.0
// A sentence with its values apart, so that a window can say it in another language: the English words are the key, the
// values are names and numbers, or phrases themselves ("300 steps").
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mantissa {

struct Phrase {
    Phrase() = default;
    /// A name, or a number as it is written: the same in every language.
    Phrase(std::string value) : text(std::move(value)) {}
    Phrase(const char* value) : text(value) {}
    Phrase(std::string_view value) : text(value) {}
    template <std::integral Number>
    Phrase(Number number) : text(std::to_string(number)) {}

    std::string text;  ///< of a sentence: English, with %1 to %9 where the values go
    std::vector<Phrase> values;
    bool sentence = false;

    bool empty() const { return text.empty(); }
    bool operator==(const Phrase&) const = default;
};

/// A sentence, or a part of one that has words. `english` stands in the source as one literal: the test of the
/// translations looks for it there.
Phrase say(std::string english, std::vector<Phrase> values = {});

/// `pattern` with value(0) in the place of its %1, value(1) of %2, up to the ninth; places from `count` on are left as
/// they are. All at once: a value may hold a %2.
std::string filled(std::string_view pattern, std::size_t count, const std::function<std::string(std::size_t)>& value);

/// "a, b, c", of as many as there are: a sentence has at most nine places, so more stand nine by nine.
Phrase listed(std::vector<Phrase> parts);

/// The phrase in English. A value's own per cent signs are left alone.
std::string english(const Phrase& phrase);

}  // namespace mantissa
