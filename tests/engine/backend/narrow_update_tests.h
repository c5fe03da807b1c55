// SPDX-License-Identifier: Apache-2.0
// Updates in 16-bit arithmetic: bit for bit those of torch.optim on 16-bit parameters (tests/data/optimizers), and on a
// device those of the oracle. Included once by each device's test, after optimizer_tests.h.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>

namespace mantissa {
namespace {

/// What PyTorch did: see make_updates.py.
struct UpdateCase {
    std::string name;
    FloatFormat format;
    OptimizerSettings settings;
    std::vector<float> start;
    struct Step {
        std::vector<float> gradient, weight, first, second;
    };
    std::vector<Step> steps;
};

std::vector<UpdateCase> pytorch_updates() {
    std::ifstream file(std::filesystem::path(MANTISSA_SOURCE) / "tests/data/optimizers/updates.txt");
    std::vector<UpdateCase> cases;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string key;
        words >> key;
        if (key == "#") continue;
        if (key == "case") {
            UpdateCase& one = cases.emplace_back();
            std::string format, kind;
            double beta1 = 0;
            words >> format >> kind >> one.settings.lr >> beta1 >> one.settings.beta2 >> one.settings.epsilon;
            one.name = line;
            one.format = one.settings.arithmetic = format == "fp16" ? fp16 : bf16;
            one.settings.kind = kind == "adam" ? Kind::adam : Kind::sgd;
            (kind == "adam" ? one.settings.beta1 : one.settings.momentum) = beta1;
            continue;
        }
        std::vector<float> numbers;
        for (std::string bits; words >> bits;)
            numbers.push_back(decode(static_cast<std::uint32_t>(std::stoul(bits, nullptr, 16)), cases.back().format));
        UpdateCase& one = cases.back();
        if (key == "g")
            one.steps.emplace_back().gradient = numbers;
        else if (key == "w" && one.steps.empty())
            one.start = numbers;
        else
            (key == "w"   ? one.steps.back().weight
             : key == "m" ? one.steps.back().first
                          : one.steps.back().second) = numbers;
    }
    return cases;
}

/// NaN is as good as another NaN, and -0 as +0: PyTorch's first momentum buffer is the gradient itself.
void expect_numbers(const Array& ours, const std::vector<float>& theirs, const std::string& what) {
    if (theirs.empty()) return;
    ASSERT_EQ(ours.values().size(), theirs.size()) << what;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        const float a = ours.values()[i], b = theirs[i];
        EXPECT_TRUE(a == b || (std::isnan(a) && std::isnan(b))) << what << "[" << i << "]: " << a << ", not " << b;
    }
}

TEST_F(Optimizer, SixteenBitArithmeticIsPyTorchs) {
    const std::vector<UpdateCase> cases = pytorch_updates();
    ASSERT_EQ(cases.size(), 10u);
    bool lost_everything = false;
    for (const UpdateCase& one : cases)
        for (Kernels* kernels : {&tested(), &single(), &reference()}) {
            const bool adam = one.settings.kind == Kind::adam, momentum = one.settings.momentum > 0;
            const auto size = static_cast<std::int64_t>(one.start.size());
            Trained t({size}, adam, momentum, one.format, Rounding::nearest_even, one.format);
            t.weights[0].values() = one.start;
            for (std::size_t step = 0; step < one.steps.size(); ++step) {
                const UpdateCase::Step& theirs = one.steps[step];
                t.gradients[0].values() = theirs.gradient;
                t.step(*kernels, one.settings, {}, static_cast<std::uint32_t>(step));
                const std::string where = one.name + ", step " + std::to_string(step + 1);
                expect_numbers(t.weights[0], theirs.weight, where + ", weights");
                expect_numbers(t.first[0], theirs.first, where + ", first moments");
                expect_numbers(t.second[0], theirs.second, where + ", second moments");
            }
            // gradients that are always 0: 0 / (0 + epsilon), which is 0 / 0 where FP16 holds no epsilon
            const bool zero_by_zero = adam && round_to(static_cast<float>(one.settings.epsilon), one.format) == 0;
            EXPECT_EQ(std::isnan(t.weights[0][0]), zero_by_zero) << one.name;
            lost_everything = lost_everything || zero_by_zero;
        }
    EXPECT_TRUE(lost_everything) << "1e-8 in FP16";
}

TEST_F(Optimizer, InBf16TheSecondMomentNeverDecays) {
    // 0.999 v is nearer to v than to any other BF16 number, whose half unit is v / 512 at least; FP16's is v / 2048 at
    // most
    for (const auto& [format, decays] : {std::pair{bf16, false}, std::pair{fp16, true}})
        for (Kernels* kernels : {&tested(), &single(), &reference()}) {
            constexpr std::int64_t size = 128;
            Trained t({size}, true, false, format, Rounding::nearest_even, format);
            for (std::int64_t i = 0; i < size; ++i) t.second[0][i] = 0.5f + static_cast<float>(i) / (2 * size);
            const std::vector<float> before = t.second[0].values();
            std::fill(t.gradients[0].values().begin(), t.gradients[0].values().end(), 0.0f);
            OptimizerSettings adam = settings_of(Kind::adam, 1e-3);
            adam.arithmetic = format;
            for (std::uint32_t step = 0; step < 200; ++step) t.step(*kernels, adam, {}, step);
            for (std::size_t i = 0; i < before.size(); ++i)
                EXPECT_EQ(t.second[0].values()[i] < before[i], decays) << name_of(format) << " " << before[i];
        }
}

TEST_F(Optimizer, SixteenBitArithmeticIsTheOracles) {
    for (const FloatFormat& format : {fp16, bf16, FloatFormat{5, 2}})
        for (auto [name, optimizer] :
             {std::pair{"sgd", settings_of(Kind::sgd, 0.01)}, std::pair{"momentum", settings_of(Kind::sgd, 0.01, 0.9)},
              std::pair{"adam", settings_of(Kind::adam, 1e-3)}}) {
            optimizer.arithmetic = format;
            optimizer.epsilon = 1e-3;
            const std::string what = std::string(name) + " in " + name_of(format);
            compare(optimizer, {}, format, Rounding::nearest_even, format, what);
            if (format == FloatFormat{5, 2}) continue;
            compare(optimizer, {}, format, Rounding::stochastic, format, what + ", stochastic");
            ScalerSettings scaler;
            scaler.kind = ScalingKind::fixed;
            scaler.initial_scale = 1024;
            optimizer.clip_norm = 0.5;
            compare(optimizer, scaler, format, Rounding::nearest_even, fp32, what + ", scaled and clipped");
        }
}

}  // namespace
}  // namespace mantissa
