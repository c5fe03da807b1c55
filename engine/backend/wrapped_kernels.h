// SPDX-License-Identifier: Apache-2.0
// Kernels that do something around each call of others: measure it, or remember its name. Written once, so that a new
// kernel is forwarded in one place.
#pragma once

#include <initializer_list>
#include <utility>

#include "engine/backend/kernels.h"

namespace mantissa {

/// What a call does.
struct KernelWork {
    double flops = 0;  ///< of products and convolutions: two for each multiply and add
    double bytes = 0;  ///< tensors read and written, once each
};

/// Hands each call to `around(name, work, call)`, which makes it: Around is an object with that as a template of its
/// call operator. `kernels` outlives it.
template <class Around>
class WrappedKernels final : public Kernels {
  public:
    template <class... Arguments>
    explicit WrappedKernels(Kernels& kernels, Arguments&&... arguments)
        : kernels_(kernels), around_(std::forward<Arguments>(arguments)...) {}

    Around& around() noexcept { return around_; }
    const Around& around() const noexcept { return around_; }

    DType storage_of(const FloatFormat& format) const override { return kernels_.storage_of(format); }

    void gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                       const Cast& cast) override {
        around_("gather_images", {0, bytes_of({&out}) * 1.25},
                [&] { kernels_.gather_images(images, indices, out, cast); });
    }
    void gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices, const Tensor& out) override {
        around_("gather_labels", {0, bytes_of({&out})}, [&] { kernels_.gather_labels(labels, indices, out); });
    }
    void linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                        const Accumulation& accumulation, const Cast& cast) override {
        around_("linear_forward", {product_flops(x, w), bytes_of({&x, &w, &y})},
                [&] { kernels_.linear_forward(x, w, bias, y, accumulation, cast); });
    }
    void linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx, const Accumulation& accumulation,
                              const Cast& cast) override {
        around_("linear_backward_data", {product_flops(dy, w), bytes_of({&dy, &w, &dx})},
                [&] { kernels_.linear_backward_data(dy, w, dx, accumulation, cast); });
    }
    void linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw, const Accumulation& accumulation,
                                 const Cast& cast) override {
        around_("linear_backward_weights", {product_flops(dy, dw), bytes_of({&dy, &x, &dw})},
                [&] { kernels_.linear_backward_weights(dy, x, dw, accumulation, cast); });
    }
    void bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction,
                       const Cast& cast) override {
        around_("bias_gradient", {0, bytes_of({&dy, &db})}, [&] { kernels_.bias_gradient(dy, db, reduction, cast); });
    }
    void conv_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                      const Tensor& y, const Accumulation& accumulation, const Cast& cast) override {
        around_("conv_forward", {convolution_flops(geometry, x.shape[0]), bytes_of({&x, &w, &y})},
                [&] { kernels_.conv_forward(geometry, x, w, bias, y, accumulation, cast); });
    }
    void conv_backward_data(const ConvGeometry& geometry, const Tensor& dy, const Tensor& w, const Tensor& dx,
                            const Accumulation& accumulation, const Cast& cast) override {
        around_("conv_backward_data", {convolution_flops(geometry, dy.shape[0]), bytes_of({&dy, &w, &dx})},
                [&] { kernels_.conv_backward_data(geometry, dy, w, dx, accumulation, cast); });
    }
    void conv_backward_weights(const ConvGeometry& geometry, const Tensor& dy, const Tensor& x, const Tensor& dw,
                               const Accumulation& accumulation, const Cast& cast) override {
        around_("conv_backward_weights", {convolution_flops(geometry, dy.shape[0]), bytes_of({&dy, &x, &dw})},
                [&] { kernels_.conv_backward_weights(geometry, dy, x, dw, accumulation, cast); });
    }
    void maxpool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Tensor& index,
                         const PoolInput& input) override {
        around_("maxpool_forward", {0, bytes_of({&x, &y, &index})},
                [&] { kernels_.maxpool_forward(geometry, x, y, index, input); });
    }
    void maxpool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& index,
                          const Tensor& dx) override {
        around_("maxpool_backward", {0, bytes_of({&dy, &index, &dx})},
                [&] { kernels_.maxpool_backward(geometry, dy, index, dx); });
    }
    void activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) override {
        around_("activation_forward", {0, bytes_of({&x, &y})}, [&] { kernels_.activation_forward(kind, x, y, cast); });
    }
    void activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                             const Cast& cast) override {
        around_("activation_backward", {0, bytes_of({&y, &dy, &dx})},
                [&] { kernels_.activation_backward(kind, y, dy, dx, cast); });
    }
    void cross_entropy(const CrossEntropySettings& settings, const Tensor& logits, const Tensor& labels,
                       const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) override {
        around_("softmax_loss", {0, bytes_of({&logits, &labels, &dlogits})},
                [&] { kernels_.cross_entropy(settings, logits, labels, state, dlogits, cast, sums); });
    }
    void round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) override {
        around_("round_copy", {0, bytes_of({&src, &dst})}, [&] { kernels_.round_copy(src, dst, cast); });
    }
    bool leaves_inspection(const OptimizerSettings* optimizer, const ScalerSettings* scaler) const override {
        return kernels_.leaves_inspection(optimizer, scaler);
    }
    void inspect_gradients(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                           const ScalerSettings* scaler, StepState* state) override {
        double bytes = 0;
        if (!leaves_inspection(optimizer, scaler))
            for (const ParameterView& p : parameters) bytes += bytes_of({&p.gradient});
        around_("inspect_gradients", {0, bytes},
                [&] { kernels_.inspect_gradients(parameters, optimizer, scaler, state); });
    }
    void update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                           const ScalerSettings* scaler, StepState* state) override {
        double bytes = 0;
        for (const ParameterView& p : parameters)
            bytes += bytes_of({&p.gradient}) + 2 * bytes_of({&p.weight, &p.first_moment, &p.second_moment});
        around_("update_parameters", {0, bytes},
                [&] { kernels_.update_parameters(parameters, optimizer, scaler, state); });
    }
    void compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                             ShadowCounts* counts) override {
        around_("compare_with_shadow", {0, bytes_of({&run, &shadow})},
                [&] { kernels_.compare_with_shadow(run, shadow, state, counts); });
    }
    void finish_step(const ScalerSettings* scaler, StepState* state) override {
        around_("finish_step", {0, 0}, [&] { kernels_.finish_step(scaler, state); });
    }
    void gather_values(const float* values, std::span<const std::uint32_t> indices, const Tensor& out,
                       const Cast& cast) override {
        around_("gather_values", {0, 2 * bytes_of({&out})},
                [&] { kernels_.gather_values(values, indices, out, cast); });
    }
    void add(const Tensor& a, const Tensor& b, const Tensor& y, const Cast& cast) override {
        around_("add", {0, bytes_of({&a, &b, &y})}, [&] { kernels_.add(a, b, y, cast); });
    }
    void scale(const Tensor& x, float factor, const Tensor& y, const Cast& cast) override {
        around_("scale", {0, bytes_of({&x, &y})}, [&] { kernels_.scale(x, factor, y, cast); });
    }
    void add_read_noise(const DeviceRead& read, const Tensor& x, const Tensor& variance, const Tensor& bias_variance,
                        const Tensor& y) override {
        around_("add_read_noise", {0, bytes_of({&x, &variance, &y})},
                [&] { kernels_.add_read_noise(read, x, variance, bias_variance, y); });
    }
    void convert_8bit(const Tensor& x, const Tensor& y, std::int64_t width) override {
        around_("convert_8bit", {0, bytes_of({&x, &y})}, [&] { kernels_.convert_8bit(x, y, width); });
    }
    void quantize_operand(const Quantization& how, const Tensor& x, const Tensor& y, const Tensor& delayed,
                          OperandCounts* counts) override {
        around_("quantize_operand", {0, bytes_of({&x, &y})},
                [&] { kernels_.quantize_operand(how, x, y, delayed, counts); });
    }
    void record_amax(const Quantization& how, const Tensor& x, const Tensor& delayed) override {
        around_("record_amax", {0, bytes_of({&x, &delayed})}, [&] { kernels_.record_amax(how, x, delayed); });
    }
    void dropout(const Dropout& settings, const Tensor& x, const Tensor& y, const Cast& cast) override {
        around_("dropout", {0, bytes_of({&x, &y})}, [&] { kernels_.dropout(settings, x, y, cast); });
    }
    void copy_columns(std::int64_t rows, std::int64_t columns, const Columns& from, const Columns& to,
                      const Cast& cast) override {
        const auto bytes =
            static_cast<double>(rows * columns) *
            static_cast<double>(size_of(to.tensor.dtype) + (from.tensor ? size_of(from.tensor.dtype) : 0));
        around_("copy_columns", {0, bytes}, [&] { kernels_.copy_columns(rows, columns, from, to, cast); });
    }
    void norm_forward(const NormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                      const Tensor& y, const NormStatistics& statistics, const Cast& cast) override {
        around_("norm_forward", {0, bytes_of({&x, &y})},
                [&] { kernels_.norm_forward(settings, x, gamma, beta, y, statistics, cast); });
    }
    void norm_backward_data(const NormSettings& settings, const Tensor& x, const Tensor& gamma,
                            const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                            const Cast& cast) override {
        around_("norm_backward_data", {0, bytes_of({&x, &dy, &dx})},
                [&] { kernels_.norm_backward_data(settings, x, gamma, statistics, dy, dx, cast); });
    }
    void norm_backward_gamma(const NormSettings& settings, const Tensor& x, const NormStatistics& statistics,
                             const Tensor& dy, const Tensor& dgamma, const Cast& cast) override {
        around_("norm_backward_gamma", {0, bytes_of({&x, &dy, &dgamma})},
                [&] { kernels_.norm_backward_gamma(settings, x, statistics, dy, dgamma, cast); });
    }
    void batch_norm_forward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                            const Tensor& y, const NormStatistics& statistics, const RunningStatistics& running,
                            const Cast& cast) override {
        around_("batch_norm_forward", {0, 2 * bytes_of({&x}) + bytes_of({&y})},
                [&] { kernels_.batch_norm_forward(settings, x, gamma, beta, y, statistics, running, cast); });
    }
    void batch_norm_inference(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                              const Tensor& beta, const Tensor& y, const RunningStatistics& running,
                              const Cast& cast) override {
        around_("batch_norm_inference", {0, bytes_of({&x, &y})},
                [&] { kernels_.batch_norm_inference(settings, x, gamma, beta, y, running, cast); });
    }
    void batch_norm_backward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                             const NormStatistics& statistics, const Tensor& dy, const Tensor& dx, const Tensor& dgamma,
                             const Tensor& dbeta, const Cast& dx_cast, const Cast& dgamma_cast,
                             const Cast& dbeta_cast) override {
        around_("batch_norm_backward", {0, 2 * bytes_of({&x, &dy}) + bytes_of({&dx})}, [&] {
            kernels_.batch_norm_backward(settings, x, gamma, statistics, dy, dx, dgamma, dbeta, dx_cast, dgamma_cast,
                                         dbeta_cast);
        });
    }
    void batched_product(const BatchedSize& size, const MatrixBatch& a, const MatrixBatch& b, const MatrixBatch& c,
                         const Accumulation& accumulation, const Cast& cast) override {
        const auto count = static_cast<double>(size.outer * size.inner), m = static_cast<double>(size.m),
                   n = static_cast<double>(size.n), k = static_cast<double>(size.k);
        const auto bytes = [](const MatrixBatch& of) { return static_cast<double>(size_of(of.tensor.dtype)); };
        around_("batched_product",
                {2 * count * m * n * k, count * (m * k * bytes(a) + k * n * bytes(b) + m * n * bytes(c))},
                [&] { kernels_.batched_product(size, a, b, c, accumulation, cast); });
    }
    void softmax_forward(const SoftmaxSettings& settings, const Tensor& x, const Tensor& y, const Cast& cast) override {
        around_("softmax_forward", {0, bytes_of({&x, &y})}, [&] { kernels_.softmax_forward(settings, x, y, cast); });
    }
    void softmax_backward(const SoftmaxSettings& settings, const Tensor& y, const Tensor& dy, const Tensor& dx,
                          const Cast& cast) override {
        around_("softmax_backward", {0, bytes_of({&y, &dy, &dx})},
                [&] { kernels_.softmax_backward(settings, y, dy, dx, cast); });
    }
    void embedding_forward(const Tensor& table, const Tensor& tokens, const Tensor& y, const Cast& cast) override {
        around_("embedding_forward", {0, bytes_of({&tokens, &y, &y})},
                [&] { kernels_.embedding_forward(table, tokens, y, cast); });
    }
    void embedding_backward(const Tensor& tokens, const Tensor& dy, const Tensor& dtable,
                            const ReductionPolicy& reduction, const Cast& cast) override {
        around_("embedding_backward", {0, bytes_of({&tokens, &dy, &dtable})},
                [&] { kernels_.embedding_backward(tokens, dy, dtable, reduction, cast); });
    }
    void squared_error(const ReductionPolicy& reduction, const Tensor& prediction, const Tensor& target,
                       const StepState* state, const Tensor& dprediction, const Cast& cast, LossSums* sums) override {
        around_("squared_error", {0, bytes_of({&prediction, &target, &dprediction})},
                [&] { kernels_.squared_error(reduction, prediction, target, state, dprediction, cast, sums); });
    }
    void conv_transposed_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                                 const Tensor& y, const Accumulation& accumulation, const Cast& cast) override {
        around_("conv_transposed_forward", {convolution_flops(geometry, x.shape[0]), bytes_of({&x, &w, &y})},
                [&] { kernels_.conv_transposed_forward(geometry, x, w, bias, y, accumulation, cast); });
    }
    void upsample_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Cast& cast) override {
        around_("upsample_forward", {0, bytes_of({&x, &y})}, [&] { kernels_.upsample_forward(geometry, x, y, cast); });
    }
    void upsample_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& dx,
                           const Cast& cast) override {
        around_("upsample_backward", {0, bytes_of({&dy, &dx})},
                [&] { kernels_.upsample_backward(geometry, dy, dx, cast); });
    }
    void average_pool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y,
                              const Cast& cast) override {
        around_("average_pool_forward", {0, bytes_of({&x, &y})},
                [&] { kernels_.average_pool_forward(geometry, x, y, cast); });
    }
    void average_pool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& dx,
                               const Cast& cast) override {
        around_("average_pool_backward", {0, bytes_of({&dy, &dx})},
                [&] { kernels_.average_pool_backward(geometry, dy, dx, cast); });
    }
    void mean_forward(const Tensor& x, const Tensor& y, const ReductionPolicy& reduction, const Cast& cast) override {
        around_("mean_forward", {0, bytes_of({&x, &y})}, [&] { kernels_.mean_forward(x, y, reduction, cast); });
    }
    void mean_backward(const Tensor& dy, const Tensor& dx, const Cast& cast) override {
        around_("mean_backward", {0, bytes_of({&dy, &dx})}, [&] { kernels_.mean_backward(dy, dx, cast); });
    }
    void image_patches(const PatchGeometry& geometry, const Tensor& x, const Tensor& y) override {
        around_("image_patches", {0, bytes_of({&x, &y})}, [&] { kernels_.image_patches(geometry, x, y); });
    }

  private:
    static double bytes_of(std::initializer_list<const Tensor*> tensors) {
        double bytes = 0;
        for (const Tensor* tensor : tensors)
            if (*tensor) bytes += static_cast<double>(tensor->bytes());
        return bytes;
    }

    static double product_flops(const Tensor& rows, const Tensor& weights) {
        return 2.0 * static_cast<double>(rows.shape[0]) * static_cast<double>(weights.shape[0]) *
               static_cast<double>(weights.shape[1]);
    }

    static double convolution_flops(const ConvGeometry& g, std::int64_t images) {
        return 2.0 * static_cast<double>(images * g.pixels()) * static_cast<double>(g.filters) *
               static_cast<double>(g.channels * g.kernel * g.kernel);
    }

    Kernels& kernels_;
    Around around_;
};

}  // namespace mantissa
