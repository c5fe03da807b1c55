// SPDX-License-Identifier: Apache-2.0
// Convolutions, channels last: by a library where one is given and has a plan, else as matrix products of
// patches (im2col). The batch goes through in pieces, so that the patches stay below a bound; a weight gradient adds
// the pieces' sums in FP32, in order. The data gradient is a convolution of dy with the mirrored filters, so that each
// of its elements is one sum as well. Rows of patches and of filters end with zeros where tensor cores would load from
// odd addresses otherwise (420 channels of 16 bits); products with them add nothing.
#include <algorithm>
#include <bit>

#include "engine/cuda/blocked_sum.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"
#include "engine/cuda/store_sums.h"

namespace mantissa::cuda {
namespace {

/// Place of an element in a channels-last image, by its row of patches.
struct Pixel {
    std::int64_t image, row, column;
};
MANTISSA_BOTH inline Pixel pixel_of(std::int64_t i, std::int64_t height, std::int64_t width) {
    const Division column = divide(i, width), row = divide(column.quotient, height);
    return {row.quotient, row.remainder, column.remainder};
}

/// The images around whose pixels the other ones' lie: x around those of y, or, of a data gradient, y around those of
/// x. Plain data.
struct Surroundings {
    Surroundings(const ConvGeometry& g, bool of_gradient)
        : height(of_gradient ? g.rows() : g.height),
          width(of_gradient ? g.columns() : g.width),
          channels(of_gradient ? g.filters : g.channels),
          kernel(g.kernel),
          padding(g.padding),
          stride(g.stride),
          gradient(of_gradient) {}

    /// Where filter place r of the pixel at h lies, in one direction; -1 in the padding and between strides.
    MANTISSA_BOTH std::int64_t place(std::int64_t h, std::int64_t r, std::int64_t extent) const {
        std::int64_t at = gradient ? h + padding - r : h * stride + r - padding;
        if (gradient && stride > 1) {
            if (at % stride != 0) return -1;
            at /= stride;
        }
        return at < 0 || at >= extent ? -1 : at;
    }
    /// The element that filter place (r, s) of a pixel meets; -1 where there is none.
    MANTISSA_BOTH std::int64_t index(const Pixel& p, std::int64_t r, std::int64_t s, std::int64_t c) const {
        const std::int64_t h = place(p.row, r, height), w = place(p.column, s, width);
        return h < 0 || w < 0 ? -1 : ((p.image * height + h) * width + w) * channels + c;
    }
    MANTISSA_BOTH float get(const Numbers& x, const Pixel& p, std::int64_t r, std::int64_t s, std::int64_t c) const {
        const std::int64_t i = index(p, r, s, c);
        return i < 0 ? 0.0f : x.get(i);
    }

