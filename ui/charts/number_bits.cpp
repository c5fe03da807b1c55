// SPDX-License-Identifier: GPL-3.0-or-later
// A number in several formats; see the header.
#include "ui/charts/number_bits.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <memory>

#include "ui/charts/bit_fields.h"
#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

constexpr double kNumberBitsGap = 8.0;  // between columns
constexpr double kFieldGap = 4.0;       // between sign, exponent and fraction

QString nameOfRow(const NumberBitsRow& row) {
    return QString::fromStdString(name_of(row.format));
}

QString errorText(const NumberBitsRow& row) {
    if (row.error == 0.0) return QObject::tr("exact");
    return std::isnan(row.error) ? QStringLiteral("–") : numberText(row.error, 3);
}

QString relativeText(const NumberBitsRow& row) {
    if (std::isnan(row.error)) return QStringLiteral("–");
    return std::isinf(row.relative) ? QStringLiteral("∞") : percentText(row.relative);
}

QString sentenceOf(const NumberBitsRow& row) {
    return QObject::tr("%1: %2, off by %3 (%4)")
        .arg(nameOfRow(row), numberText(row.value, 6), errorText(row), relativeText(row));
}

int widestBits(const std::vector<NumberBitsRow>& rows) {
    int bits = 16;
    for (const NumberBitsRow& row : rows) bits = std::max(bits, row.format.bits());
    return bits;
}

}  // namespace

QString bitsText(std::uint32_t bits, const FloatFormat& format) {
    QString text;
    for (int bit = format.bits() - 1; bit >= 0; --bit) {
        text += (bits >> bit) & 1u ? u'1' : u'0';
        if (bit == format.bits() - 1 || bit == format.fraction_bits) text += u' ';
    }
    return text;
}

