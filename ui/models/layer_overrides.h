// SPDX-License-Identifier: GPL-3.0-or-later
// Formats of single layers in a running training: what a layer has now, and the change that gives it another. Pure
// functions of a configuration.
#pragma once

#include <string>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

class RunModel;

/// The format set for this layer; PRECISION_UNSET: none, or the run's own.
run::Precision layerPrecision(const run::RunConfig& config, const std::string& layer);

/// A change with nothing but layer_overrides, the whole new list, in which `layer` has `precision` (PRECISION_UNSET: as
/// the run).
run::RunConfig layerChange(const RunModel& run, const std::string& layer, run::Precision precision);

}  // namespace mantissa::ui
