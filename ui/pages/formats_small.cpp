// SPDX-License-Identifier: GPL-3.0-or-later
// See formats_small.h.
#include "ui/pages/formats_small.h"

#include <QLabel>
#include <QVBoxLayout>
#include <array>
#include <cmath>
#include <vector>

#include "engine/precision/operand_recipe.h"
#include "ui/charts/format_text.h"
#include "ui/charts/number_bits.h"
#include "ui/models/format_facts.h"
#include "ui/pages/formats_table.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

constexpr std::array kSmallFormats{e4m3fn, e5m2, e3m2fn, e2m3fn, e2m1fn};
constexpr int kSmallDigits = 5;

std::vector<const OperandRecipe*> blockRecipes() {
    std::vector<const OperandRecipe*> found;
    for (const OperandRecipe& recipe : operand_recipes())
        if (recipe.block() > 0) found.push_back(&recipe);
    return found;
}

QString smallErrorText(double value, double number) {
    if (!std::isfinite(number) || !std::isfinite(value)) return QStringLiteral("–");
    if (value == number) return QObject::tr("exact");
    return percentText(std::abs((value - number) / number));
}

/// What becomes of a number beyond the largest.
QString beyondText(const FloatFormat& format) {
    switch (format.top) {
        case TopCodes::ieee:
            return QObject::tr("infinite");
        case TopCodes::one_nan:
            return QObject::tr("NaN");
        case TopCodes::all_numbers:
            break;
    }
    return QObject::tr("the largest");
}

/// The number and its scale in a block whose largest magnitude is `amax`.
struct InBlock {
    double value = 0, scale = 0;
    BlockFate fate = BlockFate::kept;
};

InBlock inBlock(float x, float amax, const OperandRecipe& recipe) {
    const FloatFormat& format = recipe.input.format;
    BlockElement element;
    float scale = 1;
    if (recipe.scale == ScaleSource::mx_block) {
        const std::uint8_t power = e8m0_scale(amax, format, recipe.power);
        element = mx_element(x, power, format);
        scale = e8m0_value(power);
    } else {
        const float tensor = nvfp4_tensor_scale(amax), block = nvfp4_block_scale(amax, tensor);
        element = nvfp4_element(x, block, tensor);
        scale = tensor * block;
    }
    return {static_cast<double>(element.value * scale), static_cast<double>(scale), element.fate};
}

QString becomesText(const InBlock& in, double number) {
    const QString value = numberText(in.value, kSmallDigits);
    if (in.fate == BlockFate::clipped) return QObject::tr("%1, clipped").arg(value);
    if (in.fate == BlockFate::flushed) return QObject::tr("0, flushed");
    return QStringLiteral("%1 (%2)").arg(value, smallErrorText(in.value, number));
}

}  // namespace

SmallFormats::SmallFormats(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    alone_ =
        new FormatsTable(tr("The number in eight bits and fewer"),
                         {tr("format"), tr("bits"), tr("value"), tr("rounding error"), tr("largest"), tr("beyond it")},
                         static_cast<int>(kSmallFormats.size()), this);
    auto* note = new QLabel(
        tr("So few bits need a scale. MX blocks of 32 numbers share a power of two (E8M0), NVFP4 blocks of 16 share an "
           "E4M3FN number times one of the whole tensor. A block's largest number decides: beside one 100 times as "
           "large, "
           "the same number has less left."),
        this);
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    blocks_ = new FormatsTable(
        tr("The number in blocks that share a scale"),
        {tr("block format"), tr("bits"), tr("scale"), tr("it becomes"), tr("scale, 100 ×"), tr("it becomes")},
        static_cast<int>(blockRecipes().size()), this);
    column->addWidget(alone_);
    column->addWidget(note);
    column->addWidget(blocks_);
}

void SmallFormats::setNumber(double number) {
    for (std::size_t i = 0; i < kSmallFormats.size(); ++i) {
        const FloatFormat& format = kSmallFormats[i];
        const auto value = static_cast<double>(round_once(number, format));
        const std::uint32_t bits = encode(static_cast<float>(value), format);
        alone_->setRow(static_cast<int>(i), {QString::fromStdString(name_of(format)), bitsText(bits, format),
                                             numberText(value, kSmallDigits), smallErrorText(value, number),
                                             numberText(format.max_finite(), kSmallDigits), beyondText(format)});
    }
    const auto x = round_once(number, fp32);
    const float amax = std::abs(x), neighbour = amax * static_cast<float>(kNeighbour);
    int row = 0;
    for (const OperandRecipe* recipe : blockRecipes()) {
        const InBlock largest = inBlock(x, amax, *recipe), beside = inBlock(x, neighbour, *recipe);
        blocks_->setRow(
            row++, {nameInWords(recipe->title), numberText(recipe->bits_each(recipe->input)), scaleText(largest.scale),
                    becomesText(largest, number), scaleText(beside.scale), becomesText(beside, number)});
    }
}

}  // namespace mantissa::ui
