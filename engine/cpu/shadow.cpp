// SPDX-License-Identifier: Apache-2.0
// A gradient against its shadow: in double, part by part, the parts in order. It runs on shadow steps only, beside a
// whole FP32 pass, so plain loops do.
#include <cmath>
#include <vector>

#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/numbers.h"
#include "engine/cpu/parallel.h"

namespace mantissa {

void CpuKernels::compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                                     ShadowCounts* counts) {
    if (scratch_.rehearsed()) return;
    const float inverse = static_cast<float>(1.0 / static_cast<double>(state->scaler.scale));
    const Numbers actual(run), expected(shadow);
    std::vector<ShadowCounts> parts(static_cast<std::size_t>(max_parts()));
    parallel_for(shadow.size(), 1024, 16384, [&](std::int64_t begin, std::int64_t end, int part) {
        ShadowCounts sum;
        for (std::int64_t i = begin; i < end; ++i) {
            const double truth = expected.get(i), here = actual.get(i) * inverse;
            sum.nonzero += truth != 0 ? 1 : 0;
            sum.starved += truth != 0 && here == 0 ? 1 : 0;
            if (!std::isfinite(truth) || !std::isfinite(here)) continue;
            sum.norm_squared += truth * truth;
            sum.lost_squared += here == 0 ? truth * truth : 0.0;
            sum.run_squared += here * here;
            sum.dot += here * truth;
            sum.error_squared += (here - truth) * (here - truth);
        }
        parts[static_cast<std::size_t>(part)] = sum;
    });
    for (const ShadowCounts& part : parts) {
        counts->nonzero += part.nonzero;
        counts->starved += part.starved;
        counts->norm_squared += part.norm_squared;
        counts->lost_squared += part.lost_squared;
        counts->run_squared += part.run_squared;
        counts->dot += part.dot;
        counts->error_squared += part.error_squared;
    }
}

}  // namespace mantissa
