// SPDX-License-Identifier: GPL-3.0-or-later
// See text_label.h. Sizes are multiples of the application's font, colours roles of its palette.
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QEvent>
#include <QTextLayout>
#include <algorithm>
#include <utility>

#include "ui/charts/format_text.h"
#include "ui/widgets/theme.h"

namespace mantissa::ui {

FittedText fittedText(const QString& text, const QFont& font, int lines, int width) {
    QTextLayout layout(text, font);
    layout.beginLayout();
    QStringList shown;
    bool last = false;
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(std::max(1, width));
        last = i + 1 == lines && line.textStart() + line.textLength() < text.size();
        shown << (last ? QFontMetrics(font).elidedText(text.mid(line.textStart()), Qt::ElideRight, width)
                       : text.mid(line.textStart(), line.textLength()).trimmed());
    }
    layout.endLayout();
    return {shown.join(u'\n'), last};
}

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

LinesLabel::LinesLabel(int lines, TextRole role, QWidget* parent) : TextLabel({}, role, parent), lines_(lines) {
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LinesLabel::setWhole(const QString& text) {
    if (text == whole_) return;
    whole_ = text;
    setAccessibleName(text);
    fit();
}

void LinesLabel::setLines(int lines) {
    if (std::exchange(lines_, lines) == lines) return;
    updateGeometry();
    fit();
}

void LinesLabel::setTip(const QString& tip) {
    tip_ = tip;
    fit();
}

QSize LinesLabel::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().lineSpacing() * lines_ + 2};
}

QSize LinesLabel::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 12, sizeHint().height()};
}

void LinesLabel::resizeEvent(QResizeEvent* event) {
    TextLabel::resizeEvent(event);
    fit();
}

void LinesLabel::changeEvent(QEvent* event) {
    TextLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
        fit();
    }
}

void LinesLabel::fit() {
    const auto [shown, cut] = fittedText(whole_, font(), lines_, width());
    if (text() != shown) setText(shown);
    setToolTip(plainTip(!cut ? tip_ : tip_.isEmpty() ? whole_ : whole_ + u'\n' + tip_));
}

}  // namespace mantissa::ui
