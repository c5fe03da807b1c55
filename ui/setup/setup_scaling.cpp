// SPDX-License-Identifier: GPL-3.0-or-later
// See setup_dock.h: the rows of loss scaling. Whose scaler is a choice of its own, which sets all of its switches; they
// stand among the advanced ones.
#include <QComboBox>
#include <QVBoxLayout>

#include "engine/run/scaler_recipes.h"
#include "ui/charts/format_text.h"
#include "ui/setup/field_grid.h"
#include "ui/setup/setup_dock.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

using run::RunConfig;

namespace {

bool isDynamic(const RunConfig& c) {
    return c.scaling() == run::DYNAMIC;
}

}  // namespace

void SetupDock::addScaling(QVBoxLayout& column) {
    auto* section = addSection(column, tr("Loss scaling"));
    auto* grid = new FieldGrid(model_);
    const auto any = [](const RunConfig& c) { return c.scaling() == run::STATIC || c.scaling() == run::DYNAMIC; };
    grid->addChoice(
        RunConfig::kScalingFieldNumber, tr("Kind"),
        tr("The loss is multiplied by the scale before the backward pass and the gradients are divided by it "
           "after, so that small ones stay in range."),
        {{tr("None"), run::NONE}, {tr("Static"), run::STATIC}, {tr("Dynamic"), run::DYNAMIC}});
    addScaler(*grid);
    grid->addScale(RunConfig::kLossScaleFieldNumber, tr("Scale"),
                   tr("The static scale, or where a dynamic one starts. Arrows double and halve it."));
    grid->addCount(RunConfig::kGrowthIntervalFieldNumber, tr("Growth interval"),
                   tr("Steps without an overflow before the scale grows. A short run never reaches PyTorch's default "
                      "of 2000, so presets choose fewer."),
                   1, 1000000);
    grid->addRate(RunConfig::kGrowthFactorFieldNumber, tr("Growth"),
                  tr("The scale is multiplied by this when it grows."), 1, 1024);
    grid->addRate(RunConfig::kBackoffFactorFieldNumber, tr("Backoff"),
                  tr("The scale is multiplied by this after an overflow."), 0.0009765625, 1);
    grid->enableWhen(RunConfig::kLossScaleFieldNumber, any);
    grid->enableWhen(RunConfig::kGrowthIntervalFieldNumber, isDynamic);
    grid->enableWhen(RunConfig::kGrowthFactorFieldNumber, isDynamic);
    grid->enableWhen(RunConfig::kBackoffFactorFieldNumber, isDynamic);
    section->addWidget(grid);
    sections_.emplace_back(titleOf(*section), grid);
}

/// The choice of a framework's scaler.
void SetupDock::addScaler(FieldGrid& grid) {
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    for (const ScalerRecipe& recipe : scaler_recipes()) {
        box->addItem(QString::fromUtf8(recipe.title), static_cast<int>(recipe.scaler));
        box->setItemData(box->count() - 1, plainTip(inWords(recipe.what) + u'\n' + QString::fromUtf8(recipe.source)),
                         Qt::ToolTipRole);
    }
    connect(box, &QComboBox::activated, this, [this, box](int index) {
        const auto scaler = static_cast<run::Scaler>(box->itemData(index).toInt());
        model_.edit(RunConfig::kScalerFieldNumber, EditKind::Choice,
                    [scaler](RunConfig& c) { c.MergeFrom(settings_of(scaler)); });
    });
    grid.addCustom(RunConfig::kScalerFieldNumber, tr("Rule of"), box, [box, &grid](const RunConfig& c) {
        const int index = box->findData(static_cast<int>(c.scaler()));
        box->setCurrentIndex(index);
        if (index < 0) return;
        const ScalerRecipe& recipe = recipe_of(c.scaler());
        grid.setTip(RunConfig::kScalerFieldNumber, inWords(recipe.what) + u'\n' + QString::fromUtf8(recipe.source));
    });
    grid.enableWhen(RunConfig::kScalerFieldNumber, isDynamic);
}

}  // namespace mantissa::ui
