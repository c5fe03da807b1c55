// SPDX-License-Identifier: Apache-2.0
// The families of networks, their initial values, their parameters on a device and PyTorch's layout of them.
#include "engine/nn/network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/error.h"
#include "tests/engine/nn/nn_testing.h"

namespace mantissa {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> names_of(const Network& network) {
    std::vector<std::string> names;
    for (const ParameterInfo& p : network.parameters) names.push_back(p.name);
    return names;
}

std::vector<std::string> kinds_of(const Network& network) {
    std::vector<std::string> kinds;
    for (const auto& operation : network.operations) kinds.emplace_back(operation->kind());
    return kinds;
}

TEST(Network, Mlp) {
    const Network network = NetworkCase{"", run::MLP, 3, 128, run::SIGMOID, 0, 0, 28, 10}.make();
    EXPECT_THAT(names_of(network), ElementsAre("fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias", "fc3.weight",
                                               "fc3.bias", "fc4.weight", "fc4.bias"));
    EXPECT_EQ(network.parameter_count(), 784 * 128 + 128 + 2 * (128 * 128 + 128) + 128 * 10 + 10);
    EXPECT_THAT(kinds_of(network),
                ElementsAre("linear", "sigmoid", "linear", "sigmoid", "linear", "sigmoid", "linear"));
    EXPECT_EQ(network.parameters[0].fan_in, 784);
    EXPECT_EQ(network.parameters[1].fan_in, 784) << "biases start in the range of their weights";
}

TEST(Network, TheTutorialsCnn) {
    const Network network = NetworkCase{"", run::CNN, 0, 0, run::RELU, 420, 1000, 28, 10}.make();
    EXPECT_THAT(names_of(network),
                ElementsAre("conv1.weight", "conv1.bias", "conv2.weight", "conv2.bias", "fc1.weight", "fc1.bias"));
    EXPECT_THAT(kinds_of(network),
                ElementsAre("conv2d", "relu", "max_pool2d", "conv2d", "relu", "max_pool2d", "linear"));
    EXPECT_EQ(network.parameter_count(), 420 * 9 + 420 + 1000 * 9 * 420 + 1000 + 49000 * 10 + 10);
    EXPECT_EQ(network.parameters[2].fan_in, 9 * 420);
    EXPECT_THAT(network.parameters[0].pytorch_shape, ElementsAre(420, 1, 3, 3));
    EXPECT_THAT(network.parameters[2].pytorch_shape, ElementsAre(1000, 420, 3, 3));
    EXPECT_THAT(network.parameters[4].pytorch_shape, ElementsAre(10, 49000));
    EXPECT_THAT(network.parameters[5].pytorch_shape, ElementsAre(10));
}

TEST(Network, OddImagesArePooledDown) {
    const Network network = NetworkCase{"", run::CNN, 0, 0, run::RELU, 2, 3, 7, 5}.make();
    EXPECT_EQ(network.parameters[4].fan_in, 1 * 1 * 3) << "7 to 3 to 1";
    EXPECT_THROW((NetworkCase{"", run::CNN, 0, 0, run::RELU, 2, 3, 3, 5}.make()), Error);
    EXPECT_NO_THROW((NetworkCase{"", run::CNN, 0, 0, run::RELU, 2, 3, 4, 5}.make()));
}

/// What make_network() says to these operations over images of 28x28.
std::string refusal(const std::string& operations, run::Task task = run::CLASSIFY) {
    try {
        NetworkCase{"", run::NETWORK_FILE, 2, 5, run::RELU, 3, 4, 28, 10, false, task, true, operations.c_str()}.make();
    } catch (const Error& error) {
        return error.what();
    }
    ADD_FAILURE() << operations << " is built";
    return "";
}

TEST(Network, SaysWhichOperationTensorsAndExtentsDoNotFit) {
    const auto with = [](const std::string& last) {
        return R"({"operations": [{"op": "conv2d", "name": "a", "out": 16},
                                  {"op": "conv2d", "name": "b", "out": 32, "stride": 2}, )" +
               last + "]}";
    };
    EXPECT_THAT(refusal(with(R"({"op": "add", "name": "block2.sum", "inputs": ["b", "a"]})")),
                HasSubstr("add block2.sum: 14×14×32 and 28×28×16"));
    EXPECT_THAT(refusal(with(R"({"op": "concat", "inputs": ["b", "a"]})")),
                HasSubstr("concat concat1: 14×14×32 and 28×28×16"));
    EXPECT_THAT(refusal(with(R"({"op": "concat", "inputs": ["b"]})")), HasSubstr("two or more"));
    EXPECT_THAT(refusal(with(R"({"op": "add", "name": "s", "inputs": ["b", "c"]})")),
                HasSubstr("add s: there is no tensor \"c\" before it"));
    EXPECT_THAT(refusal(with(R"({"op": "convolution", "name": "c"})")), HasSubstr("conv_transpose2d"));
    EXPECT_THAT(refusal(with(R"({"op": "linear", "name": "fc", "out": 10, "stride": 2})")),
                HasSubstr("linear fc: it takes no \"stride\""));
    EXPECT_THAT(refusal(with(R"({"op": "linear", "name": "a", "out": 10})")), HasSubstr("a tensor \"a\" already"));
    EXPECT_THAT(refusal(with(R"({"op": "linear", "name": "fc", "out": 9})")),
                HasSubstr("the last tensor, \"fc\", is 9 (one number for each of 10 classes)"));
    EXPECT_THAT(refusal(with(R"({"op": "upsample"})"), run::DENOISE), HasSubstr("is 28×28×32 (28×28×1: an image)"));
    EXPECT_THAT(refusal(with(R"({"op": "linear", "name": "fc", "out": 4000000000})")), HasSubstr("numbers"));
    EXPECT_THAT(refusal(with(R"({"op": "dropout", "name": "d", "probability": 1})")), HasSubstr("0 to below 1"));
    EXPECT_THAT(refusal(with(R"({"op": "linear", "name": "z", "out": 0}, {"op": "linear", "out": 10})")),
                HasSubstr("linear z: out is 0 (at least 1)"));
    EXPECT_THAT(refusal(with(R"({"op": "conv2d", "name": "c", "out": 4, "kernel": 0})")),
                HasSubstr("conv2d c: kernel is 0 (at least 1)"));
    EXPECT_THAT(refusal(with(R"({"op": "batch_norm2d", "name": "n", "epsilon": -1e-5})")),
                HasSubstr("batch_norm2d n: epsilon is -1e-05 (0 or more)"));
    EXPECT_THAT(refusal(with(R"({"op": "batch_norm2d", "name": "n", "epsilon": "NaN"})")),
                HasSubstr("epsilon is nan (a number of at most 1e30)"));
    EXPECT_THAT(refusal(with(R"({"op": "conv2d", "name": "c", "out": 4, "gain": "Infinity"})")),
                HasSubstr("gain is inf (a number of at most 1e30)"));
    EXPECT_THAT(refusal(with(R"({"op": "relu", "name": "r", "out": 4})")), HasSubstr("it takes no \"out\" (none)"));
    EXPECT_THAT(refusal(with(R"({"op": "dropout", "name": "d"})")),
                HasSubstr("it lacks a setting (needed: probability)"));
}

