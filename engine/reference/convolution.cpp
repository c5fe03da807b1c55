// SPDX-License-Identifier: Apache-2.0
// Convolution, channels last. The order of terms is (r, s, c) forward, (r, s, k) for the data gradient
// and (n, h, w) for the weight gradient; terms from the padding, and of a stride those that
// meet no filter, count as zeros, so that blocked accumulation has the
// same blocks everywhere.
#include "engine/reference/dot.h"
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {
namespace {

/// The element [n, h, w, c] of a channels-last image, 0 in the padding.
float at(const Tensor& t, std::int64_t height, std::int64_t width, std::int64_t channels, std::int64_t n,
         std::int64_t h, std::int64_t w, std::int64_t c) {
    if (h < 0 || h >= height || w < 0 || w >= width) return 0;
    return t.f32()[((n * height + h) * width + w) * channels + c];
}

/// The element of y [n, rows(), columns(), filters] to which x's row and column contribute by filter place (r, s); 0
/// where there is none.
float at_result(const Tensor& y, const ConvGeometry& g, std::int64_t n, std::int64_t row, std::int64_t column,
                std::int64_t r, std::int64_t s, std::int64_t k) {
    const std::int64_t h = row + g.padding - r, w = column + g.padding - s;
    if (h % g.stride != 0 || w % g.stride != 0) return 0;
    return at(y, g.rows(), g.columns(), g.filters, n, h / g.stride, w / g.stride, k);
}

/// dx = round(data gradient + bias), bias of the channels of dx.
void gradient_of_data(const ConvGeometry& g, const Tensor& dy, const Tensor& w, const Tensor& bias, const Tensor& dx,
                      const Accumulation& accumulation, const Cast& cast) {
    std::int64_t index = 0;
    for (std::int64_t n = 0; n < dx.shape[0]; ++n)
        for (std::int64_t h = 0; h < g.height; ++h)
            for (std::int64_t v = 0; v < g.width; ++v)
                for (std::int64_t c = 0; c < g.channels; ++c, ++index) {
                    Dot dot(accumulation);
                    for (std::int64_t r = 0; r < g.kernel; ++r)
                        for (std::int64_t s = 0; s < g.kernel; ++s)
                            for (std::int64_t k = 0; k < g.filters; ++k)
                                dot.add(at_result(dy, g, n, h, v, r, s, k),
                                        w.f32()[((k * g.kernel + r) * g.kernel + s) * g.channels + c]);
                    const float sum = bias ? dot.total() + bias.f32()[c] : dot.total();
                    dx.f32()[index] = store_result(sum, cast, static_cast<std::uint64_t>(index));
                }
}

}  // namespace

void ReferenceKernels::conv_forward(const ConvGeometry& g, const Tensor& x, const Tensor& w, const Tensor& bias,
                                    const Tensor& y, const Accumulation& accumulation, const Cast& cast) {
    std::int64_t index = 0;
    for (std::int64_t n = 0; n < y.shape[0]; ++n)
        for (std::int64_t h = 0; h < g.rows(); ++h)
            for (std::int64_t v = 0; v < g.columns(); ++v)
                for (std::int64_t k = 0; k < g.filters; ++k, ++index) {
                    Dot dot(accumulation);
                    for (std::int64_t r = 0; r < g.kernel; ++r)
                        for (std::int64_t s = 0; s < g.kernel; ++s)
                            for (std::int64_t c = 0; c < g.channels; ++c)
                                dot.add(at(x, g.height, g.width, g.channels, n, h * g.stride + r - g.padding,
                                           v * g.stride + s - g.padding, c),
                                        w.f32()[((k * g.kernel + r) * g.kernel + s) * g.channels + c]);
                    const float sum = dot.total() + (bias ? bias.f32()[k] : 0.0f);
                    y.f32()[index] = store_result(sum, cast, static_cast<std::uint64_t>(index));
                }
}

void ReferenceKernels::conv_backward_data(const ConvGeometry& g, const Tensor& dy, const Tensor& w, const Tensor& dx,
                                          const Accumulation& accumulation, const Cast& cast) {
    gradient_of_data(g, dy, w, {}, dx, accumulation, cast);
}

void ReferenceKernels::conv_transposed_forward(const ConvGeometry& g, const Tensor& x, const Tensor& w,
                                               const Tensor& bias, const Tensor& y, const Accumulation& accumulation,
                                               const Cast& cast) {
    gradient_of_data(g, x, w, bias, y, accumulation, cast);
}

void ReferenceKernels::conv_backward_weights(const ConvGeometry& g, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                             const Accumulation& accumulation, const Cast& cast) {
    std::int64_t index = 0;
    for (std::int64_t k = 0; k < g.filters; ++k)
        for (std::int64_t r = 0; r < g.kernel; ++r)
            for (std::int64_t s = 0; s < g.kernel; ++s)
                for (std::int64_t c = 0; c < g.channels; ++c, ++index) {
                    Dot dot(accumulation);
                    for (std::int64_t n = 0; n < dy.shape[0]; ++n)
                        for (std::int64_t h = 0; h < g.rows(); ++h)
                            for (std::int64_t v = 0; v < g.columns(); ++v)
                                dot.add(dy.f32()[((n * g.rows() + h) * g.columns() + v) * g.filters + k],
                                        at(x, g.height, g.width, g.channels, n, h * g.stride + r - g.padding,
                                           v * g.stride + s - g.padding, c));
                    dw.f32()[index] = store_result(dot.total(), cast, static_cast<std::uint64_t>(index));
                }
}

}  // namespace mantissa
