// SPDX-License-Identifier: Apache-2.0
// Dense products and bias sums of the card's kernels against the oracle.
#include "tests/engine/backend/narrow.h"
#include "tests/engine/cuda/cuda_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/linear_tests.h"

namespace mantissa {
namespace {

TEST_F(Linear, ABiasIsTheSameWhoeverAddsIt) {
    const Array x = uniform({7, 33}, 51), w = uniform({19, 33}, 52), b = uniform({19}, 53);
    const ConvCase c{{5, 6, 3, 4}, 2};
    const Array cx = uniform(c.x(), 54), cw = uniform(c.w(), 55), cb = uniform({c.g.filters}, 56);
    cuda::PlainProducts& products = device_.products();
    std::vector<Array> results[2];
    for (const bool by_library : {false, true}) {
        products.set_adds_bias(by_library);
        const int before = products.biases();
        MagnitudeHistogram histogram;
        for (MagnitudeHistogram* watched : {static_cast<MagnitudeHistogram*>(nullptr), &histogram}) {
            Array y({7, 19}), cy(c.y());
            tested().linear_forward(x.view(), w.view(), b.view(), y.view(), wide, cast_to(fp32, nullptr, watched));
            tested().conv_forward(c.g, cx.view(), cw.view(), cb.view(), cy.view(), wide,
                                  cast_to(fp32, nullptr, watched));
            results[by_library].insert(results[by_library].end(), {y, cy});
        }
        EXPECT_EQ(products.biases() - before, by_library ? 4 : 0);
        Narrow narrow({7, 19}, DType::float16);  // its sums have a pass that reads them anyway
        tested().linear_forward(x.view(), w.view(), b.view(), narrow.view(), wide, cast_to(fp16));
        results[by_library].push_back(narrow.wide());
        EXPECT_EQ(products.biases() - before, by_library ? 4 : 0);
    }
    for (std::size_t i = 0; i < results[0].size(); ++i)
        expect_same_bits(results[0][i], results[1][i], "result " + std::to_string(i));
}

}  // namespace
}  // namespace mantissa
