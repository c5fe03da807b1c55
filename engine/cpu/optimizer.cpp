// SPDX-License-Identifier: Apache-2.0
// Inspection and update of the parameters, each one vector pass: unscale, clip, SGD or Adam, round, count lost updates.
// The formulas and their order are the reference's.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"
#include "engine/cpu/tally.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/optimizer.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/cpu/round-inl.h"

#ifndef MANTISSA_CPU_OPTIMIZER_TYPES
#define MANTISSA_CPU_OPTIMIZER_TYPES
namespace mantissa {
namespace {

/// The scalars of one update, the same for all parameters.
struct UpdateScalars {
    bool adam = false, momentum_buffer = false;
    float inverse = 1, clip = 1, lr = 0, momentum = 0;
    float beta2 = 0, one_minus_beta1 = 0, one_minus_beta2 = 0, step_size = 0, root_correction = 1, epsilon = 0;
};

struct InspectResult {
    std::uint64_t nonfinite = 0;
    double norm_squared = 0;
};

struct UpdateResult {
    std::uint64_t nonzero = 0, lost = 0;
};

}  // namespace
}  // namespace mantissa
#endif

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void Inspect(const float* gradient, std::int64_t n, float inverse, InspectResult& result) {
    const hn::ScalableTag<double> dd;
    const hn::Rebind<float, decltype(dd)> df;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(dd));
    auto squares = hn::Zero(dd), more = hn::Zero(dd);
    const auto scale = hn::Set(df, inverse);
    std::uint64_t bad = 0;
    std::int64_t i = 0;
    const auto one = [&](std::int64_t at, auto& sum) HWY_ATTR {
        const auto g = hn::LoadU(df, gradient + at);
        const auto unscaled = hn::Mul(g, scale);
        bad += hn::CountTrue(df, hn::Not(hn::And(hn::IsFinite(g), hn::IsFinite(unscaled))));
        const auto wide = hn::PromoteTo(dd, unscaled);
        sum = hn::MulAdd(wide, wide, sum);
    };
    for (; i + 2 * lanes <= n; i += 2 * lanes) {
        one(i, squares);
        one(i + lanes, more);
    }
    double rest = 0;
    for (; i < n; ++i) {
        const float unscaled = gradient[i] * inverse;
        if (!std::isfinite(gradient[i]) || !std::isfinite(unscaled)) ++bad;
        rest += static_cast<double>(unscaled) * static_cast<double>(unscaled);
    }
    result.nonfinite += bad;
    result.norm_squared += hn::GetLane(hn::SumOfLanes(dd, hn::Add(squares, more))) + rest;
}

/// What is subtracted from a weight, and the new moments in `m` and `v` (a momentum buffer in `m`), not yet rounded.
template <bool adam, bool buffer, class D, class V>
HWY_INLINE V ChangeOf(D d, std::int64_t i, const float* gradient, const float* first, const float* second,
                      const UpdateScalars& s, V& m, V& v) {
    const auto g = hn::Mul(hn::Mul(hn::LoadU(d, gradient + i), hn::Set(d, s.inverse)), hn::Set(d, s.clip));
    if constexpr (adam) {
        m = hn::LoadU(d, first + i);
        v = hn::LoadU(d, second + i);
        m = hn::Add(m, hn::Mul(hn::Sub(g, m), hn::Set(d, s.one_minus_beta1)));
        v = hn::Add(hn::Mul(v, hn::Set(d, s.beta2)), hn::Mul(hn::Mul(g, g), hn::Set(d, s.one_minus_beta2)));
        const auto denominator = hn::Add(hn::Div(hn::Sqrt(v), hn::Set(d, s.root_correction)), hn::Set(d, s.epsilon));
        return hn::Mul(hn::Set(d, s.step_size), hn::Div(m, denominator));
    } else if constexpr (buffer) {
        m = hn::Add(hn::Mul(hn::LoadU(d, first + i), hn::Set(d, s.momentum)), g);
        return hn::Mul(hn::Set(d, s.lr), m);
    } else {
        return hn::Mul(hn::Set(d, s.lr), g);
    }
}

