// SPDX-License-Identifier: Apache-2.0
// Static division of work over OpenMP's threads (the threads that oneDNN uses too): the same parts for the same number
// of threads, so that results are reproducible.
#pragma once

#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace mantissa {

/// Largest number of parts, however many threads there are: what parts count lies in arrays of so many.
inline constexpr int most_parts = 256;

/// Number of parts that parallel_for makes at most.
inline int max_parts() {
    return std::min(omp_get_max_threads(), most_parts);
}

/// Calls f(begin, end, part) for consecutive parts of [0, count), multiples of `grain` long but for the last; one part
/// a thread, a single part where the count is below `worth`.
template <class F>
void parallel_for(std::int64_t count, std::int64_t grain, std::int64_t worth, const F& f) {
    const std::int64_t threads = count < worth ? 1 : max_parts();
    const std::int64_t blocks = (count + grain - 1) / grain;
    const std::int64_t parts = std::min(threads, blocks);
    if (parts <= 1) {
        if (count > 0) f(std::int64_t{0}, count, 0);
        return;
    }
#pragma omp parallel for schedule(static) num_threads(static_cast <int>(parts))
    for (std::int64_t part = 0; part < parts; ++part) {
        const std::int64_t begin = blocks * part / parts * grain;
        const std::int64_t end = std::min(count, blocks * (part + 1) / parts * grain);
        if (begin < end) f(begin, end, static_cast<int>(part));
    }
}

/// Calls f(index, begin, end, part) for pieces of several arrays in one parallel region, each divided as parallel_for()
/// divides one: `arrays` is a range, size(arrays[index]) the elements of one.
template <class Range, class Size, class F>
void parallel_for_each(const Range& arrays, const Size& size, std::int64_t grain, std::int64_t worth, const F& f) {
    std::int64_t sum = 0;
    for (const auto& array : arrays) sum += size(array);
    const std::int64_t parts = sum < worth ? 1 : max_parts();
    parallel_for(parts, 1, 2, [&](std::int64_t part, std::int64_t, int) {
        for (std::size_t index = 0; index < arrays.size(); ++index) {
            const std::int64_t count = size(arrays[index]), blocks = (count + grain - 1) / grain;
            const std::int64_t begin = blocks * part / parts * grain;
            const std::int64_t end = std::min(count, blocks * (part + 1) / parts * grain);
            if (begin < end) f(index, begin, end, static_cast<int>(part));
        }
    });
}

/// What the parts of a parallel_for count, begun at zero. Clears and adds only as many as there can be: all 256 would
/// cost more than a small tensor's pass.
template <class T>
class Parts {
  public:
    Parts() { std::uninitialized_value_construct_n(counts_.items.begin(), used_); }
    T& operator[](int part) { return counts_.items[static_cast<std::size_t>(part)]; }
    void add_to(T& sum) const {
        for (int part = 0; part < used_; ++part) sum += counts_.items[static_cast<std::size_t>(part)];
    }

  private:
    static_assert(std::is_trivially_destructible_v<T>);
    union Storage {
        Storage() {}  // NOLINT(modernize-use-equals-default): leaves them as they are
        std::array<T, most_parts> items;
    };
    const int used_ = max_parts();
    Storage counts_;
};

}  // namespace mantissa
