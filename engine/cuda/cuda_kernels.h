// SPDX-License-Identifier: Apache-2.0
// The card's kernels; each operation is in the file of its name, as in engine/reference. FP16 and BF16 are stored in 16
// bits, TF32 and emulated formats as FP32 numbers on their grid. Nothing here reads device memory on the host, and no
// argument of a kernel is a number that changes from step to step, so a step can be captured; the same sources compile
// for the host, where the tests run them.
#pragma once

#include "engine/backend/kernels.h"
#include "engine/cuda/convolutions.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/products.h"
#include "engine/cuda/scratch.h"

namespace mantissa::cuda {

class CudaKernels final : public Kernels {
  public:
    /// `native_bf16`: whether the card multiplies BF16 and TF32 (from sm_80); elsewhere they are emulated, stored as
    /// FP32. `convolutions` may be null: all of them by patches.
    CudaKernels(Stream stream, Products& products, Convolutions* convolutions, Scratch& scratch, bool native_bf16)
        : stream_(stream),
          products_(products),
          convolutions_(convolutions),
          scratch_(scratch),
          native_bf16_(native_bf16) {}

    DType storage_of(const FloatFormat& format) const override {
        if (format == fp16) return DType::float16;
        if (!native_bf16_) return DType::float32;
        return format == bf16 ? DType::bfloat16 : format == tf32 ? DType::tfloat32 : DType::float32;
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

    /// Most bytes of im2col patches at a time: a convolution works through its batch in pieces that keep below it.
    static constexpr std::size_t patch_bytes = std::size_t{256} << 20;
    /// Makes the pieces smaller, for tests of what happens at their edges.
    void limit_patches(std::size_t bytes) noexcept { patch_limit_ = bytes; }

  private:
    /// c[rows, columns] = a · b, or c += where `add`; c is FP32. Operands of different storage are widened. `bias` as
    /// Products has it.
    bool product(const Tensor& a, bool a_transposed, const Tensor& b, bool b_transposed, const Tensor& c,
                 std::int64_t rows, std::int64_t columns, bool add, const void* bias = nullptr);
    /// sums[rows, columns] = x · wᵀ for the result y; returns the bias that is still to be added, an empty one where
    /// the product has done it. It is asked to where the sums are what is stored, whether anybody looks or not: another
    /// plan may have other bits.
    Tensor product_with_bias(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y, const Tensor& sums,
                             std::int64_t rows, std::int64_t columns);
    Tensor widened(const Tensor& operand, ScratchUse use);
    /// Where the FP32 sums of a product go whose result is c: c itself where it is stored so, else scratch.
    Tensor sums_for(const Tensor& c, std::int64_t elements);
    /// Enqueues the FP32 sums of a convolution of `images` images by the library; false where it does not.
    bool convolve(ConvolutionPass pass, const ConvGeometry& geometry, std::int64_t images, const Tensor& x,
                  const Tensor& w, const Tensor& y);
    /// im2col of the pixels of `images` images, in rows of `row` elements: of x around the pixels of y, or of dy around
    /// those of x for the data gradient.
    Tensor patches_of(const Tensor& x, const ConvGeometry& geometry, std::int64_t images, std::int64_t row,
                      bool gradient);
    /// Filters of `depth` elements in rows of `row`.
    Tensor padded_filters(const Tensor& w, std::int64_t filters, std::int64_t depth, std::int64_t row);
    /// A forward convolution of one channel, the first layer's of a network for grey images; false where it is another.
    bool forward_of_one_channel(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                                const Tensor& y, const Cast& cast);
    /// How many images of `pixels` pixels are computed at once: their patches (`depth` elements a pixel) and the FP32
    /// sums of their results stay below the limit. At least one.
    std::int64_t images_at_once(std::int64_t pixels, std::int64_t depth, DType type, std::int64_t results,
                                DType result) const;
    Stream stream_;
    Products& products_;
    Convolutions* convolutions_;
    Scratch& scratch_;
    bool native_bf16_;
    std::size_t patch_limit_ = patch_bytes;
};

}  // namespace mantissa::cuda
