// SPDX-License-Identifier: Apache-2.0
// A gradient against its shadow.
#include "engine/cuda/add_up.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/numbers.h"

namespace mantissa::cuda {
namespace {

constexpr int sum_count = 5;  // norm, lost, run, dot, error: the doubles of ShadowCounts in their order

}  // namespace

void CudaKernels::compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                                      ShadowCounts* counts) {
    const Numbers here(run), truth(shadow);
    const std::int64_t n = shadow.size(), blocks = summing_blocks(n), lanes = blocks * threads_per_block;
    double* partials = scratch_.of<double>(ScratchUse::partials, static_cast<std::size_t>(sum_count * blocks));
    // and behind the sums two counts, which are exact in double
    add_up<threads_per_block, sum_count + 2>(
        stream_, blocks,
        [=] MANTISSA_KERNEL(std::int64_t block, int thread, double* sums) {
            const float inverse = static_cast<float>(1.0 / static_cast<double>(state->scaler.scale));
            std::uint32_t nonzero = 0, starved = 0;
            for (std::int64_t i = block * threads_per_block + thread; i < n; i += lanes) {
                const float expected = truth.get(i), unscaled = here.get(i) * inverse;
                if (expected != 0) {
                    ++nonzero;
                    if (unscaled == 0) ++starved;
                }
                if (!is_finite(expected) || !is_finite(unscaled)) continue;
                const double t = static_cast<double>(expected), h = static_cast<double>(unscaled);
                sums[0] += t * t;
                if (h == 0) sums[1] += t * t;
                sums[2] += h * h;
                sums[3] += h * t;
                sums[4] += (h - t) * (h - t);
            }
            sums[sum_count] = nonzero;
            sums[sum_count + 1] = starved;
        },
        [=] MANTISSA_KERNEL(std::int64_t block, const double* sums) {
            for (int c = 0; c < sum_count; ++c) partials[c * blocks + block] = sums[c];
            add_to(&counts->nonzero, static_cast<std::uint32_t>(sums[sum_count]));
            add_to(&counts->starved, static_cast<std::uint32_t>(sums[sum_count + 1]));
        });
    fold(
        stream_, partials, sum_count,
        [=] MANTISSA_KERNEL(std::int64_t column) {
            return Segment{column * blocks, blocks};
        },
        [=] MANTISSA_KERNEL(std::int64_t column, double sum) {
            double* const to[] = {&counts->norm_squared, &counts->lost_squared, &counts->run_squared, &counts->dot,
                                  &counts->error_squared};
            *to[column] += sum;
        });
}

}  // namespace mantissa::cuda
