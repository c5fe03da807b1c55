// SPDX-License-Identifier: Apache-2.0
// The card's kernels with tensors stored as FP16 and BF16; and their products.
#include "tests/engine/cuda/cuda_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/narrow_storage_tests.h"

namespace mantissa {
namespace {

TEST_F(NarrowStorage, ProductsGoToTheUnitsOfTheirStorage) {
    const std::int64_t rows = 7, in = 35, out = 19;
    const ConvGeometry g{5, 6, 3, 4};
    for (const DType type : narrow_types()) {
        const FloatFormat format = Narrow(Shape{1}, type).format();
        const Array x = uniform({rows, in}, 1, 1, format), w = uniform({out, in}, 2, 1, format),
                    b = uniform({out}, 3, 1, format), dy = spread({rows, out}, 4, -20, 2, format);
        const Array cx = uniform({2, 5, 6, 3}, 5, 1, format), cw = uniform({4, 3, 3, 3}, 6, 1, format),
                    cdy = spread({2, 5, 6, 4}, 7, -20, 2, format);
        const Narrow nx(x, type), nw(w, type), ndy(dy, type), ncx(cx, type), ncw(cw, type), ncdy(cdy, type);
        Array y({rows, out}), dx({rows, in}), dw({out, in}), cy(cdy.shape()), cdx(cx.shape()), cdw(cw.shape());
        Array fp32_dw(dw), fp32_cdw(cdw);
        Narrow ny(y.shape(), type), ndx(dx.shape(), type), ncy(cy.shape(), type), ncdx(cdx.shape(), type);
        const Cast cast = cast_to(format);
        const auto unit = type == DType::float16 ? cuda::Arithmetic::fp16 : cuda::Arithmetic::bf16;
        const int before = device_.products().count(unit);
        tested().linear_forward(nx.view(), nw.view(), b.view(), ny.view(), {}, cast);
        tested().linear_backward_data(ndy.view(), nw.view(), ndx.view(), {}, cast);
        tested().linear_backward_weights(ndy.view(), nx.view(), dw.view(), {}, cast);
        tested().conv_forward(g, ncx.view(), ncw.view(), {}, ncy.view(), {}, cast);
        tested().conv_backward_data(g, ncdy.view(), ncw.view(), ncdx.view(), {}, cast);
        tested().conv_backward_weights(g, ncdy.view(), ncx.view(), cdw.view(), {}, cast);
        EXPECT_EQ(device_.products().count(unit), before + 6);
        tested().linear_forward(x.view(), w.view(), b.view(), y.view(), {}, cast);
        tested().linear_backward_data(dy.view(), w.view(), dx.view(), {}, cast);
        tested().linear_backward_weights(dy.view(), x.view(), fp32_dw.view(), {}, cast);
        tested().conv_forward(g, cx.view(), cw.view(), {}, cy.view(), {}, cast);
        tested().conv_backward_data(g, cdy.view(), cw.view(), cdx.view(), {}, cast);
        tested().conv_backward_weights(g, cdy.view(), cx.view(), fp32_cdw.view(), {}, cast);
        EXPECT_EQ(device_.products().count(unit), before + 6) << "the others are FP32's";
        // the test's products add in one order, so the storage alone makes no difference
        expect_same_bits(ny.wide(), y, "forward");
        expect_same_bits(ndx.wide(), dx, "backward data");
        expect_same_bits(dw, fp32_dw, "backward weights");
        expect_same_bits(ncy.wide(), cy, "convolution forward");
        expect_same_bits(ncdx.wide(), cdx, "convolution backward data");
        expect_same_bits(cdw, fp32_cdw, "convolution backward weights");
    }
}

TEST(StorageOf, BfloatOnlyWhereTheCardMultipliesIt) {
    cuda::CudaOnHost ampere(true), turing(false);
    EXPECT_EQ(ampere.kernels().storage_of(bf16), DType::bfloat16);
    EXPECT_EQ(turing.kernels().storage_of(bf16), DType::float32);
    EXPECT_EQ(ampere.kernels().storage_of(tf32), DType::tfloat32);
    EXPECT_EQ(turing.kernels().storage_of(tf32), DType::float32);
    for (const FloatFormat& format : {fp32, FloatFormat{5, 2}})
        EXPECT_EQ(ampere.kernels().storage_of(format), DType::float32);
    EXPECT_EQ(turing.kernels().storage_of(fp16), DType::float16);
}

}  // namespace
}  // namespace mantissa
