// SPDX-License-Identifier: Apache-2.0
// Sums, dropout, copies of columns, functions with a derivative by the argument, and losses of a device against the
// oracle. Included once by each device's test, after the header that says what KernelTest is.
#pragma once

#include <cmath>

#include "tests/engine/backend/product_testing.h"

namespace mantissa {
namespace {

/// Runs an operation whose arithmetic is the oracle's own, operation by operation: same bits, same counts.
using Made = std::function<void(Kernels&, const Array&, const Cast&)>;

inline void expect_the_references_bits(Kernels& tested, Kernels& single, Kernels& reference, const Made& make,
                                       const Shape& shape, const std::string& what) {
    for (const ModeCase& mode : mode_cases())
        for (const Rounding rounding : {Rounding::nearest_even, Rounding::stochastic}) {
            const auto cast = [&](FlushCounts* counts, MagnitudeHistogram* histogram) {
                Cast c = cast_to(mode.result, counts, histogram);
                c.rounding = rounding;
                c.random = {3, RandomUse::stochastic_rounding, 5, 6};
                return c;
            };
            FlushCounts counts, rcounts, single_counts;
            MagnitudeHistogram histogram, rhistogram;
            Array y(shape), ry(shape), one(shape), monitored(shape);
            make(reference, ry, cast(&rcounts, &rhistogram));
            make(tested, y, cast(&counts, nullptr));
            make(single, one, cast(&single_counts, nullptr));
            make(tested, monitored, cast(nullptr, &histogram));
            const std::string name = what + " " + mode.name;
            expect_same_bits(y, ry, name);
            expect_same_bits(one, ry, name + " on one thread");
            expect_same_bits(monitored, ry, name + " monitored");
            expect_same_counts(counts, rcounts, name);
            expect_same_counts(single_counts, rcounts, name + " on one thread");
            expect_same_histogram(histogram, rhistogram, name);
        }
}

class Operations : public KernelTest {};

TEST_F(Operations, SumsAndMultiplesAreTheReferencesToTheBit) {
    for (const std::int64_t n : {1, 17, 1000, 40001})
        for (const std::int64_t period : {n, std::int64_t{1}, n / 10 + 1}) {
            if (n % period != 0) continue;
            Array a = spread({n}, 1, -30, 17), b = spread({period}, 2, -30, 17);
            sprinkle_specials(a);
            if (period > 3) sprinkle_specials(b);
            const std::string what = std::to_string(n) + " and " + std::to_string(period);
            expect_the_references_bits(
                tested(), single(), reference(),
                [&](Kernels& k, const Array& y, const Cast& cast) { k.add(a.view(), b.view(), y.view(), cast); }, {n},
                "sum of " + what);
            expect_the_references_bits(
                tested(), single(), reference(),
                [&](Kernels& k, const Array& y, const Cast& cast) { k.scale(a.view(), 0.3f, y.view(), cast); }, {n},
                "multiple of " + what);
        }
}

TEST_F(Operations, AGradientIsAddedInPlaceInTheFormatOfTheSums) {
    for (const FloatFormat& format : {fp32, fp16, bf16}) {
        const Array first = spread({5000}, 3, -20, 2, format), second = spread({5000}, 4, -20, 2, format);
        Array sum = first;
        FlushCounts counts;
        tested().add(sum.view(), second.view(), sum.view(), cast_to(format, &counts));
        for (std::int64_t i = 0; i < sum.size(); ++i) ASSERT_EQ(sum[i], round_to(first[i] + second[i], format)) << i;
        EXPECT_GT(counts.nonzero, 4000u);
    }
}

TEST_F(Operations, DropoutIsTheReferencesToTheBit) {
    for (const std::int64_t n : {1, 5, 1000, 4099, 40001})
        for (const double probability : {0.0, 0.1, 0.5, 1.0}) {
            Array x = spread({n}, 5, -30, 10);
            if (probability < 1) sprinkle_specials(x);
            for (const bool by_device : {false, true}) {
                const std::uint32_t step = 77;
                Dropout dropout{
                    probability, {0x123456789ABCull, RandomUse::dropout, by_device ? 1u : step, 9}, nullptr};
                if (by_device) dropout.step = &step;
                Array first({n});
                tested().dropout({probability, {0x123456789ABCull, RandomUse::dropout, step, 9}, nullptr}, x.view(),
                                 first.view(), {});
                expect_the_references_bits(
                    tested(), single(), reference(),
                    [&](Kernels& k, const Array& y, const Cast& cast) { k.dropout(dropout, x.view(), y.view(), cast); },
                    {n}, std::to_string(n) + " with " + std::to_string(probability));
                Array again({n});
                tested().dropout(dropout, x.view(), again.view(), {});
                expect_same_bits(again, first, "the step in device memory is the key's");
            }
        }
}

TEST_F(Operations, DropoutKeepsAsManyAsItsProbabilitySays) {
    const std::int64_t n = 100000;
    const Array x({n}, std::vector<float>(n, 1.0f));
    Array y({n});
    tested().dropout({0.25, {1, RandomUse::dropout, 0, 0}, nullptr}, x.view(), y.view(), {});
    std::int64_t kept = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        ASSERT_TRUE(y[i] == 0 || y[i] == static_cast<float>(1 / 0.75)) << y[i];
        kept += y[i] != 0 ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(kept), 0.75 * n, 5 * std::sqrt(0.75 * 0.25 * n));  // five standard deviations
}

TEST_F(Operations, CopiesOfColumnsAreTheReferencesToTheBit) {
    struct Case {
        std::int64_t rows, columns, from_begin, from_stride, to_begin, to_stride;
    };
    for (const Case& c : {Case{1, 1, 0, 1, 0, 1},
                          {7, 5, 3, 8, 2, 11},
                          {64, 64, 0, 0, 0, 1088},
                          {300, 48, 48, 96, 0, 48},
                          {3, 2500, 1, 2600, 7, 3000},
                          {784, 16, 0, 16, 32, 48}}) {
        const std::int64_t source = c.from_begin + c.rows * c.from_stride + c.columns,
                           target = c.to_begin + c.rows * c.to_stride + c.columns;
        Array x = spread({source}, 6, -30, 17);
        sprinkle_specials(x);
        const std::string what = std::to_string(c.rows) + "x" + std::to_string(c.columns);
        for (const bool empty : {false, true})
            expect_the_references_bits(
                tested(), single(), reference(),
                [&](Kernels& k, const Array& y, const Cast& cast) {
                    std::fill_n(y.view().f32(), y.size(), 5.0f);
                    k.copy_columns(c.rows, c.columns, {empty ? Tensor{} : x.view(), c.from_begin, c.from_stride},
                                   {y.view(), c.to_begin, c.to_stride}, cast);
                },
                {target}, what + (empty ? " of nothing" : ""));
    }
}

TEST_F(Operations, ConcatenationAndItsGradient) {
    const std::int64_t pixels = 50, a_channels = 16, b_channels = 24, channels = a_channels + b_channels;
    const Array a = uniform({pixels, a_channels}, 7), b = uniform({pixels, b_channels}, 8);
    Array y({pixels, channels}), da(a.shape()), db(b.shape());
    tested().copy_columns(pixels, a_channels, {a.view(), 0, a_channels}, {y.view(), 0, channels}, {});
    tested().copy_columns(pixels, b_channels, {b.view(), 0, b_channels}, {y.view(), a_channels, channels}, {});
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const std::int64_t p = i / channels, c = i % channels;
        ASSERT_EQ(y[i], c < a_channels ? a[p * a_channels + c] : b[p * b_channels + c - a_channels]);
    }
    tested().copy_columns(pixels, a_channels, {y.view(), 0, channels}, {da.view(), 0, a_channels}, {});
    tested().copy_columns(pixels, b_channels, {y.view(), a_channels, channels}, {db.view(), 0, b_channels}, {});
    expect_same_bits(da, a, "first");
    expect_same_bits(db, b, "second");
}

