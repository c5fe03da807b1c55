// SPDX-License-Identifier: Apache-2.0
// Whether a configuration makes sense, field by field, before anything is allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/run/run.pb.h"

namespace mantissa {

/// Longest name of a run, a preset or a device, in bytes: what the library of runs keeps.
inline constexpr std::size_t max_name_bytes = 1024;
inline constexpr std::size_t max_layer_name_bytes = 128;
/// Most steps of a run, asked for or by its epochs.
inline constexpr std::int64_t most_steps = 2'000'000'000;

/// Whether `name` may name a layer: 1 to max_layer_name_bytes letters, digits, "_", "-" and ".", which mean nothing to
/// a shell, a page or a terminal. Which layers there are says the network (engine/nn/network.h, check_overrides).
bool is_layer_name(std::string_view name) noexcept;

/// Checks a complete configuration; throws Error(usage) whose place is the field and whose remedy is the range.
void validate(const run::RunConfig& config);

/// Checks that `change` sets only fields that can change while training: precision and the policy's switches, scaling
/// and its values, batch, lr, the intervals. Throws Error(usage) naming the first that cannot.
void validate_live_change(const run::RunConfig& change);

}  // namespace mantissa
