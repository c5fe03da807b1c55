// SPDX-License-Identifier: Apache-2.0
// The optimizer's update of a piece of one parameter, and the same with what it does counted. The formulas and their
// order are the reference's.
#pragma once

#include <cstdint>

#include "engine/backend/kernels.h"
#include "engine/cpu/numbers.h"
#include "engine/cpu/round_params.h"
#include "engine/cpu/tally.h"

namespace mantissa {

/// The scalars of one update, the same for all parameters.
struct UpdateScalars {
    bool adam = false, momentum_buffer = false;
    float inverse = 1, clip = 1, lr = 0, momentum = 0;
    float beta2 = 0, one_minus_beta1 = 0, one_minus_beta2 = 0, step_size = 0, root_correction = 1, epsilon = 0;
};

struct UpdateResult {
    std::uint64_t nonzero = 0, lost = 0;
};

/// What one parameter's numbers are rounded to.
struct UpdateGrids {
    RoundParams weight, state, copy;
};

/// One parameter's arrays, or a piece of them; null where there is none.
struct UpdateArrays {
    float* weight = nullptr;
    const float* gradient = nullptr;
    float *first = nullptr, *second = nullptr;
    Numbers copy;
    float *change = nullptr, *before = nullptr;  ///< where they are counted: also go here; by from() not moved

    UpdateArrays() = default;
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

/// Updates n elements: unscales, clips, SGD or Adam, rounds, counts the updates that are not 0 and those that are lost.
void update(const UpdateArrays& at, std::int64_t n, const UpdateScalars& scalars, const UpdateGrids& grids,
            UpdateResult& result);

/// What watched updates are measured in.
struct UpdateFormats {
    FloatFormat narrow;  ///< in which the layer multiplies its weights
    FloatFormat stored;  ///< to which grids.weight rounds
};

/// The same to the bit, at most tally_block elements, and adds to `tally` what count_update() would.
void update_and_tally(const UpdateArrays& at, std::int64_t n, const UpdateScalars& scalars, const UpdateGrids& grids,
                      const UpdateFormats& formats, UpdateResult& result, UpdateTally& tally);

}  // namespace mantissa
