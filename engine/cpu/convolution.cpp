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

/// Images whose pixels' surroundings make rows of patches.
struct PatchSource {
    std::int64_t height, width, channels;  ///< of an image
    std::int64_t rows, columns;            ///< patches of it
    bool gradient;  ///< patches of dy around the pixels of x, as the data gradient needs them, else of x around those
                    ///< of y
};
PatchSource forward_patches(const ConvGeometry& g) {
    return {g.height, g.width, g.channels, g.rows(), g.columns(), false};
}
PatchSource gradient_patches(const ConvGeometry& g) {
    return {g.rows(), g.columns(), g.filters, g.height, g.width, true};
}

/// Where filter place r of the patch at h lies in the image, in one direction; -1 in the padding and between strides.
std::int64_t source_of(const ConvGeometry& g, bool gradient, std::int64_t h, std::int64_t r, std::int64_t extent) {
    if (!gradient) {
        const std::int64_t at = h * g.stride + r - g.padding;
        return at < extent ? std::max<std::int64_t>(at, -1) : -1;
    }
    const std::int64_t at = h + g.padding - r;
    return at < 0 || at % g.stride != 0 || at / g.stride >= extent ? -1 : at / g.stride;
}

/// Rows of patches: patch(n, h, w)[(r, s, c)] of channels-last images, zeros where nothing lies.
const float* im2col(const float* x, std::int64_t images, const ConvGeometry& g, const PatchSource& of,
                    Scratch& scratch) {
    const std::int64_t depth = g.kernel * g.kernel * of.channels, image = of.rows * of.columns * depth;
    float* const patches = scratch.of<float>(ScratchUse::patches, images * image);
    if (scratch.rehearsed()) return patches;
    parallel_for(images, 1, 2, [&](std::int64_t begin, std::int64_t end, int) {
        std::fill(patches + begin * image, patches + end * image, 0.0f);
        for (std::int64_t n = begin; n < end; ++n)
            for (std::int64_t h = 0; h < of.rows; ++h)
                for (std::int64_t w = 0; w < of.columns; ++w)
                    for (std::int64_t r = 0; r < g.kernel; ++r)
                        for (std::int64_t s = 0; s < g.kernel; ++s) {
                            const std::int64_t row = source_of(g, of.gradient, h, r, of.height);
                            const std::int64_t column = source_of(g, of.gradient, w, s, of.width);
                            if (row < 0 || column < 0) continue;
                            std::copy_n(x + ((n * of.height + row) * of.width + column) * of.channels, of.channels,
                                        patches + ((n * of.rows + h) * of.columns + w) * depth +
                                            (r * g.kernel + s) * of.channels);
                        }
    });
    return patches;
}

/// Calls f(begin, n, patches) for pieces of the batch, so few images at a time that their patches take little memory:
/// 4 GiB it would be for the tutorial's network with 590. Where sums go on from piece to piece, the pieces are whole
/// blocks of `block` pixels.
template <class F>
void by_patches(const float* x, std::int64_t images, const ConvGeometry& g, const PatchSource& of, int block,
                Scratch& scratch, const F& f) {
    constexpr std::int64_t most = std::int64_t{1} << 22;  // numbers
    const std::int64_t pixels = of.rows * of.columns;
    const std::int64_t whole = block / std::gcd<std::int64_t>(block, pixels);  // images
    const std::int64_t fit = most / (pixels * g.kernel * g.kernel * of.channels);
    const std::int64_t at_once = std::min(images, std::max(fit / whole * whole, whole));
    for (std::int64_t begin = 0; begin < images; begin += at_once) {
        const std::int64_t n = std::min(at_once, images - begin);
        f(begin, n, im2col(x + begin * of.height * of.width * of.channels, n, g, of, scratch));
    }
}

}  // namespace

void CpuKernels::conv_forward(const ConvGeometry& g, const Tensor& x, const Tensor& w, const Tensor& bias,
                              const Tensor& y, const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = y.shape[0], pixels = g.pixels(), rows = images * pixels;
    const std::int64_t source = g.height * g.width * g.channels;
    const float* add = bias ? bias.f32() : nullptr;
    const Numbers to(y);
    if (accumulation.block == 0 && are_bf16(x, w)) {
        staging_.by_rows(
            images, pixels * g.filters, to, nullptr, cast, [&](std::int64_t begin, std::int64_t n, float* sums) {
                convolutions_.forward(g, n, Numbers(x).from(begin * source), Numbers(w), add, sums, begin > 0);
            });
        return;
    }
    const float *a = staging_.as_f32(x, ScratchUse::operand_a), *b = staging_.as_f32(w, ScratchUse::operand_b);
    float* sums = staging_.sums_for(to, y.size());
    if (accumulation.block > 0) {
        const std::int64_t depth = g.kernel * g.kernel * g.channels;
        by_patches(a, images, g, forward_patches(g), 1, scratch_,
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
    conv_transposed_forward(g, dy, w, {}, dx, accumulation, cast);
}

void CpuKernels::conv_transposed_forward(const ConvGeometry& g, const Tensor& dy, const Tensor& w, const Tensor& bias,
                                         const Tensor& dx, const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = dy.shape[0], pixels = g.height * g.width, rows = images * pixels;
    const std::int64_t source = g.pixels() * g.filters;
    const float* add = bias ? bias.f32() : nullptr;
    const Numbers to(dx);
    if (accumulation.block == 0 && are_bf16(dy, w)) {
        staging_.by_rows(
            images, pixels * g.channels, to, add, cast,
            [&](std::int64_t begin, std::int64_t n, float* sums) {
                const Numbers some = Numbers(dy).from(begin * source);
                convolutions_.backward_data(g, n, some, Numbers(w), sums, begin > 0);
                count_lost_data(g, some, w, n, sums, cast);
            },
            g.channels);
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
        by_patches(a, images, g, gradient_patches(g), 1, scratch_,
                   [&](std::int64_t begin, std::int64_t n, const float* patches) {
                       blocked_product({patches, depth, 1}, {turned, g.channels, 1}, sums + begin * pixels * g.channels,
                                       n * pixels, g.channels, depth, accumulation, scratch_);
                   });
    } else {
        convolutions_.backward_data(g, images, a, b, sums);
    }
    store_rows(sums, add, to, rows, g.channels, cast);
}

void CpuKernels::conv_backward_weights(const ConvGeometry& g, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                       const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = dy.shape[0], pixels = g.pixels();
    const std::int64_t depth = g.kernel * g.kernel * g.channels;
    const Numbers to(dw);
    float* sums = staging_.sums_for(to, dw.size());
    if (accumulation.block == 0 && are_bf16(dy, x)) {
        convolutions_.backward_weights(g, images, Numbers(dy), Numbers(x), sums);
        count_lost_weights(g, dy, x, sums, cast);
    } else {
        const float *a = staging_.as_f32(dy, ScratchUse::operand_a), *b = staging_.as_f32(x, ScratchUse::operand_b);
        if (accumulation.block > 0) {
            by_patches(b, images, g, forward_patches(g), accumulation.block, scratch_,
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
