// SPDX-License-Identifier: Apache-2.0
// Sums of floating-point numbers that are the same in every run and on every card: each thread of a warp or block sums
// its own terms in order, and the threads' sums are added in a fixed tree. Which thread has which terms depends on the
// number of terms alone, never on the card.
#pragma once

#include <algorithm>

#include "engine/cuda/launch.h"
#include "engine/cuda/scratch.h"

namespace mantissa::cuda {

/// Blocks that share `n` elements where each leaves partial sums.
inline std::int64_t summing_blocks(std::int64_t n) noexcept {
    return std::min<std::int64_t>((n + threads_per_block - 1) / threads_per_block, 1024);
}

/// The items of one sum in each of `Count` numbers, by `Threads` threads (a warp or a block) for each item:
/// body(item, thread, sums) adds a thread's terms to sums[0 .. Count), which are zero; finish(item, sums) is given the
/// totals, in one thread for each item and for many items at the same time.
template <int Threads, int Count, class Body, class Finish>
void add_up(Stream stream, std::int64_t items, Body body, Finish finish) {
    tally_up<Threads, Count, 0>(
        stream, items,
        [=] MANTISSA_KERNEL(std::int64_t item, int thread, double* sums, std::uint32_t*) { body(item, thread, sums); },
        [=] MANTISSA_KERNEL(std::int64_t, int, std::uint32_t) {}, finish);
}

/// Where the partial sums of one column lie.
struct Segment {
    std::int64_t begin = 0, count = 0;
};

/// Sums each of `columns` columns of `partials`; finish(column, sum) stores it. Both are called in kernels; sums of
/// different columns are finished at the same time.
template <class SegmentOf, class Finish>
void fold(Stream stream, const double* partials, std::int64_t columns, SegmentOf segment_of, Finish finish) {
    add_up<threads_per_block, 1>(
        stream, columns,
        [=] MANTISSA_KERNEL(std::int64_t column, int thread, double* sums) {
            const Segment segment = segment_of(column);
            for (std::int64_t k = thread; k < segment.count; k += threads_per_block)
                sums[0] += partials[segment.begin + k];
        },
        [=] MANTISSA_KERNEL(std::int64_t column, const double* sums) { finish(column, sums[0]); });
}

/// Sums term(item, t) over `terms` for each of `items`, by `Threads` threads for each; finish(item, total).
template <int Threads, class Term, class Finish>
void sum_items(Stream stream, std::int64_t items, std::int64_t terms, Term term, Finish finish) {
    add_up<Threads, 1>(
        stream, items,
        [=] MANTISSA_KERNEL(std::int64_t item, int thread, double* sums) {
            for (std::int64_t t = thread; t < terms; t += Threads) sums[0] += term(item, t);
        },
        [=] MANTISSA_KERNEL(std::int64_t item, const double* sums) { finish(item, sums[0]); });
}

/// Sums term(item, t) over `terms` for each of `items`; finish(item, total), as in add_up. `neighbours`: the terms of
/// neighbouring items are neighbours in memory, else the terms of one item are.
template <class Term, class Finish>
void sum_terms(Stream stream, Scratch& scratch, std::int64_t items, std::int64_t terms, bool neighbours, Term term,
               Finish finish) {
    if (!neighbours) {
        sum_items<threads_per_warp>(stream, items, terms, term, finish);
        return;
    }
    constexpr std::int64_t few = 1024;  // a block reads the column of an item by itself, past its neighbours
    if (terms <= few) {
        sum_items<threads_per_block>(stream, items, terms, term, finish);
        return;
    }
    // As many threads as a card holds at once, neighbours reading neighbours.
    const std::int64_t strips = std::clamp<std::int64_t>((std::int64_t{1} << 18) / items, 1, terms / 16);
    double* partials = scratch.of<double>(ScratchUse::columns, static_cast<std::size_t>(strips * items));
    for_each(stream, strips * items, [=] MANTISSA_KERNEL(std::int64_t i) {
        const std::int64_t strip = i / items, item = i - strip * items;
        double sum = 0;
        for (std::int64_t t = strip; t < terms; t += strips) sum += term(item, t);
        partials[i] = sum;
    });
    sum_items<threads_per_block>(
        stream, items, strips,
        [=] MANTISSA_KERNEL(std::int64_t item, std::int64_t strip) { return partials[strip * items + item]; }, finish);
}

}  // namespace mantissa::cuda
