// SPDX-License-Identifier: Apache-2.0
// What a pass promises apart from gradients: inference is training's forward to the bit, looking changes nothing, no
// buffer is read before it is written, short batches leave no trace, 16-bit passes stay on their grids.
#include "engine/nn/pass.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/backend/timed_device.h"
#include "engine/base/error.h"
#include "tests/engine/backend/wrapped_device.h"
#include "tests/engine/nn/nn_testing.h"

namespace mantissa {
namespace {

struct PolicyCase {
    std::string name;
    PrecisionPolicy policy;
};

std::vector<PolicyCase> policies() {
    std::vector<PolicyCase> cases = {{"fp32", mode_policy(fp32)},           {"tf32", mode_policy(tf32)},
                                     {"fp16", mode_policy(fp16)},           {"bf16", mode_policy(bf16)},
                                     {"pytorch", pytorch_default_policy()}, {"e5m2", mode_policy({5, 2})}};
    PolicyCase no_master{"bf16 without master", mode_policy(bf16)};
    no_master.policy.weight = bf16;
    cases.push_back(no_master);
    PolicyCase accumulation{"fp16 accumulation", mode_policy(fp16)};
    accumulation.policy.layer.accumulation = accumulation.policy.convolution.accumulation = {fp16, 16};
    cases.push_back(accumulation);
    PolicyCase mixed{"fp16 with overrides", mode_policy(fp16)};
    mixed.policy.overrides["fc2"] = layer_policy(fp32);
    mixed.policy.overrides["conv2"] = layer_policy(bf16);
    mixed.policy.reduction = {fp16, true};
    cases.push_back(mixed);
    return cases;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

TEST(Pass, InferenceIsTrainingsForwardToTheBit) {
    for (const NamedDevice& d : all_devices())
        for (const NetworkCase& c : network_cases())
            for (const PolicyCase& p : policies()) {
                const Network network = c.make();
                const Samples samples(network, 6, 4);
                Harness training(*d.device, network, p.policy, 6), inference(*d.device, network, p.policy, 6, 1, false);
                const LossSums a = training.run(samples), b = inference.run(samples, 1, false, false);
                EXPECT_TRUE(same_bits(training.logits, inference.logits)) << d.name << ", " << c.name << ", " << p.name;
                EXPECT_EQ(a.loss, b.loss) << d.name << ", " << c.name << ", " << p.name;
                EXPECT_EQ(a.correct, b.correct);
            }
}

TEST(Pass, DropoutDropsItsShareInTrainingOnlyAndTheSameOnTheWayBack) {
    // One input that is 1 everywhere, so that weights and their gradients show what stayed.
    const NetworkCase c{"",
                        run::NETWORK_FILE,
                        2,
                        5,
                        run::RELU,
                        3,
                        4,
                        16,
                        256,
                        false,
                        run::CLASSIFY,
                        true,
                        R"({"operations": [{"op": "linear", "name": "in", "out": 256},
                                           {"op": "dropout", "name": "drop", "probability": 0.25}]})"};
    const Network network = c.make();
    const Samples samples(network, 8, 4);
    std::vector<float> first;
    for (const NamedDevice& d : all_devices()) {
        Harness training(*d.device, network, mode_policy(fp32), 8),
            evaluation(*d.device, network, mode_policy(fp32), 8, 1, false);
        training.run(samples);
        evaluation.run(samples, 1, false, false);
        std::size_t dropped = 0;
        for (std::size_t i = 0; i < training.logits.size(); ++i) {
            dropped += training.logits[i] == 0;
            ASSERT_TRUE(training.logits[i] == 0 || std::abs(training.logits[i] - evaluation.logits[i] / 0.75f) <=
                                                       std::abs(training.logits[i]) * 0x1p-22f);
        }
        const auto all = static_cast<double>(training.logits.size());  // binomial: five standard deviations
        EXPECT_NEAR(static_cast<double>(dropped), all / 4, 5 * std::sqrt(all * 0.25 * 0.75)) << d.name;
        // The bias's gradient is the sum over the images of what was not dropped: 0 where all of a column were.
        const std::vector<float> bias = training.gradients()[1];
        for (std::size_t column = 0; column < bias.size(); ++column) {
            bool stayed = false;
            for (std::size_t row = 0; row < 8; ++row) stayed = stayed || training.logits[row * 256 + column] != 0;
            EXPECT_EQ(bias[column] != 0, stayed) << d.name << " " << column;
        }
        const std::vector<float> before = training.logits;
        training.run(samples);
        EXPECT_TRUE(same_bits(before, training.logits)) << "the same step drops the same";
        if (first.empty()) first = training.logits;
        for (std::size_t i = 0; i < first.size(); ++i)
            ASSERT_EQ(first[i] == 0, training.logits[i] == 0) << "every device drops the same";
    }
}

TEST(Pass, OnIntegersAllDevicesAgreeToTheBit) {
    // Black and white images and small whole weights: every sum is exact in any order, so only a wrong cast, or one in
    // the wrong place, can tell two devices apart.
    for (const NetworkCase& c : network_cases())
        for (const PolicyCase& p : policies()) {
            // A U-Net's numbers are beyond 2^24 at its end: eleven convolutions with weights of up to 2.
            if (c.activation != run::RELU || c.model == run::UNET) continue;
            const Network network = c.make();
            Samples samples(network, 6, 10);
            for (std::uint8_t& pixel : samples.images) pixel = pixel < 128 ? 0 : 255;
            std::vector<float> first;
            for (const NamedDevice& d : all_devices()) {
                Harness harness(*d.device, network, p.policy, 6, 1, false);
                for (std::size_t i = 0; i < network.parameters.size(); ++i) {
                    std::vector<float> values = harness.parameters.values(i);
                    const RandomKey random{11, RandomUse::initial_weights, 0, static_cast<std::uint32_t>(i)};
                    for (std::size_t j = 0; j < values.size(); ++j)
                        values[j] = static_cast<float>(random.bits(j) % 5) - 2;
                    harness.parameters.set_values(i, values);
                }
                harness.run(samples, 1, false, false);
                if (first.empty()) first = harness.logits;
                EXPECT_TRUE(same_bits(first, harness.logits)) << d.name << ", " << c.name << ", " << p.name;
            }
        }
}

/// Of which some round weights, or their copies, at random: those are counted before the forward pass, not by the
/// update.
std::vector<PolicyCase> policies_with_random_ones() {
    std::vector<PolicyCase> cases = policies();
    PolicyCase copies{"fp16, copies rounded at random", mode_policy(fp16)};
    copies.policy.weight_rounding = Rounding::stochastic;
    PolicyCase weights{"bf16, weights rounded at random", mode_policy(bf16)};
    weights.policy.weight = bf16;
    weights.policy.weight_rounding = Rounding::stochastic;
    cases.push_back(copies);
    cases.push_back(weights);
    return cases;
}

GaugeReadings readings_of(const Pass& pass, Device& device, bool monitored) {
    GaugeReadings readings;
    pass.gauges().unpack(pass.gauges().fetch(device, monitored)->wait(), monitored, readings);
    return readings;
}

/// Logits, gradients and the counts of casts of two runs.
void expect_same_results(Harness& a, Harness& b, const std::string& what) {
    EXPECT_TRUE(same_bits(a.logits, b.logits)) << what;
    const auto first = a.gradients(), second = b.gradients();
    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_TRUE(same_bits(first[i], second[i])) << what;
    const std::vector<FlushCounts> unseen = readings_of(a.pass, a.device, false).flush,
                                   seen = readings_of(b.pass, b.device, false).flush;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        EXPECT_EQ(seen[i].nonzero, unseen[i].nonzero) << what;
        EXPECT_EQ(seen[i].flushed, unseen[i].flushed) << what;
        EXPECT_EQ(seen[i].nonfinite, unseen[i].nonfinite) << what;
    }
}

