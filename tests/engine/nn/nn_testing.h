// SPDX-License-Identifier: Apache-2.0
// Small networks on a device: parameters, one pass, a handful of random images.
#pragma once

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "engine/base/rng.h"
#include "engine/base/text_sizes.h"
#include "engine/nn/parameters.h"
#include "engine/nn/pass.h"
#include "engine/reference/reference_device.h"
#include "engine/run/presets.h"
#ifdef MANTISSA_HAS_ONEDNN
#include "engine/cpu/cpu_device.h"
#endif

namespace mantissa {

struct NamedDevice {
    std::string name;
    std::unique_ptr<Device> device;
};

inline std::vector<NamedDevice> all_devices() {
    std::vector<NamedDevice> devices;
    devices.push_back({"reference", make_reference_device()});
#ifdef MANTISSA_HAS_ONEDNN
    devices.push_back({"cpu", make_cpu_device(2)});
#endif
    return devices;
}

/// A configuration's network by few words: {model, depth, width, activation, c1, c2}.
struct NetworkCase {
    std::string name;
    run::Model model = run::MLP;
    std::uint32_t depth = 2, width = 5;
    run::Activation activation = run::RELU;
    std::uint32_t c1 = 3, c2 = 4;
    std::int64_t side = 6, classes = 4;
    bool causal = false;
    run::Task task = run::CLASSIFY;
    bool norm = true;                  ///< of a U-Net
    const char* operations = nullptr;  ///< of a network that is a file,
    std::int64_t heads = 1;            ///< whose attentions have so many heads
    bool causal_attention = true;      ///< and look back only

    Network make() const {
        run::RunConfig config = default_config();
        config.set_task(task);
        config.set_unet_channels(c1);
        config.set_unet_norm(norm);
        if (operations) config.set_network(operations);
        config.set_model(model);
        config.set_depth(depth);
        config.set_width(width);
        config.set_activation(activation);
        config.set_c1(c1);
        config.set_c2(c2);
        config.set_blocks(depth);
        config.set_heads(2);
        config.set_token_width(width);
        config.set_causal(causal);
        config.set_channels(c1);
        config.set_dropout(0);
        return make_network(config, side, classes);
    }
};

/// Average pooling, upsampling, concatenation and a transposed convolution beside each other.
inline constexpr const char* resampling_network = R"({"operations": [
    {"op": "conv2d", "name": "in", "out": 3, "then": ["sigmoid"]},
    {"op": "avg_pool2d"},
    {"op": "conv2d", "name": "low", "out": 2, "then": ["tanh"]},
    {"op": "upsample"},
    {"op": "conv_transpose2d", "name": "up", "out": 2, "inputs": ["low.out"]},
    {"op": "concat", "inputs": ["up", "upsample1", "in.out"]},
    {"op": "conv2d", "name": "out", "out": 1, "kernel": 1}]})";

inline std::vector<NetworkCase> network_cases() {
    return {
        {"mlp relu", run::MLP, 2, 7, run::RELU},
        {"mlp sigmoid", run::MLP, 3, 5, run::SIGMOID},
        {"mlp tanh", run::MLP, 2, 6, run::TANH},
        {"mlp one hidden layer of one", run::MLP, 1, 1, run::TANH},
        {"cnn 6x6", run::CNN, 2, 5, run::RELU, 3, 4, 6, 4},
        {"cnn 7x7, pools on odd sizes", run::CNN, 2, 5, run::RELU, 2, 5, 7, 3},
        {"u-net without BatchNorm", run::UNET, 2, 5, run::RELU, 2, 4, 8, 3, false, run::CLASSIFY_PIXELS, false},
        {"mlp that removes noise", run::MLP, 1, 7, run::TANH, 2, 4, 4, 3, false, run::DENOISE},
        {"resampling", run::NETWORK_FILE, 2, 5, run::TANH, 2, 4, 6, 3, false, run::DENOISE, false, resampling_network}};
}

/// Words as vectors, causal attention by one head, and the next word of each token.
inline constexpr const char* causal_network = R"({"operations": [
    {"op": "embedding", "name": "embed", "words": 29, "out": 5},
    {"op": "linear", "name": "qkv", "out": 9},
    {"op": "attention", "name": "attention", "heads": 1, "causal": true},
    {"op": "linear", "name": "words", "out": 6}]})";

/// Categories of a row as vectors beside its numbers.
inline constexpr const char* row_network = R"({"operations": [
    {"op": "embedding", "name": "embed", "words": 128, "out": 2},
    {"op": "flatten", "name": "categories"},
    {"op": "concat", "name": "row", "inputs": ["categories", "numbers"]},
    {"op": "linear", "name": "fc1", "out": 5, "then": ["tanh"]},
    {"op": "linear", "name": "out", "out": 1}]})";

