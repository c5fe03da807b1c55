// SPDX-License-Identifier: Apache-2.0
// The numbers of a sample in a row, as torch.nn.Flatten: a tensor of other extents over the same numbers.
#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class Flatten final : public Operation {
  public:
    const char* kind() const noexcept override { return "flatten"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override;
    bool is_in_place(const Planner& planner) const override { return planner.may_overwrite(inputs[0]); }
};

class PlannedFlatten final : public PlannedOperation {
  public:
    PlannedFlatten(const Flatten& operation, Planner& planner) {
        const int in = operation.inputs[0];
        input_ = planner.value(in);
        output_ = input_;
        planner.keep(in, planner.now());
        if (!operation.is_in_place(planner)) planner.new_buffers(operation.output, output_);
        output_.value.sample = planner.info(operation.output).sample;
        if (output_.gradient) output_.gradient.sample = output_.value.sample;
        output_.value_gauge = planner.add_value_gauge(operation.output, output_.format);
        planner.value(operation.output) = output_;
        if (planner.training) gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        run.kernels.round_copy(flat(run.view(input_.value)), run.view(output_.value), run.cast(output_.value_gauge));
    }

    void backward(const PassRun& run) override {
        if (!gradient_) return;
        run.kernels.round_copy(run.view(output_.gradient), flat(run.view(gradient_.slot)), run.cast(gradient_.gauge));
        run.sent(gradient_);
    }

  private:
    /// A sample to a row.
    static Tensor flat(const Tensor& t) { return as_rows(t, t.size() / t.shape[0]); }

    Value input_, output_;
    GradientPart gradient_;
};

std::unique_ptr<PlannedOperation> Flatten::plan(Planner& planner) const {
    return std::make_unique<PlannedFlatten>(*this, planner);
}

}  // namespace

/// Of tokens, whose numbers keep their order in memory and in PyTorch.
MadeOperation make_flatten(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    if (in.rank != 2)
        throw source.wrong(say("its input is %1", {text_of(in)}),
                           say("tokens x features; linear reads an image as it is"));
    return {std::make_unique<Flatten>(), Shape{in.size()}, MadeOperation::Format::of_input};
}

}  // namespace mantissa