TEST(Pass, LookingChangesNothing) {
    for (const NamedDevice& d : all_devices())
        for (const NetworkCase& c : all_cases())
            for (const PolicyCase& p : policies_with_random_ones()) {
                const Network network = c.make();
                const Samples samples(network, 6, 5);
                Harness plain(*d.device, network, p.policy, 6), watched(*d.device, network, p.policy, 6);
                plain.run(samples, 64);
                watched.run(samples, 64, true);
                const std::string what = d.name + ", " + c.name + ", " + p.name;
                expect_same_results(plain, watched, what);
                const std::string before = watched.parameters.weights_sha256();
                plain.update();
                watched.update();
                EXPECT_EQ(plain.parameters.weights_sha256(), watched.parameters.weights_sha256()) << what;
                EXPECT_NE(watched.parameters.weights_sha256(), before) << what;

                // and the histograms saw what the counts of every step saw
                const GaugeReadings readings = readings_of(watched.pass, *d.device, true);
                const std::vector<Gauge>& gauges = watched.pass.gauges().all();
                for (std::size_t i = 0; i < gauges.size(); ++i) {
                    const MagnitudeHistogram& h = readings.histograms[i];
                    EXPECT_GT(h.elements, 0u) << what << ": " << gauges[i].tensor;
                    if (gauges[i].elements > 0) {
                        EXPECT_EQ(h.elements, static_cast<std::uint64_t>(gauges[i].elements)) << what;
                    }
                    for (const ParameterInfo& parameter : network.parameters)  // each once, with the update or before
                        if (gauges[i].role == GaugeRole::weight && gauges[i].tensor == parameter.name) {
                            EXPECT_EQ(h.elements, static_cast<std::uint64_t>(parameter.shape.size())) << what;
                        }
                    if (readings.flush[i].nonzero == 0) continue;
                    EXPECT_EQ(readings.flush[i].flushed, h.flushed) << what << ": " << gauges[i].tensor;
                    EXPECT_EQ(readings.flush[i].nonzero, h.elements - h.zero - h.infinite - h.nan) << what;
                }
            }
}

