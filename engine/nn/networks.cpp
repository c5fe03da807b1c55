// SPDX-License-Identifier: Apache-2.0
// The built-in networks, operation by operation.
#include <fmt/format.h>

#include "engine/base/error.h"
#include "engine/nn/network.h"
#include "engine/run/network.pb.h"
#include "engine/run/run.pb.h"

namespace mantissa {
namespace {

run::NetworkOperation& append(run::NetworkDescription& network, const char* op, const std::string& name) {
    run::NetworkOperation& operation = *network.add_operations();
    operation.set_op(op);
    operation.set_name(name);
    return operation;
}

void append_product(run::NetworkDescription& network, const char* op, const std::string& name, std::int64_t out) {
    append(network, op, name).set_out(static_cast<std::uint32_t>(out));
}

/// An activation function, or the pooling behind it, in the row of its layer.
void append_after(run::NetworkDescription& network, const char* op, const std::string& layer,
                  const std::string& output) {
    run::NetworkOperation& operation = append(network, op, layer + "." + op);
    operation.set_layer(layer);
    operation.set_output(output);
}

const char* activation_of(const run::RunConfig& config) {
    switch (config.activation()) {
        case run::RELU:
            return "relu";
        case run::SIGMOID:
            return "sigmoid";
        case run::TANH:
            return "tanh";
        default:
            throw Error(ErrorCode::usage, say("no activation function is chosen"), "activation");
    }
}

run::NetworkDescription mlp(const run::RunConfig& config, std::int64_t classes) {
    run::NetworkDescription network;
    network.set_name("mlp");
    for (std::uint32_t i = 1; i <= config.depth(); ++i) {
        const std::string layer = fmt::format("fc{}", i);
        append_product(network, "linear", layer, config.width());
        append_after(network, activation_of(config), layer, layer + ".out");
    }
    append_product(network, "linear", fmt::format("fc{}", config.depth() + 1), classes);
    return network;
}

run::NetworkDescription cnn(const run::RunConfig& config, std::int64_t side, std::int64_t classes) {
    if (side < 4)
        throw Error(ErrorCode::usage, say("images of %1x%1 pixels cannot be pooled twice", {side}), "model",
                    say("use the MLP, or images of at least 4x4"));
    run::NetworkDescription network;
    network.set_name("cnn");
    for (const auto& [layer, channels] : {std::pair("conv1", config.c1()), std::pair("conv2", config.c2())}) {
        append_product(network, "conv2d", layer, channels);
        append_after(network, "relu", layer, std::string(layer) + ".relu");
        append_after(network, "max_pool2d", layer, std::string(layer) + ".out");
    }
    append_product(network, "linear", "fc1", classes);
    return network;
}

run::NetworkOperation& append_with_inputs(run::NetworkDescription& network, const char* op, const std::string& name,
                                          std::initializer_list<const char*> inputs) {
    run::NetworkOperation& operation = append(network, op, name);
    for (const char* input : inputs) operation.add_inputs(input);
    return operation;
}

/// Patches of 7x7 pixels (of a quarter of the side) as tokens and a class token, or only those patches where a token
/// sees earlier ones only; pre-norm blocks; a linear head.
run::NetworkDescription transformer(const run::RunConfig& config, std::int64_t side, std::int64_t classes) {
    if (side % 4 != 0)
        throw Error(ErrorCode::usage, say("images of %1x%1 pixels cannot be cut into 16 patches", {side}), "model",
                    say("use images of a multiple of 4 pixels, or the MLP"));
    run::NetworkDescription network;
    network.set_name("transformer");
    append(network, "patches", "patches").set_size(static_cast<std::uint32_t>(side / 4));
    append_product(network, "linear", "embed", config.token_width());
    network.mutable_operations()->rbegin()->set_gain(config.embedding_gain());
    if (!config.causal()) append(network, "class_token", "cls");
    append(network, "positions", "position");
    std::string stream = "position";
    for (std::uint32_t i = 0; i < config.blocks(); ++i) {
        const std::string block = fmt::format("blocks.{}.", i);
        append(network, "layer_norm", block + "n1");
        append_product(network, "linear", block + "qkv", 3 * std::int64_t{config.token_width()});
        run::NetworkOperation& qkv = *network.mutable_operations()->rbegin();
        qkv.set_bias_offset(config.query_key_offset());
        qkv.set_bias_offset_count(2 * config.token_width());
        run::NetworkOperation& attention = append(network, "attention", block + "attention");
        attention.set_heads(config.heads());
        attention.set_causal(config.causal());
        attention.set_scaled(config.attention_scaling());
        append_product(network, "linear", block + "o", config.token_width());
        append_with_inputs(network, "add", block + "sum1", {stream.c_str(), (block + "o").c_str()});
        append(network, "layer_norm", block + "n2");
        append_product(network, "linear", block + "f1", 2 * std::int64_t{config.token_width()});
        append_after(network, "gelu", block + "f1", block + "f1.out");
        append_product(network, "linear", block + "f2", config.token_width());
        append_with_inputs(network, "add", block + "sum2", {(block + "sum1").c_str(), (block + "f2").c_str()});
        stream = block + "sum2";
    }
    append(network, "token", "answer").set_last(config.causal());
    append(network, "layer_norm", "norm");
    append_product(network, "linear", "head", classes);
    return network;
}

/// A convolution, three residual blocks of two convolutions each with BatchNorm, of which the second and third halve
/// the image, the mean over its pixels, a linear head.
run::NetworkDescription resnet(const run::RunConfig& config, std::int64_t side, std::int64_t classes) {
    if (side < 4)
        throw Error(ErrorCode::usage, say("images of %1x%1 pixels cannot be halved twice", {side}), "model",
                    say("use the MLP, or images of at least 4x4"));
    run::NetworkDescription network;
    network.set_name("resnet");
    const auto convolution = [&](const std::string& name, const std::string& input, std::int64_t out,
                                 std::uint32_t stride) {
        append_product(network, "conv2d", name, out);
        run::NetworkOperation& operation = *network.mutable_operations()->rbegin();
        operation.set_bias(false);
        operation.set_stride(stride);
        operation.add_inputs(input);
    };
    convolution("conv", "input", config.channels(), 1);
    append(network, "batch_norm2d", "bn");
    append_after(network, "relu", "bn", "bn.out");
    std::string stream = "bn.out";
    std::int64_t in = config.channels();
    for (const std::uint32_t i : {0u, 1u, 2u}) {
        const std::string block = fmt::format("blocks.{}.", i);
        const std::int64_t out = std::int64_t{config.channels()} << i;
        const std::uint32_t stride = i == 0 ? 1 : 2;
        convolution(block + "c1", stream, out, stride);
        append(network, "batch_norm2d", block + "b1");
        append_after(network, "relu", block + "b1", block + "b1.out");
        convolution(block + "c2", block + "b1.out", out, 1);
        append(network, "batch_norm2d", block + "b2");
        std::string direct = stream;
        if (out != in) {
            direct = block + "short";
            append_product(network, "conv2d", direct, out);
            run::NetworkOperation& operation = *network.mutable_operations()->rbegin();
            operation.set_kernel(1);
            operation.set_stride(stride);
            operation.add_inputs(stream);
        }
        append_with_inputs(network, "add", block + "sum", {direct.c_str(), (block + "b2").c_str()});
        append_after(network, "relu", block + "sum", block + "out");
        stream = block + "out";
        in = out;
    }
    append(network, "mean", "pool");
    append_product(network, "linear", "fc", classes);
    return network;
}

run::NetworkDescription description_of(const run::RunConfig& config, std::int64_t side, std::int64_t classes) {
    switch (config.model()) {
        case run::MLP:
            return mlp(config, classes);
        case run::CNN:
            return cnn(config, side, classes);
        case run::TRANSFORMER:
            return transformer(config, side, classes);
        case run::RESNET:
            return resnet(config, side, classes);
        default:
            throw Error(ErrorCode::usage, say("no network is chosen"), "model");
    }
}

}  // namespace

Network make_network(const run::RunConfig& config, std::int64_t side, std::int64_t classes) {
    Network network = build_network(description_of(config, side, classes), side, classes);
    check_overrides(config, network);
    return network;
}

}  // namespace mantissa