/// Those of texts and tables that DoubleNetwork can compute.
inline std::vector<NetworkCase> text_cases() {
    return {{"words of texts", run::NETWORK_FILE, 2, 5, run::RELU, 3, 4, 4, 6, false, run::SORT_TOKENS, true,
             causal_network},
            {"values of rows", run::NETWORK_FILE, 2, 5, run::RELU, 3, 4, 4, 2, false, run::REGRESS, true, row_network}};
}

/// Patches as tokens behind a class token, normalisations of rows, attention by two heads that looks everywhere,
/// its queries and keys normalised and scaled head by head.
inline constexpr const char* token_network = R"({"operations": [
    {"op": "patches", "name": "cut", "size": 3},
    {"op": "linear", "name": "embed", "out": 8},
    {"op": "class_token", "name": "class"},
    {"op": "positions", "name": "positions"},
    {"op": "layer_norm", "name": "norm1"},
    {"op": "linear", "name": "q", "out": 8, "bias": false},
    {"op": "layer_norm", "name": "q_norm", "heads": 2},
    {"op": "scale", "name": "q_scaled", "factor": 0.70710678118654752},
    {"op": "linear", "name": "k", "out": 8, "inputs": ["norm1"]},
    {"op": "rms_norm", "name": "k_norm", "heads": 2},
    {"op": "linear", "name": "v", "out": 8, "inputs": ["norm1"], "bias": false},
    {"op": "concat", "name": "qkv", "inputs": ["q_scaled", "k_norm", "v"]},
    {"op": "attention", "name": "attention", "heads": 2},
    {"op": "add", "name": "sum1", "inputs": ["attention", "positions"]},
    {"op": "rms_norm", "name": "norm2"},
    {"op": "linear", "name": "mix", "out": 8, "then": ["gelu"]},
    {"op": "add", "name": "sum2", "inputs": ["mix.out", "sum1"]},
    {"op": "token", "name": "first"},
    {"op": "linear", "name": "gate", "out": 5, "then": ["silu"]},
    {"op": "linear", "name": "head", "out": 3}]})";

/// Convolutions with stride 2 and without a bias, BatchNorm of images and of features, the mean over an image.
inline constexpr const char* batch_norm_network = R"({"operations": [
    {"op": "conv2d", "name": "c1", "out": 3, "stride": 2, "then": ["batch_norm2d", "silu"]},
    {"op": "conv2d", "name": "c2", "out": 3, "then": ["gelu"]},
    {"op": "add", "name": "sum", "inputs": ["c2.out", "c1.out"]},
    {"op": "conv2d", "name": "c3", "out": 4, "kernel": 1, "bias": false, "then": ["gelu_tanh"]},
    {"op": "mean", "name": "pooled"},
    {"op": "linear", "name": "fc1", "out": 5, "then": ["batch_norm1d", "tanh"]},
    {"op": "linear", "name": "out", "out": 3}]})";

/// Operations without parameters whose input and whose result both have two readers.
inline constexpr const char* branching_network = R"({"operations": [
    {"op": "conv2d", "name": "c1", "out": 3},
    {"op": "scale", "name": "half", "factor": 0.70710678118654752},
    {"op": "conv2d", "name": "c2", "out": 3},
    {"op": "add", "name": "sum1", "inputs": ["c2", "half"]},
    {"op": "silu", "name": "bent", "inputs": ["c1"]},
    {"op": "conv2d", "name": "c3", "out": 3},
    {"op": "add", "name": "sum2", "inputs": ["c3", "bent"]},
    {"op": "add", "name": "sum", "inputs": ["sum1", "sum2"]},
    {"op": "max_pool2d", "name": "pooled"},
    {"op": "conv2d", "name": "c4", "out": 3},
    {"op": "mean", "name": "m1"},
    {"op": "mean", "name": "m2", "inputs": ["pooled"]},
    {"op": "mean", "name": "m3", "inputs": ["sum"]},
    {"op": "concat", "name": "means", "inputs": ["m1", "m2", "m3"]},
    {"op": "linear", "name": "out", "out": 3}]})";

/// Those of operations that networks of layers do not have.
inline std::vector<NetworkCase> operation_cases() {
    return {
        {"tokens", run::NETWORK_FILE, 2, 5, run::RELU, 2, 4, 6, 3, false, run::CLASSIFY, false, token_network, 2,
         false},
        {"batch norms", run::NETWORK_FILE, 2, 5, run::RELU, 2, 4, 6, 3, false, run::CLASSIFY, false,
         batch_norm_network},
        {"branches", run::NETWORK_FILE, 2, 5, run::RELU, 2, 4, 6, 3, false, run::CLASSIFY, false, branching_network}};
}