    std::int64_t height, width, channels, kernel, padding, stride;
    bool gradient;
};

/// patches[(n, h, w), (r, s, c)] around `pixels` pixels of images of height x width, in rows of `row` elements, zeros
/// where nothing lies and at the end. Bits are copied as they are, in words that divide the channels: `around` and
/// `row` count words. A few neighbouring threads copy the channels at one place, which is found once.
template <class Word>
void im2col(Stream stream, const Word* x, Word* patches, std::int64_t pixels, std::int64_t height, std::int64_t width,
            const Surroundings& around, std::int64_t row) {
    const std::int64_t taps = around.kernel * around.kernel, words = around.channels,
                       team =
                           std::min<std::int64_t>(threads_per_warp, std::bit_floor(static_cast<std::uint64_t>(words)));
    const Divider by_team(team), by_taps(taps), by_kernel(around.kernel), by_width(width), by_height(height);
    for_each(stream, pixels * taps * team, [=] MANTISSA_KERNEL(std::int64_t i) {
        const Division place = by_team(i), tap = by_taps(place.quotient), rs = by_kernel(tap.remainder),
                       column = by_width(tap.quotient), line = by_height(column.quotient);
        const std::int64_t from =
            around.index({line.quotient, line.remainder, column.remainder}, rs.quotient, rs.remainder, 0);
        Word* to = patches + tap.quotient * row + tap.remainder * words;
        for (std::int64_t k = place.remainder; k < words; k += team) to[k] = from < 0 ? Word{} : x[from + k];
        if (tap.remainder + 1 < taps) return;
        const std::int64_t end = row - tap.remainder * words;
        for (std::int64_t k = words + place.remainder; k < end; k += team) to[k] = Word{};
    });
}

/// Words of several elements.
template <int Bytes>
struct alignas(Bytes) Word {
    std::uint32_t of[Bytes / 4];
};

/// turned[c, (r, s, k)] = w[k, (r, s), c], in `rows` rows of `row` elements with zeros at the end of both.
template <class Bits>
void turn_weights(Stream stream, const Bits* w, Bits* turned, std::int64_t taps, std::int64_t filters,
                  std::int64_t channels, std::int64_t rows, std::int64_t row) {
    for_each(stream, rows * row, [=] MANTISSA_KERNEL(std::int64_t i) {
        const Division element = divide(i, row), tap = divide(element.remainder, filters);
        turned[i] = tap.quotient < taps && element.quotient < channels
                        ? w[(tap.remainder * taps + tap.quotient) * channels + element.quotient]
                        : Bits{0};
    });
}

/// padded[f, d] = w[f, d] in rows of `row` elements with zeros at the end.
template <class Bits>
void pad_rows(Stream stream, const Bits* w, Bits* padded, std::int64_t rows, std::int64_t columns, std::int64_t row) {
    for_each(stream, rows * row, [=] MANTISSA_KERNEL(std::int64_t i) {
        const Division element = divide(i, row);
        padded[i] = element.remainder < columns ? w[element.quotient * columns + element.remainder] : Bits{0};
    });
}

/// The images of a tensor from `begin` on, `count` of them, as a matrix of pixels.
Tensor piece(const Tensor& t, std::int64_t begin, std::int64_t count, std::int64_t pixels, std::int64_t channels) {
    if (!t) return t;
    return {Numbers(t).from(begin * pixels * channels).data, t.dtype, {count * pixels, channels}};
}

}  // namespace

Tensor CudaKernels::patches_of(const Tensor& x, const ConvGeometry& g, std::int64_t images, std::int64_t row,
                               bool gradient) {
    const Surroundings around(g, gradient);
    const std::int64_t height = gradient ? g.height : g.rows(), width = gradient ? g.width : g.columns(),
                       pixels = images * height * width;
    const Tensor patches{scratch_.bytes(ScratchUse::patches, static_cast<std::size_t>(pixels * row) * size_of(x.dtype)),
                         x.dtype,
                         {pixels, row}};
    const auto size = static_cast<std::int64_t>(size_of(x.dtype));
    const auto in_words = [&]<class Word>(Word) {
        const std::int64_t each = static_cast<std::int64_t>(sizeof(Word)) / size;
        Surroundings words = around;
        words.channels /= each;
        im2col(stream_, static_cast<const Word*>(x.data), static_cast<Word*>(patches.data), pixels, height, width,
               words, row / each);
    };
    const auto fits = [&](std::int64_t bytes) {
        return around.channels * size % bytes == 0 && row * size % bytes == 0 &&
               reinterpret_cast<std::uintptr_t>(x.data) % static_cast<std::uintptr_t>(bytes) == 0;
    };
    if (fits(16))
        in_words(Word<16>{});
    else if (fits(8))
        in_words(Word<8>{});
    else if (fits(4))
        in_words(std::uint32_t{});
    else
        in_words(std::uint16_t{});
    return patches;
}

Tensor CudaKernels::padded_filters(const Tensor& w, std::int64_t filters, std::int64_t depth, std::int64_t row) {
    if (row == depth) return {w.data, w.dtype, {filters, depth}};
    const Tensor padded{scratch_.bytes(ScratchUse::turned, static_cast<std::size_t>(filters * row) * size_of(w.dtype)),
                        w.dtype,
                        {filters, row}};
    if (size_of(w.dtype) == 2)
        pad_rows(stream_, static_cast<const std::uint16_t*>(w.data), static_cast<std::uint16_t*>(padded.data), filters,
                 depth, row);
    else
        pad_rows(stream_, static_cast<const std::uint32_t*>(w.data), static_cast<std::uint32_t*>(padded.data), filters,
                 depth, row);
    return padded;
}

bool CudaKernels::convolve(ConvolutionPass pass, const ConvGeometry& g, std::int64_t images, const Tensor& x,
                           const Tensor& w, const Tensor& y) {
    const Tensor& a = pass == ConvolutionPass::data_gradient ? y : x;
    const Tensor& b = pass == ConvolutionPass::weight_gradient ? y : w;
    if (!convolutions_ || a.dtype != b.dtype) return false;
    void* workspace = scratch_.bytes(ScratchUse::patches, Convolutions::workspace_bytes);
    return convolutions_->convolve({pass, g, images, arithmetic_of(a.dtype), x.data, w.data, y.data}, workspace);
}

std::int64_t CudaKernels::images_at_once(std::int64_t pixels, std::int64_t depth, DType type, std::int64_t results,
                                         DType result) const {
    const auto bytes_of = [&](std::int64_t columns, DType dtype) {
        return static_cast<std::size_t>(pixels * columns) * size_of(dtype);
    };
    const std::size_t bytes =
        std::max(bytes_of(depth, type), result == DType::float32 ? 0 : bytes_of(results, DType::float32));
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(patch_limit_ / std::max<std::size_t>(bytes, 1)));
}

