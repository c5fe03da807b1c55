// SPDX-License-Identifier: GPL-3.0-or-later
// See text_sized_style.h.
#include "ui/shell/text_sized_style.h"

#include <QPainter>
#include <QStyleOption>

namespace mantissa::ui {

int TextSizedStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    constexpr int tool_bar_icon = 18;
    const int pixels = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
        case PM_ToolBarIconSize:
            return tool_bar_icon * percent_ / 100;
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
        case PM_ExclusiveIndicatorWidth:
        case PM_ExclusiveIndicatorHeight:
        case PM_SliderThickness:
        case PM_SliderLength:
            return pixels * percent_ / 100;
        default:
            return pixels;
    }
}

int TextSizedStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                              QStyleHintReturn* returned) const {
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

void TextSizedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                   const QWidget* widget) const {
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorRadioButton) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    const QPalette& colors = option->palette;
    const bool enabled = option->state & State_Enabled;
    const bool on = option->state & State_On;
    const double side = std::min(option->rect.width(), option->rect.height()) - 2.0;
    QRectF box(0, 0, side, side);
    box.moveCenter(QRectF(option->rect).center());
    const QColor edge =
        colors.color(option->state & State_MouseOver ? QPalette::WindowText : QPalette::PlaceholderText);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setOpacity(enabled ? 1.0 : 0.5);
    painter->setPen(QPen(on ? colors.color(QPalette::Highlight) : edge, 1.2));
    painter->setBrush(colors.color(on ? QPalette::Highlight : QPalette::Base));
    const bool round = element == PE_IndicatorRadioButton;
    painter->drawRoundedRect(box, side * (round ? 0.5 : 0.18), side * (round ? 0.5 : 0.18));
    if (on && round) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colors.color(QPalette::HighlightedText));
        painter->drawEllipse(box.center(), side * 0.2, side * 0.2);
    } else if (on) {
        const QPointF tick[] = {box.topLeft() + QPointF(0.24, 0.52) * side, box.topLeft() + QPointF(0.43, 0.71) * side,
                                box.topLeft() + QPointF(0.77, 0.30) * side};
        painter->setPen(
            QPen(colors.color(QPalette::HighlightedText), side * 0.13, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPolyline(tick, 3);
    }
    painter->restore();
}

}  // namespace mantissa::ui
