// SPDX-License-Identifier: Apache-2.0
// Unscale, inspect, clip, update: every parameter in one launch, the weight and its working copy in the same pass.
// Scale, step count and everything that follows from them are read on the card.
#include "engine/backend/optimizer_rule.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/update_tally.h"

namespace mantissa::cuda {
namespace {

/// A ParameterView as the kernels need it, and the blocks of threads that work on it.
struct Slot {
    Numbers weight, gradient, first, second, copy;
    std::int64_t size = 0, begin = 0, blocks = 0;  ///< its blocks are begin to begin + blocks
    Rounder weight_round, state_round, copy_round, operand_round;
    FloatFormat operand;
    RandomKey random;
    ParameterMetrics* metrics = nullptr;
    UpdateCounts* updates = nullptr;
    bool decays = false;

    Slot() = default;
    Slot(const ParameterView& p, std::int64_t first_block)
        : weight(p.weight),
          gradient(p.gradient),
          first(p.first_moment),
          second(p.second_moment),
          copy(p.copy.tensor),
          size(p.weight.size()),
          begin(first_block),
          blocks(summing_blocks(size)),
          weight_round(p.weight_format, p.weight_rounding),
          state_round(p.state_format, Rounding::nearest_even),
          copy_round(p.copy.format, p.copy.rounding),
          operand_round(p.operand_format, Rounding::nearest_even),
          operand(p.operand_format),
          random(p.random),
          metrics(p.metrics),
          updates(p.updates),
          decays(p.decays) {}

    /// f(i) for the elements of a thread of a block.
    template <class F>
    MANTISSA_KERNEL void each(std::int64_t block, int thread, const F& f) const {
        const std::int64_t lanes = blocks * threads_per_block;
        for (std::int64_t i = (block - begin) * threads_per_block + thread; i < size; i += lanes) f(i);
    }
};

/// As many parameters as fit into a kernel's argument, which may have 4 KiB.
struct Slots {
    static constexpr int capacity = 10;

    Slot slot[capacity];
    int count = 0;
    std::int64_t blocks = 0;

