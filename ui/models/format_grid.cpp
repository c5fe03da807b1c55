// SPDX-License-Identifier: GPL-3.0-or-later
// Cells, their order and what they say; see the header.
#include "ui/models/format_grid.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"
#include "engine/run/tasks.h"
#include "ui/words/metric_words.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {
namespace {

/// Tasks of which nobody can say beforehand what a network gives that has learnt nothing: it depends on the images.
bool isRelative(run::Task task) {
    return gives_image(task) || task == run::CLASSIFY_PIXELS;
}

/// What a network reaches that has learnt nothing but the most frequent answer, and from what on one has learnt.
struct Levels {
    double nothing, something;
};
Levels levelsOf(run::Task task) {
    if (isRelative(task)) return {0, 0};
    if (gives_values(task)) return {0, 0.3};               // R² of the targets' mean
    if (task == run::SORT_TOKENS) return {0.15, 0.3};      // the most frequent letter of a place
    if (task == run::FILL_TOKENS) return {1.0 / 26, 0.2};  // any letter
    if (task == run::CLASSIFY_TEXT) return {1.0 / text_kinds, 0.6};
    return {0.1, 0.5};  // guessing among ten classes
}

/// What a cell must reach. Single short runs differ by several points by chance; a format that is too small stays near
/// guessing.
double enoughOf(run::Task task, double best) {
    constexpr double share = 0.85, unit = 0.01;
    const double nothing = levelsOf(task).nothing;
    return isRelative(task) ? best - unit : nothing + share * (best - nothing);
}

/// The accuracy of the best format, recipes left out.
double bestFormat(const std::map<GridPlace, double>& cells) {
    double best = 0;
    for (const auto& [place, accuracy] : cells)
        if (place.first > 0) best = std::max(best, accuracy);
    return best;
}

/// Everything that decides a cell's result but its format.
std::string keyOf(const run::RunConfig& cell) {
    run::RunConfig config = merge(default_config(), cell);  // as the worker completes and records it
    config.clear_name();
    config.clear_preset();
    config.clear_precision();
    config.clear_exponent_bits();
    config.clear_fraction_bits();
    config.clear_operand_recipe();
    config.clear_threads();
    if (config.eval_precision() == run::PRECISION_UNSET) config.clear_eval_precision();
    return config.SerializeAsString();
}

/// Smallest number of bits in [first, last] from which on every known cell is good enough; nothing while a cell of the
/// line is not known.
struct Need {
    int bits = 0;
    double accuracy = 0;
};
template <class Cell>
std::optional<Need> need(int first, int last, double enough, const Cell& cell) {
    std::optional<Need> found;
    for (int bits = last; bits >= first; --bits) {
        const std::optional<double> accuracy = cell(bits);
        if (!accuracy) return std::nullopt;
        if (!(*accuracy >= enough)) break;  // NaN is not enough
        found = Need{bits, *accuracy};
    }
    return found ? found : Need{last + 1, 0};
}

}  // namespace

QString formatName(const FloatFormat& format) {
    for (const NamedFormat& named : kNamedFormats)
        if (named.format == format) return QString::fromLatin1(named.name);
    return QString::fromStdString(name_of(format));
}

namespace {

run::RunConfig shortRun(const run::RunConfig& base, const GridOptions& options) {
    run::RunConfig config = base;
    config.set_operand_recipe(run::OPERANDS_NONE);
    config.clear_layer_overrides();
    config.set_eval_precision(run::PRECISION_UNSET);
    config.set_scaling(options.dynamic ? run::DYNAMIC : run::NONE);
    config.set_steps(options.steps);
    config.set_eval_interval(0);
    config.set_histogram_interval(0);
    config.set_shadow_interval(0);
    config.set_train_eval_images(1000);
    return config;
}

}  // namespace

