// SPDX-License-Identifier: Apache-2.0
// The forward convolution of one channel with stride 1. A matrix product has little to do with 9 or 25 terms to a sum,
// and would write every sum to memory and read it again; here a thread makes a row of pixels of one filter, and each
// goes to memory once, rounded. Threads that follow each other have the filters of the same pixels: they read the same
// pixels and write neighbours.
#include <cmath>

#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {
namespace {

/// Row i of all images' rows and filters, filters first: the sums over its pixels.
template <int K>
struct RowOfPixels {
    Numbers x, w, bias;
    std::int64_t height, width, filters, padding;

    MANTISSA_BOTH float pixel(std::int64_t image, std::int64_t row, std::int64_t column) const {
        if (row < 0 || row >= height || column < 0 || column >= width) return 0;
        return x.get((image * height + row) * width + column);
    }
    MANTISSA_BOTH void operator()(std::int64_t i, Putter& put) const {
        const Division filter = divide(i, filters), row = divide(filter.quotient, height);
        float weights[K][K], window[K][K];
        for (int r = 0; r < K; ++r)
            for (int s = 0; s < K; ++s) {
                weights[r][s] = w.get((filter.remainder * K + r) * K + s);
                window[r][s] =
                    s == 0 ? 0.0f : pixel(row.quotient, row.remainder + r - padding, s - 1 - padding);  // column -1
            }
        const float add = bias.data ? bias.get(filter.remainder) : 0.0f;
        for (std::int64_t column = 0; column < width; ++column) {
            float sum = 0;
            for (int r = 0; r < K; ++r) {
                for (int s = 0; s + 1 < K; ++s) window[r][s] = window[r][s + 1];
                window[r][K - 1] = pixel(row.quotient, row.remainder + r - padding, column + K - 1 - padding);
                for (int s = 0; s < K; ++s) sum = fmaf(window[r][s], weights[r][s], sum);
            }
            put(sum + add, (filter.quotient * width + column) * filters + filter.remainder);
        }
    }
};

template <int K>
void forward(Stream stream, Scratch& scratch, const ConvGeometry& g, const Tensor& x, const Tensor& w,
             const Tensor& bias, const Tensor& y, const Cast& cast) {
    const RowOfPixels<K> rows{Numbers(x), Numbers(w), Numbers(bias), g.height, g.width, g.filters, g.padding};
    const std::int64_t count = y.shape[0] * g.height * g.filters;
    const std::int64_t lanes = cast.histogram ? summing_lanes(count) : count;
    store_by_lanes(stream, scratch, lanes, Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t lane, Putter & put) {
        for (std::int64_t i = lane; i < count; i += lanes) rows(i, put);
    });
}

}  // namespace

bool CudaKernels::forward_of_one_channel(const ConvGeometry& g, const Tensor& x, const Tensor& w, const Tensor& bias,
                                         const Tensor& y, const Cast& cast) {
    if (g.channels != 1 || g.stride != 1) return false;
    if (g.kernel == 3)
        forward<3>(stream_, scratch_, g, x, w, bias, y, cast);
    else if (g.kernel == 5)
        forward<5>(stream_, scratch_, g, x, w, bias, y, cast);
    else
        return false;
    return true;
}

}  // namespace mantissa::cuda