void CudaKernels::conv_forward(const ConvGeometry& g, const Tensor& x, const Tensor& w, const Tensor& bias,
                               const Tensor& y, const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = y.shape[0], pixels = g.pixels(), source = g.height * g.width,
                       depth = g.kernel * g.kernel * g.channels;
    if (accumulation.block > 0) {
        const Numbers from(x), weights(w), add(bias);
        const Rounder round(accumulation.format, Rounding::nearest_even);
        const int block = accumulation.block;
        const Surroundings around(g, false);
        store_each(stream_, scratch_, y.size(), Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
            const Division filter = divide(i, g.filters);
            const Pixel p = pixel_of(filter.quotient, g.rows(), g.columns());
            BlockedSum sum(round, block);
            std::int64_t weight = filter.remainder * depth;
            for (std::int64_t r = 0; r < g.kernel; ++r)
                for (std::int64_t s = 0; s < g.kernel; ++s)
                    for (std::int64_t c = 0; c < g.channels; ++c, ++weight)
                        sum.add(around.get(from, p, r, s, c), weights.get(weight));
            return sum.total() + (add.data ? add.get(filter.remainder) : 0.0f);
        });
        return;
    }
    if (forward_of_one_channel(g, x, w, bias, y, cast)) return;
    const std::int64_t row = padded_row(depth, x.dtype, w.dtype);
    bool by_library = convolutions_ != nullptr;
    Tensor filters, rest = bias;  // the bias that is still to be added
    for (std::int64_t n = 0, count = 0; n < images; n += count) {
        count = std::min(images - n, images_at_once(pixels, 0, x.dtype, g.filters, y.dtype));
        Tensor to = piece(y, n, count, pixels, g.filters), sums = sums_for(to, to.size());
        by_library =
            by_library && convolve(ConvolutionPass::forward, g, count, piece(x, n, count, source, g.channels), w, sums);
        if (!by_library) {
            if (!filters) filters = padded_filters(w, g.filters, depth, row);
            count = std::min(count, images_at_once(pixels, row, x.dtype, g.filters, y.dtype));
            to = piece(y, n, count, pixels, g.filters);
            sums = sums_for(to, to.size());
            const Tensor patches = patches_of(piece(x, n, count, source, g.channels), g, count, row, false);
            rest = product_with_bias(patches, filters, bias, to, sums, count * pixels, g.filters);
        }
        store_sums(stream_, scratch_, sums, rest, to, g.filters, g.filters, cast, n * pixels * g.filters);
    }
}

void CudaKernels::conv_backward_data(const ConvGeometry& g, const Tensor& dy, const Tensor& w, const Tensor& dx,
                                     const Accumulation& accumulation, const Cast& cast) {
    conv_transposed_forward(g, dy, w, {}, dx, accumulation, cast);
}

