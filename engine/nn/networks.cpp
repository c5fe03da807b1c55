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

run::NetworkDescription description_of(const run::RunConfig& config, std::int64_t side, std::int64_t classes) {
    switch (config.model()) {
        case run::MLP:
            return mlp(config, classes);
        case run::CNN:
            return cnn(config, side, classes);
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
