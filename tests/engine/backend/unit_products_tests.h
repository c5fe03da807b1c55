// SPDX-License-Identifier: Apache-2.0
// Products on the units that the modes name: a product goes to the tensor cores by the storage of its operands, so the
// common statements, whose tensors are FP32, never get there. Included once by each device's test, after the header
// that says what KernelTest is; a device that stores FP32 alone skips them.
#pragma once

#include "engine/base/sha256.h"
#include "tests/engine/backend/narrow.h"
#include "tests/engine/backend/product_testing.h"

namespace mantissa {
namespace {

/// A storage that a unit multiplies, the format of its numbers, and their views.
struct Unit {
    DType type;
    FloatFormat format;
    Rounding rounding;

    /// The same numbers stored for the unit; they are on its grid.
    class Stored {
      public:
        Stored(const Array& array, DType type) : wide_(array), narrow_(Shape{0}), type_(type) {
            if (size_of(type) == 2) narrow_ = Narrow(array, type);
        }
        Tensor view() const {
            if (size_of(type_) == 2) return narrow_.view();
            return {wide_.view().data, type_, wide_.shape()};
        }

      private:
        Array wide_;
        Narrow narrow_;
        DType type_;
    };
    Stored stored(const Array& array) const { return {array, type}; }
};

constexpr Accumulation in_fp32{};

class UnitProducts : public KernelTest {
  protected:
    void SetUp() override {
        KernelTest::SetUp();
        if (HasFatalFailure()) return;
        for (const auto& [format, rounding] :
             {std::pair(tf32, Rounding::nearest_away), std::pair(fp16, Rounding::nearest_even),
              std::pair(bf16, Rounding::nearest_even)})
            if (const DType type = tested().storage_of(format); type != DType::float32)
                units_.push_back({type, format, rounding});
        if (units_.empty()) GTEST_SKIP() << "the device multiplies FP32 numbers only";
    }
    std::vector<Unit> units_;
};

/// Three results of one size: y = x·wᵀ + b, dx = dy·w, dw = dyᵀ·x, in FP32.
struct Results {
    Array y, dx, dw;
    explicit Results(std::int64_t rows, std::int64_t in, std::int64_t out)
        : y({rows, out}), dx({rows, in}), dw({out, in}) {}
};

struct Operands {
    Array x, w, b, dy;
};

void dense(Kernels& kernels, const Unit& unit, const Operands& o, Results& results) {
    const auto x = unit.stored(o.x), w = unit.stored(o.w), dy = unit.stored(o.dy);
    kernels.linear_forward(x.view(), w.view(), o.b.view(), results.y.view(), in_fp32, {});
    kernels.linear_backward_data(dy.view(), w.view(), results.dx.view(), in_fp32, {});
    kernels.linear_backward_weights(dy.view(), x.view(), results.dw.view(), in_fp32, {});
}

Operands magnitudes(const Operands& o) {
    return {magnitudes(o.x), magnitudes(o.w), magnitudes(o.b), magnitudes(o.dy)};
}

const Unit plain{DType::float32, fp32, Rounding::nearest_even};

void expect_within(const Array& actual, const Array& exact, const Array& bound, std::int64_t terms,
                   const std::string& what) {
    std::vector<double> error;
    for (const float sum : bound.values()) error.push_back(sum_error(terms + 2, sum));
    expect_rounded_within(actual, exact, error, fp32, what);
}

struct Dense {
    std::int64_t rows, in, out;
};
const Dense dense_sizes[] = {{1, 1, 1},    {1, 2, 3},      {3, 7, 2},     {17, 17, 17},   {1, 130, 65},  {65, 65, 3},
                             {2, 784, 10}, {64, 130, 130}, {33, 257, 31}, {256, 784, 64}, {590, 512, 10}};

TEST_F(UnitProducts, DenseWithinTheBoundOfASumAndExactOnIntegers) {
    for (const Unit& unit : units_)
        for (const Dense& s : dense_sizes) {
            const std::string what = name_of(unit.format) + ", " + std::to_string(s.rows) + "x" + std::to_string(s.in) +
                                     "x" + std::to_string(s.out);
            const auto numbers = [&](const Shape& shape, std::uint32_t seed, double scale) {
                return uniform(shape, seed, scale, unit.format, unit.rounding);
            };
            const Operands on_grid{numbers({s.rows, s.in}, 1, 1), numbers({s.out, s.in}, 2, 0.2),
                                   numbers({s.out}, 3, 0.1), numbers({s.rows, s.out}, 4, 1)};
            Results actual(s.rows, s.in, s.out), exact(s.rows, s.in, s.out), bound(s.rows, s.in, s.out);
            dense(tested(), unit, on_grid, actual);
            dense(reference(), plain, on_grid, exact);
            dense(reference(), plain, magnitudes(on_grid), bound);
            expect_within(actual.y, exact.y, bound.y, s.in + 1, what + ", forward");
            expect_within(actual.dx, exact.dx, bound.dx, s.out, what + ", backward data");
            expect_within(actual.dw, exact.dw, bound.dw, s.rows, what + ", backward weights");

            const Operands whole{integers({s.rows, s.in}, 5, 8), integers({s.out, s.in}, 6, 8), integers({s.out}, 7, 8),
                                 integers({s.rows, s.out}, 8, 8)};
            dense(tested(), unit, whole, actual);
            dense(reference(), plain, whole, exact);
            expect_same_bits(actual.y, exact.y, what + ", integers forward");
            expect_same_bits(actual.dx, exact.dx, what + ", integers backward data");
            expect_same_bits(actual.dw, exact.dw, what + ", integers backward weights");
        }
}

TEST_F(UnitProducts, ConvolutionsWithinTheBoundOfASumAndExactOnIntegers) {
    const ConvCase cases[] = {{{5, 6, 3, 4}, 2},     {{9, 7, 5, 6}, 5},   {{28, 28, 1, 32}, 3},
                              {{14, 14, 32, 64}, 3}, {{7, 7, 33, 17}, 4}, {{14, 14, 16, 420}, 2}};
    for (const Unit& unit : units_)
        for (const ConvCase& c : cases) {
            const std::string what = name_of(unit.format) + ", " + c.text();
            const auto run = [&](Kernels& kernels, const Unit& on, const Operands& o, Array& y, Array& dx, Array& dw) {
                const auto x = on.stored(o.x), w = on.stored(o.w), dy = on.stored(o.dy);
                kernels.conv_forward(c.g, x.view(), w.view(), o.b.view(), y.view(), in_fp32, {});
                kernels.conv_backward_data(c.g, dy.view(), w.view(), dx.view(), in_fp32, {});
                kernels.conv_backward_weights(c.g, dy.view(), x.view(), dw.view(), in_fp32, {});
            };
            const auto numbers = [&](const Shape& shape, std::uint32_t seed, double scale) {
                return uniform(shape, seed, scale, unit.format, unit.rounding);
            };
            const Operands on_grid{numbers(c.x(), 11, 1), numbers(c.w(), 12, 0.2), numbers({c.g.filters}, 13, 0.1),
                                   numbers(c.y(), 14, 1)};
            Array y(c.y()), dx(c.x()), dw(c.w()), ey(c.y()), edx(c.x()), edw(c.w()), by(c.y()), bdx(c.x()), bdw(c.w());
            run(tested(), unit, on_grid, y, dx, dw);
            run(reference(), plain, on_grid, ey, edx, edw);
            run(reference(), plain, magnitudes(on_grid), by, bdx, bdw);
            expect_within(y, ey, by, c.taps() * c.g.channels + 1, what + ", forward");
            expect_within(dx, edx, bdx, c.taps() * c.g.filters, what + ", backward data");
            expect_within(dw, edw, bdw, c.images * c.g.height * c.g.width, what + ", backward weights");

            const Operands whole{integers(c.x(), 15, 4), integers(c.w(), 16, 4), integers({c.g.filters}, 17, 4),
                                 integers(c.y(), 18, 4)};
            run(tested(), unit, whole, y, dx, dw);
            run(reference(), plain, whole, ey, edx, edw);
            expect_same_bits(y, ey, what + ", integers forward");
            expect_same_bits(dx, edx, what + ", integers backward data");
            expect_same_bits(dw, edw, what + ", integers backward weights");
        }
}

/// A long sum of few results is what a library splits over the card: its parts must be added in one order.
TEST_F(UnitProducts, ALongSumIsTheSameInEveryRun) {
    const std::int64_t side = 64, terms = long_sum;
    std::vector<Unit> all = units_;
    all.push_back(plain);
    for (const Unit& unit : all) {
        const auto x = unit.stored(uniform({side, terms}, 21, 1, unit.format, unit.rounding)),
                   w = unit.stored(uniform({side, terms}, 22, 1, unit.format, unit.rounding));
        std::string first;
        for (int repeat = 0; repeat < 5; ++repeat) {
            Array y({side, side});
            tested().linear_forward(x.view(), w.view(), {}, y.view(), in_fp32, {});
            Sha256 hash;
            hash.add(std::as_bytes(std::span(y.values())));
            const std::string now = hash.hex();
            if (repeat == 0) first = now;
            EXPECT_EQ(now, first) << name_of(unit.format) << ", run " << repeat;
        }
    }
}

/// The same product elsewhere in an arena, whose offsets are multiples of 64: another address, the same bits.
TEST_F(UnitProducts, WhereItsOperandsLieChangesNoBit) {
    constexpr std::int64_t rows = 128, in = 784, out = 96;
    for (const Unit& unit : units_) {
        const auto x = unit.stored(uniform({rows, in}, 31, 1, unit.format, unit.rounding)),
                   w = unit.stored(uniform({out, in}, 32, 1, unit.format, unit.rounding));
        Array first({rows, out});
        for (const std::size_t offset : {std::size_t{0}, std::size_t{64}, std::size_t{128}, std::size_t{192}}) {
            const std::size_t need = x.view().bytes() + w.view().bytes() + first.view().bytes() + 3 * 64 + offset;
            const std::unique_ptr<DeviceMemory> memory = device().allocate(need);
            std::byte* at = memory->data() + offset;
            const auto place = [&](const Tensor& host, bool filled) {
                const Tensor there{at, host.dtype, host.shape};
                if (filled) device().upload(at, host.data, host.bytes());
                at += (host.bytes() + 63) / 64 * 64;
                return there;
            };
            const Tensor there_x = place(x.view(), true), there_w = place(w.view(), true);
            Array y({rows, out});
            const Tensor there_y = place(y.view(), false);
            device().kernels().linear_forward(there_x, there_w, {}, there_y, in_fp32, {});
            device().download(y.view().data, there_y.data, there_y.bytes());
            if (offset == 0) first = y;
            expect_same_bits(y, first, name_of(unit.format) + " at " + std::to_string(offset));
        }
    }
}

}  // namespace
}  // namespace mantissa
