// SPDX-License-Identifier: GPL-3.0-or-later
// See foreign_panel.h.
#include "ui/setup/foreign_panel.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "engine/report/foreign_description.h"
#include "ui/widgets/text_label.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

ForeignPanel::ForeignPanel(QWidget* parent) : QScrollArea(parent), inner_(new QWidget), grid_(new QGridLayout) {
    setObjectName("foreignPanel");
    setAccessibleName(tr("Description of the run"));
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    auto* column = new QVBoxLayout(inner_);
    column->setContentsMargins(12, 2, 12, 12);
    head_ = new TextLabel({}, TextRole::Note);
    head_->setWordWrap(true);
    column->addWidget(head_);
    grid_->setColumnStretch(1, 1);
    column->addLayout(grid_);
    column->addStretch(1);
    setWidget(inner_);
}

void ForeignPanel::show(const run::ForeignRun& run, bool unseenScaler) {
    if (unseenScaler == unseenScaler_ && run.SerializeAsString() == shown_.SerializeAsString()) return;
    shown_ = run;
    unseenScaler_ = unseenScaler;
    head_->setText(
        run.probe().empty()
            ? tr("This training is not Mantissa's. Its scalars were read from an event file of TensorBoard.")
            : tr("This training is not Mantissa's. It was recorded by mantissa_probe, and nothing is sent to it."));
    while (QLayoutItem* item = grid_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const DescriptionRow& one : describe_foreign(run, unseenScaler)) {
        auto* what = new TextLabel(inWords(one.what), TextRole::Note);
        auto* value = new TextLabel(inWords(one.value));
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        value->setAccessibleName(what->text());
        grid_->addWidget(what, row, 0, Qt::AlignTop);
        grid_->addWidget(value, row++, 1, Qt::AlignTop);
    }
}

QString ForeignPanel::text() const {
    QString all;
    for (const DescriptionRow& one : describe_foreign(shown_, unseenScaler_))
        all += inWords(one.what) + QStringLiteral(": ") + inWords(one.value) + QLatin1Char('\n');
    return all;
}

}  // namespace mantissa::ui
