// SPDX-License-Identifier: Apache-2.0
// Twenty steps of every network in FP32 beside PyTorch's, from the same weights over the same images:
// tests/data/trajectories.txt, which trajectories.py beside it writes.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/nn/parameters.h"
#include "tests/engine/train/pytorch_networks.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

struct Number {
    std::size_t index = 0;
    double value = 0;
};
using Tensors = std::map<std::string, std::vector<Number>>;
using Case = std::tuple<std::string, std::string, int>;  ///< network, recipe, steps

std::map<Case, Tensors> trajectories() {
    std::ifstream file(std::filesystem::path(MANTISSA_SOURCE) / "tests/data/trajectories.txt");
    std::map<Case, Tensors> all;
    std::string network, optimizer, tensor;
    int steps = 0;
    Number number;
    while (file >> network >> optimizer >> steps >> tensor >> number.index >> number.value)
        all[{network, optimizer, steps}][tensor].push_back(number);
    return all;
}

run::RunConfig config_of(const std::string& network, const std::string& optimizer, int steps) {
    run::RunConfig c = pytorch_network(network);
    const bool sgd = optimizer.starts_with("sgd");
    c.set_optimizer(sgd ? run::SGD : optimizer == "adam" ? run::ADAM : run::ADAMW);
    c.set_lr(sgd ? 0.05 : 1e-3);
    c.set_steps(static_cast<std::uint32_t>(steps));
    if (optimizer == "adamw") c.set_weight_decay(0.5);
    if (optimizer == "adamw-cosine") {
        c.set_lr(2e-3);
        c.set_weight_decay(0.1);
        c.set_schedule(run::SCHEDULE_COSINE);
        c.set_warmup_steps(5);
        c.set_label_smoothing(0.1);
    }
    if (optimizer == "sgd-l2") {
        c.set_lr(0.02);
        c.set_momentum(0.9);
        c.set_weight_decay(0.1);
    }
    if (optimizer == "sgd-smooth") c.set_label_smoothing(0.1);
    return c;
}

/// A key's last bias changes all scores of a row alike, which softmax ignores: its gradient is rounding error, and Adam
/// makes steps of full size of that.
bool is_noise(const std::string& optimizer, const std::string& tensor, std::size_t index, std::size_t size) {
    if (!optimizer.starts_with("adam")) return false;
    if (tensor.ends_with("k_norm.bias")) return true;
    return tensor.ends_with("qkv.bias") && index >= size / 3 && index < 2 * (size / 3);
}

TEST(Trajectory, IsPyTorchsForEveryNetwork) {
    const Dataset mnist = first_of_mnist(640);
    const std::map<Case, Tensors> all = trajectories();
    ASSERT_EQ(all.size(), 36u) << "fourteen networks with two optimizers, and two of them with four recipes more";
    for (const auto& [which, tensors] : all) {
        const auto& [network, optimizer, steps] = which;
        Lane lane(fast_device(), mnist, config_of(network, optimizer, steps));
        lane.steps(static_cast<std::uint32_t>(steps));
        const Network& graph = lane.trainer.network();
        Parameters& parameters = lane.trainer.parameters();
        std::size_t seen = 0;
        double difference = 0, norm = 0;
        const auto compare = [&](const ParameterInfo& info, const std::vector<float>& values) {
            const auto found = tensors.find(info.name);
            ASSERT_NE(found, tensors.end()) << network << ": " << info.name;
            ++seen;
            const std::vector<float> ours = to_pytorch_layout(info, values);
            for (const Number& number : found->second) {
                ASSERT_LT(number.index, ours.size()) << info.name;
                if (is_noise(optimizer, info.name, number.index, ours.size())) continue;
                difference += std::pow(static_cast<double>(ours[number.index]) - number.value, 2);
                norm += number.value * number.value;
            }
        };
        for (std::size_t i = 0; i < graph.parameters.size(); ++i) compare(graph.parameters[i], parameters.values(i));
        for (std::size_t i = 0; i < graph.state.size(); ++i) compare(graph.state[i], parameters.state_values(i));
        EXPECT_EQ(seen, tensors.size()) << network;
        const double relative = std::sqrt(difference / norm);
        std::cout << network << ", " << optimizer << ", " << steps << " steps: " << relative << "\n";
        EXPECT_LT(relative, 1e-5) << network << ", " << optimizer;
    }
}

}  // namespace
}  // namespace mantissa