TEST(Pass, AGradientThatIsLookedAtChangesNothing) {
    for (const NamedDevice& d : all_devices())
        for (const NetworkCase& c : all_cases())
            for (const PolicyCase& p : policies()) {
                const Network network = c.make();
                const Samples samples(network, 6, 5);
                Harness plain(*d.device, network, p.policy, 6), looked_at(*d.device, network, p.policy, 6);
                ShadowTape tape(*d.device, looked_at.pass.gauges().all().size());
                looked_at.pass.set_tap({Tap::Mode::record, &tape, nullptr, nullptr});
                plain.run(samples, 64);
                looked_at.run(samples, 64);
                expect_same_results(plain, looked_at, d.name + ", " + c.name + ", " + p.name);
            }
}

/// Only the first layer reads images, so what it multiplies is all that is kept of them.
TEST(Pass, ImagesAreGatheredAsTheFirstLayerMultipliesThem) {
    const auto device = make_reference_device();
    KernelTallies calls;
    const auto counted = make_timed_device(*device, calls);
    const Network network = network_cases()[1].make();
    const auto layers = static_cast<std::uint32_t>(network.parameters.size() / 2);
    const Samples samples(network, 6, 5);
    Harness harness(*counted, network, mode_policy(tf32), 6);
    calls.clear();
    harness.run(samples);
    // copies of each layer's weights and gradient, of every input but the images; and the harness copies the logits
    EXPECT_EQ(calls["round_copy"].calls, 3 * layers - 1 + 1);
}

TEST(Pass, NaNIsCountedWhereNoWindowCoversItToo) {
    const NetworkCase c = network_cases()[5];  // 7x7: a last row and column outside of every window
    const Network network = c.make();
    const Samples samples(network, 6, 5);
    for (const NamedDevice& d : all_devices())
        for (const PolicyCase& p : policies())
            for (const bool monitored : {false, true}) {
                Harness harness(*d.device, network, p.policy, 6);
                std::vector<float> bias = harness.parameters.values(1);
                bias[0] = std::numeric_limits<float>::quiet_NaN();
                harness.parameters.set_values(1, bias);
                harness.run(samples, 1, monitored);
                const GaugeReadings readings = readings_of(harness.pass, *d.device, monitored);
                EXPECT_EQ(readings.flush[0].nonfinite, 6u * 7 * 7) << d.name << ", " << p.name << ", " << monitored;
            }
}

