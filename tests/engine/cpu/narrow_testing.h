// SPDX-License-Identifier: Apache-2.0
// What the CPU's products of numbers stored as BF16 must keep.
#pragma once

#include "engine/cpu/products.h"
#include "tests/engine/backend/narrow.h"
#include "tests/engine/cpu/cpu_testing.h"

namespace mantissa {

inline Array bf16_uniform(const Shape& shape, std::uint32_t seed, double scale = 1) {
    return uniform(shape, seed, scale, bf16);
}

/// `run(kernels, result, cast)` on BF16 operands against `expected(reference, result)` on the same numbers in FP32: the
/// FP32 result within the bound of a sum of `terms` (numbers below 2^-126 count as zero in such products), and the BF16
/// result that result's rounding, bit for bit, with its counts, watched or not.
inline void expect_narrow_product(Kernels& cpu, Kernels& reference,
                                  const std::function<void(Kernels&, const Tensor&, const Cast&)>& run,
                                  const std::function<void(Kernels&, const Tensor&)>& expected,
                                  const std::function<void(Kernels&, const Tensor&)>& of_magnitudes, const Shape& shape,
                                  std::int64_t terms, const std::string& what) {
    Array exact(shape), bound(shape), plain(shape), rounded(shape);
    expected(reference, exact.view());
    of_magnitudes(reference, bound.view());
    run(cpu, plain.view(), {});
    std::vector<double> error(exact.values().size());
    for (std::int64_t i = 0; i < exact.size(); ++i)
        error[static_cast<std::size_t>(i)] = sum_error(terms + 2, bound[i]) + static_cast<double>(terms + 2) * 0x1p-126;
    expect_rounded_within(plain, exact, error, fp32, what + ", FP32 result");
    if (::testing::Test::HasFatalFailure()) return;

    FlushCounts counts, expected_counts, watched_counts;
    MagnitudeHistogram histogram, expected_histogram;
    const Cast reference_cast = cast_to(bf16, &expected_counts, &expected_histogram);
    for (std::int64_t i = 0; i < plain.size(); ++i)
        rounded[i] = store_result(plain[i], reference_cast, static_cast<std::uint64_t>(i));
    Narrow result(shape), watched(shape);
    run(cpu, result.view(), cast_to(bf16, &counts));
    expect_same_bits(result.wide(), rounded, what + ", cast");
    expect_same_counts(counts, expected_counts, what);
    run(cpu, watched.view(), cast_to(bf16, &watched_counts, &histogram));
    EXPECT_EQ(watched.values, result.values) << what << ": looking must not change the run";
    expect_same_counts(watched_counts, expected_counts, what);
    expect_same_histogram(histogram, expected_histogram, what);
}

}  // namespace mantissa