TEST(Network, WordsAreReadByAnEmbeddingAndNothingElse) {
    const std::string embedding = R"({"op": "embedding", "name": "e", "words": 29, "out": 10})";
    const auto file = [](const std::string& operations) { return R"({"operations": [)" + operations + "]}"; };
    EXPECT_THAT(
        refusal(file(R"({"op": "linear", "name": "fc", "out": 10})"), run::SORT_TOKENS),
        HasSubstr(
            "linear fc: it reads whole numbers: words of a text, or categories of a row (an embedding before it)"));
    EXPECT_THAT(refusal(file(embedding)), HasSubstr("embedding e: its input is 28×28×1"));
    EXPECT_THAT(refusal(file(embedding + R"(, {"op": "embedding", "words": 29, "out": 10})"), run::SORT_TOKENS),
                HasSubstr("embedding embedding1: its input is 16×10"));
    EXPECT_THAT(refusal(file(R"({"op": "embedding", "name": "e", "words": 29, "out": 9})"), run::REGRESS),
                HasSubstr("at least 128 words, which a row can have"));
    EXPECT_THAT(refusal(file(R"({"op": "linear", "inputs": ["numbers"], "out": 9})"), run::REGRESS),
                HasSubstr("nothing reads the tensor"));
    EXPECT_THAT(refusal(file(R"({"op": "embedding", "name": "e", "words": 28, "out": 10})"), run::SORT_TOKENS),
                HasSubstr("at least 29 words"));
    EXPECT_THAT(refusal(file(R"({"op": "embedding", "name": "e", "words": 29, "out": 9})"), run::SORT_TOKENS),
                HasSubstr("is 16×9 (16×10: for each token 10 words)"));
}

