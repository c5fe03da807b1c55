// SPDX-License-Identifier: GPL-3.0-or-later
// See race_model.h.
#include "ui/models/race_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "engine/report/field_text.h"
#include "engine/report/shadow_figures.h"
#include "engine/run/models.h"
#include "ui/models/health.h"
#include "ui/models/session_model.h"
#include "ui/models/verdict_words.h"
#include "ui/words/metric_words.h"

namespace mantissa::ui {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kOnesOfAll = 1135.0 / 10000.0;
constexpr double kOnesOfLive = 234.0 / 2000.0;  // of the first 2,000 images
constexpr std::uint32_t kLiveImages = 2000;

/// A float as the double with the same shortest decimals would be; seven digits are all that a float has.
double decimal(float value) {
    return std::isfinite(value) ? std::round(static_cast<double>(value) * 1e7) / 1e7 : static_cast<double>(value);
}

std::vector<StepValue> losses(const RunModel& run) {
    const StepColumns& columns = run.columns();
    std::vector<StepValue> values(columns.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = {columns.step[i], columns.loss[i]};
    return values;
}

/// How much one histogram's gradient lacks, nothing if no shadow tells.
std::optional<RaceOrigin> lackOf(const run::Histogram& histogram, std::uint32_t step) {
    const bool gradient =
        histogram.role() == run::ROLE_WEIGHT_GRADIENT || histogram.role() == run::ROLE_ACTIVATION_GRADIENT;
    if (!gradient || !histogram.has_shadow() || !(histogram.shadow().norm() > 0)) return std::nullopt;
    const run::Shadow& shadow = histogram.shadow();
    const std::optional<double> lost = norm_lost_share(shadow);
    if (!lost) return std::nullopt;
    RaceOrigin lack{step, histogram.layer(), histogram.tensor(), histogram.role(), *lost, {}, false};
    if (shadow.has_cosine()) lack.cosine = shadow.cosine();
    lack.alarm = lack.normLost >= kLostAlarm || lack.cosine.value_or(1.0) < kCosineAlarm;
    return lack;
}

/// The run that this one was forked from in the end; itself where it is no fork or what it was forked from is not here.
const RunModel* stemOf(const SessionModel& session, const RunModel& run) {
    const RunModel* of = &run;
    for (std::size_t i = 0; of->identity().ghost() && i < session.runs().size(); ++i) {  // never in a circle
        const RunModel* parent = session.run(QString::fromStdString(of->identity().parent_run_id()));
        if (!parent) break;
        of = parent;
    }
    return of;
}

bool worse(const RaceOrigin& a, const RaceOrigin& b) {
    if (a.normLost != b.normLost) return a.normLost > b.normLost;
    return a.cosine.value_or(1.0) < b.cosine.value_or(1.0);
}

}  // namespace

bool sameNetwork(const RunModel& a, const RunModel& b) {
    if (a.foreign() || b.foreign())
        return a.foreign() && b.foreign() && a.foreign()->model() == b.foreign()->model() &&
               a.foreign()->parameters() == b.foreign()->parameters();
    const run::RunConfig& x = a.config();
    const run::RunConfig& y = b.config();
    return same_network(x, y) && a.identity().data_sha256() == b.identity().data_sha256();
}

RaceLanes lanesSideBySide(const SessionModel& session, std::size_t most) {
    RaceLanes found;
    const RunModel* current = session.currentRun();
    if (!current) return found;
    const auto visible = [&](const RunModel* run) { return session.isVisible(QString::fromStdString(run->runId())); };
    const std::string race = session.raceOf(*current);
    const RunModel* const stem = stemOf(session, *current);
    found.lanes = session.lanesOf(race);
    found.race = !found.lanes.empty();
    std::vector<const RunModel*> forks;
    for (const RunModel* run : session.runs()) {
        if (run == stem || !run->identity().ghost() || !visible(run)) continue;
        if (found.race ? session.raceOf(*run) == race : stemOf(session, *run) == stem) forks.push_back(run);
    }
    found.fork = !found.race && !forks.empty();
    if (found.fork) found.lanes.push_back(stem);
    if (found.race || found.fork) {
        for (const RunModel* run : forks) (run->ghost() ? found.ghosts : found.lanes).push_back(run);
        if (found.race) return found;
        for (const RunModel* run : session.runs()) {
            if (visible(run) && run != stem && std::find(forks.begin(), forks.end(), run) == forks.end())
                ++found.others;
        }
        return found;
    }
    for (const RunModel* run : session.runs()) {
        if (run != current && (run->ghost() || !visible(run))) continue;
        const bool foreign = run->foreign() || current->foreign();
        if (!foreign && !sameNetwork(*run, *current)) {
            ++found.others;
            continue;
        }
        found.lanes.push_back(run);
    }
    found.foreign = std::any_of(found.lanes.begin(), found.lanes.end(),
                                [](const RunModel* run) { return run->foreign() != nullptr; });
    while (found.lanes.size() > most) {
        const auto oldest = std::find_if(found.lanes.begin(), found.lanes.end(),
                                         [current](const RunModel* run) { return run != current; });
        found.lanes.erase(oldest);
        ++found.others;
    }
    return found;
}

std::string policyName(const run::RunConfig& config) {
    std::string name = nameOf(config);
    const std::string scaling = describeScaling(config);
    if (!scaling.empty()) name += " " + scaling;
    return name;
}

const RunModel* baselineOf(const std::vector<const RunModel*>& lanes, const std::string& chosen) {
    for (const RunModel* run : lanes) {
        if (run->runId() == chosen) return run;
    }
    for (const RunModel* run : lanes) {
        if (!run->config().one_ulp()) return run;
    }
    return lanes.empty() ? nullptr : lanes.front();
}

const RunModel* controlOf(const std::vector<const RunModel*>& lanes, const RunModel& baseline) {
    const auto settings = [](const RunModel& run) {
        run::RunConfig config = run.config();
        config.clear_one_ulp();
        config.clear_name();
        return config.SerializeAsString();
    };
    for (const RunModel* run : lanes) {
        if (run != &baseline && run->config().one_ulp() && settings(*run) == settings(baseline)) return run;
    }
    return nullptr;
}

namespace {

/// The last evaluation on test images that has an accuracy; null before one.
const EvalPoint* lastEval(const RunModel& run) {
    const EvalPoint* last = nullptr;
    for (const EvalPoint& point : run.evals()) {
        if (!point.trainingSet && point.accuracy && (!last || point.step > last->step || point.complete)) last = &point;
    }
    return last;
}

/// A foreign run without evaluations has the accuracy that it logged.
bool logsAccuracy(const RunModel& run) {
    return run.foreign() && lastEval(run) == nullptr;
}

bool ended(const RunModel& run) {
    return run.finished() && run.finished()->has_test_accuracy() &&
           run.finished()->outcome() == run::RunFinished::COMPLETED;
}

}  // namespace

std::optional<double> latestAccuracy(const RunModel& run) {
    if (logsAccuracy(run)) {
        const std::vector<float>& all = run.columns().accuracy;
        const auto last = std::find_if(all.rbegin(), all.rend(), [](float value) { return std::isfinite(value); });
        return last == all.rend() ? std::nullopt : std::optional<double>(decimal(*last));
    }
    if (ended(run)) return static_cast<double>(run.finished()->test_accuracy());
    const EvalPoint* last = lastEval(run);
    return last ? std::optional<double>(static_cast<double>(*last->accuracy)) : std::nullopt;
}

std::uint32_t latestAccuracyStep(const RunModel& run) {
    if (ended(run)) return run.step();
    const EvalPoint* last = lastEval(run);
    return last ? last->step : 0;
}

bool alwaysAnswersOne(const RunModel& run) {
    const std::optional<double> accuracy = latestAccuracy(run);
    if (!accuracy || run.identity().data_name() != "MNIST" ||
        (run.config().task() != run::CLASSIFY && run.config().task() != run::TASK_UNSET))
        return false;
    const EvalPoint* last = lastEval(run);
    const bool live = !ended(run) && last && !last->complete && last->images == kLiveImages;
    return std::abs(*accuracy - (live ? kOnesOfLive : kOnesOfAll)) < 5e-6;  // no other count of images is as near
}

RaceRow raceRow(const RunModel& run) {
    RaceRow row;
    row.runId = run.runId();
    row.emulated = run.wasEmulated();
    row.task = run.config().task();
    row.accuracy = latestAccuracy(run);
    row.testExamples = run.config().test_examples();
    row.alwaysOne = alwaysAnswersOne(run);
    // Of what a run has from before it went on from another one, its end knows.
    const bool whole = run.identity().fork_step() > 0 && run.finished();
    row.skipped = whole ? run.finished()->skipped_steps() : run.skippedSteps();
    if (run.memory()) row.memory = peak_without_shadow(*run.memory());
    if (run.memory()) row.native = peak_without_shadow(*run.memory(), true);
    if (!row.emulated) row.imagesPerSecond = run.imagesPerSecond();
    row.shadow = lastShadowOf(run);
    const StepColumns& columns = run.columns();
    if (columns.empty()) return row;
    row.loss = static_cast<double>(columns.loss.back());
    if (!run.foreign() || !std::isnan(columns.scale.back())) row.scale = static_cast<double>(columns.scale.back());
    double flushed = 0;
    double nonzero = 0;
    for (std::size_t i = columns.size() - std::min(columns.size(), kFlushedWindow); i < columns.size(); ++i) {
        flushed += static_cast<double>(columns.weightGradientsFlushed[i]);
        nonzero += static_cast<double>(columns.weightGradientsNonzero[i]);
    }
    if (nonzero > 0) row.flushed = flushed / nonzero;
    return row;
}

RaceSeries lossByStep(const RunModel& run) {
    const StepColumns& columns = run.columns();
    RaceSeries series{{columns.step.begin(), columns.step.end()}, {}};
    series.y.reserve(columns.size());
    for (const float loss : columns.loss) series.y.push_back(decimal(loss));
    return series;
}

RaceSeries accuracyByStep(const RunModel& run) {
    if (logsAccuracy(run)) {
        RaceSeries logged;
        const StepColumns& columns = run.columns();
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (!std::isfinite(columns.accuracy[i])) continue;
            logged.x.push_back(columns.step[i]);
            logged.y.push_back(metric_of(run.config()).scale * decimal(columns.accuracy[i]));
        }
        return logged;
    }
    std::map<std::uint32_t, const EvalPoint*> best;
    for (const EvalPoint& point : run.evals()) {
        if (point.trainingSet || !point.accuracy) continue;
        const EvalPoint*& kept = best[point.step];
        if (!kept || point.complete) kept = &point;
    }
    RaceSeries series;
    for (const auto& [step, point] : best) {
        series.x.push_back(step);
        series.y.push_back(metricDrawn(run.config().task(), static_cast<double>(*point->accuracy),
                                       static_cast<double>(point->loss.value_or(0))));
    }
    return series;
}

