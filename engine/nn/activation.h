// SPDX-License-Identifier: Apache-2.0
// Activation functions.
#pragma once

#include "engine/nn/operation.h"

namespace mantissa {

class Activation final : public Operation {
  public:
    Activation(ActivationKind function, const char* kind) : function_(function), kind_(kind) {}
    ActivationKind function() const noexcept { return function_; }
    const char* kind() const noexcept override { return kind_; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    bool reads_output_later() const noexcept override { return !derivative_needs_argument(function_); }

  private:
    ActivationKind function_;
    const char* kind_;
};

}  // namespace mantissa