template <bool adam, bool buffer, class D>
HWY_INLINE void UpdateLanes(D d, std::int64_t i, float* weight, const float* gradient, float* first, float* second,
                            const UpdateScalars& s, const RoundParams& weight_grid, const RoundParams& state_grid,
                            UpdateResult& result) {
    auto m = hn::Zero(d), v = hn::Zero(d);
    const auto change = ChangeOf<adam, buffer>(d, i, gradient, first, second, s, m, v);
    if constexpr (adam || buffer) hn::StoreU(RoundTo(d, m, state_grid), d, first + i);
    if constexpr (adam) hn::StoreU(RoundTo(d, v, state_grid), d, second + i);
    const auto before = hn::LoadU(d, weight + i);
    const auto after = RoundTo(d, hn::Sub(before, change), weight_grid);
    hn::StoreU(after, d, weight + i);
    const auto nonzero = hn::Not(hn::Eq(change, hn::Zero(d)));  // NaN is an update as well
    result.nonzero += hn::CountTrue(d, nonzero);
    result.lost += hn::CountTrue(d, hn::And(nonzero, hn::Eq(before, after)));
}

template <bool adam, bool buffer>
void ChangesAll(const float* gradient, const float* first, const float* second, std::int64_t n, const UpdateScalars& s,
                float* change) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto one = [&](auto tag, std::int64_t i) HWY_ATTR {
        auto m = hn::Zero(tag), v = hn::Zero(tag);
        hn::StoreU(ChangeOf<adam, buffer>(tag, i, gradient, first, second, s, m, v), tag, change + i);
    };
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) one(d, i);
    for (; i < n; ++i) one(d1, i);
}

/// change[i] of n elements, nothing stored.
void Changes(const float* gradient, const float* first, const float* second, std::int64_t n, const UpdateScalars& s,
             float* change) {
    const auto run = s.adam              ? ChangesAll<true, false>
                     : s.momentum_buffer ? ChangesAll<false, true>
                                         : ChangesAll<false, false>;
    run(gradient, first, second, n, s, change);
}

template <bool adam, bool buffer>
void UpdateAll(float* weight, const float* gradient, float* first, float* second, std::int64_t n,
               const UpdateScalars& s, const RoundParams& weight_grid, const RoundParams& state_grid,
               UpdateResult& result) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        UpdateLanes<adam, buffer>(d, i, weight, gradient, first, second, s, weight_grid, state_grid, result);
    for (; i < n; ++i)
        UpdateLanes<adam, buffer>(d1, i, weight, gradient, first, second, s, weight_grid, state_grid, result);
}

void Update(float* weight, const float* gradient, float* first, float* second, std::int64_t n, const UpdateScalars& s,
            const RoundParams& weight_grid, const RoundParams& state_grid, UpdateResult& result) {
    const auto run = s.adam              ? UpdateAll<true, false>
                     : s.momentum_buffer ? UpdateAll<false, true>
                                         : UpdateAll<false, false>;
    run(weight, gradient, first, second, n, s, weight_grid, state_grid, result);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Inspect);
HWY_EXPORT(Update);
HWY_EXPORT(Changes);

void CpuKernels::inspect_gradients(std::span<const ParameterView> parameters, StepState* state) {
    state->found_inf = 0;
    state->norm_squared = 0;
    state->scale_used = state->scaler.scale;
    const float inverse = static_cast<float>(1.0 / static_cast<double>(state->scaler.scale));
    std::vector<InspectResult> parts(static_cast<std::size_t>(max_parts()));
    for (const ParameterView& p : parameters) {
        std::fill(parts.begin(), parts.end(), InspectResult{});
        parallel_for(p.gradient.size(), 1024, 32768, [&](std::int64_t begin, std::int64_t end, int part) {
            HWY_DYNAMIC_DISPATCH(Inspect)
            (p.gradient.f32() + begin, end - begin, inverse, parts[static_cast<std::size_t>(part)]);
        });
        p.metrics->nonfinite = 0;
        p.metrics->norm_squared = 0;
        for (const InspectResult& part : parts) {
            p.metrics->nonfinite += part.nonfinite;
            p.metrics->norm_squared += part.norm_squared;
        }
        if (p.metrics->nonfinite > 0) state->found_inf = 1;
        state->norm_squared += p.metrics->norm_squared;
    }
}

