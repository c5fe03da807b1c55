// SPDX-License-Identifier: Apache-2.0
// Softmax, cross-entropy and its gradient: as many rows at a time as a vector has numbers, one in each of its places,
// or one at a time where intermediate results are rounded. Both give the same bits.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/softmax.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/exp-inl.h"

// What the vector code takes; once for all instruction sets.
#ifndef MANTISSA_CPU_SOFTMAX_ROWS
#define MANTISSA_CPU_SOFTMAX_ROWS
namespace mantissa {
namespace {

constexpr std::int64_t most_vector_classes = 128;  // probabilities of a vector of rows: 8 KiB at most

/// What cross_entropy() makes of rows whose reductions are FP32 and whose labels are not smoothed.
struct LossRows {
    const float* logits;
    const std::int32_t* labels;
    std::int64_t classes;
    std::int32_t ignored;
    float hit, elsewhere, factor;  ///< (p - (hit or elsewhere)) * factor
    float* gradient;               ///< null: not wanted
    double* losses;
};

}  // namespace
}  // namespace mantissa
#endif

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Rows r to r + height, at most as many as a vector has numbers. Returns how many have their greatest probability at
/// their label.
std::uint64_t LossVector(const LossRows& of, std::int64_t r, std::int64_t height) {
    const hn::ScalableTag<float> d;
    const hn::RebindToSigned<decltype(d)> di;
    constexpr auto most_lanes = static_cast<std::int64_t>(HWY_MAX_BYTES / sizeof(float));
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const std::int64_t classes = of.classes;
    HWY_ALIGN float tile[most_vector_classes * most_lanes];
    HWY_ALIGN float sums[most_lanes];
    HWY_ALIGN float maxima[most_lanes];
    HWY_ALIGN std::int32_t labels[most_lanes] = {};
    HWY_ALIGN std::int32_t predicted[most_lanes];
    std::memcpy(labels, of.labels + r, static_cast<std::size_t>(height) * sizeof(std::int32_t));
    const float* const logits = of.logits + r * classes;
    // Places behind the last row have its numbers once more.
    const auto place = hn::Mul(hn::Min(hn::Iota(di, 0), hn::Set(di, static_cast<std::int32_t>(height - 1))),
                               hn::Set(di, static_cast<std::int32_t>(classes)));
    auto maximum = hn::GatherIndex(d, logits, place);
    hn::Store(maximum, d, tile);
    for (std::int64_t c = 1; c < classes; ++c) {
        const auto x = hn::GatherIndex(d, logits + c, place);
        maximum = hn::IfThenElse(hn::Or(hn::Gt(x, maximum), hn::IsNaN(x)), x, maximum);
        hn::Store(x, d, tile + c * lanes);
    }
    auto sum = hn::Zero(d);
    for (std::int64_t c = 0; c < classes; ++c) {
        const auto e = ExpAsLibrary(d, hn::Sub(hn::Load(d, tile + c * lanes), maximum));
        hn::Store(e, d, tile + c * lanes);
        sum = hn::Add(sum, e);
    }
    hn::Store(sum, d, sums);
    hn::Store(maximum, d, maxima);
    const auto label = hn::Load(di, labels);
    const auto hit = hn::Set(d, of.hit), elsewhere = hn::Set(d, of.elsewhere), factor = hn::Set(d, of.factor);
    auto best = hn::Div(hn::Load(d, tile), sum);
    auto best_class = hn::Zero(di);
    for (std::int64_t c = 0; c < classes; ++c) {
        const auto this_class = hn::Set(di, static_cast<std::int32_t>(c));
        const auto p = hn::Div(hn::Load(d, tile + c * lanes), sum);
        const auto better = hn::AndNot(hn::IsNaN(best), hn::Or(hn::Gt(p, best), hn::IsNaN(p)));
        best = hn::IfThenElse(better, p, best);
        best_class = hn::IfThenElse(hn::RebindMask(di, better), this_class, best_class);
        const auto target = hn::IfThenElse(hn::RebindMask(d, hn::Eq(label, this_class)), hit, elsewhere);
        hn::Store(hn::Mul(hn::Sub(p, target), factor), d, tile + c * lanes);
    }
    hn::Store(best_class, di, predicted);
    std::uint64_t correct = 0;
    for (std::int64_t i = 0; i < height; ++i) {
        float* const to = of.gradient ? of.gradient + (r + i) * classes : nullptr;
        if (labels[i] == of.ignored) {
            of.losses[r + i] = 0;
            if (to) std::fill_n(to, classes, 0.0f);
            continue;
        }
        of.losses[r + i] = std::log(sums[i]) - (logits[i * classes + labels[i]] - maxima[i]);
        correct += predicted[i] == labels[i] ? 1 : 0;
        for (std::int64_t c = 0; to && c < classes; ++c) to[c] = tile[c * lanes + i];
    }
    return correct;
}

std::uint64_t LossVectors(const LossRows& of, std::int64_t begin, std::int64_t end) {
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<float>()));
    std::uint64_t correct = 0;
    for (std::int64_t r = begin; r < end; r += lanes) correct += LossVector(of, r, std::min(lanes, end - r));
    return correct;
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(LossVectors);

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
    const ReductionPolicy& policy = settings.reduction;
    const bool in_vectors = policy.format == fp32 && policy.loss == fp32 && policy.subtract_maximum && smoothing == 0 &&
                            classes <= most_vector_classes;
    const LossRows all{values, label,     classes, settings.ignored_label,
                       hit,    elsewhere, factor,  dlogits ? probabilities : nullptr,
                       losses};
    parallel_for(rows, 16, in_vectors ? 256 : 32, [&](std::int64_t begin, std::int64_t end, int part) {
        if (in_vectors) {
            correct[part] = HWY_DYNAMIC_DISPATCH(LossVectors)(all, begin, end);
            return;
        }
        std::uint64_t right = 0;
        for (std::int64_t r = begin; r < end; ++r) {
            float* p = probabilities + r * classes;
            if (label[r] == settings.ignored_label) {
                losses[r] = 0;
                std::fill_n(p, classes, 0.0f);
                continue;
            }
            const RowResult row = softmax_row(values + r * classes, p, classes, label[r], smoothing, policy);
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
#endif
