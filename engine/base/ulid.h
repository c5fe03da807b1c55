// SPDX-License-Identifier: Apache-2.0
// ULIDs: 26 characters that sort by time of creation and never collide (github.com/ulid/spec). They name runs.
#pragma once

#include <string>
#include <string_view>

namespace mantissa {

/// A new identifier from the wall clock (48 bits of milliseconds) and the system's random source (80 bits).
std::string make_ulid();

/// Whether `text` is a well-formed ULID (26 characters of Crockford's base 32, first at most '7').
bool is_ulid(std::string_view text) noexcept;

}  // namespace mantissa
