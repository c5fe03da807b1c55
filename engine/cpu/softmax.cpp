// SPDX-License-Identifier: Apache-2.0
// Softmax, cross-entropy and its gradient, one row at a time.
#include <algorithm>
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
RowResult softmax_row(const float* logits, float* p, std::int64_t classes, std::int32_t label, float smoothing,
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
    const float log_sum = grid(std::log(sum));
    const auto loss_of = [&](std::int64_t c) {
        return round_to(grid(log_sum - grid(logits[c] - maximum)), policy.loss);
    };
    float loss = loss_of(label);
    if (smoothing > 0) {
        float all = 0;
        for (std::int64_t c = 0; c < classes; ++c) all = grid(all + loss_of(c));
        loss = grid(grid((1 - smoothing) * loss) + grid(smoothing * grid(all / static_cast<float>(classes))));
    }
    std::int64_t predicted = 0;
    for (std::int64_t c = 0; c < classes; ++c) {
        p[c] = policy.loss == fp32 ? grid(p[c] / sum) : std::exp(-loss_of(c));
        if (c > 0 && !std::isnan(p[predicted]) && (p[c] > p[predicted] || std::isnan(p[c]))) predicted = c;
    }
    return {loss, predicted == label};
}

}  // namespace

void CpuKernels::cross_entropy(const CrossEntropySettings& settings, const Tensor& logits, const Tensor& labels,
                               const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) {
    const std::int64_t rows = logits.shape[0], classes = logits.shape[1];
    const Numbers gradient(dlogits);
    double* const losses = scratch_.of<double>(ScratchUse::losses, rows);
    float* const probabilities =
        dlogits && !gradient.narrow ? gradient.f32() : scratch_.of<float>(ScratchUse::probabilities, rows * classes);
    const float* const values = staging_.as_f32(logits, ScratchUse::wide_logits);
    if (scratch_.rehearsed()) return;
    const auto* label = static_cast<const std::int32_t*>(labels.data);
    const std::int64_t counted = rows - std::count(label, label + rows, settings.ignored_label);
    const float factor = (state ? state->scaler.scale : 1.0f) / static_cast<float>(counted);
    const double spread = settings.label_smoothing / static_cast<double>(classes);
    const auto elsewhere = static_cast<float>(spread), hit = static_cast<float>(1 - settings.label_smoothing + spread);
    const auto smoothing = static_cast<float>(settings.label_smoothing);
    if (cast.nonfinite_arguments)
        for (std::int64_t i = 0; i < rows * classes; ++i) *cast.nonfinite_arguments += std::isfinite(values[i]) ? 0 : 1;
    Parts<std::uint64_t> correct;
    parallel_for(rows, 1, 32, [&](std::int64_t begin, std::int64_t end, int part) {
        std::uint64_t right = 0;
        for (std::int64_t r = begin; r < end; ++r) {
            float* p = probabilities + r * classes;
            if (label[r] == settings.ignored_label) {
                losses[r] = 0;
                std::fill_n(p, classes, 0.0f);
                continue;
            }
            const RowResult row =
                softmax_row(values + r * classes, p, classes, label[r], smoothing, settings.reduction);
            losses[r] = row.loss;
            right += row.correct ? 1 : 0;
            if (dlogits)
                for (std::int64_t c = 0; c < classes; ++c) p[c] = (p[c] - (c == label[r] ? hit : elsewhere)) * factor;
        }
        correct[part] = right;
    });
    for (std::int64_t r = 0; r < rows; ++r) sums->loss += losses[r];
    correct.add_to(sums->correct);
    sums->images += static_cast<std::uint64_t>(counted);
    if (dlogits) cast_rows(probabilities, nullptr, gradient, rows, classes, cast);
}

}  // namespace mantissa
