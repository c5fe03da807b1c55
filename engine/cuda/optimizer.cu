// SPDX-License-Identifier: Apache-2.0
// Unscale, inspect, clip, update: every parameter in one launch, the weight and its working copy in the same pass. SGD
// with momentum and Adam as torch.optim computes them for single tensors, in FP32. Scale, step count and everything
// that follows from them are read on the card.
#include <cmath>

#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/update_tally.h"

namespace mantissa::cuda {
namespace {

/// A ParameterView as the kernels need it, and the threads that work on it.
struct Slot {
    Numbers weight, gradient, first, second, copy;
    std::int64_t size = 0, begin = 0, lanes = 0;  ///< its threads are begin to begin + lanes
    Rounder weight_round, state_round, copy_round, operand_round;
    FloatFormat operand;
    RandomKey random;
    ParameterMetrics* metrics = nullptr;
    UpdateCounts* updates = nullptr;

    Slot() = default;
    Slot(const ParameterView& p, std::int64_t first_lane)
        : weight(p.weight),
          gradient(p.gradient),
          first(p.first_moment),
          second(p.second_moment),
          copy(p.copy.tensor),
          size(p.weight.size()),
          begin(first_lane),
          lanes(summing_lanes(size)),
          weight_round(p.weight_format, p.weight_rounding),
          state_round(p.state_format, Rounding::nearest_even),
          copy_round(p.copy.format, p.copy.rounding),
          operand_round(p.operand_format, Rounding::nearest_even),
          operand(p.operand_format),
          random(p.random),
          metrics(p.metrics),
          updates(p.updates) {}
};

/// As many parameters as fit into a kernel's argument, which may have 4 KiB.
struct Slots {
    static constexpr int capacity = 10;

    Slot slot[capacity];
    int count = 0;
    std::int64_t lanes = 0;

    explicit Slots(std::span<const ParameterView> parameters) {
        for (const ParameterView& p : parameters) {
            slot[count] = Slot(p, lanes);
            lanes += slot[count++].lanes;
        }
    }
    MANTISSA_BOTH const Slot& of(std::int64_t lane) const {
        int i = 0;
        while (i + 1 < count && lane >= slot[i + 1].begin) ++i;
        return slot[i];
    }
};
static_assert(sizeof(Slots) <= 4000, "a kernel's argument holds 4 KiB, with a few pointers beside this");

/// Calls f with at most Slots::capacity parameters at a time, and whether they are the first.
template <class F>
void in_slots(std::span<const ParameterView> parameters, const F& f) {
    for (std::size_t begin = 0; begin < parameters.size(); begin += Slots::capacity)
        f(Slots(parameters.subspan(begin, std::min<std::size_t>(Slots::capacity, parameters.size() - begin))),
          begin == 0);
}

/// The settings as an update needs them, read on the card: they may change while its launches stay the same.
struct Constants {
    bool adam;
    float lr, momentum, beta2, one_minus_beta1, one_minus_beta2, epsilon;

