// SPDX-License-Identifier: Apache-2.0
#include "app/worker/size_text.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>

#include "engine/base/error.h"

namespace mantissa {

std::uint64_t bytes_of(const std::string& text, const std::string& flag) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string unit(end, text.data() + text.size());
    std::erase(unit, ' ');
    for (char& c : unit) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    constexpr const char* units[] = {"kib", "mib", "gib", "tib"};
    double factor = unit.empty() ? 0x1p30 : 0;
    for (int i = 0; i < 4; ++i)
        if (unit == units[i]) factor = std::ldexp(1.0, 10 * (i + 1));
    const double bytes = number * factor;
    if (error != std::errc{} || !(bytes >= 0x1p20 && bytes <= 0x1p60))
        throw Error(ErrorCode::usage, fmt::format("\"{}\" is no size of a memory", text), flag,
                    "a number with KiB, MiB, GiB or TiB (GiB without), from 1 MiB on: 4GiB");
    return static_cast<std::uint64_t>(bytes);
}

}  // namespace mantissa
