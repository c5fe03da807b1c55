// SPDX-License-Identifier: Apache-2.0
// Activation functions: computed in double and rounded once, as the oracle does. An element is one load and one store,
// so the arithmetic hides behind the memory.
#include <cmath>

#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {
namespace {

MANTISSA_BOTH inline float value(ActivationKind kind, float x) {
    const double wide = static_cast<double>(x);
    if (kind == ActivationKind::sigmoid) return static_cast<float>(1.0 / (1.0 + ::exp(-wide)));
    if (kind == ActivationKind::tanh) return static_cast<float>(::tanh(wide));
    return x < 0 ? 0.0f : x;
}

/// dy times the derivative at output y, in FP32 and in PyTorch's order: (dy * (1 - y)) * y for the sigmoid.
MANTISSA_BOTH inline float gradient(ActivationKind kind, float y, float dy) {
    if (kind == ActivationKind::sigmoid) return dy * (1.0f - y) * y;
    if (kind == ActivationKind::tanh) return dy * (1.0f - y * y);
    return y > 0 ? dy : 0.0f;
}

}  // namespace

void CudaKernels::activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) {
    const Numbers from(x);
    store_each(stream_, scratch_, x.size(), Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally & tally) {
        const float argument = from.get(i);
        if (!is_finite(argument)) ++tally.arguments;
        return value(kind, argument);
    });
}

void CudaKernels::activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                      const Cast& cast) {
    const Numbers output(y), given(dy);
    store_each(stream_, scratch_, dy.size(), Numbers(dx), cast,
               [=] MANTISSA_KERNEL(std::int64_t i, Tally&) { return gradient(kind, output.get(i), given.get(i)); });
}

}  // namespace mantissa::cuda
