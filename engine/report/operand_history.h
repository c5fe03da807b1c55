// SPDX-License-Identifier: Apache-2.0
// What quantising did to each operand in eight or fewer bits over a run: the last numbers, largest magnitudes and
// scales over the steps, and when it was worst. What report and window show.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

struct OperandHistory {
    struct Point {
        std::uint32_t step = 0;
        float amax = 0;
        float limit =
            0;  ///< the largest number that its scale, or the format without one, holds; 0: blocks have their own
        float clipped = 0, flushed = 0;                ///< shares of the nonzero numbers
        float blocks_clipped = 0, blocks_flushed = 0;  ///< shares of the blocks that hold such a number
    };
    std::uint32_t step = 0;      ///< of the last numbers
    run::QuantizedOperand last;  ///< and they themselves
    std::vector<Point> points;   ///< ascending steps, every `stride`-th record
    double most_clipped = 0;     ///< share of the nonzero numbers, in the step where it was largest
    std::uint32_t most_clipped_step = 0;

    // of a delayed scale
    std::uint32_t scaled_records = 0, late_records = 0;  ///< all, and those in which the tensor was too large for it
    double most_late = 0;                                ///< by how many doublings at most
    std::uint32_t most_late_step = 0;
    double clipped_then = 0;      ///< share of the nonzero numbers, in that step
    std::uint32_t held_step = 0;  ///< the first recorded step after it in which the scale held the tensor; 0: none
    double most_flushed = 0;  ///< share of the nonzero numbers, where the scale was at least four doublings too small
    double small_then = 0;    ///< by how many doublings it was, in the step of most_flushed
    std::uint32_t small_step = 0;
};

/// Share of the nonzero numbers that were clipped; 0 where there are none.
double clipped_share(const run::QuantizedOperand& operand);
/// The same of those that became 0.
double flushed_share(const run::QuantizedOperand& operand);

/// By how many doublings a delayed scale is too large for the tensor that it scaled (positive: it was clipped) or could
/// have been larger (negative); nothing for other scales, and where there was nothing to scale.
std::optional<double> scale_excess(const run::QuantizedOperand& operand);

/// How late a delayed scale was, one sentence; empty of other scales and where nothing is known.
Phrase lateness_phrase(const OperandHistory& operand);

/// "input", "weight", "gradient".
Phrase operand_phrase(run::Role role);
/// "forward", "input gradient", "weight gradient".
Phrase product_phrase(run::ProductKind product);

class OperandHistories {
  public:
    /// In the order of the steps; what comes again is left out.
    void take(std::uint32_t step, const run::HistogramRecord& record);
    /// In the order of the first record.
    const std::vector<OperandHistory>& all() const noexcept { return all_; }
    bool empty() const noexcept { return all_.empty(); }

  private:
    static constexpr std::size_t most_points = 1024;  ///< of one operand

    std::vector<OperandHistory> all_;
    std::uint32_t stride_ = 1;  ///< one of so many records is kept
    std::uint32_t records_ = 0;
};

}  // namespace mantissa