std::vector<double> ownSeconds(const RunModel& run) {
    return run.columns().seconds;
}

TimeRefusal timeRefusal(const RunModel& run) {
    if (run.wasEmulated()) return TimeRefusal::emulated;
    const auto& times = run.columns().stepMs;
    const bool timed = std::any_of(times.begin(), times.end(), [](float ms) { return std::isfinite(ms) && ms > 0; });
    return timed || times.empty() ? TimeRefusal::none : TimeRefusal::untimed;
}

RaceSeries byTime(const RunModel& run, const RaceSeries& byStep) {
    RaceSeries series;
    if (timeRefusal(run) != TimeRefusal::none) return series;
    const std::vector<double> seconds = ownSeconds(run);
    const std::vector<std::uint32_t>& steps = run.columns().step;
    for (std::size_t i = 0; i < byStep.x.size(); ++i) {
        const auto after = std::upper_bound(steps.begin(), steps.end(), byStep.x[i]);
        series.x.push_back(after == steps.begin() ? 0.0 : seconds[static_cast<std::size_t>(after - steps.begin()) - 1]);
        series.y.push_back(byStep.y[i]);
    }
    return series;
}

std::optional<TimedEvaluation> firstReaching(const RunModel& run, const RaceSeries& byStep, double target) {
    const RaceSeries times = run.identity().ghost() ? RaceSeries() : byTime(run, byStep);
    const double scale = metric_of(run.config()).scale;
    std::vector<TimedEvaluation> evaluations;
    for (std::size_t i = 0; i < byStep.x.size(); ++i) {
        TimedEvaluation& one = evaluations.emplace_back();
        one.step = static_cast<std::uint32_t>(byStep.x[i]);
        one.metric = static_cast<float>(byStep.y[i] / scale);
        if (!times.x.empty()) one.seconds = times.x[i];
    }
    return first_reaching(evaluations, target / scale);
}