run::RunConfig cellConfig(const run::RunConfig& base, const GridOptions& options, const FloatFormat& format) {
    run::RunConfig config = shortRun(base, options);
    config.set_precision(run::CUSTOM);
    config.set_exponent_bits(static_cast<std::uint32_t>(format.exponent_bits));
    config.set_fraction_bits(static_cast<std::uint32_t>(format.fraction_bits));
    config.set_name("Range or precision: " + cellName(config).toStdString());
    return config;
}

run::RunConfig cellConfig(const run::RunConfig& base, const GridOptions& options, run::Operands operands) {
    run::RunConfig config = shortRun(base, options);
    config.set_precision(run::BF16);
    config.set_operand_recipe(operands);
    config.set_name("Range or precision: " + cellName(config).toStdString());
    return config;
}

FloatFormat formatOf(const run::RunConfig& cell) {
    return {static_cast<int>(cell.exponent_bits()), static_cast<int>(cell.fraction_bits())};
}

GridPlace placeOf(const run::RunConfig& cell) {
    if (!has_operands(cell)) return {static_cast<int>(cell.exponent_bits()), static_cast<int>(cell.fraction_bits())};
    const auto all = operands_descriptions();
    const auto found = std::find_if(all.begin(), all.end(), [&cell](const OperandsDescription& one) {
        return one.operands == cell.operand_recipe();
    });
    return {0, static_cast<int>(found - all.begin())};
}

QString cellName(const run::RunConfig& cell) {
    const OperandRecipe* recipe = operands_of(cell);
    return recipe ? nameInWords(recipe->title) : formatName(formatOf(cell));
}

std::vector<FloatFormat> gridOrder() {
    std::vector<FloatFormat> order;
    const auto add = [&order](const FloatFormat& format) {
        if (std::find(order.begin(), order.end(), format) == order.end()) order.push_back(format);
    };
    for (const NamedFormat& named : kNamedFormats) add({named.format.exponent_bits, named.format.fraction_bits});
    for (const int stride : {7, 3, 1})
        for (int fraction = kGridFractions[0]; fraction <= kGridFractions[1]; fraction += stride)
            for (int exponent = kGridExponents[1]; exponent >= kGridExponents[0]; --exponent) add({exponent, fraction});
    return order;
}

std::vector<run::RunConfig> gridCells(const run::RunConfig& base, const GridOptions& options) {
    std::vector<run::RunConfig> cells;
    for (const FloatFormat& format : gridOrder()) cells.push_back(cellConfig(base, options, format));
    if (base.device().starts_with("cuda") || base.optimizer() == run::PHASE_CHANGE) return cells;
    std::vector<run::RunConfig> recipes;
    for (const OperandsDescription& one : operands_descriptions())
        recipes.push_back(cellConfig(base, options, one.operands));
    cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(kNamedFormats.size()), recipes.begin(), recipes.end());
    return cells;
}

void FormatGrid::add(const run::RunConfig& cell, double accuracy) {
    results_[keyOf(cell)][placeOf(cell)] = accuracy;
}

std::map<GridPlace, double> FormatGrid::cells(const run::RunConfig& base, const GridOptions& options) const {
    const auto found = results_.find(keyOf(cellConfig(base, options, fp32)));
    return found == results_.end() ? std::map<GridPlace, double>{} : found->second;
}

std::vector<run::RunConfig> FormatGrid::missing(const run::RunConfig& base, const GridOptions& options) const {
    const auto known = cells(base, options);
    std::vector<run::RunConfig> result;
    for (run::RunConfig& cell : gridCells(base, options))
        if (!known.contains(placeOf(cell))) result.push_back(std::move(cell));
    return result;
}

GridShades gridShades(run::Task task, const std::map<GridPlace, double>& cells) {
    if (!isRelative(task)) return {levelsOf(task).nothing, 1};
    std::vector<double> known;
    for (const auto& [place, value] : cells)
        if (std::isfinite(value)) known.push_back(value);
    if (known.empty()) return {0, 1};
    const auto [least, most] = std::minmax_element(known.begin(), known.end());
    return {*least, *most};
}

