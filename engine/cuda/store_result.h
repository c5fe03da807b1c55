// SPDX-License-Identifier: Apache-2.0
// How every result reaches memory: counted before the cast, rounded, stored. One pass over the elements; each thread
// counts what it stores in registers and adds it to the counters at its end.
#pragma once

#include "engine/backend/cast.h"
#include "engine/cuda/fold.h"
#include "engine/cuda/round.h"

namespace mantissa::cuda {

/// What one thread has seen.
struct Tally {
    std::uint32_t nonzero = 0, flushed = 0, nonfinite = 0;  ///< as in FlushCounts
    std::uint32_t elements = 0, zero = 0, subnormal = 0, overflow = 0, infinite = 0, nan = 0;
    std::uint32_t arguments = 0;  ///< not finite: for Cast::nonfinite_arguments
    double norm_squared = 0, lost_squared = 0;
    float largest = 0;
};

/// Bin of a finite nonzero number in a histogram from 2^-64 to 2^31.
MANTISSA_BOTH inline int clamped_bin(int exponent) noexcept {
    const int bin = exponent - MagnitudeHistogram::first_bin;
    return bin < 0 ? 0 : bin >= MagnitudeHistogram::bin_count ? MagnitudeHistogram::bin_count - 1 : bin;
}

/// A Cast and its destination as a kernel needs them.
class Store {
  public:
    Store(const Numbers& to, const Cast& cast)
        : to_(to),
          round_(cast.format, cast.rounding),
          random_(cast.random),
          counts_(cast.counts),
          histogram_(cast.histogram),
          arguments_(cast.nonfinite_arguments),
          min_normal_(static_cast<float>(cast.format.min_normal())) {}

    /// Element i is `x`; `index` is its place in the whole tensor, for stochastic rounding.
    MANTISSA_BOTH void put(float x, std::int64_t i, std::int64_t index, Tally& tally) const {
        to_.set(i, cast(x, index, tally));
    }

    /// What is stored of `x`; counted as if it were.
    MANTISSA_BOTH float cast(float x, std::int64_t index, Tally& tally) const {
        const float rounded =
            round_(x, round_.is_random() ? random_.bits(static_cast<std::uint64_t>(index)) : std::uint32_t{0});
        if (counts_ || histogram_) count(x, rounded, tally);
        return rounded;
    }

    /// Adds a thread's counts to the counters.
    MANTISSA_BOTH void close(const Tally& tally) const {
        if (counts_) {
            add_to(&counts_->nonzero, tally.nonzero);
            add_to(&counts_->flushed, tally.flushed);
            add_to(&counts_->nonfinite, tally.nonfinite);
        }
        if (arguments_) add_to(arguments_, tally.arguments);
        if (!histogram_) return;
        add_to(&histogram_->elements, tally.elements);
        add_to(&histogram_->zero, tally.zero);
        add_to(&histogram_->flushed, tally.flushed);
        add_to(&histogram_->subnormal, tally.subnormal);
        add_to(&histogram_->overflow, tally.overflow);
        add_to(&histogram_->infinite, tally.infinite);
        add_to(&histogram_->nan, tally.nan);
        raise_to(&histogram_->largest, tally.largest);
    }

  private:
    MANTISSA_BOTH void count(float x, float rounded, Tally& tally) const {
        if (!is_finite(rounded)) ++tally.nonfinite;
        const bool counted = is_finite(x) && x != 0;
        if (counted) {
            ++tally.nonzero;
            if (rounded == 0) ++tally.flushed;
        }
        if (!histogram_) return;
        ++tally.elements;
        if (!counted) {
            if (is_nan(x))
                ++tally.nan;
            else if (x == 0)
                ++tally.zero;
            else
                ++tally.infinite;
            return;
        }
        add_to(&bins()[clamped_bin(exponent_of(x))], 1);
        const double square = static_cast<double>(x) * static_cast<double>(x);
        tally.norm_squared += square;
        if (magnitude(x) > tally.largest) tally.largest = magnitude(x);
        if (rounded == 0)
            tally.lost_squared += square;
        else if (!is_finite(rounded))
            ++tally.overflow;
        else if (magnitude(rounded) < min_normal_)
            ++tally.subnormal;
    }

