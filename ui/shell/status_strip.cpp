// SPDX-License-Identifier: GPL-3.0-or-later
// See status_strip.h.
#include "ui/shell/status_strip.h"

#include <QHBoxLayout>

#include "ui/charts/format_text.h"
#include "ui/widgets/text_label.h"

namespace mantissa::ui {

StatusStrip::StatusStrip(QWidget* parent)
    : QWidget(parent),
      device_(new TextLabel(tr("Device: not known yet"), TextRole::Note)),
      precision_(new TextLabel({}, TextRole::Note)),
      worker_(new TextLabel(tr("Worker: not started"), TextRole::Note)) {
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(8, 2, 10, 2);
    line->setSpacing(20);
    for (TextLabel* label : {device_, precision_, worker_}) {
        label->setWordWrap(false);
        line->addWidget(label);
    }
    device_->setObjectName("statusDevice");
    precision_->setObjectName("statusPrecision");
    worker_->setObjectName("statusWorker");
    device_->setProperty("userText", true);  // its tool tip is what the worker says of the device
}

void StatusStrip::setDevice(const QString& text) {
    constexpr int widest = 64;
    device_->setText(tr("Device: %1").arg(text.size() > widest ? text.left(widest - 1) + "…" : text));
    device_->setToolTip(plainTip(text));
}

void StatusStrip::setPrecision(const QString& text, const QString& details, bool trains) {
    precision_->setText(trains ? tr("Training in: %1").arg(text) : tr("Next run: %1").arg(text));
    precision_->setToolTip(plainTip(details));
}

void StatusStrip::setWorker(const QString& text) {
    workerText_ = text;
    showWorker();
}

void StatusStrip::setPlace(const QString& text) {
    place_ = text;
    if (!workerText_.isEmpty()) showWorker();
}

void StatusStrip::showWorker() {
    worker_->setText(place_.isEmpty() ? tr("Worker: %1").arg(workerText_)
                                      : tr("Worker on %1: %2").arg(place_, workerText_));
}

}  // namespace mantissa::ui
