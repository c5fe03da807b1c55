// SPDX-License-Identifier: Apache-2.0
// Requested against effective precision: one function, called once per configuration, tells what will really run on a
// device, natively or emulated, and why. Nothing falls back silently.
#pragma once

#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/precision/policy.h"

namespace mantissa {

/// What a device computes natively.
struct DeviceCapabilities {
    std::string name;                          ///< "cpu"
    std::vector<FloatFormat> native_operands;  ///< formats its product units take; FP32 always among them
};

struct ResolvedRole {
    std::string role;  ///< "operand", "accumulator", ...
    FloatFormat requested;
    FloatFormat effective;
    bool native = true;
    Phrase reason;  ///< one sentence; empty where nothing needs to be said
};

struct ResolvedPolicy {
    PrecisionPolicy policy;  ///< what will run
    std::vector<ResolvedRole> roles;
    bool emulated = false;  ///< any role emulated: no claim about speed
};

/// Whether any layer of `policy` multiplies in a format of the device's own other than FP32, with sums of its own, so
/// that `policy.native` makes a difference. Not where operands have eight or fewer bits: they are read back in FP32.
bool has_native_products(const PrecisionPolicy& policy, const DeviceCapabilities& device);

/// Resolves `policy` on a device. Emulation is exact in rounding, so the effective formats are the requested ones; what
/// changes is how they are reached. Throws Error(usage) for a format that FP32 cannot hold.
ResolvedPolicy resolve(const PrecisionPolicy& policy, const DeviceCapabilities& device);

}  // namespace mantissa
