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
    void linear_forward_activated(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                  const Accumulation& accumulation, const Cast& cast, const Activated& after) override {
        around_("linear_forward", {product_flops(x, w), bytes_of({&x, &w, &y})},
                [&] { kernels_.linear_forward_activated(x, w, bias, y, accumulation, cast, after); });
    }
    void linear_backward_data_activated(const Tensor& dy, const Tensor& w, const Tensor& x, const Tensor& dx,
                                        const Accumulation& accumulation, const Cast& cast,
                                        const Activated& before) override {
        around_("linear_backward_data", {product_flops(dy, w), bytes_of({&dy, &w, &x, &dx})},
                [&] { kernels_.linear_backward_data_activated(dy, w, x, dx, accumulation, cast, before); });
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
    void softmax_loss(const Tensor& logits, const Tensor& labels, const ReductionPolicy& reduction,
                      const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) override {
        around_("softmax_loss", {0, bytes_of({&logits, &labels, &dlogits})},
                [&] { kernels_.softmax_loss(logits, labels, reduction, state, dlogits, cast, sums); });
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
        return 2.0 * static_cast<double>(images * g.height * g.width) * static_cast<double>(g.filters) *
               static_cast<double>(g.channels * g.kernel * g.kernel);
    }

    Kernels& kernels_;
    Around around_;
};

}  // namespace mantissa
