// SPDX-License-Identifier: Apache-2.0
// The optimizers' rules for one number, once for reference, CUDA and trace: SGD with momentum and Adam as torch.optim
// computes them for single tensors (torch/optim/sgd.py, torch/optim/adam.py; foreach and fused off), in FP32 or on
// tensors of a narrower format. The CPU's vector code has loops of its own, which the tests hold against this.
//
// Narrow arithmetic is that of model.half() or model.bfloat16() on a processor: each tensor operation computes in FP32
// and rounds its result, so that lerp_, mul_, addcmul_, sqrt, div, add_ and addcdiv_ round once each. Numbers that
// multiply (1 - beta, beta2, the step size, momentum) stay FP32; those that are added or multiply what is added
// (epsilon, SGD's learning rate) are rounded first: epsilon 1e-8 is 0 in FP16. PyTorch does it so where it has no fused
// multiply-add (ATEN_CPU_CAPABILITY=default); with it one number in some ten thousand is rounded to its neighbour, and
// SGD's lr * g is not rounded before it is subtracted. The norm that clips is not rounded, its factor is.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/backend/kernels.h"
#include "engine/base/both.h"
#include "engine/precision/rounding.h"

namespace mantissa {

/// What an update multiplies with: the same for all numbers of a step.
struct UpdateFactors {
    OptimizerSettings::Kind kind = OptimizerSettings::Kind::sgd;
    float inverse = 1, clip = 1, lr = 0, momentum = 0;
    // Adam's
    float beta2 = 0, one_minus_beta1 = 0, one_minus_beta2 = 0, step_size = 0, root_correction = 1, epsilon = 0;
    FloatFormat format = fp32;  ///< of every intermediate result

    MANTISSA_BOTH bool narrow() const noexcept { return !(format == fp32); }
};

/// For gradients that contain `scale` and whose unscaled squares sum to `norm_squared`, after `updates` updates.
MANTISSA_BOTH inline UpdateFactors update_factors(const OptimizerSettings& optimizer, float scale, double norm_squared,
                                                  std::uint32_t updates) noexcept {
    UpdateFactors f;
    f.kind = optimizer.kind;
    f.inverse = inverse_of(scale);
    f.clip = clip_factor(optimizer.clip_norm, ::sqrt(norm_squared));
    f.lr = static_cast<float>(optimizer.lr);
    switch (optimizer.kind) {
        case OptimizerSettings::Kind::sgd:
            f.momentum = static_cast<float>(optimizer.momentum);
            break;
        case OptimizerSettings::Kind::phase_change:
            break;
        case OptimizerSettings::Kind::adam: {
            const double t = static_cast<double>(updates) + 1;
            f.beta2 = static_cast<float>(optimizer.beta2);
            f.one_minus_beta1 = static_cast<float>(1 - optimizer.beta1);
            f.one_minus_beta2 = static_cast<float>(1 - optimizer.beta2);
            f.step_size = static_cast<float>(optimizer.lr / (1 - ::pow(optimizer.beta1, t)));
            f.root_correction = static_cast<float>(::sqrt(1 - ::pow(optimizer.beta2, t)));
            f.epsilon = static_cast<float>(optimizer.epsilon);
            break;
        }
    }
    if (optimizer.kind != OptimizerSettings::Kind::phase_change && !(optimizer.arithmetic == fp32)) {
        f.format = optimizer.arithmetic;
        for (float* scalar : {&f.clip, &f.lr, &f.epsilon}) *scalar = round_to(*scalar, f.format);
    }
    return f;
}

/// The unscaled and clipped gradient that `scaled` is.
MANTISSA_BOTH inline float gradient_of(const UpdateFactors& f, float scaled) noexcept {
    if (!f.narrow()) return scaled * f.inverse * f.clip;
    return round_to(round_to(scaled * f.inverse, f.format) * f.clip, f.format);
}

/// change_of() in narrow arithmetic.
MANTISSA_BOTH inline float narrow_change_of(const UpdateFactors& f, bool has_buffer, float g, float& first,
                                            float& second) noexcept {
    const auto grid = [&f](float x) { return round_to(x, f.format); };
    if (f.kind != OptimizerSettings::Kind::adam) {
        if (has_buffer) g = first = grid(grid(first * f.momentum) + g);
        return grid(f.lr * g);
    }
    first = grid(first + (g - first) * f.one_minus_beta1);
    second = grid(grid(second * f.beta2) + f.one_minus_beta2 * g * g);
    const float denominator = grid(grid(grid(::sqrtf(second)) / f.root_correction) + f.epsilon);
    return f.step_size * first / denominator;  // of addcdiv_, which rounds the weight
}

/// What is subtracted from a weight whose unscaled, clipped gradient is `g`; its moments move on, not yet rounded.
/// `first`: Adam's m, or SGD's momentum buffer where `has_buffer`; `second`: Adam's v.
MANTISSA_BOTH inline float change_of(const UpdateFactors& f, bool has_buffer, float g, float& first,
                                     float& second) noexcept {
    if (f.narrow()) return narrow_change_of(f, has_buffer, g, first, second);
    switch (f.kind) {
        case OptimizerSettings::Kind::sgd:
            if (!has_buffer) return f.lr * g;
            first = first * f.momentum + g;
            return f.lr * first;
        case OptimizerSettings::Kind::phase_change:  // then phase_change::program_pair()
            return f.lr * g;
        case OptimizerSettings::Kind::adam:
            first = first + (g - first) * f.one_minus_beta1;
            second = second * f.beta2 + g * g * f.one_minus_beta2;
            return f.step_size * (first / (::sqrtf(second) / f.root_correction + f.epsilon));
    }
    return 0;
}

/// "SGD", "Adam", "SGD, phase-change devices".
constexpr const char* name_of(OptimizerSettings::Kind kind) noexcept {
    switch (kind) {
        case OptimizerSettings::Kind::sgd:
            return "SGD";
        case OptimizerSettings::Kind::adam:
            return "Adam";
        case OptimizerSettings::Kind::phase_change:
            return "SGD, phase-change devices";
    }
    return "?";
}

namespace phase_change {

/// What makes an update of conductances of a gradient that still contains the loss scale.
inline float factor_of(const UpdateFactors& f) noexcept {
    return f.lr * f.inverse * f.clip / weight_of_microsiemens;
}

/// Counts a monitored step's updates, before they are made.
inline void count_updates(const ParameterView& p, float factor) noexcept {
    if (!p.updates) return;
    for (std::int64_t i = 0; i < p.weight.size(); ++i)
        count_update(p.weight.f32()[i], p.gradient.f32()[i] * factor * weight_of_microsiemens, p.operand_format,
                     *p.updates);
}

/// Of the step with this number.
inline Programming programming_of(const OptimizerSettings& optimizer, std::uint32_t step) noexcept {
    return {step, static_cast<float>(optimizer.device_seconds), optimizer.gather_updates};
}

}  // namespace phase_change

}  // namespace mantissa
