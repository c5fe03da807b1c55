// SPDX-License-Identifier: Apache-2.0
// Pooling, activation functions, the shadow's comparison and softmax of a device against the oracle.
// Included once by each device's test, after the header that says what KernelTest is.
#pragma once

#include <cmath>

#include "tests/engine/backend/product_testing.h"

namespace mantissa {
namespace {

const float infinity = std::numeric_limits<float>::infinity(), not_a_number = std::numeric_limits<float>::quiet_NaN();

class Pool : public KernelTest {};

TEST_F(Pool, IsTheReferencesToTheBit) {
    struct Case {
        PoolGeometry g;
        std::int64_t images;
    };
    for (const Case& c :
         {Case{{2, 2, 1}, 1}, Case{{3, 3, 1}, 1}, Case{{5, 7, 3}, 2}, Case{{28, 28, 32}, 3}, Case{{14, 15, 17}, 2},
          Case{{7, 6, 65}, 4}, Case{{1, 4, 2}, 2}, Case{{6, 4, 8}, 2}, Case{{5, 4, 24}, 2}})
        for (const bool specials : {false, true}) {
            const Shape in{c.images, c.g.height, c.g.width, c.g.channels};
            const Shape out{c.images, c.g.height / 2, c.g.width / 2, c.g.channels};
            Array x = integers(in, 1, 2);  // few values: many ties
            if (specials) sprinkle_specials(x);
            Array y(out), ry(out), dx(in), rdx(in);
            Bytes index(out), rindex(out);
            tested().maxpool_forward(c.g, x.view(), y.view(), index.view(), {});
            reference().maxpool_forward(c.g, x.view(), ry.view(), rindex.view(), {});
            const std::string what = text_of(in);
            expect_same_bits(y, ry, what);
            EXPECT_EQ(index.values, rindex.values) << what;
            Array without_index(out);
            tested().maxpool_forward(c.g, x.view(), without_index.view(), {}, {});
            expect_same_bits(without_index, ry, what + " without index");

            // the same of ReLU's result, which is a pass of its own or none; x is seen and not changed
            Array relu(in);
            const Array before = x;
            std::uint64_t nonfinite = 1, rnonfinite = 1;
            Bytes relu_index(out);
            tested().activation_forward(ActivationKind::relu, x.view(), relu.view(), {});
            reference().maxpool_forward(c.g, relu.view(), ry.view(), rindex.view(), {false, &rnonfinite});
            reference().maxpool_forward(c.g, x.view(), y.view(), relu_index.view(), {true});
            expect_same_bits(y, ry, what + " of ReLU, reference");
            EXPECT_EQ(relu_index.values, rindex.values) << what;
            tested().maxpool_forward(c.g, x.view(), y.view(), relu_index.view(), {true, &nonfinite});
            expect_same_bits(y, ry, what + " of ReLU");
            expect_same_bits(x, before, what);
            EXPECT_EQ(relu_index.values, rindex.values) << what;
            tested().maxpool_forward(c.g, x.view(), without_index.view(), {}, {true});
            expect_same_bits(without_index, ry, what + " of ReLU without index");
            tested().maxpool_forward(c.g, x.view(), without_index.view(), {}, {false, &nonfinite});
            std::uint64_t in_windows = 0;
            for (std::int64_t i = 0; i < x.size(); ++i) {
                const std::int64_t pixel = i / c.g.channels, column = pixel % c.g.width,
                                   row = pixel / c.g.width % c.g.height;
                if (row < c.g.height / 2 * 2 && column < c.g.width / 2 * 2 && !std::isfinite(x[i])) ++in_windows;
            }
            EXPECT_EQ(nonfinite, 1 + 2 * in_windows) << what << ": added to, with ReLU and without";
            EXPECT_LE(rnonfinite, 1 + in_windows) << what << ": ReLU makes -inf finite";
            Array dy = uniform(out, 2);
            if (specials) sprinkle_specials(dy);
            tested().maxpool_backward(c.g, dy.view(), index.view(), dx.view());
            reference().maxpool_backward(c.g, dy.view(), index.view(), rdx.view());
            expect_same_bits(dx, rdx, what + " backward");
        }
}

class Activation : public KernelTest {};

TEST_F(Activation, ReluIsExactAndPassesNaNOn) {
    for (const std::int64_t n : {1, 5, 16, 17, 1000, 40000}) {
        Array x = spread({n}, 1, -30, 20, fp16);
        sprinkle_specials(x);
        for (float& v : x.values()) v = round_to(v, fp16);  // a layer's output is on the grid already
        Array y({n}), ry({n}), in_place = x;
        MagnitudeHistogram histogram, rhistogram;
        tested().activation_forward(ActivationKind::relu, x.view(), y.view(), cast_to(fp16));
        reference().activation_forward(ActivationKind::relu, x.view(), ry.view(), cast_to(fp16, nullptr, &rhistogram));
        expect_same_bits(y, ry, std::to_string(n));
        tested().activation_forward(ActivationKind::relu, in_place.view(), in_place.view(),
                                    cast_to(fp16, nullptr, &histogram));
        expect_same_bits(in_place, ry, std::to_string(n) + " monitored, in place");
        expect_same_histogram(histogram, rhistogram, std::to_string(n));
        if (n > 1) {
            EXPECT_TRUE(std::isnan(y[0]));
        }
    }
}

TEST_F(Activation, SmoothFunctionsWithinTheirUlps) {
    // Highway states 1 ulp for exp and 4 for tanh; the sigmoid adds a sum and a quotient of half an ulp each, and the
    // exponential of a rounded argument nothing, as the argument is exact. Below 2^-126 the quotient may be flushed.
    Array x({60001});
    for (std::int64_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(static_cast<double>(i - 30000) * 0.004);
    Array y(x.shape()), ry(x.shape()), plain(x.shape());
    for (const ActivationKind kind : {ActivationKind::sigmoid, ActivationKind::tanh}) {
        const double ulps = kind == ActivationKind::tanh ? 4 : 2.5;
        tested().activation_forward(kind, x.view(), plain.view(), {});
        reference().activation_forward(kind, x.view(), ry.view(), {});
        double worst = 0;
        for (std::int64_t i = 0; i < x.size(); ++i) {
            if (std::abs(ry[i]) < 0x1p-126f) {
                ASSERT_LT(std::abs(plain[i]), 0x1p-125f) << x[i];
                continue;
            }
            ASSERT_LE(std::abs(plain[i]), 1.0f) << x[i];
            worst = std::max(worst, std::abs(static_cast<double>(plain[i]) - ry[i]) / ulp(ry[i], fp32));
        }
        EXPECT_LE(worst, ulps);
        for (const ModeCase& mode : mode_cases()) {
            FlushCounts counts, rcounts;
            MagnitudeHistogram histogram, rhistogram;
            Array expected(x.shape()), monitored(x.shape());
            for (std::int64_t i = 0; i < x.size(); ++i)
                expected[i] =
                    store_result(plain[i], cast_to(mode.result, &rcounts, &rhistogram), static_cast<std::uint64_t>(i));
            tested().activation_forward(kind, x.view(), y.view(), cast_to(mode.result, &counts));
            expect_same_bits(y, expected, mode.name);
            expect_same_counts(counts, rcounts, mode.name);
            tested().activation_forward(kind, x.view(), monitored.view(), cast_to(mode.result, nullptr, &histogram));
            expect_same_bits(monitored, expected, mode.name + " monitored");
            expect_same_histogram(histogram, rhistogram, mode.name);
        }
    }
}

TEST_F(Activation, EndsOfTheRange) {
    const Array x(
        {12}, {infinity, -infinity, not_a_number, 0, -0.0f, 1e30f, -1e30f, 88.8f, -88.8f, -103.0f, -104.0f, 1e-40f});
    for (const ActivationKind kind : {ActivationKind::sigmoid, ActivationKind::tanh}) {
        Array y({12}), ry({12});
        tested().activation_forward(kind, x.view(), y.view(), {});
        reference().activation_forward(kind, x.view(), ry.view(), {});
        for (std::int64_t i = 0; i < 12; ++i) {
            if (std::isnan(ry[i])) {
                EXPECT_TRUE(std::isnan(y[i])) << x[i];
                continue;
            }
            EXPECT_NEAR(y[i], ry[i], std::max(0x1p-125, 4 * ulp(ry[i], fp32))) << x[i];
            if (std::abs(ry[i]) == 1.0f) {
                EXPECT_EQ(y[i], ry[i]) << "saturated values are exact, or 1 - y² would not be 0";
            }
        }
    }
}

TEST_F(Activation, CountsArgumentsThatAreNotFiniteAndChangesNothing) {
    for (const std::int64_t n : {1, 7, 16, 33, 1000, 70001})
        for (const ActivationKind kind : {ActivationKind::relu, ActivationKind::sigmoid, ActivationKind::tanh})
            for (const bool specials : {false, true}) {
                Array x = spread({n}, 3, -20, 100, fp32);
                if (specials) {
                    sprinkle_specials(x);
                    x[n - 1] = -infinity;  // ReLU, sigmoid and tanh all make it finite
                }
                const std::string what = std::to_string(n) + (specials ? " specials" : "");
                Array plain({n}), ry({n}), in_place = x;
                Cast watch;
                std::uint64_t counted = 1, expected = 1, again = 1;  // they add
                watch.nonfinite_arguments = &expected;
                reference().activation_forward(kind, x.view(), ry.view(), watch);
                EXPECT_EQ(expected > 1, specials) << what;
                tested().activation_forward(kind, x.view(), plain.view(), {});
                watch.nonfinite_arguments = &counted;
                tested().activation_forward(kind, in_place.view(), in_place.view(), watch);
                expect_same_bits(in_place, plain, what);
                EXPECT_EQ(counted, expected) << what;
                MagnitudeHistogram histogram;
                watch = cast_to(fp32, nullptr, &histogram);
                watch.nonfinite_arguments = &again;
                Array monitored = x;
                tested().activation_forward(kind, monitored.view(), monitored.view(), watch);
                expect_same_bits(monitored, plain, what + " monitored");
                EXPECT_EQ(again, expected) << what << " monitored";
            }
}

TEST_F(Activation, TheSigmoidsDerivativeStepwiseIsPyTorchs) {
    // torch.ops.aten.sigmoid_backward(dy, y) of PyTorch 2.15 in FP16 on a processor, which rounds 1 - y and dy * (1 -
    // y) to FP16; in FP32 and rounded once, five of the sixteen differ. Its tanh_backward rounds once.
    const std::vector<std::uint32_t> dy = {0x9647, 0x1f5f, 0xa401, 0x15dc, 0x22cf, 0x9de0, 0x2826, 0xa816,
                                           0x943c, 0x9e44, 0x1d17, 0x9c8f, 0x24ad, 0x1c2f, 0x21e1, 0x2043};
    const std::vector<std::uint32_t> y = {0x397e, 0x3b8a, 0x31a2, 0x1f2b, 0x3bab, 0x3a9e, 0x360a, 0x3851,
                                          0x3ac1, 0x3bfe, 0x3bf9, 0x26e7, 0x3b9e, 0x3a64, 0x3bff, 0x3644};
    const std::vector<std::uint32_t> expected = {0x8d67, 0x0e68, 0x98a6, 0x00a7, 0x1055, 0x92b8, 0x1fcc, 0xa010,
                                                 0x8875, 0x8064, 0x011c, 0x87a8, 0x12d1, 0x1161, 0x005e, 0x1810};
    const Shape shape{16};
    Array gradient(shape), output(shape), bits(shape);
    for (std::int64_t i = 0; i < 16; ++i) {
        const auto at = static_cast<std::size_t>(i);
        gradient[i] = decode(dy[at], fp16);
        output[i] = decode(y[at], fp16);
        bits[i] = decode(expected[at], fp16);
    }
    Cast cast;
    cast.format = fp16;
    cast.stepwise = true;
    for (Kernels* kernels : {&tested(), &single(), &reference()}) {
        Array result(shape);
        kernels->activation_backward(ActivationKind::sigmoid, output.view(), gradient.view(), result.view(), cast);
        expect_same_bits(result, bits, "stepwise");
    }
    cast.stepwise = false;
    Array once(shape);
    tested().activation_backward(ActivationKind::sigmoid, output.view(), gradient.view(), once.view(), cast);
    int differ = 0;
    for (std::int64_t i = 0; i < 16; ++i) differ += once[i] != bits[i] ? 1 : 0;
    EXPECT_EQ(differ, 5);
}

TEST_F(Activation, BackwardIsTheReferencesToTheBit) {
    for (const ActivationKind kind : {ActivationKind::relu, ActivationKind::sigmoid, ActivationKind::tanh})
        for (const ModeCase& mode : mode_cases())
            for (const std::int64_t n : {1, 17, 1000, 50001}) {
                Array y = uniform({n}, 2, 1, mode.result);
                const double low = std::max(-40, mode.result.min_subnormal_exponent() - 4);
                Array dy = spread({n}, 3, low, low + 12, mode.result);
                if (n == 1000) {
                    sprinkle_specials(y);
                    sprinkle_specials(dy);
                }
                FlushCounts counts, rcounts, single_counts;
                MagnitudeHistogram histogram, rhistogram;
                Array rdx({n}), single_dx({n}), monitored = dy;
                reference().activation_backward(kind, y.view(), dy.view(), rdx.view(),
                                                cast_to(mode.result, &rcounts, &rhistogram));
                single().activation_backward(kind, y.view(), dy.view(), single_dx.view(),
                                             cast_to(mode.result, &single_counts));
                tested().activation_backward(kind, y.view(), monitored.view(), monitored.view(),
                                             cast_to(mode.result, nullptr, &histogram));
                tested().activation_backward(kind, y.view(), dy.view(), dy.view(),
                                             cast_to(mode.result, &counts));  // in place
                const std::string what = mode.name + " " + std::to_string(n);
                expect_same_bits(dy, rdx, what);
                expect_same_bits(monitored, rdx, what + " monitored");
                expect_same_bits(single_dx, rdx, what + " on one thread");
                expect_same_counts(counts, rcounts, what);
                expect_same_counts(single_counts, rcounts, what + " on one thread");
                expect_same_histogram(histogram, rhistogram, what);
            }
}

class Shadow : public KernelTest {};

TEST_F(Shadow, ComparesAsTheReference) {
    for (const std::int64_t n : {1, 17, 1023, 40001})
        for (const bool specials : {false, true}) {
            Array shadow = spread({n}, 8, -40, -10), run = shadow;
            for (float& x : run.values()) x = round_to(x * 64, fp16);
            if (specials) {
                sprinkle_specials(shadow);
                sprinkle_specials(run);
                std::rotate(run.values().begin(), run.values().begin() + (n > 1 ? 1 : 0), run.values().end());
            }
            StepState state;
            state.scaler.scale = 64;
            ShadowCounts a, b;
            for (int twice = 0; twice < 2; ++twice) {  // counts are added to
                tested().compare_with_shadow(run.view(), shadow.view(), &state, &a);
                reference().compare_with_shadow(run.view(), shadow.view(), &state, &b);
            }
            EXPECT_EQ(a.nonzero, b.nonzero) << n;
            EXPECT_EQ(a.starved, b.starved) << n;
            const double slack = static_cast<double>(n) * 0x1p-52;
            EXPECT_NEAR(a.norm_squared, b.norm_squared, slack * b.norm_squared);
            EXPECT_NEAR(a.lost_squared, b.lost_squared, slack * b.lost_squared);
            EXPECT_NEAR(a.run_squared, b.run_squared, slack * b.run_squared);
            EXPECT_NEAR(a.dot, b.dot, slack * std::sqrt(b.norm_squared) * std::sqrt(b.run_squared));
            EXPECT_NEAR(a.error_squared, b.error_squared, slack * b.error_squared);
        }
}

class Softmax : public KernelTest {
  protected:
    struct Result {
        Array d;
        LossSums sums;
        FlushCounts counts;
    };
    static Result run(Kernels& kernels, const Array& logits, const Integers& labels, const ReductionPolicy& policy,
                      const FloatFormat& format, float scale) {
        Result r{Array(logits.shape()), {}, {}};
        StepState state;
        state.scaler.scale = scale;
        kernels.softmax_loss(logits.view(), labels.view(), policy, &state, r.d.view(), cast_to(format, &r.counts),
                             &r.sums);
        return r;
    }
    static Integers labels_for(std::int64_t rows, std::int64_t classes) {
        Integers labels;
        for (std::int64_t i = 0; i < rows; ++i) labels.values.push_back(static_cast<std::int32_t>(i * 7 % classes));
        return labels;
    }
};

TEST_F(Softmax, Fp32WithinItsBound) {
    for (const auto& [rows, classes] : {std::pair{1, 2}, {3, 10}, {65, 10}, {256, 10}, {17, 256}})
        for (const double range : {0.1, 5.0, 80.0})
            for (const ModeCase& mode : mode_cases()) {
                const Array logits = uniform({rows, classes}, 1, range, mode.result);
                const Integers labels = labels_for(rows, classes);
                const float scale = 1024;
                const Result plain = run(tested(), logits, labels, {}, fp32, scale),
                             r = run(reference(), logits, labels, {}, fp32, scale);
                // Each probability: the argument x - max is rounded (|x - max|·2^-24 of relative error through exp),
                // exp is within an ulp, the sum of the classes within classes·2^-24, the quotient half an ulp.
                const double relative = (2 * 2 * range + classes + 6) * 0x1p-24;
                const double factor = static_cast<double>(scale) / rows;
                for (std::int64_t i = 0; i < logits.size(); ++i) {
                    const double p =
                        r.d[i] / factor + (i % classes == labels.values[static_cast<std::size_t>(i / classes)] ? 1 : 0);
                    ASSERT_NEAR(plain.d[i], r.d[i], factor * (p * relative + 0x1p-22)) << mode.name << " " << i;
                }
                EXPECT_EQ(plain.sums.images, r.sums.images);
                EXPECT_EQ(plain.sums.correct, r.sums.correct);
                EXPECT_NEAR(plain.sums.loss, r.sums.loss, rows * (relative + 0x1p-23 * (2 * range + 6)));
                const Result cast = run(tested(), logits, labels, {}, mode.result, scale);
                FlushCounts counts;
                for (std::int64_t i = 0; i < logits.size(); ++i)
                    ASSERT_EQ(cast.d[i], store_result(plain.d[i], cast_to(mode.result, &counts), 0)) << mode.name;
                expect_same_counts(cast.counts, counts, mode.name);
            }
}

TEST_F(Softmax, SixteenBitReductions) {
    for (const FloatFormat& format : {fp16, bf16})
        for (const bool subtract : {true, false})
            for (const auto& [rows, classes] : {std::pair{65, 10}, {17, 100}}) {
                const Array logits =
                    uniform({rows, classes}, 2, subtract ? 9 : 4, format);  // 100·e^4 is finite in FP16
                const Integers labels = labels_for(rows, classes);
                const Result a = run(tested(), logits, labels, {format, subtract}, format, 64);
                const Result b = run(reference(), logits, labels, {format, subtract}, format, 64);
                // The same operations in the same order; they can differ only where exp or log lies within an FP32 ulp
                // of a tie of the narrow format, and then by one unit a step.
                int different = 0;
                for (std::int64_t i = 0; i < logits.size(); ++i) {
                    different += a.d[i] == b.d[i] ? 0 : 1;
                    ASSERT_NEAR(a.d[i], b.d[i], (classes + 3) * format.epsilon() * 64 / rows) << i;
                }
                EXPECT_LE(different, logits.size() / 100) << name_of(format);
                EXPECT_EQ(a.sums.correct, b.sums.correct);
                EXPECT_NEAR(a.sums.loss, b.sums.loss, rows * (classes + 3) * format.epsilon());
            }
}

TEST_F(Softmax, LogProbabilitiesIn16Bits) {
    for (const FloatFormat& format : {fp16, bf16}) {
        const Array logits = uniform({65, 10}, 2, 9, format);
        const Integers labels = labels_for(65, 10);
        ReductionPolicy policy;
        policy.loss = format;
        const Result a = run(tested(), logits, labels, policy, fp32, 64),
                     b = run(reference(), logits, labels, policy, fp32, 64),
                     wide = run(reference(), logits, labels, {}, fp32, 64);
        bool rounded = false;
        for (std::int64_t i = 0; i < logits.size(); ++i) {
            // a log-probability of at most 32 may lie on the other side of a tie, where exp moves by a unit of it
            ASSERT_NEAR(a.d[i], b.d[i], 32 * format.epsilon() * 64 / 65) << i;
            ASSERT_NEAR(wide.d[i], b.d[i], 32 * format.epsilon() * 64 / 65) << i;
            rounded = rounded || wide.d[i] != b.d[i];
        }
        EXPECT_TRUE(rounded);
        EXPECT_EQ(a.sums.correct, wide.sums.correct);
        EXPECT_NEAR(a.sums.loss, b.sums.loss, 65 * 32 * format.epsilon());
    }
}

TEST_F(Softmax, WithoutTheMaximumFp16GivesNaNAndBf16DoesNot) {
    Array logits = uniform({40, 10}, 3, 2, fp16);
    logits[7 * 10 + 4] = 11.125f;  // exp is 67,846: infinite in FP16
    Integers labels = labels_for(40, 10);
    labels.values[7] = 4;  // the row's NaN is what it predicts
    const Result narrow = run(tested(), logits, labels, {fp16, false}, fp16, 1),
                 r = run(reference(), logits, labels, {fp16, false}, fp16, 1);
    for (std::int64_t i = 0; i < logits.size(); ++i) {
        EXPECT_EQ(std::isnan(narrow.d[i]), std::isnan(r.d[i])) << i;
        EXPECT_EQ(std::isnan(narrow.d[i]), i == 74)
            << "infinity by infinity in that element, the others by infinity are 0";
    }
    EXPECT_FALSE(std::isfinite(narrow.sums.loss));
    EXPECT_EQ(narrow.sums.correct, r.sums.correct);
    const Result with_maximum = run(tested(), logits, labels, {fp16, true}, fp16, 1);
    const Result bfloat = run(tested(), logits, labels, {bf16, false}, bf16, 1);
    for (std::int64_t i = 0; i < logits.size(); ++i)
        EXPECT_TRUE(std::isfinite(with_maximum.d[i]) && std::isfinite(bfloat.d[i]));
    EXPECT_TRUE(std::isfinite(with_maximum.sums.loss) && std::isfinite(bfloat.sums.loss));
}

TEST_F(Softmax, RowsThatAreNotFinite) {
    for (const float odd : {not_a_number, infinity, -infinity}) {
        Array logits = uniform({33, 10}, 4);
        logits[5 * 10 + 3] = odd;
        const Integers labels = labels_for(33, 10);
        const Result a = run(tested(), logits, labels, {}, fp32, 1), b = run(reference(), logits, labels, {}, fp32, 1);
        for (std::int64_t i = 0; i < logits.size(); ++i) {
            EXPECT_EQ(std::isnan(a.d[i]), std::isnan(b.d[i])) << odd << " " << i;
            EXPECT_EQ(std::isnan(a.d[i]), odd != -infinity && i / 10 == 5) << "no other row is touched";
        }
        EXPECT_EQ(std::isnan(a.sums.loss), std::isnan(b.sums.loss)) << odd;
        EXPECT_EQ(a.sums.correct, b.sums.correct) << odd;
        logits[32 * 10 + 9] = infinity;
        for (Kernels* kernels : {&tested(), &reference()}) {
            std::uint64_t counted = 0;
            Cast watch;
            watch.nonfinite_arguments = &counted;
            LossSums sums;
            kernels->softmax_loss(logits.view(), labels.view(), {}, nullptr, {}, watch, &sums);
            EXPECT_EQ(counted, 2u) << odd;
        }
    }
}

TEST_F(Softmax, EvaluationAddsUpWithoutAGradient) {
    const Array logits = uniform({300, 10}, 5);
    const Integers labels = labels_for(300, 10);
    LossSums two, one, r;
    for (int i = 0; i < 2; ++i) {
        tested().softmax_loss(logits.view(), labels.view(), {}, nullptr, {}, {}, &two);
        single().softmax_loss(logits.view(), labels.view(), {}, nullptr, {}, {}, &one);
        reference().softmax_loss(logits.view(), labels.view(), {}, nullptr, {}, {}, &r);
    }
    EXPECT_EQ(two.images, 600u);
    EXPECT_EQ(two.loss, one.loss) << "rows are summed in order, whoever computed them";
    EXPECT_EQ(two.correct, one.correct);
    EXPECT_EQ(two.correct, r.correct);
}

}  // namespace
}  // namespace mantissa
