// SPDX-License-Identifier: Apache-2.0
// What a network is to give for a sample, made of a data set of images and classes, or instead of it.
#pragma once

#include "engine/data/dataset.h"
#include "engine/run/run.pb.h"

namespace mantissa {

enum class Targets {
    image_class,  ///< as the files have it
    pixel_class,  ///< of each pixel: 0 where it is 127 or less of 255, else 1 + the image's class
    clean_image,  ///< the image; in its place the input becomes noisy()
    same_image,   ///< the image, as it is
    // Texts (data/texts.h) in the place of the images, as many:
    sorted_text,
    filled_text,
    text_kind,
    row_value  ///< of a table (data/table.h), in the place of the images, as many rows
};

/// What the network of a configuration learns to give. Throws Error(usage) where its task is unset.
Targets targets_of(const run::RunConfig& config);

/// `dataset` with these targets: Split::labels has one byte for each image, or one for each of its pixels or tokens;
/// those of a table are in Split::values, each plus `offset`.
Dataset with_targets(Dataset dataset, Targets targets, double offset = 0);

/// Classes of these targets in a data set of `classes`; images and numbers as targets have none.
int classes_of(Targets targets, int classes) noexcept;

/// Pixel `index` of all images plus normal noise of deviation 0.5 (of white), clamped to black and white and rounded to
/// a byte: a function of its place alone, so the same in every epoch and run. `test`: of the test images.
std::uint8_t noisy(std::uint8_t pixel, std::uint64_t index, bool test) noexcept;

}  // namespace mantissa
