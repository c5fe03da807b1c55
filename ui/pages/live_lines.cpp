// SPDX-License-Identifier: GPL-3.0-or-later
// Feeding the line charts; see the header.
#include "ui/pages/live_lines.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "engine/run/metric.h"
#include "ui/models/race_model.h"
#include "ui/models/session_model.h"
#include "ui/pages/run_heading.h"
#include "ui/words/metric_words.h"

namespace mantissa::ui {

namespace {

const QString kBatch = QStringLiteral("/batch");
const QString kTest = QStringLiteral("/test");
const QString kLoss = QStringLiteral("/loss");
const QString kTestLoss = QStringLiteral("/test_loss");
const QString kScale = QStringLiteral("/scale");

/// "FP16 no scaling".
QString policyOf(const RunModel& run) {
    const QString name = QString::fromStdString(policyName(run.currentConfig()));
    return run.config().one_ulp() ? name + QCoreApplication::translate("RaceModel", " control") : name;
}

/// What the legend calls a lane of this race: its policy or, where another has the same or somebody named it, its
/// number and its name. Empty for other runs and for ghosts.
QString laneOf(const SessionModel& session, const RunModel& run, const std::string& race) {
    if (race.empty() || run.ghost() || session.raceOf(run) != race) return {};
    const QString name = policyOf(run);
    const std::vector<const RunModel*> lanes = session.lanesOf(race);
    const bool alone = std::none_of(lanes.begin(), lanes.end(),
                                    [&](const RunModel* other) { return other != &run && policyOf(*other) == name; });
    return alone && run.name().empty() ? name : runTitle(session.face(run));
}

}  // namespace

bool judgedAlike(const RunModel& run, const RunModel* current) {
    return !current || same_metric(run.config().task(), current->config().task());
}

bool LiveLines::Look::operator==(const Look& other) const {
    return name == other.name && style.color == other.style.color && style.marker == other.style.marker &&
           number == other.number && lane == other.lane && ghost == other.ghost && current == other.current &&
           visible == other.visible && alike == other.alike && scaled == other.scaled && evaluated == other.evaluated &&
           batches == other.batches;
}

LiveLines::LiveLines(const SessionModel& session, LineChart& accuracy, LineChart& loss, LineChart& scale)
    : session_(session), accuracy_(accuracy), loss_(loss), scale_(scale) {}

bool LiveLines::feedRows(const RunModel& run, Feed& feed, const QString& id) {
    const StepColumns& columns = run.columns();
    if (feed.reorders != run.reorderVersion()) {
        feed.reorders = run.reorderVersion();
        feed.rows = 0;
        for (const QString& kind : {kBatch, kLoss, kScale}) {
            LineChart& chart = kind == kBatch ? accuracy_ : kind == kLoss ? loss_ : scale_;
            chart.setSeries(id + kind, {}, {}, {});
        }
        looks_.erase(run.runId());
    }
    if (feed.rows >= columns.size()) return false;
    const std::size_t count = std::min(most_, columns.size() - feed.rows);
    more_ = more_ || feed.rows + count < columns.size();
    std::vector<double> steps(count);
    std::vector<double> judged, accuracy;  // what a recording does not log is no number that broke
    std::vector<double> loss(count);
    std::vector<double> scaled, scale;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = feed.rows + i;
        steps[i] = columns.step[row];
        if (!run.foreign() || !std::isnan(columns.accuracy[row])) {
            judged.push_back(steps[i]);
            accuracy.push_back(metricDrawn(run.config().task(), static_cast<double>(columns.accuracy[row]),
                                           static_cast<double>(columns.loss[row])));
        }
        loss[i] = shortestDouble(columns.loss[row]);
        // A recording without a loss scale has no number there: that is none that broke.
        if (!run.foreign() || !std::isnan(columns.scale[row])) {
            scaled.push_back(steps[i]);
            scale.push_back(static_cast<double>(columns.scale[row]));
        }
        feed.scaled = feed.scaled || (columns.scale[row] != 1.0f && !std::isnan(columns.scale[row]));
    }
    accuracy_.extendSeries(id + kBatch, judged, accuracy);
    loss_.extendSeries(id + kLoss, steps, loss);
    scale_.extendSeries(id + kScale, scaled, scale);
    feed.rows += count;
    return true;
}