TEST(Network, SaysWhatAKindOfNetworkCanLearn) {
    const auto refused = [](run::Model model, run::Task task) -> std::string {
        try {
            NetworkCase{"", model, 2, 8, run::RELU, 3, 4, 28, 29, false, task}.make();
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(refused(run::GPT, run::CLASSIFY), HasSubstr("GPT 2×8 cannot learn this task (--task sort-tokens)"));
    EXPECT_THAT(refused(run::MLP, run::FILL_TOKENS),
                HasSubstr("(--task classify, classify-pixels, denoise, reconstruct)"));
    EXPECT_THAT(refused(run::UNET, run::CLASSIFY), HasSubstr("(--task classify-pixels, denoise, reconstruct)"));
    EXPECT_EQ(refused(run::BERT, run::FILL_TOKENS), "");
}

TEST(Network, TheUnet) {
    NetworkCase c{"", run::UNET, 2, 5, run::RELU, 8, 4, 28, 11, false, run::CLASSIFY_PIXELS};
    const Network network = c.make();
    EXPECT_EQ(network.objective.targets, 784);
    EXPECT_EQ(network.tensors.back().sample, (Shape{28, 28, 11}));
    EXPECT_EQ(network.state.size(), 20u) << "two of each of ten BatchNorms";
    c.norm = false;
    EXPECT_EQ(c.make().state.size(), 0u);
    c.side = 26;
    EXPECT_THROW(c.make(), Error) << "cannot be halved twice";
    c.side = 28;
    c.task = run::CLASSIFY;
    EXPECT_THROW(c.make(), Error);
}

TEST(InitialValues, AreUniformInTheirRange) {
    const Network network = NetworkCase{"", run::MLP, 1, 400, run::RELU, 0, 0, 28, 10}.make();
    for (const double scale : {1.0, 16.0})
        for (std::size_t p = 0; p < network.parameters.size(); ++p) {
            const std::vector<float> values = initial_values(network, p, 3, scale);
            const double bound = scale / std::sqrt(static_cast<double>(network.parameters[p].fan_in));
            const auto n = static_cast<double>(values.size());
            double sum = 0, squares = 0, largest = 0;
            for (const float v : values) {
                sum += v;
                squares += static_cast<double>(v) * v;
                largest = std::max(largest, std::abs(static_cast<double>(v)));
            }
            EXPECT_LE(largest, bound * (1 + 0x1p-23));
            if (n < 100) continue;
            // mean 0 ± 5 σ/√n and variance bound²/3, whose own deviation is bound²·√(4/45)/√n
            EXPECT_NEAR(sum / n, 0, 5 * bound / std::sqrt(3 * n)) << p;
            EXPECT_NEAR(squares / n, bound * bound / 3, 5 * bound * bound * std::sqrt(4.0 / 45 / n)) << p;
            EXPECT_GT(largest, bound * (1 - 20 / n));
        }
}

TEST(InitialValues, TheBiasOfAConvolutionMayBeginWithAnOffset) {
    const std::string operations =
        R"({"operations": [{"op": "conv2d", "name": "out", "out": 1, "kernel": 1, "gain": 0.1, "bias_offset": -6,
                            "bias_offset_count": 1}]})";
    const Network network =
        NetworkCase{"", run::NETWORK_FILE, 2, 5, run::RELU, 3, 4, 28, 10, false, run::DENOISE, true, operations.c_str()}
            .make();
    ASSERT_THAT(names_of(network), ElementsAre("out.weight", "out.bias"));
    EXPECT_LE(std::fabs(initial_values(network, 0, 1, 1).at(0)), 0.1f) << "one input: from -1 to 1, times the gain";
    EXPECT_NEAR(initial_values(network, 1, 1, 1).at(0), -6, 0.1);
}

TEST(InitialValues, AreAFunctionOfSeedAndTensor) {
    const Network network = NetworkCase{"", run::MLP, 2, 30, run::RELU, 0, 0, 6, 10}.make();
    EXPECT_EQ(initial_values(network, 0, 1, 1), initial_values(network, 0, 1, 1));
    EXPECT_NE(initial_values(network, 0, 1, 1), initial_values(network, 0, 2, 1));
    // two tensors of one shape and fan-in
    const Network deep = NetworkCase{"", run::MLP, 3, 30, run::RELU, 0, 0, 6, 10}.make();
    EXPECT_NE(initial_values(deep, 2, 1, 1), initial_values(deep, 4, 1, 1));
    const std::vector<float> one = initial_values(network, 2, 9, 1), four = initial_values(network, 2, 9, 4);
    for (std::size_t i = 0; i < one.size(); ++i) ASSERT_NEAR(four[i], 4 * one[i], 1e-6 * std::abs(four[i]) + 1e-12);
}

