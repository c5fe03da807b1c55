// SPDX-License-Identifier: Apache-2.0
// GradScaler's update rule (aten/src/ATen/native/cuda/AmpKernels.cu, amp_update_scale): back off at once, grow only to
// a finite scale.
#include "engine/precision/loss_scaler.h"

#include <algorithm>
#include <cmath>

namespace mantissa {

LossScaler::LossScaler(const ScalerSettings& settings) : settings_(settings) {
    state_.scale = settings.kind == ScalingKind::none ? 1.0f : settings.initial_scale;
}

void LossScaler::configure(const ScalerSettings& settings) {
    const bool scale_asked = settings.kind != settings_.kind || settings.initial_scale != settings_.initial_scale;
    settings_ = settings;
    if (settings.kind == ScalingKind::none) {
        state_.scale = 1.0f;
        state_.tracker = 0;
    } else if (scale_asked) {
        state_.scale = settings.initial_scale;
        state_.tracker = 0;
    }
}

void LossScaler::set_scale(float scale) noexcept {
    if (settings_.kind == ScalingKind::none) return;
    state_.scale = scale;
    state_.tracker = 0;
}

ScaleChange LossScaler::update(bool found_inf) noexcept {
    return update_scale(settings_, state_, found_inf);
}

ScaleChange update_scale(const ScalerSettings& settings, ScalerState& state, bool found_inf) noexcept {
    const bool skip = found_inf && settings.kind != ScalingKind::none;
    if (skip)
        ++state.skipped;
    else
        ++state.optimizer_step;
    if (settings.kind != ScalingKind::dynamic) return ScaleChange::none;

    const float before = state.scale;
    if (found_inf) {
        state.scale = static_cast<float>(static_cast<double>(before) * settings.backoff_factor);
        // a floor above it may have been set since: an overflow never raises the scale
        if (settings.min_scale > 0) state.scale = std::min(std::max(state.scale, settings.min_scale), before);
        state.tracker = 0;
    } else if (++state.tracker >= settings.growth_interval) {
        float grown = static_cast<float>(static_cast<double>(before) * settings.growth_factor);
        if (settings.max_scale > 0) grown = std::min(grown, settings.max_scale);
        if (std::isfinite(grown)) state.scale = grown;
        state.tracker = 0;
    }
    return state.scale < before ? ScaleChange::shrank : state.scale > before ? ScaleChange::grew : ScaleChange::none;
}

}  // namespace mantissa