TEST_F(Operations, PatchesOfImages) {
    // Side by side; as a convolution's windows, which overlap or leave some pixels out; and wider than the image.
    for (const PatchGeometry& g : {PatchGeometry{28, 28, 1, 7},
                                   {4, 6, 3, 2},
                                   {5, 5, 2, 5},
                                   {3, 2, 1, 1},
                                   {5, 7, 2, 3, 1, 1},
                                   {6, 5, 3, 3, 2, 1},
                                   {7, 6, 1, 1, 2, 0},
                                   {2, 3, 2, 7, 1, 3}}) {
        const Shape in{3, g.height, g.width, g.channels}, patches{3, g.rows() * g.columns(), g.numbers()};
        Array x = uniform(in, 9), y(patches), ry(patches);
        tested().image_patches(g, x.view(), y.view());
        reference().image_patches(g, x.view(), ry.view());
        expect_same_bits(y, ry, text_of(in));
    }
}

TEST_F(Operations, FunctionsOfTheArgumentWithinTheirUlps) {
    // A vector's exp and tanh are within 1 and 4 ulp, erf's tail within 2 of exp's and a quotient's; an argument that
    // is rounded before it is exponentiated adds |argument| · 2^-24. Where 1 + tanh cancels, what counts is the
    // absolute error of tanh, 4 · 2^-24, times |x| / 2.
    Array x({40001}), dy({40001});
    for (std::int64_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(static_cast<double>(i - 20000) * 0.001);
    std::fill_n(dy.view().f32(), dy.size(), 1.0f);
    for (const ActivationKind kind : {ActivationKind::gelu, ActivationKind::gelu_tanh, ActivationKind::silu}) {
        Array y(x.shape()), ry(x.shape()), dx(x.shape()), rdx(x.shape());
        tested().activation_forward(kind, x.view(), y.view(), {});
        reference().activation_forward(kind, x.view(), ry.view(), {});
        tested().activation_backward(kind, x.view(), dy.view(), dx.view(), {});
        reference().activation_backward(kind, x.view(), dy.view(), rdx.view(), {});
        for (std::int64_t i = 0; i < x.size(); ++i) {
            const double size = std::abs(x[i]), exponent = kind == ActivationKind::silu ? size : size * size / 2;
            const double relative = (exponent + 10) * 0x1p-24;
            const double cancelled = kind == ActivationKind::gelu_tanh ? size * 6 * 0x1p-24 : 0;
            ASSERT_NEAR(y[i], ry[i], std::abs(static_cast<double>(ry[i])) * relative + cancelled + 0x1p-126)
                << "function " << static_cast<int>(kind) << " at " << x[i];
            // both terms of the derivative, each with its error; the tangent's 4 ulp are multiplied by the slope of its
            // argument, where it is not ±1
            const double bent = std::min(size, 8.0), slope = 0.8 * (1 + 0.135 * bent * bent);
            const double terms = kind == ActivationKind::gelu_tanh
                                     ? (8 + 4 * bent * slope) * 0x1p-24
                                     : (std::abs(static_cast<double>(rdx[i])) + (1 + size) * std::exp(-exponent)) *
                                           (exponent + 12) * 0x1p-24;
            ASSERT_NEAR(dx[i], rdx[i], terms + 0x1p-126) << "derivative " << static_cast<int>(kind) << " at " << x[i];
        }
        for (const ModeCase& mode : mode_cases()) {
            FlushCounts counts, rcounts;
            MagnitudeHistogram histogram, rhistogram;
            Array expected(x.shape()), cast(x.shape()), monitored = dy;
            for (std::int64_t i = 0; i < x.size(); ++i)
                expected[i] =
                    store_result(dx[i], cast_to(mode.result, &rcounts, &rhistogram), static_cast<std::uint64_t>(i));
            tested().activation_backward(kind, x.view(), dy.view(), cast.view(), cast_to(mode.result, &counts));
            tested().activation_backward(kind, x.view(), monitored.view(), monitored.view(),
                                         cast_to(mode.result, nullptr, &histogram));
            expect_same_bits(cast, expected, mode.name);
            expect_same_bits(monitored, expected, mode.name + " monitored, in place");
            expect_same_counts(counts, rcounts, mode.name);
            expect_same_histogram(histogram, rhistogram, mode.name);
        }
    }
}

TEST_F(Operations, FunctionsOfTheArgumentAtTheEndsOfTheRange) {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const Array x({10}, {inf, -inf, nan, 0, -0.0f, 1e30f, -1e30f, 60, -60, 1e-40f});
    const Array dy({10}, std::vector<float>(10, 1.0f));
    for (const ActivationKind kind : {ActivationKind::gelu, ActivationKind::gelu_tanh, ActivationKind::silu}) {
        Array y({10}), ry({10}), dx({10}), rdx({10});
        tested().activation_forward(kind, x.view(), y.view(), {});
        reference().activation_forward(kind, x.view(), ry.view(), {});
        tested().activation_backward(kind, x.view(), dy.view(), dx.view(), {});
        reference().activation_backward(kind, x.view(), dy.view(), rdx.view(), {});
        EXPECT_EQ(ry[0], inf);
        EXPECT_TRUE(std::isnan(ry[1])) << "-inf · 0, as in PyTorch";
        for (std::int64_t i = 0; i < 10; ++i) {
            EXPECT_EQ(std::isnan(y[i]), std::isnan(ry[i])) << static_cast<int>(kind) << " of " << x[i];
            if (std::isinf(ry[i])) {
                EXPECT_EQ(y[i], ry[i]) << static_cast<int>(kind) << " of " << x[i];
            } else if (!std::isnan(ry[i])) {
                EXPECT_NEAR(y[i], ry[i], 0x1p-22 * std::abs(ry[i])) << static_cast<int>(kind) << " of " << x[i];
            }
            EXPECT_EQ(std::isnan(dx[i]), std::isnan(rdx[i])) << static_cast<int>(kind) << " derivative at " << x[i];
            if (!std::isnan(rdx[i])) {
                EXPECT_NEAR(dx[i], rdx[i], 0x1p-22) << static_cast<int>(kind) << " derivative at " << x[i];
            }
        }
    }
}

TEST_F(Operations, CrossEntropyWithSmoothingAndIgnoredRows) {
    for (const auto& [rows, classes] : {std::pair{1, 3}, {65, 10}, {784, 11}})
        for (const double smoothing : {0.0, 0.1})
            for (const bool ignores : {false, true}) {
                const Array logits = uniform({rows, classes}, 11, 4);
                Integers labels;
                for (std::int64_t r = 0; r < rows; ++r)
                    labels.values.push_back(ignores && r % 3 == 1 ? -100 : static_cast<std::int32_t>(r * 7 % classes));
                CrossEntropySettings settings;
                settings.label_smoothing = smoothing;
                if (ignores) settings.ignored_label = -100;
                StepState state;
                state.scaler.scale = 1024;
                const auto run = [&](Kernels& k, const Array& d) {
                    LossSums sums;
                    k.cross_entropy(settings, logits.view(), labels.view(), &state, d.view(), {}, &sums);
                    return sums;
                };
                Array d(logits.shape()), rd(logits.shape());
                const LossSums a = run(tested(), d), b = run(reference(), rd);
                EXPECT_EQ(a.images, b.images);
                EXPECT_EQ(a.images, static_cast<std::uint64_t>(ignores ? rows - (rows + 1) / 3 : rows));
                EXPECT_EQ(a.correct, b.correct);
                const double relative = (2 * 2 * 4 + classes + 6) * 0x1p-24;
                EXPECT_NEAR(a.loss, b.loss, rows * (relative * (1 + smoothing * classes) + 0x1p-23 * 14));
                const double factor = 1024.0 / static_cast<double>(b.images);
                for (std::int64_t i = 0; i < d.size(); ++i) {
                    ASSERT_NEAR(d[i], rd[i], factor * (relative + 0x1p-22)) << i;
                    if (labels.values[static_cast<std::size_t>(i / classes)] == -100) {
                        ASSERT_EQ(d[i], 0.0f);
                    }
                }
            }
}

TEST_F(Operations, SquaredErrorWithinItsBound) {
    for (const Shape& shape : {Shape{1, 1}, Shape{64, 1}, Shape{17, 784}, Shape{3, 2500}})
        for (const FloatFormat& format : {fp32, fp16, bf16}) {
            const Array x = uniform(shape, 12, 3, format), target = uniform(shape, 13, 3, format);
            StepState state;
            state.scaler.scale = 256;
            LossSums a, b;
            Array d(shape), rd(shape);
            tested().squared_error({format}, x.view(), target.view(), &state, d.view(), {}, &a);
            reference().squared_error({format}, x.view(), target.view(), &state, rd.view(), {}, &b);
            expect_same_bits(d, rd, text_of(shape));
            EXPECT_EQ(a.images, static_cast<std::uint64_t>(shape[0]));
            EXPECT_EQ(a.images, b.images);
            // FP32: in double everywhere. Narrow: the same operations in the same order.
            EXPECT_NEAR(a.loss, b.loss, static_cast<double>(shape.size()) * 0x1p-50 * b.loss);
        }
    Array x({2, 3}, {1, 2, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), 0, 0});
    const Array zeros({2, 3}, std::vector<float>(6, 0.0f));
    std::uint64_t nonfinite = 0;
    Cast watch;
    watch.nonfinite_arguments = &nonfinite;
    LossSums sums;
    tested().squared_error({}, x.view(), zeros.view(), nullptr, {}, watch, &sums);
    EXPECT_EQ(nonfinite, 2u);
    EXPECT_TRUE(std::isnan(sums.loss));
}

TEST_F(Operations, LabelsAndValuesOfEachElement) {
    std::vector<std::uint8_t> labels(60);
    std::vector<float> values(60);
    for (std::size_t i = 0; i < 60; ++i) {
        labels[i] = static_cast<std::uint8_t>(i);
        values[i] = static_cast<float>(i) * 0.37f;
    }
    const std::vector<std::uint32_t> indices = {3, 0, 2};
    Integers chosen{std::vector<std::int32_t>(45)};
    tested().gather_labels(labels.data(), indices, chosen.view());
    Array out({3, 15});
    tested().gather_values(values.data(), indices, out.view(), cast_to(fp16));
    for (std::size_t i = 0; i < 45; ++i) {
        EXPECT_EQ(chosen.values[i], static_cast<std::int32_t>(indices[i / 15] * 15 + i % 15));
        EXPECT_EQ(out[static_cast<std::int64_t>(i)], round_to(values[indices[i / 15] * 15 + i % 15], fp16));
    }
}

}  // namespace
}  // namespace mantissa