TEST(Parameters, SaveAndLoadGiveTheSameHash) {
    const auto device = make_reference_device();
    const Network network = network_cases()[4].make();
    OptimizerSettings adam;
    adam.kind = OptimizerSettings::Kind::adam;
    Parameters a(*device, network, adam), b(*device, network, adam), sgd(*device, network, {});
    a.initialise(1, 1, fp32);
    b.initialise(2, 1, fp32);
    EXPECT_NE(a.weights_sha256(), b.weights_sha256());
    b.load(a.save());
    EXPECT_EQ(a.weights_sha256(), b.weights_sha256());
    EXPECT_EQ(a.save(), b.save());
    EXPECT_THROW(sgd.load(a.save()), Error) << "another optimizer's state does not fit";
    EXPECT_THROW(a.set_values(0, std::vector<float>(3)), Error);

    std::vector<float> values = a.values(0);
    values[0] += 1;
    a.set_values(0, values);
    EXPECT_EQ(a.values(0), values);
    EXPECT_NE(a.weights_sha256(), b.weights_sha256()) << "one weight is enough";
}

TEST(Parameters, MomentumAndAdamHaveTheirMoments) {
    const auto device = make_reference_device();
    const Network network = network_cases()[0].make();
    OptimizerSettings sgd, momentum, adam;
    momentum.momentum = 0.9;
    adam.kind = OptimizerSettings::Kind::adam;
    const auto bytes = [&](const OptimizerSettings& s) { return Parameters(*device, network, s).bytes(); };
    EXPECT_EQ(bytes(momentum), 2 * bytes(sgd));
    EXPECT_EQ(bytes(adam), 3 * bytes(sgd));
}

TEST(Parameters, WithoutMasterTheWeightsAreOnTheGrid) {
    for (const NamedDevice& d : all_devices()) {
        const Network network = network_cases()[0].make();
        Parameters parameters(*d.device, network, {});
        parameters.initialise(1, 1, bf16);
        for (std::size_t i = 0; i < network.parameters.size(); ++i) {
            const auto initial = initial_values(network, i, 1, 1), stored = parameters.values(i);
            for (std::size_t j = 0; j < initial.size(); ++j) ASSERT_EQ(stored[j], round_to(initial[j], bf16)) << d.name;
        }
    }
}

TEST(Parameters, AControlIsOneNumberOfItsFormatAway) {
    struct Case {
        FloatFormat format;
        float value, next;
    };
    for (const Case& c :
         {Case{fp32, 1.0f, std::nextafter(1.0f, 2.0f)}, Case{fp32, -0.1f, std::nextafter(-0.1f, -1.0f)},
          Case{fp32, 0x1p-149f, 0x1p-148f}, Case{bf16, 1.0f, 1 + 0x1p-7f}, Case{fp16, -1.5f, -1.5f - 0x1p-10f},
          Case{fp16, 0x1p-20f, 0x1p-20f + 0x1p-24f}, Case{fp16, 0, 0x1p-24f}, Case{fp16, -0.0f, -0x1p-24f},
          Case{fp16, 2 - 0x1p-10f, 2.0f}, Case{fp16, 65504, 65504}})
        EXPECT_EQ(next_away_from_zero(c.value, c.format), c.next) << name_of(c.format) << " " << c.value;
    for (const NamedDevice& d : all_devices())
        for (const FloatFormat& stored : {fp32, bf16, fp16}) {
            const Network network = network_cases()[0].make();
            Parameters parameters(*d.device, network, {}), control(*d.device, network, {});
            parameters.initialise(1, 1, stored);
            control.initialise(1, 1, stored, true);
            const std::string moved = control.weights_sha256();
            control.round_weights(stored);
            EXPECT_EQ(control.weights_sha256(), moved) << "not rounded away";
            for (std::size_t i = 0; i < network.parameters.size(); ++i) {
                const std::vector<float> from = parameters.values(i), to = control.values(i);
                for (std::size_t j = 0; j < from.size(); ++j)
                    ASSERT_EQ(to[j], next_away_from_zero(from[j], stored)) << d.name;
            }
        }
}

