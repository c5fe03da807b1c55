// SPDX-License-Identifier: Apache-2.0
// Inspection and update of the parameters, each one vector pass over all of them, and one for both where no step is
// skipped or clipped: unscale, inspect, clip, SGD, Adam or AdamW, round, count lost updates. The formulas and their
// order are the reference's.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/numbers.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"
#include "engine/cpu/tally.h"
#include "engine/cpu/update.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/optimizer.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/cpu/adam-inl.h"
#include "engine/cpu/narrow_update-inl.h"
#include "engine/cpu/round-inl.h"
#include "engine/cpu/squares-inl.h"
#include "engine/cpu/storage-inl.h"
#include "engine/cpu/tally-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Adds `squares`, of elements begin to end of a gradient (a multiple of the lanes), and only where they are not finite
/// looks for what is not: the inverse of a finite scale is not zero, so what was not finite before is not after it.
template <class D>
HWY_INLINE void AddInspected(D d, const Squares<D>& squares, const float* gradient, std::int64_t begin,
                             std::int64_t end, float inverse, UpdateFound& found) {
    const double sum = squares.Sum();
    found.norm_squared += sum;
    if (std::isfinite(sum)) return;
    const hn::RebindToUnsigned<D> du;
    auto bad = hn::Zero(du);
    for (std::int64_t i = begin; i < end; i += static_cast<std::int64_t>(hn::Lanes(d))) {
        const auto unscaled = hn::Mul(hn::LoadU(d, gradient + i), hn::Set(d, inverse));
        bad = PlusOneIf(du, bad, hn::RebindMask(du, hn::Not(hn::IsFinite(unscaled))));
    }
    found.nonfinite += TotalOf(du, bad);
}

/// Elements begin to end, a multiple of the lanes.
template <class D>
void InspectRange(D d, std::int64_t begin, std::int64_t end, const float* gradient, float inverse, UpdateFound& found) {
    const auto step = static_cast<std::int64_t>(hn::Lanes(d));
    const auto scale = hn::Set(d, inverse);
    for (std::int64_t block = begin; block < end; block += tally_block) {
        const std::int64_t stop = std::min(end, block + tally_block);
        Squares<D> squares;
        for (std::int64_t i = block; i < stop; i += step) squares.Add(hn::Mul(hn::LoadU(d, gradient + i), scale));
        AddInspected(d, squares, gradient, block, stop, inverse, found);
    }
}

void Inspect(const float* gradient, std::int64_t n, float inverse, UpdateFound& found) {
    const hn::ScalableTag<float> d;
    const std::int64_t whole = n - n % static_cast<std::int64_t>(hn::Lanes(d));
    InspectRange(d, 0, whole, gradient, inverse, found);
    InspectRange(hn::CappedTag<float, 1>(), whole, n, gradient, inverse, found);
}

/// What is subtracted from a weight, and the new moments in `m` and `v` (a momentum buffer in `m`), not yet rounded.
template <bool adam, bool buffer, bool decays, class D, class V>
HWY_INLINE V ChangeOf(D d, std::int64_t i, V unscaled, V weight, const UpdateArrays& at, const UpdateScalars& s, V& m,
                      V& v) {
    auto g = hn::Mul(unscaled, hn::Set(d, s.clip));
    if constexpr (decays)
        if (s.l2 != 0) g = hn::Add(g, hn::Mul(weight, hn::Set(d, s.l2)));
    if constexpr (adam) {
        m = hn::LoadU(d, at.first + i);
        v = SecondMoment(d, hn::LoadU(d, at.second + i), g, s);
        m = hn::Add(m, hn::Mul(hn::Sub(g, m), hn::Set(d, s.one_minus_beta1)));
        return hn::Mul(hn::Set(d, s.step_size), hn::Div(m, Denominator(d, v, s)));
    } else if constexpr (buffer) {
        m = hn::Add(hn::Mul(hn::LoadU(d, at.first + i), hn::Set(d, s.momentum)), g);
        return hn::Mul(hn::Set(d, s.lr), m);
    } else {
        return hn::Mul(hn::Set(d, s.lr), g);
    }
}

