// SPDX-License-Identifier: Apache-2.0
// What tasks have in common.
#pragma once

#include <cstdint>

#include "engine/base/text_sizes.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Whether samples are texts and not images.
constexpr bool reads_text(run::Task task) noexcept {
    return task == run::SORT_TOKENS || task == run::FILL_TOKENS || task == run::CLASSIFY_TEXT;
}

/// Whether samples are rows of a table: categories, which are read as words, and numbers.
constexpr bool reads_table(run::Task task) noexcept {
    return task == run::REGRESS;
}

/// Whether samples are words that an embedding reads, and not pixels.
constexpr bool reads_words(run::Task task) noexcept {
    return reads_text(task) || reads_table(task);
}

/// Whether a network gives an image, by the squared error and judged by the PSNR.
constexpr bool gives_image(run::Task task) noexcept {
    return task == run::DENOISE || task == run::RECONSTRUCT;
}

/// Whether a network gives numbers that may be any, by the squared error and judged by R².
constexpr bool gives_values(run::Task task) noexcept {
    return task == run::REGRESS;
}

/// Whether the loss is the squared error; else it is the cross-entropy of classes.
constexpr bool has_squared_error(run::Task task) noexcept {
    return gives_image(task) || gives_values(task);
}

/// Whether a network gives one class for each token.
constexpr bool gives_tokens(run::Task task) noexcept {
    return task == run::SORT_TOKENS || task == run::FILL_TOKENS;
}

/// Whether a network gives one class for a whole sample.
constexpr bool gives_one_class(run::Task task) noexcept {
    return task == run::CLASSIFY || task == run::CLASSIFY_TEXT;
}

/// Tokens of each text that have a label, where gives_tokens().
constexpr std::int64_t labelled_tokens(run::Task task) noexcept {
    return task == run::SORT_TOKENS ? sorted_tokens : masked_tokens;
}

}  // namespace mantissa
