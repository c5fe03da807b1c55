// SPDX-License-Identifier: GPL-3.0-or-later
// See axis_paint.h.
#include "ui/charts/axis_paint.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/charts/format_text.h"
#include "ui/charts/line_data.h"

namespace mantissa::ui {

QString fittingText(const QFontMetricsF& metrics, const QStringList& texts, double width) {
    for (const QString& text : texts)
        if (metrics.horizontalAdvance(text) <= width) return text;
    return texts.isEmpty() ? QString() : metrics.elidedText(texts.back(), Qt::ElideRight, width);
}

QString exponentText(int exponent) {
    return exponent == 0 ? QStringLiteral("1") : powerOfTwo(exponent);
}

void paintShareAxis(QPainter& painter, const QRectF& plot, double top, const ChartPalette& colors, const QFont& font) {
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const int most = std::clamp(static_cast<int>(plot.height() / 28.0), 2, 5);
    const Ticks ticks = axisTicks(0.0, top * 100.0, most);
    for (int i = 0; i < ticks.count; ++i) {
        const double y = std::round(plot.bottom() - ticks.at(i) / 100.0 / top * plot.height());
        painter.setPen(colors.grid);
        painter.drawLine(QPointF(plot.left() - 3, y), QPointF(plot.right(), y));
        painter.setPen(colors.muted);
        painter.drawText(QRectF(0, y - metrics.height() / 2, plot.left() - 5.0, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, numberText(ticks.at(i)) + QStringLiteral(" %"));
    }
    painter.setPen(colors.muted);
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
}

void paintExponentAxis(QPainter& painter, const QRectF& plot, std::vector<int> first, int min, int max,
                       const std::function<double(int)>& pixelX, const ChartPalette& colors, const QFont& font) {
    for (const int step : {16, 8, 4})
        for (int exponent = min; exponent <= max; ++exponent)
            if (exponent % step == 0) first.push_back(exponent);
    painter.setFont(font);
    painter.setPen(colors.muted);
    const QFontMetricsF metrics(font);
    std::vector<std::pair<double, double>> taken;
    for (const int exponent : first) {
        const QString text = exponentText(exponent);
        const double half = metrics.horizontalAdvance(text) / 2;
        const double x = std::round(pixelX(exponent));
        const auto hit = [x, half](const auto& t) { return x + half + 4.0 > t.first && x - half - 4.0 < t.second; };
        if (x - half < plot.left() - 6.0 || std::any_of(taken.begin(), taken.end(), hit)) continue;
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 3));
        painter.drawText(QRectF(x - 40, plot.bottom() + 3, 80, metrics.height()), Qt::AlignHCenter, text);
        taken.emplace_back(x - half, x + half);
    }
}

}  // namespace mantissa::ui
