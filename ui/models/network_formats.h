// SPDX-License-Identifier: GPL-3.0-or-later
// In which format each tensor of a network is stored, its gradient too, and in which format an operation multiplies: of
// a run's settings, as the engine plans them (engine/nn), and as its histograms say. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/models/network_graph.h"

namespace mantissa::ui {

class RunModel;

/// Names of formats, "FP16"; empty: not known.
struct NetworkFormats {
    std::vector<std::string> value;     ///< by tensor
    std::vector<std::string> gradient;  ///< by tensor, as it was rounded; empty for the samples
    std::vector<std::string> operand;   ///< by operation that multiplies; empty for others: they read what is stored
    std::vector<std::string> sums;      ///< by operation that multiplies: in which its products are added up
    /// By operation that quantises its operands in eight or fewer bits: by which recipe, and what weights and output
    /// gradients are read in; empty for others.
    std::vector<std::string> recipe, weightOperand, gradientOperand;
    std::string weight;  ///< of the stored (master) weights
    std::string loss;    ///< in which the loss is computed
    bool operator==(const NetworkFormats&) const = default;
};

/// What `config` plans for a wired graph; nothing for another one, or where the settings name no format.
NetworkFormats plannedFormats(const NetworkGraph& graph, const run::RunConfig& config);

/// Those of a run as of `step` (nothing: now): what the newest histograms were cast to, and what is planned where none
/// came since the settings changed.
NetworkFormats formatsAt(const NetworkGraph& graph, const RunModel& run, std::optional<std::uint32_t> step);

/// Those that step `step` was trained with.
NetworkFormats formatsOfStep(const NetworkGraph& graph, const RunModel& run, std::uint32_t step);

/// The first step with the formats planned as of `step` (nothing: now), where step `since` was trained with others.
std::optional<std::uint32_t> formatsChangedSince(const NetworkGraph& graph, const RunModel& run, std::uint32_t since,
                                                 std::optional<std::uint32_t> step);

}  // namespace mantissa::ui
