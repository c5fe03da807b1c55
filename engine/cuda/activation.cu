// SPDX-License-Identifier: Apache-2.0
// Activation functions in passes of their own. An element is one load and one store, so the arithmetic hides behind the
// memory.
#include "engine/cuda/activation.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {
namespace {

/// Function values, as a source of store_packs. `Relu`: of that function, without the code of the others.
template <bool Relu>
struct Values {
    ActivationKind kind;
    Numbers from;

    bool is_packed() const noexcept { return from.is_packed(); }
    template <int V>
    MANTISSA_BOTH void get(std::int64_t i, float (&x)[V], Tally& tally) const {
        from.load(i, x);
        for (int k = 0; k < V; ++k) {
            if (!is_finite(x[k])) ++tally.arguments;
            x[k] = activation_value(Relu ? ActivationKind::relu : kind, x[k]);
        }
    }
};

/// Gradients.
template <bool Relu>
struct Gradients {
    ActivationKind kind;
    Numbers output, given;
    Rounder step;

    bool is_packed() const noexcept { return output.is_packed() && given.is_packed(); }
    template <int V>
    MANTISSA_BOTH void get(std::int64_t i, float (&x)[V], Tally&) const {
        float y[V];
        output.load(i, y);
        given.load(i, x);
        for (int k = 0; k < V; ++k) x[k] = activation_gradient(Relu ? ActivationKind::relu : kind, y[k], x[k], step);
    }
};

}  // namespace

void CudaKernels::activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) {
    if (kind == ActivationKind::relu)
        store_packs(stream_, scratch_, x.size(), Numbers(y), cast, Values<true>{kind, Numbers(x)});
    else
        store_packs(stream_, scratch_, x.size(), Numbers(y), cast, Values<false>{kind, Numbers(x)});
}

void CudaKernels::activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                      const Cast& cast) {
    const Rounder step(cast.stepwise ? cast.format : fp32, Rounding::nearest_even);
    if (kind == ActivationKind::relu)
        store_packs(stream_, scratch_, dy.size(), Numbers(dx), cast,
                    Gradients<true>{kind, Numbers(y), Numbers(dy), step});
    else
        store_packs(stream_, scratch_, dy.size(), Numbers(dx), cast,
                    Gradients<false>{kind, Numbers(y), Numbers(dy), step});
}

}  // namespace mantissa::cuda
