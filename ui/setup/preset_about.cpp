// SPDX-License-Identifier: GPL-3.0-or-later
// See preset_about.h.
#include "ui/setup/preset_about.h"

#include <QEvent>
#include <QPushButton>
#include <algorithm>

#include "ui/widgets/text_label.h"

namespace mantissa::ui {

namespace {

constexpr int about_lines = 5, about_gap = 6;

int heightOf(const LinesLabel& text, const QPushButton& back) {
    return text.fontMetrics().lineSpacing() * about_lines + 2 + about_gap + back.sizeHint().height();
}

}  // namespace

PresetAbout::PresetAbout(QWidget* parent)
    : QWidget(parent), text_(new LinesLabel(about_lines, TextRole::Note, this)), back_(new QPushButton(this)) {
    text_->setObjectName("presetDescription");
    back_->setObjectName("backToPreset");
    back_->setAccessibleName(tr("Back to the preset's settings"));
    back_->setFlat(true);
    back_->setText(QStringLiteral(" "));  // it has its height before it has its words
    back_->hide();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PresetAbout::setBackShown(bool shown) {
    back_->setVisible(shown);
    arrange();
}

QSize PresetAbout::sizeHint() const {
    return {text_->sizeHint().width(), heightOf(*text_, *back_)};
}

QSize PresetAbout::minimumSizeHint() const {
    return {std::max(text_->minimumSizeHint().width(), back_->isHidden() ? 0 : back_->sizeHint().width()),
            heightOf(*text_, *back_)};
}

void PresetAbout::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void PresetAbout::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
    updateGeometry();
    arrange();
}

void PresetAbout::arrange() {
    const QSize link = back_->sizeHint();
    const int room = back_->isHidden() ? height() : height() - about_gap - link.height();
    text_->setLines(std::max(1, (room - 2) / std::max(1, text_->fontMetrics().lineSpacing())));
    text_->setGeometry(0, 0, width(), room);
    back_->setGeometry(0, height() - link.height(), std::min(width(), link.width()), link.height());
}

}  // namespace mantissa::ui
