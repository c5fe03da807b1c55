// SPDX-License-Identifier: Apache-2.0
// A second implementation of the networks, forward only, in double, for finite differences. It shares no code with the
// engine but the description of the layers.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/base/text_sizes.h"
#include "engine/nn/activation.h"
#include "engine/nn/max_pool2d.h"
#include "engine/nn/network.h"
#include "tests/engine/nn/double_operations.h"

namespace mantissa {

/// The mean cross-entropy of a batch, and which ReLUs and windows were active: where that pattern differs between two
/// weights, there is a kink between them and no derivative.
struct DoubleLoss {
    double loss = 0;
    std::vector<std::uint8_t> pattern;
};

class DoubleNetwork {
  public:
    /// `heads`, `causal`: of its attentions, which look scaled.
    explicit DoubleNetwork(const Network& network, std::int64_t heads = 1, bool causal = true)
        : network_(network), heads_(heads), causal_(causal) {}

    DoubleLoss loss(const std::vector<std::vector<double>>& parameters, const std::vector<std::uint8_t>& images,
                    const std::vector<std::uint8_t>& labels, const std::vector<std::uint32_t>& indices,
                    const std::vector<float>& numbers = {}, const std::vector<float>& values = {}) const {
        DoubleLoss result;
        const auto pixels = static_cast<std::size_t>(network_.pixels());
        std::vector<Batch> tensors(network_.numbers > 0 ? 2 : 1);
        for (const std::uint32_t index : indices) {
            std::vector<double> x(pixels);
            for (std::size_t i = 0; i < pixels; ++i)
                x[i] = network_.reads_text ? images[index * pixels + i] : images[index * pixels + i] / 255.0;
            tensors[0].push_back(x);
            if (network_.numbers > 0) {
                const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(index) * network_.numbers;
                tensors[1].emplace_back(first, first + network_.numbers);
            }
        }
        for (const auto& operation : network_.operations)
            tensors.push_back(of_batch(*operation, parameters, tensors, result.pattern));
        for (std::size_t sample = 0; sample < indices.size(); ++sample) {
            const std::uint32_t index = indices[sample];
            const std::vector<double>& x = tensors.back()[sample];
            const auto targets = static_cast<std::size_t>(network_.objective.targets), classes = x.size() / targets;
            for (std::size_t t = 0; t < targets; ++t) {
                const std::uint8_t target = labels[index * targets + t];
                if (network_.reads_text && target == no_label && network_.numbers == 0) continue;
                double sum = 0;
                if (network_.numbers > 0) {
                    sum = std::pow(x[t] - static_cast<double>(values[index * targets + t]), 2);
                } else if (network_.objective.loss == Objective::Loss::squared_error) {
                    sum = std::pow(x[t] - target / 255.0, 2);
                } else {
                    for (std::size_t c = 0; c < classes; ++c) sum += std::exp(x[t * classes + c]);
                    sum = std::log(sum) - x[t * classes + target];
                }
                result.loss +=
                    sum / (static_cast<double>(indices.size()) * static_cast<double>(network_.objective.counted));
            }
        }
        return result;
    }

  private:
    using Batch = std::vector<std::vector<double>>;  ///< a tensor, by sample

    /// Only BatchNorm looks at more than one sample.
    Batch of_batch(const Operation& operation, const std::vector<std::vector<double>>& parameters,
                   const std::vector<Batch>& tensors, std::vector<std::uint8_t>& pattern) const {
        const std::string kind = operation.kind();
        if (kind == "batch_norm1d" || kind == "batch_norm2d")
            return double_operations::batch_norm(tensors[index(operation.inputs[0])],
                                                 parameters[index(operation.parameters[0])],
                                                 parameters[index(operation.parameters[1])]);
        Batch result;
        for (std::size_t sample = 0; sample < tensors[0].size(); ++sample)
            result.push_back(forward(operation, parameters, tensors, sample, pattern));
        return result;
    }

