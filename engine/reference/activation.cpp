// SPDX-License-Identifier: Apache-2.0
// Activation functions, computed in double and rounded once.
#include <cmath>
#include <numbers>

#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {
namespace {

const double root_2_by_pi = std::sqrt(2 / std::numbers::pi);

/// What GELU's approximation takes the tangent of.
double gelu_argument(double x) {
    return root_2_by_pi * (x + 0.044715 * x * x * x);
}

float value(ActivationKind kind, float x) {
    const double wide = x;
    switch (kind) {
        case ActivationKind::relu:
            return x < 0 ? 0.0f : x;
        case ActivationKind::sigmoid:
            return static_cast<float>(1.0 / (1.0 + std::exp(-wide)));
        case ActivationKind::tanh:
            return static_cast<float>(std::tanh(wide));
        case ActivationKind::gelu:
            return static_cast<float>(wide * (std::erfc(-wide / std::numbers::sqrt2) / 2));
        case ActivationKind::gelu_tanh:
            return static_cast<float>(wide / 2 * (1 + std::tanh(gelu_argument(wide))));
        case ActivationKind::silu:
            return static_cast<float>(wide / (1 + std::exp(-wide)));
    }
    return x;
}

/// Derivatives by the argument, in double.
double gelu_slope(double x) {
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    return std::erfc(-x / std::numbers::sqrt2) / 2 + x * density;
}
double gelu_tanh_slope(double x) {
    const double bent = std::tanh(gelu_argument(x)), inner = root_2_by_pi * (1 + 3 * 0.044715 * x * x);
    return (1 + bent) / 2 + x / 2 * ((1 - bent * bent) * inner);
}
double silu_slope(double x) {
    const double sigmoid = 1 / (1 + std::exp(-x));
    return sigmoid * (1 + x * (1 - sigmoid));
}

/// dy times the derivative at output y, in FP32 and in PyTorch's order: (dy * (1 - y)) * y for the sigmoid. Of the
/// functions whose derivative needs the argument, y is that, and the product is rounded once. A NaN lets ReLU's pass,
/// as PyTorch's threshold_backward does.
float gradient(ActivationKind kind, float y, float dy, const Cast& cast) {
    if (kind == ActivationKind::sigmoid && cast.stepwise)
        return round_to(dy * round_to(1.0f - y, cast.format), cast.format) * y;
    switch (kind) {
        case ActivationKind::relu:
            return y <= 0 ? 0.0f : dy;
        case ActivationKind::sigmoid:
            return dy * (1.0f - y) * y;
        case ActivationKind::tanh:
            return dy * (1.0f - y * y);
        case ActivationKind::gelu:
            return static_cast<float>(dy * gelu_slope(y));
        case ActivationKind::gelu_tanh:
            return static_cast<float>(dy * gelu_tanh_slope(y));
        case ActivationKind::silu:
            return static_cast<float>(dy * silu_slope(y));
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
