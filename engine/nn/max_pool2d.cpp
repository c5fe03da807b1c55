// SPDX-License-Identifier: Apache-2.0
// Nothing is rounded: the results are numbers of the input.
#include "engine/nn/max_pool2d.h"

#include "engine/nn/operations.h"

namespace mantissa {
namespace {

class PlannedMaxPool2d final : public PlannedOperation {
  public:
    PlannedMaxPool2d(const MaxPool2d& operation, Planner& planner)
        : geometry_(operation.geometry()), training_(planner.training) {
        const int in = operation.inputs[0];
        input_ = planner.value(in);
        planner.keep(in, planner.now());
        output_ = input_;
        planner.new_buffers(operation.output, output_);
        output_.value_gauge = planner.add_value_gauge(operation.output, input_.format);
        planner.value(operation.output) = output_;
        if (!training_) return;
        index_ =
            planner.add(operation.name + " index", MemoryCategory::activations, planner.info(operation.output).sample,
                        true, DType::uint8, 8, planner.now(), planner.later());
        gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        const PoolInput input{false, training_ ? run.gauges.nonfinite_at_reader(input_.value_gauge) : nullptr};
        const Tensor output = run.view(output_.value);
        run.kernels.maxpool_forward(geometry_, run.view(input_.value), output, index_ ? run.view(index_) : Tensor{},
                                    input);
        look(run, output, output_.value_gauge);
    }

    void backward(const PassRun& run) override {
        if (!gradient_) return;
        const Tensor gradient = run.view(gradient_.slot);
        run.kernels.maxpool_backward(geometry_, run.view(output_.gradient), run.view(index_), gradient);
        look(run, gradient, gradient_.gauge);
        run.sent(gradient_);
    }

  private:
    /// Histograms of what no cast has made.
    static void look(const PassRun& run, const Tensor& tensor, int gauge) {
        if (!run.monitored) return;
        Cast cast = run.cast(gauge);
        cast.counts = nullptr;
        run.kernels.round_copy(tensor, tensor, cast);
    }

    PoolGeometry geometry_;
    bool training_;
    Value input_, output_;
    Slot index_;
    GradientPart gradient_;
};

}  // namespace

std::unique_ptr<PlannedOperation> MaxPool2d::plan(Planner& planner) const {
    return std::make_unique<PlannedMaxPool2d>(*this, planner);
}

MadeOperation make_max_pool2d(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    if (in.rank != 3 || in[0] < 2 || in[1] < 2)
        throw source.wrong(say("its input cannot be pooled"), say("an image of at least 2x2"));
    return {std::make_unique<MaxPool2d>(PoolGeometry{in[0], in[1], in[2]}), Shape{in[0] / 2, in[1] / 2, in[2]},
            MadeOperation::Format::of_input};
}

}  // namespace mantissa
