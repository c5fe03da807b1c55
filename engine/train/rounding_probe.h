// SPDX-License-Identifier: Apache-2.0
// What the units that multiply do by themselves, found out by asking them: how they round operands that have more bits
// than they take, and how they round sums. Nobody's manual says it, and it differs between generations of cards
// (M. Fasi, N. J. Higham, M. Mikaitis, S. Pranesh: Numerical behavior of NVIDIA tensor cores, PeerJ Computer Science 7,
// 2021). Mantissa rounds operands before they get there, so that the first is only told; the second is in every sum.
#pragma once

#include <vector>

#include "engine/backend/device.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// By format, for those that the device multiplies natively. A few small products; waits for the device.
std::vector<run::RoundingProbe> probe_rounding(Device& device);

}  // namespace mantissa
