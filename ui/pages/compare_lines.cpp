// SPDX-License-Identifier: GPL-3.0-or-later
// What the Compare page's four charts show.
#include <algorithm>
#include <cmath>

#include "ui/charts/line_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/compare_words.h"
#include "ui/pages/run_marks.h"

namespace mantissa::ui {

namespace {

SeriesStyle styleOf(const CompareLane& lane) {
    SeriesStyle style;
    style.label = lane.number + QLatin1Char(' ') + lane.name;
    style.brief = style.label;
    style.legend = style.label;
    style.color = lane.style.color;
    style.glyph = lane.style.marker;
    style.dashed = lane.ghost;
    style.group = QString::fromStdString(lane.run->runId());
    style.tag = lane.number;
    return style;
}

void put(LineChart& chart, const CompareLane& lane, const RaceSeries& series, bool points) {
    SeriesStyle style = styleOf(lane);
    style.showPoints = points;
    chart.setSeries(style.group, style, series.x, series.y);
}

/// Takes off the series of lanes that are not there any more.
void sweep(LineChart& chart, const std::vector<CompareLane>& lanes, bool baseline) {
    for (const QString& id : chart.seriesIds()) {
        const bool there = std::any_of(lanes.begin(), lanes.end(), [&](const CompareLane& lane) {
            return QString::fromStdString(lane.run->runId()) == id && (baseline || !lane.baseline);
        });
        if (!there) chart.removeSeries(id);
    }
}

/// Without the steps at which it is inf or NaN, from which nothing has a distance.
RaceSeries finiteOf(const RaceSeries& all) {
    RaceSeries finite;
    for (std::size_t i = 0; i < all.x.size(); ++i) {
        if (!std::isfinite(all.y[i])) continue;
        finite.x.push_back(all.x[i]);
        finite.y.push_back(all.y[i]);
    }
    return finite;
}

/// The control's noise around `middle`, or around zero where that is empty.
void showBand(LineChart& chart, const RaceSeries& band, const RaceSeries& middle, const QString& label) {
    std::vector<double> low;
    std::vector<double> high;
    std::size_t at = 0;
    for (std::size_t i = 0; i < band.x.size(); ++i) {
        double centre = 0;
        if (!middle.x.empty()) {
            while (at + 1 < middle.x.size() && middle.x[at] < band.x[i]) ++at;
            centre = middle.y[at];
        }
        low.push_back(centre - band.y[i]);
        high.push_back(centre + band.y[i]);
    }
    chart.setBand(band.x, std::move(low), std::move(high), band.x.empty() ? QString() : label);
}

}  // namespace

void ComparePage::showLines() {
    sweep(*accuracy_, lanes_, true);
    sweep(*loss_, lanes_, true);
    double end = 1;
    for (const CompareLane& lane : lanes_) {
        const RunModel& run = *lane.run;
        if (!byTime_) {
            end = std::max(end, run.live() ? axisEnd(run.step(), run.totalSteps()) : double(run.step()));
            put(*accuracy_, lane, lane.accuracy, true);
            put(*loss_, lane, lane.loss, false);
        } else if (lane.late) {
            put(*accuracy_, lane, {}, true);
            put(*loss_, lane, {}, false);
        } else {
            const std::vector<double> seconds = ownSeconds(run);
            if (!seconds.empty() && timeRefusal(run) == TimeRefusal::none) end = std::max(end, seconds.back());
            put(*accuracy_, lane, byTime(run, lane.accuracy), true);
            put(*loss_, lane, byTime(run, lane.loss), false);
        }
    }
    const auto baseline =
        std::find_if(lanes_.begin(), lanes_.end(), [](const CompareLane& lane) { return lane.baseline; });
    const auto control =
        std::find_if(lanes_.begin(), lanes_.end(), [](const CompareLane& lane) { return lane.control; });
    RaceSeries accuracyBand;
    RaceSeries lossBand;
    const bool banded = control != lanes_.end() && !byTime_;
    if (banded) {
        accuracyBand = noiseBand(control->accuracy, baseline->accuracy);
        lossBand = noiseBand(control->loss, baseline->loss);
    }
    showBand(*accuracy_, accuracyBand, banded ? baseline->accuracy : RaceSeries(), tr("noise"));
    showBand(*loss_, lossBand, banded ? baseline->loss : RaceSeries(), tr("noise"));
    for (LineChart* chart : {accuracy_, loss_}) {
        chart->setAutoXRange(0.0, end);
        chart->refresh();
    }
    showBand(*accuracyDifference_, accuracyBand, {}, tr("noise"));
    showBand(*lossDifference_, lossBand, {}, tr("noise"));
    for (LineChart* chart : {accuracyDifference_, lossDifference_}) chart->setAutoXRange(0.0, end);
}

void ComparePage::showDifferences() {
    if (byTime_) return;
    sweep(*accuracyDifference_, lanes_, false);
    sweep(*lossDifference_, lanes_, false);
    const auto baseline =
        std::find_if(lanes_.begin(), lanes_.end(), [](const CompareLane& lane) { return lane.baseline; });
    std::vector<Bookmark> flags;
    if (baseline != lanes_.end()) {
        const RaceSeries from = finiteOf(baseline->loss);
        lossDifference_->setEmptyText(from.x.empty() && !baseline->loss.x.empty()
                                          ? tr("The baseline's loss is NaN at every step: choose another baseline in "
                                               "the table's first column")
                                          : tr("Waiting for the first steps"));
        for (const CompareLane& lane : lanes_) {
            if (lane.baseline) continue;
            put(*accuracyDifference_, lane, differenceOf(lane.accuracy, baseline->accuracy), true);
            put(*lossDifference_, lane, differenceOf(lane.loss, from), false);
            if (!lane.parting) continue;
            flags.push_back({static_cast<double>(lane.parting->at.step), partingLabel(lane.number, *lane.parting),
                             partingSentence(lane.name, *lane.parting), true});
        }
    }
    for (LineChart* chart : {accuracyDifference_, lossDifference_}) {
        chart->setReferenceLine(0.0, tr("baseline"));
        chart->setBookmarks(flags);
        chart->refresh();
    }
}

}  // namespace mantissa::ui
