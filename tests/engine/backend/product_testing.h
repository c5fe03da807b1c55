// SPDX-License-Identifier: Apache-2.0
// The two statements that every product's test makes: the FP32 result is within the bound of a sum, and the cast of
// that result is the oracle's, bit for bit, with the oracle's counts.
#pragma once

#include <functional>

#include "engine/reference/store_result.h"
#include "tests/engine/backend/kernel_testing.h"

namespace mantissa {

/// Runs a product into an output: (kernels, output, cast).
using Product = std::function<void(Kernels&, const Array&, const Cast&)>;

/// `terms`: additions behind one result. `of_magnitudes`: the same product of the absolute values, for the bound.
inline void expect_product(Kernels& tested, Kernels& reference, const Product& product, const Product& of_magnitudes,
                           const Shape& shape, std::int64_t terms, const FloatFormat& format, const std::string& what) {
    Array exact(shape), bound(shape), plain(shape);
    product(reference, exact, {});
    of_magnitudes(reference, bound, {});
    product(tested, plain, {});
    std::vector<double> error(exact.values().size());
    for (std::int64_t i = 0; i < exact.size(); ++i) error[static_cast<std::size_t>(i)] = sum_error(terms + 2, bound[i]);
    expect_rounded_within(plain, exact, error, fp32, what + ", FP32 result");
    if (::testing::Test::HasFatalFailure()) return;

    FlushCounts counts, expected_counts;
    MagnitudeHistogram histogram, expected_histogram;
    const Cast reference_cast = cast_to(format, &expected_counts, &expected_histogram);
    Array expected(shape), counted(shape), monitored(shape);
    for (std::int64_t i = 0; i < plain.size(); ++i)
        expected[i] = store_result(plain[i], reference_cast, static_cast<std::uint64_t>(i));
    product(tested, counted, cast_to(format, &counts));
    expect_same_bits(counted, expected, what + ", cast");
    expect_same_counts(counts, expected_counts, what);
    product(tested, monitored, cast_to(format, nullptr, &histogram));
    expect_same_bits(monitored, expected, what + ", monitored cast: looking must not change the run");
    expect_same_histogram(histogram, expected_histogram, what);
}

inline std::string text_of(const Shape& s) {
    std::string text;
    for (int i = 0; i < s.rank; ++i) text += (i ? "x" : "") + std::to_string(s[i]);
    return text;
}

/// A convolution of so many images.
struct ConvCase {
    ConvGeometry g;
    std::int64_t images;
    Shape x() const { return {images, g.height, g.width, g.channels}; }
    Shape y() const { return {images, g.rows(), g.columns(), g.filters}; }
    Shape w() const { return {g.filters, g.kernel, g.kernel, g.channels}; }
    std::int64_t taps() const { return g.kernel * g.kernel; }
    std::string text() const {
        return std::to_string(g.height) + "x" + std::to_string(g.width) + " " + std::to_string(g.channels) + "->" +
               std::to_string(g.filters) + " k" + std::to_string(g.kernel) + " s" + std::to_string(g.stride) + " n" +
               std::to_string(images);
    }
};

}  // namespace mantissa
