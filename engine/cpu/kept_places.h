// SPDX-License-Identifier: Apache-2.0
// For processors that cannot compress a vector of bytes: a table that does it for eight at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mantissa {

/// By a mask of eight bits: where its bits are set, from the lowest on, then 0.
inline constexpr auto kept_places = [] {
    std::array<std::array<std::uint8_t, 8>, 256> places{};
    for (std::size_t mask = 0; mask < places.size(); ++mask) {
        std::size_t kept = 0;
        for (std::uint8_t bit = 0; bit < 8; ++bit)
            if (mask >> bit & 1u) places[mask][kept++] = bit;
    }
    return places;
}();

}  // namespace mantissa
