// SPDX-License-Identifier: Apache-2.0
// 2x2 max-pooling with stride 2.
#pragma once

#include "engine/nn/operation.h"

namespace mantissa {

class MaxPool2d final : public Operation {
  public:
    explicit MaxPool2d(const PoolGeometry& geometry) : geometry_(geometry) {}
    const PoolGeometry& geometry() const noexcept { return geometry_; }
    const char* kind() const noexcept override { return "max_pool2d"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;

  private:
    PoolGeometry geometry_;
};

}  // namespace mantissa