    std::vector<double> forward(const Operation& operation, const std::vector<std::vector<double>>& parameters,
                                const std::vector<Batch>& tensors, std::size_t sample,
                                std::vector<std::uint8_t>& pattern) const {
        const std::vector<double>& x = tensors[index(operation.inputs[0])][sample];
        const std::string kind = operation.kind();
        if (const auto* function = dynamic_cast<const Activation*>(&operation))
            return activation(function->function(), x, pattern);
        if (const auto* pooling = dynamic_cast<const MaxPool2d*>(&operation))
            return pool(pooling->geometry(), x, pattern);
        const Shape& in = network_.tensors[index(operation.inputs[0])].sample;
        if (kind == "avg_pool2d" || kind == "upsample") return resample(in, x, kind == "upsample");
        if (kind == "concat") {
            std::vector<double> y;
            const std::int64_t rows = in.size() / in[in.rank - 1];
            for (std::int64_t row = 0; row < rows; ++row)
                for (const int input : operation.inputs) {
                    const std::vector<double>& part = tensors[index(input)][sample];
                    const std::int64_t channels = static_cast<std::int64_t>(part.size()) / rows;
                    y.insert(y.end(), part.begin() + row * channels, part.begin() + (row + 1) * channels);
                }
            return y;
        }
        if (kind == "attention") return double_operations::attention(in, x, heads_, causal_);
        if (kind == "flatten") return x;
        if (kind == "scale") {
            std::vector<double> y = x;
            for (double& one : y) one *= std::sqrt(0.5);  // as the networks of the tests have it
            return y;
        }
        if (kind == "add") return double_operations::sum(x, tensors[index(operation.inputs[1])][sample]);
        if (kind == "mean") return double_operations::mean(x, in[in.rank - 1]);
        if (kind == "patches")
            return double_operations::patches(in, x, network_.tensors[index(operation.output)].sample);
        if (kind == "token") return {x.begin(), x.begin() + in[1]};
        if (kind == "embedding") {
            const auto table = index(operation.parameters[0]);
            return looked_up(parameters[table], network_.parameters[table].shape[1], x);
        }
        const std::vector<double>& weight = parameters[index(operation.parameters[0])];
        if (kind == "positions") return double_operations::sum(x, weight);
        if (kind == "class_token") {
            std::vector<double> y = weight;
            y.insert(y.end(), x.begin(), x.end());
            return y;
        }
        if (kind == "rms_norm") return double_operations::rms_norm(x, weight);
        const auto outputs = static_cast<std::size_t>(network_.tensors[index(operation.output)].sample.size());
        const std::vector<double> bias = operation.parameters.size() > 1 ? parameters[index(operation.parameters[1])]
                                         : kind == "conv2d"
                                             ? std::vector<double>(at(operation.product(network_)->convolution.filters))
                                             : std::vector<double>(in.rank == 2 ? outputs / at(in[0]) : outputs);
        if (kind == "layer_norm") return double_operations::layer_norm(x, weight, bias);
        if (kind == "conv_transpose2d") return doubled(in, weight, bias, x);
        return kind == "conv2d" ? convolution(operation.product(network_)->convolution, weight, bias, x)
               : in.rank == 2   ? each_row(in, weight, bias, x)
                                : dense(weight, bias, x);
    }

    /// The rows of `table` that `words` name.
    static std::vector<double> looked_up(const std::vector<double>& table, std::ptrdiff_t width,
                                         const std::vector<double>& words) {
        std::vector<double> y;
        for (const double word : words)
            y.insert(y.end(), table.begin() + static_cast<std::ptrdiff_t>(word) * width,
                     table.begin() + (static_cast<std::ptrdiff_t>(word) + 1) * width);
        return y;
    }

    static std::vector<double> each_row(const Shape& in, const std::vector<double>& w, const std::vector<double>& b,
                                        const std::vector<double>& x) {
        std::vector<double> y;
        for (std::int64_t row = 0; row < in[0]; ++row) {
            const std::vector<double> one =
                dense(w, b, std::vector<double>(x.begin() + row * in[1], x.begin() + (row + 1) * in[1]));
            y.insert(y.end(), one.begin(), one.end());
        }
        return y;
    }

