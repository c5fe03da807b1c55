// SPDX-License-Identifier: Apache-2.0
// Nearest neighbours: each pixel four times.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void CudaKernels::upsample_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Cast& cast) {
    const Numbers from(x);
    store_each(
        stream_, scratch_, y.size(), Numbers(y), x.dtype == y.dtype ? as_stored(cast, y.dtype) : cast,
        [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
            const Division channel = divide(i, g.channels), column = divide(channel.quotient, 2 * g.width);
            return from.get((column.quotient / 2 * g.width + column.remainder / 2) * g.channels + channel.remainder);
        });
}

void CudaKernels::upsample_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& dx, const Cast& cast) {
    const Numbers given(dy);
    store_each(stream_, scratch_, dx.size(), Numbers(dx), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division channel = divide(i, g.channels), column = divide(channel.quotient, g.width);
        float sum = 0;
        for (std::int64_t k = 0; k < 4; ++k)
            sum += given.get(((2 * column.quotient + k / 2) * 2 * g.width + 2 * column.remainder + k % 2) * g.channels +
                             channel.remainder);
        return sum;
    });
}

}  // namespace mantissa::cuda