namespace {

UpdateScalars scalars_of(const OptimizerSettings& optimizer, const StepState& state) {
    UpdateScalars s;
    s.adam = optimizer.kind == OptimizerSettings::Kind::adam;
    s.inverse = static_cast<float>(1.0 / static_cast<double>(state.scaler.scale));
    if (optimizer.clip_norm > 0)
        s.clip = static_cast<float>(std::fmin(1.0, optimizer.clip_norm / (std::sqrt(state.norm_squared) + 1e-6)));
    s.lr = static_cast<float>(optimizer.lr);
    s.momentum = static_cast<float>(optimizer.momentum);
    const double t = static_cast<double>(state.scaler.optimizer_step) + 1;
    s.beta2 = static_cast<float>(optimizer.beta2);
    s.one_minus_beta1 = static_cast<float>(1 - optimizer.beta1);
    s.one_minus_beta2 = static_cast<float>(1 - optimizer.beta2);
    s.step_size = static_cast<float>(optimizer.lr / (1 - std::pow(optimizer.beta1, t)));
    s.root_correction = static_cast<float>(std::sqrt(1 - std::pow(optimizer.beta2, t)));
    s.epsilon = static_cast<float>(optimizer.epsilon);
    return s;
}

/// Stochastic rounding of the stored weight: the vector pass leaves the FP32 result (and has counted the updates that
/// were lost to FP32 already), this rounds it.
void round_stochastically(const ParameterView& p, const std::vector<float>& before) {
    for (std::int64_t i = 0; i < p.weight.size(); ++i) {
        float& w = p.weight.f32()[i];
        const float old = before[static_cast<std::size_t>(i)];
        const bool changed = w != old;
        w = round_to(w, p.weight_format, Rounding::stochastic, p.random.bits(static_cast<std::uint64_t>(i)));
        if (changed && w == old) ++p.metrics->updates_lost;
    }
}

/// Counts the updates of [begin, end) before they happen; every change has the bits that the update will subtract.
void count_updates(const ParameterView& p, const UpdateScalars& s, std::int64_t begin, std::int64_t end,
                   UpdateTally& tally) {
    std::array<float, tally_block> change;
    const std::int64_t n = end - begin;
    HWY_DYNAMIC_DISPATCH(Changes)
    (p.gradient.f32() + begin, p.first_moment ? p.first_moment.f32() + begin : nullptr,
     p.second_moment ? p.second_moment.f32() + begin : nullptr, n, s, change.data());
    tally_updates(p.weight.f32() + begin, change.data(), n, p.operand_format, tally);
}

}  // namespace

void CpuKernels::update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings& optimizer,
                                   const ScalerSettings& scaler, StepState* state) {
    for (const ParameterView& p : parameters) p.metrics->updates_nonzero = p.metrics->updates_lost = 0;
    if (state->found_inf && scaler.kind != ScalingKind::none) return;
    UpdateScalars scalars = scalars_of(optimizer, *state);
    std::vector<UpdateResult> parts(static_cast<std::size_t>(max_parts()));
    for (const ParameterView& p : parameters) {
        const bool stochastic = p.weight_rounding == Rounding::stochastic && !(p.weight_format == fp32);
        const RoundParams weight_grid(stochastic ? fp32 : p.weight_format, Rounding::nearest_even);
        const RoundParams state_grid(p.state_format, Rounding::nearest_even);
        scalars.momentum_buffer = static_cast<bool>(p.first_moment);
        std::vector<float> before;
        if (stochastic) before.assign(p.weight.f32(), p.weight.f32() + p.weight.size());
        std::vector<UpdateTally> tallies(p.updates ? parts.size() : 0);
        std::fill(parts.begin(), parts.end(), UpdateResult{});
        const auto update = [&](std::int64_t begin, std::int64_t end, UpdateResult& result) {
            HWY_DYNAMIC_DISPATCH(Update)
            (p.weight.f32() + begin, p.gradient.f32() + begin, p.first_moment ? p.first_moment.f32() + begin : nullptr,
             p.second_moment ? p.second_moment.f32() + begin : nullptr, end - begin, scalars, weight_grid, state_grid,
             result);
        };
        parallel_for(p.weight.size(), tally_block, 16384, [&](std::int64_t begin, std::int64_t end, int part) {
            const auto at = static_cast<std::size_t>(part);
            if (tallies.empty()) return update(begin, end, parts[at]);
            for (std::int64_t i = begin; i < end; i += tally_block) {  // a block is counted while it is in the cache
                const std::int64_t block_end = std::min(i + tally_block, end);
                count_updates(p, scalars, i, block_end, tallies[at]);
                update(i, block_end, parts[at]);
            }
        });
        for (const UpdateTally& tally : tallies) tally.add_to(*p.updates);
        for (const UpdateResult& part : parts) {
            p.metrics->updates_nonzero += part.nonzero;
            p.metrics->updates_lost += part.lost;
        }
        if (stochastic) round_stochastically(p, before);
    }
}

void CpuKernels::finish_step(const ScalerSettings& scaler, StepState* state) {
    state->skipped = state->found_inf && scaler.kind != ScalingKind::none ? 1 : 0;
    update_scale(scaler, state->scaler, state->found_inf != 0);
}

}  // namespace mantissa
#endif
