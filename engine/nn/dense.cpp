// SPDX-License-Identifier: Apache-2.0
// A dense layer: y = x · Wᵀ + b over flattened images.
#include "engine/nn/weighted.h"

namespace mantissa {
namespace {

class Dense final : public WeightedLayer {
  public:
    using WeightedLayer::WeightedLayer;

  private:
    Shape output_sample() const override { return Shape{spec().out}; }
    bool is_convolution() const override { return false; }

    /// The same memory as rows of features.
    static Tensor rows(Tensor t, std::int64_t features) {
        t.shape = Shape{t.size() / features, features};
        return t;
    }
    void product_forward(const PassRun& run, const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                         const Cast& cast) override {
        run.kernels.linear_forward(rows(x, spec().in), w, bias, y, formats().accumulation, cast);
    }
    void product_backward_data(const PassRun& run, const Tensor& dy, const Tensor& w, const Tensor& dx,
                               const Cast& cast) override {
        run.kernels.linear_backward_data(dy, w, rows(dx, spec().in), formats().accumulation, cast);
    }
    void product_backward_weights(const PassRun& run, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                  const Cast& cast) override {
        run.kernels.linear_backward_weights(dy, rows(x, spec().in), dw, formats().accumulation, cast);
    }
};

}  // namespace

std::unique_ptr<Layer> make_dense(const LayerSpec& spec, const Network& network) {
    return std::make_unique<Dense>(spec, network);
}

}  // namespace mantissa
