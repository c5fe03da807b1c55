// SPDX-License-Identifier: Apache-2.0
// Loss scaling with the semantics and defaults of torch.amp.GradScaler (torch/amp/grad_scaler.py), but growing when the
// tracker has reached *or passed* the interval, so that an interval lowered in mid-run still fires. Devices keep the
// same state in their own memory; this class is their oracle.
#pragma once

#include <cstdint>

namespace mantissa {

enum class ScalingKind {
    none,     ///< scale 1, no step is skipped: inf and NaN are counted and reach the weights
    fixed,    ///< a constant scale; a step with inf or NaN is skipped
    dynamic,  ///< halves on overflow, doubles after `growth_interval` good steps
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
    bool operator==(const ScalerSettings&) const = default;
};

/// What a device keeps; plain data so that it can live in device memory.
struct ScalerState {
    float scale = 1.0f;
    std::uint32_t tracker = 0;         ///< good steps since the last change of the scale
    std::uint32_t optimizer_step = 0;  ///< updates done; a skipped step does not count
    std::uint32_t skipped = 0;
    bool operator==(const ScalerState&) const = default;
};

/// What a scaler does after a step.
enum class ScaleChange { none, shrank, grew };

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

    /// The factor that unscales gradients: the reciprocal computed in double, then rounded to FP32.
    float inverse() const noexcept { return static_cast<float>(1.0 / static_cast<double>(state_.scale)); }

    /// Whether a step with inf or NaN among its scaled gradients must be skipped.
    bool checks() const noexcept { return settings_.kind != ScalingKind::none; }

    /// Ends a step: `found_inf` whether inf or NaN was among the scaled (or unscaled) gradients. Counts the step as
    /// done or skipped and moves the scale.
    ScaleChange update(bool found_inf) noexcept;

  private:
    ScalerSettings settings_;
    ScalerState state_;
};

/// The pure function behind LossScaler::update, also used by devices on their own copy of the state.
ScaleChange update_scale(const ScalerSettings& settings, ScalerState& state, bool found_inf) noexcept;

}  // namespace mantissa
