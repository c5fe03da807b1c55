// SPDX-License-Identifier: Apache-2.0
// Softmax, cross-entropy and its gradient, one image at a time: a row has as many values as there are classes, so the
// exponentials cost microseconds a batch.
#include <cmath>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

namespace mantissa {
namespace {

struct RowResult {
    double loss;
    bool correct;
};

/// Probabilities into p[classes]; every intermediate result on the policy's grid, in the order of the classes.
RowResult softmax_row(const float* logits, float* p, std::int64_t classes, std::int32_t label,
                      const ReductionPolicy& policy) {
    const bool wide = policy.format == fp32;
    const auto grid = [&](float v) { return wide ? v : round_to(v, policy.format); };
    float maximum = 0;
    if (policy.subtract_maximum) {
        maximum = logits[0];
        for (std::int64_t c = 1; c < classes; ++c)
            if (logits[c] > maximum || std::isnan(logits[c])) maximum = logits[c];
    }
    float sum = 0;
    for (std::int64_t c = 0; c < classes; ++c) {
        p[c] = grid(std::exp(grid(logits[c] - maximum)));
        sum = grid(sum + p[c]);
    }
    const float loss = grid(grid(std::log(sum)) - grid(logits[label] - maximum));
    std::int64_t predicted = 0;
    for (std::int64_t c = 0; c < classes; ++c) {
        p[c] = grid(p[c] / sum);
        if (c > 0 && !std::isnan(p[predicted]) && (p[c] > p[predicted] || std::isnan(p[c]))) predicted = c;
    }
    return {loss, predicted == label};
}

}  // namespace

void CpuKernels::softmax_loss(const Tensor& logits, const Tensor& labels, const ReductionPolicy& reduction,
                              const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) {
    const std::int64_t rows = logits.shape[0], classes = logits.shape[1];
    const auto* label = static_cast<const std::int32_t*>(labels.data);
    const float factor = (state ? state->scaler.scale : 1.0f) / static_cast<float>(rows);
    losses_.resize(std::max(losses_.size(), static_cast<std::size_t>(rows)));
    const Numbers given(logits), gradient(dlogits);
    scratch_.resize(std::max(scratch_.size(), static_cast<std::size_t>(2 * rows * classes)));
    float* probabilities = dlogits && !gradient.narrow ? gradient.f32() : scratch_.data();
    const float* values = given.narrow ? scratch_.data() + rows * classes : given.f32();
    if (given.narrow) cast_rows(given, nullptr, values, 1, rows * classes, Cast{});
    if (cast.nonfinite_arguments)
        for (std::int64_t i = 0; i < rows * classes; ++i) *cast.nonfinite_arguments += std::isfinite(values[i]) ? 0 : 1;
    std::vector<std::uint64_t> correct(static_cast<std::size_t>(max_parts()), 0);
    parallel_for(rows, 1, 32, [&](std::int64_t begin, std::int64_t end, int part) {
        std::uint64_t right = 0;
        for (std::int64_t r = begin; r < end; ++r) {
            float* p = probabilities + r * classes;
            const RowResult row = softmax_row(values + r * classes, p, classes, label[r], reduction);
            losses_[static_cast<std::size_t>(r)] = row.loss;
            right += row.correct ? 1 : 0;
            if (dlogits)
                for (std::int64_t c = 0; c < classes; ++c) p[c] = (p[c] - (c == label[r] ? 1.0f : 0.0f)) * factor;
        }
        correct[static_cast<std::size_t>(part)] = right;
    });
    for (std::int64_t r = 0; r < rows; ++r) sums->loss += losses_[static_cast<std::size_t>(r)];
    for (std::uint64_t part : correct) sums->correct += part;
    sums->images += static_cast<std::uint64_t>(rows);
    if (dlogits) cast_rows(probabilities, nullptr, gradient, rows, classes, cast);
}

}  // namespace mantissa
