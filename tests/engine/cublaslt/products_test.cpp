// SPDX-License-Identifier: Apache-2.0
// What is asked of cuBLASLt: the right product of every kind, plans whose arithmetic is that of the mode, one for each
// shape, and a bias where there is a plan that adds it.
#include <gmock/gmock.h>

#include "engine/base/error.h"
#include "engine/cuda/products_cublaslt.h"
#include "tests/engine/backend/narrow.h"
#include "tests/engine/cublaslt/cublaslt_on_host.h"

namespace mantissa::cuda {
namespace {

using testing::Each;
using testing::ElementsAre;

class CublasLtOnHost : public testing::Test {
  protected:
    CublasLtOnHost() { host_algorithms().reset(); }

    static constexpr std::size_t workspace_bytes = 100;
    CublasLtProducts products_{cublaslt_on_host(), nullptr, true, nullptr, workspace_bytes};

    /// A product of whole numbers; returns which algorithm made it.
    std::uint64_t multiply(Arithmetic arithmetic) {
        const Array a = integers({3, 4}, 1, 4), b = integers({4, 2}, 2, 4), c({3, 2});
        const DType type = arithmetic == Arithmetic::tf32 ? DType::tfloat32 : DType::float32;
        const Tensor to = c.view();
        Tensor x = a.view(), y = b.view();
        const Narrow na(a, DType::float16), nb(b, DType::float16), ba(a), bb(b);
        x.dtype = y.dtype = type;
        if (arithmetic == Arithmetic::fp16) x = na.view(), y = nb.view();
        if (arithmetic == Arithmetic::bf16) x = ba.view(), y = bb.view();
        EXPECT_FALSE(products_.product(x, false, y, false, to, arithmetic, false, nullptr));
        return host_algorithms().multiplied.back();
    }
};

TEST_F(CublasLtOnHost, EveryKindOfProductIsTheOneThatWasAskedFor) {
    const std::int64_t m = 3, n = 5, k = 4;
    for (const bool a_transposed : {false, true})
        for (const bool b_transposed : {false, true})
            for (const bool add : {false, true})
                for (const bool biased : {false, true})
                    for (const DType type : {DType::float32, DType::float16, DType::bfloat16}) {
                        const Array a = integers(a_transposed ? Shape{k, m} : Shape{m, k}, 3, 4),
                                    b = integers(b_transposed ? Shape{n, k} : Shape{k, n}, 4, 4),
                                    bias = integers({n}, 5, 4);
                        Array c = integers({m, n}, 6, 4);
                        const Array before = c;
                        const bool wide = type == DType::float32;
                        const Narrow na(a, wide ? DType::float16 : type), nb(b, wide ? DType::float16 : type);
                        EXPECT_EQ(products_.product(wide ? a.view() : na.view(), a_transposed,
                                                    wide ? b.view() : nb.view(), b_transposed, c.view(),
                                                    arithmetic_of(type), add, biased ? bias.view().data : nullptr),
                                  biased);
                        for (std::int64_t i = 0; i < m; ++i)
                            for (std::int64_t j = 0; j < n; ++j) {
                                float sum = (add ? before[i * n + j] : 0) + (biased ? bias[j] : 0);
                                for (std::int64_t l = 0; l < k; ++l)
                                    sum += a[a_transposed ? l * m + i : i * k + l] *
                                           b[b_transposed ? j * k + l : l * n + j];
                                EXPECT_EQ(c[i * n + j], sum);
                            }
                    }
}

TEST_F(CublasLtOnHost, EachModeHasItsOwnKindOfSum) {
    for (const auto& [arithmetic, compute] :
         {std::pair(Arithmetic::fp32, CUBLAS_COMPUTE_32F_PEDANTIC),
          std::pair(Arithmetic::tf32, CUBLAS_COMPUTE_32F_FAST_TF32), std::pair(Arithmetic::fp16, CUBLAS_COMPUTE_32F),
          std::pair(Arithmetic::bf16, CUBLAS_COMPUTE_32F)}) {
        multiply(arithmetic);
        EXPECT_EQ(host_algorithms().computed.back(), compute) << name_of(arithmetic);
        EXPECT_EQ(host_algorithms().wishes[CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK],
                  std::uint64_t{CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE});
        EXPECT_EQ(host_algorithms().wishes[CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES], workspace_bytes);
    }
    CublasLtProducts old(cublaslt_on_host(), nullptr, false, nullptr, workspace_bytes);
    const Array a = integers({2, 2}, 1, 4), c({2, 2});
    (void)old.product(a.view(), false, a.view(), false, c.view(), Arithmetic::tf32, false, nullptr);
    EXPECT_EQ(host_algorithms().computed.back(), CUBLAS_COMPUTE_32F_PEDANTIC) << "a card without TF32";
}

TEST_F(CublasLtOnHost, PlansOfAnotherArithmeticOrOrderAreRefused) {
    constexpr std::uint64_t fma = CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA, tensor = CUBLASLT_NUMERICAL_IMPL_FLAGS_HMMA,
                            wide = CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F,
                            half = CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_16F,
                            input = CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_32F,
                            rounded = CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_TF32;
    host_algorithms().all = {{1, CUBLASLT_REDUCTION_SCHEME_INPLACE, fma | wide | input, 0},
                             {2, CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE, fma | wide | input, 0},
                             {3, CUBLASLT_REDUCTION_SCHEME_NONE, tensor | half | input, 0},
                             {4, CUBLASLT_REDUCTION_SCHEME_NONE, fma | wide | input, workspace_bytes + 1},
                             {5, CUBLASLT_REDUCTION_SCHEME_NONE, tensor | wide | input, 0},
                             {6, CUBLASLT_REDUCTION_SCHEME_NONE, fma | wide | rounded, 0},
                             {7, CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE, fma | wide | input, workspace_bytes}};
    EXPECT_EQ(multiply(Arithmetic::fp32), 7u);
    EXPECT_EQ(multiply(Arithmetic::tf32), 5u);
    EXPECT_EQ(multiply(Arithmetic::fp16), 5u);
    host_algorithms().all.resize(4);
    try {
        multiply(Arithmetic::bf16);
        FAIL() << "none is left";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("offers 4 ways to multiply 3 x 4 by 4 x 2 in BF16"));
    }
}

TEST_F(CublasLtOnHost, APlanIsMadeOnceForAShape) {
    alignas(64) float numbers[64] = {};
    const auto multiply = [&](std::int64_t rows, float* to) {
        const Tensor a{numbers, DType::float32, {rows, 2}}, b{numbers + 16, DType::float32, {2, 2}};
        (void)products_.product(a, false, b, false, {to, DType::float32, {rows, 2}}, Arithmetic::fp32, false, nullptr);
        return host_algorithms().asked;
    };
    EXPECT_EQ(multiply(3, numbers + 32), 1);
    EXPECT_EQ(multiply(3, numbers + 32), 1);
    EXPECT_EQ(multiply(4, numbers + 32), 2);
    EXPECT_EQ(multiply(4, numbers + 33), 3) << "a result that is aligned to 4 bytes only";
    EXPECT_EQ(host_algorithms().wishes[CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES], 4u);
}

TEST_F(CublasLtOnHost, WhereNoPlanAddsABiasTheProductIsMadeWithout) {
    const Array a = integers({2, 3}, 1, 4), b = integers({4, 3}, 2, 4), bias = integers({4}, 3, 4), expected({2, 4});
    (void)products_.product(a.view(), false, b.view(), true, expected.view(), Arithmetic::fp32, false, nullptr);
    for (const bool refused : {false, true}) {
        host_algorithms().reset();
        host_algorithms().all.front().adds_bias = refused;
        host_algorithms().refusal_with_bias = refused ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS;
        CublasLtProducts products(cublaslt_on_host(), nullptr, true, nullptr, 0);
        const Array c({2, 4});  // one, since a plan depends on where it lies
        for (int i = 0; i < 2; ++i) {
            EXPECT_FALSE(
                products.product(a.view(), false, b.view(), true, c.view(), Arithmetic::fp32, false, bias.view().data));
            EXPECT_EQ(c.values(), expected.values());
        }
        EXPECT_EQ(host_algorithms().asked, 2) << "with and without, each once";
    }
    // the same plan for another bias
    host_algorithms().reset();
    CublasLtProducts products(cublaslt_on_host(), nullptr, true, nullptr, 0);
    alignas(64) const float biases[2][16] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    const Array c({2, 4});
    for (const auto& added : biases) {
        EXPECT_TRUE(products.product(a.view(), false, b.view(), true, c.view(), Arithmetic::fp32, false, added));
        for (std::int64_t i = 0; i < c.size(); ++i) EXPECT_EQ(c[i], expected[i] + added[i % 4]);
    }
    EXPECT_EQ(host_algorithms().asked, 1);
}

}  // namespace
}  // namespace mantissa::cuda
