// SPDX-License-Identifier: GPL-3.0-or-later
// What the Formats page says about numbers, as pure functions over engine/precision: rounding of what a person typed,
// neighbours, the formula behind the bits, running sums and dot products. A typed number is a double; it is rounded
// once into each format, never by way of FP32, which would round ties wrongly.
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/precision/float_format.h"
#include "engine/precision/round_once.h"

namespace mantissa::ui {

/// The formats of the page, in its order.
inline constexpr std::array<FloatFormat, 4> kPageFormats{fp32, tf32, fp16, bf16};

/// The bits of `x` rounded into `format`.
std::uint32_t bitsOf(double x, const FloatFormat& format);

enum class NumberKind { Zero, Subnormal, Normal, Infinite, NotANumber };

struct NumberFacts {
    double value = 0;
    NumberKind kind = NumberKind::Zero;
    double previous = 0;  ///< next smaller number of the format; the value itself for NaN and -inf
    double next = 0;
    std::optional<double> ulp;  ///< nothing for infinities and NaN
};
NumberFacts factsOf(std::uint32_t bits, const FloatFormat& format);

/// The parts of (−1)^s × 2^(E−bias) × significand.
struct Formula {
    NumberKind kind = NumberKind::Zero;
    int sign = 0;
    int storedExponent = 0;  ///< the exponent's bits as an integer
    int usedExponent = 0;    ///< the same, but 1 where the bits are all zero (zero, subnormal)
    int bias = 0;
    std::uint32_t fraction = 0;       ///< the fraction's bits as an integer
    std::uint32_t fractionRange = 1;  ///< 2^fraction_bits
    double significand = 0;           ///< 1 + fraction/range, or fraction/range where the exponent's bits are zero
};
Formula formulaOf(std::uint32_t bits, const FloatFormat& format);

/// "(−1)^0 × 2^(15−15) × 1.5", or what the bits mean where they are no number.
QString formulaText(const Formula& formula);

/// Digits of `value` as it is, not rounded, while there are at most `digits`; else cut off with "…".
QString exactDecimal(double value, int digits);

/// Numbers worth knowing of a format.
struct SpecialValue {
    const char* name;
    double value;
};
std::vector<SpecialValue> specialValues(const FloatFormat& format);

/// A number as a person types it: "0.1", "1e-8", "1+0.0001", "2^-24", "2⁻²⁴", "-inf", "nan"; + - * / ^ and brackets.
/// Nothing where it cannot be read.
std::optional<double> parseNumber(const QString& text);

/// A running sum of equal terms.
struct RunningSum {
    std::vector<double> count;  ///< how many terms were added; begins with 0 and ends with n, at most about 500 points
    std::vector<double> sum;
    double last = 0;
    std::optional<std::uint32_t> stalledAfter;  ///< terms after which adding no longer changes the sum
};
/// `n` times `term`, which is first rounded to `format`; the sum is rounded to `accumulator` after every addition.
RunningSum runningSum(std::uint32_t n, double term, const FloatFormat& format, const FloatFormat& accumulator);

/// 1 + `small`, computed in `format`.
double onePlus(double small, const FloatFormat& format);

/// Dot product of `n` pairs; `a` and `b` are patterns (not empty) that repeat, rounded to `operands` first. Products
/// are FP32. Blocks of `block` products are summed in FP32 and added to a sum that is then rounded to `accumulator`:
/// the engine's own FP16 accumulation with blocks of 16.
float blockedDot(std::span<const double> a, std::span<const double> b, std::uint32_t n, const FloatFormat& operands,
                 const FloatFormat& accumulator, std::uint32_t block);
/// The same on the same rounded operands, summed in double.
double exactDot(std::span<const double> a, std::span<const double> b, std::uint32_t n, const FloatFormat& operands);

}  // namespace mantissa::ui
