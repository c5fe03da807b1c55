// SPDX-License-Identifier: Apache-2.0
// Extents of a tensor, at most six. Images are N, H, W, C everywhere in the engine (channels last): the layout that
// cards want, and the one in which a bias or a channel is a contiguous vector on the CPU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace mantissa {

struct Shape {
    static constexpr int max_rank = 6;

    std::array<std::int64_t, max_rank> extent{1, 1, 1, 1, 1, 1};
    int rank = 0;

    constexpr Shape() = default;
    /// Throws Error(failed) for more than max_rank.
    constexpr Shape(std::initializer_list<std::int64_t> extents) {
        for (const std::int64_t e : extents) extent[checked(rank++)] = e;
    }
    /// One of the max_rank extents, which are 1 from `rank` on. Throws Error(failed) for any other i.
    constexpr std::int64_t operator[](int i) const { return extent[checked(i)]; }
    constexpr std::int64_t& operator[](int i) { return extent[checked(i)]; }

    /// Number of elements (1 for rank 0).
    constexpr std::int64_t size() const {
        std::int64_t product = 1;
        for (const std::int64_t e : extent) product *= e;
        return product;
    }
    constexpr bool operator==(const Shape&) const = default;

  private:
    static constexpr std::size_t checked(int i) {
        if (i < 0 || i >= max_rank) refuse(i);
        return static_cast<std::size_t>(i);
    }
    [[noreturn]] static void refuse(int i);
};

}  // namespace mantissa
