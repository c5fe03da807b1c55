// SPDX-License-Identifier: Apache-2.0
// Inspection and update on the CPU against the oracle.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "engine/base/rng.h"
#include "engine/cpu/update.h"
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/optimizer_tests.h"
// after what defines Optimizer
#include "tests/engine/backend/narrow_update_tests.h"

namespace mantissa {
namespace {

/// Moments, gradients and weights of every kind that subnormal first moments may meet, alone in a vector or all of it.
void make_subnormal(Trained& t, std::uint32_t seed, bool mixed) {
    constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const float threshold = 0x1p-60f;  // of weights that what is subnormal cannot change
    const std::array weights{0.0f,       -0.0f,    threshold, std::nextafter(threshold, 0.0f),
                             -threshold, 0x1p-85f, 0x1p-90f,  0x1p-140f,
                             infinity,   nan};
    const std::array seconds{0.0f, 0x3p-149f, 0x1p-130f, 4.0f, 3e38f, infinity, nan};
    for (std::size_t i = 0; i < t.weights.size(); ++i) {
        const RandomKey random{seed, RandomUse::shuffle, 0, static_cast<std::uint32_t>(i)};
        for (std::int64_t k = 0; k < t.weights[i].size(); ++k) {
            const auto index = static_cast<std::uint64_t>(k);
            const std::uint32_t bits = random.bits(4 * index), kind = random.bits(4 * index + 1) % 64;
            std::uint32_t units = bits >> (8 + random.bits(4 * index + 2) % 24);  // up to 2^24: also normal ones
            if (kind < 40) units %= 12;                                           // where rounding leaves them
            const bool usual = mixed && kind >= 40 && kind % 2 == 0;
            t.first[i][k] = usual ? 1e-4f : std::bit_cast<float>(units | (bits & 1u) << 31);
            const std::uint32_t size = random.bits(4 * index + 3);
            t.second[i][k] =
                std::ldexp(1.0f + static_cast<float>(size % 1000) / 1000, -static_cast<int>(size >> 10) % 60);
            t.gradients[i][k] = usual ? 1e-3f : kind % 2 == 0 ? 0.0f : -0.0f;
            if (k % 37 == 5) t.gradients[i][k] = 0x1p-140f;  // none any more once it is unscaled
            if (k % 101 == 7) t.weights[i][k] = weights[static_cast<std::size_t>(k / 101) % weights.size()];
            if (k % 103 == 9) t.second[i][k] = seconds[static_cast<std::size_t>(k / 103) % seconds.size()];
        }
    }
}

/// A step as the CPU makes it of kinds without vectors, after the oracle's inspection.
void step_one_by_one(Trained& t, Kernels& oracle, const OptimizerSettings& optimizer, const ScalerSettings& scaler) {
    oracle.inspect_gradients(t.views, &optimizer, &scaler, &t.state);
    UpdateScalars scalars(
        update_factors(optimizer, t.state.scaler.scale, t.state.norm_squared, t.state.scaler.optimizer_step));
    for (const ParameterView& p : t.views) {
        scalars.momentum_buffer = static_cast<bool>(p.first_moment);
        scalars.weight_decays = p.decays;
        const UpdateArrays all(p);
        UpdateFound found;
        const std::int64_t half = p.weight.size() / 2;
        update_one_by_one(p, all, half, scalars, p.weight_format, found);
        update_one_by_one(p, all.from(half), p.weight.size() - half, scalars, p.weight_format, found);
        p.metrics->updates_nonzero = found.nonzero;
        p.metrics->updates_lost = found.lost;
    }
    oracle.finish_step(&scaler, &t.state);
}

TEST_F(Optimizer, OfKindsWithoutVectorsTheRuleIsTakenAsItStands) {
    EXPECT_FALSE(has_vectors(static_cast<Kind>(99)));
    for (const FloatFormat& arithmetic : {fp32, bf16})
        for (auto [name, optimizer] : every_optimizer(1e-3)) {
            if (arithmetic.is_narrow() && optimizer.weight_decay != 0) continue;  // validate() refuses it
            optimizer.arithmetic = arithmetic;
            optimizer.clip_norm = 1;
            ScalerSettings scaler;
            scaler.kind = ScalingKind::fixed;
            const auto make = [&, kind = optimizer.kind, momentum = optimizer.momentum > 0, &format = arithmetic] {
                Trained t(sizes_, is_adam(kind), momentum, format, Rounding::nearest_even, format);
                t.state.scaler.scale = 1024.0f;
                return t;
            };
            Trained a = make(), r = make();
            for (int step = 0; step < 3; ++step) {
                for (std::size_t i = 0; i < sizes_.size(); ++i) {
                    Array g = spread({sizes_[i]}, static_cast<std::uint32_t>(step * 10) + static_cast<std::uint32_t>(i),
                                     -36, 2);
                    for (float& x : g.values()) x *= 1024.0f;
                    a.gradients[i].values() = r.gradients[i].values() = g.values();
                }
                step_one_by_one(a, reference(), optimizer, scaler);
                r.step(reference(), optimizer, scaler, static_cast<std::uint32_t>(step));
                expect_same(a, r, name + " one by one in " + name_of(arithmetic));
            }
        }
}

TEST_F(Optimizer, SubnormalMomentsAreThoseOfTheOracle) {
    struct Settings {
        double lr, beta1, epsilon, clip_norm;
        float scale;
        double weight_decay = 0;
        bool decoupled = false;
    };
    for (const Settings& given :
         {Settings{1e-3, 0.9, 1e-8, 0, 1}, Settings{0.0499, 0.9, 1e-8, 0, 1}, Settings{3, 0.9, 1e-8, 0, 1},
          Settings{1e-3, 0.3, 1e-8, 0, 1}, Settings{1e-3, 0.0, 1e-8, 0, 1}, Settings{1e-4, 0.999, 1e-8, 0, 1},
          Settings{1e-3, 0.9, 1e-15, 0, 1}, Settings{1e-3, 0.9, 0, 0, 1}, Settings{1e-3, 0.9, 1e-8, 0.01, 1},
          Settings{1e-3, 0.9, 1e-8, 0, 65536}, Settings{1e-3, 0.9, 1e-8, 0, 1, 0.1, true},
          Settings{1e-3, 0.9, 1e-8, 0, 1, 700, true}, Settings{1e-3, 0.9, 1e-8, 0, 1, 1e-8, true},
          Settings{1e-3, 0.9, 1e-8, 0, 1, 0.1}})
        for (const bool mixed : {false, true})
            for (const FloatFormat& weight : {fp32, bf16}) {
                OptimizerSettings optimizer = settings_of(given.decoupled ? Kind::adamw : Kind::adam, given.lr);
                optimizer.beta1 = given.beta1;
                optimizer.epsilon = given.epsilon;
                optimizer.clip_norm = given.clip_norm;
                optimizer.weight_decay = given.weight_decay;
                const std::string what =
                    fmt::format("lr {}, beta1 {}, epsilon {}, clip {}, scale {}, decay {} {}, {}, {}", given.lr,
                                given.beta1, given.epsilon, given.clip_norm, given.scale, given.weight_decay,
                                given.decoupled, mixed ? "mixed" : "all", name_of(weight));
                const auto make = [&, &format = weight] {
                    Trained t(sizes_, true, false, format, Rounding::nearest_even, fp32);
                    make_subnormal(t, 5, mixed);
                    t.state.scaler.scale = given.scale;
                    return t;
                };
                Trained a = make(), b = make(), r = make();
                std::vector<Array> wide, wide_of_r;
                std::vector<Narrow> narrow;
                for (std::size_t i = 0; i < sizes_.size(); ++i) {
                    wide.emplace_back(Shape{sizes_[i]});
                    wide_of_r.emplace_back(Shape{sizes_[i]});
                    narrow.emplace_back(Shape{sizes_[i]});
                }
                for (std::size_t i = 0; i < sizes_.size(); ++i) {
                    a.views[i].copy = {wide[i].view(), fp16, Rounding::nearest_even};
                    b.views[i].copy = {narrow[i].view(), bf16, Rounding::nearest_even};
                    r.views[i].copy = {wide_of_r[i].view(), fp16, Rounding::nearest_even};
                }
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
                for (std::size_t i = 0; i < sizes_.size(); ++i) {
                    expect_same_bits(wide[i], wide_of_r[i], what + " copied as FP16");
                    Array expected(Shape{sizes_[i]});
                    for (std::int64_t k = 0; k < sizes_[i]; ++k) expected[k] = round_to(r.weights[i][k], bf16);
                    expect_same_bits(narrow[i].wide(), expected, what + " copied as BF16");
                }
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

TEST_F(Optimizer, SubnormalMomentumIsThatOfTheOracle) {
    struct Settings {
        double lr, momentum, clip_norm;
        float scale;
    };
    for (const Settings& given : {Settings{0.01, 0.9, 0, 1}, Settings{0.1, 0.99, 0, 1}, Settings{0.3, 0.5, 0, 1},
                                  Settings{3, 0.9, 0, 1}, Settings{0.5, 1, 0, 1}, Settings{0.01, 0.9, 0.01, 65536}})
        for (const bool mixed : {false, true}) {
            OptimizerSettings optimizer = settings_of(Kind::sgd, given.lr, given.momentum);
            optimizer.clip_norm = given.clip_norm;
            const std::string what = fmt::format("lr {}, momentum {}, clip {}, scale {}, {}", given.lr, given.momentum,
                                                 given.clip_norm, given.scale, mixed ? "mixed" : "all");
            const auto make = [&] {
                Trained t(sizes_, false, true, fp32, Rounding::nearest_even, fp32);
                make_subnormal(t, 5, mixed);
                t.state.scaler.scale = given.scale;
                return t;
            };
            Trained a = make(), b = make(), r = make();
            for (int step = 0; step < 5; ++step) {
                a.step(tested(), optimizer, {}, static_cast<std::uint32_t>(step));
                b.step(single(), optimizer, {}, static_cast<std::uint32_t>(step));
                r.step(reference(), optimizer, {}, static_cast<std::uint32_t>(step));
                expect_same(a, r, what);
                expect_same(b, r, what + " on one thread");
            }
        }
}

TEST_F(Optimizer, EverySubnormalMomentumDecaysAsTheOracleHasIt) {
    constexpr std::int64_t at_once = std::int64_t{1} << 20;
    for (const auto& [momentum, lr] : {std::pair{0.9, 0.1}, std::pair{0.35, 1.0}})
        for (std::uint32_t begin = 0; begin < (1u << 23); begin += at_once) {
            const OptimizerSettings optimizer = settings_of(Kind::sgd, lr, momentum);
            const auto make = [&] {
                Trained t({at_once}, false, true, fp32, Rounding::nearest_even, fp32);
                for (std::int64_t k = 0; k < at_once; ++k) {
                    t.first[0][k] = std::bit_cast<float>(begin + static_cast<std::uint32_t>(k));
                    t.gradients[0][k] = 0;
                }
                return t;
            };
            Trained a = make(), r = make();
            a.step(tested(), optimizer, {}, 0);
            r.step(reference(), optimizer, {}, 0);
            expect_same(a, r, fmt::format("momentum {}, from {} units on", momentum, begin));
        }
}

}  // namespace
}  // namespace mantissa
