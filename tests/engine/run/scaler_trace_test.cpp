// SPDX-License-Identifier: Apache-2.0
// Our scaler against the frameworks' own through random overflows, step by step: tests/data/scalers has what they did,
// as make_traces.py there recorded it.
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/precision/loss_scaler.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"

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

/// Whether the tracker is compared as well as the scale: not where the framework has none that means the same.
enum class Compared { scale, scale_and_tracker };

/// Steps that were compared.
std::uint64_t compare_with(const std::string& file, run::Scaler recipe, Compared what = Compared::scale_and_tracker,
                           void (*change)(ScalerSettings&) = nullptr) {
    std::ifstream trace(std::filesystem::path(MANTISSA_SOURCE) / "tests/data/scalers" / file);
    EXPECT_TRUE(trace) << file;
    ScalerSettings settings = scaler_settings_of(complete(settings_of(recipe)));
    if (change) change(settings);
    std::uint64_t compared = 0;
    for (std::string line; std::getline(trace, line);) {
        std::istringstream words(line);
        std::string word, name;
        words >> word;
        if (word != "case") continue;
        std::uint64_t chance = 0, seed = 0, steps = 0;
        words >> name >> settings.initial_scale >> settings.growth_factor >> settings.backoff_factor >>
            settings.growth_interval >> chance >> seed >> steps;
        EXPECT_TRUE(words) << line;
        LossScaler scaler(settings);
        std::uint64_t hash = 0xCBF29CE484222325u;
        for (std::uint64_t i = 0; i < steps; ++i) {
            scaler.update(overflows(seed, i, chance));
            fnv(hash, std::bit_cast<std::uint32_t>(scaler.state().scale));
            fnv(hash, what == Compared::scale ? 0 : scaler.state().tracker);
            ++compared;
            if (i % 1000 != 999 && i + 1 != steps && scaler.state().act != ScalerAct::ended) continue;
            std::uint32_t bits = 0, tracker = 0;
            std::uint64_t theirs = 0;
            std::getline(trace, line);
            std::istringstream state(line);
            state >> std::hex >> bits >> std::dec >> tracker >> std::hex >> theirs;
            EXPECT_TRUE(state) << name << ", step " << i;
            const bool ends = static_cast<bool>(state >> word);
            if (theirs == hash && ends == (scaler.state().act == ScalerAct::ended)) continue;
            ADD_FAILURE() << file << ", " << name << " has parted from it between the steps " << i - i % 1000 << " and "
                          << i << ": scale " << scaler.state().scale << " for " << std::bit_cast<float>(bits)
                          << ", tracker " << scaler.state().tracker << " for " << tracker
                          << (ends ? ", where it ends the run" : "");
            return compared;
        }
    }
    return compared;
}

TEST(ScalerTrace, PyTorchsGradScaler) {
    EXPECT_GE(compare_with("torch.txt", run::SCALER_PYTORCH), 1000000u);
}

TEST(ScalerTrace, Keras3) {
    EXPECT_GE(compare_with("keras.txt", run::SCALER_KERAS3), 189000u);
}

TEST(ScalerTrace, Jmp) {
    EXPECT_GE(compare_with("jmp.txt", run::SCALER_JMP), 189000u);
}

TEST(ScalerTrace, ApexAmp) {
    EXPECT_GE(compare_with("apex-amp.txt", run::SCALER_APEX_AMP), 140000u);
}

TEST(ScalerTrace, ApexFp16Utils) {
    EXPECT_GE(compare_with("apex-fp16utils.txt", run::SCALER_APEX_FP16UTILS, Compared::scale), 130000u);
}

TEST(ScalerTrace, DeepSpeed) {
    EXPECT_GE(compare_with("deepspeed.txt", run::SCALER_DEEPSPEED, Compared::scale), 69000u);
}

TEST(ScalerTrace, DeepSpeedBeforeItGrewLate) {
    EXPECT_GE(compare_with("deepspeed-0.16.txt", run::SCALER_DEEPSPEED, Compared::scale,
                           [](ScalerSettings& s) { s.late_growth = false; }),
              68000u);
}

TEST(ScalerTrace, DeepSpeedWithConsecutiveHysteresis) {
    EXPECT_GE(compare_with("deepspeed-consecutive.txt", run::SCALER_DEEPSPEED, Compared::scale,
                           [](ScalerSettings& s) { s.refill = HysteresisRefill::on_good_step; }),
              69000u);
}

TEST(ScalerTrace, DeepSpeedsFusedOptimizer) {
    EXPECT_GE(compare_with("deepspeed-fused.txt", run::SCALER_DEEPSPEED_FUSED, Compared::scale), 150000u);
}

TEST(ScalerTrace, Fairseq) {
    EXPECT_GE(compare_with("fairseq.txt", run::SCALER_FAIRSEQ, Compared::scale), 73000u);
}

TEST(ScalerTrace, FairseqWithATolerance) {
    EXPECT_GE(compare_with("fairseq-tolerance.txt", run::SCALER_FAIRSEQ, Compared::scale,
                           [](ScalerSettings& s) { s.tolerance = 0.05; }),
              73000u);
}

TEST(ScalerTrace, Megatron) {
    EXPECT_GE(compare_with("megatron.txt", run::SCALER_MEGATRON), 130000u);
}

TEST(ScalerTrace, MXNet) {
    EXPECT_GE(compare_with("mxnet.txt", run::SCALER_MXNET), 140000u);
}

}  // namespace
}  // namespace mantissa
