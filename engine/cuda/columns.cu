// SPDX-License-Identifier: Apache-2.0
// Copies of some columns of a matrix, and of the patches of images.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {
namespace {

/// Bits are copied as they are.
template <class Bits>
void copy_patches(Stream stream, const Bits* x, Bits* y, std::int64_t count, const PatchGeometry& g) {
    const std::int64_t rows = g.rows(), columns = g.columns();
    for_each(stream, count, [=] MANTISSA_KERNEL(std::int64_t i) {
        const Division channel = divide(i, g.channels), column = divide(channel.quotient, g.size),
                       row = divide(column.quotient, g.size), across = divide(row.quotient, columns),
                       down = divide(across.quotient, rows);
        const std::int64_t h = down.remainder * g.stride - g.padding + row.remainder,
                           w = across.remainder * g.stride - g.padding + column.remainder;
        const bool inside = h >= 0 && h < g.height && w >= 0 && w < g.width;
        y[i] = inside ? x[((down.quotient * g.height + h) * g.width + w) * g.channels + channel.remainder] : Bits{0};
    });
}

}  // namespace

void CudaKernels::copy_columns(std::int64_t rows, std::int64_t columns, const Columns& from, const Columns& to,
                               const Cast& cast) {
    const Numbers source(from.tensor);
    const bool empty = !from.tensor;
    const std::int64_t count = rows * columns, first = from.begin, stride = from.stride, place = to.begin,
                       step = to.stride;
    const Cast stored = empty || from.tensor.dtype == to.tensor.dtype ? as_stored(cast, to.tensor.dtype) : cast;
    const std::int64_t lanes = storing_lanes(count);
    store_by_lanes(stream_, scratch_, lanes, Numbers(to.tensor), stored,
                   [=] MANTISSA_KERNEL(std::int64_t lane, Putter & put) {
                       for (std::int64_t i = lane; i < count; i += lanes) {
                           const Division at = divide(i, columns);
                           put(empty ? 0.0f : source.get(first + at.quotient * stride + at.remainder),
                               place + at.quotient * step + at.remainder);
                       }
                   });
}

void CudaKernels::image_patches(const PatchGeometry& geometry, const Tensor& x, const Tensor& y) {
    if (size_of(x.dtype) == 2)
        copy_patches(stream_, static_cast<const std::uint16_t*>(x.data), static_cast<std::uint16_t*>(y.data), y.size(),
                     geometry);
    else
        copy_patches(stream_, static_cast<const std::uint32_t*>(x.data), static_cast<std::uint32_t*>(y.data), y.size(),
                     geometry);
}

}  // namespace mantissa::cuda
