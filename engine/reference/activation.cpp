// SPDX-License-Identifier: Apache-2.0
// Activation functions, computed in double and rounded once.
#include <cmath>

#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {
namespace {

float value(ActivationKind kind, float x) {
    const double wide = x;
    switch (kind) {
        case ActivationKind::relu:
            return x < 0 ? 0.0f : x;
        case ActivationKind::sigmoid:
            return static_cast<float>(1.0 / (1.0 + std::exp(-wide)));
        case ActivationKind::tanh:
            return static_cast<float>(std::tanh(wide));
    }
    return x;
}

/// dy times the derivative at output y, in FP32 and in PyTorch's order: (dy * (1 - y)) * y for the sigmoid.
float gradient(ActivationKind kind, float y, float dy, const Cast& cast) {
    if (kind == ActivationKind::sigmoid && cast.stepwise)
        return round_to(dy * round_to(1.0f - y, cast.format), cast.format) * y;
    switch (kind) {
        case ActivationKind::relu:
            return y > 0 ? dy : 0.0f;
        case ActivationKind::sigmoid:
            return dy * (1.0f - y) * y;
        case ActivationKind::tanh:
            return dy * (1.0f - y * y);
    }
    return dy;
}

}  // namespace

void ReferenceKernels::activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) {
    for (std::int64_t i = 0; i < x.size(); ++i) {
        if (cast.nonfinite_arguments && !std::isfinite(x.f32()[i])) ++*cast.nonfinite_arguments;
        y.f32()[i] = store_result(value(kind, x.f32()[i]), cast, static_cast<std::uint64_t>(i));
    }
}

void ReferenceKernels::activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                           const Cast& cast) {
    for (std::int64_t i = 0; i < dy.size(); ++i)
        dx.f32()[i] = store_result(gradient(kind, y.f32()[i], dy.f32()[i], cast), cast, static_cast<std::uint64_t>(i));
}

}  // namespace mantissa
