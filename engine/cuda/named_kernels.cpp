// SPDX-License-Identifier: Apache-2.0
// Each kernel's name before its call, and what went wrong with it in its name.
#include "engine/cuda/named_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/base/error.h"
#include "engine/cuda/runtime.h"

namespace mantissa::cuda {

template <class Call>
void NamedKernels::named(const char* name, Call call) {
    names_[count_++ % names_.size()] = name;
    try {
        call();
    } catch (const Error& error) {
        // A fault of an earlier kernel, more often than of this one, shows in whatever comes next.
        if (const cudaError_t status = cudaPeekAtLastError(); is_lost(status)) check(status, name, started());
        throw Error(error.code(), error.message(), error.place().empty() ? name : name + (", " + error.place()),
                    error.remedy());
    }
}

std::string NamedKernels::started() const {
    std::vector<std::string> unique;
    const std::size_t held = std::min(count_, names_.size());
    for (std::size_t i = count_ - held; i < count_; ++i) {
        const char* name = names_[i % names_.size()];
        if (std::find(unique.begin(), unique.end(), name) == unique.end()) unique.emplace_back(name);
    }
    if (unique.empty()) return {};
    return fmt::format("started since it last answered: {} (CUDA_LAUNCH_BLOCKING=1 in its environment names the one)",
                       fmt::join(unique, ", "));
}

void NamedKernels::gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                                 const Cast& cast) {
    named("gather_images", [&] { kernels_.gather_images(images, indices, out, cast); });
}
void NamedKernels::gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices,
                                 const Tensor& out) {
    named("gather_labels", [&] { kernels_.gather_labels(labels, indices, out); });
}
void NamedKernels::linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                  const Accumulation& accumulation, const Cast& cast) {
    named("linear_forward", [&] { kernels_.linear_forward(x, w, bias, y, accumulation, cast); });
}
void NamedKernels::linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx,
                                        const Accumulation& accumulation, const Cast& cast) {
    named("linear_backward_data", [&] { kernels_.linear_backward_data(dy, w, dx, accumulation, cast); });
}
void NamedKernels::linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw,
                                           const Accumulation& accumulation, const Cast& cast) {
    named("linear_backward_weights", [&] { kernels_.linear_backward_weights(dy, x, dw, accumulation, cast); });
}
void NamedKernels::bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction,
                                 const Cast& cast) {
    named("bias_gradient", [&] { kernels_.bias_gradient(dy, db, reduction, cast); });
}
void NamedKernels::conv_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                                const Tensor& y, const Accumulation& accumulation, const Cast& cast) {
    named("conv_forward", [&] { kernels_.conv_forward(geometry, x, w, bias, y, accumulation, cast); });
}
void NamedKernels::conv_backward_data(const ConvGeometry& geometry, const Tensor& dy, const Tensor& w, const Tensor& dx,
                                      const Accumulation& accumulation, const Cast& cast) {
    named("conv_backward_data", [&] { kernels_.conv_backward_data(geometry, dy, w, dx, accumulation, cast); });
}
void NamedKernels::conv_backward_weights(const ConvGeometry& geometry, const Tensor& dy, const Tensor& x,
                                         const Tensor& dw, const Accumulation& accumulation, const Cast& cast) {
    named("conv_backward_weights", [&] { kernels_.conv_backward_weights(geometry, dy, x, dw, accumulation, cast); });
}
void NamedKernels::maxpool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y,
                                   const Tensor& index) {
    named("maxpool_forward", [&] { kernels_.maxpool_forward(geometry, x, y, index); });
}
void NamedKernels::maxpool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& index,
                                    const Tensor& dx) {
    named("maxpool_backward", [&] { kernels_.maxpool_backward(geometry, dy, index, dx); });
}
void NamedKernels::activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) {
    named("activation_forward", [&] { kernels_.activation_forward(kind, x, y, cast); });
}
void NamedKernels::activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                       const Cast& cast) {
    named("activation_backward", [&] { kernels_.activation_backward(kind, y, dy, dx, cast); });
}
void NamedKernels::softmax_loss(const Tensor& logits, const Tensor& labels, const ReductionPolicy& reduction,
                                const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) {
    named("softmax_loss", [&] { kernels_.softmax_loss(logits, labels, reduction, state, dlogits, cast, sums); });
}
void NamedKernels::round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) {
    named("round_copy", [&] { kernels_.round_copy(src, dst, cast); });
}
void NamedKernels::inspect_gradients(std::span<const ParameterView> parameters, StepState* state) {
    named("inspect_gradients", [&] { kernels_.inspect_gradients(parameters, state); });
}
void NamedKernels::update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings& optimizer,
                                     const ScalerSettings& scaler, StepState* state) {
    named("update_parameters", [&] { kernels_.update_parameters(parameters, optimizer, scaler, state); });
}
void NamedKernels::compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                                       ShadowCounts* counts) {
    named("compare_with_shadow", [&] { kernels_.compare_with_shadow(run, shadow, state, counts); });
}
void NamedKernels::finish_step(const ScalerSettings& scaler, StepState* state) {
    named("finish_step", [&] { kernels_.finish_step(scaler, state); });
}

}  // namespace mantissa::cuda
