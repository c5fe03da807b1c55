// SPDX-License-Identifier: Apache-2.0
// Every kernel between the products with tensors stored in 16 bits: the bits and counts of the same kernel with the
// same numbers stored as FP32. Included once by each device's test, after the header that says what KernelTest is;
// KernelTest::narrow_types() are the storages that the device has.
#pragma once

#include "tests/engine/backend/narrow.h"
#include "tests/engine/backend/product_testing.h"

namespace mantissa {
namespace {

class NarrowStorage : public KernelTest {};

Cast rounding_to(const FloatFormat& format, FlushCounts* counts, MagnitudeHistogram* histogram,
                 Rounding rounding = Rounding::nearest_even) {
    Cast cast = cast_to(format, counts, histogram);
    cast.rounding = rounding;
    cast.random = {3, RandomUse::stochastic_rounding, 5, 6};
    return cast;
}

/// The same call on both kinds of storage: run(narrow storage?, cast), then the results.
template <class Run, class Results>
void expect_same(const FloatFormat& format, const Run& run, const Results& results, const std::string& what,
                 Rounding rounding = Rounding::nearest_even) {
    for (const bool watched : {false, true}) {
        FlushCounts wide_counts, narrow_counts;
        MagnitudeHistogram wide_histogram, narrow_histogram;
        run(false, rounding_to(format, &wide_counts, watched ? &wide_histogram : nullptr, rounding));
        run(true, rounding_to(format, &narrow_counts, watched ? &narrow_histogram : nullptr, rounding));
        const auto [wide, narrow] = results();
        expect_same_bits(narrow, wide, what);
        expect_same_counts(narrow_counts, wide_counts, what);
        expect_same_histogram(narrow_histogram, wide_histogram, what);
    }
}

TEST_F(NarrowStorage, CopiesFromAndToIt) {
    for (const DType type : narrow_types()) {
        const FloatFormat format = Narrow(Shape{1}, type).format();
        // beyond 2^18 a card's threads have several each, in packs of 4 where they divide
        for (const std::int64_t n : {1, 15, 16, 17, 1025, 40000, 262148, 262151})
            for (const Rounding rounding : {Rounding::nearest_even, Rounding::nearest_away, Rounding::stochastic}) {
                Array x = spread({n}, 1, -140, 127);
                sprinkle_specials(x);
                x[0] = std::bit_cast<float>(0x7F800001u);  // a NaN whose upper half alone is infinity
                Array y({n});
                Narrow narrow({n}, type);
                const std::string what = std::to_string(n) + " elements";
                expect_same(
                    format,
                    [&](bool to_narrow, const Cast& cast) {
                        tested().round_copy(x.view(), to_narrow ? narrow.view() : y.view(), cast);
                    },
                    [&] { return std::pair(y, narrow.wide()); }, what, rounding);
                EXPECT_TRUE(std::isnan(narrow.wide()[0]));
                Array back({n});
                tested().round_copy(narrow.view(), back.view(), {});
                expect_same_bits(back, narrow.wide(), what + " widened");
                Narrow again({n}, type);
                tested().round_copy(narrow.view(), again.view(), {});
                EXPECT_EQ(again.values, narrow.values) << what;
            }
    }
}

/// Ordinary numbers, and among them one that rounds to zero or infinity, or just does not.
TEST_F(NarrowStorage, OneNumberAtTheEndsOfTheFormat) {
    const std::int64_t n = 5003;
    for (const DType type : narrow_types()) {
        const FloatFormat format = Narrow(Shape{1}, type).format();
        const float largest = static_cast<float>(format.max_finite());
        const float half_gap = std::ldexp(1.0f, format.max_exponent() - format.fraction_bits - 1);
        const float least = static_cast<float>(exp2_exact(format.min_subnormal_exponent()));
        const float to_infinity = largest + half_gap, to_zero = least / 2;
        std::vector<float> ends{0.0f,
                                -0.0f,
                                to_infinity,
                                std::nextafter(to_infinity, 0.0f),
                                to_zero,
                                std::nextafter(to_zero, 1.0f),
                                std::numeric_limits<float>::denorm_min(),
                                std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN(),
                                std::bit_cast<float>(0x7F800001u),   // NaN whose upper half alone is infinity
                                std::bit_cast<float>(0x7FFFFFFFu)};  // and one that rounding makes -0
        for (const float end : ends)
            for (const std::int64_t place : {-1, 0, 31, 2047, 2048, 4999, 5002}) {
                Array x = spread({n}, 2, -9, 3);
                if (place >= 0) x[static_cast<std::size_t>(place)] = place % 2 ? -end : end;
                Array y({n});
                Narrow narrow({n}, type);
                expect_same(
                    format,
                    [&](bool to_narrow, const Cast& cast) {
                        tested().round_copy(x.view(), to_narrow ? narrow.view() : y.view(), cast);
                    },
                    [&] { return std::pair(y, narrow.wide()); }, std::to_string(end) + " at " + std::to_string(place));
                Narrow uncounted({n}, type);  // as working copies are made
                tested().round_copy(x.view(), uncounted.view(), cast_to(format));
                EXPECT_EQ(uncounted.values, narrow.values) << end << " at " << place << ", not counted";
            }
    }
}

TEST_F(NarrowStorage, RefusesNumbersThatAreNotOnItsGrid) {
    for (const DType type : narrow_types()) {
        const Array x = uniform({20}, 2);
        Narrow y({20}, type);
        MagnitudeHistogram histogram;
        for (const FloatFormat& format : {fp32, tf32, type == DType::float16 ? bf16 : fp16}) {
            EXPECT_THROW(tested().round_copy(x.view(), y.view(), cast_to(format)), std::exception) << name_of(format);
            EXPECT_THROW(tested().round_copy(x.view(), y.view(), cast_to(format, nullptr, &histogram)), std::exception);
        }
        EXPECT_NO_THROW(tested().round_copy(x.view(), y.view(), cast_to({5, 2})));
    }
}

TEST_F(NarrowStorage, ImagesAndPools) {
    for (const DType type : narrow_types()) {
        const FloatFormat format = Narrow(Shape{1}, type).format();
        const std::vector<std::uint32_t> indices{2, 0, 1, 2};
        std::vector<std::uint8_t> pixels(3 * 50);
        for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * 7 % 256);
        Array images({4, 5, 10, 1});
        Narrow narrow_images(images.shape(), type);
        for (const Rounding rounding : {Rounding::nearest_even, Rounding::stochastic}) {
            Cast cast = cast_to(format);
            cast.rounding = rounding;
            tested().gather_images(pixels.data(), indices, images.view(), cast);
            tested().gather_images(pixels.data(), indices, narrow_images.view(), cast);
            expect_same_bits(narrow_images.wide(), images, "images");
        }
        for (const PoolGeometry& g : {PoolGeometry{4, 6, 17}, PoolGeometry{5, 7, 3}, PoolGeometry{2, 2, 32},
                                      PoolGeometry{4, 4, 16}, PoolGeometry{5, 4, 24}, PoolGeometry{2, 4, 43}}) {
            Array x = spread({3, g.height, g.width, g.channels}, 3, -10, 3, format);
            x[5] = std::numeric_limits<float>::quiet_NaN();
            const RandomKey random{1, RandomUse::shuffle, 1, 2};
            const float ties[] = {-0.0f,
                                  0.0f,
                                  1.0f,
                                  -1.0f,
                                  std::numeric_limits<float>::infinity(),
                                  -2.0f,
                                  -std::numeric_limits<float>::infinity(),
                                  -std::numeric_limits<float>::quiet_NaN()};
            if (g.channels % 8 == 0)  // equal numbers in a window, of which the first wins
                for (std::int64_t i = 0; i < x.size(); ++i) x[i] = ties[random.bits(static_cast<std::uint64_t>(i)) % 8];
            const Array dy = spread({3, g.height / 2, g.width / 2, g.channels}, 4, -10, 3, format);
            Array y(dy.shape()), dx(x.shape());
            Narrow ny(dy.shape(), type), ndx(x.shape(), type);
            Bytes index(dy.shape()), narrow_index(dy.shape());
            const Narrow nx(x, type), ndy(dy, type);
            tested().maxpool_forward(g, x.view(), y.view(), index.view(), {});
            tested().maxpool_forward(g, nx.view(), ny.view(), narrow_index.view(), {});
            expect_same_bits(ny.wide(), y, "pooled");
            EXPECT_EQ(narrow_index.values, index.values);
            std::uint64_t nonfinite = 0, narrow_nonfinite = 0;
            tested().maxpool_forward(g, x.view(), y.view(), index.view(), {true, &nonfinite});
            tested().maxpool_forward(g, nx.view(), ny.view(), narrow_index.view(), {true, &narrow_nonfinite});
            expect_same_bits(ny.wide(), y, "pooled after ReLU");
            EXPECT_EQ(narrow_nonfinite, nonfinite);
            tested().maxpool_forward(g, nx.view(), ny.view(), narrow_index.view(), {true});
            expect_same_bits(ny.wide(), y, "pooled after ReLU, not counted");
            tested().maxpool_backward(g, dy.view(), index.view(), dx.view());
            tested().maxpool_backward(g, ndy.view(), index.view(), ndx.view());
            expect_same_bits(ndx.wide(), dx, "pool gradient");
            EXPECT_EQ(narrow_index.values, index.values);
        }
    }
}

TEST_F(NarrowStorage, ActivationFunctions) {
    for (const DType type : narrow_types()) {
        const FloatFormat format = Narrow(Shape{1}, type).format();
        for (const ActivationKind kind : {ActivationKind::relu, ActivationKind::sigmoid, ActivationKind::tanh})
            for (const std::int64_t n : {1, 17, 1025, 30000}) {
                Array x = spread({n}, 5, -30, 6, format);
                sprinkle_specials(x);
                for (float& value : x.values()) value = round_to(value, format);
                Array out = uniform({n}, 6, 1, format), dy = spread({n}, 7, -60, 4, format);
                if (kind == ActivationKind::relu) {  // in all pairs
                    const RandomKey random{1, RandomUse::shuffle, 3, 4};
                    const float odd[] = {0.0f,
                                         -0.0f,
                                         std::numeric_limits<float>::infinity(),
                                         -std::numeric_limits<float>::infinity(),
                                         0x1p-130f,
                                         -0x1p-130f,
                                         std::numeric_limits<float>::quiet_NaN(),
                                         -std::numeric_limits<float>::quiet_NaN()};
                    for (std::int64_t i = 0; i < n; i += 3) {
                        out[i] = round_to(odd[random.bits(static_cast<std::uint64_t>(i)) % 8], format);
                        dy[i] = round_to(odd[random.bits(static_cast<std::uint64_t>(n + i)) % 8], format);
                    }
                }
                const Narrow nx(x, type), nout(out, type), ndy(dy, type);
                Array y({n}), dx({n});
                Narrow ny({n}, type), ndx({n}, type);
                const std::string what =
                    std::to_string(static_cast<int>(kind)) + ", " + std::to_string(n) + " elements";
                expect_same(
                    format,
                    [&](bool narrow, const Cast& cast) {
                        if (narrow)
                            tested().activation_forward(kind, nx.view(), ny.view(), cast);
                        else
                            tested().activation_forward(kind, x.view(), y.view(), cast);
                    },
                    [&] { return std::pair(y, ny.wide()); }, "forward " + what);
                expect_same(
                    format,
                    [&](bool narrow, const Cast& cast) {
                        if (narrow)
                            tested().activation_backward(kind, nout.view(), ndy.view(), ndx.view(), cast);
                        else
                            tested().activation_backward(kind, out.view(), dy.view(), dx.view(), cast);
                    },
                    [&] { return std::pair(dx, ndx.wide()); }, "backward " + what);
                // in place, and ReLU without a count, as a step runs it
                Narrow in_place = nx;
                tested().activation_forward(kind, in_place.view(), in_place.view(), cast_to(format));
                expect_same_bits(in_place.wide(), y, "in place " + what);
            }
    }
}

TEST_F(NarrowStorage, LossAndBiasSums) {
    for (const DType type : narrow_types()) {
        const FloatFormat format = Narrow(Shape{1}, type).format();
        for (const Shape& shape : {Shape{1, 3}, Shape{64, 10}, Shape{130, 17}}) {
            const Array logits = uniform(shape, 8, 4, format);
            const Narrow narrow(logits, type);
            Integers labels;
            for (std::int64_t r = 0; r < shape[0]; ++r)
                labels.values.push_back(static_cast<std::int32_t>(r % shape[1]));
            StepState state;
            state.scaler.scale = 8;
            Array gradient(shape);
            Narrow narrow_gradient(shape, type);
            LossSums sums, narrow_sums;
            expect_same(
                format,
                [&](bool to_narrow, const Cast& cast) {
                    if (to_narrow)
                        tested().softmax_loss(narrow.view(), labels.view(), {}, &state, narrow_gradient.view(), cast,
                                              &narrow_sums);
                    else
                        tested().softmax_loss(logits.view(), labels.view(), {}, &state, gradient.view(), cast, &sums);
                },
                [&] { return std::pair(gradient, narrow_gradient.wide()); }, "loss");
            EXPECT_EQ(narrow_sums.loss, sums.loss);
            EXPECT_EQ(narrow_sums.correct, sums.correct);
            tested().softmax_loss(narrow.view(), labels.view(), {}, &state, {}, {}, &narrow_sums);  // an evaluation
            for (const ReductionPolicy& reduction : {ReductionPolicy{}, ReductionPolicy{format, true}}) {
                Array db({shape[1]}), narrow_db({shape[1]});
                tested().bias_gradient(logits.view(), db.view(), reduction, cast_to(format));
                tested().bias_gradient(narrow.view(), narrow_db.view(), reduction, cast_to(format));
                expect_same_bits(narrow_db, db, "bias sums");
            }
        }
    }
}

TEST_F(NarrowStorage, AGradientAgainstItsShadow) {
    for (const DType type : narrow_types()) {
        const FloatFormat format = Narrow(Shape{1}, type).format();
        const Array run = spread({5000}, 9, -40, 3, format), shadow = spread({5000}, 10, -40, 3);
        const Narrow narrow(run, type);
        StepState state;
        state.scaler.scale = 4;
        ShadowCounts a, b;
        tested().compare_with_shadow(run.view(), shadow.view(), &state, &a);
        tested().compare_with_shadow(narrow.view(), shadow.view(), &state, &b);
        EXPECT_GT(a.starved, 0u);
        EXPECT_EQ(a.starved, b.starved);
        EXPECT_EQ(a.dot, b.dot);
        EXPECT_EQ(a.error_squared, b.error_squared);
    }
}

TEST_F(NarrowStorage, ProductsThatHaveNoNarrowFormAreThoseOfFp32) {  // rounded partial sums; operands of two kinds
    for (const DType type : narrow_types()) {
        const FloatFormat format = Narrow(Shape{1}, type).format();
        const std::int64_t rows = 9, in = 33, out = 17;
        const ConvGeometry g{5, 6, 3, 4};
        const Array x = uniform({rows, in}, 11, 1, format), w = uniform({out, in}, 12, 1, format),
                    dy = uniform({rows, out}, 13, 1, format);
        const Narrow nx(x, type), nw(w, type), ndy(dy, type);
        for (const bool mixed : {false, true}) {
            // The two may go by other plans, or one of them by a library: whole numbers have the same sum in any order.
            const auto numbers = [&](const Shape& shape, int seed) {
                return mixed ? integers(shape, seed, 4) : uniform(shape, seed, 1, format);
            };
            const Array cx = numbers({2, 5, 6, 3}, 14), cw = numbers({4, 3, 3, 3}, 15), cdy = numbers({2, 5, 6, 4}, 16);
            const Narrow ncx(cx, type), ncw(cw, type), ncdy(cdy, type);
            const Accumulation accumulation = mixed ? Accumulation{} : Accumulation{format, 16};
            const auto second = [&](const Array& wide, const Narrow& narrow) {
                return mixed ? wide.view() : narrow.view();
            };
            Array y({rows, out}), dx({rows, in}), dw({out, in}), ndw({out, in});
            Narrow ny(y.shape(), type), ndx(dx.shape(), type);
            tested().linear_forward(x.view(), w.view(), {}, y.view(), accumulation, cast_to(format));
            tested().linear_forward(nx.view(), second(w, nw), {}, ny.view(), accumulation, cast_to(format));
            expect_same_bits(ny.wide(), y, "forward");
            tested().linear_backward_data(dy.view(), w.view(), dx.view(), accumulation, cast_to(format));
            tested().linear_backward_data(ndy.view(), second(w, nw), ndx.view(), accumulation, cast_to(format));
            expect_same_bits(ndx.wide(), dx, "backward data");
            tested().linear_backward_weights(dy.view(), x.view(), dw.view(), accumulation, cast_to(format));
            tested().linear_backward_weights(ndy.view(), second(x, nx), ndw.view(), accumulation, cast_to(format));
            expect_same_bits(ndw, dw, "backward weights");

            Array cy(cdy.shape()), cdx(cx.shape()), cdw(cw.shape()), ncdw(cw.shape());
            Narrow ncy(cdy.shape(), type), ncdx(cx.shape(), type);
            tested().conv_forward(g, cx.view(), cw.view(), {}, cy.view(), accumulation, cast_to(format));
            tested().conv_forward(g, ncx.view(), second(cw, ncw), {}, ncy.view(), accumulation, cast_to(format));
            expect_same_bits(ncy.wide(), cy, "convolution forward");
            tested().conv_backward_data(g, cdy.view(), cw.view(), cdx.view(), accumulation, cast_to(format));
            tested().conv_backward_data(g, ncdy.view(), second(cw, ncw), ncdx.view(), accumulation, cast_to(format));
            expect_same_bits(ncdx.wide(), cdx, "convolution backward data");
            tested().conv_backward_weights(g, cdy.view(), cx.view(), cdw.view(), accumulation, cast_to(format));
            tested().conv_backward_weights(g, ncdy.view(), second(cx, ncx), ncdw.view(), accumulation, cast_to(format));
            expect_same_bits(ncdw, cdw, "convolution backward weights");
        }
    }
}

}  // namespace
}  // namespace mantissa
