// SPDX-License-Identifier: Apache-2.0
// Forward in double, written out once more: normalisations, attention, and what brings images to tokens. For
// double_network.h.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/base/shape.h"

namespace mantissa::double_operations {

using Numbers = std::vector<double>;
inline constexpr double epsilon = 1e-5;  ///< of normalisations, where a network gives none

inline std::size_t at(std::int64_t i) {
    return static_cast<std::size_t>(i);
}

inline Numbers sum(const Numbers& a, const Numbers& b) {
    Numbers y = a;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += b[i];
    return y;
}

/// Over all pixels, or tokens, of each channel.
inline Numbers mean(const Numbers& x, std::int64_t channels) {
    Numbers y(at(channels));
    for (std::size_t i = 0; i < x.size(); ++i) y[i % y.size()] += x[i];
    for (double& one : y) one /= static_cast<double>(x.size() / y.size());
    return y;
}

/// Squares of an image [rows, columns, channels], each a row of `tokens`.
inline Numbers patches(const Shape& image, const Numbers& x, const Shape& tokens) {
    const auto size = static_cast<std::int64_t>(std::lround(std::sqrt(tokens[1] / image[2])));
    Numbers y;
    for (std::int64_t row = 0; row < image[0]; row += size)
        for (std::int64_t column = 0; column < image[1]; column += size)
            for (std::int64_t r = 0; r < size; ++r)
                for (std::int64_t s = 0; s < size; ++s)
                    for (std::int64_t c = 0; c < image[2]; ++c)
                        y.push_back(x[at(((row + r) * image[1] + column + s) * image[2] + c)]);
    return y;
}

/// Over the features of each row: what is left of the mean over the deviation, times gamma, plus beta.
inline Numbers layer_norm(const Numbers& x, const Numbers& gamma, const Numbers& beta) {
    const std::size_t features = gamma.size();
    Numbers y(x.size());
    for (std::size_t row = 0; row < x.size(); row += features) {
        double middle = 0, variance = 0;
        for (std::size_t i = 0; i < features; ++i) middle += x[row + i] / static_cast<double>(features);
        for (std::size_t i = 0; i < features; ++i)
            variance += (x[row + i] - middle) * (x[row + i] - middle) / static_cast<double>(features);
        for (std::size_t i = 0; i < features; ++i)
            y[row + i] = (x[row + i] - middle) / std::sqrt(variance + epsilon) * gamma[i] + beta[i];
    }
    return y;
}

/// Over the features of each row, by the root of the mean square.
inline Numbers rms_norm(const Numbers& x, const Numbers& gamma) {
    const std::size_t features = gamma.size();
    Numbers y(x.size());
    for (std::size_t row = 0; row < x.size(); row += features) {
        double squares = 0;
        for (std::size_t i = 0; i < features; ++i) squares += x[row + i] * x[row + i] / static_cast<double>(features);
        for (std::size_t i = 0; i < features; ++i) y[row + i] = x[row + i] / std::sqrt(squares + epsilon) * gamma[i];
    }
    return y;
}

/// Over the batch and all pixels of each channel, by the batch's own statistics.
inline std::vector<Numbers> batch_norm(const std::vector<Numbers>& batch, const Numbers& gamma, const Numbers& beta) {
    const std::size_t channels = gamma.size();
    const auto count = static_cast<double>(batch.size() * batch[0].size() / channels);
    Numbers middle(channels), variance(channels);
    for (const Numbers& x : batch)
        for (std::size_t i = 0; i < x.size(); ++i) middle[i % channels] += x[i] / count;
    for (const Numbers& x : batch)
        for (std::size_t i = 0; i < x.size(); ++i)
            variance[i % channels] += (x[i] - middle[i % channels]) * (x[i] - middle[i % channels]) / count;
    std::vector<Numbers> y = batch;
    for (Numbers& x : y)
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::size_t c = i % channels;
            x[i] = (x[i] - middle[c]) / std::sqrt(variance[c] + epsilon) * gamma[c] + beta[c];
        }
    return y;
}

/// Of [tokens, queries and keys and values of all heads side by side], scaled by the root of a head's width.
inline Numbers attention(const Shape& in, const Numbers& x, std::int64_t heads, bool causal) {
    const std::int64_t all = in[1] / 3, width = all / heads;
    Numbers y(at(in[0] * all));
    for (std::int64_t head = 0; head < heads; ++head)
        for (std::int64_t row = 0; row < in[0]; ++row) {
            const std::int64_t seen = causal ? row + 1 : in[0];
            Numbers weight;
            double sum = 0;
            for (std::int64_t other = 0; other < seen; ++other) {
                double score = 0;
                for (std::int64_t c = head * width; c < (head + 1) * width; ++c)
                    score += x[at(row * in[1] + c)] * x[at(other * in[1] + all + c)];
                weight.push_back(std::exp(score / std::sqrt(static_cast<double>(width))));
                sum += weight.back();
            }
            for (std::int64_t other = 0; other < seen; ++other)
                for (std::int64_t c = head * width; c < (head + 1) * width; ++c)
                    y[at(row * all + c)] += weight[at(other)] / sum * x[at(other * in[1] + 2 * all + c)];
        }
    return y;
}

}  // namespace mantissa::double_operations
