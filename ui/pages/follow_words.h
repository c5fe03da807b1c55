// SPDX-License-Identifier: GPL-3.0-or-later
// What became of one number, in words for a student: stage by stage and in a sentence. Pure functions of a trace.
#pragma once

#include <QString>

#include "ui/charts/number_bits.h"
#include "ui/charts/number_way.h"
#include "ui/models/number_story.h"

namespace mantissa::ui {

/// A number by its power of two: "1.372 · 2⁻²⁷"; zero, infinities and NaN as they are.
QString binaryText(double value);

/// "2⁻²⁷" for the bin of that exponent; "exactly zero", "inf or NaN" for the two beyond.
QString binText(int bin);

/// "flushed to zero", "update lost", "weight changed".
QString deathName(run::TraceRecord::Death death);

/// "fc1.weight[3, 17]": where PyTorch has it.
QString placeText(const run::TraceRecord& trace);

/// What happened to it, in one or two sentences; `skipped`: the update of its step was.
QString headline(const run::TraceRecord& trace, std::uint32_t step, bool skipped);

/// One line in a list of traces: "step 41 · fc1.weight[3, 17] · 2⁻²⁷ · flushed to zero".
QString entryText(const run::TraceRecord& trace, std::uint32_t step);

QString stageName(StageKind kind, const run::TraceRecord& trace);
/// What the stage did to it, and why.
QString stageComment(const NumberStage& stage, const run::TraceRecord& trace);

/// The story as the charts take it.
WayData wayOf(const NumberStory& story, const run::TraceRecord& trace);
std::vector<NumberBitsRow> bitRowsOf(const NumberStory& story, const run::TraceRecord& trace);

}  // namespace mantissa::ui
