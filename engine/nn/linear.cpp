// SPDX-License-Identifier: Apache-2.0
// y = x · Wᵀ + b over the features of an image, or of each token.
#include "engine/nn/weighted.h"

namespace mantissa {
namespace {

class PlannedLinear final : public WeightedOperation {
  public:
    PlannedLinear(const Operation& operation, Planner& planner)
        : WeightedOperation(operation, planner),
          in_(planner.network.parameters[static_cast<std::size_t>(operation.parameters[0])].shape[1]),
          out_(planner.network.parameters[static_cast<std::size_t>(operation.parameters[0])].shape[0]) {}

  private:
    void product_forward(const PassRun& run, const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                         const Cast& cast) override {
        run.kernels.linear_forward(as_rows(x, in_), w, bias, as_rows(y, out_), formats().accumulation, cast);
    }
    void product_backward_data(const PassRun& run, const Tensor& dy, const Tensor& w, const Tensor& dx,
                               const Cast& cast) override {
        run.kernels.linear_backward_data(as_rows(dy, out_), w, as_rows(dx, in_), formats().accumulation, cast);
    }
    void product_backward_weights(const PassRun& run, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                  const Cast& cast) override {
        run.kernels.linear_backward_weights(as_rows(dy, out_), as_rows(x, in_), dw, formats().accumulation, cast);
    }

    std::int64_t in_, out_;
};

class Linear final : public Operation {
  public:
    const char* kind() const noexcept override { return "linear"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override {
        return std::make_unique<PlannedLinear>(*this, planner);
    }
    std::optional<ProductShape> product(const Network& network) const override {
        const Shape& weight = network.parameters[static_cast<std::size_t>(parameters[0])].shape;
        ProductShape shape;
        shape.in = weight[1];
        shape.out = weight[0];
        return shape;
    }
};

}  // namespace

/// out: features of the result. Images are flattened; of tokens [count, features] each is multiplied by itself.
MadeOperation make_linear(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    const std::int64_t out = source.description.out();
    ParameterInfo weight;
    weight.fan_in = in.rank == 2 ? in[1] : in.size();
    weight.shape = Shape{out, weight.fan_in};
    weight.spatial = in.rank == 3 ? in[0] * in[1] : 1;
    weight.channels = weight.fan_in / weight.spatial;
    weight.pytorch_shape = {out, weight.fan_in};
    auto operation = std::make_unique<Linear>();
    operation->parameters = add_weight_and_bias(source, weight, out);
    return {std::move(operation), in.rank == 2 ? Shape{in[0], out} : Shape{out}, MadeOperation::Format::of_products};
}

}  // namespace mantissa
