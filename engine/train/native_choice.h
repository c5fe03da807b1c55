// SPDX-License-Identifier: Apache-2.0
// Whether a run's products go by the device's own instructions for a format or in FP32 with rounded operands: as its
// configuration says, else by whatever the device measured to be faster for this network and batch.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/backend/device.h"
#include "engine/nn/network.h"
#include "engine/precision/resolve.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Native products must take less than so much of the emulated ones' time, or they are not worth what they lose: they
/// take numbers below 2^-126 for zero.
inline constexpr double native_share = 0.95;

/// The choice for `config` (complete and valid); nothing where the device has no products of its own for any of its
/// formats. May measure (Device::product_times).
std::optional<run::NativeChoice> choose_native(const Device& device, const Network& network,
                                               const run::RunConfig& config);

/// `config` with that choice made, so that it is what everybody plans by.
run::RunConfig with_choice(run::RunConfig config, const std::optional<run::NativeChoice>& choice);

/// The policies of a run, its choice included.
struct RunPolicies {
    std::optional<run::NativeChoice> choice;
    ResolvedPolicy training;  ///< emulated only where that is no claim about speed: not by a measured choice
    PrecisionPolicy evaluation;
};

/// Of `config`. `kept`: the choice is this one; that of a run that goes on.
RunPolicies policies_of(const Device& device, const Network& network, const run::RunConfig& config,
                        const std::optional<run::NativeChoice>& kept = std::nullopt);

}  // namespace mantissa