    static std::vector<double> activation(ActivationKind kind, const std::vector<double>& x,
                                          std::vector<std::uint8_t>& pattern) {
        std::vector<double> y(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (kind == ActivationKind::sigmoid) y[i] = 1 / (1 + std::exp(-x[i]));
            if (kind == ActivationKind::tanh) y[i] = std::tanh(x[i]);
            if (kind == ActivationKind::gelu) y[i] = x[i] / 2 * (1 + std::erf(x[i] / std::sqrt(2.0)));
            if (kind == ActivationKind::gelu_tanh)
                y[i] =
                    x[i] / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x[i] + 0.044715 * std::pow(x[i], 3))));
            if (kind == ActivationKind::silu) y[i] = x[i] / (1 + std::exp(-x[i]));
            if (kind != ActivationKind::relu) continue;
            y[i] = std::max(x[i], 0.0);
            pattern.push_back(x[i] > 0 ? 1 : 0);
        }
        return y;
    }

    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

    static std::vector<double> dense(const std::vector<double>& w, const std::vector<double>& b,
                                     const std::vector<double>& x) {
        std::vector<double> y = b;
        for (std::size_t o = 0; o < b.size(); ++o)
            for (std::size_t i = 0; i < x.size(); ++i) y[o] += w[o * x.size() + i] * x[i];
        return y;
    }

    static std::vector<double> convolution(const ConvGeometry& g, const std::vector<double>& w,
                                           const std::vector<double>& b, const std::vector<double>& x) {
        std::vector<double> y(at(g.pixels() * g.filters));
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(y.size()); ++i) {
            const std::int64_t k = i % g.filters, column = i / g.filters % g.columns(),
                               row = i / (g.filters * g.columns());
            double sum = b[at(k)];
            for (std::int64_t r = 0; r < g.kernel; ++r)
                for (std::int64_t s = 0; s < g.kernel; ++s) {
                    const std::int64_t h = row * g.stride + r - g.kernel / 2, v = column * g.stride + s - g.kernel / 2;
                    if (h < 0 || h >= g.height || v < 0 || v >= g.width) continue;
                    for (std::int64_t c = 0; c < g.channels; ++c)
                        sum += x[at((h * g.width + v) * g.channels + c)] *
                               w[at(((k * g.kernel + r) * g.kernel + s) * g.channels + c)];
                }
            y[at(i)] = sum;
        }
        return y;
    }

    /// A transposed convolution, kernel 2 and stride 2, with weights [in, 2, 2, out].
    static std::vector<double> doubled(const Shape& in, const std::vector<double>& w, const std::vector<double>& b,
                                       const std::vector<double>& x) {
        const auto out = static_cast<std::int64_t>(b.size());
        std::vector<double> y(at(4 * in[0] * in[1] * out));
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(y.size()); ++i) {
            const std::int64_t k = i % out, v = i / out % (2 * in[1]), h = i / (out * 2 * in[1]);
            y[at(i)] = b[at(k)];
            for (std::int64_t c = 0; c < in[2]; ++c)
                y[at(i)] += x[at((h / 2 * in[1] + v / 2) * in[2] + c)] * w[at(((c * 2 + h % 2) * 2 + v % 2) * out + k)];
        }
        return y;
    }

    static std::vector<double> resample(const Shape& in, const std::vector<double>& x, bool up) {
        const std::int64_t rows = up ? 2 * in[0] : in[0] / 2, columns = up ? 2 * in[1] : in[1] / 2;
        std::vector<double> y(at(rows * columns * in[2]));
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(y.size()); ++i) {
            const std::int64_t c = i % in[2], v = i / in[2] % columns, h = i / (in[2] * columns);
            if (up)
                y[at(i)] = x[at((h / 2 * in[1] + v / 2) * in[2] + c)];
            else
                for (std::int64_t k = 0; k < 4; ++k)
                    y[at(i)] += x[at(((2 * h + k / 2) * in[1] + 2 * v + k % 2) * in[2] + c)] / 4;
        }
        return y;
    }

    static std::vector<double> pool(const PoolGeometry& g, const std::vector<double>& x,
                                    std::vector<std::uint8_t>& pattern) {
        std::vector<double> y;
        for (std::int64_t h = 0; h + 1 < g.height; h += 2)
            for (std::int64_t v = 0; v + 1 < g.width; v += 2)
                for (std::int64_t c = 0; c < g.channels; ++c) {
                    double best = -1e300;
                    std::uint8_t which = 0;
                    for (std::uint8_t k = 0; k < 4; ++k) {
                        const double value = x[at(((h + k / 2) * g.width + v + k % 2) * g.channels + c)];
                        if (value > best) {
                            best = value;
                            which = k;
                        }
                    }
                    y.push_back(best);
                    pattern.push_back(which);
                }
        return y;
    }

    const Network& network_;
    std::int64_t heads_;
    bool causal_;
};

}  // namespace mantissa
