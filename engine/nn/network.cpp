// SPDX-License-Identifier: Apache-2.0
// The two families of networks, layer by layer.
#include "engine/nn/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/rng.h"

namespace mantissa {
namespace {

ActivationKind kind_of(run::Activation activation) {
    switch (activation) {
        case run::SIGMOID:
            return ActivationKind::sigmoid;
        case run::TANH:
            return ActivationKind::tanh;
        default:
            return ActivationKind::relu;
    }
}

class Builder {
  public:
    explicit Builder(Network& network) : network_(network) {}

    void dense(const std::string& name, std::int64_t in, std::int64_t out,
               std::optional<ActivationKind> activation = {}) {
        LayerSpec layer;
        layer.kind = LayerSpec::Kind::dense;
        layer.name = name;
        layer.in = in;
        layer.out = out;
        layer.activation = activation;
        add_with_weights(layer, Shape{out, in}, in, out);
    }

    void convolution(const std::string& name, const ConvGeometry& geometry) {
        LayerSpec layer;
        layer.kind = LayerSpec::Kind::convolution;
        layer.name = name;
        layer.convolution = geometry;
        add_with_weights(layer, Shape{geometry.filters, geometry.kernel, geometry.kernel, geometry.channels},
                         geometry.kernel * geometry.kernel * geometry.channels, geometry.filters);
    }

    void relu_pool(const std::string& name, const PoolGeometry& geometry) {
        LayerSpec layer;
        layer.kind = LayerSpec::Kind::relu_pool;
        layer.name = name;
        layer.pool = geometry;
        network_.layers.push_back(layer);
    }

  private:
    void add_with_weights(LayerSpec layer, const Shape& shape, std::int64_t fan_in, std::int64_t out) {
        layer.weight = static_cast<int>(network_.parameters.size());
        network_.parameters.push_back({layer.name + ".weight", layer.name, shape, fan_in, false});
        layer.bias = static_cast<int>(network_.parameters.size());
        network_.parameters.push_back({layer.name + ".bias", layer.name, Shape{out}, fan_in, true});
        network_.layers.push_back(std::move(layer));
    }

    Network& network_;
};

}  // namespace

std::int64_t Network::parameter_count() const noexcept {
    std::int64_t count = 0;
    for (const ParameterInfo& p : parameters) count += p.shape.size();
    return count;
}

Network make_network(const run::RunConfig& config, std::int64_t side, std::int64_t classes) {
    Network network;
    network.side = side;
    network.classes = classes;
    Builder build(network);
    if (config.model() == run::CNN) {
        if (side < 4)
            throw Error(ErrorCode::usage, say("images of %1x%1 pixels cannot be pooled twice", {side}), "model",
                        say("use the MLP, or images of at least 4x4"));
        const std::int64_t half = side / 2, quarter = half / 2, c1 = config.c1(), c2 = config.c2();
        build.convolution("conv1", {side, side, 1, c1});
        build.relu_pool("conv1", {side, side, c1});
        build.convolution("conv2", {half, half, c1, c2});
        build.relu_pool("conv2", {half, half, c2});
        build.dense("fc1", quarter * quarter * c2, classes);
        check_overrides(config, network);
        return network;
    }
    std::int64_t in = network.pixels();
    for (std::uint32_t i = 1; i <= config.depth(); ++i) {
        const std::string name = fmt::format("fc{}", i);
        build.dense(name, in, config.width(), kind_of(config.activation()));
        in = config.width();
    }
    build.dense(fmt::format("fc{}", config.depth() + 1), in, classes);
    check_overrides(config, network);
    return network;
}

void check_overrides(const run::RunConfig& config, const Network& network) {
    for (const run::LayerOverride& o : config.layer_overrides()) {
        std::vector<std::string> names;
        for (const ParameterInfo& p : network.parameters)
            if (!p.is_bias) names.push_back(p.layer);
        if (std::find(names.begin(), names.end(), o.layer()) == names.end())
            throw Error(ErrorCode::usage, say("the network has no layer \"%1\"", {o.layer()}), "layer_overrides",
                        say("one of %1", {fmt::format("{}", fmt::join(names, ", "))}));
    }
}

std::vector<float> initial_values(const Network& network, std::size_t index, std::uint64_t seed, double scale) {
    const ParameterInfo& parameter = network.parameters.at(index);
    const RandomKey random{seed, RandomUse::initial_weights, 0, static_cast<std::uint32_t>(index)};
    const double bound = scale / std::sqrt(static_cast<double>(parameter.fan_in));
    std::vector<float> values(static_cast<std::size_t>(parameter.shape.size()));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>((2.0 * static_cast<double>(random.uniform(i)) - 1.0) * bound);
    return values;
}

}  // namespace mantissa
