// SPDX-License-Identifier: Apache-2.0
// A gradient against its shadow.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/fold.h"
#include "engine/cuda/numbers.h"

namespace mantissa::cuda {
namespace {

constexpr int sum_count = 5;  // norm, lost, run, dot, error: the doubles of ShadowCounts in their order

}  // namespace

void CudaKernels::compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                                      ShadowCounts* counts) {
    const Numbers here(run), truth(shadow);
    const std::int64_t n = shadow.size(), lanes = summing_lanes(n);
    double* partials = scratch_.of<double>(ScratchUse::partials, static_cast<std::size_t>(sum_count * lanes));
    for_each(stream_, lanes, [=] MANTISSA_KERNEL(std::int64_t lane) {
        const float inverse = static_cast<float>(1.0 / static_cast<double>(state->scaler.scale));
        std::uint32_t nonzero = 0, starved = 0;
        double norm = 0, lost = 0, run_norm = 0, dot = 0, error = 0;
        for (std::int64_t i = lane; i < n; i += lanes) {
            const float expected = truth.get(i), unscaled = here.get(i) * inverse;
            if (expected != 0) {
                ++nonzero;
                if (unscaled == 0) ++starved;
            }
            if (!is_finite(expected) || !is_finite(unscaled)) continue;
            const double t = static_cast<double>(expected), h = static_cast<double>(unscaled);
            norm += t * t;
            if (h == 0) lost += t * t;
            run_norm += h * h;
            dot += h * t;
            error += (h - t) * (h - t);
        }
        add_to(&counts->nonzero, nonzero);
        add_to(&counts->starved, starved);
        partials[lane] = norm;
        partials[lanes + lane] = lost;
        partials[2 * lanes + lane] = run_norm;
        partials[3 * lanes + lane] = dot;
        partials[4 * lanes + lane] = error;
    });
    fold(
        stream_, scratch_, partials, sum_count,
        [=] MANTISSA_KERNEL(std::int64_t column) {
            return Segment{column * lanes, lanes};
        },
        [=] MANTISSA_KERNEL(std::int64_t column, double sum) {
            double* const to[] = {&counts->norm_squared, &counts->lost_squared, &counts->run_squared, &counts->dot,
                                  &counts->error_squared};
            *to[column] += sum;
        });
}

}  // namespace mantissa::cuda
