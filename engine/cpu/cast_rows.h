// SPDX-License-Identifier: Apache-2.0
// The pass that ends every operation: add a bias, count, round, store.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/backend/cast.h"
#include "engine/cpu/numbers.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"
#include "engine/cpu/tally.h"

namespace mantissa {

/// A cast of an array in pieces, as several threads produce them: each is counted, rounded and stored while it is still
/// in cache.
class PieceCast {
  public:
    /// What is stored as BF16 must be on its grid after the rounding; throws Error(failed) otherwise.
    PieceCast(const Numbers& dst, const Cast& cast);

    /// The pieces of one part of a parallel_for. Where they are tallied the tally lies on the stack of the thread that
    /// makes them, which adds it up when it is done.
    class Part {
      public:
        Part(PieceCast& all, int part);
        ~Part();
        Part(const Part&) = delete;
        Part& operator=(const Part&) = delete;

        /// Where the results that will be element i and the following may be made: in their place where the cast leaves
        /// them as they are, else in `buffer`.
        float* room(std::int64_t i, float* buffer) const;
        /// Elements i to i + n, at most tally_block of them; `before` may be where they go.
        void store(const float* before, std::int64_t i, std::int64_t n);
        /// Adds `bias` to each of `rows` rows of `columns` sums and stores them as elements i and following: whole
        /// rows, or a part of one row with the same part of the bias; at most tally_block elements. The sums may lie
        /// where they are stored.
        void store_rows(const float* sums, const float* bias, std::int64_t i, std::int64_t rows, std::int64_t columns);
        /// `rows` rows of `columns` numbers, side by side, to elements i, i + stride and so on; at most tally_block of
        /// them.
        void store_columns(const float* before, std::int64_t i, std::int64_t rows, std::int64_t columns,
                           std::int64_t stride);
        /// Only counts them, and needs nowhere to store them. The cast has a histogram.
        void count(const float* before, std::int64_t i, std::int64_t n);

      private:
        /// What there was before a cast, and whether that alone tells what the cast does.
        struct Found {
            bool complete;
            std::uint64_t zeros, infinities;
        };
        Found look_at(const float* before, std::int64_t n);
        /// The rest, where it does not.
        void tally_results(const float* before, const float* after, std::int64_t n, const Found& found);
        /// Elements i to i + n, rounded but not counted.
        void round(const float* before, std::int64_t i, std::int64_t n, const Numbers& to) const;

        const PieceCast& all_;
        MagnitudeHistogram* const histogram_;  ///< null where none is asked for
        FlushCounts& counts_;
        std::optional<Tally> tally_;  ///< where a histogram is asked for or the rounding is scalar
    };

    /// Adds what the parts counted to the cast's counters; once, after all parts.
    void finish();

  private:
    Numbers dst_;
    Cast cast_;
    RoundParams params_;
    bool vector_rounding_, tallied_;
    std::vector<MagnitudeHistogram> histograms_;  ///< by part, where one is asked for
    Parts<FlushCounts> counts_;
};

/// dst[r, c] = round(src[r, c] + bias[c]) with the counting that `cast` asks for; bias may be null, dst may be src.
/// Nothing is done where there is nothing to do (plain cast, no bias, dst == src). What is stored as BF16 must be on
/// its grid after the rounding; dst may be src only where both are stored the same way.
void cast_rows(const Numbers& src, const float* bias, const Numbers& dst, std::int64_t rows, std::int64_t columns,
               const Cast& cast);

/// Copies `rows` rows of `bytes` bytes, which lie so many bytes apart. No other memory than theirs is touched.
void copy_rows(const void* from, std::int64_t from_apart, void* to, std::int64_t to_apart, std::int64_t rows,
               std::int64_t bytes);

/// n numbers from the i-th on as FP32: where they lie, or widened into `buffer`.
const float* widened(const Numbers& from, std::int64_t i, std::int64_t n, float* buffer);

}  // namespace mantissa
