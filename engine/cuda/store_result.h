// SPDX-License-Identifier: Apache-2.0
// How every result reaches memory: counted before the cast, rounded, stored. One pass over the elements; each thread
// counts what it stores in registers and adds it to the counters at its end.
#pragma once

#include "engine/backend/cast.h"
#include "engine/cuda/add_up.h"
#include "engine/cuda/round.h"

namespace mantissa::cuda {

/// What one thread has seen.
struct Tally {
    std::uint32_t* shared = nullptr;                        ///< SharedCounts of its block, where a histogram is made
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

/// Counters that the threads of a block share while they make a histogram: its bins, and behind them these.
struct SharedCounts {
    enum : int { elements = MagnitudeHistogram::bin_count, zero, flushed, subnormal, overflow, infinite, nan, largest };
    static constexpr int count = largest + 1;

    /// Raises one that is a number >= 0, as bits.
    MANTISSA_BOTH static void raise(std::uint32_t* counter, float value) {
        const auto bits = std::bit_cast<std::uint32_t>(value);  // ordered as the numbers are
#ifdef __CUDA_ARCH__
        if (bits > 0) atomicMax(counter, bits);
#else
        if (bits > *counter) *counter = bits;
#endif
    }
    /// Adds what a block has counted.
    MANTISSA_BOTH static void drain(MagnitudeHistogram& to, int i, std::uint32_t value) {
        if (i < MagnitudeHistogram::bin_count)  // as plain memory: std::array's members are no device functions
            add_to(reinterpret_cast<std::uint32_t*>(&to.bins) + i, value);
        if (i == elements) add_to(&to.elements, value);
        if (i == zero) add_to(&to.zero, value);
        if (i == flushed) add_to(&to.flushed, value);
        if (i == subnormal) add_to(&to.subnormal, value);
        if (i == overflow) add_to(&to.overflow, value);
        if (i == infinite) add_to(&to.infinite, value);
        if (i == nan) add_to(&to.nan, value);
        if (i == largest) raise_to(&to.largest, std::bit_cast<float>(value));
    }
};

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

    /// Elements i to i + V of `to`, as Numbers::store has them; `first` is the place of element 0 in the whole tensor.
    template <int V>
    MANTISSA_BOTH void put_pack(const float (&x)[V], std::int64_t i, std::int64_t first, Tally& tally) const {
        float rounded[V];
        for (int k = 0; k < V; ++k) rounded[k] = cast(x[k], first + i + k, tally);
        to_.store(i, rounded);
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
        add_shared(tally.shared + SharedCounts::elements, tally.elements);
        add_shared(tally.shared + SharedCounts::zero, tally.zero);
        add_shared(tally.shared + SharedCounts::flushed, tally.flushed);
        add_shared(tally.shared + SharedCounts::subnormal, tally.subnormal);
        add_shared(tally.shared + SharedCounts::overflow, tally.overflow);
        add_shared(tally.shared + SharedCounts::infinite, tally.infinite);
        add_shared(tally.shared + SharedCounts::nan, tally.nan);
        SharedCounts::raise(tally.shared + SharedCounts::largest, tally.largest);
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
        add_shared(tally.shared + clamped_bin(exponent_of(x)), 1);
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
    /// Elements i to i + V at once, as Numbers::store has them.
    template <int V>
    MANTISSA_BOTH void pack(const float (&x)[V], std::int64_t i) {
        store_.put_pack(x, i, first_, tally);
    }

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
    MagnitudeHistogram* histogram = cast.histogram;
    if (!histogram) {
        for_each(stream, lanes, [=] MANTISSA_KERNEL(std::int64_t lane) {
            Putter put(store, first);
            body(lane, put);
            store.close(put.tally);
        });
        return;
    }
    const std::int64_t blocks = (lanes + threads_per_block - 1) / threads_per_block;
    double* partials = scratch.of<double>(ScratchUse::partials, static_cast<std::size_t>(2 * blocks));
    tally_up<threads_per_block, 2, SharedCounts::count>(
        stream, blocks,
        [=] MANTISSA_KERNEL(std::int64_t block, int thread, double* sums, std::uint32_t* shared) {
            const std::int64_t lane = block * threads_per_block + thread;
            if (lane >= lanes) return;
            Putter put(store, first);
            put.tally.shared = shared;
            body(lane, put);
            store.close(put.tally);
            sums[0] = put.tally.norm_squared;
            sums[1] = put.tally.lost_squared;
        },
        [=] MANTISSA_KERNEL(std::int64_t, int i, std::uint32_t value) { SharedCounts::drain(*histogram, i, value); },
        [=] MANTISSA_KERNEL(std::int64_t block, const double* sums) {
            partials[block] = sums[0];
            partials[blocks + block] = sums[1];
        });
    fold(
        stream, partials, 2,
        [=] MANTISSA_KERNEL(std::int64_t column) {
            return Segment{column * blocks, blocks};
        },
        [=] MANTISSA_KERNEL(std::int64_t column, double sum) {
            (column == 0 ? histogram->norm_squared : histogram->lost_squared) += sum;
        });
}

/// Threads that share `n` results: no more than a card holds at once.
inline std::int64_t storing_lanes(std::int64_t n) noexcept {
    return std::min<std::int64_t>(n, std::int64_t{1} << 18);
}

/// Stores source(i, tally) for every i in [0, n) as element i of `to`, cast. `first`: the place of element 0 in the
/// whole tensor. source may read element i of `to`.
template <class Source>
void store_each(Stream stream, Scratch& scratch, std::int64_t n, const Numbers& to, const Cast& cast, Source source,
                std::int64_t first = 0) {
    const std::int64_t lanes = storing_lanes(n);
    store_by_lanes(
        stream, scratch, lanes, to, cast,
        [=] MANTISSA_KERNEL(std::int64_t lane, Putter & put) {
            for (std::int64_t i = lane; i < n; i += lanes) put(source(i, put.tally), i);
        },
        first);
}

/// The same of a source that gives several elements at once, which are then read and written at once:
/// source.get(i, x, tally) fills x with elements i to i + V, for V = 1 and Numbers::pack; source.is_packed() whether it
/// can give as many. Where there is not enough to do for all threads, each has one element.
template <class Source>
void store_packs(Stream stream, Scratch& scratch, std::int64_t n, const Numbers& to, const Cast& cast,
                 const Source& source, std::int64_t first = 0) {
    constexpr int pack = Numbers::pack;
    if (n > storing_lanes(n) && n % pack == 0 && to.is_packed() && source.is_packed()) {
        const std::int64_t packs = n / pack, lanes = storing_lanes(packs);
        store_by_lanes(
            stream, scratch, lanes, to, cast,
            [=] MANTISSA_KERNEL(std::int64_t lane, Putter & put) {
                for (std::int64_t i = lane; i < packs; i += lanes) {
                    float x[pack];
                    source.get(i * pack, x, put.tally);
                    put.pack(x, i * pack);
                }
            },
            first);
        return;
    }
    store_each(
        stream, scratch, n, to, cast,
        [=] MANTISSA_KERNEL(std::int64_t i, Tally & tally) {
            float x[1];
            source.get(i, x, tally);
            return x[0];
        },
        first);
}

}  // namespace mantissa::cuda
