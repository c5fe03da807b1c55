// SPDX-License-Identifier: Apache-2.0
// Convolutions of a device against the oracle: every mode, odd images and channels, exact integers, blocked sums.
// Included once by each device's test, after the header that says what KernelTest is.
#pragma once

#include "tests/engine/backend/product_testing.h"

namespace mantissa {
namespace {

constexpr Accumulation wide{};

const ConvCase cases[] = {{{5, 5, 1, 3}, 1},
                          {{5, 5, 3, 5}, 2},
                          {{7, 6, 1, 1}, 3},
                          {{1, 1, 2, 3}, 2},
                          {{2, 3, 7, 17}, 1},
                          {{9, 9, 16, 32}, 2},
                          {{6, 7, 17, 3}, 2},
                          {{14, 14, 8, 16}, 1},
                          {{28, 28, 1, 4}, 1},
                          {{5, 6, 2, 3, 5, 2}, 2},
                          {{4, 4, 3, 2, 1, 0}, 2},
                          {{7, 5, 1, 6, 5, 2}, 2},
                          {{4, 5, 1, 3, 1, 0}, 2},
                          {{8, 8, 3, 4, 3, 1, 2}, 2},
                          {{7, 9, 2, 5, 3, 1, 2}, 1},
                          {{14, 14, 16, 32, 3, 1, 2}, 2},
                          {{6, 7, 4, 8, 1, 0, 2}, 2},
                          {{8, 8, 2, 4, 1, 0, 2}, 6},
                          {{6, 6, 12, 20, 1, 0, 2}, 3},
                          {{8, 6, 3, 4, 2, 0, 2}, 2},
                          {{9, 9, 1, 4, 5, 2, 2}, 2},
                          {{14, 14, 1, 6, 7, 0, 7}, 2}};

class Convolution : public KernelTest {};

TEST_F(Convolution, ForwardWithinTheBoundOfASum) {
    for (const ModeCase& mode : mode_cases())
        for (const ConvCase& c : cases) {
            const Array x = uniform(c.x(), 1, 1, mode.operand, mode.operand_rounding);
            const Array w = uniform(c.w(), 2, 0.3, mode.operand, mode.operand_rounding);
            const Array b = uniform({c.g.filters}, 3, 0.3, mode.operand, mode.operand_rounding);
            const Array mx = magnitudes(x), mw = magnitudes(w), mb = magnitudes(b);
            for (const bool bias : {true, false})
                expect_product(
                    tested(), reference(),
                    [&](Kernels& k, const Array& y, const Cast& cast) {
                        k.conv_forward(c.g, x.view(), w.view(), bias ? b.view() : Tensor{}, y.view(), wide, cast);
                    },
                    [&](Kernels& k, const Array& y, const Cast& cast) {
                        k.conv_forward(c.g, mx.view(), mw.view(), bias ? mb.view() : Tensor{}, y.view(), wide, cast);
                    },
                    c.y(), c.taps() * c.g.channels + 1, mode.result, mode.name + " forward " + c.text());
        }
}

TEST_F(Convolution, BackwardDataWithinTheBoundOfASum) {
    for (const ModeCase& mode : mode_cases())
        for (const ConvCase& c : cases) {
            const double low = std::max(-40, mode.result.min_subnormal_exponent() - 4);
            const Array dy = spread(c.y(), 4, low, low + 12, mode.operand);
            const Array w = uniform(c.w(), 5, 0.3, mode.operand, mode.operand_rounding);
            const Array mdy = magnitudes(dy), mw = magnitudes(w);
            expect_product(
                tested(), reference(),
                [&](Kernels& k, const Array& dx, const Cast& cast) {
                    k.conv_backward_data(c.g, dy.view(), w.view(), dx.view(), wide, cast);
                },
                [&](Kernels& k, const Array& dx, const Cast& cast) {
                    k.conv_backward_data(c.g, mdy.view(), mw.view(), dx.view(), wide, cast);
                },
                c.x(), c.taps() * c.g.filters, mode.result, mode.name + " backward data " + c.text());
        }
}

TEST_F(Convolution, BackwardWeightsWithinTheBoundOfASum) {
    for (const ModeCase& mode : mode_cases())
        for (const ConvCase& c : cases) {
            const double low = std::max(-40, mode.result.min_subnormal_exponent() - 4);
            const Array dy = spread(c.y(), 6, low, low + 12, mode.operand);
            const Array x = uniform(c.x(), 7, 1, mode.operand, mode.operand_rounding);
            const Array mdy = magnitudes(dy), mx = magnitudes(x);
            expect_product(
                tested(), reference(),
                [&](Kernels& k, const Array& dw, const Cast& cast) {
                    k.conv_backward_weights(c.g, dy.view(), x.view(), dw.view(), wide, cast);
                },
                [&](Kernels& k, const Array& dw, const Cast& cast) {
                    k.conv_backward_weights(c.g, mdy.view(), mx.view(), dw.view(), wide, cast);
                },
                c.w(), c.images * c.g.pixels(), mode.result, mode.name + " backward weights " + c.text());
        }
}

TEST_F(Convolution, IntegersAreExactAndBlocksAreTheReferencesToTheBit) {
    for (const ConvCase& c : cases)
        for (const Accumulation& accumulation :
             {wide, Accumulation{fp16, 16}, Accumulation{bf16, 16}, Accumulation{{5, 2}, 4}}) {
            const bool blocked = accumulation.block > 0;
            const FloatFormat format = blocked ? accumulation.format : fp32;
            const double scale = format == fp16 ? 60 : 4;
            const Array x = blocked ? uniform(c.x(), 8, scale, format) : integers(c.x(), 8, 4);
            const Array w = blocked ? uniform(c.w(), 9, scale, format) : integers(c.w(), 9, 4);
            const Array dy = blocked ? uniform(c.y(), 10, scale, format) : integers(c.y(), 10, 4);
            const Array b = integers({c.g.filters}, 11, 4);
            Array y(c.y()), ry(c.y()), dx(c.x()), rdx(c.x()), dw(c.w()), rdw(c.w());
            FlushCounts counts, rcounts;
            const auto run = [&](Kernels& k, const Array& to_y, const Array& to_dx, const Array& to_dw,
                                 FlushCounts& n) {
                k.conv_forward(c.g, x.view(), w.view(), b.view(), to_y.view(), accumulation, cast_to(format, &n));
                k.conv_backward_data(c.g, dy.view(), w.view(), to_dx.view(), accumulation, cast_to(format, &n));
                k.conv_backward_weights(c.g, dy.view(), x.view(), to_dw.view(), accumulation, cast_to(format, &n));
            };
            run(tested(), y, dx, dw, counts);
            run(reference(), ry, rdx, rdw, rcounts);
            const std::string what = name_of(format) + (blocked ? " blocked " : " ") + c.text();
            expect_same_bits(y, ry, what + " forward");
            expect_same_bits(dx, rdx, what + " backward data");
            expect_same_bits(dw, rdw, what + " backward weights");
            expect_same_counts(counts, rcounts, what);
        }
}

TEST_F(Convolution, TransposedIsTheDataGradientWithABias) {
    const ConvCase doubling[] = {{{8, 6, 3, 4, 2, 0, 2}, 2}, {{14, 14, 8, 16, 2, 0, 2}, 1}, {{7, 9, 2, 5, 3, 1, 2}, 1}};
    for (const ModeCase& mode : mode_cases())
        for (const ConvCase& c : doubling) {
            const Array x = uniform(c.y(), 21, 1, mode.operand, mode.operand_rounding);
            const Array w = uniform(c.w(), 22, 0.3, mode.operand, mode.operand_rounding),
                        b = uniform({c.g.channels}, 23);
            const Array mx = magnitudes(x), mw = magnitudes(w), mb = magnitudes(b);
            expect_product(
                tested(), reference(),
                [&](Kernels& k, const Array& y, const Cast& cast) {
                    k.conv_transposed_forward(c.g, x.view(), w.view(), b.view(), y.view(), wide, cast);
                },
                [&](Kernels& k, const Array& y, const Cast& cast) {
                    k.conv_transposed_forward(c.g, mx.view(), mw.view(), mb.view(), y.view(), wide, cast);
                },
                c.x(), c.taps() * c.g.filters + 1, mode.result, mode.name + " transposed " + c.text());
        }
    const ConvCase c = doubling[1];
    const Accumulation blocks{fp16, 16};
    const Array x = uniform(c.y(), 24, 4, fp16), w = uniform(c.w(), 25, 4, fp16),
                b = uniform({c.g.channels}, 26, 4, fp16);
    Array y(c.x()), ry(c.x());
    tested().conv_transposed_forward(c.g, x.view(), w.view(), b.view(), y.view(), blocks, cast_to(fp16));
    reference().conv_transposed_forward(c.g, x.view(), w.view(), b.view(), ry.view(), blocks, cast_to(fp16));
    expect_same_bits(y, ry, "blocked");
}

class Pixels : public KernelTest {};

TEST_F(Pixels, UpsamplingAveragesAndMeansAreTheReferences) {
    struct Case {
        PoolGeometry g;
        std::int64_t images;
    };
    for (const Case& c :
         {Case{{2, 2, 1}, 1}, Case{{3, 5, 3}, 2}, Case{{14, 14, 16}, 2}, Case{{7, 6, 65}, 3}, Case{{2, 4, 1100}, 1}})
        for (const ModeCase& mode : mode_cases()) {
            const std::int64_t h = c.g.height, w = c.g.width, n = c.images, channels = c.g.channels;
            const Shape small{n, h, w, channels}, doubled{n, 2 * h, 2 * w, channels}, pooled{n, h / 2, w / 2, channels},
                means{n, channels};
            Array x = spread(small, 1, -20, 10), large = spread(doubled, 2, -20, 10), dy = spread(pooled, 3, -20, 10);
            const Array dmean = spread(means, 4, -20, 10);
            sprinkle_specials(x);
            const auto run = [&](Kernels& k, FlushCounts& counts, MagnitudeHistogram* histogram) {
                const Cast cast = cast_to(mode.result, &counts, histogram);
                std::vector<Array> results{Array(doubled), Array(small), Array(pooled), Array(small), Array(small)};
                k.upsample_forward(c.g, x.view(), results[0].view(), cast);
                k.upsample_backward(c.g, large.view(), results[1].view(), cast);
                k.average_pool_forward(c.g, x.view(), results[2].view(), cast);
                k.average_pool_backward(c.g, dy.view(), results[3].view(), cast);
                k.mean_backward(dmean.view(), results[4].view(), cast);
                return results;
            };
            FlushCounts counts, rcounts, single_counts, again;
            MagnitudeHistogram histogram, rhistogram;
            const auto a = run(tested(), counts, nullptr), one = run(single(), single_counts, nullptr),
                       b = run(reference(), rcounts, &rhistogram), monitored = run(tested(), again, &histogram);
            const std::string what = text_of(small) + " " + mode.name;
            for (std::size_t i = 0; i < a.size(); ++i) {
                const std::string which = what + ", result " + std::to_string(i);
                expect_same_bits(a[i], b[i], which);
                expect_same_bits(one[i], b[i], which + " on one thread");
                expect_same_bits(monitored[i], b[i], which + " monitored");
            }
            expect_same_counts(counts, rcounts, what);
            expect_same_histogram(histogram, rhistogram, what);
        }
}

TEST_F(Pixels, MeansWithinTheBoundOfASum) {
    for (const Shape& shape : {Shape{1, 1, 1, 1}, Shape{3, 7, 7, 64}, Shape{2, 17, 64}, Shape{5, 300, 3}}) {
        const std::int64_t n = shape[0], channels = shape[shape.rank - 1], positions = shape.size() / (n * channels);
        const Array x = uniform(shape, 5, 2);
        Array y({n, channels}), ry({n, channels});
        tested().mean_forward(x.view(), y.view(), {}, {});
        reference().mean_forward(x.view(), ry.view(), {}, {});
        for (std::int64_t i = 0; i < y.size(); ++i)
            ASSERT_NEAR(
                y[i], ry[i],
                sum_error(positions + 2, 2.0 * static_cast<double>(positions)) / static_cast<double>(positions));
        for (const FloatFormat& format : {fp16, bf16}) {
            tested().mean_forward(x.view(), y.view(), {format}, cast_to(format));
            reference().mean_forward(x.view(), ry.view(), {format}, cast_to(format));
            expect_same_bits(y, ry, name_of(format));
        }
    }
}

TEST_F(Convolution, RepeatedRunsAreTheSameToTheBit) {
    const ConvCase c{{14, 14, 32, 64}, 9};
    const Array x = uniform(c.x(), 12), w = uniform(c.w(), 13), dy = uniform(c.y(), 14);
    Array first_y(c.y()), first_dx(c.x()), first_dw(c.w());
    for (int repeat = 0; repeat < 4; ++repeat) {
        Array y(c.y()), dx(c.x()), dw(c.w());
        tested().conv_forward(c.g, x.view(), w.view(), {}, y.view(), wide, {});
        tested().conv_backward_data(c.g, dy.view(), w.view(), dx.view(), wide, {});
        tested().conv_backward_weights(c.g, dy.view(), x.view(), dw.view(), wide, {});
        if (repeat == 0) {
            first_y = y;
            first_dx = dx;
            first_dw = dw;
        }
        expect_same_bits(y, first_y, "forward");
        expect_same_bits(dx, first_dx, "backward data");
        expect_same_bits(dw, first_dw, "backward weights");
    }
}

TEST_F(Convolution, ABiasAfterNoBiasIsUsed) {  // the same primitive serves both
    const ConvCase c{{5, 5, 3, 5}, 2};
    const Array x = integers(c.x(), 15, 3), w = integers(c.w(), 16, 3), b = integers({5}, 17, 9);
    Array none(c.y()), with(c.y()), again(c.y());
    tested().conv_forward(c.g, x.view(), w.view(), {}, none.view(), wide, {});
    tested().conv_forward(c.g, x.view(), w.view(), b.view(), with.view(), wide, {});
    tested().conv_forward(c.g, x.view(), w.view(), {}, again.view(), wide, {});
    for (std::int64_t i = 0; i < with.size(); ++i) ASSERT_EQ(with[i], none[i] + b[i % 5]);
    expect_same_bits(again, none, "without bias again");
}

}  // namespace
}  // namespace mantissa