/// What UpdateVector() counts, by lane.
template <class V>
struct UpdateLanes {
    V nonzero, lost;
    V largest;  ///< magnitude of a weight as bits, where copied as the upper halves
};

/// Updates the elements of one vector from i on. Adds the unscaled gradient to `squares`, which may be NoSquares.
template <bool adam, bool buffer, bool decays, bool narrow, bool subnormal, class D, class VU, class S>
HWY_INLINE void UpdateVector(D tag, std::int64_t i, const UpdateArrays& at, const UpdateScalars& s,
                             const UpdateGrids& to, UpdateLanes<VU>& lanes, S& squares) {
    const hn::RebindToUnsigned<D> du;
    auto m = hn::Zero(tag), v = hn::Zero(tag), change = m;
    // Before any store: tensors often lie a multiple of 4 KiB apart, and there a load waits for the store.
    const auto before = hn::LoadU(tag, at.weight + i);
    const auto unscaled = hn::Mul(hn::LoadU(tag, at.gradient + i), hn::Set(tag, s.inverse));
    squares.Add(unscaled);
    auto lost_change = hn::MaskFromVec(hn::Zero(tag));
    bool done = false;
    auto from = before;
    if constexpr (decays) from = hn::Mul(before, hn::Set(tag, s.kept));
    if constexpr (subnormal) done = SubnormalChangeOf(tag, i, unscaled, from, at, s, m, v, change, lost_change);
    if constexpr (narrow)
        change = NarrowChangeOf<adam, buffer>(tag, i, unscaled, at, s, to.arithmetic, m, v);
    else if (!done)
        change = ChangeOf<adam, buffer, decays>(tag, i, unscaled, before, at, s, m, v);
    if constexpr (adam || buffer) hn::StoreU(RoundTo(tag, m, to.state), tag, at.first + i);
    if constexpr (adam) hn::StoreU(RoundTo(tag, v, to.state), tag, at.second + i);
    const auto after = RoundTo(tag, hn::Sub(from, change), to.weight);
    hn::StoreU(after, tag, at.weight + i);
    if constexpr (decays)
        if (s.decay != 0) change = hn::Add(change, hn::Mul(before, hn::Set(tag, s.decay)));  // to be counted
    if (at.change) {
        hn::StoreU(change, tag, at.change + i);
        hn::StoreU(before, tag, at.before + i);
    }
    if (at.copy && !at.copy.narrow) {
        StoreNumbers(tag, RoundTo(tag, after, to.copy), at.copy.f32() + i);
    } else if (at.copy && to.copy.upper_half()) {
        const hn::Rebind<std::uint16_t, D> d16;
        const auto bits = hn::BitCast(du, after);
        lanes.largest = hn::Max(lanes.largest, hn::And(bits, hn::Set(du, 0x7FFFFFFFu)));
        hn::StoreU(hn::TruncateTo(d16, hn::ShiftRight<16>(RoundUpperHalf(du, bits))), d16, at.copy.bf16() + i);
    } else if (at.copy) {
        StoreNumbers(tag, RoundTo(tag, after, to.copy), at.copy.bf16() + i);
    }
    auto is_update = hn::Not(hn::Eq(change, hn::Zero(tag)));  // NaN is one as well (Ne is ordered)
    if constexpr (subnormal) is_update = hn::Or(is_update, lost_change);
    lanes.nonzero = PlusOneIf(du, lanes.nonzero, hn::RebindMask(du, is_update));
    lanes.lost = PlusOneIf(du, lanes.lost, hn::RebindMask(du, hn::And(is_update, hn::Eq(before, after))));
}

