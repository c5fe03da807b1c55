// SPDX-License-Identifier: Apache-2.0
// A loss scaler on the host: settings and state together. Devices keep the same state in their own memory and apply the
// same rule (scaler_rule.h) to it; this class is their oracle.
#pragma once

#include "engine/precision/scaler_rule.h"

namespace mantissa {

class LossScaler {
  public:
    explicit LossScaler(const ScalerSettings& settings);

    const ScalerSettings& settings() const noexcept { return settings_; }
    const ScalerState& state() const noexcept { return state_; }

    /// Replaces the settings from the next step on. A static scale takes its value at once; turning dynamic scaling on
    /// starts from `initial_scale`; changing only factors or interval keeps scale and tracker.
    void configure(const ScalerSettings& settings);
    void restore(const ScalerState& state) noexcept { state_ = state; }
    /// Puts the scale at `scale` and starts counting anew: what a person asks for who sets the scale in mid-run, even
    /// to the value that it started from. Nothing without scaling.
    void set_scale(float scale) noexcept;

    float inverse() const noexcept { return inverse_of(state_.scale); }

    /// Whether a step with inf or NaN among its scaled gradients must be skipped.
    bool checks() const noexcept { return skips_nonfinite(settings_); }

    /// Ends a step: see update_scale().
    ScaleChange update(bool found_inf) noexcept { return update_scale(settings_, state_, found_inf); }

  private:
    void start_at(float scale) noexcept;

    ScalerSettings settings_;
    ScalerState state_;
};

}  // namespace mantissa
