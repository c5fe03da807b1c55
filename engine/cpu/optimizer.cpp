// SPDX-License-Identifier: Apache-2.0
// Inspection and update of the parameters, each one vector pass: unscale, clip, SGD or Adam, round, count lost updates.
// The formulas and their order are the reference's.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/numbers.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"
#include "engine/cpu/tally.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/optimizer.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/cpu/round-inl.h"
#include "engine/cpu/storage-inl.h"
#include "engine/cpu/tally-inl.h"

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

    InspectResult& operator+=(const InspectResult& part) {
        nonfinite += part.nonfinite;
        norm_squared += part.norm_squared;
        return *this;
    }
};

struct UpdateResult {
    std::uint64_t nonzero = 0, lost = 0;

    UpdateResult& operator+=(const UpdateResult& part) {
        nonzero += part.nonzero;
        lost += part.lost;
        return *this;
    }
};

/// What one parameter's numbers are rounded to.
struct UpdateGrids {
    RoundParams weight, state, copy;
};

/// One parameter's arrays, or a piece of them; null where there is none.
struct UpdateArrays {
    float* weight = nullptr;
    const float* gradient = nullptr;
    float *first = nullptr, *second = nullptr;
    Numbers copy;
    float *change = nullptr, *before = nullptr;  ///< of monitored steps: also go here; by from() not moved

    explicit UpdateArrays(const ParameterView& p)
        : weight(p.weight.f32()),
          gradient(p.gradient.f32()),
          first(p.first_moment.f32()),
          second(p.second_moment.f32()),
          copy(p.copy.tensor) {}

    /// The same without the first i elements.
    UpdateArrays from(std::int64_t i) const {
        UpdateArrays rest = *this;
        rest.weight += i;
        rest.gradient += i;
        if (first) rest.first += i;
        if (second) rest.second += i;
        rest.copy = copy.from(i);
        return rest;
    }
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
    const hn::RebindToUnsigned<decltype(df)> du;
    auto squares = hn::Zero(dd), more = hn::Zero(dd);
    const auto scale = hn::Set(df, inverse);
    auto bad = hn::Zero(du);
    std::int64_t i = 0;
    const auto one = [&](std::int64_t at, auto& sum) HWY_ATTR {
        // the inverse of a finite scale is not zero, so what was not finite before is not finite now
        const auto unscaled = hn::Mul(hn::LoadU(df, gradient + at), scale);
        bad = hn::Sub(bad, hn::VecFromMask(du, hn::RebindMask(du, hn::Not(hn::IsFinite(unscaled)))));
        const auto wide = hn::PromoteTo(dd, unscaled);
        sum = hn::MulAdd(wide, wide, sum);
    };
    for (; i + 2 * lanes <= n; i += 2 * lanes) {
        one(i, squares);
        one(i + lanes, more);
    }
    double rest = 0;
    std::uint64_t bad_rest = 0;
    for (; i < n; ++i) {
        const float unscaled = gradient[i] * inverse;
        if (!std::isfinite(unscaled)) ++bad_rest;
        rest += static_cast<double>(unscaled) * static_cast<double>(unscaled);
    }
    result.nonfinite += hn::GetLane(hn::SumOfLanes(du, bad)) + bad_rest;
    result.norm_squared += hn::GetLane(hn::SumOfLanes(dd, hn::Add(squares, more))) + rest;
}

/// What is subtracted from a weight, and the new moments in `m` and `v` (a momentum buffer in `m`), not yet rounded.
template <bool adam, bool buffer, class D, class V>
HWY_INLINE V ChangeOf(D d, std::int64_t i, const UpdateArrays& at, const UpdateScalars& s, V& m, V& v) {
    const auto g = hn::Mul(hn::Mul(hn::LoadU(d, at.gradient + i), hn::Set(d, s.inverse)), hn::Set(d, s.clip));
    if constexpr (adam) {
        m = hn::LoadU(d, at.first + i);
        v = hn::LoadU(d, at.second + i);
        m = hn::Add(m, hn::Mul(hn::Sub(g, m), hn::Set(d, s.one_minus_beta1)));
        v = hn::Add(hn::Mul(v, hn::Set(d, s.beta2)), hn::Mul(hn::Mul(g, g), hn::Set(d, s.one_minus_beta2)));
        const auto denominator = hn::Add(hn::Div(hn::Sqrt(v), hn::Set(d, s.root_correction)), hn::Set(d, s.epsilon));
        return hn::Mul(hn::Set(d, s.step_size), hn::Div(m, denominator));
    } else if constexpr (buffer) {
        m = hn::Add(hn::Mul(hn::LoadU(d, at.first + i), hn::Set(d, s.momentum)), g);
        return hn::Mul(hn::Set(d, s.lr), m);
    } else {
        return hn::Mul(hn::Set(d, s.lr), g);
    }
}

