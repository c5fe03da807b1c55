// SPDX-License-Identifier: Apache-2.0
// The loss scaler's rule, once for the host and for every device. Its defaults are torch.amp.GradScaler's
// (torch/amp/grad_scaler.py; amp_update_scale in aten/src/ATen/native/cuda/AmpKernels.cu), but it grows when the
// tracker has reached *or passed* the interval, so that an interval lowered in mid-run still fires. What other
// frameworks do differently are switches; their combinations have names in engine/run/scaler_recipes.h.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/base/both.h"

namespace mantissa {

enum class ScalingKind {
    none,     ///< scale 1, no step is skipped: inf and NaN are counted and reach the weights
    fixed,    ///< a constant scale; a step with inf or NaN is skipped, unless `check_fixed` is off
    dynamic,  ///< falls on overflow, grows after `growth_interval` good steps
};

/// What a floor does to a falling scale.
enum class FloorRule {
    keeps,       ///< the scale stays at it
    ends_at,     ///< the same, and an overflow there ends the run: DeepSpeed's DynamicLossScaler
    ends_below,  ///< an overflow that would bring the scale to it or below ends the run: fairseq
};

/// When the overflows that hysteresis absorbs are counted from 0 again.
enum class HysteresisRefill {
    on_growth,     ///< when the scale grows: Megatron-LM, DeepSpeed
    on_good_step,  ///< after every step without overflow: DeepSpeed with consecutive_hysteresis
};

/// Settings of the scaler; data, so that a live switch is a copy.
struct ScalerSettings {
    ScalingKind kind = ScalingKind::none;
    float initial_scale = 65536.0f;
    double growth_factor = 2.0;  ///< a factor multiplies in double, then the scale is rounded to FP32, as there
    double backoff_factor = 0.5;
    std::uint32_t growth_interval = 2000;
    float min_scale = 0.0f;  ///< 0: no floor
    float max_scale = 0.0f;  ///< 0: no ceiling
    FloorRule floor = FloorRule::keeps;
    /// The scale falls at the overflow of this number since the last refill, and at every later one.
    std::uint32_t hysteresis = 1;
    HysteresisRefill refill = HysteresisRefill::on_growth;
    double tolerance = 0;      ///< it falls only where overflows / steps since it last moved reach this: fairseq
    bool late_growth = false;  ///< after an overflow one good step more than the interval: DeepSpeed's fused optimizer
    bool delayed = false;      ///< a new scale is used one step later: MXNet
    bool may_be_infinite = false;  ///< growth beyond FP32 is not refused: Keras 3, Megatron-LM
    bool check_fixed = true;       ///< false: inf and NaN under a fixed scale reach the weights: Apex amp
    bool operator==(const ScalerSettings&) const = default;
};

/// What the rule did at the end of a step, where GradScaler would have done something else.
enum class ScalerAct : std::uint32_t {
    usual,      ///< as GradScaler
    absorbed,   ///< an overflow that hysteresis absorbed: the scale stays
    tolerated,  ///< overflows are rarer than the tolerance: the scale stays
    ended,      ///< the run is to end: the floor rule says so
};

/// What a device keeps; plain data so that it can live in device memory.
struct ScalerState {
    float scale = 1.0f;
    std::uint32_t tracker = 0;         ///< good steps since the last change of the scale
    std::uint32_t optimizer_step = 0;  ///< updates done; a skipped step does not count
    std::uint32_t skipped = 0;
    float pending = 1.0f;             ///< the scale that follows `scale`: another one only where changes are delayed
    std::uint32_t absorbed = 0;       ///< overflows since the last refill, at most `hysteresis`
    std::uint32_t overflows = 0;      ///< since the scale last fell; counted where there is a tolerance
    std::uint32_t since_rescale = 0;  ///< steps since the scale last moved; counted where there is a tolerance
    ScalerAct act = ScalerAct::usual;
    bool operator==(const ScalerState&) const = default;
};

/// What became of the scale at the end of a step.
enum class ScaleChange { none, shrank, grew };

/// The factor that unscales gradients: the reciprocal computed in double, then rounded to FP32.
MANTISSA_BOTH inline float inverse_of(float scale) noexcept {
    return static_cast<float>(1.0 / static_cast<double>(scale));
}

/// Whether a step with inf or NaN among its scaled gradients must be skipped.
MANTISSA_BOTH inline bool skips_nonfinite(const ScalerSettings& settings) noexcept {
    switch (settings.kind) {
        case ScalingKind::none:
            return false;
        case ScalingKind::fixed:
            return settings.check_fixed;
        case ScalingKind::dynamic:
            return true;
    }
    return false;
}

namespace scaler_rule {

MANTISSA_BOTH inline float times(float scale, double factor) noexcept {
    return static_cast<float>(static_cast<double>(scale) * factor);
}

MANTISSA_BOTH inline bool is_finite(float x) noexcept {
    return (std::bit_cast<std::uint32_t>(x) & 0x7F800000u) != 0x7F800000u;
}

/// The scale after an overflow at `scale`.
MANTISSA_BOTH inline float backed_off(const ScalerSettings& settings, ScalerState& state, float scale) noexcept {
    state.tracker = 0;
    if (state.absorbed < settings.hysteresis) ++state.absorbed;
    if (settings.tolerance > 0) ++state.overflows;
    if (state.absorbed < settings.hysteresis) {
        state.act = ScalerAct::absorbed;
        return scale;
    }
    if (settings.tolerance > 0) {
        if (static_cast<double>(state.overflows) / static_cast<double>(state.since_rescale) < settings.tolerance) {
            state.act = ScalerAct::tolerated;
            return scale;
        }
        state.overflows = state.since_rescale = 0;
    }
    float lower = times(scale, settings.backoff_factor);
    if (!(settings.min_scale > 0)) return lower;
    switch (settings.floor) {
        case FloorRule::keeps:
            break;
        case FloorRule::ends_at:
            if (scale <= settings.min_scale) state.act = ScalerAct::ended;
            break;
        case FloorRule::ends_below:
            if (lower > settings.min_scale) return lower;
            state.act = ScalerAct::ended;
            return scale;
    }
    // a floor above it may have been set since: an overflow never raises the scale
    if (lower < settings.min_scale) lower = settings.min_scale < scale ? settings.min_scale : scale;
    return lower;
}

/// The scale after a step without overflow at `scale`.
MANTISSA_BOTH inline float grown(const ScalerSettings& settings, ScalerState& state, float scale) noexcept {
    switch (settings.refill) {
        case HysteresisRefill::on_growth:
            break;
        case HysteresisRefill::on_good_step:
            state.absorbed = 0;
            break;
    }
    const std::uint32_t late = settings.late_growth ? 1 : 0;
    if (++state.tracker < settings.growth_interval + late) return scale;
    state.tracker = late;
    state.absorbed = 0;
    state.since_rescale = 0;
    float higher = times(scale, settings.growth_factor);
    if (settings.max_scale > 0 && higher > settings.max_scale) higher = settings.max_scale;
    return is_finite(higher) || settings.may_be_infinite ? higher : scale;
}

}  // namespace scaler_rule

/// Ends a step: `found_inf` whether inf or NaN was among the scaled (or unscaled) gradients. Counts the step as done or
/// skipped and moves the scale; where state.act is `ended` then, the run is to end.
MANTISSA_BOTH inline ScaleChange update_scale(const ScalerSettings& settings, ScalerState& state,
                                              bool found_inf) noexcept {
    if (found_inf && skips_nonfinite(settings))
        ++state.skipped;
    else
        ++state.optimizer_step;
    state.act = ScalerAct::usual;
    if (settings.kind != ScalingKind::dynamic) return ScaleChange::none;

    const float before = state.scale, present = settings.delayed ? state.pending : before;
    if (settings.tolerance > 0) ++state.since_rescale;
    state.pending =
        found_inf ? scaler_rule::backed_off(settings, state, present) : scaler_rule::grown(settings, state, present);
    state.scale = settings.delayed ? present : state.pending;
    return state.scale < before ? ScaleChange::shrank : state.scale > before ? ScaleChange::grew : ScaleChange::none;
}

}  // namespace mantissa
