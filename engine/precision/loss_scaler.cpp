// SPDX-License-Identifier: Apache-2.0
// Where a scale starts and what a change of settings makes of it.
#include "engine/precision/loss_scaler.h"

namespace mantissa {

LossScaler::LossScaler(const ScalerSettings& settings) : settings_(settings) {
    start_at(settings.kind == ScalingKind::none ? 1.0f : settings.initial_scale);
}

/// Counts of steps done and skipped stay: they are the optimizer's.
void LossScaler::start_at(float scale) noexcept {
    state_.scale = state_.pending = scale;
    state_.tracker = state_.absorbed = state_.overflows = state_.since_rescale = 0;
}

void LossScaler::configure(const ScalerSettings& settings) {
    const bool scale_asked = settings.kind != settings_.kind || settings.initial_scale != settings_.initial_scale;
    settings_ = settings;
    if (settings.kind == ScalingKind::none)
        start_at(1.0f);
    else if (scale_asked)
        start_at(settings.initial_scale);
}

void LossScaler::set_scale(float scale) noexcept {
    if (settings_.kind != ScalingKind::none) start_at(scale);
}

}  // namespace mantissa
