// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/lost_products.h"

#include <algorithm>
#include <vector>

#include "engine/base/error.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

namespace mantissa {
namespace {

/// The least magnitude of n BF16 numbers that are not zero, as bits; infinity's where all are.
std::uint16_t least_magnitude(const std::uint16_t* numbers, std::int64_t n) {
    std::vector<std::uint16_t> least(static_cast<std::size_t>(max_parts()), 0x7F80);
    parallel_for(n, 1024, 65536, [&](std::int64_t begin, std::int64_t end, int part) {
        std::uint16_t low = 0x7F7F;  // less 1, so that zero becomes the largest
        for (std::int64_t i = begin; i < end; ++i)
            low = std::min(low, static_cast<std::uint16_t>((numbers[i] & 0x7FFFu) - 1u));
        least[static_cast<std::size_t>(part)] = static_cast<std::uint16_t>(low + 1);
    });
    return *std::min_element(least.begin(), least.end());
}

constexpr std::int64_t at_once = std::int64_t{1} << 19;  // numbers that are widened together

}  // namespace

bool can_lose(const Numbers& a, std::int64_t a_count, const Numbers& b, std::int64_t b_count) {
    const int least_a = least_magnitude(a.bf16(), a_count) >> 7, least_b = least_magnitude(b.bf16(), b_count) >> 7;
    if (least_a == 255 || least_b == 255) return false;                           // a matrix of zeros
    return least_a == 0 || least_b == 0 || least_a - 127 + least_b - 127 < -126;  // exponents: 2^e or more
}

std::uint64_t count_lost(const float* native, const float* emulated, std::int64_t n) {
    std::uint64_t lost = 0;
    for (std::int64_t i = 0; i < n; ++i) lost += native[i] == 0 && emulated[i] != 0 ? 1 : 0;
    return lost;
}

// The pieces are asked of scratch whether or not anything can be lost: a rehearsal knows no numbers.

void CpuKernels::count_lost_data(const Numbers& dy, const Tensor& w, std::int64_t rows, const float* sums,
                                 const Cast& cast) {
    if (!cast.histogram) return;
    const std::int64_t in = w.shape[1], out = w.shape[0];
    const float* const a = staging_.as_f32(dy, rows * out, ScratchUse::operand_a);
    const float* const b = staging_.as_f32(w, ScratchUse::operand_b);
    float* const emulated = scratch_.of<float>(ScratchUse::emulated, rows * in);
    if (scratch_.rehearsed() || !can_lose(dy, rows * out, Numbers(w), w.size())) return;
    sgemm('N', 'N', rows, in, out, a, out, b, in, emulated);
    cast.histogram->lost_in_product += count_lost(sums, emulated, rows * in);
}

void CpuKernels::count_lost_weights(const Tensor& dy, const Tensor& x, const Tensor& dw, const float* sums,
                                    const Cast& cast) {
    if (!cast.histogram) return;
    const std::int64_t rows = dy.shape[0], in = dw.shape[1], out = dw.shape[0];
    const std::int64_t piece = std::clamp<std::int64_t>(at_once / (in + out), 1, rows);
    float* const emulated = scratch_.of<float>(ScratchUse::emulated, out * in);
    const bool lost = !scratch_.rehearsed() && can_lose(Numbers(dy), dy.size(), Numbers(x), x.size());
    for (std::int64_t begin = 0; begin < rows; begin += piece) {
        const std::int64_t n = std::min(piece, rows - begin);
        const float* const a = staging_.as_f32(Numbers(dy).from(begin * out), n * out, ScratchUse::operand_a);
        const float* const b = staging_.as_f32(Numbers(x).from(begin * in), n * in, ScratchUse::operand_b);
        if (!lost) return;
        sgemm('T', 'N', out, in, n, a, out, b, in, emulated, begin > 0);
    }
    cast.histogram->lost_in_product += count_lost(sums, emulated, out * in);
}

void CpuKernels::count_lost_data(const ConvGeometry& g, const Numbers& dy, const Tensor& w, std::int64_t images,
                                 const float* sums, const Cast& cast) {
    if (!cast.histogram) return;
    const std::int64_t pixels = g.height * g.width, results = g.pixels();
    const float* const a = staging_.as_f32(dy, images * results * g.filters, ScratchUse::operand_a);
    const float* const b = staging_.as_f32(w, ScratchUse::operand_b);
    float* const emulated = scratch_.of<float>(ScratchUse::emulated, images * pixels * g.channels);
    if (!scratch_.rehearsed() && !can_lose(dy, images * results * g.filters, Numbers(w), w.size())) return;
    convolutions_.backward_data(g, images, a, b, emulated);
    if (scratch_.rehearsed()) return;
    cast.histogram->lost_in_product += count_lost(sums, emulated, images * pixels * g.channels);
}

void CpuKernels::count_lost_weights(const ConvGeometry& g, const Tensor& dy, const Tensor& x, const float* sums,
                                    const Cast& cast) {
    if (!cast.histogram) return;
    const std::int64_t images = dy.shape[0], pixels = g.height * g.width, results = g.pixels();
    const std::int64_t size = g.kernel * g.kernel * g.channels * g.filters;
    const std::int64_t piece =
        std::clamp<std::int64_t>(at_once / (pixels * g.channels + results * g.filters), 1, images);
    float* const emulated = scratch_.of<float>(ScratchUse::emulated, 2 * size);
    float* const part = emulated + size;
    if (!scratch_.rehearsed() && !can_lose(Numbers(dy), dy.size(), Numbers(x), x.size())) return;
    for (std::int64_t begin = 0; begin < images; begin += piece) {
        const std::int64_t n = std::min(piece, images - begin);
        const std::int64_t from_y = begin * results * g.filters, from_x = begin * pixels * g.channels;
        const float* const a =
            staging_.as_f32(Numbers(dy).from(from_y), n * results * g.filters, ScratchUse::operand_a);
        const float* const b = staging_.as_f32(Numbers(x).from(from_x), n * pixels * g.channels, ScratchUse::operand_b);
        convolutions_.backward_weights(g, n, a, b, begin > 0 ? part : emulated);
        if (scratch_.rehearsed()) continue;
        for (std::int64_t i = 0; begin > 0 && i < size; ++i) emulated[i] += part[i];
    }
    if (scratch_.rehearsed()) return;
    cast.histogram->lost_in_product += count_lost(sums, emulated, size);
}

}  // namespace mantissa