/// Elements begin to end, a multiple of the lanes.
template <bool adam, bool buffer, bool decays, bool inspect, bool narrow, class D>
void UpdateRange(D tag, std::int64_t begin, std::int64_t end, const UpdateArrays& arrays, const UpdateScalars& scalars,
                 const UpdateGrids& grids, UpdateFound& found) {
    // copies stay in registers; for all the compiler knows the numbers may lie in the arguments' memory
    const UpdateArrays at = arrays;
    const UpdateScalars s = scalars;
    const UpdateGrids to = grids;
    const auto step = static_cast<std::int64_t>(hn::Lanes(tag));
    const hn::RebindToUnsigned<D> du;
    UpdateLanes<hn::Vec<decltype(du)>> lanes{hn::Zero(du), hn::Zero(du), hn::Zero(du)};
    for (std::int64_t block = begin; block < end; block += tally_block) {  // as watched steps call for them
        const std::int64_t stop = std::min(end, block + tally_block);
        std::conditional_t<inspect, Squares<D>, NoSquares<D>> squares;
        if (!narrow && MeetsSubnormal<adam>(tag, at, block, stop - block, s, to))
            for (std::int64_t i = block; i < stop; i += step)
                UpdateVector<adam, buffer, decays, false, !narrow && can_meet_subnormal<adam, D>>(tag, i, at, s, to,
                                                                                                  lanes, squares);
        else
            for (std::int64_t i = block; i < stop; i += step)
                UpdateVector<adam, buffer, decays, narrow, false>(tag, i, at, s, to, lanes, squares);
        if constexpr (inspect) AddInspected(tag, squares, at.gradient, block, stop, s.inverse, found);
    }
    const bool is_nan = hn::GetLane(hn::MaxOfLanes(du, lanes.largest)) > 0x7F800000u;
    if (is_nan)  // the short way makes something else of it
        for (std::int64_t i = begin; i < end; i += step)
            StoreNumbers(tag, RoundTo(tag, hn::LoadU(tag, at.weight + i), to.copy), at.copy.bf16() + i);
    found.nonzero += TotalOf(du, lanes.nonzero);
    found.lost += TotalOf(du, lanes.lost);
}

template <bool adam, bool buffer, bool decays, bool inspect, bool narrow>
void UpdateAll(const UpdateArrays& at, std::int64_t n, const UpdateScalars& s, const UpdateGrids& grids,
               UpdateFound& found) {
    const hn::ScalableTag<float> d;
    const std::int64_t whole = n - n % static_cast<std::int64_t>(hn::Lanes(d));
    UpdateRange<adam, buffer, decays, inspect, narrow>(d, 0, whole, at, s, grids, found);
    UpdateRange<adam, buffer, decays, inspect, narrow>(hn::CappedTag<float, 1>(), whole, n, at, s, grids, found);
}

/// Of kinds that has_vectors(). `inspect`: found's norm and nonfinite, too.
void Update(const UpdateArrays& at, std::int64_t n, const UpdateScalars& s, const UpdateGrids& grids, bool inspect,
            UpdateFound& found) {
    const auto run = [&](auto inspects, auto with_decay, auto narrows) HWY_ATTR {
        constexpr bool with = decltype(inspects)::value, decays = decltype(with_decay)::value;
        constexpr bool narrow = decltype(narrows)::value;
        if (is_adam(s.kind)) return UpdateAll<true, false, decays, with, narrow>(at, n, s, grids, found);
        if (s.momentum_buffer) return UpdateAll<false, true, decays, with, narrow>(at, n, s, grids, found);
        return UpdateAll<false, false, decays, with, narrow>(at, n, s, grids, found);
    };
    constexpr std::true_type yes;
    constexpr std::false_type no;
    if (s.narrow()) return run(no, no, yes);  // leaves_inspection() says no; weight decay is refused
    if (s.weight_decays && s.decays()) return inspect ? run(yes, yes, no) : run(no, yes, no);
    inspect ? run(yes, no, no) : run(no, no, no);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Inspect);
HWY_EXPORT(Update);

namespace {

/// What every part of the threads' work found in every parameter. It lies in scratch, until the next that asks for
/// partial sums: an unwatched step allocates nothing here.
class FoundByPart {
  public:
    FoundByPart(Scratch& scratch, std::size_t parameters)
        : parameters_(parameters),
          found_(scratch.of<UpdateFound>(ScratchUse::partials, static_cast<std::int64_t>(parts_ * parameters))) {
        if (!scratch.rehearsed()) std::uninitialized_value_construct_n(found_, parts_ * parameters);
    }
    UpdateFound& at(std::size_t parameter, int part) {
        return found_[static_cast<std::size_t>(part) * parameters_ + parameter];
    }
    UpdateFound sum_of(std::size_t parameter) const {
        UpdateFound sum;
        for (std::size_t part = 0; part < parts_; ++part) sum += found_[part * parameters_ + parameter];
        return sum;
    }