template <bool adam, bool buffer>
void UpdateAll(const UpdateArrays& arrays, std::int64_t n, const UpdateScalars& scalars, const UpdateGrids& grids,
               UpdateResult& result) {
    // copies stay in registers; for all the compiler knows the numbers may lie in the arguments' memory
    const UpdateArrays at = arrays;
    const UpdateScalars s = scalars;
    const UpdateGrids to = grids;
    float* const copy = at.copy.narrow ? nullptr : at.copy.f32();
    std::uint16_t* const narrow_copy = at.copy.narrow ? at.copy.bf16() : nullptr;
    const bool upper_half = narrow_copy && to.copy.upper_half();
    const auto run = [&](auto tag, std::int64_t begin, std::int64_t step, std::int64_t end) HWY_ATTR {
        const hn::RebindToUnsigned<decltype(tag)> du;
        auto nonzero = hn::Zero(du), lost = hn::Zero(du), largest = hn::Zero(du);
        for (std::int64_t i = begin; i < end; i += step) {
            auto m = hn::Zero(tag), v = hn::Zero(tag);
            // Before any store: tensors often lie a multiple of 4 KiB apart, and there a load waits for the store.
            const auto before = hn::LoadU(tag, at.weight + i);
            const auto change = ChangeOf<adam, buffer>(tag, i, at, s, m, v);
            if constexpr (adam || buffer) hn::StoreU(RoundTo(tag, m, to.state), tag, at.first + i);
            if constexpr (adam) hn::StoreU(RoundTo(tag, v, to.state), tag, at.second + i);
            const auto after = RoundTo(tag, hn::Sub(before, change), to.weight);
            hn::StoreU(after, tag, at.weight + i);
            if (at.change) {
                hn::StoreU(change, tag, at.change + i);
                hn::StoreU(before, tag, at.before + i);
            }
            if (copy) StoreNumbers(tag, RoundTo(tag, after, to.copy), copy + i);
            if (upper_half) {
                const hn::Rebind<std::uint16_t, decltype(tag)> d16;
                const auto bits = hn::BitCast(du, after);
                largest = hn::Max(largest, hn::And(bits, hn::Set(du, 0x7FFFFFFFu)));
                hn::StoreU(hn::TruncateTo(d16, hn::ShiftRight<16>(RoundUpperHalf(du, bits))), d16, narrow_copy + i);
            } else if (narrow_copy) {
                StoreNumbers(tag, RoundTo(tag, after, to.copy), narrow_copy + i);
            }
            const auto is_update = hn::Not(hn::Eq(change, hn::Zero(tag)));  // NaN is one as well (Ne is ordered)
            nonzero = PlusOneIf(du, nonzero, hn::RebindMask(du, is_update));
            lost = PlusOneIf(du, lost, hn::RebindMask(du, hn::And(is_update, hn::Eq(before, after))));
        }
        const bool is_nan = hn::GetLane(hn::MaxOfLanes(du, largest)) > 0x7F800000u;
        if (is_nan)  // of which the short way makes something else
            for (std::int64_t i = begin; i < end; i += step)
                StoreNumbers(tag, RoundTo(tag, hn::LoadU(tag, at.weight + i), to.copy), narrow_copy + i);
        result.nonzero += hn::GetLane(hn::SumOfLanes(du, nonzero));
        result.lost += hn::GetLane(hn::SumOfLanes(du, lost));
    };
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const std::int64_t whole = n / lanes * lanes;
    run(d, 0, lanes, whole);
    run(hn::CappedTag<float, 1>(), whole, 1, n);
}

void Update(const UpdateArrays& at, std::int64_t n, const UpdateScalars& s, const UpdateGrids& grids,
            UpdateResult& result) {
    const auto run = s.adam              ? UpdateAll<true, false>
                     : s.momentum_buffer ? UpdateAll<false, true>
                                         : UpdateAll<false, false>;
    run(at, n, s, grids, result);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Inspect);
HWY_EXPORT(Update);

