// SPDX-License-Identifier: Apache-2.0
// A step of every network in BF16, and in FP16, beside PyTorch's arithmetic with one of its conversions for each cast:
// tests/data/casts.txt, which casts.py beside it writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/nn/parameters.h"
#include "tests/engine/train/pytorch_networks.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

struct ToldNumber {
    std::string tensor;
    std::size_t index = 0;
    double value = 0;
};

/// What casts.txt says of one network in one format from one seed's weights.
struct ToldStep {
    std::vector<ToldNumber> numbers;        ///< of the parameters after the step
    std::map<std::string, double> without;  ///< how many of them move the same where one kind of cast is left out
};
using CastCase = std::pair<std::string, std::string>;  ///< network, format

std::map<CastCase, std::map<std::uint64_t, ToldStep>> told_steps() {
    std::ifstream file(std::filesystem::path(MANTISSA_SOURCE) / "tests/data/casts.txt");
    std::map<CastCase, std::map<std::uint64_t, ToldStep>> all;
    std::string network, format, what;
    std::uint64_t seed = 0;
    while (file >> network >> format >> seed >> what) {
        ToldStep& told = all[{network, format}][seed];
        ToldNumber number{what};
        std::string cast;
        if (what == "without")
            file >> cast >> told.without[cast];
        else if (file >> number.index >> number.value)
            told.numbers.push_back(number);
    }
    return all;
}

run::RunConfig config_of(const CastCase& which, std::uint64_t seed) {
    run::RunConfig c = pytorch_network(which.first);
    c.set_lr(1);
    c.set_batch(2);
    c.set_steps(1);
    c.set_seed(seed);
    c.set_native(run::NATIVE_OFF);
    c.set_precision(which.second == "bf16" ? run::BF16 : run::FP16);
    if (which.second == "fp16") {
        c.set_scaling(run::STATIC);
        c.set_loss_scale(1024);
    }
    return c;
}

/// All parameters, as PyTorch has them.
std::map<std::string, std::vector<float>> weights_of(Lane& lane) {
    const Network& graph = lane.trainer.network();
    std::map<std::string, std::vector<float>> all;
    for (std::size_t i = 0; i < graph.parameters.size(); ++i)
        all[graph.parameters[i].name] = to_pytorch_layout(graph.parameters[i], lane.trainer.parameters().values(i));
    return all;
}

/// Of the numbers that move, how many move as PyTorch says: to a quarter of FP16's unit, and what FP32 holds of the
/// weight itself.
double share_alike(const CastCase& which, std::uint64_t seed, const ToldStep& told, const Dataset& mnist) {
    Lane lane(reference(), mnist, config_of(which, seed));
    const auto before = weights_of(lane);
    lane.steps(1);
    const auto after = weights_of(lane);
    std::size_t alike = 0, moving = 0;
    std::set<std::string> seen;
    for (const ToldNumber& number : told.numbers) {
        seen.insert(number.tensor);
        const double start = static_cast<double>(before.at(number.tensor).at(number.index));
        const double movement = number.value - start;
        if (movement == 0) continue;
        ++moving;
        const double off = static_cast<double>(after.at(number.tensor).at(number.index)) - number.value;
        if (std::abs(off) <= std::abs(movement) * 0x1p-13 + std::abs(start) * 0x1p-23) ++alike;
    }
    EXPECT_EQ(seen.size(), after.size()) << which.first;
    EXPECT_GT(2 * moving, told.numbers.size()) << which.first;
    return static_cast<double>(alike) / static_cast<double>(moving);
}

/// Our sums have an order of their own, so from one seed's weights a number may round to its other neighbour, and much
/// behind it: the better of two seeds counts. By the reference, whose sums are the same on every processor; where casts
/// are made is no device's choice. Any kind of cast that is missing, or elsewhere, leaves fewer alike.
TEST(Casts, OfAStepArePyTorchsInEveryNetwork) {
    const Dataset mnist = first_of_mnist(64);
    const auto all = told_steps();
    std::set<std::string> in_bf16;
    for (const auto& [which, seeds] : all) {
        if (which.second == "bf16") in_bf16.insert(which.first);
        double best = 0, needed = 0;
        std::string weakest;
        for (const auto& [seed, told] : seeds) {
            ASSERT_FALSE(told.without.empty()) << which.first;
            const auto most = std::max_element(told.without.begin(), told.without.end(),
                                               [](const auto& a, const auto& b) { return a.second < b.second; });
            const double alike = share_alike(which, seed, told, mnist);
            if (alike < best) continue;
            best = alike;
            needed = (1 + most->second) / 2;
            weakest = most->first;
        }
        std::cout << which.first << " in " << which.second << ": " << best << " alike; without " << weakest << " "
                  << 2 * needed - 1 << "\n";
        EXPECT_GE(best, needed) << which.first << " in " << which.second << ", without " << weakest;
    }
    EXPECT_EQ(in_bf16.size(), 14u) << "networks of trajectories.py";
}

}  // namespace
}  // namespace mantissa
