// SPDX-License-Identifier: Apache-2.0
// Both kinds are made once and stay bytes, so that they are resident on a device and gathered there like labels.
#include "engine/data/targets.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/base/rng.h"

namespace mantissa {
namespace {

void label_pixels(Split& split, std::int64_t pixels) {
    std::vector<std::uint8_t> labels(split.images.size());
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (split.images[i] > 127)
            labels[i] = static_cast<std::uint8_t>(1 + split.labels[i / static_cast<std::size_t>(pixels)]);
    split.labels = std::move(labels);
}

void add_noise(Split& split, bool test) {
    split.labels = split.images;
    for (std::size_t i = 0; i < split.images.size(); ++i) split.images[i] = noisy(split.images[i], i, test);
}

}  // namespace

int classes_of(Targets targets, int classes) noexcept {
    return targets == Targets::pixel_class ? classes + 1 : classes;
}

std::uint8_t noisy(std::uint8_t pixel, std::uint64_t index, bool test) noexcept {
    constexpr std::uint64_t seed = 1;
    constexpr double deviation = 0.5 * 255;
    const RandomKey random{seed, RandomUse::shuffle, 0, test ? 2u : 1u};  // orders of images are tensor 0
    // Box and Muller 1958, two numbers of each pair; 1 - uniform is never 0.
    const std::uint64_t pair = index / 2 * 2;
    const double radius = std::sqrt(-2 * std::log(1 - static_cast<double>(random.uniform(pair)))),
                 angle = 2 * std::numbers::pi * static_cast<double>(random.uniform(pair + 1));
    const double noise = radius * (index % 2 == 0 ? std::cos(angle) : std::sin(angle));
    return static_cast<std::uint8_t>(std::lround(std::clamp(pixel + deviation * noise, 0.0, 255.0)));
}

Dataset with_targets(Dataset dataset, Targets targets) {
    switch (targets) {
        case Targets::image_class:
            return dataset;
        case Targets::pixel_class:
            for (Split* split : {&dataset.train, &dataset.test}) label_pixels(*split, dataset.pixels());
            break;
        case Targets::clean_image:
            add_noise(dataset.train, false);
            add_noise(dataset.test, true);
            break;
    }
    dataset.classes = classes_of(targets, dataset.classes);
    return dataset;
}

}  // namespace mantissa
