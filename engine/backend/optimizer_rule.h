// SPDX-License-Identifier: Apache-2.0
// The optimizers: their settings, and their rules for one number, once for reference, CUDA and trace: SGD with
// momentum, Adam and AdamW as torch.optim computes them for single tensors (torch/optim/sgd.py, torch/optim/adam.py;
// foreach and fused off), in FP32 or on tensors of a narrower format. The CPU's vector code has loops of its own for
// SGD and Adam, which the tests hold against this; of other kinds it takes the rule as it stands.
//
// Narrow arithmetic is that of model.half() or model.bfloat16() on a processor: each tensor operation computes in FP32
// and rounds its result, so that lerp_, mul_, addcmul_, sqrt, div, add_ and addcdiv_ round once each. Numbers that
// multiply (1 - beta, beta2, the step size, momentum) stay FP32; those that are added or multiply what is added
// (epsilon, SGD's learning rate) are rounded first: epsilon 1e-8 is 0 in FP16. PyTorch does it so where it has no fused
// multiply-add (ATEN_CPU_CAPABILITY=default); with it one number in some ten thousand is rounded to its neighbour, and
// SGD's lr * g is not rounded before it is subtracted. The norm that clips is not rounded, its factor is. Weight decay
// is computed in FP32 only: validate() refuses it in narrow arithmetic.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/base/both.h"
#include "engine/precision/float_format.h"
#include "engine/precision/rounding.h"
#include "engine/precision/scaler_rule.h"

namespace mantissa {

/// What the learning rate is multiplied with, by steps that were done before: rises from 0 in `warmup` of them, then is
/// 1, or falls along half a cosine to 0 after `length`: get_constant_schedule_with_warmup() and
/// get_cosine_schedule_with_warmup() of Hugging Face's transformers (src/transformers/optimization.py).
struct LearningRateSchedule {
    bool cosine = false;
    bool skips_advance = true;  ///< skipped steps count; else updates only
    std::uint32_t warmup = 0, length = 0;
    std::uint32_t step = 0;  ///< steps before the present one, skipped ones too
};

struct OptimizerSettings {
    /// With the numbers of the vocabulary's Optimizer (run/config.proto). phase_change: SGD without momentum, whose
    /// updates reach weights that are devices (backend/phase_change.h).
    enum class Kind { sgd = 1, adam = 2, phase_change = 3, adamw = 4 } kind = Kind::sgd;
    double lr = 0.01, momentum = 0, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
    double clip_norm = 0;  ///< 0: no clipping
    /// Of parameters that decay: times the weight it is added to the gradient (L2); AdamW's weight loses it times the
    /// learning rate instead, apart from the gradient.
    double weight_decay = 0;
    LearningRateSchedule schedule;  ///< factor on `lr`
    double device_seconds = 0;      ///< phase-change devices: that a step takes
    bool gather_updates = true;     ///< and whether updates wait until they are worth a pulse
    FloatFormat arithmetic;         ///< FP32, or of SGD and Adam: every intermediate result is rounded to it
};

/// Adam's two moments, with either weight decay.
MANTISSA_BOTH constexpr bool is_adam(OptimizerSettings::Kind kind) noexcept {
    return kind == OptimizerSettings::Kind::adam || kind == OptimizerSettings::Kind::adamw;
}

/// What clipping multiplies unscaled gradients with whose L2 norm is `norm`: torch.nn.utils.clip_grad_norm_'s
/// clip_norm / (norm + 1e-6), at most 1; NaN where the norm is, and 0 where its square is too large for FP32, in which
/// PyTorch sums the squares. 1 without clipping.
constexpr float clip_factor(double clip_norm, double norm) noexcept {
    if (!(clip_norm > 0)) return 1.0f;
    if (norm * norm >= fp32.overflow_threshold()) return 0.0f;
    const double factor = clip_norm / (norm + 1e-6);
    return factor > 1 ? 1.0f : static_cast<float>(factor);
}

/// The learning rate of a step before which `updates` updates were made.
MANTISSA_BOTH inline double learning_rate(const OptimizerSettings& optimizer, std::uint32_t updates) noexcept {
    const LearningRateSchedule& s = optimizer.schedule;
    const std::uint32_t at = s.skips_advance ? s.step : updates;
    if (at < s.warmup) return optimizer.lr * (static_cast<double>(at) / s.warmup);
    if (!s.cosine) return optimizer.lr;
    if (at >= s.length) return 0;
    constexpr double pi = 3.14159265358979323846;
    return optimizer.lr * (0.5 * (1 + ::cos(pi * (static_cast<double>(at - s.warmup) / (s.length - s.warmup)))));
}

/// What an update multiplies with: the same for all numbers of a step.
struct UpdateFactors {
    OptimizerSettings::Kind kind = OptimizerSettings::Kind::sgd;
    float inverse = 1, clip = 1, lr = 0, momentum = 0;
    // Adam's
    float beta2 = 0, one_minus_beta1 = 0, one_minus_beta2 = 0, step_size = 0, root_correction = 1, epsilon = 0;
    // of parameters that decay: decoupled, what is left of a weight and what goes; or its share of the gradient
    float kept = 1, decay = 0, l2 = 0;
    FloatFormat format;  ///< of every intermediate result; FP32 at first

