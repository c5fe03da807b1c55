// SPDX-License-Identifier: Apache-2.0
// All kinds are made once and stay bytes, so that they are resident on a device and gathered there like labels.
#include "engine/data/targets.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/normal.h"
#include "engine/base/text_sizes.h"
#include "engine/data/table.h"
#include "engine/data/texts.h"
#include "engine/run/names.h"

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

Targets targets_of(const run::RunConfig& config) {
    switch (config.task()) {
        case run::CLASSIFY:
            return Targets::image_class;
        case run::CLASSIFY_PIXELS:
            return Targets::pixel_class;
        case run::DENOISE:
            return Targets::clean_image;
        case run::RECONSTRUCT:
            return Targets::same_image;
        case run::SORT_TOKENS:
            return Targets::sorted_text;
        case run::FILL_TOKENS:
            return Targets::filled_text;
        case run::CLASSIFY_TEXT:
            return Targets::text_kind;
        case run::REGRESS:
            return Targets::row_value;
        case run::TASK_UNSET:
        case run::Task_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Task_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    throw no_choice("task");
}

int classes_of(Targets targets, int classes) noexcept {
    switch (targets) {
        case Targets::pixel_class:
            return classes + 1;
        case Targets::sorted_text:
        case Targets::filled_text:
            return static_cast<int>(text_words);
        case Targets::text_kind:
            return static_cast<int>(text_kinds);
        case Targets::row_value:
        case Targets::image_class:
        case Targets::clean_image:
        case Targets::same_image:
            break;
    }
    return classes;
}

std::uint8_t noisy(std::uint8_t pixel, std::uint64_t index, bool test) noexcept {
    constexpr std::uint64_t seed = 1;
    constexpr double deviation = 0.5 * 255;
    const RandomKey random{seed, RandomUse::image_noise, 0, test ? 1u : 0u};
    const double noise = standard_normal<double>(random, index);
    return static_cast<std::uint8_t>(std::lround(std::clamp(pixel + deviation * noise, 0.0, 255.0)));
}

Dataset with_targets(Dataset dataset, Targets targets, double offset) {
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
        case Targets::same_image:
            for (Split* split : {&dataset.train, &dataset.test}) split->labels = split->images;
            break;
        case Targets::sorted_text:
            return make_texts(dataset, TextTask::sort);
        case Targets::filled_text:
            return make_texts(dataset, TextTask::fill);
        case Targets::text_kind:
            return make_texts(dataset, TextTask::classify);
        case Targets::row_value:
            return make_table(dataset, offset);
    }
    dataset.classes = classes_of(targets, dataset.classes);
    return dataset;
}

}  // namespace mantissa
