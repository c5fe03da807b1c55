// SPDX-License-Identifier: Apache-2.0
// What a lesson can measure: of a run ("fp16.accuracy") or of a format ("value:fp16:0.1"). A measure is a text in the
// lesson's file; here it becomes a value that is checked, and those of formats are computed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/precision/float_format.h"
#include "engine/precision/rank_sum.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// One measure. Units are those of the lesson's texts: shares and accuracies in per cent, memory in MiB.
struct Measure {
    enum class Kind {
        accuracy,
        accuracy_at,
        loss,
        loss_at,
        skipped,
        scale,
        steps,
        flushed,
        norm_lost,
        largest_value,
        lost_updates,
        lost_updates_without_master,
        memory_held,
        memory_native,
        first_nonfinite,
        value,
        ulp,
        largest,
        smallest,
        smallest_normal,
        sum,
        sum32,
        ranks_error,
        ranks_flushed,
        ranks_overflowed,
        ranks_bound,
    };
    Kind kind = Kind::accuracy;
    std::string run;         ///< which run, by the name the lesson gives it; empty: of a format
    std::uint32_t step = 0;  ///< accuracy_at, loss_at
    std::string tensor;      ///< "fc1.weight", "fc1"
    run::Role role = run::ROLE_UNSET;
    FloatFormat format;
    double x = 0;                            ///< value, ulp: the number; sum: the term; ranks_...: the largest gradient
    std::uint32_t terms = 0;                 ///< sum; ranks_...: how many ranks
    RankOrder order = RankOrder::ring;       ///< ranks_...
    RankDivide divide = RankDivide::before;  ///< ranks_...

    bool of_run() const noexcept { return !run.empty(); }
};

/// The measure that `text` means. Throws Error(bad_data) whose place is `text` and whose remedy lists what there is.
Measure parse_measure(std::string_view text);

/// The role that a lesson calls "weight_gradient" and so on; "weight", too, which no measure takes. Throws
/// Error(bad_data) listing what there is.
run::Role lesson_role(std::string_view name);

/// What a measure of a format comes to (of_run() must be false). "value" and the terms of sums are rounded once, ties
/// to even, TF32's away from zero; sums are rounded to the format after every addition, those of sum32 to FP32 and at
/// the end to the format.
double format_measure(const Measure& measure);

}  // namespace mantissa
