// SPDX-License-Identifier: GPL-3.0-or-later
// One number's way through a training step, from the record of a trace: its stages in order with their values, where it
// died, and what it is in each of the four formats. Numbers only; the words are the page's.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/models/format_facts.h"
#include "ui/models/tensor_stats.h"

namespace mantissa::ui {

/// Bins of a run::Trace beyond those of histograms (engine/train/trace.h has the same): exact zeros, preferably such
/// that are not zero in the shadow; infinities and NaN.
inline constexpr int kZeroBin = kFirstBin - 1;
inline constexpr int kNonfiniteBin = kLastBin + 1;

enum class StageKind {
    Loss,       ///< of the batch
    Scaled,     ///< times S
    Backward,   ///< the gradient before its cast
    Cast,       ///< after it
    PassedOn,   ///< an activation gradient: multiplied into others
    Check,      ///< another gradient was not finite: the step is skipped
    Unscale,    ///< divided by S
    Clip,       ///< times the clip factor
    Optimizer,  ///< the update
    Stored,     ///< the weight as it is stored
    Working,    ///< the weight as it multiplies
};

struct NumberStage {
    StageKind kind = StageKind::Loss;
    double value = 0;    ///< after the stage
    double before = 0;   ///< what it was before (Stored, Working: the weight before the step)
    std::string format;  ///< of `value`; empty where it is FP32
    bool died = false;   ///< it ended here
};

/// A number as one format has it.
struct NumberInFormat {
    FloatFormat format;
    double value = 0;
    std::uint32_t bits = 0;
    double error = 0;     ///< value - number; NaN where the number is not finite
    double relative = 0;  ///< |error| / |number|; 0 for zero, infinite where it overflowed
};
/// `number` rounded to FP32, TF32, FP16 and BF16.
std::array<NumberInFormat, 4> inAllFormats(float number);

struct NumberStory {
    std::vector<NumberStage> stages;          ///< those that it reached, the last one the end of its way
    std::vector<StageKind> notReached;        ///< those that would have followed
    std::array<NumberInFormat, 4> formats{};  ///< of the value before the cast
};
NumberStory storyOf(const run::TraceRecord& trace);

/// Whether its way ended before it could change anything: every death but PASSED_ON.
bool isDeath(run::TraceRecord::Death death);

}  // namespace mantissa::ui
