// SPDX-License-Identifier: Apache-2.0
// Dropout by counter-based random numbers: each thread draws those of its elements.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void CudaKernels::dropout(const Dropout& settings, const Tensor& x, const Tensor& y, const Cast& cast) {
    const Numbers from(x);
    const RandomKey given = settings.random;
    const std::uint32_t* step = settings.step;
    const auto probability = static_cast<float>(settings.probability);
    const auto factor = static_cast<float>(1 / (1 - settings.probability));
    store_each(stream_, scratch_, x.size(), Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        RandomKey random = given;
        if (step) random.step = *step;
        return random.uniform(static_cast<std::uint64_t>(i)) >= probability ? from.get(i) * factor : 0.0f;
    });
}

}  // namespace mantissa::cuda
