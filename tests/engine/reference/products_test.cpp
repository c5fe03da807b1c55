// SPDX-License-Identifier: Apache-2.0
// The oracle's products against sums written out by hand and against a second, independent set of loops (scattering
// instead of gathering, PyTorch's channel order instead of ours).
#include <gtest/gtest.h>

#include "engine/reference/reference_device.h"
#include "tests/engine/backend/kernel_testing.h"

namespace mantissa {
namespace {

constexpr Accumulation wide{};

class Reference : public ::testing::Test {
  protected:
    std::unique_ptr<Device> device_ = make_reference_device();
    Kernels& kernels_ = device_->kernels();
};

TEST_F(Reference, LinearByHand) {
    const Array x({2, 3}, {1, 2, 3, 4, 5, 6}), w({2, 3}, {1, 0, -1, 2, 1, 0}), b({2}, {10, 20});
    Array y({2, 2});
    kernels_.linear_forward(x.view(), w.view(), b.view(), y.view(), wide, {});
    EXPECT_EQ(y.values(), (std::vector<float>{8, 24, 8, 33}));
    kernels_.linear_forward(x.view(), w.view(), {}, y.view(), wide, {});
    EXPECT_EQ(y.values(), (std::vector<float>{-2, 4, -2, 13}));

    const Array dy({2, 2}, {1, 2, -1, 3});
    Array dx({2, 3}), dw({2, 3}), db({2});
    kernels_.linear_backward_data(dy.view(), w.view(), dx.view(), wide, {});
    EXPECT_EQ(dx.values(), (std::vector<float>{5, 2, -1, 5, 3, 1}));
    kernels_.linear_backward_weights(dy.view(), x.view(), dw.view(), wide, {});
    EXPECT_EQ(dw.values(), (std::vector<float>{-3, -3, -3, 14, 19, 24}));
    kernels_.bias_gradient(dy.view(), db.view(), {}, {});
    EXPECT_EQ(db.values(), (std::vector<float>{0, 5}));
}

TEST_F(Reference, ConvolutionByHand) {
    // 3x3 image 1..9, one filter whose taps are all different: only the right correlation gives these numbers
    const Array x({1, 3, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9}), w({1, 3, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9}),
        b({1}, {0.5f});
    Array y({1, 3, 3, 1});
    kernels_.conv_forward({3, 3, 1, 1}, x.view(), w.view(), b.view(), y.view(), wide, {});
    EXPECT_EQ(y.values(), (std::vector<float>{94.5f, 154.5f, 106.5f, 186.5f, 285.5f, 186.5f, 106.5f, 154.5f, 94.5f}));
}

TEST_F(Reference, ConvolutionsAgainstScatteredLoops) {
    struct Case {
        ConvGeometry g;
        std::int64_t images;
    };
    for (const Case& c : {Case{{5, 4, 2, 3}, 2}, Case{{4, 5, 3, 2, 1, 0}, 1}, Case{{6, 5, 1, 2, 5, 2}, 2},
                          Case{{8, 7, 2, 3, 3, 1, 2}, 2}, Case{{6, 4, 2, 3, 2, 0, 2}, 1},
                          Case{{7, 5, 3, 2, 1, 0, 2}, 1}, Case{{14, 7, 1, 2, 7, 0, 7}, 1}}) {
        const ConvGeometry& g = c.g;
        const Array x = integers({c.images, g.height, g.width, g.channels}, 1, 5);
        const Array w = integers({g.filters, g.kernel, g.kernel, g.channels}, 2, 5);
        const Array dy = integers({c.images, g.rows(), g.columns(), g.filters}, 3, 5);
        Array y(dy.shape()), dx(x.shape()), dw(w.shape());
        kernels_.conv_forward(g, x.view(), w.view(), {}, y.view(), wide, {});
        kernels_.conv_backward_data(g, dy.view(), w.view(), dx.view(), wide, {});
        kernels_.conv_backward_weights(g, dy.view(), x.view(), dw.view(), wide, {});

        std::vector<double> ey(y.values().size()), edx(dx.values().size()), edw(dw.values().size());
        const auto in = [&](std::int64_t n, std::int64_t h, std::int64_t v, std::int64_t ch) {
            return static_cast<std::size_t>(((n * g.height + h) * g.width + v) * g.channels + ch);
        };
        const auto out = [&](std::int64_t n, std::int64_t h, std::int64_t v, std::int64_t k) {
            return static_cast<std::size_t>(((n * g.rows() + h) * g.columns() + v) * g.filters + k);
        };
        const auto tap = [&](std::int64_t k, std::int64_t r, std::int64_t s, std::int64_t ch) {
            return static_cast<std::size_t>(((k * g.kernel + r) * g.kernel + s) * g.channels + ch);
        };
        for (std::int64_t n = 0; n < c.images; ++n)  // from each input pixel to all outputs that it reaches
            for (std::int64_t h = 0; h < g.height; ++h)
                for (std::int64_t v = 0; v < g.width; ++v)
                    for (std::int64_t r = 0; r < g.kernel; ++r)
                        for (std::int64_t s = 0; s < g.kernel; ++s) {
                            const std::int64_t down = h - r + g.padding, right = v - s + g.padding;
                            const std::int64_t oh = down / g.stride, ov = right / g.stride;
                            if (down < 0 || down % g.stride != 0 || oh >= g.rows()) continue;
                            if (right < 0 || right % g.stride != 0 || ov >= g.columns()) continue;
                            for (std::int64_t k = 0; k < g.filters; ++k)
                                for (std::int64_t ch = 0; ch < g.channels; ++ch) {
                                    const double xv = x.values()[in(n, h, v, ch)], wv = w.values()[tap(k, r, s, ch)];
                                    const double dv = dy.values()[out(n, oh, ov, k)];
                                    ey[out(n, oh, ov, k)] += xv * wv;
                                    edx[in(n, h, v, ch)] += dv * wv;
                                    edw[tap(k, r, s, ch)] += dv * xv;
                                }
                        }
        const auto same = [](const Array& actual, const std::vector<double>& expected) {
            for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(actual.values()[i], expected[i]) << i;
        };
        same(y, ey);
        same(dx, edx);
        same(dw, edw);
    }
}

TEST_F(Reference, SumsAreRoundedOnce) {
    // 1 + 2^-30 terms that FP32 addition would lose one by one
    constexpr std::int64_t n = 4096;
    Array x({1, n}), w({1, n});
    for (std::int64_t i = 0; i < n; ++i) {
        x[i] = i == 0 ? 1.0f : 0x1p-30f;
        w[i] = 1.0f;
    }
    Array y({1, 1});
    kernels_.linear_forward(x.view(), w.view(), {}, y.view(), wide, {});
    EXPECT_EQ(y[0], static_cast<float>(1.0 + (n - 1) * 0x1p-30));
}

TEST_F(Reference, BlockedAccumulationByHand) {
    // FP16 partial sums in blocks of 2: 2048 + (0.5 + 0.5) is 2049, a tie that goes to 2048; + (1 + 2) is 2051 → 2052
    const Array x({1, 6}, {2048, 0, 0.5f, 0.5f, 1, 2}), w({1, 6}, {1, 1, 1, 1, 1, 1});
    Array y({1, 1});
    kernels_.linear_forward(x.view(), w.view(), {}, y.view(), {fp16, 2}, {});
    EXPECT_EQ(y[0], 2052.0f);
    kernels_.linear_forward(x.view(), w.view(), {}, y.view(), {fp16, 6}, {});
    EXPECT_EQ(y[0], 2052.0f);
    kernels_.linear_forward(x.view(), w.view(), {}, y.view(), {fp16, 1}, {});
    EXPECT_EQ(y[0], 2050.0f);  // 2048, 2048 (tie), 2048 (tie), 2049 → 2048, 2050
    kernels_.linear_forward(x.view(), w.view(), {}, y.view(), wide, {});
    EXPECT_EQ(y[0], 2052.0f);
}

TEST_F(Reference, NarrowBiasSumsByHand) {
    const Array dy({4, 1}, {2048, 1, 1, 3});
    Array db({1});
    kernels_.bias_gradient(dy.view(), db.view(), {fp16, true}, {});
    EXPECT_EQ(db[0], 2052.0f);  // 2048, 2049 → 2048, 2049 → 2048, 2051 → 2052
    kernels_.bias_gradient(dy.view(), db.view(), {}, {});
    EXPECT_EQ(db[0], 2053.0f);
}

TEST_F(Reference, ResultsAreRoundedAndCounted) {
    const Array x({3, 1}, {0x1p-20f, 0x1p-26f, 0}), w({1, 1}, {1});
    Array y({3, 1});
    FlushCounts counts;
    MagnitudeHistogram histogram;
    kernels_.linear_forward(x.view(), w.view(), {}, y.view(), wide, cast_to(fp16, &counts, &histogram));
    EXPECT_EQ(y.values(), (std::vector<float>{0x1p-20f, 0, 0}));
    EXPECT_EQ(counts.nonzero, 2u);
    EXPECT_EQ(counts.flushed, 1u);
    EXPECT_EQ(histogram.elements, 3u);
    EXPECT_EQ(histogram.zero, 1u);
    EXPECT_EQ(histogram.flushed, 1u);
    EXPECT_EQ(histogram.subnormal, 1u);
    EXPECT_EQ(histogram.bins[static_cast<std::size_t>(-20 - MagnitudeHistogram::first_bin)], 1u);
    EXPECT_EQ(histogram.bins[static_cast<std::size_t>(-26 - MagnitudeHistogram::first_bin)], 1u);
    EXPECT_EQ(histogram.norm_squared, 0x1p-40 + 0x1p-52);
    EXPECT_EQ(histogram.lost_squared, 0x1p-52);
}

}  // namespace
}  // namespace mantissa
