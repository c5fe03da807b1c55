// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion whose icons, indicators and sliders grow with the text: a picture beside words of twice the size must not stay
// small.
#pragma once

#include <QProxyStyle>

namespace mantissa::ui {

class TextSizedStyle : public QProxyStyle {
  public:
    TextSizedStyle() : QProxyStyle("Fusion") {}
    /// Text size in percent; takes effect when widgets are polished again.
    void setPercent(int percent) { percent_ = percent; }

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        const int pixels = QProxyStyle::pixelMetric(metric, option, widget);
        switch (metric) {
            case PM_ToolBarIconSize:
                return 18 * percent_ / 100;
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

  private:
    int percent_ = 100;
};

}  // namespace mantissa::ui
