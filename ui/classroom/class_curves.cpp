// SPDX-License-Identifier: GPL-3.0-or-later
// See class_curves.h.
#include "ui/classroom/class_curves.h"

#include <algorithm>

#include "ui/charts/line_chart.h"
#include "ui/charts/palette.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

void putCurve(LineChart& chart, const QString& id, const SeriesStyle& style, const QVector<QPointF>& points) {
    std::vector<double> x, y;
    for (const QPointF& point : points) {
        x.push_back(point.x());
        y.push_back(point.y());
    }
    chart.setSeries(id, style, x, y);
}

}  // namespace

void drawClassCurves(LineChart& chart, const ClassQuestion& question, const std::vector<ClassAnswer>& answers) {
    const ChartPalette palette = ChartPalette::fromWidget(&chart);
    chart.clearSeries();
    chart.setTitle(question.y.isEmpty() ? tr("Drawn curves") : tr("Drawn curves: %1").arg(question.y));
    chart.setXTitle(question.x);
    chart.setValueSuffix(question.unit.isEmpty() ? QString() : QLatin1Char(' ') + question.unit);
    chart.setEmptyText(tr("Nobody has drawn a curve yet"));
    SeriesStyle drawn;
    drawn.legend = tr("students");  // one entry for all of them
    drawn.color = palette.precision(u"TF32").color;
    drawn.faint = true;
    drawn.glyphs = false;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i].drawn.isEmpty()) continue;
        drawn.label = answers[i].student;
        putCurve(chart, QStringLiteral("drawn%1").arg(i), drawn, answers[i].drawn);
        drawn.legend.clear();
    }
    const auto first =
        std::find_if(answers.begin(), answers.end(), [](const ClassAnswer& one) { return !one.measured.isEmpty(); });
    if (first != answers.end()) {
        SeriesStyle measured;
        measured.label = measured.legend = tr("measured");
        measured.color = palette.precision(u"FP32").color;
        measured.glyphs = false;
        putCurve(chart, QStringLiteral("measured"), measured, first->measured);
    }
    chart.refresh();
}

}  // namespace mantissa::ui
