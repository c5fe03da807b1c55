// SPDX-License-Identifier: Apache-2.0
// The kinds of operations that a network can have, and how one is made from its description.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/nn/operation.h"
#include "engine/run/network.pb.h"

namespace mantissa {

/// What an operation is made from.
struct OperationSource {
    const run::NetworkOperation& description;  ///< complete but for what its kind does not take
    std::vector<Shape> inputs;                 ///< extents of one sample of each
    std::vector<ParameterInfo>& parameters;    ///< the network's, to which its own are appended

    /// "linear \"fc1\": ..." as an Error(usage) with what was expected.
    Error wrong(const Phrase& what, const Phrase& expected) const;
};

struct MadeOperation {
    std::unique_ptr<Operation> operation;  ///< its parameters are set; name, layer and tensors are the caller's
    Shape output;                          ///< extents of one sample of its result
};

struct OperationKind {
    std::string_view name;  ///< "linear"
    int inputs = 1;
    std::vector<std::string_view> fields;  ///< of run::NetworkOperation that it takes, each of which must be set
    MadeOperation (*make)(const OperationSource&) = nullptr;
};

/// All of them.
std::span<const OperationKind> operation_kinds();

}  // namespace mantissa
