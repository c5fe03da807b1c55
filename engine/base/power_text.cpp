// SPDX-License-Identifier: Apache-2.0
#include "engine/base/power_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace mantissa {

std::string power_of_two(int exponent) {
    static constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = "2";
    for (const char c : fmt::format("{}", exponent)) text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
    return text;
}

std::string scale_text(double scale) {
    int exponent = 0;
    if (scale == 1) return "1";
    if (scale > 0 && std::isfinite(scale) && std::frexp(scale, &exponent) == 0.5) return power_of_two(exponent - 1);
    return fmt::format("{:g}", scale);
}

}  // namespace mantissa