NumberBits::NumberBits(const QString& title, QWidget* parent) : ChartWidget(title, parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void NumberBits::setEmptyText(const QString& text) {
    if (text == emptyText_) return;
    emptyText_ = text;
    if (rows_.empty()) describe(text);
    update();
}

void NumberBits::setRows(const std::vector<NumberBitsRow>& shown) {
    if (shown == rows_) return;
    rows_ = shown;
    QStringList sentences;
    for (const NumberBitsRow& row : rows_) sentences << sentenceOf(row);
    describe(rows_.empty() ? emptyText_ : sentences.join(QStringLiteral("; ")));
    update();
}

double NumberBits::rowHeight() const {
    return std::ceil(QFontMetricsF(labelFont()).height() + 5.0);
}

QSize NumberBits::minimumSizeHint() const {
    const double rows = static_cast<double>(std::max<std::size_t>(4, rows_.size())) + 1.0;
    return {lines(25, 1).width(), static_cast<int>(std::ceil(headerHeight() + rows * rowHeight() + 4.0))};
}

void NumberBits::paintRow(QPainter& painter, const NumberBitsRow& row, double top, double left, double bit,
                          const std::vector<double>& columns) const {
    const QFontMetricsF metrics(labelFont());
    const double middle = top + rowHeight() / 2;
    if (row.marked) {
        QColor tint = colors().text;
        tint.setAlpha(22);
        painter.fillRect(QRectF(2.0, top, width() - 4.0, rowHeight()), tint);
        painter.fillRect(QRectF(2.0, top, 3.0, rowHeight()), colors().text);
    }
    const QString name = nameOfRow(row);
    const PrecisionStyle style = colors().precision(name);
    paintMarker(painter, style.marker, QPointF(14.0, middle), 8.0, style.color, style.color);
    QFont font = labelFont();
    font.setBold(row.marked);
    painter.setFont(font);
    painter.setPen(colors().text);
    painter.drawText(QPointF(23.0, middle + metrics.ascent() / 2 - 1.0), name);
    painter.setFont(labelFont());

    painter.setRenderHint(QPainter::Antialiasing, false);
    double x = left;
    for (int i = row.format.bits() - 1; i >= 0; --i) {
        const QColor tone = fieldTone(fieldOf(i, row.format), colors());
        const QRectF box(std::round(x) + 0.5, std::round(middle - 6.0) + 0.5, std::max(2.0, std::floor(bit) - 2.0),
                         11.0);
        painter.setPen(QPen(tone, 1.0));
        painter.setBrush((row.bits >> i) & 1u ? QBrush(tone) : Qt::NoBrush);
        painter.drawRect(box);
        x += bit;
        if (i == row.format.bits() - 1 || i == row.format.fraction_bits) x += kFieldGap;
    }
    painter.setPen(colors().text);
    const QStringList texts{numberText(row.value, 5), errorText(row), relativeText(row)};
    double right = width() - 8.0;
    for (std::size_t i = columns.size(); i-- > 0;) {
        painter.drawText(QRectF(right - columns[i], top, columns[i], rowHeight()), Qt::AlignRight | Qt::AlignVCenter,
                         texts[static_cast<qsizetype>(i)]);
        right -= columns[i] + kNumberBitsGap;
    }
}

void NumberBits::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    if (rows_.empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    const QFontMetricsF metrics(labelFont());
    const QStringList heads{tr("value"), tr("error"), tr("relative")};
    std::vector<double> columns;
    for (const QString& head : heads) columns.push_back(metrics.horizontalAdvance(head));
    double name = 0.0;
    for (const NumberBitsRow& row : rows_) {
        columns[0] = std::max(columns[0], metrics.horizontalAdvance(numberText(row.value, 5)));
        columns[1] = std::max(columns[1], metrics.horizontalAdvance(errorText(row)));
        columns[2] = std::max(columns[2], metrics.horizontalAdvance(relativeText(row)));
        name = std::max(name, QFontMetricsF(font()).horizontalAdvance(nameOfRow(row)));
    }
    double right = width() - 8.0;
    painter.setFont(labelFont());
    painter.setPen(colors().muted);
    for (std::size_t i = columns.size(); i-- > 0;) {
        columns[i] = std::ceil(columns[i]);
        painter.drawText(QRectF(right - columns[i], headerHeight(), columns[i], rowHeight()),
                         Qt::AlignRight | Qt::AlignVCenter, heads[static_cast<qsizetype>(i)]);
        right -= columns[i] + kNumberBitsGap;
    }
    const double left = 23.0 + name + kNumberBitsGap;
    const double bit = std::clamp((right - left - 2 * kFieldGap) / widestBits(rows_), 4.0, 14.0);
    double x = left;
    for (const BitField field : {BitField::Sign, BitField::Exponent, BitField::Fraction}) {  // the legend
        painter.setPen(fieldTone(field, colors()));
        const QString text = fieldName(field);
        painter.drawText(QRectF(x, headerHeight(), metrics.horizontalAdvance(text) + 1, rowHeight()),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x += metrics.horizontalAdvance(text) + 10.0;
    }
    double top = headerHeight() + rowHeight();
    for (const NumberBitsRow& row : rows_) {
        paintRow(painter, row, top, left, bit, columns);
        top += rowHeight();
    }
    paintFocus(painter);
}

ChartTable* NumberBits::makeTable() const {
    auto rows = std::make_shared<std::vector<NumberBitsRow>>(rows_);
    auto cell = [rows](int row, int column) -> QVariant {
        const NumberBitsRow& at = (*rows)[static_cast<std::size_t>(row)];
        switch (column) {
            case 0:
                return nameOfRow(at);
            case 1:
                return bitsText(at.bits, at.format);
            case 2:
                return at.value;
            case 3:
                return at.error;
            default:
                return at.relative;
        }
    };
    return new ChartTable({tr("format"), tr("bits"), tr("value"), tr("error"), tr("relative error")},
                          static_cast<int>(rows->size()), std::move(cell));
}

}  // namespace mantissa::ui