RaceSeries differenceOf(const RaceSeries& other, const RaceSeries& baseline) {
    RaceSeries difference;
    std::size_t b = 0;
    for (std::size_t i = 0; i < other.x.size(); ++i) {
        while (b < baseline.x.size() && baseline.x[b] < other.x[i]) ++b;
        if (b == baseline.x.size()) break;
        if (baseline.x[b] != other.x[i]) continue;
        difference.x.push_back(other.x[i]);
        difference.y.push_back(other.y[i] - baseline.y[b]);
    }
    return difference;
}

RaceSeries noiseBand(const RaceSeries& control, const RaceSeries& baseline, const PartingRule& rule) {
    RaceSeries band = differenceOf(control, baseline);
    double largest = 0;
    for (double& value : band.y) {
        largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : std::numeric_limits<double>::infinity();
        value = rule.noise_factor * largest;
    }
    return band;
}

std::optional<RaceOrigin> originOf(const RunModel& run, std::uint32_t step) {
    std::map<std::uint32_t, RaceOrigin> worst;  // of each step with a shadow
    const std::vector<std::string> layers = run.layers();
    const auto depth = [&](const RaceOrigin& lack) { return std::find(layers.begin(), layers.end(), lack.layer); };
    const auto take = [&](std::uint32_t at, const run::Histogram& histogram) {
        if (at > step) return;
        const std::optional<RaceOrigin> lack = lackOf(histogram, at);
        if (!lack) return;
        const auto [place, isNew] = worst.try_emplace(at, *lack);
        // Of equals the one nearest to the loss: gradients come from there.
        const bool after = !worse(place->second, *lack) && depth(*lack) > depth(place->second);
        if (!isNew && (worse(*lack, place->second) || after)) place->second = *lack;
    };
    for (const HistogramFrame& frame : run.histogramHistory()) {
        if (!frame.shadowed) continue;
        for (const run::Histogram& histogram : frame.histograms) take(frame.step, histogram);
    }
    for (const auto& [key, latest] : run.latestHistograms()) take(latest.step, latest.histogram);
    if (worst.empty()) return std::nullopt;
    for (const auto& [at, lack] : worst) {
        if (lack.alarm) return lack;
    }
    return worst.rbegin()->second;
}

