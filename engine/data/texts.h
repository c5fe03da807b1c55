// SPDX-License-Identifier: Apache-2.0
// Texts of 16 tokens, a byte each, made by the program: a row of letters, a separator, and letters made of those.
// A token is 0 (start), 1 to 26 (a to z), 27 (separator) or 28 (mask).
#pragma once

#include "engine/data/dataset.h"

namespace mantissa {

enum class TextTask {
    sort,      ///< "qkdaxbmz|abdkmqx" and of each token in the second half the next letter; no label in the first
    fill,      ///< "^qkdaxbm|abdkmqx", the second half a copy, reversed or sorted, with two letters masked: those
    classify,  ///< the same without masks: which of the three
};

/// As many texts as `sizes` has samples in each split, a function of the split and of each one's place alone. `sizes`'
/// samples are not read.
Dataset make_texts(const Dataset& sizes, TextTask task);

/// "^qkd?xbm|abdkmqx".
std::string text_of_tokens(std::span<const std::uint8_t> tokens);

}  // namespace mantissa
