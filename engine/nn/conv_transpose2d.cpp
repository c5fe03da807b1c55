// SPDX-License-Identifier: Apache-2.0
// A transposed convolution, kernel 2 and stride 2, which doubles an image: the data gradient of a convolution that
// halves it, with forward and backward exchanged.
#include "engine/nn/weighted.h"

namespace mantissa {
namespace {

class PlannedConvTranspose2d final : public WeightedOperation {
  public:
    PlannedConvTranspose2d(const Operation& operation, Planner& planner, const ConvGeometry& halving)
        : WeightedOperation(operation, planner, true), halving_(halving) {}

  private:
    void product_forward(const PassRun& run, const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                         const Cast& cast) override {
        run.kernels.conv_transposed_forward(halving_, x, w, bias, y, formats().accumulation, cast);
    }
    void product_backward_data(const PassRun& run, const Tensor& dy, const Tensor& w, const Tensor& dx,
                               const Cast& cast) override {
        run.kernels.conv_forward(halving_, dy, w, {}, dx, formats().accumulation, cast);
    }
    void product_backward_weights(const PassRun& run, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                  const Cast& cast) override {
        run.kernels.conv_backward_weights(halving_, x, dy, dw, formats().accumulation, cast);
    }

    ConvGeometry halving_;
};

class ConvTranspose2d final : public Operation {
  public:
    explicit ConvTranspose2d(const ConvGeometry& halving) : halving_(halving) {}
    const char* kind() const noexcept override { return "conv_transpose2d"; }
    std::unique_ptr<PlannedOperation> plan(Planner& planner) const override {
        return std::make_unique<PlannedConvTranspose2d>(*this, planner, halving_);
    }
    std::optional<ProductShape> product(const Network&) const override {
        ProductShape shape;
        shape.convolution = halving_;
        return shape;
    }

  private:
    ConvGeometry halving_;
};

}  // namespace

/// out: channels of the result; bias.
MadeOperation make_conv_transpose2d(const OperationSource& source) {
    const Shape& in = source.inputs[0];
    if (in.rank != 3) throw source.wrong(say("its input is %1", {text_of(in)}), say("rows x columns x channels"));
    const std::int64_t out = source.description.out();
    const ConvGeometry halving{2 * in[0], 2 * in[1], out, in[2], 2, 0, 2};
    ParameterInfo weight;
    weight.shape = Shape{in[2], 2, 2, out};
    weight.fan_in = 4 * out;  // as PyTorch counts it: of the second extent
    weight.is_convolution = true;
    weight.spatial = 4;
    weight.channels = out;
    weight.pytorch_shape = {in[2], out, 2, 2};
    auto operation = std::make_unique<ConvTranspose2d>(halving);
    operation->parameters = add_weight_and_bias(source, weight, out);
    return {std::move(operation), Shape{2 * in[0], 2 * in[1], out}, MadeOperation::Format::of_products};
}

}  // namespace mantissa
