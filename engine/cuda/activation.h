// SPDX-License-Identifier: Apache-2.0
// Activation functions of one number: computed in double and rounded once, as the oracle does.
#pragma once

#include <cmath>

#include "engine/backend/kernels.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/round.h"

namespace mantissa::cuda {

inline constexpr double root_2 = 1.4142135623730951, root_2_by_pi = 0.7978845608028654;

MANTISSA_BOTH inline float activation_value(ActivationKind kind, float x) {
    const double wide = static_cast<double>(x);
    if (kind == ActivationKind::sigmoid) return static_cast<float>(1.0 / (1.0 + ::exp(-wide)));
    if (kind == ActivationKind::tanh) return static_cast<float>(::tanh(wide));
    if (kind == ActivationKind::gelu) return static_cast<float>(wide * (::erfc(-wide / root_2) / 2));
    if (kind == ActivationKind::gelu_tanh)
        return static_cast<float>(wide / 2 * (1 + ::tanh(root_2_by_pi * (wide + 0.044715 * wide * wide * wide))));
    if (kind == ActivationKind::silu) return static_cast<float>(wide / (1 + ::exp(-wide)));
    return x < 0 ? 0.0f : x;
}

/// The derivative at the argument x, of the functions that need it.
MANTISSA_BOTH inline double activation_slope(ActivationKind kind, double x) {
    if (kind == ActivationKind::gelu)
        return ::erfc(-x / root_2) / 2 + x * (::exp(-x * x / 2) * (root_2_by_pi / 2));  // 1 / sqrt(2 pi)
    if (kind == ActivationKind::gelu_tanh) {
        const double bent = ::tanh(root_2_by_pi * (x + 0.044715 * x * x * x));
        return (1 + bent) / 2 + x / 2 * ((1 - bent * bent) * (root_2_by_pi * (1 + 3 * 0.044715 * x * x)));
    }
    const double sigmoid = 1 / (1 + ::exp(-x));
    return sigmoid * (1 + x * (1 - sigmoid));
}

/// dy times the derivative at output y (or at the argument y, where it needs that), in FP32 and in PyTorch's order: (dy
/// * (1 - y)) * y for the sigmoid, each intermediate rounded by `step`.
MANTISSA_BOTH inline float activation_gradient(ActivationKind kind, float y, float dy, const Rounder& step) {
    if (kind == ActivationKind::sigmoid) return step(dy * step(1.0f - y)) * y;
    if (kind == ActivationKind::tanh) return dy * (1.0f - y * y);
    if (derivative_needs_argument(kind))
        return static_cast<float>(static_cast<double>(dy) * activation_slope(kind, static_cast<double>(y)));
    return y <= 0 ? 0.0f : dy;  // of a NaN as well, as PyTorch does
}

}  // namespace mantissa::cuda
