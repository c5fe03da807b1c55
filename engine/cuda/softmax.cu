// SPDX-License-Identifier: Apache-2.0
// Softmax, cross-entropy and its gradient: a thread for each row, in double for FP32 reductions, or with every
// intermediate result on a narrower grid, in the order of the classes.
#include <cmath>

#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void CudaKernels::cross_entropy(const CrossEntropySettings& settings, const Tensor& logits, const Tensor& labels,
                                const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) {
    const std::int64_t rows = logits.shape[0], classes = logits.shape[1];
    if (rows == 0) return;
    const Numbers x(logits);
    const auto* label = static_cast<const std::int32_t*>(labels.data);
    const ReductionPolicy& reduction = settings.reduction;
    const bool wide = reduction.format == fp32, subtract = reduction.subtract_maximum;
    const Rounder round(reduction.format, Rounding::nearest_even), loss_round(reduction.loss, Rounding::nearest_even);
    const bool rounds_loss = !(reduction.loss == fp32);
    const std::int32_t ignored = settings.ignored_label;
    const double smoothing = settings.label_smoothing, spread = smoothing / static_cast<double>(classes);
    double* probabilities = scratch_.of<double>(ScratchUse::sums, static_cast<std::size_t>(rows * classes));
    // of each row its loss, then whether it counts
    double* losses = scratch_.of<double>(ScratchUse::partials, static_cast<std::size_t>(2 * rows));
    double* counted = scratch_.of<double>(ScratchUse::scalars, 1);
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
        if (nonfinite) add_to(nonfinite, odd);
        const std::int32_t target = label[r];
        losses[r] = 0;
        losses[rows + r] = target == ignored ? 0 : 1;
        if (target == ignored) return;
        const auto difference = [&](std::int64_t c) {
            return static_cast<double>(x.get(r * classes + c)) - static_cast<double>(maximum);
        };
        double sum = 0;
        for (std::int64_t c = 0; c < classes; ++c) {
            p[c] = grid(::exp(grid(difference(c))));
            sum = grid(sum + p[c]);
        }
        // log-softmax as x - max - log(sum): exact where a probability is not representable
        const double log_sum = grid(::log(sum));
        const auto loss_of = [&](std::int64_t c) {
            const double exact = grid(log_sum - grid(difference(c)));
            return rounds_loss ? static_cast<double>(loss_round(static_cast<float>(exact))) : exact;
        };
        double loss = loss_of(target);
        if (smoothing > 0) {
            double all = 0;
            for (std::int64_t c = 0; c < classes; ++c) all = grid(all + loss_of(c));
            loss = grid(grid((1 - smoothing) * loss) + grid(smoothing * grid(all / static_cast<double>(classes))));
        }
        losses[r] = loss;
        std::int64_t predicted = 0;
        for (std::int64_t c = 0; c < classes; ++c) {
            p[c] = rounds_loss ? ::exp(-loss_of(c)) : grid(p[c] / sum);
            // the first NaN wins over everything, then the first of the largest
            if (c > 0 && p[predicted] == p[predicted] && (p[c] > p[predicted] || p[c] != p[c])) predicted = c;
        }
        add_to(&sums->correct, predicted == target ? 1u : 0u);
        add_to(&sums->images, 1u);
    });
    fold(
        stream_, losses, 2,
        [=] MANTISSA_KERNEL(std::int64_t column) {
            return Segment{column * rows, rows};
        },
        [=] MANTISSA_KERNEL(std::int64_t column, double sum) {
            if (column == 0)
                sums->loss += sum;
            else
                *counted = sum;
        });
    if (!dlogits) return;
    Cast stored = cast;
    stored.nonfinite_arguments = nullptr;  // counted above
    const auto elsewhere = static_cast<float>(spread), hit = static_cast<float>(1 - smoothing + spread);
    store_each(stream_, scratch_, rows * classes, Numbers(dlogits), stored,
               [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
                   const float factor = (state ? state->scaler.scale : 1.0f) / static_cast<float>(*counted);
                   const Division at = divide(i, classes);
                   if (label[at.quotient] == ignored) return 0.0f;
                   const float target = at.remainder == label[at.quotient] ? hit : elsewhere;
                   return (static_cast<float>(probabilities[i]) - target) * factor;
               });
}

}  // namespace mantissa::cuda
