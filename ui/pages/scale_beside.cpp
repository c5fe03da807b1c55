// SPDX-License-Identifier: GPL-3.0-or-later
// The Scale page: the scaler's rule in words, and the scales of the race's other lanes beside the run's own.
#include <QLabel>
#include <QStringList>
#include <vector>

#include "engine/run/presets.h"
#include "ui/charts/line_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/run_heading.h"
#include "ui/pages/scale_page.h"

namespace mantissa::ui {

namespace {

bool isScaled(const run::RunConfig& config) {
    return config.scaling() == run::DYNAMIC || config.scaling() == run::STATIC;
}

}  // namespace

void ScalePage::showBeside(const RunModel& run) {
    const run::RunConfig config = complete(configAt(run, lookAt()));
    QStringList sentences;
    if (const QString rule = scalerSentence(config, lookAt() ? ScalerNow() : run.scalerNow()); !rule.isEmpty())
        sentences << rule;
    bool changed = false;
    for (const RunModel* lane : session().lanesOf(session().raceOf(run))) {
        if (lane == &run || !isScaled(config) || !isScaled(lane->currentConfig())) continue;
        const RunFace& face = session().face(*lane);
        sentences << partingSentence(scaleParting(run, *lane, lookAt()), runTitle(face));
        const QString id = QStringLiteral("beside/") + QString::fromStdString(lane->runId());
        const auto [shown, added] = besideShown_.try_emplace(lane->runId(), 0);
        const StepColumns& columns = lane->columns();
        if (!added && shown->second == columns.size()) continue;
        const PrecisionStyle look = runStyle(ChartPalette::fromWidget(this), face);
        SeriesStyle style;
        style.label = runTitle(face);
        style.brief = runTitle(face);
        style.legend = runTitle(face);
        style.color = look.color;
        style.glyph = look.marker;
        style.steps = true;
        style.faint = true;
        const std::vector<double> steps(columns.step.begin(), columns.step.end());
        const std::vector<double> scales(columns.scale.begin(), columns.scale.end());
        chart_->setSeries(id, style, steps, scales);
        shown->second = columns.size();
        changed = true;
    }
    const QString text = sentences.join(u'\n');
    if (scaler_->text() != text) scaler_->setText(text);
    scaler_->setVisible(!text.isEmpty());
    if (changed) chart_->refresh();
}

}  // namespace mantissa::ui