bool LiveLines::feedEvals(const RunModel& run, Feed& feed, const QString& id) {
    if (feed.evals == run.evalsVersion()) return false;
    feed.evals = run.evalsVersion();
    // A complete evaluation stands in for the partial one of the same step.
    std::map<std::uint32_t, const EvalPoint*> best;
    for (const EvalPoint& point : run.evals()) {
        if (point.trainingSet) continue;
        const EvalPoint*& kept = best[point.step];
        if (!kept || point.complete) kept = &point;
    }
    struct {
        std::vector<double> steps, values;
    } accuracy,
        loss;  // what a recording did not evaluate has no point: one that is no number would say that it diverged
    for (const auto& [step, point] : best) {
        if (point->accuracy) {
            accuracy.steps.push_back(step);
            accuracy.values.push_back(metricDrawn(run.config().task(), static_cast<double>(*point->accuracy),
                                                  static_cast<double>(point->loss.value_or(0))));
        }
        if (point->loss) {
            loss.steps.push_back(step);
            loss.values.push_back(shortestDouble(*point->loss));
        }
    }
    accuracy_.setSeries(id + kTest, {}, accuracy.steps, accuracy.values);
    loss_.setSeries(id + kTestLoss, {}, loss.steps, loss.values);
    looks_.erase(run.runId());
    return true;
}

void LiveLines::addAll(const QString& id) {
    accuracy_.setSeries(id + kBatch, {}, {}, {});
    accuracy_.setSeries(id + kTest, {}, {}, {});
    loss_.setSeries(id + kLoss, {}, {}, {});
    loss_.setSeries(id + kTestLoss, {}, {}, {});
    scale_.setSeries(id + kScale, {}, {}, {});
}

void LiveLines::removeRun(const QString& id) {
    accuracy_.removeSeries(id + kBatch);
    accuracy_.removeSeries(id + kTest);
    loss_.removeSeries(id + kLoss);
    loss_.removeSeries(id + kTestLoss);
    scale_.removeSeries(id + kScale);
}

void LiveLines::style(const QString& id, const Look& look) {
    SeriesStyle base;
    base.color = look.style.color;
    base.glyph = look.style.marker;
    base.group = id;
    base.faint = !look.current && look.lane.isEmpty();
    base.dashed = look.ghost;
    const auto named = [&](const QString& what, const QString& legend, bool tagged) {
        SeriesStyle style = base;
        style.label = look.name + QStringLiteral(", ") + what;
        style.brief = look.number.isEmpty() ? what : look.number + u' ' + what;
        if (look.current) style.legend = legend;
        if (!look.lane.isEmpty() && tagged) style.legend = look.lane;
        if (tagged) style.tag = look.number;
        return style;
    };
    // The noisy companions of the current run are faint, too, and have no markers; earlier runs show how they did on
    // the test set, and the batch's loss only if they were not evaluated twice.
    const bool batchStandsIn = !look.current && !look.evaluated;
    SeriesStyle batch = named(QCoreApplication::translate("LiveLines", "batch"),
                              QCoreApplication::translate("LiveLines", "batch"), false);
    batch.faint = true;
    batch.companion = true;
    batch.glyphs = false;
    batch.group.clear();
    if (look.batches) {  // its only line: it has the run's number, and no markers, which are for test sets
        batch.companion = false;
        batch.group = id;
        batch.tag = look.number;
    }
    SeriesStyle test =
        named(QCoreApplication::translate("LiveLines", "test"), QCoreApplication::translate("LiveLines", "test"), true);
    test.showPoints = true;
    SeriesStyle testLoss = named(QCoreApplication::translate("LiveLines", "test"),
                                 QCoreApplication::translate("LiveLines", "test"), !batchStandsIn);
    testLoss.showPoints = true;
    SeriesStyle loss = named(QCoreApplication::translate("LiveLines", "batch"),
                             QCoreApplication::translate("LiveLines", "batch"), batchStandsIn);
    if (look.current) {
        loss.faint = true;
        loss.companion = true;
        loss.glyphs = false;
        loss.group.clear();
    }
    accuracy_.setSeriesStyle(id + kBatch, batch);
    accuracy_.setSeriesStyle(id + kTest, test);
    loss_.setSeriesStyle(id + kLoss, loss);
    loss_.setSeriesStyle(id + kTestLoss, testLoss);
    scale_.setSeriesStyle(id + kScale, named(QCoreApplication::translate("LiveLines", "loss scale"), {}, true));
    const bool judged = look.visible && look.alike;
    accuracy_.setSeriesVisible(id + kBatch, judged && (look.current || look.batches));
    accuracy_.setSeriesVisible(id + kTest, judged && !look.batches);
    loss_.setSeriesVisible(id + kLoss, judged && (look.current || batchStandsIn));
    loss_.setSeriesVisible(id + kTestLoss, judged && !batchStandsIn);
    scale_.setSeriesVisible(id + kScale, judged && (look.current || look.scaled));
}

