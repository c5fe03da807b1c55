// SPDX-License-Identifier: Apache-2.0
// Texts from outside (paths, names) may not be UTF-8, and protobuf refuses to read a message that holds such a text.
#pragma once

#include <string>
#include <string_view>

namespace mantissa {

/// Whether `text` is well-formed UTF-8 (no overlong forms, no surrogates, at most U+10FFFF; Unicode 15, table 3-7).
bool is_utf8(std::string_view text) noexcept;

/// `text` with every byte that is not part of well-formed UTF-8 replaced by "?".
std::string to_utf8(std::string_view text);

}  // namespace mantissa
