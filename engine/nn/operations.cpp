// SPDX-License-Identifier: Apache-2.0
// The table of operations: one line for each, its factory in a file of the same name.
#include "engine/nn/operations.h"

namespace mantissa {

MadeOperation make_conv2d(const OperationSource&);
MadeOperation make_linear(const OperationSource&);
MadeOperation make_max_pool2d(const OperationSource&);
MadeOperation make_relu(const OperationSource&);
MadeOperation make_sigmoid(const OperationSource&);
MadeOperation make_tanh(const OperationSource&);

std::span<const OperationKind> operation_kinds() {
    static const std::vector<OperationKind> kinds{
        {"conv2d", 1, {"out"}, make_conv2d},    {"linear", 1, {"out"}, make_linear},
        {"max_pool2d", 1, {}, make_max_pool2d}, {"relu", 1, {}, make_relu},
        {"sigmoid", 1, {}, make_sigmoid},       {"tanh", 1, {}, make_tanh},
    };
    return kinds;
}

Error OperationSource::wrong(const Phrase& what, const Phrase& expected) const {
    return Error(ErrorCode::usage, what, description.op() + " \"" + description.name() + "\"", expected);
}

}  // namespace mantissa
