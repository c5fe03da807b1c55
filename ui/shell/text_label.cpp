// SPDX-License-Identifier: GPL-3.0-or-later
// See text_label.h. Sizes are multiples of the application's font, colours roles of its palette.
#include "ui/shell/text_label.h"

#include <QApplication>
#include <QEvent>

#include "ui/shell/theme.h"

namespace mantissa::ui {

TextLabel::TextLabel(const QString& text, TextRole role, QWidget* parent) : QLabel(text, parent), role_(role) {
    setTextFormat(Qt::PlainText);
    setWordWrap(role == TextRole::Note || role == TextRole::Error);
    restyle();
}

void TextLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::StyleChange) {
        restyle();
    }
}

void TextLabel::restyle() {
    if (restyling_) return;
    restyling_ = true;
    QFont look = QApplication::font();
    QPalette colors = QApplication::palette();
    switch (role_) {
        case TextRole::Body:
            break;
        case TextRole::Note:
            look.setPointSizeF(look.pointSizeF() * 0.9);
            colors.setColor(QPalette::WindowText, colors.color(QPalette::PlaceholderText));
            break;
        case TextRole::Error:
            look.setPointSizeF(look.pointSizeF() * 0.9);
            colors.setColor(QPalette::WindowText, isDarkPalette(colors) ? QColor("#f0a8a0") : QColor("#a02b20"));
            break;
        case TextRole::Section:
            look.setWeight(QFont::DemiBold);
            break;
        case TextRole::Heading:
            look.setPointSizeF(look.pointSizeF() * 1.25);
            look.setWeight(QFont::DemiBold);
            break;
    }
    setFont(look);
    setPalette(colors);
    restyling_ = false;
}

}  // namespace mantissa::ui
