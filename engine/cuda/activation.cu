// SPDX-License-Identifier: Apache-2.0
// Activation functions in passes of their own. An element is one load and one store, so the arithmetic hides behind the
// memory.
#include "engine/cuda/activation.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void CudaKernels::activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) {
    const Numbers from(x);
    store_each(stream_, scratch_, x.size(), Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally & tally) {
        const float argument = from.get(i);
        if (!is_finite(argument)) ++tally.arguments;
        return activation_value(kind, argument);
    });
}

void CudaKernels::activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                      const Cast& cast) {
    const Numbers output(y), given(dy);
    const Rounder step(cast.stepwise ? cast.format : fp32, Rounding::nearest_even);
    store_each(stream_, scratch_, dy.size(), Numbers(dx), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        return activation_gradient(kind, output.get(i), given.get(i), step);
    });
}

}  // namespace mantissa::cuda
