// SPDX-License-Identifier: Apache-2.0
// Kernels that remember their names: a card reports a fault long after the kernel that caused it was started, at
// whatever call comes next, and the record of the fault should still name it.
#pragma once

#include <array>
#include <string>

#include "engine/backend/kernels.h"

namespace mantissa::cuda {

class NamedKernels final : public Kernels {
  public:
    explicit NamedKernels(Kernels& kernels) : kernels_(kernels) {}

    /// "started since it last answered: ...", oldest first; empty where nothing was. With CUDA_LAUNCH_BLOCKING=1 in the
    /// environment the card answers after each kernel, so a fault is reported in its own call.
    std::string started() const;
    /// The card has answered: what was started before did not fail.
    void answered() noexcept { count_ = 0; }

    DType storage_of(const FloatFormat& format) const override { return kernels_.storage_of(format); }
    void gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                       const Cast& cast) override;
    void gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices, const Tensor& out) override;
    void linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                        const Accumulation& accumulation, const Cast& cast) override;
    void linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx, const Accumulation& accumulation,
                              const Cast& cast) override;
    void linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw, const Accumulation& accumulation,
                                 const Cast& cast) override;
    void bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction, const Cast& cast) override;
    void conv_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                      const Tensor& y, const Accumulation& accumulation, const Cast& cast) override;
    void conv_backward_data(const ConvGeometry& geometry, const Tensor& dy, const Tensor& w, const Tensor& dx,
                            const Accumulation& accumulation, const Cast& cast) override;
    void conv_backward_weights(const ConvGeometry& geometry, const Tensor& dy, const Tensor& x, const Tensor& dw,
                               const Accumulation& accumulation, const Cast& cast) override;
    void maxpool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Tensor& index) override;
    void maxpool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& index,
                          const Tensor& dx) override;
    void activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) override;
    void activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                             const Cast& cast) override;
    void softmax_loss(const Tensor& logits, const Tensor& labels, const ReductionPolicy& reduction,
                      const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) override;
    void round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) override;
    void inspect_gradients(std::span<const ParameterView> parameters, StepState* state) override;
    void update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings& optimizer,
                           const ScalerSettings& scaler, StepState* state) override;
    void compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                             ShadowCounts* counts) override;
    void finish_step(const ScalerSettings& scaler, StepState* state) override;

  private:
    template <class Call>
    void named(const char* name, Call call);

    Kernels& kernels_;
    std::array<const char*, 64> names_{};  ///< the last ones, the count_-th at count_ % 64
    std::size_t count_ = 0;
};

}  // namespace mantissa::cuda
