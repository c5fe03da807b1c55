// SPDX-License-Identifier: Apache-2.0
// Our scaler against PyTorch's and Keras 3's own through random overflows, step by step: tests/data/scalers has what
// they did, as make_traces.py there recorded it.
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/precision/loss_scaler.h"

namespace mantissa {
namespace {

/// Whether a step overflows: as make_traces.py has it.
bool overflows(std::uint64_t seed, std::uint64_t step, std::uint64_t chance) {
    std::uint64_t z = seed * 0x9E3779B97F4A7C15u + (step + 1) * 0xD1B54A32D192ED03u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (z ^ (z >> 31)) >> 44 < chance;
}

void fnv(std::uint64_t& hash, std::uint32_t word) {
    hash = (hash ^ word) * 0x100000001B3u;
}

/// Steps that were compared; `settings`: what differs from GradScaler.
std::uint64_t compare_with(const std::string& file, ScalerSettings settings) {
    std::ifstream trace(std::filesystem::path(MANTISSA_SOURCE) / "tests/data/scalers" / file);
    EXPECT_TRUE(trace) << file;
    std::uint64_t compared = 0;
    for (std::string line; std::getline(trace, line);) {
        std::istringstream words(line);
        std::string word, name;
        words >> word;
        if (word != "case") continue;
        std::uint64_t chance = 0, seed = 0, steps = 0;
        settings.kind = ScalingKind::dynamic;
        words >> name >> settings.initial_scale >> settings.growth_factor >> settings.backoff_factor >>
            settings.growth_interval >> chance >> seed >> steps;
        EXPECT_TRUE(words) << line;
        LossScaler scaler(settings);
        std::uint64_t hash = 0xCBF29CE484222325u;
        for (std::uint64_t i = 0; i < steps; ++i) {
            scaler.update(overflows(seed, i, chance));
            fnv(hash, std::bit_cast<std::uint32_t>(scaler.state().scale));
            fnv(hash, scaler.state().tracker);
            ++compared;
            if (i % 1000 != 999) continue;
            std::uint32_t bits = 0, tracker = 0;
            std::uint64_t theirs = 0;
            trace >> std::hex >> bits >> std::dec >> tracker >> std::hex >> theirs;
            EXPECT_TRUE(trace) << name << ", step " << i;
            if (theirs == hash) continue;
            ADD_FAILURE() << name << " has parted from it between the steps " << i - 999 << " and " << i << ": scale "
                          << scaler.state().scale << " for " << std::bit_cast<float>(bits) << ", tracker "
                          << scaler.state().tracker << " for " << tracker;
            return compared;
        }
    }
    return compared;
}

TEST(ScalerTrace, PyTorchsGradScaler) {
    EXPECT_GE(compare_with("torch.txt", {}), 1000000u);
}

TEST(ScalerTrace, Keras3) {
    ScalerSettings settings;
    settings.may_be_infinite = true;
    EXPECT_GE(compare_with("keras.txt", settings), 190000u);
}

}  // namespace
}  // namespace mantissa
