// SPDX-License-Identifier: GPL-3.0-or-later
// Which histogram of a run a view shows: the newest, or the one that stood at the step the timeline points at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/precision/float_format.h"
#include "engine/run/run.pb.h"

namespace mantissa::ui {

class RunModel;

/// A histogram of a run with its step; null: there is none.
struct FoundHistogram {
    const run::Histogram* histogram = nullptr;
    std::uint32_t step = 0;
};
/// The histogram of a tensor in a role recorded last, or the last one kept at or before `step`. `withShadow`: of those
/// that carry a shadow.
FoundHistogram findHistogram(const RunModel& run, const std::string& tensor, run::Role role,
                             std::optional<std::uint32_t> step, bool withShadow = false);

/// The loss scale that a record's magnitudes contain; 1 where it names none that could be.
double scaleOf(const run::Histogram& histogram);

/// The format that a record names. One that is not known is taken as FP32.
FloatFormat formatCalled(const std::string& name);

}  // namespace mantissa::ui
