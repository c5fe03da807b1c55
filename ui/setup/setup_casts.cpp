// SPDX-License-Identifier: GPL-3.0-or-later
// See setup_dock.h: the choice of a framework's casts, which sets all switches of precision and loss scaling. Where one
// of them is changed afterwards, the choice says so. And the choice of eight or fewer bits for operands, which sets the
// precision of everything else.
#include <QComboBox>
#include <QVBoxLayout>

#include "engine/run/cast_settings.h"
#include "engine/run/operand_settings.h"
#include "ui/charts/format_text.h"
#include "ui/setup/field_grid.h"
#include "ui/setup/setup_dock.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

using run::RunConfig;

void SetupDock::addCasts(QVBoxLayout& section) {
    auto* grid = new FieldGrid(model_);
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    const QString ownTip = tr("Each switch of precision as it is set, not those of a framework.");
    box->addItem(tr("As set below"), static_cast<int>(run::CASTS_OWN));
    box->setItemData(0, plainTip(ownTip), Qt::ToolTipRole);
    const auto tipOf = [](const CastsDescription& one) {
        return inWords(one.what) + u'\n' + QString::fromUtf8(one.recipe->source);
    };
    for (const CastsDescription& one : casts_descriptions()) {
        box->addItem(QString::fromUtf8(one.recipe->title), static_cast<int>(one.casts));
        box->setItemData(box->count() - 1, plainTip(tipOf(one)), Qt::ToolTipRole);
    }
    connect(box, &QComboBox::activated, this, [this, box](int index) {
        const auto casts = static_cast<run::Casts>(box->itemData(index).toInt());
        model_.edit(RunConfig::kCastsFieldNumber, EditKind::Choice, [casts](RunConfig& c) {
            const bool narrow = has_16_bits(c.precision());  // else the recipe chooses
            c.MergeFrom(settings_of(casts, narrow ? c.precision() : run::PRECISION_UNSET));
        });
    });
    grid->addCustom(RunConfig::kCastsFieldNumber, tr("Casts as in"), box, [=](const RunConfig& c) {
        const int index = box->findData(static_cast<int>(c.casts()));
        for (const CastsDescription& one : casts_descriptions())
            box->setItemText(box->findData(static_cast<int>(one.casts)), QString::fromUtf8(one.recipe->title));
        box->setCurrentIndex(index);
        if (index > 0) box->setItemText(index, inWords(casts_phrase(c)));
        grid->setTip(RunConfig::kCastsFieldNumber, index > 0 ? tipOf(description_of(c.casts())) : ownTip);
    });
    grid->giveOwnLine(RunConfig::kCastsFieldNumber);
    addOperands(*grid);
    section.addWidget(grid);
}

void SetupDock::addOperands(FieldGrid& grid) {
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    const QString noneTip = tr("Linear layers and convolutions multiply in the format of the precision.");
    box->addItem(tr("As the precision"), static_cast<int>(run::OPERANDS_NONE));
    box->setItemData(0, plainTip(noneTip), Qt::ToolTipRole);
    const auto tipOf = [](const OperandsDescription& one) {
        return inWords(one.what) + u'\n' + QString::fromUtf8(one.recipe->source.data());
    };
    for (const OperandsDescription& one : operands_descriptions()) {
        box->addItem(nameInWords(one.recipe->title), static_cast<int>(one.operands));
        box->setItemData(box->count() - 1, plainTip(tipOf(one)), Qt::ToolTipRole);
    }
    connect(box, &QComboBox::activated, this, [this, box](int index) {
        const auto operands = static_cast<run::Operands>(box->itemData(index).toInt());
        model_.edit(RunConfig::kOperandRecipeFieldNumber, EditKind::Choice,
                    [operands](RunConfig& c) { c.MergeFrom(settings_of(operands)); });
    });
    grid.addCustom(RunConfig::kOperandRecipeFieldNumber, tr("Operands in"), box, [=, &grid](const RunConfig& c) {
        const int index = box->findData(static_cast<int>(c.operand_recipe()));
        box->setCurrentIndex(index);
        grid.setTip(RunConfig::kOperandRecipeFieldNumber,
                    index > 0 ? tipOf(description_of(c.operand_recipe())) : noneTip);
    });
    grid.giveOwnLine(RunConfig::kOperandRecipeFieldNumber);
}

}  // namespace mantissa::ui
