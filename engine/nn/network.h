// SPDX-License-Identifier: Apache-2.0
// What a network is, apart from any memory, precision or batch: a graph of operations over tensors, in topological
// order, and its parameters. Built once; passes (nn/pass.h) give it buffers and formats.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/kernels.h"

namespace mantissa {

namespace run {
class NetworkDescription;
class RunConfig;
enum Task : int;
}  // namespace run

class Operation;

/// What follows an operation's name in the names of delayed scaling's states (backend/quantization.h) of its input, its
/// weight and its result's gradient.
inline constexpr std::array delayed_scale_names{".input_scaling", ".weight_scaling", ".gradient_scaling"};

/// "28×28×1".
std::string text_of(const Shape& shape);

/// A tensor that operations pass on; its gradient has the same name and extents.
struct TensorInfo {
    std::string name;   ///< "fc1" of a product's result, "fc1.out" of its activation function's
    std::string layer;  ///< the row of the pages to which it belongs
    Shape sample;       ///< extents for one sample
    /// Stored in the format of products, whose next one reads it without a cast, unless formats of layers differ.
    bool as_product = false;
    int producer = -1;           ///< index of the operation whose result it is; -1: the samples themselves
    std::vector<int> consumers;  ///< operations that read it, in order
};

/// A trained tensor, or one that is state (Network::state). Weights: linear [out, in], convolution [filters, kh, kw,
/// in] (channels last, like the images).
struct ParameterInfo {
    std::string name;   ///< "fc1.weight", as in PyTorch's state_dict
    std::string layer;  ///< "fc1"
    Shape shape;
    std::int64_t fan_in = 0;  ///< terms of one output: uniform initial values lie in ±1/sqrt(fan_in)
    enum class Initial { uniform, constant, normal } initial = Initial::uniform;
    double value = 1;   ///< the constant, the normal distribution's deviation, or a factor on the uniform one
    double offset = 0;  ///< added to the first `offset_count` elements
    std::int64_t offset_count = 0;
    bool is_bias = false;
    bool is_convolution = false;  ///< of a convolution
    bool is_operand = true;       ///< of a product, in whose format it is multiplied; else it is used as it is stored
    /// Elements as (outer, spatial, channels): channels come last here and before the spatial extents in PyTorch.
    std::int64_t spatial = 1, channels = 1;
    std::vector<std::int64_t> pytorch_shape;  ///< extents in PyTorch's state_dict

    /// Whether weight decay is for it: the weights of products. PyTorch scripts choose what has two dimensions or more
    /// (nanoGPT) and leave out positions and class tokens (timm's no_weight_decay()).
    bool decays() const noexcept { return is_operand && !is_bias; }
};

/// What a network gives for a sample, and what its loss compares that with.
struct Objective {
    enum class Loss {
        cross_entropy,  ///< of `targets` rows of logits; `counted` of them have a class
        squared_error   ///< with `targets` numbers: from 0 to 1, but for those of a table
    } loss = Loss::cross_entropy;
    enum class Metric {
        right,     ///< the share of right rows
        psnr,      ///< of images, whose peak is 1
        explained  ///< the share of the targets' variance, which is 1 (data/table.h)
    } metric_kind = Metric::right;
    std::int64_t targets = 1;
    std::int64_t counted = 1;
    std::int64_t outputs = 10;   ///< numbers in the last tensor
    double label_smoothing = 0;  ///< of cross_entropy in training; evaluations are without

    /// Of the rows that LossSums counts.
    std::uint64_t images(const LossSums& sums) const noexcept {
        return loss == Loss::cross_entropy ? sums.images / static_cast<std::uint64_t>(counted) : sums.images;
    }
    /// The task's metric as records hold it (engine/run/metric.h): the share of right rows, a hundredth of the peak
    /// signal-to-noise ratio, -10 log10(mean squared error) dB of a peak of 1, or R², 1 - the mean squared error over
    /// the variance, 0 where that is negative.
    double metric(const LossSums& sums) const noexcept;
};

/// Extents of one sample: side x side pixels of one channel, the tokens of a text, or the categories of a row.
Shape sample_of(run::Task task, std::int64_t side) noexcept;

/// Of images of side x side bytes, or of texts, in so many classes, or of a table.
Objective objective_of(run::Task task, std::int64_t side, std::int64_t classes);

struct Network {
    std::int64_t side = 28;  ///< images are side x side, one channel; of texts not looked at
    std::int64_t classes = 10;
    bool reads_text = false;   ///< samples are words (or categories), which an embedding reads, and not pixels
    std::int64_t numbers = 0;  ///< that each sample has beside them: the second tensor
    Objective objective;
    std::vector<TensorInfo> tensors;  ///< the first is the samples, the last goes into the loss
    std::vector<std::shared_ptr<const Operation>> operations;
    std::vector<ParameterInfo> parameters;
    /// What steps change but no optimizer: running statistics. Kept, exported and hashed with the parameters; neither
    /// an evaluation nor a shadow changes it.
    std::vector<ParameterInfo> state;

    /// Bytes of a sample.
    std::int64_t pixels() const noexcept { return tensors.front().sample.size(); }
    std::int64_t parameter_count() const noexcept;
    /// Whether the weights of `layer` are those of a convolution.
    bool is_convolution(const std::string& layer) const;
};

/// The graph of `config`'s network (engine/run/networks.h). Throws Error(usage) as describe_network(), build_network()
/// and check_overrides() do.
Network make_network(const run::RunConfig& config, std::int64_t side, std::int64_t classes);

/// The graph of `description` over images of side x side bytes. Throws Error(usage) that names the operation, the
/// tensors and their extents, where they do not fit together.
Network build_network(const run::NetworkDescription& description, std::int64_t side, std::int64_t classes,
                      run::Task task);

/// Throws Error(usage) where `config` gives a format to a layer that `network` has not.
void check_overrides(const run::RunConfig& config, const Network& network);

/// The initial values of parameter `index`, uniform ones times `scale`; a pure function of the seed.
std::vector<float> initial_values(const Network& network, std::size_t index, std::uint64_t seed, double scale);

}  // namespace mantissa