  private:
    const std::size_t parts_ = static_cast<std::size_t>(max_parts()), parameters_;
    UpdateFound* const found_;
};

std::int64_t elements_of(const ParameterView& p) {
    return p.gradient.size();
}

/// Fills the parameters' metrics and the state from what was found in the gradients.
void store_inspection(std::span<const ParameterView> parameters, const FoundByPart& found, StepState& state) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const ParameterView& p = parameters[i];
        const UpdateFound all = found.sum_of(i);
        p.metrics->norm_squared = all.norm_squared;
        p.metrics->nonfinite = all.nonfinite;
        if (p.metrics->nonfinite > 0) state.found_inf = 1;
        state.norm_squared += p.metrics->norm_squared;
    }
}

}  // namespace

void CpuKernels::inspect_gradients(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                                   const ScalerSettings* scaler, StepState* state) {
    FoundByPart found(scratch_, parameters.size());
    if (scratch_.rehearsed()) return;
    state->found_inf = 0;
    state->norm_squared = 0;
    state->scale_used = state->scaler.scale;
    if (leaves_inspection(optimizer, scaler)) return;  // update_parameters() reads the gradients anyway
    const float inverse = inverse_of(state->scaler.scale);
    parallel_for_each(parameters, elements_of, tally_block, 32768,
                      [&](std::size_t i, std::int64_t begin, std::int64_t end, int part) {
                          HWY_DYNAMIC_DISPATCH(Inspect)
                          (parameters[i].gradient.f32() + begin, end - begin, inverse, found.at(i, part));
                      });
    store_inspection(parameters, found, *state);
}

namespace {

UpdateScalars scalars_of(const OptimizerSettings& optimizer, const StepState& state) {
    UpdateScalars s(update_factors(optimizer, state.scaler.scale, state.norm_squared, state.scaler.optimizer_step));
    if (is_adam(optimizer.kind))
        s.still_units = static_cast<std::int32_t>(std::fmin(0.5 / static_cast<double>(s.one_minus_beta1), 0x1p22));
    s.inverse_root_correction = 1 / s.root_correction;
    return s;
}

bool rounds_stochastically(const ParameterView& p) {
    return p.weight_rounding == Rounding::stochastic && !(p.weight_format == fp32);
}

/// Stochastic rounding of n stored weights from element i on: the vector pass leaves the FP32 result (and has counted
/// the updates that were lost to FP32 already), this rounds it.
void round_stochastically(const ParameterView& p, std::int64_t i, std::int64_t n, const float* before,
                          UpdateFound& found) {
    for (std::int64_t k = 0; k < n; ++k) {
        float& w = p.weight.f32()[i + k];
        const bool changed = w != before[k];
        w = round_to(w, p.weight_format, Rounding::stochastic, p.random.bits(static_cast<std::uint64_t>(i + k)));
        if (changed && w == before[k]) ++found.lost;
    }
}

/// What a monitored step counts of one parameter.
struct ParameterCounts {
    std::vector<UpdateCounts> updates;  ///< by part; empty where they are not asked for
    std::optional<PieceCast> weights;   ///< where they are

