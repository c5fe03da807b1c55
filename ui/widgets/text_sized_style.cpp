// SPDX-License-Identifier: GPL-3.0-or-later
// See text_sized_style.h.
#include "ui/widgets/text_sized_style.h"

#include <QPainter>
#include <QStyleOption>

#include "ui/widgets/theme.h"

namespace mantissa::ui {

namespace {

/// The edge of a field, a button or a slider in the dark palette, over Fusion's. Its contrast is 3 to what lies inside
/// and outside (WCAG 2.1, 1.4.11).
void paintEdge(QPainter& painter, const QStyleOption& option, const QRect& rect) {
    if (!isDarkPalette(option.palette) || rect.isEmpty()) return;
    constexpr double enabled = 0.58, disabled = 0.3;  // share of the text's colour
    const bool on = option.state & QStyle::State_Enabled;
    const QColor ground = option.palette.color(QPalette::Active, QPalette::Window);
    const QColor text = option.palette.color(QPalette::Active, QPalette::WindowText);
    const bool keyboard = option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(keyboard ? option.palette.color(QPalette::Highlight) : mixed(ground, text, on ? enabled : disabled));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.restore();
}

}  // namespace

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
        const bool text = element == PE_Frame && widget && widget->inherits("QPlainTextEdit");
        if (element == PE_FrameLineEdit || text) paintEdge(*painter, *option, option->rect);
        if (element == PE_PanelButtonCommand) paintEdge(*painter, *option, option->rect.adjusted(0, 1, 0, 0));
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

void TextSizedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                        const QWidget* widget) const {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox) {
        const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        if (box && box->frame) paintEdge(*painter, *option, option->rect.adjusted(0, 1, 0, -1));
    }
    if (control == CC_Slider) {
        for (const SubControl part : {SC_SliderGroove, SC_SliderHandle})
            if (option->subControls & part)
                paintEdge(*painter, *option, subControlRect(control, option, part, widget).adjusted(1, 1, -1, -1));
    }
}

}  // namespace mantissa::ui
