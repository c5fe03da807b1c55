// SPDX-License-Identifier: Apache-2.0
// Softmax over the last axis as attention needs it: a thread for each row, in double for FP32 reductions, or with every
// intermediate result on a narrower grid, in the order of the columns.
#include <cmath>

#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {
namespace {

/// The rows of a softmax; plain data.
struct Rows {
    Rows(const SoftmaxSettings& settings, const Shape& shape)
        : columns(shape[shape.rank - 1]),
          height(settings.causal ? shape[shape.rank - 2] : 0),
          scale(settings.scale),
          wide(settings.reduction.format == fp32),
          subtract(settings.reduction.subtract_maximum),
          round(settings.reduction.format, Rounding::nearest_even) {}

    /// Columns that count in row r of all.
    MANTISSA_BOTH std::int64_t open(std::int64_t r) const {
        if (height == 0) return columns;
        const std::int64_t last = divide(r, height).remainder + 1;
        return last < columns ? last : columns;
    }
    MANTISSA_BOTH double grid(double v) const { return wide ? v : static_cast<double>(round(static_cast<float>(v))); }

    std::int64_t columns, height;
    float scale;
    bool wide, subtract;
    Rounder round;
};

}  // namespace

void CudaKernels::softmax_forward(const SoftmaxSettings& settings, const Tensor& x, const Tensor& y, const Cast& cast) {
    const Rows rows(settings, x.shape);
    const std::int64_t columns = rows.columns;
    const Numbers from(x);
    double* probabilities = scratch_.of<double>(ScratchUse::sums, static_cast<std::size_t>(x.size()));
    std::uint64_t* nonfinite = cast.nonfinite_arguments;
    for_each(stream_, x.size() / columns, [=] MANTISSA_KERNEL(std::int64_t r) {
        const std::int64_t open = rows.open(r);
        const auto scaled = [&](std::int64_t c) {
            return rows.grid(static_cast<double>(from.get(r * columns + c) * rows.scale));
        };
        double* p = probabilities + r * columns;
        double maximum = 0;
        std::uint32_t odd = 0;
        for (std::int64_t c = 0; c < open; ++c) {
            if (!is_finite(from.get(r * columns + c))) ++odd;
            const double value = scaled(c);
            if (rows.subtract && (c == 0 || value > maximum || value != value)) maximum = value;
        }
        if (nonfinite) add_to(nonfinite, odd);
        double sum = 0;
        for (std::int64_t c = 0; c < open; ++c) {
            p[c] = rows.grid(::exp(rows.grid(scaled(c) - maximum)));
            sum = rows.grid(sum + p[c]);
        }
        for (std::int64_t c = 0; c < columns; ++c) p[c] = c < open ? rows.grid(p[c] / sum) : 0;
    });
    Cast stored = cast;
    stored.nonfinite_arguments = nullptr;  // counted above
    store_each(stream_, scratch_, x.size(), Numbers(y), stored,
               [=] MANTISSA_KERNEL(std::int64_t i, Tally&) { return static_cast<float>(probabilities[i]); });
}

void CudaKernels::softmax_backward(const SoftmaxSettings& settings, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                   const Cast& cast) {
    const Rows rows(settings, y.shape);
    const std::int64_t columns = rows.columns;
    const Numbers p(y), given(dy);
    float* sums = scratch_.of<float>(ScratchUse::scalars, static_cast<std::size_t>(y.size() / columns));
    for_each(stream_, y.size() / columns, [=] MANTISSA_KERNEL(std::int64_t r) {
        const std::int64_t open = rows.open(r);
        double wide = 0;
        float narrow = 0;
        for (std::int64_t c = 0; c < open; ++c) {
            const float a = p.get(r * columns + c), b = given.get(r * columns + c);
            if (rows.wide)
                wide += static_cast<double>(a) * static_cast<double>(b);
            else
                narrow = rows.round(narrow + rows.round(a * b));
        }
        sums[r] = rows.wide ? static_cast<float>(wide) : narrow;
    });
    store_each(stream_, scratch_, y.size(), Numbers(dx), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division at = divide(i, columns);
        if (at.remainder >= rows.open(at.quotient)) return 0.0f;
        const float difference = rows.round(given.get(i) - sums[at.quotient]);
        return rows.round(difference * p.get(i)) * rows.scale;
    });
}

}  // namespace mantissa::cuda
