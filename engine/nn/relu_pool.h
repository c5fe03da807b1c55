// SPDX-License-Identifier: Apache-2.0
// ReLU and the max-pooling of its result in one pass over memory: a rewriting of the plan with the bits of both.
#pragma once

#include <memory>

#include "engine/nn/operation.h"

namespace mantissa {

/// Whether operation `index` is a ReLU whose result only a 2x2 max-pooling reads, the operation after it.
bool is_relu_pool(const Network& network, std::size_t index);

/// Plans both operations as one step.
std::unique_ptr<PlannedOperation> plan_relu_pool(Planner& planner, std::size_t index);

}  // namespace mantissa
