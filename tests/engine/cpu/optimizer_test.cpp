// SPDX-License-Identifier: Apache-2.0
// Inspection and update on the CPU against the oracle.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "engine/base/rng.h"
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/optimizer_tests.h"

namespace mantissa {
namespace {

/// Moments, gradients and weights of every kind that subnormal first moments may meet, alone in a vector or all of it.
void make_subnormal(Trained& t, std::uint32_t seed, bool mixed) {
    for (std::size_t i = 0; i < t.weights.size(); ++i) {
        const RandomKey random{seed, RandomUse::shuffle, 0, static_cast<std::uint32_t>(i)};
        for (std::int64_t k = 0; k < t.weights[i].size(); ++k) {
            const auto index = static_cast<std::uint64_t>(k);
            const std::uint32_t bits = random.bits(4 * index), kind = random.bits(4 * index + 1) % 64;
            std::uint32_t units =
                bits >> (8 + random.bits(4 * index + 2) % 24);  // all sizes up to 2^24: also normal ones
            if (kind < 40) units %= 12;                         // where rounding leaves them
            const bool usual = mixed && kind >= 40 && kind % 2 == 0;
            const float first = usual ? 1e-4f : std::bit_cast<float>(units | (bits & 1u) << 31);
            t.first[i][k] = first;
            const std::uint32_t size = random.bits(4 * index + 3);
            t.second[i][k] =
                std::ldexp(1.0f + static_cast<float>(size % 1000) / 1000, -static_cast<int>(size >> 10) % 60);
            t.gradients[i][k] = usual ? 1e-3f : kind == 63 ? 0x1p-140f : kind % 2 == 0 ? 0.0f : -0.0f;
            if (kind == 62) t.weights[i][k] = 0;
            if (kind == 61) t.weights[i][k] = std::bit_cast<float>(3 * units);
            if (kind == 59 && k % 1000 == 0) t.second[i][k] = std::numeric_limits<float>::infinity();
            if (kind == 58 && k % 1000 == 0) t.second[i][k] = std::nanf("");
        }
    }
}

TEST_F(Optimizer, SubnormalMomentsAreThoseOfTheOracle) {
    struct Settings {
        double lr, beta1, epsilon, clip_norm;
    };
    for (const Settings& given :
         {Settings{1e-3, 0.9, 1e-8, 0}, Settings{0.3, 0.9, 1e-8, 0}, Settings{3, 0.9, 1e-8, 0},
          Settings{1e-3, 0.3, 1e-8, 0}, Settings{1e-3, 0.0, 1e-8, 0}, Settings{1e-3, 0.999, 1e-8, 0},
          Settings{1e-3, 0.9, 1e-15, 0}, Settings{1e-3, 0.9, 0, 0}, Settings{1e-3, 0.9, 1e-8, 0.5}})
        for (const bool mixed : {false, true})
            for (const FloatFormat& weight : {fp32, bf16}) {
                OptimizerSettings optimizer = settings_of(Kind::adam, given.lr);
                optimizer.beta1 = given.beta1;
                optimizer.epsilon = given.epsilon;
                optimizer.clip_norm = given.clip_norm;
                const std::string what =
                    fmt::format("lr {}, beta1 {}, epsilon {}, clip {}, {}, {}", given.lr, given.beta1, given.epsilon,
                                given.clip_norm, mixed ? "mixed" : "all", name_of(weight));
                const auto make = [&, &format = weight] {
                    Trained t(sizes_, true, false, format, Rounding::nearest_even, fp32);
                    make_subnormal(t, 5, mixed);
                    return t;
                };
                Trained a = make(), b = make(), r = make();
                std::uint64_t lost = 0;
                for (int step = 0; step < 5; ++step) {
                    a.step(tested(), optimizer, {}, static_cast<std::uint32_t>(step));
                    b.step(single(), optimizer, {}, static_cast<std::uint32_t>(step));
                    r.step(reference(), optimizer, {}, static_cast<std::uint32_t>(step));
                    expect_same(a, r, what);
                    expect_same(b, r, what + " on one thread");
                    for (const ParameterMetrics& m : r.metrics) lost += m.updates_lost;
                }
                EXPECT_GT(lost, 0u) << what << ": changes that change nothing must be among them";
            }
}

TEST_F(Optimizer, EverySubnormalMomentDecaysAsTheOracleHasIt) {
    constexpr std::int64_t at_once = std::int64_t{1} << 20;
    OptimizerSettings optimizer = settings_of(Kind::adam, 1e-3);
    for (const double beta1 : {0.9, 0.35})
        for (std::uint32_t begin = 0; begin < (1u << 23); begin += at_once) {
            optimizer.beta1 = beta1;
            const auto make = [&] {
                Trained t({at_once}, true, false, fp32, Rounding::nearest_even, fp32);
                for (std::int64_t k = 0; k < at_once; ++k) {
                    t.first[0][k] = std::bit_cast<float>(begin + static_cast<std::uint32_t>(k));
                    t.second[0][k] = 1e-10f;
                    t.gradients[0][k] = 0;
                }
                return t;
            };
            Trained a = make(), r = make();
            a.step(tested(), optimizer, {}, 0);
            r.step(reference(), optimizer, {}, 0);
            expect_same(a, r, fmt::format("beta1 {}, from {} units on", beta1, begin));
        }
}

}  // namespace
}  // namespace mantissa