    MANTISSA_BOTH explicit Constants(const OptimizerSettings& o)
        : adam(o.kind == OptimizerSettings::Kind::adam),
          lr(static_cast<float>(o.lr)),
          momentum(static_cast<float>(o.momentum)),
          beta2(static_cast<float>(o.beta2)),
          one_minus_beta1(static_cast<float>(1 - o.beta1)),
          one_minus_beta2(static_cast<float>(1 - o.beta2)),
          epsilon(static_cast<float>(o.epsilon)) {}
};

/// What an update multiplies with, computed once by one thread.
struct Factors {
    Constants constants;
    float inverse, clip, step_size, root_correction;
    std::uint32_t skip;
};

MANTISSA_BOTH inline float inverse_of(float scale) {
    return static_cast<float>(1.0 / static_cast<double>(scale));
}

MANTISSA_BOTH inline Factors factors_of(const OptimizerSettings& o, const ScalerSettings& scaler,
                                        const StepState& state) {
    const bool skip = state.found_inf && scaler.kind != ScalingKind::none;
    Factors f{Constants(o), inverse_of(state.scaler.scale), 1.0f, 0.0f, 0.0f, skip ? 1u : 0u};
    f.clip = clip_factor(o.clip_norm, ::sqrt(state.norm_squared));
    if (o.kind == OptimizerSettings::Kind::adam) {
        const double t = static_cast<double>(state.scaler.optimizer_step) + 1;
        f.step_size = static_cast<float>(o.lr / (1 - ::pow(o.beta1, t)));
        f.root_correction = static_cast<float>(::sqrt(1 - ::pow(o.beta2, t)));
    }
    return f;
}

/// What is subtracted from weight i; the moments move on.
MANTISSA_BOTH inline float change_of(const Slot& p, std::int64_t i, const Factors& f) {
    const Constants& o = f.constants;
    const float g = p.gradient.get(i) * f.inverse * f.clip;
    if (o.adam) {
        float m = p.first.get(i), v = p.second.get(i);
        m = m + (g - m) * o.one_minus_beta1;
        v = v * o.beta2 + g * g * o.one_minus_beta2;
        const float change = f.step_size * (m / (::sqrtf(v) / f.root_correction + o.epsilon));
        p.first.set(i, p.state_round(m));
        p.second.set(i, p.state_round(v));
        return change;
    }
    if (!p.first.data) return o.lr * g;
    const float buffer = p.first.get(i) * o.momentum + g;
    p.first.set(i, p.state_round(buffer));
    return o.lr * buffer;
}

/// Inspects as many parameters as one launch takes.
void inspect(Stream stream, Scratch& scratch, const Slots& slots, bool is_first, StepState* state) {
    const std::int64_t lanes = slots.lanes;
    double* partials = scratch.of<double>(ScratchUse::partials, static_cast<std::size_t>(2 * lanes));
    for_each(stream, lanes, [=] MANTISSA_KERNEL(std::int64_t lane) {
        const Slot& p = slots.of(lane);
        const float inverse = inverse_of(state->scaler.scale);
        double norm = 0;
        std::uint32_t nonfinite = 0;
        for (std::int64_t i = lane - p.begin; i < p.size; i += p.lanes) {
            const float scaled = p.gradient.get(i), unscaled = scaled * inverse;
            if (!is_finite(scaled) || !is_finite(unscaled)) ++nonfinite;
            norm += static_cast<double>(unscaled) * static_cast<double>(unscaled);
        }
        partials[lane] = norm;
        partials[lanes + lane] = nonfinite;  // exact, and nothing needs to be zeroed first
    });
    const int count = slots.count;
    fold(
        stream, scratch, partials, 2 * count,
        [=] MANTISSA_KERNEL(std::int64_t column) {
            const Slot& p = slots.slot[column % count];
            return Segment{p.begin + (column >= count ? lanes : 0), p.lanes};
        },
        [=] MANTISSA_KERNEL(std::int64_t column, double sum) {
            ParameterMetrics& metrics = *slots.slot[column % count].metrics;
            if (column < count)
                metrics.norm_squared = sum;
            else
                metrics.nonfinite = static_cast<std::uint64_t>(sum);
        });
    for_each(stream, 1, [=] MANTISSA_KERNEL(std::int64_t) {
        if (is_first) {
            state->found_inf = 0;
            state->norm_squared = 0;
            state->scale_used = state->scaler.scale;
        }
        for (int i = 0; i < count; ++i) {
            if (slots.slot[i].metrics->nonfinite > 0) state->found_inf = 1;
            state->norm_squared += slots.slot[i].metrics->norm_squared;
        }
    });
}

void update(Stream stream, Scratch& scratch, const Slots& slots, const OptimizerSettings* optimizer,
            const ScalerSettings* scaler, const StepState* state) {
    const std::int64_t lanes = slots.lanes;
    const int count = slots.count;
    bool monitored = false;
    for (int i = 0; i < count; ++i) monitored = monitored || slots.slot[i].updates;
    auto* factors = scratch.of<Factors>(ScratchUse::scalars, 1);
    double* partials = monitored ? scratch.of<double>(ScratchUse::partials, static_cast<std::size_t>(lanes)) : nullptr;

    for_each(stream, count, [=] MANTISSA_KERNEL(std::int64_t i) {
        slots.slot[i].metrics->updates_nonzero = slots.slot[i].metrics->updates_lost = 0;
        if (i == 0) *factors = factors_of(*optimizer, *scaler, *state);
    });
    for_each(stream, lanes, [=] MANTISSA_KERNEL(std::int64_t lane) {
        const Factors f = *factors;
        if (partials) partials[lane] = 0;
        if (f.skip) return;
        const Slot& p = slots.of(lane);
        UpdateTally tally;
        std::uint32_t nonzero = 0, lost = 0;
        for (std::int64_t i = lane - p.begin; i < p.size; i += p.lanes) {
            const float change = change_of(p, i, f), before = p.weight.get(i);
            if (p.updates) tally.count(before, change, p.operand, p.operand_round, *p.updates);
            const std::uint32_t bits = p.weight_round.is_random() ? p.random.bits(static_cast<std::uint64_t>(i)) : 0;
            const float after = p.weight_round(before - change, bits);
            p.weight.set(i, after);
            if (p.copy.data) p.copy.set(i, p.copy_round(after));
            if (change != 0) {
                ++nonzero;
                if (after == before) ++lost;
            }
        }
        add_to(&p.metrics->updates_nonzero, nonzero);
        add_to(&p.metrics->updates_lost, lost);
        if (p.updates) partials[lane] = tally.close(*p.updates);
    });
    if (!monitored) return;
    fold(
        stream, scratch, partials, count,
        [=] MANTISSA_KERNEL(std::int64_t column) {
            return Segment{slots.slot[column].begin, slots.slot[column].lanes};
        },
        [=] MANTISSA_KERNEL(std::int64_t column, double sum) {
            UpdateCounts* updates = slots.slot[column].updates;
            if (updates) updates->magnitude.norm_squared += sum;
        });
}

}  // namespace

void CudaKernels::inspect_gradients(std::span<const ParameterView> parameters, const OptimizerSettings*,
                                    const ScalerSettings*, StepState* state) {
    in_slots(parameters, [&](const Slots& slots, bool first) { inspect(stream_, scratch_, slots, first, state); });
}

void CudaKernels::update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                                    const ScalerSettings* scaler, StepState* state) {
    count_weights(parameters);
    in_slots(parameters, [&](const Slots& slots, bool) { update(stream_, scratch_, slots, optimizer, scaler, state); });
}

