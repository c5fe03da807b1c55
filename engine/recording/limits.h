// SPDX-License-Identifier: Apache-2.0
// How large things in a recording may be; a line beyond them is bad data.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/run/validation.h"

namespace mantissa::recording {

inline constexpr std::size_t most_line_bytes = 16u << 20;  // as the writer keeps it
inline constexpr std::size_t most_tensors = 65'536;
inline constexpr std::size_t most_name_bytes = 512;
inline constexpr std::size_t most_text_bytes = 4096;
inline constexpr std::size_t most_bins = 96;
inline constexpr std::size_t most_scalars = 256;  // of one step
inline constexpr std::size_t most_dimensions = 16;
inline constexpr std::size_t most_optimizers = 64;
inline constexpr std::size_t most_groups = 1024;                   // of one optimizer
inline constexpr std::uint64_t most_steps = mantissa::most_steps;  // as in a run of our own
inline constexpr std::size_t most_held_events = 64;                // behind a skipped step
inline constexpr std::uint64_t most_told_unread = 8;               // each with a notice of its own
inline constexpr std::uint64_t most_held_records = 4096;           // before the first step
inline constexpr std::size_t most_frame_histograms = 262'144;      // of one step, in all roles

}  // namespace mantissa::recording
