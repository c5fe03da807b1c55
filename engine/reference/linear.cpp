// SPDX-License-Identifier: Apache-2.0
// Matrix products of a dense layer.
#include "engine/reference/dot.h"
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {

void ReferenceKernels::linear_forward(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y,
                                      const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = x.shape[0], in = w.shape[1], out = w.shape[0];
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t o = 0; o < out; ++o) {
            Dot dot(accumulation);
            for (std::int64_t i = 0; i < in; ++i) dot.add(x.f32()[r * in + i], w.f32()[o * in + i]);
            const float sum = dot.total() + (bias ? bias.f32()[o] : 0.0f);
            y.f32()[r * out + o] = store_result(sum, cast, static_cast<std::uint64_t>(r * out + o));
        }
}

void ReferenceKernels::linear_backward_data(const Tensor& dy, const Tensor& w, const Tensor& dx,
                                            const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = dy.shape[0], in = w.shape[1], out = w.shape[0];
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t i = 0; i < in; ++i) {
            Dot dot(accumulation);
            for (std::int64_t o = 0; o < out; ++o) dot.add(dy.f32()[r * out + o], w.f32()[o * in + i]);
            dx.f32()[r * in + i] = store_result(dot.total(), cast, static_cast<std::uint64_t>(r * in + i));
        }
}

void ReferenceKernels::linear_backward_weights(const Tensor& dy, const Tensor& x, const Tensor& dw,
                                               const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t rows = dy.shape[0], in = dw.shape[1], out = dw.shape[0];
    for (std::int64_t o = 0; o < out; ++o)
        for (std::int64_t i = 0; i < in; ++i) {
            Dot dot(accumulation);
            for (std::int64_t r = 0; r < rows; ++r) dot.add(dy.f32()[r * out + o], x.f32()[r * in + i]);
            dw.f32()[o * in + i] = store_result(dot.total(), cast, static_cast<std::uint64_t>(o * in + i));
        }
}

void ReferenceKernels::bias_gradient(const Tensor& dy, const Tensor& db, const ReductionPolicy& reduction,
                                     const Cast& cast) {
    const std::int64_t channels = db.shape[0], rows = dy.size() / channels;
    for (std::int64_t c = 0; c < channels; ++c) {
        double wide = 0;
        float narrow = 0;
        for (std::int64_t r = 0; r < rows; ++r) {
            const float term = dy.f32()[r * channels + c];
            wide += static_cast<double>(term);
            narrow = round_to(narrow + term, reduction.format);
        }
        const float sum = reduction.format == fp32 ? static_cast<float>(wide) : narrow;
        db.f32()[c] = store_result(sum, cast, static_cast<std::uint64_t>(c));
    }
}

}  // namespace mantissa
