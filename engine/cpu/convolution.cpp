// SPDX-License-Identifier: Apache-2.0
// Convolutions: oneDNN's, then one pass for counting and rounding; with rounded partial sums, im2col and the blocked
// product.
#include "engine/cpu/blocked_product.h"
#include "engine/cpu/cast_rows.h"
#include "engine/cpu/convolutions.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

namespace mantissa {
namespace {

/// Rows of patches: patch(n, h, w)[(r, s, c)] of a channels-last image, zeros in the padding. `flip` mirrors r and s,
/// as the data gradient needs it.
std::vector<float> im2col(const float* x, std::int64_t images, const ConvGeometry& g, std::int64_t channels,
                          bool flip) {
    const std::int64_t depth = g.kernel * g.kernel * channels;
    std::vector<float> patches(static_cast<std::size_t>(images * g.height * g.width * depth), 0.0f);
    parallel_for(images, 1, 2, [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t n = begin; n < end; ++n)
            for (std::int64_t h = 0; h < g.height; ++h)
                for (std::int64_t w = 0; w < g.width; ++w)
                    for (std::int64_t r = 0; r < g.kernel; ++r)
                        for (std::int64_t s = 0; s < g.kernel; ++s) {
                            const std::int64_t row = h + (flip ? g.padding - r : r - g.padding);
                            const std::int64_t column = w + (flip ? g.padding - s : s - g.padding);
                            if (row < 0 || row >= g.height || column < 0 || column >= g.width) continue;
                            std::copy_n(x + ((n * g.height + row) * g.width + column) * channels, channels,
                                        patches.data() + ((n * g.height + h) * g.width + w) * depth +
                                            (r * g.kernel + s) * channels);
                        }
    });
    return patches;
}

}  // namespace

void CpuKernels::conv_forward(const ConvGeometry& g, const Tensor& x, const Tensor& w, const Tensor& bias,
                              const Tensor& y, const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = y.shape[0], pixels = g.height * g.width, rows = images * pixels;
    const float* add = bias ? bias.f32() : nullptr;
    const Numbers to(y);
    if (accumulation.block == 0 && are_bf16(x, w)) {
        staging_.by_rows(
            images, pixels * g.filters, to, nullptr, cast, [&](std::int64_t begin, std::int64_t n, float* sums) {
                convolutions_->forward(g, n, Numbers(x).from(begin * pixels * g.channels), Numbers(w), add, sums);
            });
        return;
    }
    const float *a = staging_.as_f32(x, 0), *b = staging_.as_f32(w, 1);
    float* sums = staging_.sums_for(to, y.size());
    if (accumulation.block > 0) {
        const std::int64_t depth = g.kernel * g.kernel * g.channels;
        const std::vector<float> patches = im2col(a, images, g, g.channels, false);
        blocked_product({patches.data(), depth, 1}, {b, 1, depth}, sums, rows, g.filters, depth, accumulation,
                        scratch_);
        cast_rows(sums, add, to, rows, g.filters, cast);
        return;
    }
    convolutions_->forward(g, images, a, b, add, sums);
    cast_rows(sums, nullptr, to, rows, g.filters, cast);
}

void CpuKernels::conv_backward_data(const ConvGeometry& g, const Tensor& dy, const Tensor& w, const Tensor& dx,
                                    const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = dy.shape[0], pixels = g.height * g.width, rows = images * pixels;
    const Numbers to(dx);
    if (accumulation.block == 0 && are_bf16(dy, w)) {
        staging_.by_rows(
            images, pixels * g.channels, to, nullptr, cast, [&](std::int64_t begin, std::int64_t n, float* sums) {
                convolutions_->backward_data(g, n, Numbers(dy).from(begin * pixels * g.filters), Numbers(w), sums);
            });
        return;
    }
    const float *a = staging_.as_f32(dy, 0), *b = staging_.as_f32(w, 1);
    float* sums = staging_.sums_for(to, dx.size());
    if (accumulation.block > 0) {
        // b((r, s, k), c) = w[k, r, s, c]
        const std::int64_t taps = g.kernel * g.kernel, depth = taps * g.filters;
        std::vector<float> turned(static_cast<std::size_t>(depth * g.channels));
        for (std::int64_t tap = 0; tap < taps; ++tap)
            for (std::int64_t k = 0; k < g.filters; ++k)
                std::copy_n(b + (k * taps + tap) * g.channels, g.channels,
                            turned.data() + (tap * g.filters + k) * g.channels);
        const std::vector<float> patches = im2col(a, images, g, g.filters, true);
        blocked_product({patches.data(), depth, 1}, {turned.data(), g.channels, 1}, sums, rows, g.channels, depth,
                        accumulation, scratch_);
    } else {
        convolutions_->backward_data(g, images, a, b, sums);
    }
    cast_rows(sums, nullptr, to, rows, g.channels, cast);
}

void CpuKernels::conv_backward_weights(const ConvGeometry& g, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                       const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = dy.shape[0], rows = images * g.height * g.width;
    const std::int64_t depth = g.kernel * g.kernel * g.channels;
    const Numbers to(dw);
    float* sums = staging_.sums_for(to, dw.size());
    if (accumulation.block == 0 && are_bf16(dy, x)) {
        convolutions_->backward_weights(g, images, Numbers(dy), Numbers(x), sums);
    } else {
        const float *a = staging_.as_f32(dy, 0), *b = staging_.as_f32(x, 1);
        if (accumulation.block > 0) {
            const std::vector<float> patches = im2col(b, images, g, g.channels, false);
            blocked_product({a, 1, g.filters}, {patches.data(), depth, 1}, sums, g.filters, depth, rows, accumulation,
                            scratch_);
        } else {
            convolutions_->backward_weights(g, images, a, b, sums);
        }
    }
    cast_rows(sums, nullptr, to, g.filters, depth, cast);
}

}  // namespace mantissa
