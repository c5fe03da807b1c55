// SPDX-License-Identifier: Apache-2.0
// FP16 rounding and decoding against the processor's own conversion instructions (F16C): every float nightly, a grid of
// them and every place where the result changes otherwise.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "engine/precision/rounding.h"
#include "tests/engine/precision/float_samples.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace mantissa {
namespace {

__attribute__((target("f16c"))) std::uint32_t hardware_encode(float x) {
    return _cvtss_sh(x, _MM_FROUND_TO_NEAREST_INT);
}
__attribute__((target("f16c"))) float hardware_decode(std::uint32_t bits) {
    return _cvtsh_ss(static_cast<unsigned short>(bits));
}
double hardware_value(std::uint32_t code) {
    return hardware_decode(code);
}

/// Whether round_to and encode agree with the processor on this float.
bool agrees(std::uint32_t pattern) {
    const float x = float_of(pattern);
    const std::uint32_t expected = hardware_encode(x);
    const float rounded = round_to(x, fp16);
    if (std::isnan(x)) return std::isnan(rounded) && (expected & 0x7C00u) == 0x7C00u && (expected & 0x3FFu) != 0;
    return encode(rounded, fp16) == expected && bits_of(rounded) == bits_of(hardware_decode(expected));
}

/// The first pattern of [begin, end) by `stride` that disagrees; `end` where there is none.
std::uint64_t first_disagreement(std::uint64_t begin, std::uint64_t end, std::uint64_t stride) {
    for (std::uint64_t pattern = begin; pattern < end; pattern += stride)
        if (!agrees(static_cast<std::uint32_t>(pattern))) return pattern;
    return end;
}

class Fp16Hardware : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!__builtin_cpu_supports("f16c")) GTEST_SKIP() << "this processor has no F16C";
    }
};

TEST_F(Fp16Hardware, EverySixtyFiveThousandthFloat) {
    constexpr std::uint64_t all = std::uint64_t{1} << 32;
    // an offset as well, or only numbers with a short fraction are met
    for (const std::uint64_t offset : {0u, 0x0FFFu, 0x1000u, 0x1001u, 0xABCDu})
        ASSERT_EQ(first_disagreement(offset, all, 65536), all) << "from " << offset;
}

TEST_F(Fp16Hardware, EveryBoundary) {
    for (const std::uint32_t pattern : all_boundaries_16(fp16, hardware_value))
        for (const std::uint32_t sign : {0u, 0x80000000u})
            ASSERT_TRUE(agrees(pattern | sign)) << float_of(pattern | sign);
    for (const std::uint32_t pattern : boundary_patterns(fp16)) ASSERT_TRUE(agrees(pattern)) << float_of(pattern);
}

TEST_F(Fp16Hardware, EveryEncodingDecodes) {
    for (std::uint32_t code = 0; code < 0x10000; ++code) {
        const float expected = hardware_decode(code), ours = decode(code, fp16);
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(ours)) << code;
        } else {
            EXPECT_EQ(bits_of(ours), bits_of(expected)) << code;
        }
    }
}

TEST_F(Fp16Hardware, NightlyEveryFloat) {
    constexpr std::uint64_t all = std::uint64_t{1} << 32, chunk = std::uint64_t{1} << 22;
    std::atomic<std::uint64_t> next{0}, wrong{all};
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
        threads.emplace_back([&] {
            for (std::uint64_t begin; (begin = next.fetch_add(chunk)) < all && wrong == all;) {
                const std::uint64_t found = first_disagreement(begin, begin + chunk, 1);
                if (found != begin + chunk) wrong = found;
            }
        });
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(wrong, all) << float_of(static_cast<std::uint32_t>(wrong));
}

}  // namespace
}  // namespace mantissa
#endif
