// SPDX-License-Identifier: Apache-2.0
// Softmax, cross-entropy and its gradient, in double for FP32 reductions, or with every intermediate result on a
// narrower grid, in the order of the classes.
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/precision/rounding.h"
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {
namespace {

/// Probabilities and the loss of one row; the loss of an ignored one (label < 0 here) is 0.
double row_softmax(const float* logits, std::int64_t classes, std::int64_t label, double smoothing,
                   const ReductionPolicy& policy, std::vector<double>& p) {
    const auto grid = [&](double v) {
        return policy.format == fp32 ? v : static_cast<double>(round_to(static_cast<float>(v), policy.format));
    };
    double maximum = 0;
    if (policy.subtract_maximum) {
        maximum = logits[0];
        for (std::int64_t c = 1; c < classes; ++c)
            if (logits[c] > maximum || std::isnan(logits[c])) maximum = logits[c];
    }
    double sum = 0;
    for (std::int64_t c = 0; c < classes; ++c) {
        p[static_cast<std::size_t>(c)] = grid(std::exp(grid(logits[c] - maximum)));
        sum = grid(sum + p[static_cast<std::size_t>(c)]);
    }
    // log-softmax as x - max - log(sum): exact where a probability is not representable
    const double log_sum = grid(std::log(sum));
    const auto loss_of = [&](std::int64_t c) {
        const double loss = grid(log_sum - grid(logits[c] - maximum));
        return policy.loss == fp32 ? loss : static_cast<double>(round_to(static_cast<float>(loss), policy.loss));
    };
    double loss = label < 0 ? 0 : loss_of(label);
    if (smoothing > 0 && label >= 0) {
        double all = 0;
        for (std::int64_t c = 0; c < classes; ++c) all = grid(all + loss_of(c));
        loss = grid(grid((1 - smoothing) * loss) + grid(smoothing * grid(all / static_cast<double>(classes))));
    }
    for (std::int64_t c = 0; c < classes; ++c)
        p[static_cast<std::size_t>(c)] =
            policy.loss == fp32 ? grid(p[static_cast<std::size_t>(c)] / sum) : std::exp(-loss_of(c));
    return loss;
}

}  // namespace

void ReferenceKernels::cross_entropy(const CrossEntropySettings& settings, const Tensor& logits, const Tensor& labels,
                                     const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) {
    const std::int64_t rows = logits.shape[0], classes = logits.shape[1];
    const auto* label = static_cast<const std::int32_t*>(labels.data);
    const std::int64_t counted = rows - std::count(label, label + rows, settings.ignored_label);
    const float factor = (state ? state->scaler.scale : 1.0f) / static_cast<float>(counted);
    const auto elsewhere = static_cast<float>(settings.label_smoothing / static_cast<double>(classes));
    const auto hit =
        static_cast<float>(1 - settings.label_smoothing + settings.label_smoothing / static_cast<double>(classes));
    std::vector<double> p(static_cast<std::size_t>(classes));
    if (cast.nonfinite_arguments)
        for (std::int64_t i = 0; i < rows * classes; ++i)
            *cast.nonfinite_arguments += std::isfinite(logits.f32()[i]) ? 0 : 1;
    for (std::int64_t r = 0; r < rows; ++r) {
        const bool ignored = label[r] == settings.ignored_label;
        sums->loss += row_softmax(logits.f32() + r * classes, classes, ignored ? -1 : label[r],
                                  settings.label_smoothing, settings.reduction, p);
        if (!ignored) {
            std::size_t predicted = 0;
            for (std::size_t c = 1; c < p.size() && !std::isnan(p[predicted]); ++c)
                if (p[c] > p[predicted] || std::isnan(p[c])) predicted = c;
            sums->correct += predicted == static_cast<std::size_t>(label[r]) ? 1 : 0;
            ++sums->images;
        }
        if (!dlogits) continue;
        for (std::int64_t c = 0; c < classes; ++c) {
            const float difference =
                static_cast<float>(p[static_cast<std::size_t>(c)]) - (c == label[r] ? hit : elsewhere);
            dlogits.f32()[r * classes + c] =
                store_result(ignored ? 0.0f : difference * factor, cast, static_cast<std::uint64_t>(r * classes + c));
        }
    }
}

}  // namespace mantissa