    explicit Slots(std::span<const ParameterView> parameters) {
        for (const ParameterView& p : parameters) {
            slot[count] = Slot(p, blocks);
            blocks += slot[count++].blocks;
        }
    }
    MANTISSA_BOTH const Slot& of(std::int64_t block) const {
        int i = 0;
        while (i + 1 < count && block >= slot[i + 1].begin) ++i;
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

/// What an update multiplies with, computed once by one thread from settings that are read on the card: they may change
/// while its launches stay the same.
struct Factors {
    UpdateFactors update;
    std::uint32_t skip;
};

/// The update of weight i, which is `before`; the moments move on.
MANTISSA_BOTH inline WeightUpdate update_at(const Slot& p, std::int64_t i, float before, const UpdateFactors& f) {
    const float g = gradient_of(f, p.gradient.get(i));
    float first = p.first.data ? p.first.get(i) : 0.0f, second = p.second.data ? p.second.get(i) : 0.0f;
    const WeightUpdate update = update_of(f, p.first.data != nullptr, p.decays, before, g, first, second);
    if (p.first.data) p.first.set(i, p.state_round(first));
    if (p.second.data) p.second.set(i, p.state_round(second));
    return update;
}

/// Inspects as many parameters as one launch takes.
void inspect(Stream stream, Scratch& scratch, const Slots& slots, bool is_first, StepState* state) {
    const std::int64_t blocks = slots.blocks;
    double* partials = scratch.of<double>(ScratchUse::partials, static_cast<std::size_t>(2 * blocks));
    add_up<threads_per_block, 2>(
        stream, blocks,
        [=] MANTISSA_KERNEL(std::int64_t block, int thread, double* sums) {
            const Slot& p = slots.of(block);
            const float inverse = inverse_of(state->scaler.scale);
            std::uint32_t nonfinite = 0;
            p.each(block, thread, [&](std::int64_t i) {
                const float scaled = p.gradient.get(i), unscaled = scaled * inverse;
                if (!is_finite(scaled) || !is_finite(unscaled)) ++nonfinite;
                sums[0] += static_cast<double>(unscaled) * static_cast<double>(unscaled);
            });
            sums[1] = nonfinite;  // exact, and nothing needs to be zeroed first
        },
        [=] MANTISSA_KERNEL(std::int64_t block, const double* sums) {
            partials[block] = sums[0];
            partials[blocks + block] = sums[1];
        });
    // One block for all parameters: what follows from all of them is found without another launch.
    const int count = slots.count;
    constexpr int most = Slots::capacity;
    add_up<threads_per_block, 2 * most>(
        stream, 1,
        [=] MANTISSA_KERNEL(std::int64_t, int thread, double* sums) {
            for (int c = 0; c < most; ++c) {
                const Slot& p = slots.slot[c];
                if (c < count)
                    for (std::int64_t k = p.begin + thread; k < p.begin + p.blocks; k += threads_per_block) {
                        sums[c] += partials[k];
                        sums[most + c] += partials[blocks + k];
                    }
            }
        },
        [=] MANTISSA_KERNEL(std::int64_t, const double* sums) {
            if (is_first) {
                state->found_inf = 0;
                state->norm_squared = 0;
                state->scale_used = state->scaler.scale;
            }
            for (int c = 0; c < most; ++c) {
                if (c >= count) continue;
                ParameterMetrics& metrics = *slots.slot[c].metrics;
                metrics.norm_squared = sums[c];
                metrics.nonfinite = static_cast<std::uint64_t>(sums[most + c]);
                if (metrics.nonfinite > 0) state->found_inf = 1;
                state->norm_squared += metrics.norm_squared;
            }
        });
}

/// One launch for as many parameters as it takes. `Watched`: whether updates of any of them are counted.
template <bool Watched>
void update_each(Stream stream, const Slots& slots, const Factors* factors, double* partials) {
    tally_up<threads_per_block, 3, Watched ? SharedUpdates::count : 0>(
        stream, slots.blocks,
        [=] MANTISSA_KERNEL(std::int64_t block, int thread, double* sums, std::uint32_t* shared) {
            const Factors f = *factors;
            if (f.skip) return;
            const Slot& p = slots.of(block);
            UpdateTally tally;
            std::uint32_t nonzero = 0, lost = 0;
            p.each(block, thread, [&](std::int64_t i) {
                const float before = p.weight.get(i);
                const WeightUpdate one = update_at(p, i, before, f.update);
                if (Watched && p.updates) tally.count(before, one.all, p.operand, p.operand_round, shared);
                const std::uint32_t bits =
                    p.weight_round.is_random() ? p.random.bits(static_cast<std::uint64_t>(i)) : 0;
                const float after = p.weight_round(one.from - one.change, bits);
                p.weight.set(i, after);
                if (p.copy.data) p.copy.set(i, p.copy_round(after));
                if (one.all != 0) {
                    ++nonzero;
                    if (after == before) ++lost;
                }
            });
            sums[0] = nonzero;  // both exact
            sums[1] = lost;
            if (Watched && p.updates) sums[2] = tally.close(shared);
        },
        [=] MANTISSA_KERNEL(std::int64_t block, int i, std::uint32_t value) {
            SharedUpdates::drain(*slots.of(block).updates, i, value);
        },
        [=] MANTISSA_KERNEL(std::int64_t block, const double* sums) {
            ParameterMetrics& metrics = *slots.of(block).metrics;
            add_to(&metrics.updates_nonzero, static_cast<std::uint32_t>(sums[0]));
            add_to(&metrics.updates_lost, static_cast<std::uint32_t>(sums[1]));
            if (Watched) partials[block] = sums[2];
        });
}

void update(Stream stream, Scratch& scratch, const Slots& slots, const OptimizerSettings* optimizer,
            const ScalerSettings* scaler, const StepState* state) {
    const int count = slots.count;
    bool watched = false;
    for (int i = 0; i < count; ++i) watched = watched || slots.slot[i].updates;
    auto* factors = scratch.of<Factors>(ScratchUse::scalars, 1);

    for_each(stream, count, [=] MANTISSA_KERNEL(std::int64_t i) {
        slots.slot[i].metrics->updates_nonzero = slots.slot[i].metrics->updates_lost = 0;
        if (i != 0) return;
        factors->update =
            update_factors(*optimizer, state->scaler.scale, state->norm_squared, state->scaler.optimizer_step);
        factors->skip = state->found_inf && skips_nonfinite(*scaler) ? 1u : 0u;
    });
    if (!watched) {
        update_each<false>(stream, slots, factors, nullptr);
        return;
    }
    double* partials = scratch.of<double>(ScratchUse::partials, static_cast<std::size_t>(slots.blocks));
    update_each<true>(stream, slots, factors, partials);
    fold(
        stream, partials, count,
        [=] MANTISSA_KERNEL(std::int64_t column) {
            return Segment{slots.slot[column].begin, slots.slot[column].blocks};
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
    for_each(stream_, 1, [=] MANTISSA_KERNEL(std::int64_t) {
        const ScalerSettings settings = *scaler;
        const bool found = state->found_inf != 0;
        state->skipped = found && skips_nonfinite(settings) ? 1 : 0;
        update_scale(settings, state->scaler, found);
    });
}

}  // namespace mantissa::cuda
