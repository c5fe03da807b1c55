// SPDX-License-Identifier: Apache-2.0
// The reference kernels; each operation is in the file of its name. Products are summed in double and rounded once to
// FP32 (so the reference is the correctly rounded FP32 sum, but for double's own error), except with blocked
// accumulation, where the order is part of the meaning and every device computes the same bits.
#pragma once

#include "engine/backend/kernels.h"

namespace mantissa {

class ReferenceKernels final : public Kernels {
  public:
    DType storage_of(const FloatFormat&) const override { return DType::float32; }
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
    void maxpool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Tensor& index,
                         const PoolInput& input) override;
    void maxpool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& index,
                          const Tensor& dx) override;
    void activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) override;
    void activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                             const Cast& cast) override;
    void cross_entropy(const CrossEntropySettings& settings, const Tensor& logits, const Tensor& labels,
                       const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) override;
    void round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) override;
    void inspect_gradients(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                           const ScalerSettings* scaler, StepState* state) override;
    void update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                           const ScalerSettings* scaler, StepState* state) override;
    void compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                             ShadowCounts* counts) override;
    void finish_step(const ScalerSettings* scaler, StepState* state) override;
    void gather_values(const float* values, std::span<const std::uint32_t> indices, const Tensor& out,
                       const Cast& cast) override;
    void add(const Tensor& a, const Tensor& b, const Tensor& y, const Cast& cast) override;
    void scale(const Tensor& x, float factor, const Tensor& y, const Cast& cast) override;
    void add_read_noise(const DeviceRead& read, const Tensor& x, const Tensor& variance, const Tensor& bias_variance,
                        const Tensor& y) override;
    void convert_8bit(const Tensor& x, const Tensor& y, std::int64_t width) override;
    void quantize_operand(const Quantization& how, const Tensor& x, const Tensor& y, const Tensor& delayed,
                          OperandCounts* counts) override;
    void record_amax(const Quantization& how, const Tensor& x, const Tensor& delayed) override;
    void dropout(const Dropout& settings, const Tensor& x, const Tensor& y, const Cast& cast) override;
    void copy_columns(std::int64_t rows, std::int64_t columns, const Columns& from, const Columns& to,
                      const Cast& cast) override;
    void norm_forward(const NormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                      const Tensor& y, const NormStatistics& statistics, const Cast& cast) override;
    void norm_backward_data(const NormSettings& settings, const Tensor& x, const Tensor& gamma,
                            const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                            const Cast& cast) override;
    void norm_backward_gamma(const NormSettings& settings, const Tensor& x, const NormStatistics& statistics,
                             const Tensor& dy, const Tensor& dgamma, const Cast& cast) override;
    void batch_norm_forward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                            const Tensor& y, const NormStatistics& statistics, const RunningStatistics& running,
                            const Cast& cast) override;
    void batch_norm_inference(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                              const Tensor& beta, const Tensor& y, const RunningStatistics& running,
                              const Cast& cast) override;
    void batch_norm_backward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                             const NormStatistics& statistics, const Tensor& dy, const Tensor& dx, const Tensor& dgamma,
                             const Tensor& dbeta, const Cast& dx_cast, const Cast& dgamma_cast,
                             const Cast& dbeta_cast) override;
    void batched_product(const BatchedSize& size, const MatrixBatch& a, const MatrixBatch& b, const MatrixBatch& c,
                         const Accumulation& accumulation, const Cast& cast) override;
    void softmax_forward(const SoftmaxSettings& settings, const Tensor& x, const Tensor& y, const Cast& cast) override;
    void softmax_backward(const SoftmaxSettings& settings, const Tensor& y, const Tensor& dy, const Tensor& dx,
                          const Cast& cast) override;
    void embedding_forward(const Tensor& table, const Tensor& tokens, const Tensor& y, const Cast& cast) override;
    void embedding_backward(const Tensor& tokens, const Tensor& dy, const Tensor& dtable,
                            const ReductionPolicy& reduction, const Cast& cast) override;
    void squared_error(const ReductionPolicy& reduction, const Tensor& prediction, const Tensor& target,
                       const StepState* state, const Tensor& dprediction, const Cast& cast, LossSums* sums) override;
    void conv_transposed_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                                 const Tensor& y, const Accumulation& accumulation, const Cast& cast) override;
    void upsample_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Cast& cast) override;
    void upsample_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& dx, const Cast& cast) override;
    void average_pool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y,
                              const Cast& cast) override;
    void average_pool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& dx,
                               const Cast& cast) override;
    void mean_forward(const Tensor& x, const Tensor& y, const ReductionPolicy& reduction, const Cast& cast) override;
    void mean_backward(const Tensor& dy, const Tensor& dx, const Cast& cast) override;
    void image_patches(const PatchGeometry& geometry, const Tensor& x, const Tensor& y) override;

  private:
    void program_devices(std::span<const ParameterView> parameters, const OptimizerSettings& settings,
                         const StepState& state);
};

}  // namespace mantissa
