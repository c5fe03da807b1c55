// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion whose icons, indicators and sliders grow with the text (a picture beside words of twice the size must not stay
// small), and whose controls can be seen in the dark palette, too: Fusion draws their edges darker than the ground.
#pragma once

#include <QProxyStyle>

namespace mantissa::ui {

class TextSizedStyle : public QProxyStyle {
    Q_OBJECT

  public:
    TextSizedStyle() : QProxyStyle("Fusion") {}
    /// Text size in percent; takes effect when widgets are polished again.
    void setPercent(int percent) { percent_ = percent; }

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    /// Buttons of dialogs have words and no icons: those of Qt are dark in the dark palette, too.
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;

  private:
    int percent_ = 100;
};

}  // namespace mantissa::ui
