// SPDX-License-Identifier: Apache-2.0
// Batched products, softmax over rows and embeddings of a device against the oracle. Included once by each device's
// test, after the header that says what KernelTest is.
#pragma once

#include <cmath>

#include "tests/engine/backend/product_testing.h"

namespace mantissa {
namespace {

class Attention : public KernelTest {};

/// Products as attention has them, of queries, keys and values in [n, tokens, 3, heads, dim].
struct AttentionCase {
    std::int64_t images, tokens, heads, dim;

    std::int64_t width() const { return heads * dim; }
    Shape packed() const { return {images, tokens, 3 * width()}; }
    Shape scores() const { return {images, heads, tokens, tokens}; }
    Shape context() const { return {images, tokens, width()}; }
    std::string text() const {
        return std::to_string(images) + "x" + std::to_string(tokens) + " tokens, " + std::to_string(heads) + "x" +
               std::to_string(dim);
    }
    MatrixBatch part(const Tensor& packed, std::int64_t which, bool transposed = false) const {
        return {packed, which * width(), tokens * 3 * width(), dim, 3 * width(), transposed};
    }
    MatrixBatch of_scores(const Tensor& t, bool transposed = false) const {
        return {t, 0, heads * tokens * tokens, tokens * tokens, tokens, transposed};
    }
    MatrixBatch of_context(const Tensor& t) const { return {t, 0, tokens * width(), dim, width(), false}; }
    BatchedSize scores_size() const { return {images, heads, tokens, tokens, dim}; }
    BatchedSize context_size() const { return {images, heads, tokens, dim, tokens}; }
};

const AttentionCase attention_cases[] = {{1, 1, 1, 1},   {2, 3, 2, 5},    {5, 17, 4, 16}, {3, 16, 2, 32},
                                         {1, 40, 3, 33}, {2, 33, 1, 100}, {70, 5, 2, 8}};

TEST_F(Attention, ProductsWithinTheBoundOfASum) {
    for (const ModeCase& mode : mode_cases())
        for (const AttentionCase& c : attention_cases) {
            const Array qkv = uniform(c.packed(), 1, 1, mode.operand, mode.operand_rounding), mqkv = magnitudes(qkv);
            const Array p = uniform(c.scores(), 2, 1, mode.operand, mode.operand_rounding), mp = magnitudes(p);
            expect_product(
                tested(), reference(),
                [&](Kernels& k, const Array& y, const Cast& cast) {
                    k.batched_product(c.scores_size(), c.part(qkv.view(), 0), c.part(qkv.view(), 1, true),
                                      c.of_scores(y.view()), {}, cast);
                },
                [&](Kernels& k, const Array& y, const Cast& cast) {
                    k.batched_product(c.scores_size(), c.part(mqkv.view(), 0), c.part(mqkv.view(), 1, true),
                                      c.of_scores(y.view()), {}, cast);
                },
                c.scores(), c.dim, mode.result, mode.name + " scores of " + c.text());
            for (const bool transposed : {false, true})
                expect_product(
                    tested(), reference(),
                    [&](Kernels& k, const Array& y, const Cast& cast) {
                        k.batched_product(c.context_size(), c.of_scores(p.view(), transposed), c.part(qkv.view(), 2),
                                          c.of_context(y.view()), {}, cast);
                    },
                    [&](Kernels& k, const Array& y, const Cast& cast) {
                        k.batched_product(c.context_size(), c.of_scores(mp.view(), transposed), c.part(mqkv.view(), 2),
                                          c.of_context(y.view()), {}, cast);
                    },
                    c.context(), c.tokens, mode.result, mode.name + " context of " + c.text());
        }
}

TEST_F(Attention, IntegersAreExactAndOnlyTheResultIsWritten) {
    for (const AttentionCase& c : attention_cases) {
        const Array qkv = integers(c.packed(), 3, 4), p = integers(c.scores(), 4, 4);
        Array s(c.scores()), rs(c.scores());
        Array d = uniform(c.packed(), 5), rd = d;  // the gradient of all three, of which a part is written at a time
        for (const auto& [k, scores, gradient] : {std::tuple(&tested(), &s, &d), std::tuple(&reference(), &rs, &rd)}) {
            k->batched_product(c.scores_size(), c.part(qkv.view(), 0), c.part(qkv.view(), 1, true),
                               c.of_scores(scores->view()), {}, {});
            k->batched_product(c.context_size(), c.of_scores(p.view(), true), c.part(qkv.view(), 0),
                               c.part(gradient->view(), 1), {}, cast_to(fp16));
        }
        expect_same_bits(s, rs, c.text() + " scores");
        expect_same_bits(d, rd, c.text() + " keys' gradient, and what lies between");
    }
}

TEST_F(Attention, BlockedSumsAreTheReferencesToTheBit) {
    for (const Accumulation& accumulation : {Accumulation{fp16, 16}, {bf16, 16}, {{5, 2}, 4}, {fp32, 3}})
        for (const AttentionCase& c : attention_cases) {
            const FloatFormat& format = accumulation.format;
            const Array qkv = uniform(c.packed(), 6, format == fp16 ? 60 : 4, format),
                        p = uniform(c.scores(), 7, 4, format);
            Array s(c.scores()), rs(c.scores()), y(c.context()), ry(c.context());
            FlushCounts counts, rcounts;
            const auto run = [&](Kernels& k, const Array& scores, const Array& context, FlushCounts& n) {
                k.batched_product(c.scores_size(), c.part(qkv.view(), 0), c.part(qkv.view(), 1, true),
                                  c.of_scores(scores.view()), accumulation, cast_to(format, &n));
                k.batched_product(c.context_size(), c.of_scores(p.view(), true), c.part(qkv.view(), 2),
                                  c.of_context(context.view()), accumulation, cast_to(format, &n));
            };
            run(tested(), s, y, counts);
            run(reference(), rs, ry, rcounts);
            const std::string what = name_of(format) + " by " + std::to_string(accumulation.block) + " " + c.text();
            expect_same_bits(s, rs, what);
            expect_same_bits(y, ry, what);
            expect_same_counts(counts, rcounts, what);
        }
}

TEST_F(Attention, LogitsBeyondFp16AreInfinite) {
    const AttentionCase c{1, 4, 1, 16};
    const Array qkv(c.packed(), std::vector<float>(static_cast<std::size_t>(c.packed().size()), 68.0f));
    Array s(c.scores());  // 16 · 68² = 73,984
    FlushCounts counts;
    tested().batched_product(c.scores_size(), c.part(qkv.view(), 0), c.part(qkv.view(), 1, true), c.of_scores(s.view()),
                             {}, cast_to(fp16, &counts));
    EXPECT_EQ(counts.nonfinite, 16u);
    EXPECT_TRUE(std::isinf(s[0]));
    tested().batched_product(c.scores_size(), c.part(qkv.view(), 0), c.part(qkv.view(), 1, true), c.of_scores(s.view()),
                             {}, cast_to(bf16));
    EXPECT_EQ(s[0], round_to(73984, bf16));
}

class RowSoftmax : public KernelTest {};

TEST_F(RowSoftmax, Fp32WithinItsBound) {
    for (const Shape& shape :
         {Shape{1, 1}, Shape{3, 2, 5, 5}, Shape{8, 4, 17, 17}, Shape{2, 1, 33, 40}, Shape{2, 1500}})
        for (const bool causal : {false, true})
            for (const double range : {1.0, 60.0}) {
                SoftmaxSettings settings;
                settings.causal = causal;
                settings.scale = 0.25f;
                const std::int64_t columns = shape[shape.rank - 1];
                const Array x = uniform(shape, 8, range), dy = uniform(shape, 9);
                Array y(shape), ry(shape), one(shape), dx(shape), rdx(shape);
                const std::string what = text_of(shape) + (causal ? " causal" : "");
                tested().softmax_forward(settings, x.view(), y.view(), {});
                single().softmax_forward(settings, x.view(), one.view(), {});
                reference().softmax_forward(settings, x.view(), ry.view(), {});
                expect_same_bits(one, y, what + " on one thread");
                // as of the loss's softmax: the rounded argument, exp's ulp, the sum, the quotient
                const double relative = (2 * range * 0.25 + static_cast<double>(columns) + 6) * 0x1p-24;
                for (std::int64_t i = 0; i < y.size(); ++i)
                    ASSERT_NEAR(y[i], ry[i], ry[i] * relative + 0x1p-126) << what << " " << i;
                tested().softmax_backward(settings, ry.view(), dy.view(), dx.view(), {});
                reference().softmax_backward(settings, ry.view(), dy.view(), rdx.view(), {});
                for (std::int64_t i = 0; i < y.size(); ++i)
                    ASSERT_NEAR(dx[i], rdx[i], 0.25 * ry[i] * (static_cast<double>(columns) + 4) * 0x1p-24)
                        << what << " gradient " << i;
                Array in_place = dy;
                tested().softmax_backward(settings, ry.view(), in_place.view(), in_place.view(), {});
                expect_same_bits(in_place, dx, what + " in place");
                for (const ModeCase& mode : mode_cases()) {
                    FlushCounts counts, rcounts;
                    MagnitudeHistogram histogram, rhistogram;
                    Array expected(shape), cast(shape), monitored = x;
                    for (std::int64_t i = 0; i < y.size(); ++i)
                        expected[i] = store_result(y[i], cast_to(mode.result, &rcounts, &rhistogram),
                                                   static_cast<std::uint64_t>(i));
                    tested().softmax_forward(settings, x.view(), cast.view(), cast_to(mode.result, &counts));
                    tested().softmax_forward(settings, monitored.view(), monitored.view(),
                                             cast_to(mode.result, nullptr, &histogram));
                    expect_same_bits(cast, expected, what + " " + mode.name);
                    expect_same_bits(monitored, expected, what + " " + mode.name + " monitored, in place");
                    expect_same_counts(counts, rcounts, what + " " + mode.name);
                    expect_same_histogram(histogram, rhistogram, what + " " + mode.name);
                }
            }
}

TEST_F(RowSoftmax, SixteenBitReductions) {
    for (const FloatFormat& format : {fp16, bf16})
        for (const bool subtract : {true, false}) {
            const Shape shape{8, 2, 17, 17};
            const SoftmaxSettings settings{{format, subtract}, 0.5f, true};
            const Array x = uniform(shape, 10, 9, format), dy = uniform(shape, 11, 1, format);
            Array y(shape), ry(shape), dx(shape), rdx(shape);
            tested().softmax_forward(settings, x.view(), y.view(), {});
            reference().softmax_forward(settings, x.view(), ry.view(), {});
            int different = 0;  // where exp lies within an ulp of a tie; then by a unit a step
            for (std::int64_t i = 0; i < y.size(); ++i) {
                different += y[i] == ry[i] ? 0 : 1;
                ASSERT_NEAR(y[i], ry[i], 20 * format.epsilon()) << i;
            }
            EXPECT_LE(different, y.size() / 100) << name_of(format);
            tested().softmax_backward(settings, ry.view(), dy.view(), dx.view(), {});
            reference().softmax_backward(settings, ry.view(), dy.view(), rdx.view(), {});
            expect_same_bits(dx, rdx, name_of(format) + " gradient");
        }
}

TEST_F(RowSoftmax, WhatIsNotFiniteStaysInItsRowAndMaskedNumbersAreNotRead) {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    for (const float odd : {inf, -inf, nan})
        for (const bool causal : {false, true})
            for (const bool subtract : {true, false}) {
                Array x = uniform({1, 5, 5}, 12), y(x.shape()), ry(x.shape());
                x[1 * 5 + 1] = odd;
                x[2 * 5 + 4] = odd;  // masked where that is asked for
                SoftmaxSettings settings;
                settings.causal = causal;
                settings.reduction.subtract_maximum = subtract;
                std::uint64_t counted = 0, rcounted = 0;
                Cast watch, rwatch;
                watch.nonfinite_arguments = &counted;
                rwatch.nonfinite_arguments = &rcounted;
                tested().softmax_forward(settings, x.view(), y.view(), watch);
                reference().softmax_forward(settings, x.view(), ry.view(), rwatch);
                EXPECT_EQ(counted, causal ? 1u : 2u);
                EXPECT_EQ(rcounted, counted);
                for (std::int64_t i = 0; i < y.size(); ++i) {
                    EXPECT_EQ(std::isnan(y[i]), std::isnan(ry[i])) << odd << " " << i;
                    if (!std::isnan(ry[i])) {
                        EXPECT_NEAR(y[i], ry[i], 16 * 0x1p-24) << i;
                    }
                    if (causal && i % 5 > i / 5) {
                        EXPECT_EQ(y[i], 0.0f) << i;
                    }
                }
            }
}

TEST_F(RowSoftmax, RowsOfMinusInfinityAreNaN) {
    const Array x({1, 3}, std::vector<float>(3, -std::numeric_limits<float>::infinity()));
    for (Kernels* k : {&tested(), &reference()}) {
        Array y({1, 3});
        k->softmax_forward({}, x.view(), y.view(), {});
        for (std::int64_t i = 0; i < 3; ++i) EXPECT_TRUE(std::isnan(y[i])) << "as in PyTorch";
    }
}

class Embedding : public KernelTest {};

TEST_F(Embedding, AreTheReferences) {
    for (const auto& [words, width, rows] : {std::tuple(1, 1, 3), {256, 64, 500}, {7, 17, 40}, {3, 1500, 5}}) {
        const Array table = spread({words, width}, 13, -30, 17), dy = integers({rows, width}, 14, 100);
        Integers tokens;
        for (int r = 0; r < rows; ++r) tokens.values.push_back(r * r % (words > 1 ? words - 1 : 1));  // not all of them
        for (const ModeCase& mode : mode_cases()) {
            FlushCounts counts, rcounts;
            Array y({rows, width}), ry(y), d({words, width}), rd(d), one(d);
            tested().embedding_forward(table.view(), tokens.view(), y.view(), cast_to(mode.result, &counts));
            reference().embedding_forward(table.view(), tokens.view(), ry.view(), cast_to(mode.result, &rcounts));
            const std::string what = mode.name + " " + std::to_string(words) + " words";
            expect_same_bits(y, ry, what);
            expect_same_counts(counts, rcounts, what);
            // integers: sums of few are exact in any order
            for (const FloatFormat& format : {fp32, fp16, FloatFormat{5, 2}}) {
                tested().embedding_backward(tokens.view(), dy.view(), d.view(), {format}, cast_to(mode.result));
                single().embedding_backward(tokens.view(), dy.view(), one.view(), {format}, cast_to(mode.result));
                reference().embedding_backward(tokens.view(), dy.view(), rd.view(), {format}, cast_to(mode.result));
                expect_same_bits(d, rd, what + " gradient");
                expect_same_bits(one, rd, what + " gradient on one thread");
            }
        }
        Array d({words, width}), rd(d);
        const Array numbers = uniform({rows, width}, 15);
        tested().embedding_backward(tokens.view(), numbers.view(), d.view(), {}, {});
        reference().embedding_backward(tokens.view(), numbers.view(), rd.view(), {}, {});
        for (std::int64_t i = 0; i < d.size(); ++i) ASSERT_NEAR(d[i], rd[i], sum_error(rows, rows));
    }
}

}  // namespace
}  // namespace mantissa
