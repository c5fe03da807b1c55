// SPDX-License-Identifier: Apache-2.0
// An activation function, in place: its derivative is a function of its output, so its input need not be kept.
#include "engine/nn/layer.h"

namespace mantissa {
namespace {

class ActivationLayer final : public Layer {
  public:
    explicit ActivationLayer(const LayerSpec& spec) : spec_(spec) {}

    void plan(Planner& planner) override {
        edge_ = planner.edge;
        planner.arena.extend(edge_.value.handle, planner.time.forward(planner.layer));
        output_gauge_ = planner.gauges.add({spec_.name + ".out", spec_.name, GaugeRole::activation, edge_.format});
        planner.edge.value_gauge = output_gauge_;
        if (!planner.training) return;
        training_ = true;
        const int later = planner.time.backward(planner.layer);
        planner.arena.extend(edge_.value.handle, later);
        planner.arena.extend(edge_.gradient.handle, later);
        gradient_gauge_ = planner.gauges.add({spec_.name, spec_.name, GaugeRole::activation_gradient,
                                              edge_.gradient_format, edge_.sample.size() * planner.batch});
    }

    void forward(const PassRun& run) override {
        const Tensor value = run.view(edge_.value);
        Cast cast = run.gauges.cast(output_gauge_, run.monitored);
        // ReLU's result is on its argument's grid and finite where that is, which was counted: no pass for it.
        if (spec_.activation == ActivationKind::relu) cast.counts = nullptr;
        if (training_) cast.nonfinite_arguments = run.gauges.nonfinite_at_reader(edge_.value_gauge);
        run.kernels.activation_forward(spec_.activation, value, value, cast);
    }

    void backward(const PassRun& run) override {
        const Tensor gradient = run.view(edge_.gradient);
        run.kernels.activation_backward(spec_.activation, run.view(edge_.value), gradient, gradient,
                                        run.gauges.cast(gradient_gauge_, run.monitored));
        run.tap.visit(gradient_gauge_, gradient);
    }

  private:
    LayerSpec spec_;
    Edge edge_;
    bool training_ = false;
    int output_gauge_ = -1, gradient_gauge_ = -1;
};

}  // namespace

std::unique_ptr<Layer> make_activation(const LayerSpec& spec) {
    return std::make_unique<ActivationLayer>(spec);
}

}  // namespace mantissa
