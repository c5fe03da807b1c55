// SPDX-License-Identifier: Apache-2.0
// The CPU's kernels; each operation is in the file of its name, as in engine/reference. Tensors are stored as float32,
// narrower formats as rounded grids within it; BF16 as bfloat16 where the processor multiplies it.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/kernels.h"
#include "engine/cpu/convolutions.h"
#include "engine/cpu/products.h"
#include "engine/cpu/scratch.h"
#include "engine/cpu/staging.h"
#include "engine/cpu/update.h"

namespace mantissa {

class CpuKernels final : public Kernels {
  public:
    /// Everything that a kernel needs beside its operands is asked of `scratch`. Where that is rehearsed, asking is all
    /// that a kernel does: its operands may be addresses of nothing.
    explicit CpuKernels(Scratch& scratch) : scratch_(scratch) {}

    DType storage_of(const FloatFormat& format) const override {
        return native_bf16_ && format == bf16 ? DType::bfloat16 : DType::float32;
    }
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
    bool leaves_inspection(const OptimizerSettings* optimizer, const ScalerSettings* scaler) const override {
        if (!has_vectors(optimizer->kind)) return false;
        return !skips_nonfinite(*scaler) && optimizer->clip_norm == 0 && optimizer->arithmetic == fp32;
    }
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

    /// oneDNN's implementations in use so far: "conv forward 28x28 1->32: jit:avx512_core".
    std::vector<std::string> implementations() const;

  private:
    /// c[m, n] = a · b in FP32, row-major. What oneDNN packs for it is its own and in no plan.
    /// `add`: added to what c holds.
    void sgemm(char transpose_a, char transpose_b, std::int64_t m, std::int64_t n, std::int64_t k, const float* a,
               std::int64_t lda, const float* b, std::int64_t ldb, float* c, bool add = false) const;
    /// update_parameters() where weights are devices.
    void program_devices(std::span<const ParameterView> parameters, const OptimizerSettings& settings,
                         const StepState& state);
    /// cast_rows(), the end of a product.
    void store_rows(const Numbers& sums, const float* bias, const Numbers& to, std::int64_t rows, std::int64_t columns,
                    const Cast& cast) const;

    // lost_products.cpp: after a product of BF16 numbers gave `sums`, adds to the histogram of `cast`, where it has
    // one, what that lost (MagnitudeHistogram::lost_in_product); of a dense layer's gradients and a convolution's.
    void count_lost_data(const Numbers& dy, const Tensor& w, std::int64_t rows, const float* sums, const Cast& cast);
    void count_lost_weights(const Tensor& dy, const Tensor& x, const Tensor& dw, const float* sums, const Cast& cast);
    void count_lost_data(const ConvGeometry& geometry, const Numbers& dy, const Tensor& w, std::int64_t images,
                         const float* sums, const Cast& cast);
    void count_lost_weights(const ConvGeometry& geometry, const Tensor& dy, const Tensor& x, const float* sums,
                            const Cast& cast);

    const bool native_bf16_ = multiplies_bf16();
    Scratch& scratch_;
    Convolutions convolutions_{scratch_};
    Bf16Products products_{scratch_};
    Staging staging_{scratch_};
};

}  // namespace mantissa
