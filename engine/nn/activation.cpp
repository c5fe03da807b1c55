// SPDX-License-Identifier: Apache-2.0
// In place where nothing else needs the argument, forward and backward: ReLU, sigmoid and tanh, whose derivative is a
// function of their result. GELU and SiLU keep their argument.
#include "engine/nn/activation.h"

#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class PlannedActivation final : public PlannedOperation {
  public:
    PlannedActivation(const Activation& operation, Planner& planner)
        : function_(operation.function()), training_(planner.training) {
        const int in = operation.inputs[0];
        argument_ = planner.value(in);
        result_ = argument_;
        if (planner.policy.of(operation.layer, false).wide_pointwise) result_.format = result_.gradient_format = fp32;
        if (planner.may_overwrite(in) && !from_argument() && result_.format == argument_.format) {
            planner.keep(in, planner.now());
        } else {
            planner.keep(in, from_argument() ? planner.later() : planner.now());
            planner.new_buffers(operation.output, result_);
        }
        result_.value_gauge = planner.add_value_gauge(operation.output, result_.format);
        planner.value(operation.output) = result_;
        if (!from_argument()) planner.keep(operation.output, planner.later());
        if (training_) gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        Cast cast = run.cast(result_.value_gauge);
        // ReLU's result is on its argument's grid and finite where that is, which was counted.
        if (function_ == ActivationKind::relu && result_.format == argument_.format) cast.counts = nullptr;
        if (training_) cast.nonfinite_arguments = run.gauges.nonfinite_at_reader(argument_.value_gauge);
        run.kernels.activation_forward(function_, run.view(argument_.value), run.view(result_.value), cast);
    }

    void backward(const PassRun& run) override {
        if (!gradient_) return;
        Cast cast = run.cast(gradient_.gauge);
        cast.stepwise = run.policy.stepwise_derivatives;
        run.kernels.activation_backward(function_, run.view(from_argument() ? argument_.value : result_.value),
                                        run.view(result_.gradient), run.view(gradient_.slot), cast);
        run.sent(gradient_);
    }

  private:
    bool from_argument() const { return derivative_needs_argument(function_); }

    ActivationKind function_;
    bool training_;
    Value argument_, result_;
    GradientPart gradient_;
};

constexpr auto of_input = MadeOperation::Format::of_input;

}  // namespace

std::unique_ptr<PlannedOperation> Activation::plan(Planner& planner) const {
    return std::make_unique<PlannedActivation>(*this, planner);
}

MadeOperation make_relu(const OperationSource& source) {
    return {std::make_unique<Activation>(ActivationKind::relu, "relu"), source.inputs[0], of_input};
}

MadeOperation make_sigmoid(const OperationSource& source) {
    return {std::make_unique<Activation>(ActivationKind::sigmoid, "sigmoid"), source.inputs[0], of_input};
}

MadeOperation make_tanh(const OperationSource& source) {
    return {std::make_unique<Activation>(ActivationKind::tanh, "tanh"), source.inputs[0], of_input};
}

MadeOperation make_gelu(const OperationSource& source) {
    return {std::make_unique<Activation>(ActivationKind::gelu, "gelu"), source.inputs[0], of_input};
}

MadeOperation make_gelu_tanh(const OperationSource& source) {
    return {std::make_unique<Activation>(ActivationKind::gelu_tanh, "gelu_tanh"), source.inputs[0], of_input};
}

MadeOperation make_silu(const OperationSource& source) {
    return {std::make_unique<Activation>(ActivationKind::silu, "silu"), source.inputs[0], of_input};
}

}  // namespace mantissa
