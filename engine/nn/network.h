// SPDX-License-Identifier: Apache-2.0
// What a network is, apart from any memory, precision or batch: its layers in order and its trained tensors. Built once
// from a configuration; passes (nn/pass.h) give it buffers and formats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/backend/kernels.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// A trained tensor. Weights: dense [out, in], convolution [filters, kh, kw, in] (channels last, like the images).
struct ParameterInfo {
    std::string name;   ///< "fc1.weight", as in PyTorch's state_dict
    std::string layer;  ///< "fc1"
    Shape shape;
    std::int64_t fan_in = 0;  ///< terms of one output: initial values are uniform in ±1/sqrt(fan_in)
    bool is_bias = false;
};

struct LayerSpec {
    enum class Kind { dense, convolution, relu_pool } kind = Kind::dense;
    std::string name;              ///< of the layer with weights that it is or follows
    std::int64_t in = 0, out = 0;  ///< dense: features
    ConvGeometry convolution;
    PoolGeometry pool;                         ///< of the ReLU before it, which is part of the layer
    std::optional<ActivationKind> activation;  ///< dense: of its result, which the next layer, a dense one, reads
    int weight = -1, bias = -1;                ///< indices into parameters
};

struct Network {
    std::int64_t side = 28;  ///< images are side x side, one channel
    std::int64_t classes = 10;
    std::vector<LayerSpec> layers;
    std::vector<ParameterInfo> parameters;

    std::int64_t pixels() const noexcept { return side * side; }
    std::int64_t parameter_count() const noexcept;
};

/// MLP: fc1 … fc(depth+1) with the activation between; CNN: conv1, ReLU, 2x2 max-pool, conv2, ReLU, pool, fc1.
/// `config` must be complete (engine/run/presets.h). Throws Error(usage) where images are too small to be pooled twice,
/// and as check_overrides() does.
Network make_network(const run::RunConfig& config, std::int64_t side, std::int64_t classes);

/// Throws Error(usage) where `config` gives a format to a layer that `network` has not.
void check_overrides(const run::RunConfig& config, const Network& network);

/// The initial values of parameter `index`: uniform in ±1/sqrt(fan_in), times `scale`; a pure function of the seed.
std::vector<float> initial_values(const Network& network, std::size_t index, std::uint64_t seed, double scale);

}  // namespace mantissa
