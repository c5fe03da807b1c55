// SPDX-License-Identifier: Apache-2.0
// A 3x3 convolution with padding 1, channels last.
#include "engine/nn/weighted.h"

namespace mantissa {
namespace {

class Conv2d final : public WeightedLayer {
  public:
    using WeightedLayer::WeightedLayer;

  private:
    Shape output_sample() const override {
        const ConvGeometry& g = spec().convolution;
        return Shape{g.height, g.width, g.filters};
    }
    bool is_convolution() const override { return true; }
    void product_forward(const PassRun& run, const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                         const Cast& cast) override {
        run.kernels.conv_forward(spec().convolution, x, w, bias, y, formats().accumulation, cast);
    }
    void product_backward_data(const PassRun& run, const Tensor& dy, const Tensor& w, const Tensor& dx,
                               const Cast& cast) override {
        run.kernels.conv_backward_data(spec().convolution, dy, w, dx, formats().accumulation, cast);
    }
    void product_backward_weights(const PassRun& run, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                  const Cast& cast) override {
        run.kernels.conv_backward_weights(spec().convolution, dy, x, dw, formats().accumulation, cast);
    }
};

}  // namespace

std::unique_ptr<Layer> make_conv2d(const LayerSpec& spec, const Network& network) {
    return std::make_unique<Conv2d>(spec, network);
}

}  // namespace mantissa
