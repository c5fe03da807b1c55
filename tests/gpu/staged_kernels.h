// SPDX-License-Identifier: Apache-2.0
// A device's kernels for tests whose tensors lie in the host's memory: every argument is brought to the device, and
// everything that a kernel may write is brought back. So the statements that hold for the CPU's kernels are made about
// a card's without a word changed.
#pragma once

#include "tests/gpu/stage.h"

namespace mantissa {

class StagedKernels final : public Kernels {
  public:
    explicit StagedKernels(Device& device) : device_(device) {}

    DType storage_of(const FloatFormat& format) const override { return device_.kernels().storage_of(format); }
    void gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                       const Cast& cast) override {
        gather(&Kernels::gather_images, images, indices, out, cast);
    }
    void gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices, const Tensor& out) override {
        gather(&Kernels::gather_labels, labels, indices, out);
    }
    void gather_values(const float* values, std::span<const std::uint32_t> indices, const Tensor& out,
                       const Cast& cast) override {
        gather(&Kernels::gather_values, values, indices, out, cast);
    }
    void linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                        const Accumulation& accumulation, const Cast& cast) override {
        call(&Kernels::linear_forward, x, w, bias, y, accumulation, cast);
    }
    void linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx, const Accumulation& accumulation,
                              const Cast& cast) override {
        call(&Kernels::linear_backward_data, dy, w, dx, accumulation, cast);
    }
    void linear_forward_activated(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                  const Accumulation& accumulation, const Cast& cast, const Activated& after) override {
        call(&Kernels::linear_forward_activated, x, w, bias, y, accumulation, cast, after);
    }
    void linear_backward_data_activated(const Tensor& dy, const Tensor& w, const Tensor& x, const Tensor& dx,
                                        const Accumulation& accumulation, const Cast& cast,
                                        const Activated& before) override {
        call(&Kernels::linear_backward_data_activated, dy, w, x, dx, accumulation, cast, before);
    }
    void linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw, const Accumulation& accumulation,
                                 const Cast& cast) override {
        call(&Kernels::linear_backward_weights, dy, x, dw, accumulation, cast);
    }
    void bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction,
                       const Cast& cast) override {
        call(&Kernels::bias_gradient, dy, db, reduction, cast);
    }
    void conv_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                      const Tensor& y, const Accumulation& accumulation, const Cast& cast) override {
        call(&Kernels::conv_forward, geometry, x, w, bias, y, accumulation, cast);
    }
    void conv_backward_data(const ConvGeometry& geometry, const Tensor& dy, const Tensor& w, const Tensor& dx,
                            const Accumulation& accumulation, const Cast& cast) override {
        call(&Kernels::conv_backward_data, geometry, dy, w, dx, accumulation, cast);
    }
    void conv_backward_weights(const ConvGeometry& geometry, const Tensor& dy, const Tensor& x, const Tensor& dw,
                               const Accumulation& accumulation, const Cast& cast) override {
        call(&Kernels::conv_backward_weights, geometry, dy, x, dw, accumulation, cast);
    }
    void maxpool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Tensor& index,
                         const PoolInput& input) override {
        call(&Kernels::maxpool_forward, geometry, x, y, index, input);
    }
    void maxpool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& index,
                          const Tensor& dx) override {
        call(&Kernels::maxpool_backward, geometry, dy, index, dx);
    }
    void activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) override {
        call(&Kernels::activation_forward, kind, x, y, cast);
    }
    void activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                             const Cast& cast) override {
        call(&Kernels::activation_backward, kind, y, dy, dx, cast);
    }
    void cross_entropy(const CrossEntropySettings& settings, const Tensor& logits, const Tensor& labels,
                       const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) override {
        call(&Kernels::cross_entropy, settings, logits, labels, state, dlogits, cast, sums);
    }
    void round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) override {
        call(&Kernels::round_copy, src, dst, cast);
    }
    void inspect_gradients(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                           const ScalerSettings* scaler, StepState* state) override {
        call(&Kernels::inspect_gradients, parameters, optimizer, scaler, state);
    }
    void update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                           const ScalerSettings* scaler, StepState* state) override {
        call(&Kernels::update_parameters, parameters, optimizer, scaler, state);
    }
    void compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                             ShadowCounts* counts) override {
        call(&Kernels::compare_with_shadow, run, shadow, state, counts);
    }
    void finish_step(const ScalerSettings* scaler, StepState* state) override {
        call(&Kernels::finish_step, scaler, state);
    }
    void add(const Tensor& a, const Tensor& b, const Tensor& y, const Cast& cast) override {
        call(&Kernels::add, a, b, y, cast);
    }
    void scale(const Tensor& x, float factor, const Tensor& y, const Cast& cast) override {
        call(&Kernels::scale, x, factor, y, cast);
    }
    void dropout(const Dropout& settings, const Tensor& x, const Tensor& y, const Cast& cast) override {
        call(&Kernels::dropout, settings, x, y, cast);
    }
    void copy_columns(std::int64_t rows, std::int64_t columns, const Columns& from, const Columns& to,
                      const Cast& cast) override {
        call(&Kernels::copy_columns, rows, columns, from, to, cast);
    }
    void norm_forward(const NormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                      const Tensor& y, const NormStatistics& statistics, const Cast& cast) override {
        call(&Kernels::norm_forward, settings, x, gamma, beta, y, statistics, cast);
    }
    void norm_backward_data(const NormSettings& settings, const Tensor& x, const Tensor& gamma,
                            const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                            const Cast& cast) override {
        call(&Kernels::norm_backward_data, settings, x, gamma, statistics, dy, dx, cast);
    }
    void norm_backward_gamma(const NormSettings& settings, const Tensor& x, const NormStatistics& statistics,
                             const Tensor& dy, const Tensor& dgamma, const Cast& cast) override {
        call(&Kernels::norm_backward_gamma, settings, x, statistics, dy, dgamma, cast);
    }
    void batch_norm_forward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                            const Tensor& y, const NormStatistics& statistics, const RunningStatistics& running,
                            const Cast& cast) override {
        call(&Kernels::batch_norm_forward, settings, x, gamma, beta, y, statistics, running, cast);
    }
    void batch_norm_inference(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                              const Tensor& beta, const Tensor& y, const RunningStatistics& running,
                              const Cast& cast) override {
        call(&Kernels::batch_norm_inference, settings, x, gamma, beta, y, running, cast);
    }
    void batch_norm_backward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                             const NormStatistics& statistics, const Tensor& dy, const Tensor& dx, const Tensor& dgamma,
                             const Tensor& dbeta, const Cast& dx_cast, const Cast& dgamma_cast,
                             const Cast& dbeta_cast) override {
        call(&Kernels::batch_norm_backward, settings, x, gamma, statistics, dy, dx, dgamma, dbeta, dx_cast, dgamma_cast,
             dbeta_cast);
    }
    void batched_product(const BatchedSize& size, const MatrixBatch& a, const MatrixBatch& b, const MatrixBatch& c,
                         const Accumulation& accumulation, const Cast& cast) override {
        call(&Kernels::batched_product, size, a, b, c, accumulation, cast);
    }
    void softmax_forward(const SoftmaxSettings& settings, const Tensor& x, const Tensor& y, const Cast& cast) override {
        call(&Kernels::softmax_forward, settings, x, y, cast);
    }
    void softmax_backward(const SoftmaxSettings& settings, const Tensor& y, const Tensor& dy, const Tensor& dx,
                          const Cast& cast) override {
        call(&Kernels::softmax_backward, settings, y, dy, dx, cast);
    }
    void embedding_forward(const Tensor& table, const Tensor& tokens, const Tensor& y, const Cast& cast) override {
        call(&Kernels::embedding_forward, table, tokens, y, cast);
    }
    void embedding_backward(const Tensor& tokens, const Tensor& dy, const Tensor& dtable,
                            const ReductionPolicy& reduction, const Cast& cast) override {
        call(&Kernels::embedding_backward, tokens, dy, dtable, reduction, cast);
    }
    void squared_error(const ReductionPolicy& reduction, const Tensor& prediction, const Tensor& target,
                       const StepState* state, const Tensor& dprediction, const Cast& cast, LossSums* sums) override {
        call(&Kernels::squared_error, reduction, prediction, target, state, dprediction, cast, sums);
    }
    void conv_transposed_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                                 const Tensor& y, const Accumulation& accumulation, const Cast& cast) override {
        call(&Kernels::conv_transposed_forward, geometry, x, w, bias, y, accumulation, cast);
    }
    void upsample_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Cast& cast) override {
        call(&Kernels::upsample_forward, geometry, x, y, cast);
    }
    void upsample_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& dx,
                           const Cast& cast) override {
        call(&Kernels::upsample_backward, geometry, dy, dx, cast);
    }
    void average_pool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y,
                              const Cast& cast) override {
        call(&Kernels::average_pool_forward, geometry, x, y, cast);
    }
    void average_pool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& dx,
                               const Cast& cast) override {
        call(&Kernels::average_pool_backward, geometry, dy, dx, cast);
    }
    void mean_forward(const Tensor& x, const Tensor& y, const ReductionPolicy& reduction, const Cast& cast) override {
        call(&Kernels::mean_forward, x, y, reduction, cast);
    }
    void mean_backward(const Tensor& dy, const Tensor& dx, const Cast& cast) override {
        call(&Kernels::mean_backward, dy, dx, cast);
    }
    void image_patches(const PatchGeometry& geometry, const Tensor& x, const Tensor& y) override {
        call(&Kernels::image_patches, geometry, x, y);
    }

  private:
    /// The same call with what it is given there, and back.
    template <class Method, class... Arguments>
    void call(Method method, const Arguments&... arguments) {
        Stage s(device_);
        (device_.kernels().*method)(s.there(arguments)...);
        s.back();
    }
    /// Of a data set only as much is brought over as the indices reach.
    template <class Method, class T, class... Arguments>
    void gather(Method method, const T* from, std::span<const std::uint32_t> indices, const Tensor& out,
                const Arguments&... arguments) {
        Stage s(device_);
        const std::size_t each = static_cast<std::size_t>(out.size()) / std::max<std::size_t>(indices.size(), 1);
        const std::size_t rows =
            indices.empty() ? 0 : *std::max_element(indices.begin(), indices.end()) + std::size_t{1};
        const std::span<const std::uint32_t> chosen(s.there(indices.data(), indices.size_bytes()), indices.size());
        (device_.kernels().*method)(s.there(from, rows * each * sizeof(T)), chosen, s.there(out),
                                    s.there(arguments)...);
        s.back();
    }

    Device& device_;
};

}  // namespace mantissa
