// SPDX-License-Identifier: Apache-2.0
// What the card's kernels are made of: numbers of 16 bits, division by multiplication, sums by warps and blocks.
#include "engine/cuda/numbers.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/cuda/add_up.h"
#include "engine/cuda/store_sums.h"
#include "engine/precision/rounding.h"

namespace mantissa::cuda {
namespace {

TEST(CudaNumbers, EveryCodeOfFp16IsDecodedAsTheOracleDoesAndComesBack) {
    for (std::uint32_t code = 0; code <= 0xFFFF; ++code) {
        const auto half = static_cast<std::uint16_t>(code);
        const float number = decode_fp16(half), expected = decode(code, fp16);
        if (is_nan(expected)) {
            EXPECT_TRUE(is_nan(number)) << code;
            EXPECT_EQ(encode_fp16(number) & 0x7FFF, 0x7E00) << code;
            continue;
        }
        EXPECT_EQ(std::bit_cast<std::uint32_t>(number), std::bit_cast<std::uint32_t>(expected)) << code;
        EXPECT_EQ(encode_fp16(number), half);
    }
}

TEST(CudaNumbers, PacksAreTheSingleNumbers) {
    for (const DType type : {DType::float32, DType::float16, DType::bfloat16}) {
        alignas(16) std::byte memory[64] = {};
        const Numbers numbers(Tensor{memory, type, {8}});
        ASSERT_TRUE(numbers.is_packed());
        EXPECT_FALSE(numbers.from(1).is_packed());
        EXPECT_TRUE(numbers.from(Numbers::pack).is_packed());
        const float given[Numbers::pack] = {1.5f, -0.25f, 0.0f, 6.0f};
        numbers.store(Numbers::pack, given);
        float back[Numbers::pack] = {};
        numbers.load(Numbers::pack, back);
        for (int k = 0; k < Numbers::pack; ++k) {
            EXPECT_EQ(numbers.get(Numbers::pack + k), given[k]);
            EXPECT_EQ(back[k], given[k]);
            EXPECT_EQ(numbers.get(k), 0.0f) << "written beside its place";
        }
    }
}

TEST(CudaNumbers, PacksOfSumsAreTheSumsWithTheirBias) {
    constexpr std::int64_t rows = 3, columns = 8;
    for (const std::int64_t row : {columns, columns + 4})
        for (const bool with_bias : {true, false}) {
            std::vector<float> sums(static_cast<std::size_t>(rows * row)), add(columns);
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = static_cast<float>(i);
            for (std::size_t i = 0; i < add.size(); ++i) add[i] = static_cast<float>(1000 * (i + 1));
            const Tensor bias = with_bias ? Tensor{add.data(), DType::float32, {columns}} : Tensor{};
            const BiasedSums source({sums.data(), DType::float32, {rows, row}}, bias, columns, row);
            ASSERT_TRUE(source.is_packed());
            Tally tally;
            for (std::int64_t i = 0; i < rows * columns; i += Numbers::pack) {
                float pack[Numbers::pack];
                source.get(i, pack, tally);
                for (int k = 0; k < Numbers::pack; ++k) {
                    const std::int64_t r = (i + k) / columns, c = (i + k) % columns;
                    float single[1];
                    source.get(i + k, single, tally);
                    EXPECT_EQ(single[0], static_cast<float>(r * row + c + (with_bias ? 1000 * (c + 1) : 0)));
                    EXPECT_EQ(pack[k], single[0]);
                }
            }
        }
    const std::vector<float> sums(30);
    EXPECT_FALSE(BiasedSums({const_cast<float*>(sums.data()), DType::float32, {3, 10}}, {}, 10, 10).is_packed());
}

TEST(CudaNumbers, ADividerDivides) {
    constexpr std::int64_t last = (std::int64_t{1} << 31) - 1;
    for (const std::int64_t n :
         {1L,   2L,    3L,    5L,     7L,     9L,       10L,      28L,      31L,      32L,  33L,      105L,
          473L, 1000L, 3784L, 65535L, 65537L, 1L << 20, 1000003L, 1L << 30, last - 1, last, last + 1, 3L << 32}) {
        const Divider divider(n);
        std::vector<std::int64_t> numbers{0, 1, last - 1, last, last + 1, 5 * last};
        for (std::int64_t multiple = n; multiple > 0 && multiple <= 4 * last; multiple *= 3)
            numbers.insert(numbers.end(), {multiple - 1, multiple, multiple + 1});
        for (std::int64_t i = 1; i < last; i = i * 5 / 4 + 1) numbers.push_back(i);
        for (const std::int64_t i : numbers) {
            const Division division = divider(i);
            EXPECT_EQ(division.quotient, i / n) << i << " / " << n;
            EXPECT_EQ(division.remainder, i % n) << i << " / " << n;
        }
    }
}

/// Scratch in the host's memory.
class Plain final : public Scratch {
  public:
    void* bytes(ScratchUse, std::size_t bytes) override {
        memory_.resize(bytes / sizeof(double) + 1);
        return memory_.data();
    }

  private:
    std::vector<double> memory_;
};

TEST(CudaSums, EveryTermIsInItsSumOnce) {
    Plain scratch;
    for (const bool neighbours : {true, false})
        for (const std::int64_t items : {1, 3, 300})
            for (const std::int64_t terms : {1, 31, 33, 255, 257, 1024, 1025, 5000}) {
                std::vector<double> totals(static_cast<std::size_t>(items), -1);
                sum_terms(
                    {}, scratch, items, terms, neighbours,
                    [](std::int64_t item, std::int64_t t) { return static_cast<double>((item + 1) * (t + 1)); },
                    [&](std::int64_t item, double total) { totals[static_cast<std::size_t>(item)] = total; });
                for (std::int64_t item = 0; item < items; ++item)  // whole numbers: exact in any order
                    EXPECT_EQ(totals[static_cast<std::size_t>(item)],
                              static_cast<double>((item + 1) * (terms * (terms + 1) / 2)))
                        << items << " items of " << terms << " terms";
            }
}

TEST(CudaSums, ATallyAddsSharedCountersOfEachBlock) {
    std::uint32_t drained[3] = {};
    double sum = 0;
    tally_up<threads_per_block, 1, 3>(
        {}, 2,
        [](std::int64_t block, int thread, double* sums, std::uint32_t* words) {
            sums[0] = static_cast<double>(thread);
            add_shared(words + (thread % 2 ? 2 : 0), static_cast<std::uint32_t>(block + 1));
        },
        [&](std::int64_t, int i, std::uint32_t value) { drained[i] += value; },
        [&](std::int64_t, const double* sums) { sum += sums[0]; });
    EXPECT_EQ(drained[0], 128u * 3);
    EXPECT_EQ(drained[1], 0u);
    EXPECT_EQ(drained[2], 128u * 3);
    EXPECT_EQ(sum, 2 * 255.0 * 256 / 2);
}

}  // namespace
}  // namespace mantissa::cuda
