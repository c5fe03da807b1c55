// SPDX-License-Identifier: GPL-3.0-or-later
// The ruler of ranges; see the header.
#include "ui/pages/formats_ruler.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

// Room for labels beyond FP32's own ends, 2^-149 and 2^128.
constexpr double kFirst = -178.0;
constexpr double kLast = 160.0;
constexpr int kTickStep = 32;

QString formatAt(std::size_t index) {
    return QString::fromStdString(name_of(kPageFormats[index]));
}

QString largestText(const FloatFormat& format) {
    return format.max_finite() < 1e6 ? QString::number(format.max_finite(), 'f', 0)
                                     : numberText(format.max_finite(), 2);
}

}  // namespace

FormatsRuler::FormatsRuler(QWidget* parent) : ChartWidget(tr("Ranges of the formats (powers of two)"), parent) {}

void FormatsRuler::setNumber(double typed, const std::array<double, 4>& values) {
    typed_ = typed;
    values_ = values;
    QStringList texts;
    for (std::size_t i = 0; i < kPageFormats.size(); ++i)
        texts << tr("%1: %2").arg(formatAt(i), numberText(values_[i], 9));
    describe(texts.join(QStringLiteral("; ")));
    update();
}

void FormatsRuler::setQuiet(bool quiet) {
    quiet_ = quiet;
    update();
}

ChartTable* FormatsRuler::makeTable() const {
    const QStringList columns{tr("format"), tr("smallest subnormal"), tr("smallest normal"), tr("largest"),
                              tr("number"), tr("log2 of its size")};
    return new ChartTable(columns, static_cast<int>(kPageFormats.size()),
                          [values = values_, quiet = quiet_](int row, int column) -> QVariant {
                              const auto i = static_cast<std::size_t>(row);
                              switch (column) {
                                  case 0:
                                      return formatAt(i);
                                  case 1:
                                      return kPageFormats[i].min_subnormal();
                                  case 2:
                                      return kPageFormats[i].min_normal();
                                  case 3:
                                      return quiet ? QVariant(QStringLiteral("–")) : kPageFormats[i].max_finite();
                                  case 4:
                                      return values[i];
                                  default:
                                      return std::log2(std::abs(values[i]));
                              }
                          });
}

FormatsRuler::Layout FormatsRuler::layOut() const {
    const QFontMetricsF metrics(labelFont());
    Layout layout;
    const double names = QFontMetricsF(font()).horizontalAdvance(QStringLiteral("FP32")) + 34.0;
    const double column = metrics.horizontalAdvance(QStringLiteral("∞, NaN")) + 8.0;
    layout.zero = names + column / 2.0;
    layout.left = names + column;
    layout.end = width() - column / 2.0 - 4.0;
    layout.right = width() - column - 4.0;
    layout.top = headerHeight() + metrics.height() + 4.0;
    const double bottom = height() - 2.0 * metrics.height() - 8.0;
    layout.row = (bottom - layout.top) / static_cast<double>(kPageFormats.size());
    layout.bar = std::min(layout.row - metrics.height() - 2.0, 1.1 * metrics.height());
    return layout;
}

double FormatsRuler::pixelX(const Layout& layout, double exponent) const {
    return layout.left + (exponent - kFirst) / (kLast - kFirst) * (layout.right - layout.left);
}

void FormatsRuler::paintAxis(QPainter& painter, const Layout& layout) const {
    const QFontMetricsF metrics(labelFont());
    painter.setFont(labelFont());
    const double bottom = height() - 2.0 * metrics.height() - 8.0;
    painter.setPen(colors().muted);
    painter.drawLine(QPointF(layout.left, bottom), QPointF(layout.right, bottom));
    for (int exponent = -160; exponent <= 128; exponent += kTickStep) {
        const double x = std::round(pixelX(layout, exponent)) + 0.5;
        painter.setPen(colors().grid);
        painter.drawLine(QPointF(x, layout.top), QPointF(x, bottom));
        painter.setPen(colors().muted);
        painter.drawText(QRectF(x - 40.0, bottom + 2.0, 80.0, metrics.height()), Qt::AlignHCenter,
                         exponent == 0 ? QStringLiteral("1") : powerOfTwo(exponent));
    }
    for (const double x : {layout.zero, layout.end}) {
        painter.drawText(QRectF(x - 60.0, headerHeight() + 2.0, 120.0, metrics.height()), Qt::AlignHCenter,
                         x == layout.zero ? tr("zero") : tr("∞, NaN"));
    }
    // What the textures mean.
    const QString subnormal = tr("subnormal: fewer bits of fraction left");
    const QString normal = tr("normal");
    const double y = bottom + metrics.height() + 4.0;
    const double box = 0.8 * metrics.height();
    double x = layout.left;
    for (const QString& text : {subnormal, normal}) {
        const QRectF sample(x, y + 0.15 * metrics.height(), 2.0 * box, box);
        if (text == normal) {
            painter.fillRect(sample, colors().muted);
        } else {
            painter.fillRect(sample, QBrush(colors().muted, Qt::BDiagPattern));
        }
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(sample);
        painter.drawText(QPointF(sample.right() + 6.0, y + metrics.ascent()), text);
        x = sample.right() + 6.0 + metrics.horizontalAdvance(text) + 18.0;
    }
}

