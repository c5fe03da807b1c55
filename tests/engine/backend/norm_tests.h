// SPDX-License-Identifier: Apache-2.0
// LayerNorm, RMSNorm and BatchNorm of a device against the oracle. Included once by each device's test, after the
// header that says what KernelTest is.
#pragma once

#include <cmath>

#include "tests/engine/backend/product_testing.h"

namespace mantissa {
namespace {

/// FP32; 16 bits rounded once a sum; 16 bits by blocks, where the order is fixed and so are the bits.
inline std::vector<NormPolicy> norm_policies() {
    return {{}, {fp16, 0}, {bf16, 0}, {fp16, 64}, {bf16, 16}, {{5, 2}, 4, 1e-5, true}};
}
inline std::string name_of(const NormPolicy& p) {
    return name_of(p.format) + " by " + std::to_string(p.block);
}
inline bool is_fixed(const NormPolicy& p) {
    return !(p.format == fp32) && p.block > 0;
}

/// Within a relative error of the largest number; in a narrow format sums of another order may round to the neighbour,
/// and then everything made of it moves by as much.
inline void expect_close(const Array& actual, const Array& exact, const NormPolicy& policy, double additions,
                         double size, const std::string& what) {
    if (is_fixed(policy)) {
        expect_same_bits(actual, exact, what);
        return;
    }
    const double unit = policy.format == fp32 ? 0x1p-24 : policy.format.epsilon();
    const double slack = policy.format == fp32 ? additions * unit * size : 8 * unit * size;
    for (std::int64_t i = 0; i < actual.size(); ++i)
        ASSERT_NEAR(actual[i], exact[i], slack) << what << ", element " << i;
}

inline double largest_of(const Array& array) {
    double largest = 0;
    for (const float x : array.values()) largest = std::max(largest, std::abs(static_cast<double>(x)));
    return largest;
}

/// The cast of what the plain call gives, with the oracle's counts.
template <class Make>
void expect_cast_of(const Array& plain, const Make& make, const std::string& what) {
    for (const ModeCase& mode : mode_cases()) {
        FlushCounts counts, rcounts;
        MagnitudeHistogram histogram, rhistogram;
        Array expected(plain.shape()), y(plain.shape()), monitored(plain.shape());
        for (std::int64_t i = 0; i < plain.size(); ++i)
            expected[i] =
                store_result(plain[i], cast_to(mode.result, &rcounts, &rhistogram), static_cast<std::uint64_t>(i));
        make(y, cast_to(mode.result, &counts));
        make(monitored, cast_to(mode.result, nullptr, &histogram));
        expect_same_bits(y, expected, what + " " + mode.name);
        expect_same_bits(monitored, expected, what + " " + mode.name + " monitored");
        expect_same_counts(counts, rcounts, what + " " + mode.name);
        expect_same_histogram(histogram, rhistogram, what + " " + mode.name);
    }
}

class Norm : public KernelTest {};

TEST_F(Norm, RowsWithinTheirBound) {
    for (const NormPolicy& policy : norm_policies())
        for (const NormSettings::Kind kind : {NormSettings::Kind::layer, NormSettings::Kind::rms})
            for (const Shape& shape : {Shape{1, 1}, Shape{3, 5}, Shape{5, 17, 64}, Shape{300, 33}, Shape{2, 2500}}) {
                const NormSettings settings{kind, policy};
                const std::int64_t width = shape[shape.rank - 1], rows = shape.size() / width;
                const FloatFormat given = policy.format == fp32 ? fp32 : policy.format;
                Array x = uniform(shape, 1, 2, given), dy = uniform(shape, 2, 1, given);
                for (float& v : x.values()) v = round_to(v + 0.5f, given);
                const Array gamma = uniform({width}, 3, 1.5), beta = uniform({width}, 4, 1);
                const std::string what =
                    name_of(policy) + (kind == NormSettings::Kind::rms ? " rms " : " layer ") + text_of(shape);
                struct Result {
                    Array y, mean, rstd, dx, dgamma;
                };
                const auto run = [&](Kernels& k) {
                    Result r{Array(shape), Array({rows}), Array({rows}), Array(shape), Array({width})};
                    const NormStatistics s{kind == NormSettings::Kind::layer ? r.mean.view() : Tensor{}, r.rstd.view()};
                    k.norm_forward(settings, x.view(), gamma.view(), beta.view(), r.y.view(), s, {});
                    return r;
                };
                Result a = run(tested()), b = run(reference()), one = run(single());
                expect_same_bits(one.y, a.y, what + " on one thread");
                // rstd: half the relative error of the variance's sum, and four roundings more
                const double size = std::max(largest_of(b.rstd), 1.0);
                if (kind == NormSettings::Kind::layer)
                    expect_close(a.mean, b.mean, policy, static_cast<double>(width) + 2, 2.5, what + " mean");
                expect_close(a.rstd, b.rstd, policy, static_cast<double>(width) + 8, size, what + " rstd");
                const double spread_of_x = 5 * largest_of(b.rstd);
                expect_close(a.y, b.y, policy, 2 * static_cast<double>(width) + 16, 1.5 * spread_of_x + 1, what);
                // the gradients of the same statistics
                for (auto* r : {&a, &b, &one}) {
                    Kernels& k = r == &b ? reference() : r == &one ? single() : tested();
                    const NormStatistics s{kind == NormSettings::Kind::layer ? b.mean.view() : Tensor{}, b.rstd.view()};
                    k.norm_backward_data(settings, x.view(), gamma.view(), s, dy.view(), r->dx.view(), {});
                    k.norm_backward_gamma(settings, x.view(), s, dy.view(), r->dgamma.view(), {});
                }
                expect_same_bits(one.dx, a.dx, what + " dx on one thread");
                expect_same_bits(one.dgamma, a.dgamma, what + " dgamma on one thread");
                const double reach = spread_of_x * 1.5;
                expect_close(a.dx, b.dx, policy, 2 * static_cast<double>(width) + 16,
                             size * (1.5 + 2 * reach * spread_of_x), what + " dx");
                double sum = 0;
                for (std::int64_t r = 0; r < rows; ++r) sum += spread_of_x;
                expect_close(a.dgamma, b.dgamma, policy, static_cast<double>(rows) + 4, sum, what + " dgamma");
                Array in_place = dy;
                const NormStatistics s{kind == NormSettings::Kind::layer ? b.mean.view() : Tensor{}, b.rstd.view()};
                tested().norm_backward_data(settings, x.view(), gamma.view(), s, in_place.view(), in_place.view(), {});
                expect_same_bits(in_place, a.dx, what + " dx in place");
                if (!(policy == NormPolicy{})) continue;
                expect_cast_of(
                    a.y,
                    [&](const Array& y, const Cast& cast) {
                        tested().norm_forward(settings, x.view(), gamma.view(), beta.view(), y.view(), {}, cast);
                    },
                    what + " y");
                expect_cast_of(
                    a.dx,
                    [&](const Array& dx, const Cast& cast) {
                        tested().norm_backward_data(settings, x.view(), gamma.view(), s, dy.view(), dx.view(), cast);
                    },
                    what + " dx");
                expect_cast_of(
                    a.dgamma,
                    [&](const Array& d, const Cast& cast) {
                        tested().norm_backward_gamma(settings, x.view(), s, dy.view(), d.view(), cast);
                    },
                    what + " dgamma");
            }
}

TEST_F(Norm, Fp16SquaresOverflowAndSilenceTheRowWithoutNaN) {
    Array x = uniform({4, 64}, 5, 1, fp16);
    for (std::int64_t i = 64; i < 128; ++i) x[i] = round_to(x[i] * 600, fp16);  // squares beyond 65504
    const Array gamma({64}, std::vector<float>(64, 1.0f)), beta({64}, std::vector<float>(64, 0.25f));
    for (const FloatFormat& format : {fp16, bf16})
        for (const int block : {0, 64}) {
            Array y(x.shape()), mean({4}), rstd({4}), dx(x.shape());
            const NormSettings settings{NormSettings::Kind::layer, {format, block}};
            tested().norm_forward(settings, x.view(), gamma.view(), beta.view(), y.view(), {mean.view(), rstd.view()},
                                  {});
            tested().norm_backward_data(settings, x.view(), gamma.view(), {mean.view(), rstd.view()}, y.view(),
                                        dx.view(), {});
            for (std::int64_t i = 0; i < y.size(); ++i) {
                ASSERT_TRUE(std::isfinite(y[i]) && std::isfinite(dx[i])) << i;
                if (format == fp16 && i / 64 == 1) {
                    ASSERT_EQ(y[i], 0.25f) << "rsqrt(inf) is 0: only beta is left";
                    ASSERT_EQ(dx[i], 0.0f);
                }
            }
            EXPECT_EQ(rstd[1] == 0, format == fp16);
        }
}

TEST_F(Norm, EpsilonAsTheFormatHoldsIt) {
    const Array x({1, 4}, {1, 1, 1, 1});  // no variance
    for (const bool on_grid : {false, true}) {
        Array y({1, 4}), mean({1}), rstd({1});
        const NormSettings settings{NormSettings::Kind::layer, {fp16, 0, 1e-8, on_grid}};
        tested().norm_forward(settings, x.view(), {}, {}, y.view(), {mean.view(), rstd.view()}, {});
        EXPECT_EQ(std::isinf(rstd[0]), on_grid) << "1e-8 is 0 in FP16";
        EXPECT_EQ(std::isnan(y[0]), on_grid);
    }
}

class BatchNorm : public KernelTest {
  protected:
    struct Result {
        Array y, mean, rstd, running_mean, running_variance, dx, dgamma, dbeta;
    };
    static Result run(Kernels& k, const BatchNormSettings& settings, const Array& x, const Array& gamma,
                      const Array& beta) {
        const Shape c = gamma.shape();
        Result r{Array(x.shape()), Array(c), Array(c), uniform(c, 21, 1), magnitudes(uniform(c, 22, 1)),
                 Array(x.shape()), Array(c), Array(c)};
        k.batch_norm_forward(settings, x.view(), gamma.view(), beta.view(), r.y.view(), {r.mean.view(), r.rstd.view()},
                             {r.running_mean.view(), r.running_variance.view()}, {});
        return r;
    }
    static void go_back(Kernels& k, const BatchNormSettings& settings, const Array& x, const Array& gamma,
                        const Result& statistics, const Array& dy, const Result& r) {
        k.batch_norm_backward(settings, x.view(), gamma.view(), {statistics.mean.view(), statistics.rstd.view()},
                              dy.view(), r.dx.view(), r.dgamma.view(), r.dbeta.view(), {}, {}, {});
    }
};

TEST_F(BatchNorm, WithinItsBound) {
    for (const NormPolicy& policy : norm_policies())
        for (const Shape& shape :
             {Shape{2, 1}, Shape{64, 7}, Shape{3, 5, 4, 16}, Shape{9, 14, 14, 24}, Shape{4, 2100}}) {
            BatchNormSettings settings;
            settings.policy = policy;
            const std::int64_t channels = shape[shape.rank - 1], rows = shape.size() / channels;
            const FloatFormat given = policy.format == fp32 ? fp32 : policy.format;
            Array x = uniform(shape, 6, 2, given), dy = uniform(shape, 7, 1, given);
            for (float& v : x.values()) v = round_to(v + 0.5f, given);
            const Array gamma = uniform({channels}, 8, 1.5), beta = uniform({channels}, 9, 1);
            const std::string what = name_of(policy) + " " + text_of(shape);
            const Result a = run(tested(), settings, x, gamma, beta), b = run(reference(), settings, x, gamma, beta),
                         one = run(single(), settings, x, gamma, beta);
            expect_same_bits(one.y, a.y, what + " on one thread");
            expect_same_bits(one.running_variance, a.running_variance, what + " on one thread");
            const auto terms = static_cast<double>(rows);
            const double size = std::max(largest_of(b.rstd), 1.0), reach = 5 * largest_of(b.rstd);
            expect_close(a.mean, b.mean, policy, terms + 2, 2.5, what + " mean");
            expect_close(a.rstd, b.rstd, policy, terms + 8, size, what + " rstd");
            expect_close(a.running_mean, b.running_mean, policy, terms + 8, 2.5, what + " running mean");
            expect_close(a.running_variance, b.running_variance, policy, terms + 8, 12.5, what + " running variance");
            expect_close(a.y, b.y, policy, 2 * terms + 16, 1.5 * reach + 1, what + " y");
            go_back(tested(), settings, x, gamma, b, dy, a);
            go_back(reference(), settings, x, gamma, b, dy, b);
            go_back(single(), settings, x, gamma, b, dy, one);
            expect_same_bits(one.dx, a.dx, what + " dx on one thread");
            expect_same_bits(one.dgamma, a.dgamma, what + " dgamma on one thread");
            expect_close(a.dx, b.dx, policy, 2 * terms + 16, 1.5 * size * (1 + 1 + reach * reach), what + " dx");
            expect_close(a.dgamma, b.dgamma, policy, terms + 4, terms * reach, what + " dgamma");
            expect_close(a.dbeta, b.dbeta, policy, terms + 4, terms, what + " dbeta");
            Array in_place = dy, without({channels}), without_too({channels});
            tested().batch_norm_backward(settings, x.view(), gamma.view(), {b.mean.view(), b.rstd.view()},
                                         in_place.view(), in_place.view(), without.view(), without_too.view(), {}, {},
                                         {});
            expect_same_bits(in_place, a.dx, what + " dx in place");
            Array y(shape), ry(shape);
            for (Kernels* k : {&tested(), &reference()})
                k->batch_norm_inference(settings, x.view(), gamma.view(), beta.view(),
                                        (k == &reference() ? ry : y).view(),
                                        {b.running_mean.view(), b.running_variance.view()}, {});
            expect_same_bits(y, ry, what + " evaluation");
            if (!(policy == NormPolicy{})) continue;
            expect_cast_of(
                a.y,
                [&](const Array& to, const Cast& cast) {
                    Array mean({channels}), rstd({channels});
                    tested().batch_norm_forward(settings, x.view(), gamma.view(), beta.view(), to.view(),
                                                {mean.view(), rstd.view()}, {}, cast);
                },
                what + " y");
            expect_cast_of(
                a.dx,
                [&](const Array& to, const Cast& cast) {
                    tested().batch_norm_backward(settings, x.view(), gamma.view(), {b.mean.view(), b.rstd.view()},
                                                 dy.view(), to.view(), without.view(), without_too.view(), cast, {},
                                                 {});
                },
                what + " dx");
        }
}

TEST_F(BatchNorm, RunningStatisticsTakeInAnInfinity) {
    const std::int64_t channels = 3;
    Array x = uniform({8, channels}, 10);
    x[4] = std::numeric_limits<float>::infinity();  // of channel 1
    const Array gamma({channels}, {1, 1, 1}), beta({channels}, {0, 0, 0});
    for (Kernels* k : {&tested(), &reference()}) {
        const Result r = run(*k, {}, x, gamma, beta);
        for (std::int64_t c = 0; c < channels; ++c) {
            EXPECT_EQ(std::isfinite(r.running_mean[c]), c != 1);
            EXPECT_EQ(std::isfinite(r.running_variance[c]), c != 1);
        }
        Array y(x.shape());
        k->batch_norm_inference({}, x.view(), gamma.view(), beta.view(), y.view(),
                                {r.running_mean.view(), r.running_variance.view()}, {});
        EXPECT_FALSE(std::isfinite(y[1])) << "an evaluation sees it, whatever x is";
        EXPECT_TRUE(std::isfinite(y[0]));
    }
}

TEST_F(BatchNorm, RunningStatisticsAreHeldInTheirFormat) {
    const std::int64_t channels = 2;
    const Array x({4, channels}, {-1000, 1, 1000, 2, -1000, 3, 1000, 4});  // unbiased variances: 4e6 / 3 and 5 / 3
    const Array gamma({channels}, {1, 1}), beta({channels}, {0, 0});
    for (Kernels* k : {&tested(), &reference()})
        for (const FloatFormat& format : {fp16, bf16}) {
            BatchNormSettings settings;
            const Result wide = run(*k, settings, x, gamma, beta);
            settings.running = format;
            const Result held = run(*k, settings, x, gamma, beta);
            for (std::int64_t c = 0; c < channels; ++c) {
                EXPECT_EQ(held.running_mean[c], round_to(wide.running_mean[c], format));
                EXPECT_EQ(held.running_variance[c], round_to(wide.running_variance[c], format));
            }
            EXPECT_EQ(std::isinf(held.running_variance[0]), format == fp16) << "a tenth of 1.3e6 is beyond 65504";
            expect_same_bits(held.y, wide.y, "the batch's own statistics are FP32");
        }
}

}  // namespace
}  // namespace mantissa
