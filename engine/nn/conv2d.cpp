// SPDX-License-Identifier: Apache-2.0
// A convolution with an odd window and half of it as padding, channels last.
#include "engine/nn/weighted.h"

namespace mantissa {
namespace {

class PlannedConv2d final : public WeightedOperation {
  public:
    PlannedConv2d(const Operation& operation, Planner& planner, const ConvGeometry& geometry)
        : WeightedOperation(operation, planner), geometry_(geometry) {}

  private:
    void product_forward(const PassRun& run, const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                         const Cast& cast) override {
        run.kernels.conv_forward(geometry_, x, w, bias, y, formats().accumulation, cast);
    }
    void product_backward_data(const PassRun& run, const Tensor& dy, const Tensor& w, const Tensor& dx,
                               const Cast& cast) override {
        run.kernels.conv_backward_data(geometry_, dy, w, dx, formats().accumulation, cast);
    }
    void product_backward_weights(const PassRun& run, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                  const Cast& cast) override {
        run.kernels.conv_backward_weights(geometry_, dy, x, dw, formats().accumulation, cast);
    }

    ConvGeometry geometry_;
};

class Conv2d final : public Operation {
  public:
    explicit Conv2d(const ConvGeometry& geometry) : geometry_(geometry) {}
    const char* kind() const noexcept override { return "conv2d"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override {
        return std::make_unique<PlannedConv2d>(*this, planner, geometry_);
    }
    std::optional<ProductShape> product(const Network&) const override {
        ProductShape shape;
        shape.convolution = geometry_;
        return shape;
    }

  private:
    ConvGeometry geometry_;
};

}  // namespace

/// out: channels of the result; kernel, stride, bias, gain, bias_offset.
MadeOperation make_conv2d(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    if (in.rank != 3) throw source.wrong(say("its input is no image"), say("rows x columns x channels"));
    const run::NetworkOperation& description = source.description;
    const std::int64_t kernel = description.has_kernel() ? description.kernel() : 3,
                       stride = description.has_stride() ? description.stride() : 1;
    if (kernel % 2 == 0 || stride < 1 || stride > 2)
        throw source.wrong(say("kernel %1, stride %2", {kernel, stride}), say("an odd kernel, and stride 1 or 2"));
    const ConvGeometry geometry{in[0], in[1], in[2], description.out(), kernel, kernel / 2, stride};
    ParameterInfo weight;
    weight.shape = Shape{geometry.filters, geometry.kernel, geometry.kernel, geometry.channels};
    weight.fan_in = geometry.kernel * geometry.kernel * geometry.channels;
    weight.is_convolution = true;
    weight.spatial = geometry.kernel * geometry.kernel;
    weight.channels = geometry.channels;
    weight.pytorch_shape = {geometry.filters, geometry.channels, geometry.kernel, geometry.kernel};
    auto operation = std::make_unique<Conv2d>(geometry);
    operation->parameters = add_weight_and_bias(source, weight, geometry.filters);
    return {std::move(operation), Shape{geometry.rows(), geometry.columns(), geometry.filters},
            MadeOperation::Format::of_products};
}

}  // namespace mantissa
