// SPDX-License-Identifier: Apache-2.0
// There and back for each call.
#include "tests/gpu/staged_kernels.h"

#include <algorithm>
#include <vector>

namespace mantissa {
namespace {

/// What one call brings over. The same address twice is one piece, so that a result may lie where an argument does.
class Stage {
  public:
    explicit Stage(Device& device) : device_(device) {}

    template <class T>
    T* there(T* host, std::size_t bytes = sizeof(T)) {
        if (!host || bytes == 0) return host;
        const void* key = host;
        auto [at, is_new] = pieces_.try_emplace(key);
        Piece& piece = at->second;
        if (is_new) {
            piece.memory = device_.allocate(bytes);
            device_.upload(piece.memory->data(), host, bytes);
        }
        piece.bytes = std::max(piece.bytes, bytes);
        if constexpr (!std::is_const_v<T>) piece.host = host;
        return static_cast<T*>(static_cast<void*>(piece.memory->data()));
    }
    Tensor there(const Tensor& tensor) {
        return {there(static_cast<std::byte*>(tensor.data), tensor.bytes()), tensor.dtype, tensor.shape};
    }
    Cast there(Cast cast) {
        cast.counts = there(cast.counts);
        cast.histogram = there(cast.histogram);
        cast.nonfinite_arguments = there(cast.nonfinite_arguments);
        return cast;
    }
    std::vector<ParameterView> there(std::span<const ParameterView> parameters) {
        std::vector<ParameterView> views(parameters.begin(), parameters.end());
        for (ParameterView& p : views) {
            for (Tensor* tensor : {&p.weight, &p.gradient, &p.first_moment, &p.second_moment, &p.copy.tensor})
                *tensor = there(*tensor);
            p.metrics = there(p.metrics);
            p.updates = there(p.updates);
            p.copy.histogram = there(p.copy.histogram);
        }
        return views;
    }

    /// Brings back what may have been written.
    void back() {
        for (auto& [key, piece] : pieces_)
            if (piece.host) device_.download(piece.host, piece.memory->data(), piece.bytes);
    }

