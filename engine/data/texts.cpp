// SPDX-License-Identifier: Apache-2.0
#include "engine/data/texts.h"

#include <algorithm>

#include "engine/base/rng.h"
#include "engine/base/sha256.h"
#include "engine/base/text_sizes.h"

namespace mantissa {
namespace {

constexpr std::uint8_t start = 0, separator = 27, mask = 28;
constexpr std::size_t length = text_tokens;

/// Numbers of one text, drawn in turn.
class Draw {
  public:
    /// Noise of images has the tensors 0 and 1.
    Draw(std::int64_t text, bool test)
        : random_{1, RandomUse::image_noise, static_cast<std::uint32_t>(text), test ? 3u : 2u} {}
    /// Below `count`; the bias of 2^32 being no multiple of it is below 1e-8.
    std::uint32_t below(std::uint32_t count) { return random_.bits(next_++) % count; }

  private:
    RandomKey random_;
    std::uint64_t next_ = 0;
};

void draw_letters(Draw& draw, std::uint8_t* first, std::uint8_t* last) {
    for (; first != last; ++first) *first = static_cast<std::uint8_t>(1 + draw.below(26));
}

void make_sorted(Draw draw, std::uint8_t* text, std::uint8_t* labels) {
    constexpr std::size_t letters = sorted_tokens;
    draw_letters(draw, text, text + letters);
    std::fill_n(labels, letters, static_cast<std::uint8_t>(no_label));
    std::copy_n(text, letters, labels + letters);
    std::sort(labels + letters, labels + length);
    text[letters] = separator;
    std::copy_n(labels + letters, letters - 1, text + letters + 1);
}

/// The kind of the text.
std::uint8_t make_kind(Draw& draw, std::uint8_t* text) {
    constexpr std::size_t letters = length / 2 - 1;
    std::uint8_t *const first = text + 1, *const second = first + letters + 1;
    text[0] = start;
    draw_letters(draw, first, first + letters);
    first[letters] = separator;
    std::copy_n(first, letters, second);
    const auto kind = static_cast<std::uint8_t>(draw.below(text_kinds));
    if (kind == 1) std::reverse(second, second + letters);
    if (kind == 2) std::sort(second, second + letters);
    return kind;
}

void mask_letters(Draw& draw, std::uint8_t* text, std::uint8_t* labels) {
    std::fill_n(labels, length, static_cast<std::uint8_t>(no_label));
    for (int masked = 0; masked < masked_tokens;) {
        const std::size_t place = 1 + draw.below(length - 1);
        if (text[place] == separator || text[place] == mask) continue;
        labels[place] = text[place];
        text[place] = mask;
        ++masked;
    }
}

void fill_split(Split& split, TextTask task, bool test) {
    const auto count = static_cast<std::size_t>(split.count);
    const std::size_t each = task == TextTask::classify ? 1 : length;
    split.images.resize(count * length);
    split.labels.resize(count * each);
    for (std::size_t i = 0; i < count; ++i) {
        Draw draw(static_cast<std::int64_t>(i), test);
        std::uint8_t *const text = split.images.data() + i * length, *const labels = split.labels.data() + i * each;
        if (task == TextTask::sort) {
            make_sorted(draw, text, labels);
            continue;
        }
        const std::uint8_t kind = make_kind(draw, text);
        if (task == TextTask::classify)
            labels[0] = kind;
        else
            mask_letters(draw, text, labels);
    }
}

}  // namespace

Dataset make_texts(const Dataset& sizes, TextTask task) {
    Dataset texts;
    texts.name = "texts";
    texts.side = 4;  // 4 x 4 bytes
    texts.classes = static_cast<int>(task == TextTask::classify ? text_kinds : text_words);
    texts.train.count = sizes.train.count;
    texts.test.count = sizes.test.count;
    fill_split(texts.train, task, false);
    fill_split(texts.test, task, true);
    Sha256 hash;
    for (const Split* split : {&texts.train, &texts.test})
        for (const auto* bytes : {&split->images, &split->labels}) hash.add(std::as_bytes(std::span(*bytes)));
    texts.sha256 = hash.hex();
    return texts;
}

std::string text_of_tokens(std::span<const std::uint8_t> tokens) {
    std::string text;
    for (const std::uint8_t token : tokens)
        text += token == start       ? '^'
                : token == separator ? '|'
                : token == mask      ? '?'
                                     : static_cast<char>('a' + token - 1);
    return text;
}

}  // namespace mantissa
