// SPDX-License-Identifier: Apache-2.0
// Operands of a linear operation or a convolution in eight or fewer bits (precision/operand_recipe.h): each of its
// three products reads copies that are quantised along the dimension that it sums over.
#pragma once

#include <string>

#include "engine/nn/operation.h"

namespace mantissa {

/// One operand of one or two products.
class QuantizedOperand {
  public:
    QuantizedOperand() = default;
    /// Plans a copy from `first` to `last`. `stream`: of its random numbers, unique in the network. `windows`: what of
    /// an image is read, a row of the copy each; without a size the image itself.
    QuantizedOperand(Planner& planner, const std::string& name, const Shape& sample, bool per_sample,
                     const OperandGauge& gauge, const Quantization& how, const PatchGeometry& windows,
                     std::uint32_t stream, int first, int last);

    explicit operator bool() const noexcept { return static_cast<bool>(copy_); }
    /// Quantises `x` and returns the copy. `columns`: of a row of x. `state`: index of delayed scaling's state; -1:
    /// none.
    Tensor quantize(const PassRun& run, const Tensor& x, int state) const;
    /// As quantize() gave it.
    Tensor copy(const PassRun& run) const { return run.view(copy_); }
    /// Ends the step's use for delayed scaling, where the pass may move the state.
    void record(const PassRun& run, const Tensor& x, int state) const;

  private:
    Slot copy_;
    Quantization how_;
    PatchGeometry windows_;
    std::uint32_t stream_ = 0;
    int gauge_ = -1;
};

/// The six copies of a weighted operation; those of products that read the same numbers are one.
class QuantizedOperands {
  public:
    QuantizedOperands() = default;
    /// Plans those of `operation`, whose weight is parameter `weight`. `transposed`: rows of the weight are summed over
    /// in the forward product. Nothing where `formats` has no recipe.
    QuantizedOperands(Planner& planner, const Operation& operation, const LayerPolicy& formats, int weight,
                      bool transposed);

    explicit operator bool() const noexcept { return static_cast<bool>(input_); }

    struct Pair {
        Tensor activations;  ///< the input, or the result's gradient
        Tensor other;        ///< the weight; of the weight gradient's product the input
    };
    Pair forward(const PassRun& run, const Tensor& x, const Tensor& weight) const;
    Pair weight_gradient(const PassRun& run, const Tensor& dy, const Tensor& x) const;
    /// Whether weight_gradient() gives the windows of a convolution as rows of a matrix, so that their numbers could be
    /// transformed along the sum: of the input, or of the result's gradient where the convolution is transposed.
    bool gives_windows() const noexcept { return windows_.size > 0; }
    /// The weight gradient `dw` of such a pair.
    void multiply_windows(const PassRun& run, const Pair& pair, Tensor dw, const Accumulation& accumulation,
                          const Cast& cast) const;
    /// After weight_gradient().
    Pair input_gradient(const PassRun& run, const Tensor& dy, const Tensor& weight) const;
    /// The backward pass is done: what delayed scaling records of the step.
    void record(const PassRun& run, const Tensor& x, const Tensor& weight, const Tensor& dy) const;

  private:
    QuantizedOperand input_, weight_,
        gradient_;  ///< as the forward product, and that of the weight gradient, read them
    QuantizedOperand input_later_, weight_later_, gradient_later_;  ///< the others; empty where those do
    int state_[3] = {-1, -1, -1};                                   ///< of input, weight and gradient
    PatchGeometry windows_;
    bool transposed_ = false;
};

}  // namespace mantissa
