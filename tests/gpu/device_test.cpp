// SPDX-License-Identifier: Apache-2.0
// Memory, order and errors of a card, and ten steps of a run on it beside the same on the reference.
#include <gmock/gmock.h>

#include <cstring>

#include "tests/gpu/gpu_testing.h"

namespace mantissa {
namespace {

class CardMemoryTest : public GpuTest {};

TEST_F(CardMemoryTest, WhatGoesThereComesBackWhateverItsSize) {
    for (const std::size_t bytes :
         {std::size_t{1}, std::size_t{4096}, std::size_t{65536}, std::size_t{65537}, std::size_t{10'000'019}}) {
        std::vector<unsigned char> there(bytes), back(bytes, 7);
        for (std::size_t i = 0; i < bytes; ++i) there[i] = static_cast<unsigned char>(i * 31 + i / 251);
        const std::vector<unsigned char> kept = there;
        const std::unique_ptr<DeviceMemory> memory = device_->allocate(bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory->data()) % 64, 0u);
        device_->upload(memory->data(), there.data(), bytes);
        std::fill(there.begin(), there.end(), static_cast<unsigned char>(0));  // the source may be reused at once
        device_->download(back.data(), memory->data(), bytes);
        EXPECT_EQ(back, kept) << bytes;
        device_->zero(memory->data(), bytes);
        device_->download(back.data(), memory->data(), bytes);
        EXPECT_EQ(back, there) << bytes;
    }
}

TEST_F(CardMemoryTest, TooMuchIsRefusedByItsNumberAndTheDeviceGoesOn) {
    constexpr std::size_t pebibyte = std::size_t{1} << 50;
    try {
        (void)device_->allocate(pebibyte);
        FAIL() << "a pebibyte was given";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::device);
        EXPECT_THAT(error.message(), testing::HasSubstr("1048576.00 GiB"));
    }
    EXPECT_TRUE(device_->allocate(1 << 20));
}

TEST_F(CardMemoryTest, SaysWhatItIs) {
    const DeviceDescription d = device_->describe();
    EXPECT_FALSE(d.text.empty());
    EXPECT_GT(d.memory_bytes, 0u);
    const auto& formats = device_->capabilities().native_operands;
    EXPECT_NE(std::find(formats.begin(), formats.end(), fp32), formats.end());
}

}  // namespace
}  // namespace mantissa
