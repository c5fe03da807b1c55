// SPDX-License-Identifier: Apache-2.0
// Every number times a constant, as `x * factor` in PyTorch.
#include <fmt/format.h>

#include <cmath>

#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class Scale final : public Operation {
  public:
    explicit Scale(float factor) : factor_(factor) {}
    const char* kind() const noexcept override { return "scale"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    bool is_in_place(const Planner& planner) const override { return planner.may_overwrite(inputs[0]); }
    float factor() const noexcept { return factor_; }

  private:
    float factor_;
};

class PlannedScale final : public PlannedOperation {
  public:
    PlannedScale(const Scale& operation, Planner& planner) : factor_(operation.factor()) {
        const int in = operation.inputs[0];
        input_ = planner.value(in);
        output_ = input_;
        planner.keep(in, planner.now());
        if (!operation.is_in_place(planner)) planner.new_buffers(operation.output, output_);
        output_.value_gauge = planner.add_value_gauge(operation.output, output_.format);
        planner.value(operation.output) = output_;
        if (planner.training) gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        run.kernels.scale(run.view(input_.value), factor_, run.view(output_.value), run.cast(output_.value_gauge));
    }

    void backward(const PassRun& run) override {
        if (!gradient_) return;
        run.kernels.scale(run.view(output_.gradient), factor_, run.view(gradient_.slot), run.cast(gradient_.gauge));
        run.sent(gradient_);
    }

  private:
    float factor_;
    Value input_, output_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> Scale::plan(Planner& planner) const {
    return std::make_unique<PlannedScale>(*this, planner);
}

}  // namespace

/// factor: a number that FP32 holds.
MadeOperation make_scale(const OperationSource& source) {
    const double factor = source.description.factor();
    if (!std::isfinite(static_cast<float>(factor)))
        throw source.wrong(say("factor %1", {fmt::format("{:g}", factor)}), say("a number that FP32 holds"));
    return {std::make_unique<Scale>(static_cast<float>(factor)), source.inputs[0], MadeOperation::Format::of_input};
}

}  // namespace mantissa