QString recipesVerdict(run::Task task, const std::map<GridPlace, double>& cells) {
    const double best = bestFormat(cells);
    if (best < levelsOf(task).something || gridVerdict(task, cells).isEmpty()) return {};
    QStringList enough, less;
    for (std::size_t i = 0; i < operands_descriptions().size(); ++i) {
        const auto found = cells.find({0, static_cast<int>(i)});
        if (found == cells.end()) return {};
        (found->second >= enoughOf(task, best) ? enough : less)
            << nameInWords(operands_descriptions()[i].recipe->title);
    }
    const QString separator = QStringLiteral("; ");
    if (less.isEmpty())
        return QCoreApplication::translate("FormatGrid",
                                           "Operands in eight or fewer bits are enough, so meant, by every recipe.");
    if (enough.isEmpty())
        return QCoreApplication::translate("FormatGrid", "Operands in eight or fewer bits are enough by no recipe.");
    return QCoreApplication::translate("FormatGrid",
                                       "Of operands in eight or fewer bits are enough: %1. Not enough: %2.")
        .arg(enough.join(separator), less.join(separator));
}

QString gridVerdict(run::Task task, const std::map<GridPlace, double>& cells) {
    const double best = bestFormat(cells);
    const auto at = [&cells](int exponent, int fraction) -> std::optional<double> {
        const auto found = cells.find({exponent, fraction});
        if (found == cells.end()) return std::nullopt;
        return found->second;
    };
    const double enough = enoughOf(task, best);
    const auto range = need(kGridExponents[0], kGridExponents[1], enough, [&](int e) { return at(e, 10); });
    const auto precision = need(kGridFractions[0], fp16.fraction_bits, enough, [&](int f) { return at(8, f); });
    if (!range || !precision) return {};
    if (best < levelsOf(task).something)
        return QCoreApplication::translate("FormatGrid",
                                           "No cell reaches %1 in so few steps: give each run more steps.")
            .arg(metricText(task, levelsOf(task).something, 0));
    QString text;
    if (range->bits > kGridExponents[1])
        text = QCoreApplication::translate("FormatGrid",
                                           "With 10 fraction bits not even 8 exponent bits come near the best cell.");
    else
        text = QCoreApplication::translate("FormatGrid", "With 10 fraction bits, %1 exponent bits are enough (%2).")
                   .arg(range->bits)
                   .arg(metricText(task, range->accuracy, 1));
    text += QLatin1Char(' ');
    if (precision->bits > fp16.fraction_bits)
        text += QCoreApplication::translate("FormatGrid", "With 8 exponent bits it takes more than 10 fraction bits.");
    else
        text += QCoreApplication::translate("FormatGrid", "With 8 exponent bits, %1 fraction bits are enough (%2).")
                    .arg(precision->bits)
                    .arg(metricText(task, precision->accuracy, 1));
    text += QLatin1Char(' ');
    const bool needsRange = range->bits > fp16.exponent_bits, needsPrecision = precision->bits > bf16.fraction_bits;
    if (needsRange && needsPrecision)
        text += QCoreApplication::translate(
            "FormatGrid", "This network needs range and precision: neither FP16 nor BF16 has enough of both.");
    else if (needsRange)
        text += QCoreApplication::translate("FormatGrid", "This network needs range: BF16 rather than FP16.");
    else if (needsPrecision)
        text += QCoreApplication::translate("FormatGrid", "This network needs precision: FP16 rather than BF16.");
    else
        text += QCoreApplication::translate("FormatGrid", "FP16 and BF16 both have enough of each for this network.");
    text += QLatin1Char(' ');
    const QString least = metricText(task, enough, 1);
    text += isRelative(task)
                ? QCoreApplication::translate("FormatGrid",
                                              "Enough is %1 or more, close to the best cell; each cell is one run.")
                      .arg(least)
                : QCoreApplication::translate("FormatGrid",
                                              "Enough is %1 or more, 85 % of the way from guessing to the best cell: "
                                              "a smaller loss of accuracy is not told here, each cell is one run.")
                      .arg(least);
    return text;
}

}  // namespace mantissa::ui
