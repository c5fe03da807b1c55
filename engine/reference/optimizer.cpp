// SPDX-License-Identifier: Apache-2.0
// Unscale, inspect, clip, update. SGD with momentum and Adam as torch.optim computes them for single tensors
// (torch/optim/sgd.py, torch/optim/adam.py), in FP32.
#include <cmath>

#include "engine/precision/rounding.h"
#include "engine/reference/reference_kernels.h"

namespace mantissa {

void ReferenceKernels::inspect_gradients(std::span<const ParameterView> parameters, const OptimizerSettings*,
                                         const ScalerSettings*, StepState* state) {
    state->found_inf = 0;
    state->norm_squared = 0;
    state->scale_used = state->scaler.scale;
    const float inverse = static_cast<float>(1.0 / static_cast<double>(state->scaler.scale));
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
    if (state->found_inf && scaler->kind != ScalingKind::none) return;

    const OptimizerSettings& optimizer = *settings;
    const float inverse = static_cast<float>(1.0 / static_cast<double>(state->scaler.scale));
    const float clip = clip_factor(optimizer.clip_norm, std::sqrt(state->norm_squared));
    const double t = static_cast<double>(state->scaler.optimizer_step) + 1;
    const float beta2 = static_cast<float>(optimizer.beta2);
    const float one_minus_beta1 = static_cast<float>(1 - optimizer.beta1);
    const float one_minus_beta2 = static_cast<float>(1 - optimizer.beta2);
    const float step_size = static_cast<float>(optimizer.lr / (1 - std::pow(optimizer.beta1, t)));
    const float root_correction = static_cast<float>(std::sqrt(1 - std::pow(optimizer.beta2, t)));
    const float lr = static_cast<float>(optimizer.lr), epsilon = static_cast<float>(optimizer.epsilon);
    const float momentum = static_cast<float>(optimizer.momentum);

    for (const ParameterView& p : parameters)
        for (std::int64_t i = 0; i < p.weight.size(); ++i) {
            const float g = p.gradient.f32()[i] * inverse * clip;
            float change = 0;
            if (optimizer.kind == OptimizerSettings::Kind::adam) {
                float& m = p.first_moment.f32()[i];
                float& v = p.second_moment.f32()[i];
                m = m + (g - m) * one_minus_beta1;
                v = v * beta2 + g * g * one_minus_beta2;
                change = step_size * (m / (std::sqrt(v) / root_correction + epsilon));
                m = round_to(m, p.state_format);
                v = round_to(v, p.state_format);
            } else if (p.first_moment) {
                float& buffer = p.first_moment.f32()[i];
                buffer = buffer * momentum + g;
                change = lr * buffer;
                buffer = round_to(buffer, p.state_format);
            } else {
                change = lr * g;
            }
            float& w = p.weight.f32()[i];
            const float before = w;
            if (p.updates) count_update(before, change, p.operand_format, *p.updates);
            const std::uint32_t random =
                p.weight_rounding == Rounding::stochastic ? p.random.bits(static_cast<std::uint64_t>(i)) : 0;
            w = round_to(before - change, p.weight_format, p.weight_rounding, random);
            if (p.copy.tensor) p.copy.tensor.f32()[i] = round_to(w, p.copy.format, p.copy.rounding);
            if (change != 0) {
                ++p.metrics->updates_nonzero;
                if (w == before) ++p.metrics->updates_lost;
            }
        }
}

void ReferenceKernels::finish_step(const ScalerSettings* scaler, StepState* state) {
    state->skipped = state->found_inf && scaler->kind != ScalingKind::none ? 1 : 0;
    update_scale(*scaler, state->scaler, state->found_inf != 0);
}

}  // namespace mantissa
