// SPDX-License-Identifier: Apache-2.0
// Dense products and bias sums of a device against the oracle: every mode, odd shapes, exact integers, blocked sums.
// Included once by each device's test, after the header that says what KernelTest is.
#pragma once

#include "tests/engine/backend/product_testing.h"

namespace mantissa {
namespace {

constexpr Accumulation wide{};

struct Size {
    std::int64_t rows, in, out;
    std::string text() const { return std::to_string(rows) + "x" + std::to_string(in) + "x" + std::to_string(out); }
};

const Size sizes[] = {{1, 1, 1},     {1, 2, 3},      {2, 1, 17},    {3, 7, 2},     {7, 3, 1},
                      {17, 17, 17},  {1, 130, 65},   {65, 1, 7},    {65, 65, 3},   {2, 784, 10},
                      {130, 65, 17}, {64, 130, 130}, {33, 257, 31}, {256, 784, 64}};

class Linear : public KernelTest {};

TEST_F(Linear, ForwardWithinTheBoundOfASum) {
    for (const ModeCase& mode : mode_cases())
        for (const Size& s : sizes) {
            const Array x = uniform({s.rows, s.in}, 1, 1, mode.operand, mode.operand_rounding);
            const Array w = uniform({s.out, s.in}, 2, 0.2, mode.operand, mode.operand_rounding);
            const Array b = uniform({s.out}, 3, 0.1, mode.operand, mode.operand_rounding);
            const Array mx = magnitudes(x), mw = magnitudes(w), mb = magnitudes(b);
            for (const bool bias : {true, false})
                expect_product(
                    tested(), reference(),
                    [&](Kernels& k, const Array& y, const Cast& cast) {
                        k.linear_forward(x.view(), w.view(), bias ? b.view() : Tensor{}, y.view(), wide, cast);
                    },
                    [&](Kernels& k, const Array& y, const Cast& cast) {
                        k.linear_forward(mx.view(), mw.view(), bias ? mb.view() : Tensor{}, y.view(), wide, cast);
                    },
                    {s.rows, s.out}, s.in + 1, mode.result, mode.name + " forward " + s.text());
        }
}

TEST_F(Linear, BackwardDataWithinTheBoundOfASum) {
    for (const ModeCase& mode : mode_cases())
        for (const Size& s : sizes) {
            // gradients around the smallest numbers of the format, so that some are flushed
            const double low = std::max(-40, mode.result.min_subnormal_exponent() - 4);
            const Array dy = spread({s.rows, s.out}, 4, low, low + 12, mode.operand);
            const Array w = uniform({s.out, s.in}, 5, 0.5, mode.operand, mode.operand_rounding);
            const Array mdy = magnitudes(dy), mw = magnitudes(w);
            expect_product(
                tested(), reference(),
                [&](Kernels& k, const Array& y, const Cast& cast) {
                    k.linear_backward_data(dy.view(), w.view(), y.view(), wide, cast);
                },
                [&](Kernels& k, const Array& y, const Cast& cast) {
                    k.linear_backward_data(mdy.view(), mw.view(), y.view(), wide, cast);
                },
                {s.rows, s.in}, s.out, mode.result, mode.name + " backward data " + s.text());
        }
}

TEST_F(Linear, BackwardWeightsWithinTheBoundOfASum) {
    for (const ModeCase& mode : mode_cases())
        for (const Size& s : sizes) {
            const double low = std::max(-40, mode.result.min_subnormal_exponent() - 4);
            const Array dy = spread({s.rows, s.out}, 6, low, low + 12, mode.operand);
            const Array x = uniform({s.rows, s.in}, 7, 1, mode.operand, mode.operand_rounding);
            const Array mdy = magnitudes(dy), mx = magnitudes(x);
            expect_product(
                tested(), reference(),
                [&](Kernels& k, const Array& y, const Cast& cast) {
                    k.linear_backward_weights(dy.view(), x.view(), y.view(), wide, cast);
                },
                [&](Kernels& k, const Array& y, const Cast& cast) {
                    k.linear_backward_weights(mdy.view(), mx.view(), y.view(), wide, cast);
                },
                {s.out, s.in}, s.rows, mode.result, mode.name + " backward weights " + s.text());
        }
}

TEST_F(Linear, IntegersAreExact) {
    for (const ModeCase& mode : mode_cases())
        for (const Size& s : sizes) {
            // |a·b| ≤ 16 and at most 784 terms: below 2^14, exact in any order
            const Array x = integers({s.rows, s.in}, 8, 4), w = integers({s.out, s.in}, 9, 4),
                        b = integers({s.out}, 10, 4);
            const Array dy = integers({s.rows, s.out}, 11, 4);
            Array y({s.rows, s.out}), ry(y), dx({s.rows, s.in}), rdx(dx), dw({s.out, s.in}), rdw(dw), db({s.out}),
                rdb(db);
            const auto run = [&](Kernels& k, const Array& to_y, const Array& to_dx, const Array& to_dw,
                                 const Array& to_db) {
                k.linear_forward(x.view(), w.view(), b.view(), to_y.view(), wide, cast_to(mode.result));
                k.linear_backward_data(dy.view(), w.view(), to_dx.view(), wide, cast_to(mode.result));
                k.linear_backward_weights(dy.view(), x.view(), to_dw.view(), wide, cast_to(mode.result));
                k.bias_gradient(dy.view(), to_db.view(), {}, cast_to(mode.result));
            };
            run(tested(), y, dx, dw, db);
            run(reference(), ry, rdx, rdw, rdb);
            const std::string what = mode.name + " " + s.text();
            expect_same_bits(y, ry, what + " forward");
            expect_same_bits(dx, rdx, what + " backward data");
            expect_same_bits(dw, rdw, what + " backward weights");
            expect_same_bits(db, rdb, what + " bias");
        }
}

TEST_F(Linear, BlockedAccumulationIsTheReferencesToTheBit) {
    const Accumulation accumulations[] = {{fp16, 16}, {bf16, 16}, {{5, 2}, 4}, {{4, 3}, 16}, {fp32, 16}, {fp16, 1}};
    for (const Accumulation& accumulation : accumulations)
        for (const Size& s : sizes) {
            if (s.rows * s.in * s.out > 3000000) continue;
            const FloatFormat& format = accumulation.format;
            // large enough that partial sums of the narrow formats overflow here and there
            const double scale = format == fp16 ? 60 : 4;
            const Array x = uniform({s.rows, s.in}, 12, scale, format), w = uniform({s.out, s.in}, 13, scale, format);
            const Array b = uniform({s.out}, 14, 1, format), dy = uniform({s.rows, s.out}, 15, scale, format);
            Array y({s.rows, s.out}), ry(y), dx({s.rows, s.in}), rdx(dx), dw({s.out, s.in}), rdw(dw);
            FlushCounts counts, rcounts;
            const auto run = [&](Kernels& k, const Array& to_y, const Array& to_dx, const Array& to_dw,
                                 FlushCounts& c) {
                k.linear_forward(x.view(), w.view(), b.view(), to_y.view(), accumulation, cast_to(format, &c));
                k.linear_backward_data(dy.view(), w.view(), to_dx.view(), accumulation, cast_to(format, &c));
                k.linear_backward_weights(dy.view(), x.view(), to_dw.view(), accumulation, cast_to(format, &c));
            };
            run(tested(), y, dx, dw, counts);
            run(reference(), ry, rdx, rdw, rcounts);
            const std::string what = name_of(format) + " by " + std::to_string(accumulation.block) + " " + s.text();
            expect_same_bits(y, ry, what + " forward");
            expect_same_bits(dx, rdx, what + " backward data");
            expect_same_bits(dw, rdw, what + " backward weights");
            expect_same_counts(counts, rcounts, what);
        }
}

TEST_F(Linear, InfinityAndNaNReachTheirResultsAndNoOthers) {
    const Size s{5, 40, 6};
    for (const Accumulation& accumulation : {wide, Accumulation{fp16, 16}}) {
        Array x = uniform({s.rows, s.in}, 16), w = uniform({s.out, s.in}, 17);
        x[1 * s.in + 3] = std::numeric_limits<float>::infinity();
        x[3 * s.in + 39] = std::numeric_limits<float>::quiet_NaN();
        Array y({s.rows, s.out}), ry(y);
        tested().linear_forward(x.view(), w.view(), {}, y.view(), accumulation, cast_to(fp16));
        reference().linear_forward(x.view(), w.view(), {}, ry.view(), accumulation, cast_to(fp16));
        for (std::int64_t i = 0; i < y.size(); ++i) {
            const std::int64_t row = i / s.out;
            EXPECT_EQ(std::isfinite(y[i]), row != 1 && row != 3) << i;
            EXPECT_EQ(std::isnan(y[i]), std::isnan(ry[i])) << i;
            if (std::isinf(ry[i])) {
                EXPECT_EQ(y[i], ry[i]);
            }
        }
    }
}

TEST_F(Linear, BiasSumsWithinTheBoundOfASum) {
    const Shape shapes[] = {{1, 1},    {3, 17},    {130, 65},    {1000, 10},
                            {4097, 7}, {256, 512}, {2, 7, 5, 3}, {9, 28, 28, 32}};
    for (const ModeCase& mode : mode_cases())
        for (const Shape& shape : shapes) {
            const std::int64_t channels = shape[shape.rank - 1], rows = shape.size() / channels;
            const Array dy = spread(shape, 18, -20, -4, mode.result), mdy = magnitudes(dy);
            expect_product(
                tested(), reference(),
                [&](Kernels& k, const Array& db, const Cast& cast) { k.bias_gradient(dy.view(), db.view(), {}, cast); },
                [&](Kernels& k, const Array& db, const Cast& cast) {
                    k.bias_gradient(mdy.view(), db.view(), {}, cast);
                },
                {channels}, rows, mode.result, mode.name + " bias of " + text_of(shape));
        }
}

TEST_F(Linear, NarrowBiasSumsAreTheReferencesToTheBit) {
    for (const FloatFormat& format : {fp16, bf16, FloatFormat{5, 2}, tf32})
        for (const Shape& shape : {Shape{1, 1}, Shape{300, 17}, Shape{70, 65}, Shape{2, 7, 5, 3}}) {
            const Array dy = spread(shape, 19, -12, 14, format);
            Array db({shape[shape.rank - 1]}), rdb(db);
            FlushCounts counts, rcounts;
            tested().bias_gradient(dy.view(), db.view(), {format, true}, cast_to(format, &counts));
            reference().bias_gradient(dy.view(), rdb.view(), {format, true}, cast_to(format, &rcounts));
            expect_same_bits(db, rdb, name_of(format) + " " + text_of(shape));
            expect_same_counts(counts, rcounts, name_of(format));
        }
}

TEST_F(Linear, RepeatedRunsAreTheSameToTheBit) {
    const Size s{130, 300, 70};
    const Array x = uniform({s.rows, s.in}, 20), w = uniform({s.out, s.in}, 21), dy = uniform({s.rows, s.out}, 22);
    Array first({s.rows, s.out}), first_dw({s.out, s.in}), first_db({s.out});
    for (int repeat = 0; repeat < 5; ++repeat) {
        Array y({s.rows, s.out}), dw({s.out, s.in}), db({s.out});
        tested().linear_forward(x.view(), w.view(), {}, y.view(), wide, {});
        tested().linear_backward_weights(dy.view(), x.view(), dw.view(), wide, {});
        tested().bias_gradient(dy.view(), db.view(), {}, {});
        if (repeat == 0) {
            first = y;
            first_dw = dw;
            first_db = db;
        }
        expect_same_bits(y, first, "forward");
        expect_same_bits(dw, first_dw, "backward weights");
        expect_same_bits(db, first_db, "bias");
    }
}

}  // namespace
}  // namespace mantissa
