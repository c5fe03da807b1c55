// SPDX-License-Identifier: Apache-2.0
// The kinds of operations that a network can have, and how one is made from its description.
#pragma once

#include <memory>
#include <span>
#include <string>
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
    std::vector<ParameterInfo>& state;         ///< the same

    /// "linear fc1: ..." as an Error(usage) with what was expected.
    Error wrong(const Phrase& what, const Phrase& expected) const;
    /// Appends the parameter "NAME.what" of `size` numbers, all `initial`, that is used as it is stored; its index.
    int add_vector(const char* what, std::int64_t size, double initial) const;
    /// The same of the network's state.
    int add_state(const char* what, std::int64_t size, double initial) const;
};

/// The one that holds the other's numbers, or FP32.
const FloatFormat& wider(const FloatFormat& a, const FloatFormat& b);

struct MadeOperation {
    std::unique_ptr<Operation> operation;  ///< its parameters are set; name, layer and tensors are the caller's
    Shape output;                          ///< extents of one sample of its result
    /// In which its result is stored: that of products, that of its first input, or another.
    enum class Format { of_products, of_input, other } format = Format::other;
};

struct OperationKind {
    std::string_view name;                   ///< "linear"
    int inputs = 1;                          ///< 0: two or more
    std::vector<std::string_view> fields;    ///< of run::NetworkOperation that must be set
    std::vector<std::string_view> optional;  ///< and those that may be
    MadeOperation (*make)(const OperationSource&) = nullptr;
};

/// All of them.
std::span<const OperationKind> operation_kinds();

}  // namespace mantissa