    MANTISSA_BOTH bool decays() const noexcept { return decay != 0 || l2 != 0; }
    MANTISSA_BOTH bool narrow() const noexcept { return format.is_narrow(); }
};

/// For gradients that contain `scale` and whose unscaled squares sum to `norm_squared`, after `updates` updates.
MANTISSA_BOTH inline UpdateFactors update_factors(const OptimizerSettings& optimizer, float scale, double norm_squared,
                                                  std::uint32_t updates) noexcept {
    UpdateFactors f;
    const double lr = learning_rate(optimizer, updates);
    f.kind = optimizer.kind;
    f.inverse = inverse_of(scale);
    f.clip = clip_factor(optimizer.clip_norm, ::sqrt(norm_squared));
    f.lr = static_cast<float>(lr);
    if (optimizer.kind == OptimizerSettings::Kind::adamw) {
        f.kept = static_cast<float>(1 - lr * optimizer.weight_decay);
        f.decay = static_cast<float>(lr * optimizer.weight_decay);
    } else {
        f.l2 = static_cast<float>(optimizer.weight_decay);
    }
    switch (optimizer.kind) {
        case OptimizerSettings::Kind::sgd:
            f.momentum = static_cast<float>(optimizer.momentum);
            break;
        case OptimizerSettings::Kind::phase_change:
            break;
        case OptimizerSettings::Kind::adam:
        case OptimizerSettings::Kind::adamw: {
            const double t = static_cast<double>(updates) + 1;
            f.beta2 = static_cast<float>(optimizer.beta2);
            f.one_minus_beta1 = static_cast<float>(1 - optimizer.beta1);
            f.one_minus_beta2 = static_cast<float>(1 - optimizer.beta2);
            f.step_size = static_cast<float>(lr / (1 - ::pow(optimizer.beta1, t)));
            f.root_correction = static_cast<float>(::sqrt(1 - ::pow(optimizer.beta2, t)));
            f.epsilon = static_cast<float>(optimizer.epsilon);
            break;
        }
    }
    if (optimizer.kind != OptimizerSettings::Kind::phase_change && optimizer.arithmetic.is_narrow()) {
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
    switch (f.kind) {
        case OptimizerSettings::Kind::sgd:
        case OptimizerSettings::Kind::phase_change:
            if (has_buffer) g = first = grid(grid(first * f.momentum) + g);
            return grid(f.lr * g);
        case OptimizerSettings::Kind::adam:
        case OptimizerSettings::Kind::adamw: {
            first = grid(first + (g - first) * f.one_minus_beta1);
            second = grid(grid(second * f.beta2) + f.one_minus_beta2 * g * g);
            const float denominator = grid(grid(grid(::sqrtf(second)) / f.root_correction) + f.epsilon);
            return f.step_size * first / denominator;  // of addcdiv_, which rounds the weight
        }
    }
    return 0;
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
        case OptimizerSettings::Kind::adamw:
            first = first + (g - first) * f.one_minus_beta1;
            second = second * f.beta2 + g * g * f.one_minus_beta2;
            return f.step_size * (first / (::sqrtf(second) / f.root_correction + f.epsilon));
    }
    return 0;
}

/// An update of a weight, which becomes round(from - change).
struct WeightUpdate {
    float from = 0;    ///< the weight, less what it lost by decoupled decay
    float change = 0;  ///< what gradient and moments do
    float all = 0;     ///< both, as they are counted: what the update would subtract if nothing was rounded
};

/// change_of() and, where `decays`, weight decay in the order of torch.optim.SGD, Adam and AdamW.
MANTISSA_BOTH inline WeightUpdate update_of(const UpdateFactors& f, bool has_buffer, bool decays, float weight, float g,
                                            float& first, float& second) noexcept {
    if (decays && f.l2 != 0) g = g + weight * f.l2;
    const float change = change_of(f, has_buffer, g, first, second);
    if (!decays || f.decay == 0) return {weight, change, change};
    return {weight * f.kept, change, change + weight * f.decay};
}

/// Tensors of moments that it keeps for each parameter.
constexpr int moments_of(const OptimizerSettings& optimizer) noexcept {
    switch (optimizer.kind) {
        case OptimizerSettings::Kind::sgd:
            return optimizer.momentum > 0 ? 1 : 0;
        case OptimizerSettings::Kind::adam:
        case OptimizerSettings::Kind::adamw:
            return 2;
        case OptimizerSettings::Kind::phase_change:
            return 0;
    }
    return 0;
}

/// "SGD", "Adam", "AdamW", "SGD, phase-change devices".
constexpr const char* name_of(const OptimizerSettings& optimizer) noexcept {
    switch (optimizer.kind) {
        case OptimizerSettings::Kind::sgd:
            return "SGD";
        case OptimizerSettings::Kind::adam:
            return "Adam";
        case OptimizerSettings::Kind::adamw:
            return "AdamW";
        case OptimizerSettings::Kind::phase_change:
            return "SGD, phase-change devices";
    }
    return "?";
}

}  // namespace mantissa
