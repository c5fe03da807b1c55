// SPDX-License-Identifier: Apache-2.0
// Dropout by counter-based random numbers.
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {

void ReferenceKernels::dropout(const Dropout& settings, const Tensor& x, const Tensor& y, const Cast& cast) {
    RandomKey random = settings.random;
    if (settings.step) random.step = *settings.step;
    const auto probability = static_cast<float>(settings.probability);
    const auto factor = static_cast<float>(1 / (1 - settings.probability));
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const bool stays = random.uniform(static_cast<std::uint64_t>(i)) >= probability;
        y.f32()[i] = store_result(stays ? x.f32()[i] * factor : 0.0f, cast, static_cast<std::uint64_t>(i));
    }
}

}  // namespace mantissa