    /// The bins as plain memory (std::array's members are no device functions everywhere).
    MANTISSA_BOTH std::uint32_t* bins() const { return reinterpret_cast<std::uint32_t*>(&histogram_->bins); }

    Numbers to_;
    Rounder round_;
    RandomKey random_;
    FlushCounts* counts_;
    MagnitudeHistogram* histogram_;
    std::uint64_t* arguments_;
    float min_normal_;
};

/// Throws Error(device) where numbers of `format` would not fit into the storage.
void check_storage(DType storage, const FloatFormat& format);

/// The cast of numbers that are stored as the result is: where it leaves them as they are, on the grid of that storage.
inline Cast as_stored(Cast cast, DType storage) {
    if (!(cast.format == fp32)) return cast;
    if (storage == DType::float16) cast.format = fp16;
    if (storage == DType::bfloat16) cast.format = bf16;
    if (storage == DType::tfloat32) cast.format = tf32;
    return cast;
}

/// Stores single elements of a result for one thread, and counts them.
class Putter {
  public:
    /// `first`: the place of element 0 in the whole tensor.
    MANTISSA_BOTH Putter(const Store& store, std::int64_t first) : store_(store), first_(first) {}
    MANTISSA_BOTH void operator()(float x, std::int64_t i) { store_.put(x, i, first_ + i, tally); }

    Tally tally;

  private:
    const Store& store_;
    std::int64_t first_;
};

/// Starts `lanes` threads; body(lane, put) gives its elements by put(x, i), each element of `to` by one of the threads.
template <class Body>
void store_by_lanes(Stream stream, Scratch& scratch, std::int64_t lanes, const Numbers& to, const Cast& cast, Body body,
                    std::int64_t first = 0) {
    check_storage(to.dtype, cast.format);
    const Store store(to, cast);
    const bool sums = cast.histogram != nullptr;
    double* partials = sums ? scratch.of<double>(ScratchUse::partials, static_cast<std::size_t>(2 * lanes)) : nullptr;
    for_each(stream, lanes, [=] MANTISSA_KERNEL(std::int64_t lane) {
        Putter put(store, first);
        body(lane, put);
        store.close(put.tally);
        if (!partials) return;
        partials[lane] = put.tally.norm_squared;
        partials[lanes + lane] = put.tally.lost_squared;
    });
    if (!sums) return;
    MagnitudeHistogram* histogram = cast.histogram;
    fold(
        stream, scratch, partials, 2,
        [=] MANTISSA_KERNEL(std::int64_t column) {
            return Segment{column * lanes, lanes};
        },
        [=] MANTISSA_KERNEL(std::int64_t column, double sum) {
            (column == 0 ? histogram->norm_squared : histogram->lost_squared) += sum;
        });
}

/// Stores source(i, tally) for every i in [0, n) as element i of `to`, cast. `first`: the place of element 0 in the
/// whole tensor. source may read element i of `to`.
template <class Source>
void store_each(Stream stream, Scratch& scratch, std::int64_t n, const Numbers& to, const Cast& cast, Source source,
                std::int64_t first = 0) {
    // A thread for every element where they only count; fewer where each leaves two partial sums.
    const std::int64_t lanes = cast.histogram ? summing_lanes(n) : std::min<std::int64_t>(n, std::int64_t{1} << 18);
    store_by_lanes(
        stream, scratch, lanes, to, cast,
        [=] MANTISSA_KERNEL(std::int64_t lane, Putter & put) {
            for (std::int64_t i = lane; i < n; i += lanes) put(source(i, put.tally), i);
        },
        first);
}

}  // namespace mantissa::cuda
