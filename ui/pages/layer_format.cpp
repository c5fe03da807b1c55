// SPDX-License-Identifier: GPL-3.0-or-later
// See layer_format.h.
#include "ui/pages/layer_format.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <algorithm>

#include "ui/models/layer_overrides.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

LayerFormatChoice::LayerFormatChoice(QWidget* parent)
    : QObject(parent), label_(new QLabel(parent)), box_(new QComboBox(parent)), reason_(new QLabel(parent)) {
    label_->setTextFormat(Qt::PlainText);
    box_->setObjectName(QStringLiteral("layerFormat"));
    box_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    label_->setBuddy(box_);
    reason_->setTextFormat(Qt::PlainText);
    reason_->setWordWrap(true);
    connect(box_, &QComboBox::activated, this,
            [this] { emit chosen(layer_, static_cast<run::Precision>(box_->currentData().toInt())); });
}

bool LayerFormatChoice::possible() const {
    return box_->isEnabled();
}

void LayerFormatChoice::show(const RunModel* run, const QString& layer) {
    QString why;
    if (run && run->foreign()) {
        why = tr("This training is not Mantissa's: nothing is sent to it. Its script sets its formats.");
    } else if (!run || !run->live()) {
        why = tr("A layer's format can be set while a run trains.");
    } else if (run->ghost()) {
        why = tr("A ghost keeps its settings: nothing can be set.");
    } else if (layer.isEmpty() || run->layers().empty()) {
        why = tr("The layers of this run are not known yet.");
    }
    layer_ = layer;
    const QString label = layer.isEmpty() ? tr("Layer in") : tr("Layer %1 in").arg(layer);
    if (label_->text() != label) label_->setText(label);
    box_->setAccessibleName(layer.isEmpty() ? tr("Format of the layer") : tr("Format of layer %1").arg(layer));
    box_->setToolTip(why.isEmpty() ? tr("Takes effect at the next step of the run that trains.") : why);
    box_->setEnabled(why.isEmpty());
    if (reason_->text() != why) reason_->setText(why);
    reason_->setVisible(!why.isEmpty());
    if (box_->view()->isVisible()) return;  // a person is choosing
    const QString own = run ? QString::fromStdString(nameOf(run->currentPrecision())) : QString();
    const QString as = own.isEmpty() ? tr("as the run") : tr("as the run (%1)").arg(own);
    if (box_->count() == 0) {
        box_->addItem(as, static_cast<int>(run::PRECISION_UNSET));
        for (const run::Precision precision : {run::FP32, run::TF32, run::FP16, run::BF16})
            box_->addItem(QString::fromStdString(nameOf(precision)), static_cast<int>(precision));
    }
    if (box_->itemText(0) != as) box_->setItemText(0, as);
    const run::Precision now = run ? layerPrecision(run->currentConfig(), layer.toStdString()) : run::PRECISION_UNSET;
    box_->setCurrentIndex(std::max(0, box_->findData(static_cast<int>(now))));
}

}  // namespace mantissa::ui
