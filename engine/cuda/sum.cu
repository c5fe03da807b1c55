// SPDX-License-Identifier: Apache-2.0
// Sums and multiples of tensors, element by element.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void CudaKernels::add(const Tensor& a, const Tensor& b, const Tensor& y, const Cast& cast) {
    const Numbers first(a), second(b);
    const std::int64_t period = b.size();
    store_each(stream_, scratch_, a.size(), Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        return first.get(i) + second.get(divide(i, period).remainder);
    });
}

void CudaKernels::scale(const Tensor& x, float factor, const Tensor& y, const Cast& cast) {
    const Numbers from(x);
    store_each(stream_, scratch_, x.size(), Numbers(y), cast,
               [=] MANTISSA_KERNEL(std::int64_t i, Tally&) { return from.get(i) * factor; });
}

}  // namespace mantissa::cuda
