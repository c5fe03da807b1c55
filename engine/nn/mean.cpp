// SPDX-License-Identifier: Apache-2.0
// The mean over all pixels of an image, or over all tokens: global average pooling.
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class Mean final : public Operation {
  public:
    const char* kind() const noexcept override { return "mean"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
};

class PlannedMean final : public PlannedOperation {
  public:
    PlannedMean(const Mean& operation, Planner& planner) {
        const int in = operation.inputs[0], out = operation.output;
        input_ = planner.value(in);
        planner.keep(in, planner.now());
        output_ = planner.new_value(out, input_.format, input_.gradient_format);
        if (planner.training) gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        const Tensor y = run.view(output_.value);
        run.kernels.mean_forward(positions(run.view(input_.value), y), y, run.policy.reduction,
                                 run.cast(output_.value_gauge));
    }

    void backward(const PassRun& run) override {
        if (!gradient_) return;
        const Tensor dy = run.view(output_.gradient);
        run.kernels.mean_backward(dy, positions(run.view(gradient_.slot), dy), run.cast(gradient_.gauge));
        run.sent(gradient_);
    }

  private:
    /// [n, positions, channels].
    static Tensor positions(Tensor x, const Tensor& y) {
        x.shape = Shape{y.shape[0], x.size() / y.size(), y.shape[1]};
        return x;
    }

    Value input_, output_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> Mean::plan(Planner& planner) const {
    return std::make_unique<PlannedMean>(*this, planner);
}

}  // namespace

MadeOperation make_mean(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    if (in.rank < 2) throw source.wrong(say("its input is %1", {text_of(in)}), say("an image, or tokens x features"));
    return {std::make_unique<Mean>(), Shape{in[in.rank - 1]}, MadeOperation::Format::of_input};
}

}  // namespace mantissa
