// SPDX-License-Identifier: Apache-2.0
// Products and convolutions of numbers stored as BF16, where the processor multiplies them, against the oracle; and
// that a device says truly whether it does.
#include <cstdlib>

#include "tests/engine/cpu/narrow_testing.h"

namespace mantissa {
namespace {

constexpr Accumulation wide{};

class Bf16Product : public CpuTest {
  protected:
    void SetUp() override {
        if (!multiplies_bf16()) GTEST_SKIP() << "no BF16 products here: they are emulated, stored as FP32";
    }
};

TEST(Bf16, IsNativeWhereTheProcessorHasItAndOneDnnMayUseIt) {
    const auto device = make_cpu_device(1);
    const std::vector<FloatFormat> native = device->capabilities().native_operands;
    const bool has = std::find(native.begin(), native.end(), bf16) != native.end();
    EXPECT_EQ(has, multiplies_bf16());
    EXPECT_EQ(device->kernels().storage_of(bf16), has ? DType::bfloat16 : DType::float32);
    for (const FloatFormat& format : {fp32, tf32, fp16, FloatFormat{5, 2}})
        EXPECT_EQ(device->kernels().storage_of(format), DType::float32) << name_of(format);
    EXPECT_EQ(resolve(mode_policy(bf16), device->capabilities()).emulated, !has);
    EXPECT_TRUE(resolve(mode_policy(fp16), device->capabilities()).emulated);
    // the tests' second and third entry limit oneDNN to instruction sets without BF16
    if (std::getenv("ONEDNN_MAX_CPU_ISA")) EXPECT_FALSE(has) << std::getenv("ONEDNN_MAX_CPU_ISA");
#if defined(__x86_64__)
    else
        EXPECT_EQ(has, __builtin_cpu_supports("avx512bf16") != 0);
#endif
}

struct Size {
    std::int64_t rows, in, out;
    std::string text() const { return std::to_string(rows) + "x" + std::to_string(in) + "x" + std::to_string(out); }
};

const Size sizes[] = {{1, 1, 1},     {1, 2, 3},     {2, 1, 17},     {3, 7, 2},       {7, 3, 1},
                      {17, 17, 17},  {1, 130, 65},  {65, 1, 7},     {65, 65, 3},     {2, 784, 10},
                      {130, 65, 17}, {33, 257, 31}, {256, 784, 64}, {1100, 9, 1000},  // more than one piece of sums
                      {64, 784, 256}};

TEST_F(Bf16Product, DenseWithinTheBoundOfASum) {
    for (const Size& s : sizes) {
        // gradients down to 2^-60, so that products reach far below what FP16 holds
        const Array x = bf16_uniform({s.rows, s.in}, 1), w = bf16_uniform({s.out, s.in}, 2, 0.2),
                    b = bf16_uniform({s.out}, 3, 0.1), dy = spread({s.rows, s.out}, 4, -60, -2, bf16);
        const Array mx = magnitudes(x), mw = magnitudes(w), mb = magnitudes(b), mdy = magnitudes(dy);
        const Narrow nx(x), nw(w), ndy(dy);
        for (const bool bias : {true, false})
            expect_narrow_product(
                cpu(), reference(),
                [&](Kernels& k, const Tensor& y, const Cast& cast) {
                    k.linear_forward(nx.view(), nw.view(), bias ? b.view() : Tensor{}, y, wide, cast);
                },
                [&](Kernels& k, const Tensor& y) {
                    k.linear_forward(x.view(), w.view(), bias ? b.view() : Tensor{}, y, wide, {});
                },
                [&](Kernels& k, const Tensor& y) {
                    k.linear_forward(mx.view(), mw.view(), bias ? mb.view() : Tensor{}, y, wide, {});
                },
                {s.rows, s.out}, s.in + 1, "forward " + s.text());
        expect_narrow_product(
            cpu(), reference(),
            [&](Kernels& k, const Tensor& dx, const Cast& cast) {
                k.linear_backward_data(ndy.view(), nw.view(), dx, wide, cast);
            },
            [&](Kernels& k, const Tensor& dx) { k.linear_backward_data(dy.view(), w.view(), dx, wide, {}); },
            [&](Kernels& k, const Tensor& dx) { k.linear_backward_data(mdy.view(), mw.view(), dx, wide, {}); },
            {s.rows, s.in}, s.out, "backward data " + s.text());
        expect_narrow_product(
            cpu(), reference(),
            [&](Kernels& k, const Tensor& dw, const Cast& cast) {
                k.linear_backward_weights(ndy.view(), nx.view(), dw, wide, cast);
            },
            [&](Kernels& k, const Tensor& dw) { k.linear_backward_weights(dy.view(), x.view(), dw, wide, {}); },
            [&](Kernels& k, const Tensor& dw) { k.linear_backward_weights(mdy.view(), mx.view(), dw, wide, {}); },
            {s.out, s.in}, s.rows, "backward weights " + s.text());
        if (HasFatalFailure()) return;
    }
}

const ConvCase cases[] = {{{5, 5, 1, 3}, 1},      {{5, 5, 3, 5}, 2},   {{7, 6, 1, 1}, 3},  {{1, 1, 2, 3}, 2},
                          {{2, 3, 7, 17}, 1},     {{9, 9, 16, 32}, 2}, {{6, 7, 17, 3}, 2}, {{14, 14, 8, 16}, 1},
                          {{28, 28, 1, 32}, 23},  // more than one piece of sums
                          {{5, 6, 2, 3, 5, 2}, 2}};

TEST_F(Bf16Product, ConvolutionsWithinTheBoundOfASum) {
    for (const ConvCase& c : cases) {
        const Array x = bf16_uniform(c.x(), 5), w = bf16_uniform(c.w(), 6, 0.3), b = bf16_uniform({c.g.filters}, 7),
                    dy = spread(c.y(), 8, -60, -2, bf16);
        const Array mx = magnitudes(x), mw = magnitudes(w), mb = magnitudes(b), mdy = magnitudes(dy);
        const Narrow nx(x), nw(w), ndy(dy);
        expect_narrow_product(
            cpu(), reference(),
            [&](Kernels& k, const Tensor& y, const Cast& cast) {
                k.conv_forward(c.g, nx.view(), nw.view(), b.view(), y, wide, cast);
            },
            [&](Kernels& k, const Tensor& y) { k.conv_forward(c.g, x.view(), w.view(), b.view(), y, wide, {}); },
            [&](Kernels& k, const Tensor& y) { k.conv_forward(c.g, mx.view(), mw.view(), mb.view(), y, wide, {}); },
            c.y(), c.taps() * c.g.channels + 1, "forward " + c.text());
        expect_narrow_product(
            cpu(), reference(),
            [&](Kernels& k, const Tensor& dx, const Cast& cast) {
                k.conv_backward_data(c.g, ndy.view(), nw.view(), dx, wide, cast);
            },
            [&](Kernels& k, const Tensor& dx) { k.conv_backward_data(c.g, dy.view(), w.view(), dx, wide, {}); },
            [&](Kernels& k, const Tensor& dx) { k.conv_backward_data(c.g, mdy.view(), mw.view(), dx, wide, {}); },
            c.x(), c.taps() * c.g.filters, "backward data " + c.text());
        expect_narrow_product(
            cpu(), reference(),
            [&](Kernels& k, const Tensor& dw, const Cast& cast) {
                k.conv_backward_weights(c.g, ndy.view(), nx.view(), dw, wide, cast);
            },
            [&](Kernels& k, const Tensor& dw) { k.conv_backward_weights(c.g, dy.view(), x.view(), dw, wide, {}); },
            [&](Kernels& k, const Tensor& dw) { k.conv_backward_weights(c.g, mdy.view(), mx.view(), dw, wide, {}); },
            c.w(), c.images * c.g.height * c.g.width, "backward weights " + c.text());
        if (HasFatalFailure()) return;
    }
}

TEST_F(Bf16Product, IntegersAreExactFromEndToEnd) {
    for (const Size& s : sizes) {
        // |a·b| ≤ 16 and at most 1100 terms: below 2^15, exact in any order
        const Array x = integers({s.rows, s.in}, 9, 4), w = integers({s.out, s.in}, 10, 4),
                    dy = integers({s.rows, s.out}, 11, 4);
        Array ry({s.rows, s.out}), rdx({s.rows, s.in}), rdw({s.out, s.in}), dw(rdw);
        Narrow y(ry.shape()), dx(rdx.shape());
        const Narrow nx(x), nw(w), ndy(dy);
        cpu().linear_forward(nx.view(), nw.view(), {}, y.view(), wide, cast_to(bf16));
        cpu().linear_backward_data(ndy.view(), nw.view(), dx.view(), wide, cast_to(bf16));
        cpu().linear_backward_weights(ndy.view(), nx.view(), dw.view(), wide, cast_to(bf16));
        reference().linear_forward(x.view(), w.view(), {}, ry.view(), wide, cast_to(bf16));
        reference().linear_backward_data(dy.view(), w.view(), rdx.view(), wide, cast_to(bf16));
        reference().linear_backward_weights(dy.view(), x.view(), rdw.view(), wide, cast_to(bf16));
        expect_same_bits(y.wide(), ry, s.text() + " forward");
        expect_same_bits(dx.wide(), rdx, s.text() + " backward data");
        expect_same_bits(dw, rdw, s.text() + " backward weights");
    }
    for (const ConvCase& c : cases) {  // at most 25·32 or 23·784 terms of 16: below 2^20
        const Array x = integers(c.x(), 12, 4), w = integers(c.w(), 13, 4), dy = integers(c.y(), 14, 4);
        Array ry(c.y()), rdx(c.x()), rdw(c.w()), dw(rdw);
        Narrow y(c.y()), dx(c.x());
        const Narrow nx(x), nw(w), ndy(dy);
        cpu().conv_forward(c.g, nx.view(), nw.view(), {}, y.view(), wide, cast_to(bf16));
        cpu().conv_backward_data(c.g, ndy.view(), nw.view(), dx.view(), wide, cast_to(bf16));
        cpu().conv_backward_weights(c.g, ndy.view(), nx.view(), dw.view(), wide, cast_to(bf16));
        reference().conv_forward(c.g, x.view(), w.view(), {}, ry.view(), wide, cast_to(bf16));
        reference().conv_backward_data(c.g, dy.view(), w.view(), rdx.view(), wide, cast_to(bf16));
        reference().conv_backward_weights(c.g, dy.view(), x.view(), rdw.view(), wide, cast_to(bf16));
        expect_same_bits(y.wide(), ry, c.text() + " forward");
        expect_same_bits(dx.wide(), rdx, c.text() + " backward data");
        expect_same_bits(dw, rdw, c.text() + " backward weights");
    }
}

TEST_F(Bf16Product, RepeatedRunsAreTheSameToTheBit) {
    const Size s{130, 300, 70};
    const Narrow x(bf16_uniform({s.rows, s.in}, 15)), w(bf16_uniform({s.out, s.in}, 16)),
        dy(bf16_uniform({s.rows, s.out}, 17));
    std::vector<std::uint16_t> first_y, first_dx;
    Array first_dw({s.out, s.in});
    for (int repeat = 0; repeat < 5; ++repeat) {
        Narrow y({s.rows, s.out}), dx({s.rows, s.in});
        Array dw({s.out, s.in});
        cpu().linear_forward(x.view(), w.view(), {}, y.view(), wide, cast_to(bf16));
        cpu().linear_backward_data(dy.view(), w.view(), dx.view(), wide, cast_to(bf16));
        cpu().linear_backward_weights(dy.view(), x.view(), dw.view(), wide, {});
        if (repeat == 0) {
            first_y = y.values;
            first_dx = dx.values;
            first_dw = dw;
        }
        EXPECT_EQ(y.values, first_y);
        EXPECT_EQ(dx.values, first_dx);
        expect_same_bits(dw, first_dw, "backward weights");
    }
}

TEST_F(Bf16Product, InfinityAndNaNReachTheirResultsAndNoOthers) {
    const Size s{5, 40, 6};
    Array x = bf16_uniform({s.rows, s.in}, 18);
    x[1 * s.in + 3] = std::numeric_limits<float>::infinity();
    x[3 * s.in + 39] = std::numeric_limits<float>::quiet_NaN();
    const Narrow nx(x), w(bf16_uniform({s.out, s.in}, 19));
    Narrow y({s.rows, s.out});
    cpu().linear_forward(nx.view(), w.view(), {}, y.view(), wide, cast_to(bf16));
    const Array result = y.wide();
    for (std::int64_t i = 0; i < result.size(); ++i) {
        const std::int64_t row = i / s.out;
        EXPECT_EQ(std::isfinite(result[i]), row != 1 && row != 3) << i;
        EXPECT_EQ(std::isnan(result[i]), row == 3) << i;
    }
}

TEST_F(Bf16Product, NoImplementationOfTheNetworksIsAReferenceLoop) {
    for (const Size& s : {Size{64, 784, 256}, Size{64, 256, 256}, Size{64, 256, 10}, Size{512, 784, 128},
                          Size{32, 128, 10}, Size{64, 3136, 10}, Size{500, 784, 256}}) {
        const Narrow x({s.rows, s.in}), w({s.out, s.in});
        Narrow y({s.rows, s.out}), dx({s.rows, s.in});
        Array dw({s.out, s.in});
        cpu().linear_forward(x.view(), w.view(), {}, y.view(), wide, cast_to(bf16));
        cpu().linear_backward_data(y.view(), w.view(), dx.view(), wide, cast_to(bf16));
        cpu().linear_backward_weights(y.view(), x.view(), dw.view(), wide, {});
    }
    for (const ConvCase& c : {ConvCase{{28, 28, 1, 32}, 64}, ConvCase{{14, 14, 32, 64}, 64},
                              ConvCase{{28, 28, 1, 32}, 500}, ConvCase{{14, 14, 32, 64}, 500}}) {
        const Narrow x(c.x()), w(c.w());
        Narrow y(c.y()), dx(c.x());
        Array dw(c.w());
        cpu().conv_forward(c.g, x.view(), w.view(), {}, y.view(), wide, cast_to(bf16));
        if (c.images == 500) continue;
        if (c.g.channels > 1) cpu().conv_backward_data(c.g, y.view(), w.view(), dx.view(), wide, cast_to(bf16));
        cpu().conv_backward_weights(c.g, y.view(), x.view(), dw.view(), wide, {});
    }
    int products = 0, convolutions = 0;
    for (const std::string& line : cpu_device_->describe().implementations) {
        products += line.starts_with("BF16 product ") ? 1 : 0;
        convolutions += line.starts_with("convolution BF16 ") ? 1 : 0;
        EXPECT_EQ(line.find(": ref"), std::string::npos) << line;
        EXPECT_EQ(line.find("simple"), std::string::npos) << line;
    }
    EXPECT_EQ(products, 21);
    EXPECT_GE(convolutions, 7);
}

}  // namespace
}  // namespace mantissa
