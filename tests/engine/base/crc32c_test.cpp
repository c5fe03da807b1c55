// SPDX-License-Identifier: Apache-2.0
// The checksum against published values.
#include "engine/base/crc32c.h"

#include <gtest/gtest.h>

#include <string>

namespace mantissa {
namespace {

TEST(Crc32c, PublishedVectors) {
    EXPECT_EQ(crc32c("123456789"), 0xe3069283u);
    EXPECT_EQ(crc32c(""), 0u);
    // RFC 3720, B.4: 32 bytes of zeroes, of ones, counting up, counting down.
    std::string up, down;
    for (int i = 0; i < 32; ++i) {
        up += static_cast<char>(i);
        down += static_cast<char>(31 - i);
    }
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aau);
    EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8ab43u);
    EXPECT_EQ(crc32c(up), 0x46dd794eu);
    EXPECT_EQ(crc32c(down), 0x113fdb5cu);
    EXPECT_EQ(crc32c(std::as_bytes(std::span(up))), crc32c(up));
}

}  // namespace
}  // namespace mantissa
