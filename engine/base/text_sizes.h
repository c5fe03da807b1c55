// SPDX-License-Identifier: Apache-2.0
// Sizes of the texts that the program makes (engine/data/texts.h), for whoever builds a network over them.
#pragma once

#include <cstdint>

namespace mantissa {

inline constexpr std::int64_t text_tokens = 16;   ///< of each text
inline constexpr std::int64_t text_words = 29;    ///< that a token can be: start, 26 letters, separator, mask
inline constexpr std::int64_t text_kinds = 3;     ///< classes of texts
inline constexpr std::int64_t sorted_tokens = 8;  ///< of a text to be sorted have a label,
inline constexpr std::int64_t masked_tokens = 2;  ///< and so many of one to be filled in
inline constexpr std::int32_t no_label = 255;     ///< of a token that is not asked for

}  // namespace mantissa
