// SPDX-License-Identifier: Apache-2.0
// What the advisor says of another program's training. Each rule names the layer and gives lines of PyTorch to paste;
// nothing here can be applied by a button, since nothing sends a foreign run a command.
#pragma once

#include <optional>
#include <vector>

#include "engine/report/advisor.h"
#include "engine/report/foreign_evidence.h"

namespace mantissa {

/// The scale fell below 1 and falls on: nothing it can do makes these gradients finite.
std::optional<Finding> foreign_scale_hopeless(const ForeignEvidence& evidence);
/// Inf or NaN arise in the forward pass: no loss scale can cure it.
std::optional<Finding> foreign_forward(const ForeignEvidence& evidence);
/// The first steps were skipped while the scale found its place: that is how GradScaler begins.
std::optional<Finding> foreign_calibration(const ForeignEvidence& evidence);
/// A growth interval that is longer than the run.
std::optional<Finding> foreign_interval(const ForeignEvidence& evidence);
/// Gradients lie at the lower end of FP16, or are all zero behind one that does.
std::optional<Finding> foreign_flushed(const ForeignEvidence& evidence);
/// An optimizer's epsilon that is zero in the format in which it keeps its moments.
std::optional<Finding> foreign_epsilon(const ForeignEvidence& evidence);
/// More than half of the updates leave weights of 16 bits as they were.
std::optional<Finding> foreign_updates(const ForeignEvidence& evidence);
/// The loop leaves steps out whose loss is inf or NaN.
std::optional<Finding> foreign_hidden_nan(const ForeignEvidence& evidence);
/// A loss that was inf or NaN in steps that were skipped: the batch or the forward pass, and never the loss scale.
std::optional<Finding> foreign_lost_loss(const ForeignEvidence& evidence);
/// A loss that has grown far beyond what it began with; asked where nothing else explains it.
std::optional<Finding> foreign_diverged(const ForeignEvidence& evidence);
/// Losses that are inf or NaN to the end, in steps that updated the weights: what is trained then is lost.
std::optional<Finding> foreign_ruined(const ForeignEvidence& evidence);

/// Everything there is to say of a foreign run, the most important first.
std::vector<Finding> advise_foreign(const ForeignEvidence& evidence);

}  // namespace mantissa
