// SPDX-License-Identifier: Apache-2.0
// What linear operations and convolutions share: working copies of the weights, operands in their format, gradients of
// the parameters. What differs is three products, which a subclass supplies.
#pragma once

#include "engine/nn/operations.h"
#include "engine/nn/quantized_operand.h"

namespace mantissa {

/// Appends "NAME.weight" and, unless the description says no, "NAME.bias" to the parameters; returns their indices.
/// `weight`: what is known of it. `out`: numbers of the bias.
std::vector<int> add_weight_and_bias(const OperationSource& source, ParameterInfo weight, std::int64_t out);

class WeightedOperation : public PlannedOperation {
  public:
    /// Plans `operation`, whose parameters are a weight and a bias. `transposed`: of the weight [in, ..., out].
    WeightedOperation(const Operation& operation, Planner& planner, bool transposed = false);

    void forward(const PassRun& run) override;
    void backward(const PassRun& run) override;
    void collect(const PassRun& run, std::span<ParameterView> parameters) const override;

  protected:
    virtual void product_forward(const PassRun& run, const Tensor& x, const Tensor& w, const Tensor& bias,
                                 const Tensor& y, const Cast& cast) = 0;
    virtual void product_backward_data(const PassRun& run, const Tensor& dy, const Tensor& w, const Tensor& dx,
                                       const Cast& cast) = 0;
    virtual void product_backward_weights(const PassRun& run, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                          const Cast& cast) = 0;

    const LayerPolicy& formats() const noexcept { return formats_; }

  private:
    /// The copy of a parameter and its rounding.
    WorkingCopy weight_copy(const PassRun& run) const;
    WorkingCopy bias_copy(const PassRun& run) const;
    Tensor working(const PassRun& run, const WorkingCopy& copy, int parameter, int gauge) const;
    /// What enters the devices: `x` itself, or as converters give it.
    Tensor entering(const PassRun& run, const Slot& converted, const Tensor& x) const;
    /// What reading the devices adds to a product of `x`, and the converters behind them.
    void read_devices(const PassRun& run, const Tensor& x, const Tensor& y, bool transposed) const;
    int weight_index_, bias_index_;
    LayerPolicy formats_;
    Operand input_, gradient_;
    QuantizedOperands quantized_;
    Value output_;
    Slot weight_copy_, bias_copy_;
    Slot weight_gradient_, bias_gradient_;
    Slot converted_input_, converted_gradient_;  ///< of phase-change devices behind converters
    int output_gauge_ = -1, weight_gauge_ = -1, bias_gauge_ = -1;
    int weight_gradient_gauge_ = -1, bias_gradient_gauge_ = -1;
    GradientPart input_gradient_;
    FloatFormat weight_format_, bias_format_;
    Tensor weight_, bias_, x_;  ///< as the last forward used them, the weight and the input before they were quantised
};

}  // namespace mantissa
