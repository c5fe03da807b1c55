// SPDX-License-Identifier: Apache-2.0
// Rounding and counting of a device against the scalar oracle: every format, special values, every length of a loop's
// tail, in place; every float nightly.
// Included once by each device's test, after the header that says what KernelTest is.
#pragma once

#include <array>

#include "tests/engine/backend/product_testing.h"

namespace mantissa {
namespace {

class Casting : public KernelTest {};

const FloatFormat formats[] = {fp32,   tf32,   fp16,    bf16,    {5, 2}, {4, 3}, {2, 1},
                               {3, 2}, {6, 9}, {7, 22}, {5, 23}, {8, 1}, {8, 22}};

TEST_F(Casting, EveryFormatRoundsAsTheOracle) {
    for (const FloatFormat& format : formats)
        for (const Rounding rounding : {Rounding::nearest_even, Rounding::nearest_away, Rounding::stochastic})
            for (const int range : {0, 1}) {
                Array x = range == 0 ? spread({40000}, 1, -140, 127)
                                     : spread({40000}, 2, format.min_subnormal_exponent() - 3,
                                              std::min(format.max_exponent() + 2, 127));
                // every tie of the grid as well: a number with one bit more
                for (std::int64_t i = 1; i < x.size(); i += 4)
                    x[i] = round_to(x[i], {8, std::min(23, format.fraction_bits + 1)});
                sprinkle_specials(x);
                Array y({40000}), ry({40000});
                Cast cast = cast_to(format), rcast = cast_to(format);
                cast.rounding = rcast.rounding = rounding;
                cast.random = rcast.random = {9, RandomUse::stochastic_rounding, 4, 5};
                FlushCounts counts, rcounts;
                cast.counts = &counts;
                rcast.counts = &rcounts;
                const std::string what = name_of(format) + " rounding " + std::to_string(static_cast<int>(rounding));
                reference().round_copy(x.view(), ry.view(), rcast);
                tested().round_copy(x.view(), y.view(), cast);
                expect_same_bits(y, ry, what);
                expect_same_counts(counts, rcounts, what);

                MagnitudeHistogram histogram, rhistogram;
                cast.histogram = &histogram;
                rcast.histogram = &rhistogram;
                reference().round_copy(x.view(), ry.view(), rcast);
                Array monitored({40000});
                tested().round_copy(x.view(), monitored.view(), cast);
                expect_same_bits(monitored, ry, what + " monitored");
                expect_same_counts(counts, rcounts, what + " monitored");
                // norms of infinite sums are NaN in neither: only finite numbers are summed, in double
                expect_same_histogram(histogram, rhistogram, what);
            }
}

TEST_F(Casting, EveryLengthAndInPlace) {
    std::vector<std::int64_t> lengths = {4095, 4096, 4097, 8192, 16383, 16384, 16385, 32769, 100003};
    for (std::int64_t n = 1; n <= 70; ++n) lengths.push_back(n);
    struct Range {
        FloatFormat format;
        double low, high;
    };
    // without numbers at the ends of the format, and with them
    for (const Range& range :
         {Range{fp16, -30, 15.9}, Range{fp16, -30, 17}, Range{bf16, -30, 17}, Range{bf16, -134.02, 128}})
        for (const std::int64_t n : lengths) {
            const Array x = spread({n}, 3, range.low, range.high);
            Array y({n}), ry({n}), in_place = x, single_y({n});
            FlushCounts counts, rcounts, in_place_counts, single_counts;
            reference().round_copy(x.view(), ry.view(), cast_to(range.format, &rcounts));
            tested().round_copy(x.view(), y.view(), cast_to(range.format, &counts));
            tested().round_copy(in_place.view(), in_place.view(), cast_to(range.format, &in_place_counts));
            single().round_copy(x.view(), single_y.view(), cast_to(range.format, &single_counts));
            const std::string what = std::to_string(n) + " elements in " + name_of(range.format);
            expect_same_bits(y, ry, what);
            expect_same_bits(in_place, ry, what + " in place");
            expect_same_bits(single_y, ry, what + " on one thread");
            for (const FlushCounts& c : {counts, in_place_counts, single_counts}) expect_same_counts(c, rcounts, what);
        }
}

TEST_F(Casting, OneNumberAtTheEndOfTheFormatIsCastAndCountedAlone) {
    for (const FloatFormat& format : {fp16, bf16}) {
        const auto most = static_cast<float>(format.max_finite());
        const auto overflows = static_cast<float>(format.overflow_threshold());
        for (const float odd :
             {most, std::nextafter(most, std::numeric_limits<float>::infinity()), std::nextafter(overflows, 0.0f),
              overflows, std::numeric_limits<float>::infinity(), std::nanf("")}) {
            Array x = spread({3 * 1024}, 3, -30, 15);
            x[1024 + 517] = odd;
            Array y({3 * 1024}), ry(y), in_place = x;
            FlushCounts counts, rcounts, in_place_counts;
            reference().round_copy(x.view(), ry.view(), cast_to(format, &rcounts));
            tested().round_copy(x.view(), y.view(), cast_to(format, &counts));
            tested().round_copy(in_place.view(), in_place.view(), cast_to(format, &in_place_counts));
            const std::string what = std::to_string(odd) + " in " + name_of(format);
            expect_same_bits(y, ry, what);
            expect_same_bits(in_place, ry, what + " in place");
            expect_same_counts(counts, rcounts, what);
            expect_same_counts(in_place_counts, rcounts, what + " in place");
            EXPECT_EQ(rcounts.nonfinite, std::abs(odd) < overflows ? 0u : 1u) << what;
        }
    }
}

TEST_F(Casting, CountersAreAddedTo) {
    const Array x({3}, {1, 0x1p-30f, 0});
    Array y({3});
    FlushCounts counts;
    MagnitudeHistogram histogram;
    for (int i = 0; i < 3; ++i) {
        tested().round_copy(x.view(), y.view(), cast_to(fp16, &counts));
        tested().round_copy(x.view(), y.view(), cast_to(fp16, nullptr, &histogram));
    }
    EXPECT_EQ(counts.nonzero, 6u);
    EXPECT_EQ(counts.flushed, 3u);
    EXPECT_EQ(histogram.elements, 9u);
    EXPECT_EQ(histogram.zero, 3u);
    EXPECT_EQ(histogram.flushed, 3u);
}

TEST_F(Casting, GatherIsExact) {
    std::vector<std::uint8_t> images(256 * 49), labels(256);
    for (std::size_t i = 0; i < images.size(); ++i) images[i] = static_cast<std::uint8_t>(i * 37 + i / 256);
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<std::uint8_t>(255 - i);
    for (const std::size_t count : {std::size_t{1}, std::size_t{15}, std::size_t{100}}) {
        std::vector<std::uint32_t> indices(count);
        for (std::size_t i = 0; i < count; ++i) indices[i] = static_cast<std::uint32_t>(i * 101 % 256);
        for (const FloatFormat& format : {fp32, fp16, bf16, FloatFormat{5, 2}}) {
            Array x({static_cast<std::int64_t>(count), 49}), rx(x);
            tested().gather_images(images.data(), indices, x.view(), cast_to(format));
            reference().gather_images(images.data(), indices, rx.view(), cast_to(format));
            expect_same_bits(x, rx, name_of(format));
        }
        Cast away = cast_to(tf32);  // as TF32 takes its images
        away.rounding = Rounding::nearest_away;
        Array x({static_cast<std::int64_t>(count), 49}), rx(x);
        tested().gather_images(images.data(), indices, x.view(), away);
        reference().gather_images(images.data(), indices, rx.view(), away);
        expect_same_bits(x, rx, "TF32, ties away");
        Integers chosen{std::vector<std::int32_t>(count, -1)}, rchosen = chosen;
        tested().gather_labels(labels.data(), indices, chosen.view());
        reference().gather_labels(labels.data(), indices, rchosen.view());
        EXPECT_EQ(chosen.values, rchosen.values);
    }
}

TEST_F(Casting, NightlyEveryFloatInEveryMode) {
    constexpr std::uint64_t all = std::uint64_t{1} << 32, chunk = std::uint64_t{1} << 20;
    Array x({chunk}), y({chunk});
    for (std::uint64_t begin = 0; begin < all; begin += chunk) {
        for (std::uint64_t i = 0; i < chunk; ++i)
            x.values()[i] = std::bit_cast<float>(static_cast<std::uint32_t>(begin + i));
        for (const ModeCase& mode : mode_cases()) {
            Cast cast = cast_to(mode.operand);
            cast.rounding = mode.operand_rounding;
            tested().round_copy(x.view(), y.view(), cast);
            for (std::uint64_t i = 0; i < chunk; ++i) {
                const float expected = round_to(x.values()[i], mode.operand, mode.operand_rounding);
                if (std::isnan(expected)) continue;
                ASSERT_EQ(std::bit_cast<std::uint32_t>(y.values()[i]), std::bit_cast<std::uint32_t>(expected))
                    << mode.name << " of " << x.values()[i];
            }
        }
    }
}

}  // namespace
}  // namespace mantissa
