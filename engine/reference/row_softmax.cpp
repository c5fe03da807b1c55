// SPDX-License-Identifier: Apache-2.0
// Softmax over the last axis as attention needs it.
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/precision/rounding.h"
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {
namespace {

/// Columns that count in row r of all.
std::int64_t open_columns(const SoftmaxSettings& settings, const Shape& shape, std::int64_t r) {
    const std::int64_t columns = shape[shape.rank - 1];
    return settings.causal ? std::min(columns, r % shape[shape.rank - 2] + 1) : columns;
}

}  // namespace

void ReferenceKernels::softmax_forward(const SoftmaxSettings& settings, const Tensor& x, const Tensor& y,
                                       const Cast& cast) {
    const ReductionPolicy& policy = settings.reduction;
    const auto grid = [&](double v) {
        return policy.format == fp32 ? v : static_cast<double>(round_to(static_cast<float>(v), policy.format));
    };
    const std::int64_t columns = x.shape[x.shape.rank - 1], rows = x.size() / columns;
    std::vector<double> p(static_cast<std::size_t>(columns));
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t open = open_columns(settings, x.shape, r);
        const float* row = x.f32() + r * columns;
        const auto scaled = [&](std::int64_t c) { return grid(static_cast<double>(row[c] * settings.scale)); };
        double maximum = policy.subtract_maximum ? scaled(0) : 0;
        for (std::int64_t c = 0; c < open; ++c) {
            if (policy.subtract_maximum && (scaled(c) > maximum || std::isnan(scaled(c)))) maximum = scaled(c);
            if (cast.nonfinite_arguments && !std::isfinite(row[c])) ++*cast.nonfinite_arguments;
        }
        double sum = 0;
        for (std::int64_t c = 0; c < open; ++c) {
            p[static_cast<std::size_t>(c)] = grid(std::exp(grid(scaled(c) - maximum)));
            sum = grid(sum + p[static_cast<std::size_t>(c)]);
        }
        for (std::int64_t c = 0; c < columns; ++c) {
            const double value = c < open ? grid(p[static_cast<std::size_t>(c)] / sum) : 0;
            y.f32()[r * columns + c] =
                store_result(static_cast<float>(value), cast, static_cast<std::uint64_t>(r * columns + c));
        }
    }
}

void ReferenceKernels::softmax_backward(const SoftmaxSettings& settings, const Tensor& y, const Tensor& dy,
                                        const Tensor& dx, const Cast& cast) {
    const FloatFormat& format = settings.reduction.format;
    const auto grid = [&](float v) { return round_to(v, format); };
    const std::int64_t columns = y.shape[y.shape.rank - 1], rows = y.size() / columns;
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t open = open_columns(settings, y.shape, r);
        const float *p = y.f32() + r * columns, *g = dy.f32() + r * columns;
        double wide = 0;
        float narrow = 0;
        for (std::int64_t c = 0; c < open; ++c) {
            wide += static_cast<double>(p[c]) * static_cast<double>(g[c]);
            narrow = grid(narrow + grid(p[c] * g[c]));
        }
        const float sum = format == fp32 ? static_cast<float>(wide) : narrow;
        for (std::int64_t c = 0; c < columns; ++c) {
            const float value = c < open ? grid(grid(g[c] - sum) * p[c]) * settings.scale : 0.0f;
            dx.f32()[r * columns + c] = store_result(value, cast, static_cast<std::uint64_t>(r * columns + c));
        }
    }
}

}  // namespace mantissa