/// The reference device, but fresh memory is full of NaN: whatever is read before it was written shows.
class PoisonedDevice final : public WrappedDevice {
  public:
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override {
        auto memory = WrappedDevice::allocate(bytes);
        if (bytes) std::memset(memory->data(), 0xFF, bytes);
        return memory;
    }
};

TEST(Pass, NothingIsReadBeforeItIsWritten) {
    for (const NetworkCase& c : all_cases())
        for (const PolicyCase& p : policies()) {
            const Network network = c.make();
            const Samples samples(network, 3, 6);
            const auto clean = make_reference_device();
            PoisonedDevice poisoned;
            Harness a(*clean, network, p.policy, 5), b(poisoned, network, p.policy, 5);
            const double loss = a.run(samples, 8).loss;
            EXPECT_EQ(b.run(samples, 8).loss, loss) << c.name << ", " << p.name;
            const auto ga = a.gradients(), gb = b.gradients();
            for (std::size_t i = 0; i < ga.size(); ++i)
                EXPECT_TRUE(same_bits(ga[i], gb[i])) << c.name << ", " << p.name;
        }
}

TEST(Pass, AShortBatchLeavesNoTraceOfALongerOne) {
    for (const NamedDevice& d : all_devices())
        for (const NetworkCase& c : all_cases()) {
            const Network network = c.make();
            const Samples samples(network, 8, 7);
            Samples few = samples;
            few.indices.resize(3);
            Harness used(*d.device, network, mode_policy(bf16), 8), fresh(*d.device, network, mode_policy(bf16), 8);
            used.run(samples);
            EXPECT_EQ(network.objective.images(used.run(few)), 3u);
            fresh.run(few);
            EXPECT_TRUE(same_bits(used.logits, fresh.logits)) << d.name << ", " << c.name;
            const auto a = used.gradients(), b = fresh.gradients();
            for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(same_bits(a[i], b[i])) << d.name << ", " << c.name;
        }
}

TEST(Pass, ABatchThatDoesNotFitIsRefused) {
    const auto device = make_reference_device();
    const Network network = network_cases()[0].make();
    Harness harness(*device, network, mode_policy(fp32), 2);
    EXPECT_THROW(harness.run(Samples(network, 3, 1)), Error);
}

TEST(Pass, ResultsAreOnTheirGrids) {
    for (const NamedDevice& d : all_devices())
        for (const NetworkCase& c : network_cases())
            for (const FloatFormat& format : {fp16, bf16, FloatFormat{5, 2}}) {
                const Network network = c.make();
                Harness harness(*d.device, network, mode_policy(format), 4);
                harness.run(Samples(network, 4, 8), 256);
                for (const float x : harness.logits) EXPECT_EQ(x, round_to(x, format)) << d.name << ", " << c.name;
                for (const auto& gradient : harness.gradients())
                    for (const float x : gradient) EXPECT_EQ(x, round_to(x, format)) << d.name << ", " << c.name;
                for (std::size_t i = 0; i < network.parameters.size(); ++i) {
                    const auto master = harness.parameters.values(i), initial = initial_values(network, i, 5, 1);
                    EXPECT_TRUE(same_bits(master, initial)) << "the master weights stay FP32";
                }
            }
}

TEST(Pass, StochasticWorkingCopiesDependOnSeedAndStepOnly) {
    const auto device = make_reference_device();
    const Network network = network_cases()[0].make();
    PrecisionPolicy policy = mode_policy(bf16);
    policy.weight_rounding = Rounding::stochastic;
    const Samples samples(network, 4, 9);
    Harness harness(*device, network, policy, 4);
    const auto logits_at = [&](std::uint64_t seed, std::uint32_t step) {
        harness.pass.load(samples.data(), samples.indices);
        harness.pass.forward(harness.parameters.weights(), false, seed, step);
        const Tensor t = harness.pass.logits();
        return std::vector<float>(t.f32(), t.f32() + t.size());
    };
    const auto first = logits_at(1, 0);
    EXPECT_FALSE(same_bits(logits_at(1, 1), first));
    EXPECT_FALSE(same_bits(logits_at(2, 0), first));
    EXPECT_TRUE(same_bits(logits_at(1, 0), first));
}

