// SPDX-License-Identifier: Apache-2.0
// A second implementation of the networks, forward only, in double, for finite differences. It shares no code with the
// engine but the description of the layers.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

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
                    const std::vector<std::uint8_t>& labels, const std::vector<std::uint32_t>& indices) const {
        DoubleLoss result;
        const auto pixels = static_cast<std::size_t>(network_.pixels());
        for (const std::uint32_t index : indices) {
            std::vector<double> x(pixels);
            for (std::size_t i = 0; i < pixels; ++i) x[i] = images[index * pixels + i] / 255.0;
            std::vector<std::vector<double>> tensors{x};
            for (const auto& operation : network_.operations)
                tensors.push_back(forward(*operation, parameters, tensors, result.pattern));
            x = tensors.back();
            double sum = 0;
            for (const double v : x) sum += std::exp(v);
            result.loss += (std::log(sum) - x[labels[index]]) / static_cast<double>(indices.size());
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
        const std::vector<double>&weight = parameters[index(operation.parameters[0])],
              &bias = parameters[index(operation.parameters[1])];
        return kind == "conv2d" ? convolution(operation.product(network_)->convolution, weight, bias, x)
                                : dense(weight, bias, x);
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
        for (std::int64_t h = 0; h < g.height; ++h)
            for (std::int64_t v = 0; v < g.width; ++v)
                for (std::int64_t k = 0; k < g.filters; ++k) {
                    double sum = b[at(k)];
                    for (std::int64_t r = -1; r <= 1; ++r)
                        for (std::int64_t s = -1; s <= 1; ++s) {
                            if (h + r < 0 || h + r >= g.height || v + s < 0 || v + s >= g.width) continue;
                            for (std::int64_t c = 0; c < g.channels; ++c)
                                sum += x[at(((h + r) * g.width + v + s) * g.channels + c)] *
                                       w[at(((k * 3 + r + 1) * 3 + s + 1) * g.channels + c)];
                        }
                    y[at((h * g.width + v) * g.filters + k)] = sum;
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
