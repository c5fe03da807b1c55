// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: a value is a pure function of (seed, stream, counter), so that any thread, device or
// resumed run computes the same one without carrying state. Philox4x32-10 of Salmon et al., "Parallel random numbers:
// as easy as 1, 2, 3", SC 2011 (the generator of Random123 and cuRAND).
#pragma once

#include <array>
#include <cstdint>

namespace mantissa {

/// Ten rounds of Philox4x32: four independent 32-bit words for a 128-bit counter under a 64-bit key.
constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key) noexcept {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = std::uint64_t{0xD2511F53u} * counter[0];
        const std::uint64_t b = std::uint64_t{0xCD9E8D57u} * counter[2];
        counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
                   static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
        key[0] += 0x9E3779B9u;
        key[1] += 0xBB67AE85u;
    }
    return counter;
}

/// What a stream of random numbers is for; part of the counter, so that two uses never share numbers.
enum class RandomUse : std::uint32_t {
    initial_weights = 1,
    shuffle = 2,
    stochastic_rounding = 3,
    dropout = 4,
    device_read = 5,  ///< noise of phase-change devices
    device_pulse = 6,
    image_noise = 7,  ///< of images to be denoised
    operand_rounding = 8,
};

/// Names one tensor's random numbers at one step. Copyable, no state: draw any index in any order.
struct RandomKey {
    std::uint64_t seed = 0;
    RandomUse use = RandomUse::initial_weights;
    std::uint32_t step = 0;    ///< training step, or epoch for the shuffle
    std::uint32_t tensor = 0;  ///< index of the tensor in the network

    /// 32 uniformly distributed bits for element `index`.
    constexpr std::uint32_t bits(std::uint64_t index) const noexcept {
        const std::uint32_t low = static_cast<std::uint32_t>(index >> 2);
        const std::uint32_t high = static_cast<std::uint32_t>(index >> 34) | (static_cast<std::uint32_t>(use) << 24);
        return philox4x32({low, high, step, tensor},
                          {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)})[index & 3];
    }

    /// Uniform in [0, 1), a multiple of 2^-24 (every value is exact in FP32).
    constexpr float uniform(std::uint64_t index) const noexcept {
        return static_cast<float>(bits(index) >> 8) * 0x1p-24f;
    }
};

}  // namespace mantissa
