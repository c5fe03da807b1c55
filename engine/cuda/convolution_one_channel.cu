// SPDX-License-Identifier: Apache-2.0
// The forward convolution of one channel with stride 1. A matrix product has little to do with 9 or 25 terms to a sum,
// and would write every sum to memory and read it again; here a thread makes a row of pixels of a few filters, and each
// goes to memory once, rounded. Threads that follow each other have the filters of the same pixels: they read the same
// pixels and write neighbours.
#include <cmath>

#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {
namespace {

/// Row i of all images' rows and groups of V filters, filters first: the sums over its pixels. The pixels around one
/// are read once for all filters of a group.
template <int K, int V>
struct RowOfPixels {
    Numbers x, w, bias;
    std::int64_t height, width, filters, padding;
    Divider by_groups, by_height;

    MANTISSA_BOTH float pixel(std::int64_t image, std::int64_t row, std::int64_t column) const {
        if (row < 0 || row >= height || column < 0 || column >= width) return 0;
        return x.get((image * height + row) * width + column);
    }
    MANTISSA_BOTH void operator()(std::int64_t i, Putter& put) const {
        const Division group = by_groups(i), row = by_height(group.quotient);
        const std::int64_t filter = group.remainder * V;
        float weights[V][K][K], window[K][K], add[V];
        for (int v = 0; v < V; ++v) {
            for (int r = 0; r < K; ++r)
                for (int s = 0; s < K; ++s) weights[v][r][s] = w.get(((filter + v) * K + r) * K + s);
            add[v] = bias.data ? bias.get(filter + v) : 0.0f;
        }
        for (int r = 0; r < K; ++r)
            for (int s = 0; s < K; ++s)
                window[r][s] =
                    s == 0 ? 0.0f : pixel(row.quotient, row.remainder + r - padding, s - 1 - padding);  // column -1
        for (std::int64_t column = 0; column < width; ++column) {
            for (int r = 0; r < K; ++r) {
                for (int s = 0; s + 1 < K; ++s) window[r][s] = window[r][s + 1];
                window[r][K - 1] = pixel(row.quotient, row.remainder + r - padding, column + K - 1 - padding);
            }
            float sums[V];
            for (int v = 0; v < V; ++v) {
                sums[v] = 0;
                for (int r = 0; r < K; ++r)
                    for (int s = 0; s < K; ++s) sums[v] = fmaf(window[r][s], weights[v][r][s], sums[v]);
                sums[v] += add[v];
            }
            put.pack(sums, (group.quotient * width + column) * filters + filter);
        }
    }
};

template <int K, int V>
void forward_in_groups(Stream stream, Scratch& scratch, const ConvGeometry& g, const Tensor& x, const Tensor& w,
                       const Tensor& bias, const Tensor& y, const Cast& cast) {
    const RowOfPixels<K, V> rows{Numbers(x), Numbers(w), Numbers(bias),          g.height,         g.width,
                                 g.filters,  g.padding,  Divider(g.filters / V), Divider(g.height)};
    const std::int64_t count = y.shape[0] * g.height * (g.filters / V);
    const std::int64_t lanes = cast.histogram ? storing_lanes(count) : count;
    store_by_lanes(stream, scratch, lanes, Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t lane, Putter & put) {
        for (std::int64_t i = lane; i < count; i += lanes) rows(i, put);
    });
}

template <int K>
void forward(Stream stream, Scratch& scratch, const ConvGeometry& g, const Tensor& x, const Tensor& w,
             const Tensor& bias, const Tensor& y, const Cast& cast) {
    if (g.filters % Numbers::pack == 0 && Numbers(y).is_packed())
        forward_in_groups<K, Numbers::pack>(stream, scratch, g, x, w, bias, y, cast);
    else
        forward_in_groups<K, 1>(stream, scratch, g, x, w, bias, y, cast);
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
