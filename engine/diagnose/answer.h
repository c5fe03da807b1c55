// SPDX-License-Identifier: Apache-2.0
// A diagnosis in sentences, with its numbers and its limits.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/phrase.h"
#include "engine/diagnose/course.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Adds a part of the cure, in English and as a phrase.
void add_part(run::Diagnosis& answer, const Phrase& text);

/// What the run, FP32 and the control came to on the test set, after as many steps as were watched.
struct TestedRuns {
    run::Task task = run::TASK_UNSET;
    std::int64_t images = 0;  ///< or rows, or texts: from the first on
    Evaluation run, fp32, control;
    double tolerance = 0;                     ///< so much below FP32's metric is noise
    bool worse = false;                       ///< the run is: it failed by this alone
    std::optional<std::uint32_t> lost_state;  ///< steps done before inf or NaN came into running statistics
};

/// Fills in the text, and the cure as flags. `tested`: where evaluations were looked at.
void write_text(run::Diagnosis& answer, const std::optional<TestedRuns>& tested = std::nullopt);

}  // namespace mantissa
