// SPDX-License-Identifier: Apache-2.0
// How large things in a library may be; a file or stream beyond them is bad data.
#pragma once

#include <cstddef>
#include <string>

#include "engine/run/validation.h"  // max_name_bytes: of names of runs, presets, tags, devices

namespace mantissa {

inline constexpr std::size_t max_runs = 100'000;
inline constexpr std::size_t max_run_id_bytes = 64;
inline constexpr std::size_t max_note_bytes = 1u << 20;
inline constexpr std::size_t max_tags = 64;
inline constexpr std::size_t max_record_bytes = 16u << 20;  // as a frame on the wire
inline constexpr std::size_t max_step_bytes = 64u << 10;    // 256 of them are one row

/// Throws Error (usage) for a text of a person (`what`: "name") that is longer than `limit` bytes or not UTF-8.
void check_text(const std::string& text, std::size_t limit, const char* what);

}  // namespace mantissa
