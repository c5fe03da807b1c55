// SPDX-License-Identifier: Apache-2.0
// From SGD's updates to pulses into phase-change devices: what reference and CPU share.
#pragma once

#include <cstdint>

#include "engine/backend/kernels.h"

namespace mantissa::phase_change {

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

}  // namespace mantissa::phase_change
