// SPDX-License-Identifier: Apache-2.0
// The gradient of every parameter of every kind of layer against central finite differences in double, on each device.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "engine/nn/operations.h"
#include "tests/engine/nn/double_network.h"
#include "tests/engine/nn/nn_testing.h"

namespace mantissa {
namespace {

/// Additions behind one number of a pass: rounding errors grow with it, 2^-24 of the largest number each.
double additions_of(const Network& network, std::int64_t batch) {
    double terms = static_cast<double>(batch * (network.reads_text ? text_tokens : 1));
    for (const ParameterInfo& p : network.parameters) terms += 2.0 * static_cast<double>(p.fan_in);
    for (const auto& operation : network.operations)
        if (const auto product = operation->product(network); product && product->convolution.filters > 0)
            terms += static_cast<double>(batch * product->convolution.height * product->convolution.width);
    return terms;
}

/// Whether a sample's result is the same in every batch.
bool looks_at_one_sample(const Network& network) {
    return std::none_of(network.operations.begin(), network.operations.end(),
                        [](const auto& operation) { return std::string(operation->kind()).starts_with("batch_norm"); });
}

/// Of images and of texts.
std::vector<NetworkCase> cases() {
    std::vector<NetworkCase> all = network_cases();
    for (const NetworkCase& c : text_cases()) all.push_back(c);
    for (const NetworkCase& c : operation_cases()) all.push_back(c);
    return all;
}

TEST(Gradients, AreTheFiniteDifferences) {
    for (const NetworkCase& c : cases()) {
        const Network network = c.make();
        const Samples samples(network, 5, 1);
        const DoubleNetwork exact(network, c.heads, c.causal_attention);
        // Weights thrice their usual size, so that sigmoids bend and no gradient is too small to be seen.
        std::vector<std::vector<double>> weights;
        for (std::size_t i = 0; i < network.parameters.size(); ++i) {
            const std::vector<float> v = initial_values(network, i, 5, 3);
            weights.emplace_back(v.begin(), v.end());
        }
        const DoubleLoss here =
            exact.loss(weights, samples.images, samples.labels, samples.indices, samples.numbers, samples.values);

        // The truncation error of a central difference is h²/6 of the third derivative, its rounding error 2^-53 / h of
        // the loss: both below 1e-8 here.
        constexpr double h = 1e-5, difference_error = 1e-8;
        std::vector<std::vector<double>> numeric(weights.size());
        std::vector<std::vector<bool>> smooth(weights.size());
        std::size_t kinks = 0, total = 0;
        double largest = 0;
        for (std::size_t p = 0; p < weights.size(); ++p)
            for (double& w : weights[p]) {
                const double before = w;
                w = before + h;
                const DoubleLoss up = exact.loss(weights, samples.images, samples.labels, samples.indices,
                                                 samples.numbers, samples.values);
                w = before - h;
                const DoubleLoss down = exact.loss(weights, samples.images, samples.labels, samples.indices,
                                                   samples.numbers, samples.values);
                w = before;
                numeric[p].push_back((up.loss - down.loss) / (2 * h));
                smooth[p].push_back(up.pattern == here.pattern && down.pattern == here.pattern);
                kinks += smooth[p].back() ? 0 : 1;
                ++total;
                largest = std::max(largest, std::abs(numeric[p].back()));
            }
        ASSERT_LE(kinks, total / 20) << c.name;
        ASSERT_GT(largest, 1e-3) << c.name;

        for (const NamedDevice& d : all_devices()) {
            Harness harness(*d.device, network, mode_policy(fp32), 5, 3);
            const LossSums sums = harness.run(samples);
            EXPECT_NEAR(sums.loss / static_cast<double>(sums.images), here.loss,
                        here.loss * additions_of(network, 5) * 0x1p-24)
                << c.name << " " << d.name;
            const auto gradients = harness.gradients();
            const double tolerance = difference_error + additions_of(network, 5) * 0x1p-24 * largest;
            for (std::size_t p = 0; p < numeric.size(); ++p)
                for (std::size_t i = 0; i < numeric[p].size(); ++i)
                    if (smooth[p][i]) {
                        ASSERT_NEAR(gradients[p][i], numeric[p][i], tolerance)
                            << c.name << " on " << d.name << ": " << network.parameters[p].name << "[" << i << "]";
                    }
        }
    }
}

TEST(Gradients, OfEveryOperationAreChecked) {
    std::set<std::string_view> checked;
    for (const NetworkCase& c : cases()) {
        const Network network = c.make();
        for (const auto& operation : network.operations) checked.insert(operation->kind());
    }
    for (const OperationKind& kind : operation_kinds())
        EXPECT_TRUE(checked.contains(kind.name) || kind.name == "dropout")  // which is random, and linear
            << kind.name << " is in no network that is held against finite differences";
}

TEST(Gradients, ContainTheLossScaleExactly) {
    for (const NamedDevice& d : all_devices())
        for (const NetworkCase& c : cases()) {
            const Network network = c.make();
            const Samples samples(network, 4, 2);
            Harness harness(*d.device, network, mode_policy(fp32), 4);
            const double loss = harness.run(samples).loss;
            const auto plain = harness.gradients();
            EXPECT_EQ(harness.run(samples, 1024).loss, loss) << "the recorded loss is not scaled";
            const auto scaled = harness.gradients();
            for (std::size_t p = 0; p < plain.size(); ++p)
                for (std::size_t i = 0; i < plain[p].size(); ++i)
                    ASSERT_EQ(scaled[p][i], plain[p][i] * 1024) << c.name << " on " << d.name;
        }
}

TEST(Gradients, AreTheMeanOverTheImages) {
    // The gradient of a batch of two is half the sum of the gradients of its images: within rounding.
    for (const NamedDevice& d : all_devices())
        for (const NetworkCase& c : cases()) {
            const Network network = c.make();
            if (!looks_at_one_sample(network)) continue;
            Samples both(network, 2, 3), one = both, two = both;
            one.indices = {0};
            two.indices = {1};
            Harness harness(*d.device, network, mode_policy(fp32), 2);
            harness.run(both);
            const auto g = harness.gradients();
            harness.run(one);
            const auto a = harness.gradients();
            harness.run(two);
            const auto b = harness.gradients();
            double largest = 0;
            for (const auto& parameter : g)
                for (const float x : parameter) largest = std::max(largest, std::abs(static_cast<double>(x)));
            for (std::size_t p = 0; p < g.size(); ++p)
                for (std::size_t i = 0; i < g[p].size(); ++i)
                    ASSERT_NEAR(g[p][i], (static_cast<double>(a[p][i]) + b[p][i]) / 2,
                                additions_of(network, 2) * 0x1p-24 * std::max(largest, 1.0))
                        << c.name << " on " << d.name;
        }
}

}  // namespace
}  // namespace mantissa
