// SPDX-License-Identifier: Apache-2.0
// Memory, order and errors of a card, and ten steps of a run on it beside the same on the reference.
#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <span>

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

TEST_F(CardMemoryTest, AFetchBringsWhatWasThereBeforeWhatWasEnqueuedLater) {
    for (const std::size_t bytes : {std::size_t{5}, std::size_t{70'001}, std::size_t{1'000'003}}) {
        const std::unique_ptr<DeviceMemory> memory = device_->allocate(bytes);
        std::vector<std::vector<std::byte>> sent;
        std::vector<std::unique_ptr<Fetch>> fetches;
        for (int i = 0; i < 3; ++i) {
            sent.emplace_back(bytes, static_cast<std::byte>(i + 1));
            device_->upload(memory->data(), sent.back().data(), bytes);
            fetches.push_back(device_->fetch(memory->data(), bytes));
        }
        for (const std::size_t i : {1u, 0u, 2u}) {
            const std::span<const std::byte> there = fetches[i]->wait();
            EXPECT_TRUE(std::equal(there.begin(), there.end(), sent[i].begin(), sent[i].end())) << i << ", " << bytes;
        }
        const std::optional<double> seconds = fetches[2]->seconds_since(*fetches[0]);
        ASSERT_TRUE(seconds);
        EXPECT_GE(*seconds, *fetches[1]->seconds_since(*fetches[0]));
        EXPECT_GE(*fetches[1]->seconds_since(*fetches[0]), 0.0);
        device_->zero(memory->data(), bytes);
        EXPECT_EQ(fetches[2]->wait()[0], std::byte{3}) << "it stays as it was";
    }
}

TEST_F(CardMemoryTest, FetchesThatAreDroppedMakeRoom) {
    const std::unique_ptr<DeviceMemory> memory = device_->allocate(64);
    device_->zero(memory->data(), 64);
    for (int i = 0; i < 10; ++i) (void)device_->fetch(memory->data(), 64);  // none is waited for
    std::vector<std::unique_ptr<Fetch>> most;
    for (int i = 0; i < 7; ++i) most.push_back(device_->fetch(memory->data(), 64));
    if (device_->overlaps()) {
        EXPECT_THROW((void)device_->fetch(memory->data(), 64), Error);
    }
    most.pop_back();
    EXPECT_EQ(device_->fetch(memory->data(), 64)->wait()[63], std::byte{0});
}

TEST_F(CardMemoryTest, TooMuchIsRefusedByItsNumberAndTheDeviceGoesOn) {
    constexpr std::size_t pebibyte = std::size_t{1} << 50;
    try {
        (void)device_->allocate(pebibyte);
        FAIL() << "a pebibyte was given";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::device);
        EXPECT_THAT(error.message(), testing::HasSubstr("1048576.0"));
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
