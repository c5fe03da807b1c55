// SPDX-License-Identifier: Apache-2.0
// A data set: four IDX files of one folder, checked against each other. Pixels stay bytes; the recipe's pixel / 255 is
// the training step's, so that MNIST takes 55 MB here and on a card.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace mantissa {

/// Images and their labels.
struct Split {
    std::vector<std::uint8_t> images;  ///< count * side * side pixels, rows from the top, 0 black
    std::vector<std::uint8_t> labels;  ///< count; of other targets (data/targets.h) count * side * side
    std::int64_t count = 0;
    // Of a table (data/table.h), whose categories stand in `images`; else empty.
    std::vector<float> numbers;  ///< count * table_numbers, beside the categories
    std::vector<float> values;   ///< count: what the network is to give, in the place of labels

    std::uint64_t bytes() const noexcept {
        return images.size() + labels.size() + (numbers.size() + values.size()) * sizeof(float);
    }
};

/// Immutable after loading; shared by all lanes.
struct Dataset {
    std::string name;
    int side = 0;     ///< rows and columns of an image, 1 to 64; 4 for texts and tables, of 16 bytes a sample
    int classes = 0;  ///< largest training label + 1, 2 to 256 (to 257 with targets of pixels)
    Split train;
    Split test;
    std::string sha256;  ///< over the uncompressed contents: train images, train labels, test images, test labels

    /// Pixels of one image.
    std::int64_t pixels() const noexcept { return std::int64_t{side} * side; }
    /// All samples and targets: what a device that has them holds.
    std::uint64_t bytes() const noexcept { return train.bytes() + test.bytes(); }
    /// The pixels of image `index` of `split`, one of this data set's.
    std::span<const std::uint8_t> image(const Split& split, std::int64_t index) const {
        return std::span(split.images)
            .subspan(static_cast<std::size_t>(index * pixels()), static_cast<std::size_t>(pixels()));
    }
};

/// `Dataset::sha256` of MNIST as published.
inline constexpr const char* mnist_sha256 = "b2d8f5bf39174ee5ffeefa97e42d673c35432b411bb5d1f74fbbeddae7f1690a";

/// Loads train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte (also
/// spelt train-images.idx3-ubyte, also with .gz) of `folder`. `name`: empty for "MNIST" where it is that, else the
/// folder's name. Throws Error(bad_data) that names the file and what was expected.
Dataset load_dataset(const std::filesystem::path& folder, const std::string& name = {});

/// The same for MNIST: throws Error(bad_data) also where a file's contents differ from the published ones.
Dataset load_mnist(const std::filesystem::path& folder);

/// Looks whether the four files are in `folder`, and reads none. Throws Error(bad_data) that names the folder and what
/// it lacks.
void check_data_folder(const std::filesystem::path& folder);

}  // namespace mantissa
