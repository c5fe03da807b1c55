// SPDX-License-Identifier: GPL-3.0-or-later
// The network of a run as a graph: its operations in the order in which they run, the tensors between them, and the
// blocks that fold. Of a run of our own it is described by the run's settings, and its extents by those of its trained
// tensors; a record of another program names its modules and not how they are wired. Pure functions of a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

class RunModel;

struct GraphOperation {
    std::string name;   ///< "blocks.0.qkv"
    std::string kind;   ///< "linear", or of another program's module its class
    std::string layer;  ///< by which formats are set and pages have their rows
    std::vector<int> inputs;
    int output = -1;
    std::vector<std::string> parameters;  ///< "blocks.0.qkv.weight" first

    /// Whether it multiplies, so that its operands are cast to a format of their own.
    bool multiplies() const;
    /// Whether its weights are operands, which are copied to that format; others are used as they are stored.
    bool hasOperandWeights() const { return multiplies() && !parameters.empty(); }
};

struct GraphTensor {
    std::string name;                 ///< "fc1", "fc1.out", "input"
    std::vector<std::int64_t> shape;  ///< of one sample, as PyTorch orders it; empty: not known
    int producer = -1;                ///< -1: the samples themselves
    std::vector<int> consumers;
};

/// Operations first to last that belong together: "blocks.0".
struct GraphBlock {
    std::string path;
    int first = 0;
    int last = 0;
    int depth = 0;  ///< blocks that it is in
};

struct NetworkGraph {
    std::vector<GraphOperation> operations;
    std::vector<GraphTensor> tensors;  ///< the first is the samples, where it is wired
    std::vector<GraphBlock> blocks;    ///< an outer one before those in it
    bool wired = false;                ///< false: it is not known which operation reads which tensor

    /// The operation in which this tensor of a record arises: its result, what it computes on the way to it
    /// ("blocks.0.attention.scores"), a copy that it makes of an input ("head.in"), or one of its parameters. -1: none.
    int operationOf(const std::string& tensor) const;
};

NetworkGraph networkGraph(const RunModel& run);

/// Puts layers in the order in which a run of our own has them, those without trained tensors ("blocks.0.attention")
/// too. Unknown ones stay behind the others.
void sortAsTheyRun(const RunModel& run, std::vector<std::string>& layers);

/// "64×14×14"; empty where nothing is known.
std::string shapeText(const std::vector<std::int64_t>& shape);

}  // namespace mantissa::ui