/// Those with residual connections, attention and normalisations.
inline std::vector<NetworkCase> graph_cases() {
    return {{"transformer", run::TRANSFORMER, 2, 6, run::RELU, 3, 4, 8, 4},
            {"gpt", run::TRANSFORMER, 1, 4, run::RELU, 3, 4, 8, 3, true},
            {"gpt over texts", run::GPT, 1, 4, run::RELU, 3, 4, 4, 6, false, run::SORT_TOKENS},
            {"bert that fills in", run::BERT, 1, 4, run::RELU, 3, 4, 4, 6, false, run::FILL_TOKENS},
            {"bert with a class", run::BERT, 1, 4, run::RELU, 3, 4, 4, 3, false, run::CLASSIFY_TEXT},
            {"autoencoder", run::AUTOENCODER, 1, 16, run::RELU, 3, 4, 4, 3, false, run::RECONSTRUCT},
            {"regression", run::REGRESSION, 2, 6, run::RELU, 3, 4, 4, 2, false, run::REGRESS},
            {"resnet", run::RESNET, 2, 5, run::RELU, 2, 4, 8, 4},
            {"u-net", run::UNET, 2, 5, run::RELU, 2, 4, 8, 3, false, run::CLASSIFY_PIXELS}};
}

inline std::vector<NetworkCase> all_cases() {
    std::vector<NetworkCase> cases = network_cases();
    for (const NetworkCase& c : graph_cases()) cases.push_back(c);
    return cases;
}

/// Random images and labels.
struct Samples {
    std::vector<std::uint8_t> images, labels;
    std::vector<float> numbers, values;  ///< of a table
    std::vector<std::uint32_t> indices;

    SampleData data() const { return {images.data(), labels.data(), numbers.data(), values.data()}; }

    Samples(const Network& network, std::size_t count, std::uint64_t seed) {
        const RandomKey random{seed, RandomUse::shuffle, 0, 0};
        images.resize(count * static_cast<std::size_t>(network.pixels()));
        const bool squared = network.objective.loss == Objective::Loss::squared_error;
        labels.resize(count * static_cast<std::size_t>(network.objective.targets));
        indices.resize(count);
        for (std::size_t i = 0; i < images.size(); ++i)
            images[i] = static_cast<std::uint8_t>(random.bits(i) % (network.reads_text ? text_words : 256));
        for (std::size_t i = 0; i < labels.size(); ++i)
            labels[i] = static_cast<std::uint8_t>(random.bits(1000000 + i) %
                                                  (squared ? 256 : static_cast<std::uint32_t>(network.classes)));
        const auto targets = static_cast<std::size_t>(network.objective.targets);
        for (std::size_t i = 0; i < labels.size(); ++i)  // the last ones of each sample are asked for
            if (i % targets < targets - static_cast<std::size_t>(network.objective.counted)) labels[i] = no_label;
        numbers.resize(count * static_cast<std::size_t>(network.numbers));
        values.resize(count * targets);
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 2 * random.uniform(2000000 + i) - 1;
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = 4 * random.uniform(3000000 + i) - 2;
        std::iota(indices.rbegin(), indices.rend(), 0u);  // not the identity
    }
};

/// Parameters and one training pass under a policy.
struct Harness {
    Device& device;
    const Network& network;
    Parameters parameters;
    Pass pass;

    Harness(Device& on, const Network& net, const PrecisionPolicy& policy, std::int64_t batch, double init_scale = 1,
            bool training = true)
        : device(on), network(net), parameters(on, net, {}), pass(on, net, policy, batch, training) {
        pass.allocate();
        parameters.initialise(5, init_scale, policy.weight);
    }

    /// Forward, loss and backward of these images with the loss scale `scale`; returns the loss sums.
    LossSums run(const Samples& samples, float scale = 1, bool monitored = false, bool backward = true) {
        pass.gauges().begin_step(device, monitored);
        StepState* state = pass.gauges().state();
        state->scaler.scale = scale;
        pass.load(samples.data(), samples.indices);
        pass.set_state(parameters.state(), true);
        pass.forward(parameters.weights(), monitored, 5, 0);
        pass.loss(state, &state->loss);
        const Tensor t = pass.logits();  // the backward pass may reuse their bytes
        logits.resize(static_cast<std::size_t>(t.size()));
        device.kernels().round_copy(t, {logits.data(), DType::float32, t.shape}, Cast{});  // 16-bit ones are widened
        if (backward) pass.backward();
        return state->loss;
    }
    std::vector<float> logits;  ///< of the last run

    /// The update that belongs to the last run, by SGD; it writes the pass's copies.
    void update() {
        const std::span<const ParameterView> views = pass.views(parameters);
        OptimizerSettings optimizer;
        optimizer.lr = 0.1;
        const ScalerSettings scaler;
        StepState* state = pass.gauges().state();
        device.kernels().inspect_gradients(views, &optimizer, &scaler, state);
        device.kernels().update_parameters(views, &optimizer, &scaler, state);
        device.kernels().finish_step(&scaler, state);
    }

    std::vector<std::vector<float>> gradients() {
        std::vector<std::vector<float>> result;
        for (const ParameterView& view : pass.views(parameters)) {
            const Tensor& t = view.gradient;
            result.emplace_back(t.f32(), t.f32() + t.size());
        }
        return result;
    }
};

}  // namespace mantissa
