// SPDX-License-Identifier: GPL-3.0-or-later
// The Speed page's sentences, and its figures as what the charts paint.
#pragma once

#include <QString>
#include <vector>

#include "ui/charts/bar_list.h"
#include "ui/charts/memory_by_batch.h"
#include "ui/charts/speed_bars.h"
#include "ui/models/speed_figures.h"

namespace mantissa::ui {

class MemoryPlans;
class RunModel;

/// "FP16" as the charts' palette knows it.
QString modeName(run::Precision precision);

/// Bars by operation and format, with the table of all figures.
SpeedBarsData speedBars(const std::vector<Throughput>& rows);
/// A warning where repetitions differ; empty where they do not.
QString unsteadySentence(const std::vector<Measured>& measured);
/// What a size that is no multiple of 8 costs in the formats that the device computes in; empty if not measured.
QString oddSentence(const std::vector<Throughput>& rows);
/// What "emulated" means for a figure; empty if none is.
QString emulatedSentence(const std::vector<Throughput>& rows, const Measured* step);

/// By what BF16's products run on this device, and why: what was measured, in one sentence; empty while that is not
/// known.
QString nativeSentence(const MemoryPlans& plans, std::uint32_t batch);

/// How the device's units round by themselves; empty if not asked.
QString roundingSentence(const std::vector<Measured>& measured);

/// Kernels of a step, the longest first.
BarListData kernelBars(const Measured& step, const DeviceLimits& limits);
/// The step's time, labelled where it is emulated.
QString stepSentence(const Measured& step);
/// The two limits and the intensity at which they meet.
QString limitsSentence(const DeviceLimits& limits);

/// Curves and parts as planned so far; `batch` is Setup's.
MemoryByBatchData memoryByBatch(const MemoryPlans& plans, std::uint32_t batch);
/// From which batch 16 bits pay, and why not before.
QString paysSentence(const MemoryPlans& plans, std::uint32_t batch);
/// The largest batch for the budget, mode by mode.
QString budgetSentence(const MemoryPlans& plans);
/// Planned and really allocated bytes of a run; empty if it has no plan.
QString allocatedSentence(const RunModel& run, const QString& name);

}  // namespace mantissa::ui
