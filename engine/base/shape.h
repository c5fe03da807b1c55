// SPDX-License-Identifier: Apache-2.0
// Extents of a tensor, at most four. Images are N, H, W, C everywhere in the engine (channels last): the layout that
// cards want, and the one in which a bias or a channel is a contiguous vector on the CPU.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

namespace mantissa {

struct Shape {
    std::array<std::int64_t, 4> extent{1, 1, 1, 1};
    int rank = 0;

    constexpr Shape() = default;
    constexpr Shape(std::initializer_list<std::int64_t> extents) {
        for (std::int64_t e : extents) extent[static_cast<std::size_t>(rank++)] = e;
    }
    constexpr std::int64_t operator[](int i) const { return extent[static_cast<std::size_t>(i)]; }
    constexpr std::int64_t& operator[](int i) { return extent[static_cast<std::size_t>(i)]; }

    /// Number of elements (1 for rank 0).
    constexpr std::int64_t size() const { return extent[0] * extent[1] * extent[2] * extent[3]; }
    constexpr bool operator==(const Shape&) const = default;
};

}  // namespace mantissa
