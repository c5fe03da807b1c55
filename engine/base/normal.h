// SPDX-License-Identifier: Apache-2.0
// Numbers of the standard normal distribution from counter-based uniform ones.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "engine/base/rng.h"

namespace mantissa {

/// Number `index` of the stream `key`, of its uniform numbers 2 index and 2 index + 1, computed in Number (float or
/// double): Box and Muller 1958. 1 - uniform is never 0, so it is finite, at most 5.77 deviations.
template <class Number>
Number standard_normal(const RandomKey& key, std::uint64_t index) noexcept {
    const auto radius = static_cast<Number>(1) - static_cast<Number>(key.uniform(2 * index));
    const Number angle = 2 * std::numbers::pi_v<Number> * static_cast<Number>(key.uniform(2 * index + 1));
    return std::sqrt(-2 * std::log(radius)) * std::cos(angle);
}

}  // namespace mantissa
