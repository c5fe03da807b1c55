// SPDX-License-Identifier: Apache-2.0
// A dense layer: y = f(x · Wᵀ + b) over flattened images, f an activation function or none. The function is applied by
// the pass that stores the product, its derivative by the next layer's pass that stores the gradient; in a step that is
// looked at each has a pass of its own. The bits are the same.
#include "engine/nn/weighted.h"

namespace mantissa {
namespace {

class Dense final : public WeightedLayer {
  public:
    using WeightedLayer::WeightedLayer;

    void plan(Planner& planner) override {
        WeightedLayer::plan(planner);
        if (!spec().activation) return;
        Edge& edge = planner.edge;
        training_ = planner.training;
        argument_gauge_ = edge.value_gauge;
        edge.activation = spec().activation;
        edge.value_gauge = planner.gauges.add({spec().name + ".out", spec().name, GaugeRole::activation, edge.format});
        result_gauge_ = edge.value_gauge;
        if (!planner.training) return;
        edge.argument_gradient_gauge = planner.gauges.add({spec().name, spec().name, GaugeRole::activation_gradient,
                                                           edge.gradient_format, edge.sample.size() * planner.batch});
    }

    void backward(const PassRun& run) override {
        WeightedLayer::backward(run);
        if (!input().activation || !run.apart()) return;
        const Tensor gradient = run.view(input().gradient);
        run.kernels.activation_backward(*input().activation, run.view(input().value), gradient, gradient,
                                        derivative_cast(run, run.monitored));
        run.tap.visit(input().argument_gradient_gauge, gradient);
    }

  private:
    Shape output_sample() const override { return Shape{spec().out}; }
    bool is_convolution() const override { return false; }

    /// Of the gradient of the argument of the function that gave the input.
    Cast derivative_cast(const PassRun& run, bool monitored) const {
        Cast cast = run.gauges.cast(input().argument_gradient_gauge, monitored);
        cast.stepwise = run.policy.stepwise_derivatives;
        return cast;
    }
    /// The same memory as rows of features.
    static Tensor rows(Tensor t, std::int64_t features) {
        t.shape = Shape{t.size() / features, features};
        return t;
    }
    void product_forward(const PassRun& run, const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                         const Cast& cast) override {
        const Tensor in = rows(x, spec().in);
        if (!spec().activation) {
            run.kernels.linear_forward(in, w, bias, y, formats().accumulation, cast);
            return;
        }
        Activated after{*spec().activation, run.gauges.cast(result_gauge_, run.monitored)};
        // ReLU's result is on its argument's grid and finite where that is, which was counted: no pass for it.
        if (after.kind == ActivationKind::relu) after.cast.counts = nullptr;
        if (training_) after.cast.nonfinite_arguments = run.gauges.nonfinite_at_reader(argument_gauge_);
        if (run.monitored) {
            run.kernels.linear_forward(in, w, bias, y, formats().accumulation, cast);
            run.kernels.activation_forward(after.kind, y, y, after.cast);
        } else {
            run.kernels.linear_forward_activated(in, w, bias, y, formats().accumulation, cast, after);
        }
    }
    void product_backward_data(const PassRun& run, const Tensor& dy, const Tensor& w, const Tensor& dx,
                               const Cast& cast) override {
        const Tensor to = rows(dx, spec().in);
        if (!input().activation || run.apart()) {
            run.kernels.linear_backward_data(dy, w, to, formats().accumulation, cast);
            return;
        }
        const Activated before{*input().activation, derivative_cast(run, false)};
        run.kernels.linear_backward_data_activated(dy, w, rows(run.view(input().value), spec().in), to,
                                                   formats().accumulation, cast, before);
    }
    void product_backward_weights(const PassRun& run, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                  const Cast& cast) override {
        run.kernels.linear_backward_weights(dy, rows(x, spec().in), dw, formats().accumulation, cast);
    }

    bool training_ = false;
    int argument_gauge_ = -1, result_gauge_ = -1;
};

}  // namespace

std::unique_ptr<Layer> make_dense(const LayerSpec& spec, const Network& network) {
    return std::make_unique<Dense>(spec, network);
}

}  // namespace mantissa