void CudaKernels::conv_transposed_forward(const ConvGeometry& g, const Tensor& dy, const Tensor& w, const Tensor& bias,
                                          const Tensor& dx, const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = dx.shape[0], pixels = g.height * g.width, taps = g.kernel * g.kernel,
                       depth = taps * g.filters;
    if (accumulation.block > 0) {
        const Numbers from(dy), weights(w), add(bias);
        const Rounder round(accumulation.format, Rounding::nearest_even);
        const int block = accumulation.block;
        const Surroundings around(g, true);
        store_each(stream_, scratch_, dx.size(), Numbers(dx), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
            const Division channel = divide(i, g.channels);
            const Pixel p = pixel_of(channel.quotient, g.height, g.width);
            BlockedSum sum(round, block);
            for (std::int64_t r = 0; r < g.kernel; ++r)
                for (std::int64_t s = 0; s < g.kernel; ++s)
                    for (std::int64_t k = 0; k < g.filters; ++k)
                        sum.add(around.get(from, p, r, s, k),
                                weights.get(((k * g.kernel + r) * g.kernel + s) * g.channels + channel.remainder));
            return add.data ? sum.total() + add.get(channel.remainder) : sum.total();
        });
        return;
    }
    // Columns of the product are padded as well, to as many channels as tensor cores take at once.
    const std::int64_t row = padded_row(depth, dy.dtype, w.dtype), channels = padded_row(g.channels, dy.dtype, w.dtype);
    const auto turned = [&] {
        const Tensor t{scratch_.bytes(ScratchUse::turned, static_cast<std::size_t>(channels * row) * size_of(w.dtype)),
                       w.dtype,
                       {channels, row}};
        if (size_of(w.dtype) == 2)
            turn_weights(stream_, static_cast<const std::uint16_t*>(w.data), static_cast<std::uint16_t*>(t.data), taps,
                         g.filters, g.channels, channels, row);
        else
            turn_weights(stream_, static_cast<const std::uint32_t*>(w.data), static_cast<std::uint32_t*>(t.data), taps,
                         g.filters, g.channels, channels, row);
        return t;
    };
    bool by_library = convolutions_ != nullptr;
    Tensor mirrored;
    for (std::int64_t n = 0, count = 0; n < images; n += count) {
        count = std::min(images - n, images_at_once(pixels, 0, dy.dtype, g.channels, dx.dtype));
        Tensor to = piece(dx, n, count, pixels, g.channels), sums;
        if (by_library) {
            sums = sums_for(to, to.size());
            by_library =
                convolve(ConvolutionPass::data_gradient, g, count, sums, w, piece(dy, n, count, g.pixels(), g.filters));
        }
        if (!by_library) {
            if (!mirrored) mirrored = turned();
            count = std::min(count, images_at_once(pixels, row, dy.dtype, channels, dx.dtype));
            to = piece(dx, n, count, pixels, g.channels);
            sums = channels == g.channels
                       ? sums_for(to, to.size())
                       : Tensor{scratch_.of<float>(ScratchUse::wide_sums,
                                                   static_cast<std::size_t>(count * pixels * channels)),
                                DType::float32,
                                {count * pixels, channels}};
            const Tensor patches = patches_of(piece(dy, n, count, g.pixels(), g.filters), g, count, row, true);
            product(patches, false, mirrored, true, sums, count * pixels, channels, false);
        }
        store_sums(stream_, scratch_, sums, bias, to, g.channels, by_library ? g.channels : channels, cast,
                   n * pixels * g.channels);
    }
}

void CudaKernels::conv_backward_weights(const ConvGeometry& g, const Tensor& dy, const Tensor& x, const Tensor& dw,
                                        const Accumulation& accumulation, const Cast& cast) {
    const std::int64_t images = dy.shape[0], depth = g.kernel * g.kernel * g.channels, pixels = g.pixels();
    if (accumulation.block > 0) {
        const Numbers given(dy), from(x);
        const Rounder round(accumulation.format, Rounding::nearest_even);
        const int block = accumulation.block;
        const Surroundings around(g, false);
        store_each(stream_, scratch_, dw.size(), Numbers(dw), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
            const Division channel = divide(i, g.channels), s = divide(channel.quotient, g.kernel),
                           r = divide(s.quotient, g.kernel);
            BlockedSum sum(round, block);
            std::int64_t pixel = r.quotient;  // of dy, at this filter
            for (std::int64_t n = 0; n < images; ++n)
                for (std::int64_t h = 0; h < g.rows(); ++h)
                    for (std::int64_t v = 0; v < g.columns(); ++v, pixel += g.filters)
                        sum.add(given.get(pixel),
                                around.get(from, {n, h, v}, r.remainder, s.remainder, channel.remainder));
            return sum.total();
        });
        return;
    }
    Tensor sums = sums_for(dw, dw.size());
    std::int64_t row = depth;
    if (!convolve(ConvolutionPass::weight_gradient, g, images, x, sums, dy)) {
        row = padded_row(depth, x.dtype, x.dtype);
        if (row != depth)
            sums = {scratch_.of<float>(ScratchUse::wide_sums, static_cast<std::size_t>(g.filters * row)),
                    DType::float32,
                    {g.filters * row}};
        const std::int64_t step = images_at_once(pixels, row, x.dtype, 0, DType::float32);
        for (std::int64_t n = 0; n < images; n += step) {
            const std::int64_t count = std::min(step, images - n);
            const Tensor patches = patches_of(piece(x, n, count, g.height * g.width, g.channels), g, count, row, false);
            product(piece(dy, n, count, pixels, g.filters), true, patches, false, sums, g.filters, row, n > 0);
        }
    }
    store_sums(stream_, scratch_, sums, {}, dw, depth, row, cast, 0);
}

}  // namespace mantissa::cuda
