// SPDX-License-Identifier: Apache-2.0
// The same damaged inputs on every machine: what a fuzzer does at random, by Philox and a fixed seed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "engine/base/rng.h"

namespace mantissa::fuzz {

using Bytes = std::vector<std::uint8_t>;

/// How many variants of each input a test tries: `usual`, or as many as MANTISSA_VARIANTS says where that is more. The
/// first ones are the same, so a failure at variant N comes again with N + 1 of them.
inline std::uint32_t variants(std::uint32_t usual) {
    const char* told = std::getenv("MANTISSA_VARIANTS");
    const unsigned long wanted = told ? std::strtoul(told, nullptr, 10) : 0;
    return std::max(usual, static_cast<std::uint32_t>(std::min(wanted, 4'000'000'000ul)));
}

/// Damages inputs; variant `number` of an input is always the same.
class Mutator {
  public:
    explicit Mutator(std::uint64_t seed) : seed_(seed) {}

    /// `original` with one to four changes: bits flipped, bytes replaced by extreme ones, cut off, repeated, inserted.
    Bytes variant(const Bytes& original, std::uint32_t number) {
        key_ = {seed_, RandomUse::shuffle, number, 0};
        drawn_ = 0;
        Bytes bytes = original;
        for (std::uint32_t changes = 1 + below(4); changes > 0; --changes) change(bytes);
        return bytes;
    }

    /// A number below `bound` (at least 1), for a target that wants to cut its input somewhere.
    std::uint32_t below(std::uint64_t bound) {
        return static_cast<std::uint32_t>((std::uint64_t{key_.bits(drawn_++)} * bound) >> 32);
    }

  private:
    void change(Bytes& bytes) {
        static constexpr std::uint8_t extremes[] = {0x00, 0x01, 0x7F, 0x80, 0xFF, 0x08};
        const std::size_t place = bytes.empty() ? 0 : below(bytes.size());
        const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(place);
        const std::size_t length = 1 + below(16);
        switch (bytes.empty() ? 4 : below(6)) {
            case 0:
                *at ^= static_cast<std::uint8_t>(1u << below(8));
                break;
            case 1:
                *at = extremes[below(6)];
                break;
            case 2:
                *at = static_cast<std::uint8_t>(below(256));
                break;
            case 3:
                bytes.resize(place);
                break;
            case 4:
                bytes.insert(at, length, extremes[below(6)]);
                break;
            default: {
                const std::size_t end = std::min(bytes.size(), place + length);
                const Bytes piece(at, bytes.begin() + static_cast<std::ptrdiff_t>(end));
                if (below(2) == 0)
                    bytes.insert(at, piece.begin(), piece.end());
                else
                    bytes.erase(at, bytes.begin() + static_cast<std::ptrdiff_t>(end));
            }
        }
    }

    std::uint64_t seed_;
    RandomKey key_;
    std::uint64_t drawn_ = 0;
};

}  // namespace mantissa::fuzz