void FormatsRuler::paintFormat(QPainter& painter, const Layout& layout, std::size_t index) const {
    const FloatFormat& format = kPageFormats[index];
    const PrecisionStyle style = colors().precision(formatAt(index));
    const QFontMetricsF metrics(labelFont());
    const double top = std::round(layout.top + static_cast<double>(index) * layout.row + 3.0);
    const double middle = top + layout.bar / 2.0;
    const double first = pixelX(layout, format.min_subnormal_exponent());
    const double border = pixelX(layout, format.min_exponent());
    const double last = pixelX(layout, format.max_exponent() + 1);

    paintMarker(painter, style.marker, QPointF(16.0, middle), 9.0, style.color, style.color);
    painter.setFont(font());
    painter.setPen(colors().text);
    const double line = QFontMetricsF(font()).height();
    painter.drawText(QRectF(28.0, middle - line / 2.0, layout.left, line), Qt::AlignVCenter, formatAt(index));

    const QRectF subnormal(first, top, border - first, layout.bar);
    painter.fillRect(subnormal, colors().background);
    painter.fillRect(subnormal, QBrush(style.color, Qt::BDiagPattern));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(style.color);
    painter.drawRect(subnormal);
    painter.fillRect(QRectF(border, top, last - border, layout.bar), colors().faint(style.color));
    painter.drawRect(QRectF(border, top, last - border, layout.bar));

    painter.setFont(labelFont());
    painter.setPen(colors().text);
    const QRectF row(0.0, middle - metrics.height() / 2.0, 0.0, metrics.height());
    painter.drawText(row.adjusted(first - 84.0, 0.0, first - 4.0, 0.0), Qt::AlignRight | Qt::AlignVCenter,
                     powerOfTwo(format.min_subnormal_exponent()));
    if (!quiet_)
        painter.drawText(row.adjusted(last + 4.0, 0.0, last + 124.0, 0.0), Qt::AlignLeft | Qt::AlignVCenter,
                         largestText(format));
    painter.drawText(QRectF(border - 40.0, top + layout.bar + 1.0, 80.0, metrics.height()), Qt::AlignHCenter,
                     powerOfTwo(format.min_exponent()));
}

void FormatsRuler::paintNumber(QPainter& painter, const Layout& layout, std::size_t index) const {
    const PrecisionStyle style = colors().precision(formatAt(index));
    const double top = std::round(layout.top + static_cast<double>(index) * layout.row + 3.0);
    const double value = values_[index];
    double x = layout.zero;
    if (!std::isfinite(value)) {
        x = layout.end;
    } else if (value != 0.0) {
        x = pixelX(layout, std::log2(std::abs(value)));
    }
    if (x == layout.end) {
        painter.setFont(font());
        painter.setPen(colors().text);
        const double line = QFontMetricsF(font()).height();
        painter.drawText(QRectF(x - 40.0, top + layout.bar / 2.0 - line / 2.0, 80.0, line), Qt::AlignCenter,
                         numberText(value));
        return;
    }
    painter.setPen(QPen(colors().text, 2.0));
    painter.drawLine(QPointF(x, top - 2.0), QPointF(x, top + layout.bar + 3.0));
    paintMarker(painter, style.marker, QPointF(x, top + layout.bar / 2.0), 9.0, style.color, colors().text);
}

void FormatsRuler::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    const Layout layout = layOut();
    paintAxis(painter, layout);
    const double size = std::abs(typed_);
    if (std::isfinite(size) && size > 0.0) {
        const double exponent = std::log2(size);
        if (exponent > kFirst && exponent < kLast) {
            const double x = pixelX(layout, exponent);
            painter.setPen(QPen(colors().muted, 1.0, Qt::DashLine));
            painter.drawLine(QPointF(x, layout.top), QPointF(x, layout.top + 4.0 * layout.row));
        }
    }
    for (std::size_t i = 0; i < kPageFormats.size(); ++i) paintFormat(painter, layout, i);
    for (std::size_t i = 0; i < kPageFormats.size(); ++i) paintNumber(painter, layout, i);
    paintFocus(painter);
}

}  // namespace mantissa::ui
