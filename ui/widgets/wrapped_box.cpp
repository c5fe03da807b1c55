// SPDX-License-Identifier: GPL-3.0-or-later
// See wrapped_box.h.
#include "ui/widgets/wrapped_box.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QTextLayout>

namespace mantissa::ui {

QSize WrappedBox::sizeHint() const {
    return QComboBox::sizeHint() + QSize(0, fontMetrics().lineSpacing());
}

QSize WrappedBox::minimumSizeHint() const {
    return QComboBox::minimumSizeHint() + QSize(0, fontMetrics().lineSpacing());
}

QRect WrappedBox::field() const {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    constexpr int beside = 2;
    return style()
        ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this)
        .adjusted(beside, 0, -beside, 0);
}

QStringList WrappedBox::shownLines() const {
    const QString text = currentIndex() < 0 ? placeholderText() : currentText();
    const int width = std::max(1, field().width());
    QTextLayout layout(text, font());
    layout.beginLayout();
    QTextLine first = layout.createLine();
    if (!first.isValid()) return {};
    first.setLineWidth(width);
    layout.endLayout();
    const QString rest = text.mid(first.textLength());
    QStringList lines{text.left(first.textLength()).trimmed()};
    if (!rest.isEmpty()) lines << fontMetrics().elidedText(rest, Qt::ElideRight, width);
    return lines;
}

void WrappedBox::paintEvent(QPaintEvent* /*event*/) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const auto ink = currentIndex() < 0 ? QPalette::PlaceholderText : QPalette::ButtonText;
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, ink));
    painter.drawText(field(), Qt::AlignLeft | Qt::AlignVCenter, shownLines().join(u'\n'));
}

}  // namespace mantissa::ui
