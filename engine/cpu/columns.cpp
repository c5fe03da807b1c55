// SPDX-License-Identifier: Apache-2.0
// Copies of some columns of a matrix, and of the patches of images.
#include <algorithm>
#include <array>
#include <cstring>

#include "engine/cpu/cast_pieces.h"
#include "engine/cpu/cpu_kernels.h"

namespace mantissa {

void CpuKernels::copy_columns(std::int64_t rows, std::int64_t columns, const Columns& from, const Columns& to,
                              const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const Numbers source(from.tensor), target(to.tensor);
    const bool empty = !source;
    // On the grid of their storage already: only perhaps to count.
    const bool plain = !cast.counts && !cast.histogram && cast.rounding != Rounding::stochastic &&
                       (cast.format == fp32 || (target.narrow && cast.format == bf16));
    const auto address = [](const Numbers& numbers, const Columns& of, std::int64_t row, std::int64_t column) {
        return numbers.from(of.begin + row * of.stride + column).data;
    };
    const std::int64_t size = target.narrow ? 2 : 4;
    const std::int64_t worth = std::max<std::int64_t>(2, 16384 / columns);
    if (plain && (empty || source.narrow == target.narrow)) {
        parallel_for(rows, 1, worth, [&](std::int64_t begin, std::int64_t end, int) {
            if (!empty) {
                copy_rows(address(source, from, begin, 0), from.stride * size, address(target, to, begin, 0),
                          to.stride * size, end - begin, columns * size);
                return;
            }
            for (std::int64_t r = begin; r < end; ++r)
                std::memset(address(target, to, r, 0), 0, static_cast<std::size_t>(columns * size));
        });
        return;
    }
    PieceCast pieces(target, cast);
    const std::int64_t together = std::max<std::int64_t>(1, tally_block / columns);  // rows in one piece
    parallel_for(rows, together, worth, [&](std::int64_t begin, std::int64_t end, int part) {
        PieceCast::Part piece(pieces, part);
        std::array<float, tally_block> buffer{}, wide;
        for (std::int64_t r = begin; r < end; r += together) {
            const std::int64_t height = std::min(together, end - r);
            for (std::int64_t c = 0; c < columns; c += tally_block) {
                const std::int64_t width = std::min(tally_block, columns - c);  // less than all: of one row
                const float* values = buffer.data();
                if (!empty && (height == 1 || from.stride == columns)) {
                    values = widened(source, from.begin + r * from.stride + c, height * width, buffer.data());
                } else if (!empty) {
                    const std::int64_t bytes = source.narrow ? 2 : 4;
                    Numbers gathered(source.narrow ? wide.data() : buffer.data());
                    gathered.narrow = source.narrow;
                    copy_rows(address(source, from, r, c), from.stride * bytes, gathered.data, width * bytes, height,
                              width * bytes);
                    values = widened(gathered, 0, height * width, buffer.data());
                }
                piece.store_columns(values, to.begin + r * to.stride + c, height, width, to.stride);
            }
        }
    });
    pieces.finish();
}

void CpuKernels::image_patches(const PatchGeometry& g, const Tensor& x, const Tensor& y) {
    if (scratch_.rehearsed()) return;
    const auto pixel = g.channels * static_cast<std::int64_t>(size_of(x.dtype));  // bytes
    const std::int64_t rows = x.size() / (g.height * g.width * g.channels) * g.rows();
    const auto* from = static_cast<const std::byte*>(x.data);
    auto* to = static_cast<std::byte*>(y.data);
    const auto zeros = [&](std::byte*& at, std::int64_t pixels) {
        std::memset(at, 0, static_cast<std::size_t>(pixels * pixel));
        at += pixels * pixel;
    };
    // A row of a patch is pixels side by side, less those that stick out.
    parallel_for(rows, 1, std::max<std::int64_t>(2, 65536 / (g.columns() * g.size * g.size * pixel)),
                 [&](std::int64_t begin, std::int64_t end, int) {
                     std::byte* at = to + begin * g.columns() * g.size * g.size * pixel;
                     for (std::int64_t patch = begin * g.columns(); patch < end * g.columns(); ++patch) {
                         const std::int64_t row = patch / g.columns(), image = row / g.rows();
                         const std::int64_t left = patch % g.columns() * g.stride - g.padding;
                         const std::int64_t first = std::clamp<std::int64_t>(left, 0, g.width);
                         const std::int64_t last = std::clamp<std::int64_t>(left + g.size, first, g.width);
                         for (std::int64_t r = 0; r < g.size; ++r) {
                             const std::int64_t h = row % g.rows() * g.stride - g.padding + r;
                             if (h < 0 || h >= g.height || first == last) {
                                 zeros(at, g.size);
                                 continue;
                             }
                             zeros(at, first - left);
                             std::memcpy(at, from + ((image * g.height + h) * g.width + first) * pixel,
                                         static_cast<std::size_t>((last - first) * pixel));
                             at += (last - first) * pixel;
                             zeros(at, left + g.size - last);
                         }
                     }
                 });
}

}  // namespace mantissa