    void begin(const ParameterView& p) {
        if (p.updates) updates.resize(static_cast<std::size_t>(max_parts()));
        if (p.copy.histogram) weights.emplace(Numbers(), cast_of(p.copy));
    }
    void add_to(const ParameterView& p) {
        if (weights) weights->finish();
        for (const UpdateCounts& part : updates) *p.updates += part;
    }
};

/// The update of one parameter's elements begin to end by one thread; `counts` null where nothing is counted.
void update_piece(const ParameterView& p, std::int64_t begin, std::int64_t end, int part, UpdateScalars scalars,
                  bool inspect, ParameterCounts* counts, UpdateFound& found) {
    const bool stochastic = rounds_stochastically(p);
    const UpdateGrids grids{RoundParams(stochastic ? fp32 : p.weight_format, Rounding::nearest_even),
                            RoundParams(p.state_format, Rounding::nearest_even),
                            RoundParams(p.copy.format, p.copy.rounding),
                            RoundParams(scalars.format, Rounding::nearest_even)};
    scalars.momentum_buffer = static_cast<bool>(p.first_moment);
    scalars.weight_decays = p.decays;
    const bool decays = p.decays && scalars.decays();
    UpdateArrays arrays(p);
    if (stochastic) arrays.copy = {};  // of the weight as it will be rounded
    const auto update = [&](const UpdateArrays& at, std::int64_t n) {
        if (has_vectors(scalars.kind))
            HWY_DYNAMIC_DISPATCH(Update)(at, n, scalars, grids, inspect, found);
        else
            update_one_by_one(p, at, n, scalars, stochastic ? fp32 : p.weight_format, found);
    };
    if (!counts && !stochastic) return update(arrays.from(begin), end - begin);
    std::optional<PieceCast::Part> weights;
    if (counts && counts->weights) weights.emplace(*counts->weights, part);
    std::optional<UpdateTally> tally;
    if (counts && !counts->updates.empty()) tally.emplace();
    for (std::int64_t i = begin; i < end; i += tally_block) {  // a block is counted while it is in the cache
        const std::int64_t n = std::min(tally_block, end - i);
        std::array<float, tally_block> old, change;
        UpdateArrays block = arrays.from(i);
        block.change = change.data();
        block.before = old.data();
        const std::uint64_t lost = found.lost;
        update(block, n);
        if (weights) weights->count(old.data(), i, n);
        if (tally)
            tally_updates(old.data(), change.data(), n, p.operand_format, stochastic ? fp32 : p.weight_format,
                          decays ? std::nullopt : std::optional(found.lost - lost), *tally);
        if (stochastic) round_stochastically(p, i, n, old.data(), found);
    }
    if (tally) tally->add_to(counts->updates[static_cast<std::size_t>(part)]);
}

}  // namespace

void CpuKernels::update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                                   const ScalerSettings* scaler, StepState* state) {
    FoundByPart found(scratch_, parameters.size());
    if (scratch_.rehearsed()) return;
    if (optimizer->kind == OptimizerSettings::Kind::phase_change)
        return program_devices(parameters, *optimizer, *state);
    for (const ParameterView& p : parameters) p.metrics->updates_nonzero = p.metrics->updates_lost = 0;
    if (state->found_inf && skips_nonfinite(*scaler)) {
        count_weights(parameters);
        return;
    }
    const bool inspect = leaves_inspection(optimizer, scaler);
    const bool counted = std::ranges::any_of(parameters, [](const auto& p) { return p.updates || p.copy.histogram; });
    std::vector<ParameterCounts> counts(counted ? parameters.size() : 0);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i].begin(parameters[i]);
    const UpdateScalars scalars = scalars_of(*optimizer, *state);
    parallel_for_each(parameters, elements_of, tally_block, 16384,
                      [&](std::size_t i, std::int64_t begin, std::int64_t end, int part) {
                          update_piece(parameters[i], begin, end, part, scalars, inspect,
                                       counted ? &counts[i] : nullptr, found.at(i, part));
                      });
    if (inspect) store_inspection(parameters, found, *state);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const ParameterView& p = parameters[i];
        const UpdateFound all = found.sum_of(i);
        p.metrics->updates_nonzero = all.nonzero;
        p.metrics->updates_lost = all.lost;
        if (counted) counts[i].add_to(p);
    }
    for (const ParameterView& p : parameters) {
        if (!rounds_stochastically(p) || !p.copy.tensor) continue;
        Cast cast = cast_of(p.copy);
        cast.histogram = nullptr;  // this step's are counted already
        round_copy(p.weight, p.copy.tensor, cast);
    }
}

void CpuKernels::finish_step(const ScalerSettings* scaler, StepState* state) {
    if (scratch_.rehearsed()) return;
    state->skipped = state->found_inf && skips_nonfinite(*scaler) ? 1 : 0;
    update_scale(*scaler, state->scaler, state->found_inf != 0);
}

}  // namespace mantissa
#endif