std::optional<RaceParting> partingOf(const RunModel& lane, const RunModel& baseline, const RunModel* control,
                                     const PartingRule& rule) {
    if (&lane == &baseline || &lane == control) return std::nullopt;
    const std::vector<StepValue> noise = control ? losses(*control) : std::vector<StepValue>();
    const std::optional<Parting> at = first_parting(losses(baseline), losses(lane), noise, rule);
    if (!at) return std::nullopt;
    return RaceParting{*at, originOf(lane, at->step)};
}

namespace {

/// Whether two runs take the same steps where their gradients are the same.
bool sameSteps(const run::RunConfig& a, const run::RunConfig& b) {
    using Config = run::RunConfig;
    const auto& fields = *Config::descriptor();
    for (const int number : {Config::kOptimizerFieldNumber, Config::kLrFieldNumber, Config::kScheduleFieldNumber,
                             Config::kWarmupStepsFieldNumber, Config::kMomentumFieldNumber, Config::kBeta1FieldNumber,
                             Config::kBeta2FieldNumber, Config::kEpsilonFieldNumber, Config::kWeightDecayFieldNumber,
                             Config::kClipNormFieldNumber})
        if (field_text(a, *fields.FindFieldByNumber(number)) != field_text(b, *fields.FindFieldByNumber(number)))
            return false;
    // A cosine comes to its end with the run.
    return a.schedule() != run::SCHEDULE_COSINE || (a.steps() == b.steps() && a.epochs() == b.epochs());
}

}  // namespace

