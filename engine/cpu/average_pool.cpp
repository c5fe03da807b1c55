// SPDX-License-Identifier: Apache-2.0
// 2x2 average pooling, and means over all positions.
#include <algorithm>

#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/pixel_rows.h"
#include "engine/cpu/round_params.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/average_pool.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/norm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// to[c] = round(sum of from[p * channels + c] / positions) of n channels, positions in order; each sum rounded.
template <class T>
void MeanAll(const T* from, std::int64_t positions, std::int64_t channels, float* to, std::int64_t n,
             const RoundParams& given) {
    const RoundParams grid = given;
    ForVectors(n, [&](auto d, std::int64_t c) HWY_ATTR {
        auto sum = hn::Zero(d);
        constexpr std::int64_t block = 64;  // positions, so that chains of additions in FP32 are short
        for (std::int64_t begin = 0; begin < positions; begin += block) {
            auto some = grid.identity ? hn::Zero(d) : sum;
            for (std::int64_t p = begin; p < std::min(positions, begin + block); ++p)
                some = RoundTo(d, hn::Add(some, LoadNumbers(d, from + p * channels + c)), grid);
            sum = grid.identity ? hn::Add(sum, some) : some;
        }
        hn::StoreU(RoundTo(d, hn::Div(sum, hn::Set(d, static_cast<float>(positions))), grid), d, to + c);
    });
}

void Mean(const Numbers& from, std::int64_t positions, std::int64_t channels, float* to, std::int64_t n,
          const RoundParams& grid) {
    with_pointer(from, [&](const auto* p) { MeanAll(p, positions, channels, to, n, grid); });
}

template <class T>
void SumOfFourAll(const T* from, const FourPixels& at, float factor, float* to, std::int64_t n) {
    ForVectors(n, [&](auto d, std::int64_t c) HWY_ATTR {
        auto sum = hn::Zero(d);
        for (const std::int64_t first :
             {at.first, at.first + at.right, at.first + at.down, at.first + at.down + at.right})
            sum = hn::Add(sum, LoadNumbers(d, from + first + c));
        hn::StoreU(hn::Mul(sum, hn::Set(d, factor)), d, to + c);
    });
}

void SumOfFour(const Numbers& from, const FourPixels& at, float factor, float* to, std::int64_t n) {
    with_pointer(from, [&](const auto* p) { SumOfFourAll(p, at, factor, to, n); });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Mean);
HWY_EXPORT(SumOfFour);

void sum_of_four(const Numbers& from, const FourPixels& at, float factor, float* to, std::int64_t n) {
    HWY_DYNAMIC_DISPATCH(SumOfFour)(from, at, factor, to, n);
}

void CpuKernels::average_pool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const std::int64_t rows = g.height / 2, columns = g.width / 2;
    const Numbers from(x);
    cast_pixels(y.size() / g.channels, g.channels, Numbers(y), cast,
                [&](std::int64_t pixel, std::int64_t c, std::int64_t n, float* to) {
                    const std::int64_t row = pixel / columns, v = pixel % columns, image = row / rows, h = row % rows;
                    const std::int64_t at = ((image * g.height + 2 * h) * g.width + 2 * v) * g.channels + c;
                    sum_of_four(from, {at, g.channels, g.width * g.channels}, 0.25f, to, n);
                });
}

void CpuKernels::average_pool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& dx, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const std::int64_t rows = g.height / 2, columns = g.width / 2;
    const Numbers given(dy);
    cast_pixels(dx.size() / g.channels, g.channels, Numbers(dx), cast,
                [&](std::int64_t pixel, std::int64_t c, std::int64_t n, float* to) {
                    const std::int64_t row = pixel / g.width, w = pixel % g.width;
                    const std::int64_t image = row / g.height, h = row % g.height;
                    if (h / 2 >= rows || w / 2 >= columns) {
                        std::fill_n(to, n, 0.0f);
                        return;
                    }
                    const std::int64_t at = ((image * rows + h / 2) * columns + w / 2) * g.channels + c;
                    const float* const values = widened(given, at, n, to);
                    for (std::int64_t i = 0; i < n; ++i) to[i] = values[i] / 4;
                });
}

void CpuKernels::mean_forward(const Tensor& x, const Tensor& y, const ReductionPolicy& reduction, const Cast& cast) {
    const std::int64_t images = y.shape[0], channels = y.size() / images, positions = x.size() / y.size();
    if (scratch_.rehearsed()) return;
    const Numbers from(x);
    const RoundParams grid(reduction.format, Rounding::nearest_even);
    cast_pixels(
        images, channels, Numbers(y), cast,
        [&](std::int64_t image, std::int64_t c, std::int64_t n, float* to) {
            HWY_DYNAMIC_DISPATCH(Mean)
            (from.from(image * positions * channels + c), positions, channels, to, n, grid);
        },
        positions);
}

void CpuKernels::mean_backward(const Tensor& dy, const Tensor& dx, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const std::int64_t images = dy.shape[0], channels = dy.size() / images, positions = dx.size() / dy.size();
    const Numbers given(dy);
    cast_pixels(images * positions, channels, Numbers(dx), cast,
                [&](std::int64_t pixel, std::int64_t c, std::int64_t n, float* to) {
                    const float* const values = widened(given, pixel / positions * channels + c, n, to);
                    for (std::int64_t i = 0; i < n; ++i) to[i] = values[i] / static_cast<float>(positions);
                });
}

}  // namespace mantissa
#endif
