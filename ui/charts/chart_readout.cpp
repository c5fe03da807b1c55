// SPDX-License-Identifier: GPL-3.0-or-later
// See chart_readout.h.
#include "ui/charts/chart_readout.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace mantissa::ui {

namespace {

constexpr int kPad = 5;
constexpr int kSample = 12;
constexpr int kReadoutGap = 2;  // to the chart

}  // namespace

ChartReadout::ChartReadout(QWidget* chart) : QWidget(chart->window()), chart_(chart) {
    setObjectName(QStringLiteral("chartReadout"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void ChartReadout::read(const QString& head, const std::vector<ReadoutLine>& lines, double x) {
    head_ = head;
    lines_ = lines;
    if (lines_.empty() || !chart_->isVisible()) return hide();
    setFont(chart_->font());
    const QFontMetrics metrics(font());
    // Whole pixels that hold the text: one less, and its middle, the number, would be left out.
    const auto width_of = [this](const QString& text) {
        return static_cast<int>(std::ceil(QFontMetricsF(font()).horizontalAdvance(text))) + 1;
    };
    int wide = width_of(head_);
    for (const ReadoutLine& line : lines_) wide = std::max(wide, kSample + width_of(line.text));
    const QSize size(std::min(wide + 2 * kPad, parentWidget()->width()),
                     metrics.height() * static_cast<int>(lines_.size() + 1) + 2 * kPad);
    const QPoint corner = chart_->mapTo(parentWidget(), QPoint(0, 0));
    const int above = corner.y() - kReadoutGap - size.height();
    const int below = corner.y() + chart_->height() + kReadoutGap;
    const bool fitsAbove = above >= 0;
    const bool fitsBelow = below + size.height() <= parentWidget()->height();
    const int y = fitsAbove || !fitsBelow ? std::max(0, above) : below;
    const int left = corner.x() + static_cast<int>(std::lround(x)) - size.width() / 2;
    setGeometry(std::clamp(left, 0, std::max(0, parentWidget()->width() - size.width())), y, size.width(),
                size.height());
    raise();
    show();
    update();
}

void ChartReadout::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ChartPalette colors = ChartPalette::fromWidget(this);
    painter.setPen(colors.zone);
    painter.setBrush(colors.background);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    const QFontMetrics metrics(font());
    const int h = metrics.height();
    int y = kPad;
    painter.setPen(colors.text);
    painter.drawText(QRect(kPad, y, width() - 2 * kPad, h), Qt::AlignLeft | Qt::AlignVCenter, head_);
    for (const ReadoutLine& line : lines_) {
        y += h;
        paintMarker(painter, line.glyph, {kPad + 4.0, y + h / 2.0}, 6.0, line.color, colors.background);
        painter.setPen(colors.text);
        const int room = width() - 2 * kPad - kSample;
        painter.drawText(QRect(kPad + kSample, y, room, h), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(line.text, Qt::ElideMiddle, room));
    }
}

}  // namespace mantissa::ui
