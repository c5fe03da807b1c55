// SPDX-License-Identifier: Apache-2.0
// Column sums with vectors over columns.
#include "engine/cpu/column_sums.h"

#include <algorithm>

#include "engine/cpu/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/column_sums.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// total[c] += sum over rows of values[r, c], at most 64 rows, added in the order of the rows.
template <class T>
void AddBlockAll(const T* values, std::int64_t rows, std::int64_t columns, float* total) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto some = [&](auto tag, std::int64_t c) HWY_ATTR {
        auto sum = hn::Zero(tag);
        const T* at = values + c;
        for (std::int64_t r = 0; r < rows; ++r, at += columns) sum = hn::Add(sum, LoadNumbers(tag, at));
        hn::StoreU(hn::Add(hn::LoadU(tag, total + c), sum), tag, total + c);
    };
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t c = 0;
    // Four vectors at a time: additions of one chain wait for each other.
    for (; c + 4 * lanes <= columns; c += 4 * lanes) {
        auto s0 = hn::Zero(d), s1 = hn::Zero(d), s2 = hn::Zero(d), s3 = hn::Zero(d);
        const T* at = values + c;
        for (std::int64_t r = 0; r < rows; ++r, at += columns) {
            s0 = hn::Add(s0, LoadNumbers(d, at));
            s1 = hn::Add(s1, LoadNumbers(d, at + lanes));
            s2 = hn::Add(s2, LoadNumbers(d, at + 2 * lanes));
            s3 = hn::Add(s3, LoadNumbers(d, at + 3 * lanes));
        }
        float* to = total + c;
        hn::StoreU(hn::Add(hn::LoadU(d, to), s0), d, to);
        hn::StoreU(hn::Add(hn::LoadU(d, to + lanes), s1), d, to + lanes);
        hn::StoreU(hn::Add(hn::LoadU(d, to + 2 * lanes), s2), d, to + 2 * lanes);
        hn::StoreU(hn::Add(hn::LoadU(d, to + 3 * lanes), s3), d, to + 3 * lanes);
    }
    for (; c + lanes <= columns; c += lanes) some(d, c);
    for (; c < columns; ++c) some(d1, c);
}

void AddBlock(const Numbers& values, std::int64_t rows, std::int64_t columns, float* total) {
    with_pointer(values, [&](const auto* at) { AddBlockAll(at, rows, columns, total); });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(AddBlock);

void column_sums(const Numbers& values, std::int64_t rows, std::int64_t columns, float* sums, Scratch& scratch) {
    constexpr std::int64_t block = 64;
    const std::int64_t parts = max_parts();
    // A line of its own for each thread's part.
    const std::int64_t width = (columns + 31) / 16 * 16;
    float* const partials = scratch.of<float>(ScratchUse::partials, parts * width);
    if (scratch.rehearsed()) return;
    std::fill_n(partials, parts * width, 0.0f);
    parallel_for(rows, block, std::max<std::int64_t>(2, 32768 / columns),
                 [&](std::int64_t begin, std::int64_t end, int part) {
                     float* total = partials + part * width;
                     for (std::int64_t r = begin; r < end; r += block) HWY_DYNAMIC_DISPATCH(AddBlock)
                     (values.from(r * columns), std::min(block, end - r), columns, total);
                 });
    std::fill_n(sums, columns, 0.0f);
    for (std::int64_t part = 0; part < parts; ++part)
        for (std::int64_t c = 0; c < columns; ++c) sums[c] += partials[part * width + c];
}

}  // namespace mantissa
#endif
