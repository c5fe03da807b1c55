// SPDX-License-Identifier: Apache-2.0
// Softmax, cross-entropy and its gradient: a thread for each image, in double for FP32 reductions, or with every
// intermediate result on a narrower grid, in the order of the classes.
#include <cmath>

#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void CudaKernels::softmax_loss(const Tensor& logits, const Tensor& labels, const ReductionPolicy& reduction,
                               const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) {
    const std::int64_t rows = logits.shape[0], classes = logits.shape[1];
    if (rows == 0) return;
    const Numbers x(logits);
    const auto* label = static_cast<const std::int32_t*>(labels.data);
    const bool wide = reduction.format == fp32, subtract = reduction.subtract_maximum;
    const Rounder round(reduction.format, Rounding::nearest_even);
    double* probabilities = scratch_.of<double>(ScratchUse::sums, static_cast<std::size_t>(rows * classes));
    double* losses = scratch_.of<double>(ScratchUse::partials, static_cast<std::size_t>(rows));
    std::uint64_t* nonfinite = cast.nonfinite_arguments;
    for_each(stream_, rows, [=] MANTISSA_KERNEL(std::int64_t r) {
        const auto grid = [&](double v) { return wide ? v : static_cast<double>(round(static_cast<float>(v))); };
        double* p = probabilities + r * classes;
        std::uint32_t odd = 0;
        float maximum = 0;
        for (std::int64_t c = 0; c < classes; ++c) {
            const float logit = x.get(r * classes + c);
            if (!is_finite(logit)) ++odd;
            if (subtract && (c == 0 || logit > maximum || is_nan(logit))) maximum = logit;
        }
        double sum = 0;
        for (std::int64_t c = 0; c < classes; ++c) {
            const double difference = static_cast<double>(x.get(r * classes + c)) - static_cast<double>(maximum);
            p[c] = grid(::exp(grid(difference)));
            sum = grid(sum + p[c]);
        }
        // log-softmax as x - max - log(sum): exact where a probability is not representable
        const std::int32_t target = label[r];
        const double own = static_cast<double>(x.get(r * classes + target)) - static_cast<double>(maximum);
        losses[r] = grid(grid(::log(sum)) - grid(own));
        std::int64_t predicted = 0;
        for (std::int64_t c = 0; c < classes; ++c) {
            p[c] = grid(p[c] / sum);
            // the first NaN wins over everything, then the first of the largest
            if (c > 0 && p[predicted] == p[predicted] && (p[c] > p[predicted] || p[c] != p[c])) predicted = c;
        }
        add_to(&sums->correct, predicted == target ? 1u : 0u);
        add_to(&sums->images, 1u);
        if (nonfinite) add_to(nonfinite, odd);
    });
    fold(
        stream_, scratch_, losses, 1,
        [=] MANTISSA_KERNEL(std::int64_t) {
            return Segment{0, rows};
        },
        [=] MANTISSA_KERNEL(std::int64_t, double sum) { sums->loss += sum; });
    if (!dlogits) return;
    Cast counted = cast;
    counted.nonfinite_arguments = nullptr;  // counted above
    store_each(stream_, scratch_, rows * classes, Numbers(dlogits), counted,
               [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
                   const float factor = (state ? state->scaler.scale : 1.0f) / static_cast<float>(rows);
                   const Division at = divide(i, classes);
                   const float hit = at.remainder == label[at.quotient] ? 1.0f : 0.0f;
                   return (static_cast<float>(probabilities[i]) - hit) * factor;
               });
}

}  // namespace mantissa::cuda
