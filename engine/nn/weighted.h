// SPDX-License-Identifier: Apache-2.0
// What dense layers and convolutions share: working copies of the weights, operands in their format, gradients of the
// parameters. What differs is three products, which a subclass supplies.
#pragma once

#include "engine/nn/layer.h"

namespace mantissa {

class WeightedLayer : public Layer {
  public:
    WeightedLayer(const LayerSpec& spec, const Network& network);

    void plan(Planner& planner) override;
    void forward(const PassRun& run) override;
    void backward(const PassRun& run) override;
    void collect(const PassRun& run, std::span<ParameterView> parameters) const override;

  protected:
    /// Extents of one image's output.
    virtual Shape output_sample() const = 0;
    virtual bool is_convolution() const = 0;
    virtual void product_forward(const PassRun& run, const Tensor& x, const Tensor& w, const Tensor& bias,
                                 const Tensor& y, const Cast& cast) = 0;
    virtual void product_backward_data(const PassRun& run, const Tensor& dy, const Tensor& w, const Tensor& dx,
                                       const Cast& cast) = 0;
    virtual void product_backward_weights(const PassRun& run, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                          const Cast& cast) = 0;

    const LayerSpec& spec() const noexcept { return spec_; }
    const LayerPolicy& formats() const noexcept { return formats_; }
    const Edge& input() const noexcept { return input_; }

  private:
    /// The copy of a parameter and its rounding.
    WorkingCopy weight_copy(const PassRun& run) const;
    WorkingCopy bias_copy(const PassRun& run) const;
    Tensor working(const PassRun& run, const WorkingCopy& copy, int parameter, int gauge) const;
    Tensor operand(const PassRun& run, const Slot& copy, const Tensor& value) const;

    LayerSpec spec_;
    ParameterInfo weight_info_, bias_info_;
    LayerPolicy formats_;
    Edge input_, output_;
    Slot weight_copy_, bias_copy_, input_copy_, gradient_copy_;
    Slot weight_gradient_, bias_gradient_;
    int output_gauge_ = -1, weight_gauge_ = -1, bias_gauge_ = -1;
    int weight_gradient_gauge_ = -1, bias_gradient_gauge_ = -1, input_gradient_gauge_ = -1;
    FloatFormat weight_format_, bias_format_;
    Tensor weight_, bias_, x_;  ///< as the last forward used them
};

}  // namespace mantissa
