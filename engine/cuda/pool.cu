// SPDX-License-Identifier: Apache-2.0
// 2x2 max-pooling; the backward pass gathers, so that every element is written exactly once.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/numbers.h"

namespace mantissa::cuda {
namespace {

/// Which of a window's four elements was the largest, for V channels.
template <int V>
struct alignas(V) Choices {
    std::uint8_t of[V];
};

template <int V>
void forward(Stream stream, const PoolGeometry& g, const Numbers& from, const Numbers& to, std::uint8_t* index,
             const PoolInput& input, std::int64_t count) {
    std::uint64_t* nonfinite = input.nonfinite;
    const bool rectified = input.rectified;
    const Divider by_channels(g.channels / V), by_width(g.width / 2), by_height(g.height / 2);
    for_each(stream, count / V, [=] MANTISSA_KERNEL(std::int64_t i) {
        const Division channel = by_channels(i), column = by_width(channel.quotient), row = by_height(column.quotient);
        const std::int64_t first =
            ((row.quotient * g.height + 2 * row.remainder) * g.width + 2 * column.remainder) * g.channels +
            channel.remainder * V;
        float window[4][V], best[V];
        for (int k = 0; k < 4; ++k) from.load(first + ((k / 2) * g.width + k % 2) * g.channels, window[k]);
        Choices<V> chosen{};
        std::uint32_t odd_ones = 0;
        for (int v = 0; v < V; ++v) {
            best[v] = 0;
            for (int k = 0; k < 4; ++k) {
                float value = window[k][v];
                if (!is_finite(value)) ++odd_ones;
                if (rectified && value < 0) value = 0;
                if (k == 0 || value > best[v] || (is_nan(value) && !is_nan(best[v]))) {
                    best[v] = value;
                    chosen.of[v] = static_cast<std::uint8_t>(k);
                }
            }
        }
        if (nonfinite && odd_ones > 0) add_to(nonfinite, odd_ones);
        to.store(i * V, best);
        if (index) reinterpret_cast<Choices<V>*>(index)[i] = chosen;
    });
}

template <int V>
void backward(Stream stream, const PoolGeometry& g, const Numbers& from, const std::uint8_t* index, const Numbers& to,
              std::int64_t count) {
    const Divider by_channels(g.channels / V), by_width(g.width), by_height(g.height);
    for_each(stream, count / V, [=] MANTISSA_KERNEL(std::int64_t i) {
        const Division channel = by_channels(i), column = by_width(channel.quotient), row = by_height(column.quotient);
        const std::int64_t h = row.remainder, w = column.remainder;
        float values[V] = {};
        if (h / 2 < g.height / 2 && w / 2 < g.width / 2) {  // an odd last row or column has no window
            const std::int64_t out =
                ((row.quotient * (g.height / 2) + h / 2) * (g.width / 2) + w / 2) * g.channels + channel.remainder * V;
            const Choices<V> chosen = reinterpret_cast<const Choices<V>*>(index)[out / V];
            float given[V];
            from.load(out, given);
            for (int v = 0; v < V; ++v)
                if (chosen.of[v] == h % 2 * 2 + w % 2) values[v] = given[v];
        }
        to.store(i * V, values);
    });
}

/// Whether channels are read and written several at once.
bool in_packs(const PoolGeometry& g, const Numbers& a, const Numbers& b, const void* index) {
    return g.channels % Numbers::pack == 0 && a.is_packed() && b.is_packed() &&
           reinterpret_cast<std::uintptr_t>(index) % Numbers::pack == 0;
}

}  // namespace

void CudaKernels::maxpool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Tensor& index,
                                  const PoolInput& input) {
    const Numbers from(x), to(y);
    auto* which = static_cast<std::uint8_t*>(index.data);
    if (in_packs(g, from, to, which))
        forward<Numbers::pack>(stream_, g, from, to, which, input, y.size());
    else
        forward<1>(stream_, g, from, to, which, input, y.size());
}

void CudaKernels::maxpool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& index, const Tensor& dx) {
    const Numbers from(dy), to(dx);
    const auto* which = static_cast<const std::uint8_t*>(index.data);
    if (in_packs(g, from, to, which))
        backward<Numbers::pack>(stream_, g, from, which, to, dx.size());
    else
        backward<1>(stream_, g, from, which, to, dx.size());
}

}  // namespace mantissa::cuda