bool LiveLines::updateEvents(const RunModel& current) {
    if (eventsOf_ == current.runId() && eventsSeen_ == current.eventsVersion()) return false;
    eventsOf_ = current.runId();
    eventsSeen_ = current.eventsVersion();
    const std::vector<Bookmark> bookmarks = bookmarksOf(current);
    for (LineChart* chart : {&accuracy_, &loss_, &scale_}) chart->setBookmarks(bookmarks);
    scale_.setPins(skippedSteps(current), [this, id = current.runId()](double step) {
        const RunModel* run = session_.run(QString::fromStdString(id));
        return run ? skipText(*run, step) : QString();
    });
    return true;
}

bool LiveLines::updateAxis() {
    double end = 0.0;
    for (const RunModel* run : session_.runs()) {
        if (!session_.isVisible(QString::fromStdString(run->runId()))) continue;
        if (!judgedAlike(*run, session_.currentRun())) continue;
        // Only a run that trains still has steps ahead of it.
        end = std::max(end, run->live() ? axisEnd(run->step(), run->totalSteps()) : std::max<double>(run->step(), 1.0));
    }
    if (end == end_) return false;
    end_ = end;
    for (LineChart* chart : {&accuracy_, &loss_, &scale_}) chart->setAutoXRange(0.0, end);
    return true;
}

bool LiveLines::update(std::size_t most) {
    most_ = most;
    more_ = false;
    bool changed = !styled_;
    if (!styled_) looks_.clear();
    styled_ = true;
    const ChartPalette palette = ChartPalette::fromWidget(&accuracy_);
    const RunModel* current = session_.currentRun();
    const std::string race = current ? session_.raceOf(*current) : std::string();  // of a ghost, its run's
    for (auto& [id, feed] : feeds_) feed.seen = false;
    for (const RunModel* run : session_.runs()) {
        const QString id = QString::fromStdString(run->runId());
        const auto [at, isNew] = feeds_.try_emplace(run->runId());
        Feed& feed = at->second;
        feed.seen = true;
        if (isNew) {
            addAll(id);
            feed.reorders = run->reorderVersion();
        }
        changed = feedRows(*run, feed, id) || changed;
        changed = feedEvals(*run, feed, id) || changed;
        const RunFace& face = session_.face(id);
        Look look{face.name,
                  runStyle(palette, face),
                  session_.runs().size() > 1 ? QString::number(face.number) : QString(),
                  laneOf(session_, *run, race),
                  run->ghost(),
                  run == current,
                  session_.isVisible(id),
                  judgedAlike(*run, current),
                  feed.scaled,
                  loss_.seriesSize(id + kTestLoss) > 1,
                  run->foreign() && run != current && accuracy_.seriesSize(id + kTest) == 0 &&
                      accuracy_.seriesSize(id + kBatch) > 0};
        const auto known = looks_.find(run->runId());
        if (known != looks_.end() && known->second == look) continue;
        style(id, look);
        looks_[run->runId()] = std::move(look);
        changed = true;
    }
    for (auto it = feeds_.begin(); it != feeds_.end();) {
        if (it->second.seen) {
            ++it;
            continue;
        }
        removeRun(QString::fromStdString(it->first));
        looks_.erase(it->first);
        it = feeds_.erase(it);
        changed = true;
    }
    if (current) changed = updateEvents(*current) || changed;
    changed = updateAxis() || changed;
    if (changed) {
        for (LineChart* chart : {&accuracy_, &loss_, &scale_}) chart->refresh();
    }
    return changed;
}

}  // namespace mantissa::ui
