// SPDX-License-Identifier: Apache-2.0
// NaN as people read it.
#pragma once

#include <cmath>
#include <limits>

namespace mantissa {

/// `value`; of NaN the one without a sign, which says nothing and would be printed: "nan", never "-nan".
inline double plain_nan(double value) noexcept {
    return std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
}

}  // namespace mantissa
