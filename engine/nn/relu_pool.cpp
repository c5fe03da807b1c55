// SPDX-License-Identifier: Apache-2.0
// The pool reads what ReLU would change, so both are one pass over a convolution's result, and only a quarter of it is
// kept for the way back: 40 % of a convolutional network's memory. Nothing is rounded.
#include "engine/nn/relu_pool.h"

#include "engine/nn/activation.h"
#include "engine/nn/max_pool2d.h"

namespace mantissa {
namespace {

class ReluPool final : public PlannedOperation {
  public:
    ReluPool(const Operation& relu, const MaxPool2d& pool, Planner& planner)
        : geometry_(pool.geometry()), training_(planner.training) {
        const int in = relu.inputs[0], out = pool.output, now = planner.now(), later = planner.later();
        const Shape& sample = planner.info(out).sample;
        input_ = planner.value(in);
        output_ = input_;
        planner.keep(in, now);
        output_.value_gauge = planner.add_value_gauge(out, input_.format);
        output_.value = planner.add(pool.name + ".output", MemoryCategory::activations, sample, true,
                                    input_.value.dtype, input_.format.bits(), now, now);
        if (training_) {
            index_ = planner.add(pool.name + " index", MemoryCategory::activations, sample, true, DType::uint8, 8, now,
                                 later);
            output_.gradient = planner.add(pool.name + ".output gradient", MemoryCategory::activations, sample, true,
                                           input_.gradient.dtype, input_.gradient_format.bits(), later, later);
        }
        planner.value(out) = output_;
        if (!training_) return;
        planner.keep(out, later);
        gradient_ = planner.send_gradient(in);
    }

    void forward(const PassRun& run) override {
        const Tensor value = run.view(input_.value);
        PoolInput input{true, training_ ? run.gauges.nonfinite_at_reader(input_.value_gauge) : nullptr};
        const bool covered = geometry_.height % 2 == 0 && geometry_.width % 2 == 0;
        // A histogram is of all of ReLU's result, and inf and NaN count where no window covers them.
        if (run.monitored || (input.nonfinite && !covered)) {
            Cast cast = run.cast(output_.value_gauge);
            cast.counts = nullptr;  // on its argument's grid and finite where that is, which was counted
            cast.nonfinite_arguments = input.nonfinite;
            run.kernels.activation_forward(ActivationKind::relu, value, value, cast);
            input = {};
        }
        run.kernels.maxpool_forward(geometry_, value, run.view(output_.value), index_ ? run.view(index_) : Tensor{},
                                    input);
    }

    void backward(const PassRun& run) override {
        // ReLU's derivative is asked for where a gradient arrives only: at the largest of each window. The gradient is
        // on the grid already, so that it does not matter which pass counts it.
        const Tensor pooled = run.view(output_.gradient), gradient = run.view(gradient_.slot);
        const Cast counted = run.cast(gradient_.gauge);
        Cast cast = counted;
        if (run.monitored) {
            cast.counts = nullptr;
            cast.histogram = nullptr;
        }
        run.kernels.activation_backward(ActivationKind::relu, run.view(output_.value), pooled, pooled, cast);
        run.kernels.maxpool_backward(geometry_, pooled, run.view(index_), gradient);
        if (run.monitored) run.kernels.round_copy(gradient, gradient, counted);  // with its zeros
        run.sent(gradient_);
    }

  private:
    PoolGeometry geometry_;
    bool training_;
    Value input_, output_;
    Slot index_;
    GradientPart gradient_;
};

}  // namespace

bool is_relu_pool(const Network& network, std::size_t index) {
    if (index + 1 >= network.operations.size()) return false;
    const auto* relu = dynamic_cast<const Activation*>(network.operations[index].get());
    const auto* pool = dynamic_cast<const MaxPool2d*>(network.operations[index + 1].get());
    if (!relu || !pool || relu->function() != ActivationKind::relu || pool->inputs[0] != relu->output) return false;
    const auto alone = [&](int tensor) {
        return network.tensors[static_cast<std::size_t>(tensor)].consumers.size() == 1;
    };
    const int producer = network.tensors[static_cast<std::size_t>(relu->inputs[0])].producer;
    return producer >= 0 && alone(relu->inputs[0]) && alone(relu->output) &&
           !network.operations[static_cast<std::size_t>(producer)]->reads_output_later();
}

std::unique_ptr<PlannedOperation> plan_relu_pool(Planner& planner, std::size_t index) {
    const auto& pool = dynamic_cast<const MaxPool2d&>(*planner.network.operations[index + 1]);
    return std::make_unique<ReluPool>(*planner.network.operations[index], pool, planner);
}

}  // namespace mantissa