void CpuKernels::inspect_gradients(std::span<const ParameterView> parameters, StepState* state) {
    if (scratch_.rehearsed()) return;
    state->found_inf = 0;
    state->norm_squared = 0;
    state->scale_used = state->scaler.scale;
    const float inverse = static_cast<float>(1.0 / static_cast<double>(state->scaler.scale));
    for (const ParameterView& p : parameters) {
        Parts<InspectResult> parts;
        parallel_for(p.gradient.size(), 1024, 32768, [&](std::int64_t begin, std::int64_t end, int part) {
            HWY_DYNAMIC_DISPATCH(Inspect)
            (p.gradient.f32() + begin, end - begin, inverse, parts[part]);
        });
        InspectResult found;
        parts.add_to(found);
        p.metrics->nonfinite = found.nonfinite;
        p.metrics->norm_squared = found.norm_squared;
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
void round_stochastically(const ParameterView& p, const float* before) {
    for (std::int64_t i = 0; i < p.weight.size(); ++i) {
        float& w = p.weight.f32()[i];
        const float old = before[i];
        const bool changed = w != old;
        w = round_to(w, p.weight_format, Rounding::stochastic, p.random.bits(static_cast<std::uint64_t>(i)));
        if (changed && w == old) ++p.metrics->updates_lost;
    }
}

bool rounds_stochastically(const ParameterView& p) {
    return p.weight_rounding == Rounding::stochastic && !(p.weight_format == fp32);
}

}  // namespace

void CpuKernels::update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                                   const ScalerSettings* scaler, StepState* state) {
    std::int64_t most = 0;  // weights that are kept as they were
    for (const ParameterView& p : parameters)
        if (rounds_stochastically(p)) most = std::max(most, p.weight.size());
    float* const before = most > 0 ? scratch_.of<float>(ScratchUse::old_weights, most) : nullptr;
    if (scratch_.rehearsed()) return;
    for (const ParameterView& p : parameters) p.metrics->updates_nonzero = p.metrics->updates_lost = 0;
    if (state->found_inf && scaler->kind != ScalingKind::none) {
        count_weights(parameters);
        return;
    }
    UpdateScalars scalars = scalars_of(*optimizer, *state);
    for (const ParameterView& p : parameters) {
        const bool stochastic = rounds_stochastically(p);
        const UpdateGrids grids{RoundParams(stochastic ? fp32 : p.weight_format, Rounding::nearest_even),
                                RoundParams(p.state_format, Rounding::nearest_even),
                                RoundParams(p.copy.format, p.copy.rounding)};
        scalars.momentum_buffer = static_cast<bool>(p.first_moment);
        UpdateArrays arrays(p);
        if (stochastic) {
            std::copy_n(p.weight.f32(), p.weight.size(), before);
            arrays.copy = {};  // of the weight as it will be rounded
        }
        std::vector<UpdateCounts> updates(p.updates ? static_cast<std::size_t>(max_parts()) : 0);
        std::optional<PieceCast> counted_weights;
        if (p.copy.histogram) counted_weights.emplace(Numbers(), cast_of(p.copy));
        Parts<UpdateResult> parts;
        parallel_for(p.weight.size(), tally_block, 16384, [&](std::int64_t begin, std::int64_t end, int part) {
            UpdateResult& result = parts[part];
            if (updates.empty() && !counted_weights) {
                HWY_DYNAMIC_DISPATCH(Update)(arrays.from(begin), end - begin, scalars, grids, result);
                return;
            }
            std::optional<PieceCast::Part> weights;
            if (counted_weights) weights.emplace(*counted_weights, part);
            UpdateTally tally;
            for (std::int64_t i = begin; i < end; i += tally_block) {  // a block is counted while it is in the cache
                const std::int64_t n = std::min(tally_block, end - i);
                std::array<float, tally_block> old, change;
                UpdateArrays block = arrays.from(i);
                block.change = change.data();
                block.before = old.data();
                const std::uint64_t lost = result.lost;
                HWY_DYNAMIC_DISPATCH(Update)(block, n, scalars, grids, result);
                if (weights) weights->count(old.data(), i, n);
                if (updates.empty()) continue;
                tally_updates(old.data(), change.data(), n, p.operand_format, stochastic ? fp32 : p.weight_format,
                              result.lost - lost, tally);
            }
            if (!updates.empty()) tally.add_to(updates[static_cast<std::size_t>(part)]);
        });
        if (counted_weights) counted_weights->finish();
        for (const UpdateCounts& part : updates) *p.updates += part;
        UpdateResult all;
        parts.add_to(all);
        p.metrics->updates_nonzero += all.nonzero;
        p.metrics->updates_lost += all.lost;
        if (!stochastic) continue;
        round_stochastically(p, before);
        if (!p.copy.tensor) continue;
        Cast cast = cast_of(p.copy);
        cast.histogram = nullptr;  // this step's are counted already
        round_copy(p.weight, p.copy.tensor, cast);
    }
}

void CpuKernels::finish_step(const ScalerSettings* scaler, StepState* state) {
    if (scratch_.rehearsed()) return;
    state->skipped = state->found_inf && scaler->kind != ScalingKind::none ? 1 : 0;
    update_scale(*scaler, state->scaler, state->found_inf != 0);
}

}  // namespace mantissa
#endif
