// SPDX-License-Identifier: Apache-2.0
// Activation functions of one number: computed in double and rounded once, as the oracle does.
#pragma once

#include <cmath>

#include "engine/backend/kernels.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/round.h"

namespace mantissa::cuda {

MANTISSA_BOTH inline float activation_value(ActivationKind kind, float x) {
    const double wide = static_cast<double>(x);
    if (kind == ActivationKind::sigmoid) return static_cast<float>(1.0 / (1.0 + ::exp(-wide)));
    if (kind == ActivationKind::tanh) return static_cast<float>(::tanh(wide));
    return x < 0 ? 0.0f : x;
}

/// dy times the derivative at output y, in FP32 and in PyTorch's order: (dy * (1 - y)) * y for the sigmoid, each
/// intermediate rounded by `step`.
MANTISSA_BOTH inline float activation_gradient(ActivationKind kind, float y, float dy, const Rounder& step) {
    if (kind == ActivationKind::sigmoid) return step(dy * step(1.0f - y)) * y;
    if (kind == ActivationKind::tanh) return dy * (1.0f - y * y);
    return y > 0 ? dy : 0.0f;
}

}  // namespace mantissa::cuda
