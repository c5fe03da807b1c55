// SPDX-License-Identifier: Apache-2.0
// Tensors with memory of their own, numbers to fill them with, and the bounds that results of a device must keep: all
// derived from the format and the length of a sum, none typed in.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/backend/kernels.h"

namespace mantissa {

/// A tensor that owns its elements. Float elements start as NaN, so that a result that is never written is seen.
class Array {
  public:
    explicit Array(const Shape& shape)
        : shape_(shape), values_(static_cast<std::size_t>(shape.size()), std::numeric_limits<float>::quiet_NaN()) {}
    Array(const Shape& shape, std::vector<float> values) : shape_(shape), values_(std::move(values)) {}

    Tensor view() const { return {const_cast<float*>(values_.data()), DType::float32, shape_}; }
    std::vector<float>& values() { return values_; }
    const std::vector<float>& values() const { return values_; }
    float& operator[](std::int64_t i) { return values_[static_cast<std::size_t>(i)]; }
    float operator[](std::int64_t i) const { return values_[static_cast<std::size_t>(i)]; }
    const Shape& shape() const { return shape_; }
    std::int64_t size() const { return shape_.size(); }

  private:
    Shape shape_;
    std::vector<float> values_;
};

/// Labels or other 32-bit integers.
struct Integers {
    std::vector<std::int32_t> values;
    Tensor view() const {
        return {const_cast<std::int32_t*>(values.data()), DType::int32,
                Shape{static_cast<std::int64_t>(values.size())}};
    }
};

/// Bytes, such as a pool's indices.
struct Bytes {
    explicit Bytes(const Shape& s) : shape(s), values(static_cast<std::size_t>(s.size()), 255) {}
    Shape shape;
    std::vector<std::uint8_t> values;
    Tensor view() const { return {const_cast<std::uint8_t*>(values.data()), DType::uint8, shape}; }
};

/// Uniform in ±scale, rounded to `format`.
inline Array uniform(const Shape& shape, std::uint32_t seed, double scale = 1, const FloatFormat& format = fp32,
                     Rounding rounding = Rounding::nearest_even) {
    const RandomKey random{seed, RandomUse::initial_weights, 0, 0};
    Array array(shape);
    for (std::int64_t i = 0; i < array.size(); ++i)
        array[i] = round_to(static_cast<float>((2.0 * random.uniform(static_cast<std::uint64_t>(i)) - 1.0) * scale),
                            format, rounding);
    return array;
}

/// Magnitudes spread evenly over 2^low to 2^high, both signs, one in sixteen exactly zero: what gradients look like.
inline Array spread(const Shape& shape, std::uint32_t seed, double low, double high, const FloatFormat& format = fp32) {
    const RandomKey random{seed, RandomUse::initial_weights, 1, 0};
    Array array(shape);
    for (std::int64_t i = 0; i < array.size(); ++i) {
        const auto at = static_cast<std::uint64_t>(i);
        const std::uint32_t bits = random.bits(2 * at);
        const double size = std::exp2(low + (high - low) * random.uniform(2 * at + 1));
        array[i] = bits % 16 == 0 ? 0.0f : round_to(static_cast<float>(bits & 32 ? -size : size), format);
    }
    return array;
}

/// Integers in ±limit: products and sums of few of them are exact everywhere.
inline Array integers(const Shape& shape, std::uint32_t seed, int limit) {
    const RandomKey random{seed, RandomUse::initial_weights, 2, 0};
    Array array(shape);
    for (std::int64_t i = 0; i < array.size(); ++i)
        array[i] = static_cast<float>(
            static_cast<int>(random.bits(static_cast<std::uint64_t>(i)) % static_cast<unsigned>(2 * limit + 1)) -
            limit);
    return array;
}

/// Every third or so element replaced by what breaks careless code.
inline void sprinkle_specials(Array& array) {
    const float specials[] = {std::numeric_limits<float>::quiet_NaN(),
                              std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity(),
                              0.0f,
                              -0.0f,
                              1e-45f,
                              -1e-40f,
                              65504.0f,
                              -65520.0f,
                              3.4028235e38f,
                              0x1p-24f,
                              0x1p-25f,
                              -0x1p-14f};
    for (std::int64_t i = 0; i < array.size(); i += 3) array[i] = specials[static_cast<std::size_t>(i / 3) % 13];
}

inline Array magnitudes(const Array& array) {
    Array result = array;
    for (float& x : result.values()) x = std::abs(x);
    return result;
}

/// The formats of one mode as kernels meet them.
struct ModeCase {
    std::string name;
    FloatFormat operand;
    Rounding operand_rounding;
    FloatFormat result;
};

inline std::vector<ModeCase> mode_cases() {
    return {{"fp32", fp32, Rounding::nearest_even, fp32},
            {"tf32", tf32, Rounding::nearest_away, fp32},
            {"fp16", fp16, Rounding::nearest_even, fp16},
            {"bf16", bf16, Rounding::nearest_even, bf16},
            {"e5m2", {5, 2}, Rounding::nearest_even, {5, 2}}};
}

inline Cast cast_to(const FloatFormat& format, FlushCounts* counts = nullptr, MagnitudeHistogram* histogram = nullptr) {
    Cast cast;
    cast.format = format;
    cast.counts = counts;
    cast.histogram = histogram;
    return cast;
}

inline void expect_same_bits(const Array& actual, const Array& expected, const std::string& what) {
    ASSERT_EQ(actual.size(), expected.size()) << what;
    for (std::int64_t i = 0; i < actual.size(); ++i) {
        if (std::isnan(actual[i]) && std::isnan(expected[i])) continue;
        ASSERT_EQ(std::bit_cast<std::uint32_t>(actual[i]), std::bit_cast<std::uint32_t>(expected[i]))
            << what << ", element " << i << ": " << actual[i] << " for " << expected[i];
    }
}

/// Relative error of one FP32 addition. Tensor cores cut partial sums off instead of rounding them, which doubles it
/// (Fasi et al., PeerJ CS 7:e330): tests of a card set that.
inline double addition_error = 0x1p-24;

/// What an FP32 sum of `terms` products may differ by from the exact one, in any order, with or without fused
/// operations: terms·addition_error·Σ|a·b|, and 2^-149 a term where products underflow. One term more for each further
/// addition.
inline double sum_error(std::int64_t terms, double sum_of_magnitudes) {
    return static_cast<double>(terms) * (addition_error * 1.001 * sum_of_magnitudes + 0x1p-149);
}

/// Each actual number must be the rounding of some number within `error` of the exact one (rounding is monotonic, so
/// that is an interval of the grid).
inline void expect_rounded_within(const Array& actual, const Array& exact, const std::vector<double>& error,
                                  const FloatFormat& format, const std::string& what) {
    for (std::int64_t i = 0; i < actual.size(); ++i) {
        const double slack = error[static_cast<std::size_t>(i)];
        const float low = std::nextafter(static_cast<float>(exact[i] - slack), -std::numeric_limits<float>::infinity());
        const float high = std::nextafter(static_cast<float>(exact[i] + slack), std::numeric_limits<float>::infinity());
        ASSERT_TRUE(round_to(low, format) <= actual[i] && actual[i] <= round_to(high, format))
            << what << ", element " << i << ": " << actual[i] << " for " << exact[i] << " ± " << slack;
    }
}

inline void expect_same_counts(const FlushCounts& a, const FlushCounts& b, const std::string& what) {
    EXPECT_EQ(a.nonzero, b.nonzero) << what;
    EXPECT_EQ(a.flushed, b.flushed) << what;
    EXPECT_EQ(a.nonfinite, b.nonfinite) << what;
}

/// Counts equal; norms up to the order of a double sum of `elements` terms and, by blocks, an FP32 sum of 66 terms
/// above zero (engine/cpu/tally.h).
inline void expect_same_histogram(const MagnitudeHistogram& a, const MagnitudeHistogram& b, const std::string& what) {
    EXPECT_EQ(a.bins, b.bins) << what;
    EXPECT_EQ(a.elements, b.elements) << what;
    EXPECT_EQ(a.zero, b.zero) << what;
    EXPECT_EQ(a.flushed, b.flushed) << what;
    EXPECT_EQ(a.subnormal, b.subnormal) << what;
    EXPECT_EQ(a.overflow, b.overflow) << what;
    EXPECT_EQ(a.infinite, b.infinite) << what;
    EXPECT_EQ(a.nan, b.nan) << what;
    EXPECT_EQ(a.largest, b.largest) << what;
    const double slack = static_cast<double>(a.elements) * 0x1p-52 + 66 * 0x1p-24;
    EXPECT_NEAR(a.norm_squared, b.norm_squared, slack * b.norm_squared) << what;
    EXPECT_NEAR(a.lost_squared, b.lost_squared, slack * b.lost_squared) << what;
    EXPECT_LE(a.lost_squared, a.norm_squared) << what;
}

}  // namespace mantissa