void CudaKernels::finish_step(const ScalerSettings* scaler, StepState* state) {
    // update_scale() of engine/precision/loss_scaler.cpp, on the card's copy of the state
    for_each(stream_, 1, [=] MANTISSA_KERNEL(std::int64_t) {
        const ScalerSettings settings = *scaler;
        ScalerState& s = state->scaler;
        const bool found = state->found_inf != 0, skip = found && settings.kind != ScalingKind::none;
        state->skipped = skip ? 1 : 0;
        if (skip)
            ++s.skipped;
        else
            ++s.optimizer_step;
        if (settings.kind != ScalingKind::dynamic) return;
        if (found) {
            const float before = s.scale;
            s.scale = static_cast<float>(static_cast<double>(before) * settings.backoff_factor);
            if (settings.min_scale > 0 && s.scale < settings.min_scale)
                s.scale = settings.min_scale < before ? settings.min_scale : before;
            s.tracker = 0;
        } else if (++s.tracker >= settings.growth_interval) {
            float grown = static_cast<float>(static_cast<double>(s.scale) * settings.growth_factor);
            if (settings.max_scale > 0 && grown > settings.max_scale) grown = settings.max_scale;
            if (is_finite(grown)) s.scale = grown;
            s.tracker = 0;
        }
    });
}

}  // namespace mantissa::cuda
