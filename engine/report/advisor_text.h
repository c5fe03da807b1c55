// SPDX-License-Identifier: Apache-2.0
// Numbers as the advisor writes them, and what its rules ask of a configuration.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/phrase.h"
#include "engine/base/power_text.h"
#include "engine/precision/float_format.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// A share of 0 to 1: "98 %", "8.2 %", "0.31 %", "less than 0.01 %".
std::string share_text(double share);
/// "1.5 GiB".
std::string byte_text(std::uint64_t bytes);
/// "10,000".
std::string count_text(std::uint64_t count);
/// "1 step", "300 steps".
std::string counted(std::uint64_t count, const std::string& noun);
/// "1 step", "300 steps".
Phrase steps_phrase(std::uint64_t count);
/// share_text() for a sentence.
Phrase share_phrase(double share);

/// The operand format of a run; FP32 for PyTorch's default and where none is named.
FloatFormat run_format(const run::RunConfig& config);
/// Whether this format ends where FP32 does (eight exponent bits): a loss scale has nothing to do there.
bool has_fp32_range(const FloatFormat& format);
/// A growth interval that lets a scale grow about six times in `total_steps`: 1, 2 or 5 times a power of ten, as the
/// presets for short runs choose it (306 steps: 50); not below least_growth_interval.
inline constexpr std::uint32_t least_growth_interval = 20;  // below, doublings beyond the limit skip over 5 % of steps
std::uint32_t growth_interval_for(std::uint32_t total_steps);

}  // namespace mantissa
