// SPDX-License-Identifier: Apache-2.0
// Mean squared error and its gradient: a thread for each row's loss.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void CudaKernels::squared_error(const ReductionPolicy& reduction, const Tensor& prediction, const Tensor& target,
                                const StepState* state, const Tensor& dprediction, const Cast& cast, LossSums* sums) {
    const std::int64_t rows = prediction.shape[0], count = prediction.size();
    if (count == 0) return;
    const std::int64_t columns = count / rows;
    const Numbers given(prediction), wanted(target);
    const bool wide = reduction.format == fp32;
    const Rounder round(reduction.format, Rounding::nearest_even);
    double* losses = scratch_.of<double>(ScratchUse::partials, static_cast<std::size_t>(rows));
    std::uint64_t* nonfinite = cast.nonfinite_arguments;
    for_each(stream_, rows, [=] MANTISSA_KERNEL(std::int64_t r) {
        double sum = 0;
        float narrow = 0;
        std::uint32_t odd = 0;
        for (std::int64_t i = r * columns; i < (r + 1) * columns; ++i) {
            const float value = given.get(i), difference = round(value - wanted.get(i));
            if (!is_finite(value)) ++odd;
            if (wide)
                sum += static_cast<double>(difference) * static_cast<double>(difference);
            else
                narrow = round(narrow + round(difference * difference));
        }
        if (nonfinite) add_to(nonfinite, odd);
        losses[r] = wide ? sum / static_cast<double>(columns)
                         : static_cast<double>(round(narrow / static_cast<float>(columns)));
        add_to(&sums->images, 1u);
    });
    fold(
        stream_, losses, 1,
        [=] MANTISSA_KERNEL(std::int64_t) {
            return Segment{0, rows};
        },
        [=] MANTISSA_KERNEL(std::int64_t, double sum) { sums->loss += sum; });
    if (!dprediction) return;
    Cast stored = cast;
    stored.nonfinite_arguments = nullptr;  // counted above
    store_each(stream_, scratch_, count, Numbers(dprediction), stored, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const float factor = (state ? state->scaler.scale : 1.0f) * (2.0f / static_cast<float>(count));
        return round(given.get(i) - wanted.get(i)) * factor;
    });
}

}  // namespace mantissa::cuda