std::optional<Standing> standingOf(const SessionModel& session, const RunModel& run) {
    RaceLanes side = lanesSideBySide(session);
    const bool shown = std::find(side.lanes.begin(), side.lanes.end(), &run) != side.lanes.end();
    // Of runs that were no race, only FP32 from the same weights over the same batches, with the same optimizer and its
    // learning rates, is a measure of rounding.
    if (!side.race && !side.fork)
        std::erase_if(side.lanes, [&run](const RunModel* other) {
            const run::RunIdentity &one = other->identity(), &own = run.identity();
            return other->config().precision() != run::FP32 ||
                   one.initial_weights_sha256() != own.initial_weights_sha256() ||
                   one.batch_order_sha256() != own.batch_order_sha256() || !sameSteps(other->config(), run.config());
        });
    const RunModel* baseline = baselineOf(side.lanes, {});
    if (!shown || run.ghost() || !baseline || &run == baseline) return std::nullopt;
    const RunModel* control = controlOf(side.lanes, *baseline);
    if (&run == control) return std::nullopt;
    // As lists and charts call it; FP32 is what all know. Of two runs of one kind it is told which.
    std::string name = policyName(baseline->config());
    if (baseline->config().precision() != run::FP32 && !baseline->name().empty()) name = baseline->name();
    if (name == policyName(run.config()))
        name = QCoreApplication::translate("RaceModel", "run %1, %2")
                   .arg(session.face(*baseline).number)
                   .arg(QString::fromStdString(name))
                   .toStdString();
    Standing standing{std::move(name), control != nullptr, {}, {}, baseline->evidence().test};
    if (const std::optional<RaceParting> parting = partingOf(run, *baseline, control, standing.rule))
        standing.parting = parting->at;
    return standing;
}

std::vector<SeedComparison> compareSeeds(const SessionModel& session, const RunModel& member,
                                         std::uint32_t baselineLane) {
    const std::string& group = member.identity().group_id();
    if (group.empty() || member.identity().race_id().empty()) return {};
    // Races in the order of their seeds, then of their ids; one value per lane.
    std::map<std::pair<std::uint64_t, std::string>, std::map<std::uint32_t, const RunModel*>> races;
    std::map<std::uint32_t, std::string> names;
    std::map<std::uint32_t, const RunModel*> first;
    const std::string control = QCoreApplication::translate("RaceModel", " control").toStdString();
    for (const RunModel* run : session.runs()) {
        const run::RunIdentity& identity = run->identity();
        if (identity.group_id() != group || identity.ghost()) continue;
        races[{run->config().seed(), identity.race_id()}][run->lane()] = run;
        first.try_emplace(run->lane(), run);
        names.try_emplace(run->lane(), policyName(run->config()) + (run->config().one_ulp() ? control : ""));
    }
    const auto valuesOf = [&](std::uint32_t lane) {
        std::vector<double> values;
        for (const auto& [key, lanes] : races) {
            const auto at = lanes.find(lane);
            const run::RunFinished* end = at == lanes.end() ? nullptr : at->second->finished();
            const bool done = end && end->outcome() == run::RunFinished::COMPLETED && end->has_test_accuracy();
            values.push_back(done ? static_cast<double>(end->test_accuracy()) : kNaN);
        }
        return values;
    };
    const std::vector<double> baseline = valuesOf(baselineLane);
    std::vector<SeedComparison> result;
    for (const auto& [lane, name] : names) {
        SeedComparison one;
        one.lane = lane;
        one.name = name;
        one.run = first[lane];
        one.task = one.run->config().task();
        one.baseline = lane == baselineLane;
        for (const auto& [key, lanes] : races) one.seeds.push_back(key.first);
        const std::vector<double> values = one.accuracies = valuesOf(lane);
        for (const double value : values) {
            if (!std::isfinite(value)) continue;
            ++one.runs;
            one.mean += value;
        }
        if (one.runs > 0) one.mean /= static_cast<double>(one.runs);
        if (lane != baselineLane) {
            one.difference = accuracy_difference(baseline, values);
            one.sentence = wordsFor(one.difference, QString::fromStdString(names[baselineLane]),
                                    QString::fromStdString(name), one.task)
                               .toStdString();
        }
        result.push_back(std::move(one));
    }
    return result;
}

}  // namespace mantissa::ui
