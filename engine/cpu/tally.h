// SPDX-License-Identifier: Apache-2.0
// Counting magnitudes by vectors: histograms of casts and of updates. Bit for bit the counts of the reference, but for
// the ratio of a change to a weight that is NaN, which has none. Only the sums of squares are added in another order,
// and those of magnitudes by blocks in FP32: at most tally_block / 16 + 2 numbers above zero in one sum, so their
// relative error stays below so many times 2^-24.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/backend/update_counts.h"
#include "engine/cpu/round_params.h"

namespace mantissa {

/// The sixteen neighbouring bytes that a table is looked through for first: where most of it lies so far. What is
/// counted does not depend on it.
struct ByteWindow {
    std::int32_t low = 0;      ///< the least of them; 0: not known
    std::uint32_t blocks = 0;  ///< counted so far
    bool missed = false;       ///< many of the last block's bytes were elsewhere; noted of the 1st, 2nd, 4th... only

    /// Moves to where most of the table lies.
    void settle(const std::uint32_t* table);
};

/// The few bytes outside of a table's window, of many blocks.
struct ScatteredBytes {
    static constexpr std::int64_t room = 4096;
    alignas(64) std::array<std::uint8_t, room + 256> bytes;  // a whole vector may be stored behind the last
    std::int64_t size = 0;
    std::uint32_t top = 0;  ///< none is larger

    ScatteredBytes() {}  // NOLINT(modernize-use-equals-default): as PendingBytes'
};

/// Bytes of several blocks that wait to be counted into a table together, since to end a count costs as much as many
/// vectors of them.
struct PendingBytes {
    static constexpr std::int64_t room = 4096;
    alignas(64) std::array<std::uint8_t, room> bytes;  // none of them yet
    std::int64_t size = 0;
    std::uint32_t left = 0;  ///< how many are not 0
    std::uint32_t top = 0;   ///< none is larger
    ByteWindow window;
    ScatteredBytes scattered;

    PendingBytes() {}  // NOLINT(modernize-use-equals-default): a default one would have the bytes cleared
};

/// Counts of one thread's part.
struct Tally {
    /// Finite numbers but zeros by FP32's exponent field, floor(log2 |x|) + 127, or 0 for FP32's subnormals; all of
    /// them once `exponents` are counted.
    std::array<std::uint32_t, 256> by_exponent{};
    PendingBytes exponents;
    std::uint64_t elements = 0, zero = 0, flushed = 0, subnormal = 0, overflow = 0, infinite = 0, nan = 0;
    double norm_squared = 0, lost_squared = 0;
    std::uint32_t largest = 0;  ///< bits of the largest finite magnitude, which order as magnitudes do

    Tally() {}  // NOLINT(modernize-use-equals-default): as PendingBytes'

    /// Counts what is pending and adds all to `histogram`.
    void add_to(MagnitudeHistogram& histogram);
};

/// At most so many elements in one call of the functions below.
inline constexpr std::int64_t tally_block = 1024;

/// table[b] += how many of the pending bytes are b, for every b but 0; then none is pending.
void count_pending(PendingBytes& pending, std::uint32_t* table);

/// So many elements are counted at once on this processor.
std::int64_t tally_grain();

/// Adds n elements before their cast by `rounding`. False where the cast's own counts (flushed, subnormal, overflow)
/// are still to be added by tally_cast(); true where the exponents alone tell them.
bool tally_magnitudes(const float* before, std::int64_t n, const RoundParams& rounding, Tally& tally);

/// Adds what the cast did to n elements. `zeros` and `infinities`: of them before it.
void tally_cast(const float* before, const float* after, std::int64_t n, float smallest_normal, std::uint64_t zeros,
                std::uint64_t infinities, Tally& tally);

/// The same for updates.
struct UpdateTally {
    Tally magnitude;                            ///< of vectors
    std::array<std::uint32_t, 256> by_ratio{};  ///< UpdateCounts::ratio_bins, moved up by one
    PendingBytes ratios;
    UpdateCounts counts;  ///< all else

    UpdateTally() {}  // NOLINT(modernize-use-equals-default): as PendingBytes'

    /// As Tally's.
    void add_to(UpdateCounts& sum);
};

/// Adds the updates weight[i] - change[i], as count_update() does. `lost`: how many changes that are not 0 left the
/// weight as it was when it was stored in `stored`, where that is known.
void tally_updates(const float* weight, const float* change, std::int64_t n, const FloatFormat& narrow,
                   const FloatFormat& stored, std::optional<std::uint64_t> lost, UpdateTally& tally);

}  // namespace mantissa