TEST(Pass, WorkingCopiesWrittenWithTheUpdateAreTheCastsToTheBit) {
    // One pass casts the weights before each step, the other only where another than the optimizer wrote them.
    for (const NamedDevice& d : all_devices())
        for (const NetworkCase& c : all_cases())
            for (const PolicyCase& p : policies_with_random_ones()) {
                const Network network = c.make();
                const Samples samples(network, 6, 4);
                Harness casts(*d.device, network, p.policy, 6), follows(*d.device, network, p.policy, 6);
                const auto step = [&](Harness& run, std::uint32_t number, bool following) {
                    StepState* state = run.pass.gauges().state();
                    run.pass.gauges().begin_step(run.device, false);
                    run.pass.load(samples.data(), samples.indices);
                    run.pass.set_state(run.parameters.state(), true);
                    run.pass.forward(run.parameters.weights(), false, 5, number,
                                     following ? run.parameters.generation() : 0);
                    run.pass.loss(state, &state->loss);
                    run.pass.backward();
                    run.update();
                };
                for (std::uint32_t number = 0; number < 4; ++number) {
                    if (number == 2)
                        for (Harness* run : {&casts, &follows}) {
                            std::vector<float> values = run->parameters.values(0);
                            for (float& v : values) v *= 0.5f;
                            run->parameters.set_values(0, values);
                        }
                    step(casts, number, false);
                    step(follows, number, true);
                    EXPECT_EQ(casts.parameters.weights_sha256(), follows.parameters.weights_sha256())
                        << d.name << ", " << c.name << ", " << p.name << ", step " << number;
                }
            }
}

TEST(Pass, MemoryIsPlannedWithoutBeingAllocated) {
    const auto device = make_reference_device();
    const Network network = network_cases()[4].make();
    const Pass training(*device, network, mode_policy(fp16), 32, true),
        inference(*device, network, mode_policy(fp16), 32, false);
    EXPECT_GT(training.planned_bytes(), inference.planned_bytes());
    const std::vector<OperationMemory> operations = training.memory();
    ASSERT_EQ(operations.size(), 3u + 2 * 5) << "of two convolutions, two poolings with ReLU, and a linear operation";
    EXPECT_EQ(operations.front().name, "load batch");
    EXPECT_EQ(operations[1].name, "forward conv1");
    EXPECT_EQ(operations.back().name, "update");
    std::uint64_t peak = 0;
    for (const OperationMemory& operation : operations) {
        std::uint64_t held = 0;
        for (std::size_t i = 0; i < memory_category_count; ++i) {
            held += operation.held[i];
            EXPECT_LE(operation.native[i], operation.held[i]) << operation.name << ": 16 bits take no more than 32";
        }
        EXPECT_FALSE(operation.name.empty());
        peak = std::max(peak, held);
    }
    EXPECT_LE(peak, training.planned_bytes());
    // all gradients live at the update: four bytes for each parameter here, two on a card
    const auto gradients = static_cast<std::size_t>(MemoryCategory::gradients);
    EXPECT_EQ(operations.back().held[gradients], static_cast<std::uint64_t>(network.parameter_count()) * 4);
    EXPECT_EQ(operations.back().native[gradients], static_cast<std::uint64_t>(network.parameter_count()) * 2);
    // of a convolution only what was pooled is kept for the way back
    const auto pooling = std::find_if(operations.begin(), operations.end(), [](const OperationMemory& operation) {
        return operation.name == "backward conv1 pool";
    });
    ASSERT_NE(pooling, operations.end());
    const ConvGeometry conv1 = network.operations.front()->product(network)->convolution;
    const auto pixels = static_cast<std::uint64_t>(32 * conv1.height * conv1.width),
               filters = static_cast<std::uint64_t>(conv1.filters), numbers = pixels / 4 * filters;
    EXPECT_EQ(pooling->held[static_cast<std::size_t>(MemoryCategory::activations)],
              (pixels + pixels * filters + 2 * numbers) * sizeof(float) + numbers)
        << "images, the gradient, the pooled and its gradient, which of each window";
}

}  // namespace
}  // namespace mantissa
