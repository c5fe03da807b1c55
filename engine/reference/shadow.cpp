// SPDX-License-Identifier: Apache-2.0
// A gradient against its shadow.
#include <cmath>

#include "engine/reference/reference_kernels.h"

namespace mantissa {

void ReferenceKernels::compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                                           ShadowCounts* counts) {
    const float inverse = static_cast<float>(1.0 / static_cast<double>(state->scaler.scale));
    for (std::int64_t i = 0; i < shadow.size(); ++i) {
        const double truth = shadow.f32()[i], here = run.f32()[i] * inverse;
        if (truth != 0) {
            ++counts->nonzero;
            if (here == 0) ++counts->starved;
        }
        if (!std::isfinite(truth) || !std::isfinite(here)) continue;
        counts->norm_squared += truth * truth;
        if (here == 0) counts->lost_squared += truth * truth;
        counts->run_squared += here * here;
        counts->dot += here * truth;
        counts->error_squared += (here - truth) * (here - truth);
    }
}

}  // namespace mantissa
