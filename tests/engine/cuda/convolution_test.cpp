// SPDX-License-Identifier: Apache-2.0
// Convolutions of the card's kernels against the oracle, in one piece and image by image.
#include "tests/engine/cuda/cuda_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/convolution_tests.h"

namespace mantissa {
namespace {

TEST_F(Convolution, ManyRowsOfOneChannelAreCountedOnce) {  // more than there are threads that count
    const ConvCase c{{28, 28, 1, 32}, 80};
    const Array x = integers(c.x(), 41, 4), w = integers(c.w(), 42, 4);
    Array y(c.y()), expected(c.y());
    MagnitudeHistogram counted, exact;
    Cast cast, exact_cast;
    cast.histogram = &counted;
    exact_cast.histogram = &exact;
    tested().conv_forward(c.g, x.view(), w.view(), {}, y.view(), wide, cast);
    reference().conv_forward(c.g, x.view(), w.view(), {}, expected.view(), wide, exact_cast);
    expect_same_bits(y, expected, "one channel");
    EXPECT_EQ(counted.bins, exact.bins);
    EXPECT_EQ(counted.elements, exact.elements);
    EXPECT_EQ(counted.zero, exact.zero);
    EXPECT_EQ(counted.largest, exact.largest);
    EXPECT_EQ(counted.norm_squared, exact.norm_squared) << "of whole numbers";
}

TEST_F(Convolution, InPiecesItIsTheSame) {
    const ConvCase c{{9, 7, 5, 6}, 5};
    const Array x = uniform(c.x(), 21), w = uniform(c.w(), 22), b = uniform({c.g.filters}, 23), dy = uniform(c.y(), 24);
    Array y(c.y()), dx(c.x()), dw(c.w()), piece_y(c.y()), piece_dx(c.x()), piece_dw(c.w()), bound(c.w()), exact(c.w());
    Cast cast = cast_to(bf16);
    cast.rounding = Rounding::stochastic;  // its random numbers belong to the place in the whole tensor
    cast.random = {3, RandomUse::stochastic_rounding, 4, 5};
    tested().conv_forward(c.g, x.view(), w.view(), b.view(), y.view(), wide, cast);
    tested().conv_backward_data(c.g, dy.view(), w.view(), dx.view(), wide, cast);
    single().conv_forward(c.g, x.view(), w.view(), b.view(), piece_y.view(), wide, cast);
    single().conv_backward_data(c.g, dy.view(), w.view(), piece_dx.view(), wide, cast);
    expect_same_bits(piece_y, y, "forward");
    expect_same_bits(piece_dx, dx, "backward data");
    // the weight gradient sums the pieces: another order, the same bound
    single().conv_backward_weights(c.g, dy.view(), x.view(), piece_dw.view(), wide, {});
    const Array mdy = magnitudes(dy), mx = magnitudes(x);
    reference().conv_backward_weights(c.g, dy.view(), x.view(), exact.view(), wide, {});
    reference().conv_backward_weights(c.g, mdy.view(), mx.view(), bound.view(), wide, {});
    std::vector<double> error;
    for (const float sum : bound.values()) error.push_back(sum_error(c.images * c.g.height * c.g.width + 2, sum));
    expect_rounded_within(piece_dw, exact, error, fp32, "backward weights");
    EXPECT_EQ(small_pieces_.products().count(cuda::Arithmetic::fp32), 3 * c.images);
    EXPECT_EQ(device_.products().count(cuda::Arithmetic::fp32), 2);
}

}  // namespace
}  // namespace mantissa
