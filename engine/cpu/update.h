// SPDX-License-Identifier: Apache-2.0
// What the optimizer's vector code works on: settings, arrays and what it finds, the same for every instruction set.
#pragma once

#include <cstdint>

#include "engine/backend/kernels.h"
#include "engine/cpu/numbers.h"
#include "engine/cpu/round_params.h"

namespace mantissa {

/// Whether the vector code of cpu/optimizer.cpp has this kind. Of others update_one_by_one() takes the rule as it
/// stands.
constexpr bool has_vectors(OptimizerSettings::Kind kind) noexcept {
    return kind == OptimizerSettings::Kind::sgd || is_adam(kind);
}

/// The scalars of one update, the same for all parameters but for the first line.
struct UpdateScalars : UpdateFactors {
    explicit UpdateScalars(const UpdateFactors& factors) : UpdateFactors(factors) {}

    bool momentum_buffer = false, weight_decays = false;  ///< of this parameter
    float inverse_root_correction = 1;                    ///< rounded: for comparisons that leave room for that
    std::int32_t still_units = 0;  ///< first moments of so many units of 2^-149 stay as they are where gradients are 0
};

/// What one thread's part of a parameter gave.
struct UpdateFound {
    double norm_squared = 0;                  ///< of the unscaled gradient
    std::uint64_t nonfinite = 0;              ///< its infinities and NaN
    std::uint64_t nonzero = 0, lost = 0;      ///< updates
    std::uint64_t pulses = 0, refreshed = 0;  ///< of phase-change devices

    UpdateFound& operator+=(const UpdateFound& part) {
        norm_squared += part.norm_squared;
        nonfinite += part.nonfinite;
        nonzero += part.nonzero;
        lost += part.lost;
        pulses += part.pulses;
        refreshed += part.refreshed;
        return *this;
    }
};

/// What one parameter's numbers are rounded to.
struct UpdateGrids {
    RoundParams weight, state, copy, arithmetic;
};

/// One parameter's arrays, or a piece of them; null where there is none.
struct UpdateArrays {
    float* weight = nullptr;
    const float* gradient = nullptr;
    float *first = nullptr, *second = nullptr;
    Numbers copy;
    float *change = nullptr, *before = nullptr;  ///< of monitored steps: also go here; by from() not moved

    explicit UpdateArrays(const ParameterView& p)
        : weight(p.weight.f32()),
          gradient(p.gradient.f32()),
          first(p.first_moment.f32()),
          second(p.second_moment.f32()),
          copy(p.copy.tensor) {}

    /// The same without the first i elements.
    UpdateArrays from(std::int64_t i) const {
        UpdateArrays rest = *this;
        rest.weight += i;
        rest.gradient += i;
        if (first) rest.first += i;
        if (second) rest.second += i;
        rest.copy = copy.from(i);
        return rest;
    }
};

/// The update of n elements of `p`, which lie in `at`, by update_of(), one after the other, with the counting of the
/// vector code. Weights are rounded to `weight_format`, to nearest.
void update_one_by_one(const ParameterView& p, const UpdateArrays& at, std::int64_t n, const UpdateScalars& s,
                       const FloatFormat& weight_format, UpdateFound& found);

}  // namespace mantissa
