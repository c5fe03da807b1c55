// SPDX-License-Identifier: Apache-2.0
// The sums over counts against a cast of every number by the oracle (engine/precision/round_once.h).
#include "engine/inspect/magnitudes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "engine/inspect/inspection.h"
#include "engine/precision/round_once.h"

namespace mantissa {
namespace {

CastFigures by_casting(const std::vector<double>& numbers, const FloatFormat& format, int scale) {
    CastFigures figures;
    double all = 0, lost = 0;
    for (const double number : numbers) {
        if (number == 0 || !std::isfinite(number)) continue;
        const double x = std::ldexp(number, scale);
        const float y = round_once(x, format);
        all += number * number;
        if (y == 0) {
            ++figures.flushed;
            lost += number * number;
        } else if (std::isinf(y)) {
            ++figures.overflow;
        } else if (std::abs(static_cast<double>(y)) < format.min_normal()) {
            ++figures.subnormal;
        }
    }
    figures.norm_lost = all > 0 ? std::sqrt(lost / all) : 0;
    return figures;
}

/// Numbers at, just below and just above every place where some format decides.
std::vector<double> decisive_numbers() {
    std::vector<double> numbers{0, -0.0, std::nan(""), INFINITY, -INFINITY};
    for (const FloatFormat& f :
         {fp16, bf16, tf32, FloatFormat{5, 2}, FloatFormat{4, 3}, FloatFormat{3, 4}, FloatFormat{2, 1}})
        for (const double place : {f.flush_threshold(), f.min_subnormal(), 1.5 * f.min_subnormal(), f.min_normal(),
                                   f.min_normal() - f.min_subnormal() / 2, f.min_normal() - f.min_subnormal(),
                                   f.max_finite(), f.overflow_threshold(), 1.0, 1.75})
            for (const double number : {place, std::nextafter(place, 0.0), std::nextafter(place, 1e300)})
                numbers.insert(numbers.end(), {number, -number});
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-60, 40);
    for (int i = 0; i < 2000; ++i) numbers.push_back(std::exp2(exponent(random)));
    return numbers;
}

TEST(Magnitudes, SayOfEveryFormatAndScaleWhatACastOfEachNumberSays) {
    const std::vector<double> numbers = decisive_numbers();
    Magnitudes magnitudes;
    magnitudes.add(std::span(numbers).first(100));
    magnitudes.add(std::span(numbers).subspan(100));
    EXPECT_EQ(magnitudes.count(), numbers.size());
    EXPECT_EQ(magnitudes.zero, 2u);
    EXPECT_EQ(magnitudes.nan, 1u);
    EXPECT_EQ(magnitudes.infinite, 2u);
    for (const FloatFormat& format : {fp32, tf32, fp16, bf16, FloatFormat{5, 2}, FloatFormat{4, 3}, FloatFormat{3, 4},
                                      FloatFormat{2, 1}, FloatFormat{8, 1}, FloatFormat{5, 23}})
        for (const int scale : {-40, -16, -1, 0, 1, 7, 24, 100}) {
            SCOPED_TRACE(name_of(format) + " times 2^" + std::to_string(scale));
            const CastFigures told = cast_figures(magnitudes, format, scale),
                              expected = by_casting(numbers, format, scale);
            EXPECT_EQ(told.flushed, expected.flushed);
            EXPECT_EQ(told.subnormal, expected.subnormal);
            EXPECT_EQ(told.overflow, expected.overflow);
            EXPECT_NEAR(told.norm_lost, expected.norm_lost, 1e-9);
        }
}

TEST(Magnitudes, ANormNeitherVanishesNorOverflowsOnItsWay) {
    Magnitudes small, large;
    small.add(std::vector<double>{3e-300, 4e-300, 5e-324});
    large.add(std::vector<double>{3e300, -4e300});
    EXPECT_NEAR(small.norm() / 5e-300, 1, 1e-12);
    EXPECT_NEAR(large.norm() / 5e300, 1, 1e-12);
    EXPECT_EQ(small.smallest, 5e-324);
    EXPECT_EQ(small.largest, 4e-300);
    EXPECT_EQ(Magnitudes{}.norm(), 0);
}

TEST(BestScale, IsTheMiddleOfThoseThatLoseLeast) {
    const auto of = [](std::vector<double> numbers) {
        Magnitudes magnitudes;
        magnitudes.add(numbers);
        return magnitudes;
    };
    // FP16 ends at 2^15: two bits above 2^-3 are left by 2^16. 2^-30 survives from 2^6 on (it would be 2^-24).
    const BestScale gradients = best_scale(of({0x1p-3, 0x1p-30}), fp16);
    EXPECT_EQ(gradients.low, 6);
    EXPECT_EQ(gradients.high, 16);
    EXPECT_EQ(gradients.exponent, 11);
    EXPECT_EQ(gradients.norm_lost, 0);
    const BestScale weights = best_scale(of({0.1, 0.01}), fp16);
    EXPECT_EQ(weights.exponent, 0) << "none is needed";
    EXPECT_LE(weights.low, 0);
    const BestScale wide = best_scale(of({0x1p0, 0x1p-37, 0x1p-40}), fp16);  // nothing keeps all
    EXPECT_EQ(wide.exponent, wide.high);
    EXPECT_EQ(wide.high, 13);
    EXPECT_GT(wide.norm_lost, 0);
    const BestScale large = best_scale(of({0x1p17}), fp16);
    EXPECT_EQ(large.exponent, -4);
    EXPECT_TRUE(large.fits);
    EXPECT_FALSE(best_scale(of({0x1p60}), fp16).fits);
    EXPECT_EQ(best_scale(of({0}), fp16).exponent, 0);
}

}  // namespace
}  // namespace mantissa
