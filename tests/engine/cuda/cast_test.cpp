// SPDX-License-Identifier: Apache-2.0
// Rounding, counting and storing of the card's kernels against the scalar oracle.
#include "tests/engine/cuda/cuda_testing.h"
// after what defines KernelTest
#include "engine/cuda/round.h"
#include "tests/engine/backend/cast_tests.h"

namespace mantissa {
namespace {

TEST(Storage, EveryFp16NumberIsReadAndWrittenAsTheOracleDoes) {
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const float expected = decode(bits, fp16), read = cuda::decode_fp16(static_cast<std::uint16_t>(bits));
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(read)) << bits;
            ASSERT_TRUE(std::isnan(decode(cuda::encode_fp16(read), fp16))) << bits;
            continue;
        }
        ASSERT_EQ(std::bit_cast<std::uint32_t>(read), std::bit_cast<std::uint32_t>(expected)) << bits;
        ASSERT_EQ(cuda::encode_fp16(read), bits);
        if (read != 0 && std::isfinite(read)) {
            ASSERT_EQ(cuda::exponent_of(read), std::ilogb(read));
        }
    }
    for (std::uint32_t bits = 1; bits < 0x00800000u; bits += 997)  // FP32's own subnormals
        ASSERT_EQ(cuda::exponent_of(std::bit_cast<float>(bits)), std::ilogb(std::bit_cast<float>(bits))) << bits;
}

}  // namespace
}  // namespace mantissa