TEST(PersistentMemory, CountsWeightsMastersAndMoments) {
    const Network network = network_cases()[0].make();
    const auto count = static_cast<std::uint64_t>(network.parameter_count());
    OptimizerSettings adam;
    adam.kind = OptimizerSettings::Kind::adam;
    const auto of = [&](const PrecisionPolicy& policy, MemoryCategory category, bool native) {
        return persistent_memory(network, adam, policy, native)[static_cast<std::size_t>(category)];
    };
    EXPECT_EQ(of(mode_policy(fp32), MemoryCategory::weights, false), 4 * count);
    EXPECT_EQ(of(mode_policy(fp32), MemoryCategory::master_weights, false), 0u);
    EXPECT_EQ(of(mode_policy(fp32), MemoryCategory::optimizer_state, false), 8 * count);
    EXPECT_EQ(of(mode_policy(fp16), MemoryCategory::master_weights, true), 4 * count);
    EXPECT_EQ(of(mode_policy(fp16), MemoryCategory::weights, true), 0u) << "the working copy belongs to the pass";
    // Layer by layer: a master is what a copy is made of.
    const std::string layer = network.parameters.front().layer;
    std::uint64_t own = 0;
    for (const ParameterInfo& info : network.parameters)
        if (info.layer == layer) own += static_cast<std::uint64_t>(info.shape.size());
    ASSERT_LT(own, count);
    PrecisionPolicy one = mode_policy(fp32);
    one.overrides[layer] = layer_policy(bf16);
    EXPECT_EQ(of(one, MemoryCategory::master_weights, false), 4 * own);
    EXPECT_EQ(of(one, MemoryCategory::weights, false), 4 * (count - own));
    PrecisionPolicy rest = mode_policy(bf16);
    rest.overrides[layer] = layer_policy(fp32);
    EXPECT_EQ(of(rest, MemoryCategory::master_weights, false), 4 * (count - own));
    EXPECT_EQ(of(rest, MemoryCategory::weights, false), 4 * own);
    PrecisionPolicy half = mode_policy(bf16);
    half.weight = half.optimizer_state = bf16;
    EXPECT_EQ(of(half, MemoryCategory::weights, true), 2 * count);
    EXPECT_EQ(of(half, MemoryCategory::weights, false), 4 * count) << "emulated: held as FP32";
    EXPECT_EQ(of(half, MemoryCategory::optimizer_state, true), 4 * count);
}

TEST(PyTorchLayout, ConvolutionByHand) {
    NetworkCase c{"", run::CNN, 0, 0, run::RELU, 2, 2, 4, 3};
    const Network network = c.make();
    // conv2.weight [filters 2, 3, 3, channels 2] here, [2, 2, 3, 3] there
    std::vector<float> ours(2 * 9 * 2);
    for (std::size_t i = 0; i < ours.size(); ++i) ours[i] = static_cast<float>(i);
    const std::vector<float> theirs = to_pytorch_layout(network.parameters[2], ours);
    for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t s = 0; s < 3; ++s)
                for (std::size_t ch = 0; ch < 2; ++ch)
                    EXPECT_EQ(theirs[((k * 2 + ch) * 3 + r) * 3 + s], ours[((k * 3 + r) * 3 + s) * 2 + ch]);
}

TEST(PyTorchLayout, TheDenseLayerBehindAPoolReadsChannelsFirst) {
    // 8x8 images, pooled twice to 2x2, three channels: 12 inputs, (h, w, c) here and (c, h, w) there
    NetworkCase c{"", run::CNN, 0, 0, run::RELU, 2, 3, 8, 2};
    const Network network = c.make();
    std::vector<float> ours(2 * 12);
    for (std::size_t i = 0; i < ours.size(); ++i) ours[i] = static_cast<float>(i);
    EXPECT_THAT(to_pytorch_layout(network.parameters[4], ours),
                ElementsAre(0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11, 12, 15, 18, 21, 13, 16, 19, 22, 14, 17, 20, 23));
}

TEST(PyTorchLayout, RoundTripsForEveryTensor) {
    for (const NetworkCase& c : network_cases()) {
        const Network network = c.make();
        for (std::size_t i = 0; i < network.parameters.size(); ++i) {
            const std::vector<float> values = initial_values(network, i, 1, 1);
            const std::vector<float> there = to_pytorch_layout(network.parameters[i], values);
            EXPECT_EQ(from_pytorch_layout(network.parameters[i], there), values)
                << c.name << " " << network.parameters[i].name;
            std::int64_t elements = 1;
            for (const std::int64_t extent : network.parameters[i].pytorch_shape) elements *= extent;
            EXPECT_EQ(elements, network.parameters[i].shape.size());
            if (network.parameters[i].is_bias || c.model == run::MLP) {
                EXPECT_EQ(there, values) << "both layouts are the same";
            }
        }
    }
}

}  // namespace
}  // namespace mantissa
