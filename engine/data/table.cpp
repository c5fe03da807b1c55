// SPDX-License-Identifier: Apache-2.0
#include "engine/data/table.h"

#include <array>
#include <cmath>

#include "engine/base/rng.h"
#include "engine/base/sha256.h"
#include "engine/base/table_sizes.h"

namespace mantissa {
namespace {

constexpr std::size_t columns = table_columns, kinds = table_kinds, numbers = table_numbers;
constexpr std::size_t crossed = 8;  ///< columns whose category changes what a number means
constexpr double of_products = 3, of_crossed = 2, variance_of_uniform = 1.0 / 3;

/// In [-1, 1), exact in FP32.
float uniform(const RandomKey& random, std::uint64_t index) {
    return 2 * random.uniform(index) - 1;
}

/// What the columns mean.
class Meaning {
  public:
    Meaning() {
        const RandomKey random{1, RandomUse::image_noise, 0, 6};  // tensors 0 to 3 are of images and texts
        for (std::size_t i = 0; i < effects_.size(); ++i) effects_[i] = uniform(random, i);
        for (std::size_t i = 0; i < slopes_.size(); ++i) slopes_[i] = uniform(random, effects_.size() + i);
        double variance = numbers / 2 * of_products * of_products * variance_of_uniform * variance_of_uniform;
        for (std::size_t k = 0; k < columns; ++k) {
            double sum = 0, squares = 0;
            for (std::size_t c = 0; c < kinds; ++c) {
                sum += effects_[k * kinds + c] / kinds;
                squares += effects_[k * kinds + c] * effects_[k * kinds + c] / kinds;
            }
            mean_ += sum;
            variance += squares - sum * sum;
        }
        for (const double slope : slopes_)
            variance += of_crossed * of_crossed * slope * slope / kinds * variance_of_uniform;
        const double noise_variance = variance / 19;
        noise_ = std::sqrt(noise_variance / variance_of_uniform);
        deviation_ = std::sqrt(variance + noise_variance);
    }

    double value(const std::uint8_t* categories, const float* x, float noise) const {
        double sum = -mean_;
        for (std::size_t k = 0; k < columns; ++k) sum += effects_[categories[k]];
        for (std::size_t i = 0; i < numbers; i += 2)
            sum += of_products * (static_cast<double>(x[i]) * static_cast<double>(x[i + 1]));
        for (std::size_t k = 0; k < crossed; ++k)
            sum += of_crossed * (slopes_[categories[k]] * static_cast<double>(x[k]));
        return (sum + noise_ * static_cast<double>(noise)) / deviation_;
    }

  private:
    std::array<double, columns * kinds> effects_{};
    std::array<double, crossed * kinds> slopes_{};
    double mean_ = 0, noise_ = 0, deviation_ = 1;
};

void fill_table(Split& split, const Meaning& meaning, double offset, bool test) {
    const auto count = static_cast<std::size_t>(split.count);
    split.images.resize(count * columns);
    split.numbers.resize(count * numbers);
    split.values.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const RandomKey random{1, RandomUse::image_noise, static_cast<std::uint32_t>(i), test ? 5u : 4u};
        std::uint8_t* const categories = split.images.data() + i * columns;
        float* const x = split.numbers.data() + i * numbers;
        for (std::size_t k = 0; k < columns; ++k)
            categories[k] = static_cast<std::uint8_t>(k * kinds + random.bits(k) % kinds);
        for (std::size_t j = 0; j < numbers; ++j) x[j] = uniform(random, columns + j);
        split.values[i] = static_cast<float>(meaning.value(categories, x, uniform(random, columns + numbers)) + offset);
    }
}

}  // namespace

Dataset make_table(const Dataset& sizes, double offset) {
    Dataset table;
    table.name = "table";
    table.side = 4;     // 4 x 4 bytes
    table.classes = 2;  // none, and nobody asks
    table.train.count = sizes.train.count;
    table.test.count = sizes.test.count;
    const Meaning meaning;
    fill_table(table.train, meaning, offset, false);
    fill_table(table.test, meaning, offset, true);
    Sha256 hash;
    for (const Split* split : {&table.train, &table.test}) {
        hash.add(std::as_bytes(std::span(split->images)));
        hash.add(std::as_bytes(std::span(split->numbers)));
        hash.add(std::as_bytes(std::span(split->values)));
    }
    table.sha256 = hash.hex();
    return table;
}

}  // namespace mantissa
