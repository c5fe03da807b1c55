// SPDX-License-Identifier: GPL-3.0-or-later
// The formula of a number; see the header.
#include "ui/pages/formats_formula.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/charts/palette.h"

namespace mantissa::ui {

namespace {
constexpr int kSignificandDigits = 12;
constexpr int kValueDigits = 30;
const QString kTimes = QStringLiteral(" × ");

/// "1.5e-08" as "1.5·10⁻⁸".
QString typeset(const QString& decimal) {
    const qsizetype e = decimal.indexOf(u'e');
    if (e < 0) return decimal;
    return decimal.left(e) + QStringLiteral("·10") + superscript(decimal.mid(e + 1).toInt());
}
}  // namespace

FormulaView::FormulaView(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
}

void FormulaView::show(const QString& formatName, const Formula& formula, double value) {
    const bool number = formula.kind != NumberKind::Infinite && formula.kind != NumberKind::NotANumber;
    number_ = number;
    lead_ = formatName + QStringLiteral(":  ");
    parts_ = {{BitField::Sign, QStringLiteral("(−1)"), QString::number(formula.sign), tr("sign %1").arg(formula.sign)}};
    const QString fraction = tr("fraction %1/%2").arg(formula.fraction).arg(formula.fractionRange);
    if (number) {
        const bool hidden = formula.storedExponent > 0;
        parts_.push_back({BitField::Exponent, QStringLiteral("2"),
                          QStringLiteral("%1−%2").arg(formula.usedExponent).arg(formula.bias),
                          hidden ? tr("exponent %1, bias %2").arg(formula.storedExponent).arg(formula.bias)
                                 : tr("exponent 0 counts as 1")});
        parts_.push_back({BitField::Fraction,
                          typeset(exactDecimal(formula.significand, kSignificandDigits)),
                          {},
                          hidden ? tr("1 + %1").arg(fraction) : tr("0 + %1").arg(fraction)});
        result_ = QStringLiteral("= ") + typeset(exactDecimal(value, kValueDigits));
    } else {
        const bool infinite = formula.kind == NumberKind::Infinite;
        parts_.push_back({BitField::Exponent, tr("all ones"), {}, tr("exponent %1").arg(formula.storedExponent)});
        parts_.push_back({BitField::Fraction, infinite ? tr("zero") : tr("not zero"), {}, fraction});
        result_ = infinite ? tr("means %1").arg(exactDecimal(value, 1)) : tr("means NaN: not a number");
    }
    text_ = lead_ + formulaText(formula) + (number ? QStringLiteral(" ") + result_ : QString());
    setAccessibleName(tr("Formula of the number"));
    setAccessibleDescription(text_);
    updateGeometry();
    update();
}

QFont FormulaView::formulaFont() const {
    QFont large = font();
    if (large.pointSizeF() > 0) large.setPointSizeF(large.pointSizeF() * 1.3);
    return large;
}

QFont FormulaView::smallFont() const {
    QFont small = font();
    if (small.pointSizeF() > 0) small.setPointSizeF(small.pointSizeF() * 0.88);
    return small;
}

double FormulaView::partWidth(const Part& part) const {
    const QFontMetricsF metrics(formulaFont());
    const QFontMetricsF small(smallFont());
    const double term = metrics.horizontalAdvance(part.base) + small.horizontalAdvance(part.raised);
    return std::max(term, small.horizontalAdvance(part.caption)) + 2.0;
}

QSize FormulaView::sizeHint() const {
    const QFontMetricsF metrics(formulaFont());
    const QFontMetricsF small(smallFont());
    double width = metrics.horizontalAdvance(lead_);
    for (const Part& part : parts_) width += partWidth(part) + metrics.horizontalAdvance(kTimes);
    const double height = 2.0 * metrics.height() + 1.6 * small.height() + 6.0;
    return {static_cast<int>(std::ceil(std::max(width, metrics.horizontalAdvance(lead_ + result_)))),
            static_cast<int>(std::ceil(height))};
}

void FormulaView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const ChartPalette palette = ChartPalette::fromWidget(this);
    const QFontMetricsF metrics(formulaFont());
    const QFontMetricsF small(smallFont());
    const double baseline = 0.4 * small.height() + metrics.ascent();
    const double underline = std::round(baseline + metrics.descent() + 1.0);
    double x = metrics.horizontalAdvance(lead_);
    const double indent = x;
    painter.setFont(formulaFont());
    painter.setPen(palette.text);
    painter.drawText(QPointF(0.0, baseline), lead_);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        const double width = partWidth(part);
        const double term = metrics.horizontalAdvance(part.base) + small.horizontalAdvance(part.raised);
        const double left = x + (width - term) / 2.0;
        painter.setPen(fieldTone(part.field, palette));
        painter.setFont(formulaFont());
        painter.drawText(QPointF(left, baseline), part.base);
        painter.setFont(smallFont());
        painter.drawText(QPointF(left + metrics.horizontalAdvance(part.base), baseline - 0.42 * metrics.ascent()),
                         part.raised);
        painter.drawText(QRectF(x - 10.0, underline + 2.0, width + 20.0, small.height()), Qt::AlignCenter,
                         part.caption);
        painter.fillRect(QRectF(x, underline, width, 2.0), fieldTone(part.field, palette));
        x += width;
        if (i + 1 == parts_.size()) break;
        painter.setFont(formulaFont());
        painter.setPen(palette.text);
        if (number_) painter.drawText(QPointF(x, baseline), kTimes);
        x += metrics.horizontalAdvance(kTimes);
    }
    painter.setFont(formulaFont());
    painter.setPen(palette.text);
    painter.drawText(QPointF(indent, underline + small.height() + 4.0 + metrics.ascent()), result_);
}

void FormulaView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) updateGeometry();
}

}  // namespace mantissa::ui
