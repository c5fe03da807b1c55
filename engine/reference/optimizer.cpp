// SPDX-License-Identifier: Apache-2.0
// Unscale, inspect, clip, update.
#include <cmath>

#include "engine/backend/optimizer_rule.h"
#include "engine/precision/rounding.h"
#include "engine/reference/reference_kernels.h"

namespace mantissa {

void ReferenceKernels::inspect_gradients(std::span<const ParameterView> parameters, const OptimizerSettings*,
                                         const ScalerSettings*, StepState* state) {
    state->found_inf = 0;
    state->norm_squared = 0;
    state->scale_used = state->scaler.scale;
    const float inverse = inverse_of(state->scaler.scale);
    for (const ParameterView& p : parameters) {
        p.metrics->nonfinite = 0;
        p.metrics->norm_squared = 0;
        for (std::int64_t i = 0; i < p.gradient.size(); ++i) {
            const float unscaled = p.gradient.f32()[i] * inverse;
            if (!std::isfinite(p.gradient.f32()[i]) || !std::isfinite(unscaled)) ++p.metrics->nonfinite;
            p.metrics->norm_squared += static_cast<double>(unscaled) * static_cast<double>(unscaled);
        }
        if (p.metrics->nonfinite > 0) state->found_inf = 1;
        state->norm_squared += p.metrics->norm_squared;
    }
}

void ReferenceKernels::update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* settings,
                                         const ScalerSettings* scaler, StepState* state) {
    count_weights(parameters);
    for (const ParameterView& p : parameters) p.metrics->updates_nonzero = p.metrics->updates_lost = 0;
    if (state->found_inf && skips_nonfinite(*scaler)) return;

    if (settings->kind == OptimizerSettings::Kind::phase_change) return program_devices(parameters, *settings, *state);
    const UpdateFactors factors =
        update_factors(*settings, state->scaler.scale, state->norm_squared, state->scaler.optimizer_step);
    for (const ParameterView& p : parameters)
        for (std::int64_t i = 0; i < p.weight.size(); ++i) {
            const float g = p.gradient.f32()[i] * factors.inverse * factors.clip;
            float& w = p.weight.f32()[i];
            const float before = w;
            float first = p.first_moment ? p.first_moment.f32()[i] : 0.0f;
            float second = p.second_moment ? p.second_moment.f32()[i] : 0.0f;
            const WeightUpdate update =
                update_of(factors, static_cast<bool>(p.first_moment), p.decays, before, g, first, second);
            if (p.first_moment) p.first_moment.f32()[i] = round_to(first, p.state_format);
            if (p.second_moment) p.second_moment.f32()[i] = round_to(second, p.state_format);
            if (p.updates) count_update(before, update.all, p.operand_format, *p.updates);
            const std::uint32_t random =
                p.weight_rounding == Rounding::stochastic ? p.random.bits(static_cast<std::uint64_t>(i)) : 0;
            w = round_to(update.from - update.change, p.weight_format, p.weight_rounding, random);
            if (p.copy.tensor) p.copy.tensor.f32()[i] = round_to(w, p.copy.format, p.copy.rounding);
            if (update.all != 0) {
                ++p.metrics->updates_nonzero;
                if (w == before) ++p.metrics->updates_lost;
            }
        }
}

void ReferenceKernels::finish_step(const ScalerSettings* scaler, StepState* state) {
    state->skipped = state->found_inf && skips_nonfinite(*scaler) ? 1 : 0;
    update_scale(*scaler, state->scaler, state->found_inf != 0);
}

}  // namespace mantissa
