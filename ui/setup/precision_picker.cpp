// SPDX-License-Identifier: GPL-3.0-or-later
// See precision_picker.h. Painted by hand: a style sheet cannot draw the marker, and colour must not stand alone.
#include "ui/setup/precision_picker.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QPainter>
#include <QPainterPath>

#include "ui/charts/format_text.h"
#include "ui/models/run_model.h"
#include "ui/widgets/precision_mark.h"
#include "ui/widgets/theme.h"

namespace mantissa::ui {

PrecisionButton::PrecisionButton(run::Precision precision, bool large, QWidget* parent)
    : QAbstractButton(parent), precision_(precision), large_(large) {
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);  // a click leaves Space to Run and Pause
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setText(QString::fromStdString(nameOf(precision)));
    setToolTip(plainTip(tr("%1. %2\nApplies now: a run in training switches at its next step.")
                            .arg(text(), precisionFacts(precision))));
    setAccessibleName(tr("%1 precision").arg(text()));
    setAccessibleDescription(tr("%1 Applies now.").arg(precisionFacts(precision)));
}

QSize PrecisionButton::sizeHint() const {
    const int line = fontMetrics().height();
    return {fontMetrics().horizontalAdvance("e8 · m10") + line * 3, large_ ? line * 2 + 16 : line + 12};
}

void PrecisionButton::enterEvent(QEnterEvent*) {
    update();
}
void PrecisionButton::leaveEvent(QEvent*) {
    update();
}

void PrecisionButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor own = colorOf(precision_, this);
    const QPalette colors = palette();
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    const double tint = isChecked() ? 0.16 : underMouse() || isDown() ? 0.06 : 0.0;
    QPainterPath body;
    body.addRoundedRect(frame, 6, 6);
    painter.fillPath(body, mixed(colors.color(QPalette::Button), own, tint));
    painter.setPen(QPen(isChecked() ? own : colors.color(QPalette::Mid), isChecked() ? 2 : 1));
    painter.drawPath(body);
    if (hasFocus()) {
        painter.setPen(QPen(colors.color(QPalette::Highlight), 1, Qt::DotLine));
        painter.drawRoundedRect(frame.adjusted(3, 3, -3, -3), 4, 4);
    }
    const int line = fontMetrics().height();
    const double markerX = 8 + line * 0.5;
    const QRectF words(markerX + line * 0.8, 0, width() - markerX - line * 0.8 - 4, height());
    QFont strong = font();
    strong.setWeight(isChecked() ? QFont::DemiBold : QFont::Normal);
    painter.setFont(strong);
    painter.setPen(colors.color(QPalette::ButtonText));
    if (!large_) {
        paintPrecision(painter, precision_, {markerX, height() / 2.0}, line * 0.6, this);
        painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft, text());
        return;
    }
    const double middle = height() / 2.0;
    paintPrecision(painter, precision_, {markerX, middle - line * 0.5}, line * 0.65, this);
    painter.drawText(QRectF(words.x(), middle - line, words.width(), line), Qt::AlignVCenter | Qt::AlignLeft, text());
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    painter.setFont(small);
    painter.setPen(colors.color(QPalette::PlaceholderText));
    painter.drawText(QRectF(words.x(), middle, words.width(), line), Qt::AlignVCenter | Qt::AlignLeft,
                     precisionBits(precision_));
}

PrecisionPicker::PrecisionPicker(QWidget* parent) : QWidget(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(6);
    group_ = new QButtonGroup(this);
    int place = 0;
    for (const auto precision : {run::FP32, run::TF32, run::FP16, run::BF16, run::PYTORCH_DEFAULT}) {
        const bool large = precision != run::PYTORCH_DEFAULT;
        auto* button = new PrecisionButton(precision, large, this);
        button->setObjectName("precision" + QString::fromStdString(run::Precision_Name(precision)));
        group_->addButton(button);
        buttons_[precision] = button;
        if (large) grid->addWidget(button, place / 2, place % 2);
        if (!large) grid->addWidget(button, 2, 0, 1, 2);
        ++place;
        connect(button, &QAbstractButton::clicked, this, [this, precision] { emit picked(precision); });
    }
}

void PrecisionPicker::show(run::Precision precision) {
    QAbstractButton* const button = buttons_.value(precision);
    group_->setExclusive(button != nullptr);  // of a custom format none is checked
    for (PrecisionButton* one : buttons_) one->setChecked(one == button);
}

}  // namespace mantissa::ui
