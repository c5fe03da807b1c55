// SPDX-License-Identifier: Apache-2.0
// How long the products of one layer take, by a device's own instructions and emulated: what a choice between both is
// made by.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/backend/kernels.h"
#include "engine/precision/float_format.h"

namespace mantissa {

/// The products of one layer in one step: of a dense layer `in` x `out`, or of a convolution where that has filters.
struct ProductShape {
    FloatFormat format;
    std::int64_t images = 0, in = 0, out = 0;
    ConvGeometry convolution;
    bool data_gradient = true;  ///< false: the first layer's, which needs none
};

/// Seconds for those of one step, casts included.
struct ProductTimes {
    double native = 0, emulated = 0;
    bool operator==(const ProductTimes&) const = default;
};

}  // namespace mantissa
