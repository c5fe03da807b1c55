// SPDX-License-Identifier: Apache-2.0
// ReLU and the 2x2 max-pooling of its result, one layer: the pool reads what ReLU changes, so both are one pass over
// the convolution's result, and only a quarter of it is kept for the way back. Nothing is rounded.
#include "engine/nn/layer.h"

namespace mantissa {
namespace {

class ReluPoolLayer final : public Layer {
  public:
    explicit ReluPoolLayer(const LayerSpec& spec) : spec_(spec) {}

    void plan(Planner& planner) override {
        input_ = planner.edge;
        output_ = input_;
        const int now = planner.time.forward(planner.layer);
        planner.arena.extend(input_.value.handle, now);
        output_gauge_ = planner.gauges.add({spec_.name + ".out", spec_.name, GaugeRole::activation, input_.format});
        output_.value_gauge = output_gauge_;
        output_.sample = Shape{spec_.pool.height / 2, spec_.pool.width / 2, spec_.pool.channels};
        output_.value = planner.add(spec_.name + ".pooled", MemoryCategory::activations, output_.sample, true,
                                    input_.value.dtype, input_.format.bits(), now, now);
        if (planner.training) {
            training_ = true;
            const int later = planner.time.backward(planner.layer);
            index_ = planner.add(spec_.name + ".pool index", MemoryCategory::activations, output_.sample, true,
                                 DType::uint8, 8, now, later);
            output_.gradient = planner.add(spec_.name + ".pooled gradient", MemoryCategory::activations, output_.sample,
                                           true, input_.gradient.dtype, input_.gradient_format.bits(), later, later);
            planner.arena.extend(output_.value.handle, later);
            planner.arena.extend(input_.gradient.handle, later);
            gradient_gauge_ = planner.gauges.add({spec_.name, spec_.name, GaugeRole::activation_gradient,
                                                  input_.gradient_format, input_.sample.size() * planner.batch});
        }
        planner.edge = output_;
    }

    void forward(const PassRun& run) override {
        const Tensor value = run.view(input_.value);
        PoolInput input{true, training_ ? run.gauges.nonfinite_at_reader(input_.value_gauge) : nullptr};
        const bool covered = spec_.pool.height % 2 == 0 && spec_.pool.width % 2 == 0;
        // A histogram is of all of ReLU's result, and inf and NaN count where no window covers them.
        if (run.monitored || (input.nonfinite && !covered)) {
            Cast cast = run.gauges.cast(output_gauge_, run.monitored);
            cast.counts = nullptr;  // on its argument's grid and finite where that is, which was counted
            cast.nonfinite_arguments = input.nonfinite;
            run.kernels.activation_forward(ActivationKind::relu, value, value, cast);
            input = {};
        }
        run.kernels.maxpool_forward(spec_.pool, value, run.view(output_.value), index_ ? run.view(index_) : Tensor{},
                                    input);
    }

    void backward(const PassRun& run) override {
        // ReLU's derivative is asked for where a gradient arrives only: at the largest of each window. The gradient is
        // on the grid already, so that it does not matter which pass counts it.
        const Tensor pooled = run.view(output_.gradient), gradient = run.view(input_.gradient);
        const Cast counted = run.gauges.cast(gradient_gauge_, run.monitored);
        Cast cast = counted;
        if (run.monitored) {
            cast.counts = nullptr;
            cast.histogram = nullptr;
        }
        run.kernels.activation_backward(ActivationKind::relu, run.view(output_.value), pooled, pooled, cast);
        run.kernels.maxpool_backward(spec_.pool, pooled, run.view(index_), gradient);
        if (run.monitored) run.kernels.round_copy(gradient, gradient, counted);  // with its zeros
        run.tap.visit(gradient_gauge_, gradient);
    }

  private:
    LayerSpec spec_;
    Edge input_, output_;
    Slot index_;
    bool training_ = false;
    int output_gauge_ = -1, gradient_gauge_ = -1;
};

}  // namespace

std::unique_ptr<Layer> make_relu_pool(const LayerSpec& spec) {
    return std::make_unique<ReluPoolLayer>(spec);
}

}  // namespace mantissa
