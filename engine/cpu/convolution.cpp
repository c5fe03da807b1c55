// SPDX-License-Identifier: Apache-2.0
// Convolutions: oneDNN's, then one pass for counting and rounding; with rounded partial sums, im2col and the blocked
// product.
#include <algorithm>
#include <numeric>

#include "engine/cpu/blocked_product.h"
#include "engine/cpu/cast_rows.h"
#include "engine/cpu/convolutions.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

namespace mantissa {
namespace {

/// Rows of patches: patch(n, h, w)[(r, s, c)] of a channels-last image, zeros in the padding. `flip` mirrors r and s,
/// as the data gradient needs it.
const float* im2col(const float* x, std::int64_t images, const ConvGeometry& g, std::int64_t channels, bool flip,
                    Scratch& scratch) {
    const std::int64_t depth = g.kernel * g.kernel * channels, image = g.height * g.width * depth;
    float* const patches = scratch.of<float>(ScratchUse::patches, images * image);
    if (scratch.rehearsed()) return patches;
    parallel_for(images, 1, 2, [&](std::int64_t begin, std::int64_t end, int) {
        std::fill(patches + begin * image, patches + end * image, 0.0f);
        for (std::int64_t n = begin; n < end; ++n)
            for (std::int64_t h = 0; h < g.height; ++h)
                for (std::int64_t w = 0; w < g.width; ++w)
                    for (std::int64_t r = 0; r < g.kernel; ++r)
                        for (std::int64_t s = 0; s < g.kernel; ++s) {
                            const std::int64_t row = h + (flip ? g.padding - r : r - g.padding);
                            const std::int64_t column = w + (flip ? g.padding - s : s - g.padding);
                            if (row < 0 || row >= g.height || column < 0 || column >= g.width) continue;
                            std::copy_n(
                                x + ((n * g.height + row) * g.width + column) * channels, channels,
                                patches + ((n * g.height + h) * g.width + w) * depth + (r * g.kernel + s) * channels);
                        }
    });
    return patches;
}

/// Calls f(begin, n, patches) for pieces of the batch, so few images at a time that their patches take little memory:
/// 4 GiB it would be for the tutorial's network with 590. Where sums go on from piece to piece, the pieces are whole
/// blocks of `block` pixels.
template <class F>
void by_patches(const float* x, std::int64_t images, const ConvGeometry& g, std::int64_t channels, bool flip, int block,
                Scratch& scratch, const F& f) {
    constexpr std::int64_t most = std::int64_t{1} << 22;  // numbers
    const std::int64_t pixels = g.height * g.width;
    const std::int64_t whole = block / std::gcd<std::int64_t>(block, pixels);  // images
    const std::int64_t fit = most / (pixels * g.kernel * g.kernel * channels);
    const std::int64_t at_once = std::min(images, std::max(fit / whole * whole, whole));
    for (std::int64_t begin = 0; begin < images; begin += at_once) {
        const std::int64_t n = std::min(at_once, images - begin);
        f(begin, n, im2col(x + begin * pixels * channels, n, g, channels, flip, scratch));
    }
}

}  // namespace

void CpuKernels::conv_forward(const ConvGeometry& g, const Tensor& x, const Tensor& w, const Tensor& bias,
                              const Tensor& y, const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = y.shape[0], pixels = g.height * g.width, rows = images * pixels;
    const float* add = bias ? bias.f32() : nullptr;
    const Numbers to(y);
    if (accumulation.block == 0 && are_bf16(x, w)) {
        staging_.by_rows(images, pixels * g.filters, to, nullptr, cast,
                         [&](std::int64_t begin, std::int64_t n, float* sums) {
                             convolutions_.forward(g, n, Numbers(x).from(begin * pixels * g.channels), Numbers(w), add,
                                                   sums, begin > 0);
                         });
        return;
    }
    const float *a = staging_.as_f32(x, ScratchUse::operand_a), *b = staging_.as_f32(w, ScratchUse::operand_b);
    float* sums = staging_.sums_for(to, y.size());
    if (accumulation.block > 0) {
        const std::int64_t depth = g.kernel * g.kernel * g.channels;
        by_patches(a, images, g, g.channels, false, 1, scratch_,
                   [&](std::int64_t begin, std::int64_t n, const float* patches) {
                       blocked_product({patches, depth, 1}, {b, 1, depth}, sums + begin * pixels * g.filters,
                                       n * pixels, g.filters, depth, accumulation, scratch_);
                   });
        store_rows(sums, add, to, rows, g.filters, cast);
        return;
    }
    convolutions_.forward(g, images, a, b, add, sums);
    store_rows(sums, nullptr, to, rows, g.filters, cast);
}

void CpuKernels::conv_backward_data(const ConvGeometry& g, const Tensor& dy, const Tensor& w, const Tensor& dx,
                                    const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = dy.shape[0], pixels = g.height * g.width, rows = images * pixels;
    const Numbers to(dx);
    if (accumulation.block == 0 && are_bf16(dy, w)) {
        staging_.by_rows(images, pixels * g.channels, to, nullptr, cast,
                         [&](std::int64_t begin, std::int64_t n, float* sums) {
                             const Numbers some = Numbers(dy).from(begin * pixels * g.filters);
                             convolutions_.backward_data(g, n, some, Numbers(w), sums, begin > 0);
                             count_lost_data(g, some, w, n, sums, cast);
                         });
        return;
    }
    const float *a = staging_.as_f32(dy, ScratchUse::operand_a), *b = staging_.as_f32(w, ScratchUse::operand_b);
    float* sums = staging_.sums_for(to, dx.size());
    if (accumulation.block > 0) {
        // b((r, s, k), c) = w[k, r, s, c]
        const std::int64_t taps = g.kernel * g.kernel, depth = taps * g.filters;
        float* const turned = scratch_.of<float>(ScratchUse::turned, depth * g.channels);
        for (std::int64_t tap = 0; tap < taps && !scratch_.rehearsed(); ++tap)
            for (std::int64_t k = 0; k < g.filters; ++k)
                std::copy_n(b + (k * taps + tap) * g.channels, g.channels, turned + (tap * g.filters + k) * g.channels);
        by_patches(a, images, g, g.filters, true, 1, scratch_,
                   [&](std::int64_t begin, std::int64_t n, const float* patches) {
                       blocked_product({patches, depth, 1}, {turned, g.channels, 1}, sums + begin * pixels * g.channels,
                                       n * pixels, g.channels, depth, accumulation, scratch_);
                   });
    } else {
        convolutions_.backward_data(g, images, a, b, sums);
    }
    store_rows(sums, nullptr, to, rows, g.channels, cast);
}

void CpuKernels::conv_backward_weights(const ConvGeometry& g, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                       const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = dy.shape[0], pixels = g.height * g.width;
    const std::int64_t depth = g.kernel * g.kernel * g.channels;
    const Numbers to(dw);
    float* sums = staging_.sums_for(to, dw.size());
    if (accumulation.block == 0 && are_bf16(dy, x)) {
        convolutions_.backward_weights(g, images, Numbers(dy), Numbers(x), sums);
        count_lost_weights(g, dy, x, sums, cast);
    } else {
        const float *a = staging_.as_f32(dy, ScratchUse::operand_a), *b = staging_.as_f32(x, ScratchUse::operand_b);
        if (accumulation.block > 0) {
            by_patches(b, images, g, g.channels, false, accumulation.block, scratch_,
                       [&](std::int64_t begin, std::int64_t n, const float* patches) {
                           blocked_product({a + begin * pixels * g.filters, 1, g.filters}, {patches, depth, 1}, sums,
                                           g.filters, depth, n * pixels, accumulation, scratch_, begin > 0);
                       });
        } else {
            convolutions_.backward_weights(g, images, a, b, sums);
        }
    }
    store_rows(sums, nullptr, to, g.filters, depth, cast);
}

}  // namespace mantissa
