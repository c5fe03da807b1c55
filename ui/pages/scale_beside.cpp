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

QString seriesOf(const std::string& runId) {
    return QStringLiteral("beside/") + QString::fromStdString(runId);
}

}  // namespace

/// Whether the lane's line has changed.
bool ScalePage::showBeside(const RunModel& lane, Beside& shown) {
    const QString id = seriesOf(lane.runId());
    const StepColumns& columns = lane.columns();
    if (!shown.styled || shown.reorders != lane.reorderVersion()) {
        const RunFace& face = session().face(lane);
        const PrecisionStyle look = runStyle(ChartPalette::fromWidget(this), face);
        SeriesStyle style;
        style.label = style.brief = style.legend = runTitle(face);
        style.color = look.color;
        style.glyph = look.marker;
        style.steps = true;
        chart_->setSeries(id, style, {}, {});
        shown = {0, lane.reorderVersion(), true, std::nullopt};
    }
    if (shown.rows == columns.size()) return false;
    const auto from = static_cast<std::ptrdiff_t>(shown.rows);
    const std::vector<double> steps(columns.step.begin() + from, columns.step.end());
    const std::vector<double> scales(columns.scale.begin() + from, columns.scale.end());
    chart_->extendSeries(id, steps, scales);
    shown.rows = columns.size();
    return true;
}

void ScalePage::showBeside(const RunModel& run) {
    const run::RunConfig config = complete(configAt(run, lookAt()));
    QStringList sentences;
    if (const QString rule = scalerSentence(config, lookAt() ? ScalerNow() : run.scalerNow()); !rule.isEmpty())
        sentences << rule;
    bool changed = false;
    std::map<std::string, Beside> before;
    before.swap(beside_);
    for (const RunModel* lane : session().lanesOf(session().raceOf(run))) {
        if (lane == &run || !isScaled(config) || !isScaled(lane->currentConfig())) continue;
        const auto known = before.find(lane->runId());
        Beside& shown = beside_[lane->runId()] = known == before.end() ? Beside() : known->second;
        if (known != before.end()) before.erase(known);
        changed = showBeside(*lane, shown) || changed;
        if (lookAt() || !shown.parting) shown.parting = scaleParting(run, *lane, lookAt());
        sentences << partingSentence(shown.parting, runTitle(session().face(*lane)));
        if (lookAt()) shown.parting.reset();
    }
    for (const auto& [id, gone] : before) chart_->removeSeries(seriesOf(id));
    changed = changed || !before.empty();
    const QString text = sentences.join(u'\n');
    if (scaler_->text() != text) scaler_->setText(text);
    scaler_->setVisible(!text.isEmpty());
    if (changed) chart_->refresh();
}

}  // namespace mantissa::ui