  private:
    struct Piece {
        std::unique_ptr<DeviceMemory> memory;
        void* host = nullptr;  ///< null: only read
        std::size_t bytes = 0;
    };
    Device& device_;
    std::map<const void*, Piece> pieces_;
};

std::size_t rows_used(std::span<const std::uint32_t> indices) {
    return indices.empty() ? 0 : *std::max_element(indices.begin(), indices.end()) + std::size_t{1};
}

}  // namespace

void StagedKernels::gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                                  const Cast& cast) {
    Stage s(device_);
    const std::size_t pixels = static_cast<std::size_t>(out.size()) / std::max<std::size_t>(indices.size(), 1);
    const std::span<const std::uint32_t> there(s.there(indices.data(), indices.size_bytes()), indices.size());
    device_.kernels().gather_images(s.there(images, rows_used(indices) * pixels), there, s.there(out), s.there(cast));
    s.back();
}
void StagedKernels::gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices,
                                  const Tensor& out) {
    Stage s(device_);
    const std::span<const std::uint32_t> there(s.there(indices.data(), indices.size_bytes()), indices.size());
    device_.kernels().gather_labels(s.there(labels, rows_used(indices)), there, s.there(out));
    s.back();
}
void StagedKernels::linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                   const Accumulation& accumulation, const Cast& cast) {
    Stage s(device_);
    device_.kernels().linear_forward(s.there(x), s.there(w), s.there(bias), s.there(y), accumulation, s.there(cast));
    s.back();
}
void StagedKernels::linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx,
                                         const Accumulation& accumulation, const Cast& cast) {
    Stage s(device_);
    device_.kernels().linear_backward_data(s.there(dy), s.there(w), s.there(dx), accumulation, s.there(cast));
    s.back();
}
void StagedKernels::linear_forward_activated(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                             const Accumulation& accumulation, const Cast& cast,
                                             const Activated& after) {
    Stage s(device_);
    device_.kernels().linear_forward_activated(s.there(x), s.there(w), s.there(bias), s.there(y), accumulation,
                                               s.there(cast), {after.kind, s.there(after.cast)});
    s.back();
}
void StagedKernels::linear_backward_data_activated(const Tensor& dy, const Tensor& w, const Tensor& x, const Tensor& dx,
                                                   const Accumulation& accumulation, const Cast& cast,
                                                   const Activated& before) {
    Stage s(device_);
    device_.kernels().linear_backward_data_activated(s.there(dy), s.there(w), s.there(x), s.there(dx), accumulation,
                                                     s.there(cast), {before.kind, s.there(before.cast)});
    s.back();
}
void StagedKernels::linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw,
                                            const Accumulation& accumulation, const Cast& cast) {
    Stage s(device_);
    device_.kernels().linear_backward_weights(s.there(dy), s.there(x), s.there(dw), accumulation, s.there(cast));
    s.back();
}
void StagedKernels::bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction,
                                  const Cast& cast) {
    Stage s(device_);
    device_.kernels().bias_gradient(s.there(dy), s.there(db), reduction, s.there(cast));
    s.back();
}
void StagedKernels::conv_forward(const ConvGeometry& geometry, const Tensor& x, const Tensor& w, const Tensor& bias,
                                 const Tensor& y, const Accumulation& accumulation, const Cast& cast) {
    Stage s(device_);
    device_.kernels().conv_forward(geometry, s.there(x), s.there(w), s.there(bias), s.there(y), accumulation,
                                   s.there(cast));
    s.back();
}
void StagedKernels::conv_backward_data(const ConvGeometry& geometry, const Tensor& dy, const Tensor& w,
                                       const Tensor& dx, const Accumulation& accumulation, const Cast& cast) {
    Stage s(device_);
    device_.kernels().conv_backward_data(geometry, s.there(dy), s.there(w), s.there(dx), accumulation, s.there(cast));
    s.back();
}
void StagedKernels::conv_backward_weights(const ConvGeometry& geometry, const Tensor& dy, const Tensor& x,
                                          const Tensor& dw, const Accumulation& accumulation, const Cast& cast) {
    Stage s(device_);
    device_.kernels().conv_backward_weights(geometry, s.there(dy), s.there(x), s.there(dw), accumulation,
                                            s.there(cast));
    s.back();
}
void StagedKernels::maxpool_forward(const PoolGeometry& geometry, const Tensor& x, const Tensor& y, const Tensor& index,
                                    const PoolInput& input) {
    Stage s(device_);
    device_.kernels().maxpool_forward(geometry, s.there(x), s.there(y), s.there(index),
                                      {input.rectified, s.there(input.nonfinite)});
    s.back();
}
void StagedKernels::maxpool_backward(const PoolGeometry& geometry, const Tensor& dy, const Tensor& index,
                                     const Tensor& dx) {
    Stage s(device_);
    device_.kernels().maxpool_backward(geometry, s.there(dy), s.there(index), s.there(dx));
    s.back();
}
void StagedKernels::activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) {
    Stage s(device_);
    device_.kernels().activation_forward(kind, s.there(x), s.there(y), s.there(cast));
    s.back();
}
void StagedKernels::activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                        const Cast& cast) {
    Stage s(device_);
    device_.kernels().activation_backward(kind, s.there(y), s.there(dy), s.there(dx), s.there(cast));
    s.back();
}
void StagedKernels::cross_entropy(const CrossEntropySettings& settings, const Tensor& logits, const Tensor& labels,
                                  const StepState* state, const Tensor& dlogits, const Cast& cast, LossSums* sums) {
    Stage s(device_);
    device_.kernels().cross_entropy(settings, s.there(logits), s.there(labels), s.there(state), s.there(dlogits),
                                    s.there(cast), s.there(sums));
    s.back();
}
void StagedKernels::round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) {
    Stage s(device_);
    device_.kernels().round_copy(s.there(src), s.there(dst), s.there(cast));
    s.back();
}
void StagedKernels::inspect_gradients(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                                      const ScalerSettings* scaler, StepState* state) {
    Stage s(device_);
    device_.kernels().inspect_gradients(s.there(parameters), s.there(optimizer), s.there(scaler), s.there(state));
    s.back();
}
void StagedKernels::update_parameters(std::span<const ParameterView> parameters, const OptimizerSettings* optimizer,
                                      const ScalerSettings* scaler, StepState* state) {
    Stage s(device_);
    device_.kernels().update_parameters(s.there(parameters), s.there(optimizer), s.there(scaler), s.there(state));
    s.back();
}
void StagedKernels::compare_with_shadow(const Tensor& run, const Tensor& shadow, const StepState* state,
                                        ShadowCounts* counts) {
    Stage s(device_);
    device_.kernels().compare_with_shadow(s.there(run), s.there(shadow), s.there(state), s.there(counts));
    s.back();
}
void StagedKernels::finish_step(const ScalerSettings* scaler, StepState* state) {
    Stage s(device_);
    device_.kernels().finish_step(s.there(scaler), s.there(state));
    s.back();
}

}  // namespace mantissa
