// SPDX-License-Identifier: Apache-2.0
// Powers of two as people read them, written one way everywhere.
#pragma once

#include <string>

namespace mantissa {

/// 18 as "2¹⁸".
std::string power_of_two(int exponent);
/// A scale: "2¹⁸" for exact powers of two, "1" for 1, else "{:g}".
std::string scale_text(double scale);

}  // namespace mantissa
