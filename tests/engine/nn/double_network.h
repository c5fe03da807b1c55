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

namespace mantissa {

/// The mean cross-entropy of a batch, and which ReLUs and windows were active: where that pattern differs between two
/// weights, there is a kink between them and no derivative.
struct DoubleLoss {
    double loss = 0;
    std::vector<std::uint8_t> pattern;
};

class DoubleNetwork {
  public:
    explicit DoubleNetwork(const Network& network) : network_(network) {}

    DoubleLoss loss(const std::vector<std::vector<double>>& parameters, const std::vector<std::uint8_t>& images,
                    const std::vector<std::uint8_t>& labels, const std::vector<std::uint32_t>& indices,
                    const std::vector<float>& numbers = {}, const std::vector<float>& values = {}) const {
        DoubleLoss result;
        const auto pixels = static_cast<std::size_t>(network_.pixels());
        for (const std::uint32_t index : indices) {
            std::vector<double> x(pixels);
            for (std::size_t i = 0; i < pixels; ++i)
                x[i] = network_.reads_text ? images[index * pixels + i] : images[index * pixels + i] / 255.0;
            std::vector<std::vector<double>> tensors{x};
            if (network_.numbers > 0) {
                const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(index) * network_.numbers;
                tensors.emplace_back(first, first + network_.numbers);
            }
            for (const auto& operation : network_.operations)
                tensors.push_back(forward(*operation, parameters, tensors, result.pattern));
            x = tensors.back();
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
    std::vector<double> forward(const Operation& operation, const std::vector<std::vector<double>>& parameters,
                                const std::vector<std::vector<double>>& tensors,
                                std::vector<std::uint8_t>& pattern) const {
        const std::vector<double>& x = tensors[index(operation.inputs[0])];
        const std::string kind = operation.kind();
        if (const auto* function = dynamic_cast<const Activation*>(&operation))
            return activation(function->function(), x, pattern);
        if (const auto* pooling = dynamic_cast<const MaxPool2d*>(&operation))
            return pool(pooling->geometry(), x, pattern);
        const Shape& in = network_.tensors[index(operation.inputs[0])].sample;
        if (kind == "avg_pool2d" || kind == "upsample") return resample(in, x, kind == "upsample");
        if (kind == "concat") {
            std::vector<double> y;
            const std::int64_t rows = in.rank == 1 ? 1 : in[0] * in[1];
            for (std::int64_t row = 0; row < rows; ++row)
                for (const int input : operation.inputs) {
                    const std::vector<double>& part = tensors[index(input)];
                    const std::int64_t channels = static_cast<std::int64_t>(part.size()) / rows;
                    y.insert(y.end(), part.begin() + row * channels, part.begin() + (row + 1) * channels);
                }
            return y;
        }
        if (kind == "attention") return attention(in, x);
        if (kind == "flatten") return x;
        if (kind == "embedding") {
            const auto table = index(operation.parameters[0]);
            return looked_up(parameters[table], network_.parameters[table].shape[1], x);
        }
        const std::vector<double>&weight = parameters[index(operation.parameters[0])],
              &bias = parameters[index(operation.parameters[1])];
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

    /// Causal, by one head, scaled.
    static std::vector<double> attention(const Shape& in, const std::vector<double>& x) {
        const std::int64_t width = in[1] / 3;
        std::vector<double> y(at(in[0] * width));
        for (std::int64_t row = 0; row < in[0]; ++row) {
            std::vector<double> weight;
            double sum = 0;
            for (std::int64_t other = 0; other <= row; ++other) {
                double score = 0;
                for (std::int64_t c = 0; c < width; ++c)
                    score += x[at(row * in[1] + c)] * x[at(other * in[1] + width + c)];
                weight.push_back(std::exp(score / std::sqrt(static_cast<double>(width))));
                sum += weight.back();
            }
            for (std::int64_t other = 0; other <= row; ++other)
                for (std::int64_t c = 0; c < width; ++c)
                    y[at(row * width + c)] += weight[at(other)] / sum * x[at(other * in[1] + 2 * width + c)];
        }
        return y;
    }

    static std::vector<double> activation(ActivationKind kind, const std::vector<double>& x,
                                          std::vector<std::uint8_t>& pattern) {
        std::vector<double> y(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (kind == ActivationKind::sigmoid) y[i] = 1 / (1 + std::exp(-x[i]));
            if (kind == ActivationKind::tanh) y[i] = std::tanh(x[i]);
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
        std::vector<double> y(at(g.height * g.width * g.filters));
        const std::int64_t half = g.kernel / 2;
        for (std::int64_t h = 0; h < g.height; ++h)
            for (std::int64_t v = 0; v < g.width; ++v)
                for (std::int64_t k = 0; k < g.filters; ++k) {
                    double sum = b[at(k)];
                    for (std::int64_t r = -half; r <= half; ++r)
                        for (std::int64_t s = -half; s <= half; ++s) {
                            if (h + r < 0 || h + r >= g.height || v + s < 0 || v + s >= g.width) continue;
                            for (std::int64_t c = 0; c < g.channels; ++c)
                                sum += x[at(((h + r) * g.width + v + s) * g.channels + c)] *
                                       w[at(((k * g.kernel + r + half) * g.kernel + s + half) * g.channels + c)];
                        }
                    y[at((h * g.width + v) * g.filters + k)] = sum;
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
};

}  // namespace mantissa
