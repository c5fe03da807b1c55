// SPDX-License-Identifier: GPL-3.0-or-later
// See run_model.h. Taking records in; what is derived from them is in run_figures.cpp. Records come from another
// program or an old file, so nothing here assumes an order, a first record or a sane number.
#include "ui/models/run_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/report/run_formats.h"
#include "engine/run/phrase_record.h"
#include "engine/run/presets.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {
namespace {

constexpr std::ptrdiff_t kNewestMarks = 512;  // these stay whole

/// Where there are more than RunModel::kMarks, drops every second one that `may` be dropped, but for the first and the
/// newest.
template <typename Mark, typename May>
void thinMarks(std::vector<Mark>& marks, const May& may) {
    if (marks.size() <= RunModel::kMarks) return;
    bool drop = true;
    const auto gone = [&](const Mark& mark) {
        if (!may(mark)) return false;
        drop = !drop;
        return drop;
    };
    const auto end = marks.end() - kNewestMarks;
    marks.erase(std::remove_if(marks.begin(), end, gone), end);
}

/// What a person did, or what says how the run stands: these stay.
bool byPerson(run::EventRecord::Kind kind) {
    switch (kind) {
        case run::EventRecord::EPOCH:
        case run::EventRecord::SCALE_UP:
        case run::EventRecord::SCALE_DOWN:
        case run::EventRecord::GAP:
        case run::EventRecord::SKIPPED:
        case run::EventRecord::FORWARD:
            return false;
        default:
            return true;
    }
}

/// Rough size of a histogram in memory.
std::size_t bytesOf(const run::Histogram& histogram) {
    const int bins = histogram.bins_size() + histogram.shadow().bins_size();
    return 500 + static_cast<std::size_t>(bins) * sizeof(std::uint32_t);
}

std::size_t bytesOf(const HistogramFrame& frame) {
    std::size_t bytes = sizeof(HistogramFrame);
    for (const run::Histogram& histogram : frame.histograms) bytes += bytesOf(histogram);
    return bytes;
}

/// A shadow of a foreign run that came later than its histogram, alone.
bool isLateShadow(const run::Histogram& histogram) {
    return histogram.has_shadow() && !histogram.has_counts() && histogram.has_shadow_tier();
}

void addShadow(const run::Histogram& from, run::Histogram& to) {
    if (to.has_shadow() && from.shadow_tier() != run::TIER_PROBE) return;
    *to.mutable_shadow() = from.shadow();
    to.set_shadow_tier(from.shadow_tier());
}

/// Whether a step of another program had a loss that was inf or NaN, which comes of its forward pass whatever gradient
/// held it: of several processes one alone may have had it.
bool isLostLoss(const RunModel& run, const run::StepRecord& record) {
    return run.foreign() && record.has_loss() && !std::isfinite(record.loss());
}

}  // namespace

RunModel::RunModel(std::string runId) : runId_(std::move(runId)) {}

void RunModel::apply(const run::Record& record) {
    if (record.kind_case() == run::Record::KIND_NOT_SET) return;
    if (record.has_lane()) lane_ = record.lane();
    lastStep_ = std::max(lastStep_, record.step());
    observe(evidence_, record);
    switch (record.kind_case()) {
        case run::Record::kStarted:
            takeStarted(record.started());
            break;
        case run::Record::kStepDone:
            takeStep(record.step(), record.step_done());
            break;
        case run::Record::kEvaluated:
            takeEval(record.step(), record.evaluated());
            break;
        case run::Record::kHistograms:
            takeHistograms(record.step(), record.histograms());
            break;
        case run::Record::kEvent:
            takeEvent(record.step(), record.event());
            break;
        case run::Record::kMemory:
            memory_ = record.memory();
            break;
        case run::Record::kFinished:
            takeFinished(record.finished());
            break;
        case run::Record::kError:
            end(RunState::failed, &record.error());
            break;
        case run::Record::kTrace:
            traces_.push_back({record.step(), record.trace()});
            if (traces_.size() > kTraces) traces_.erase(traces_.begin());
            break;
        case run::Record::kDescribed:
            takeDescribed(record.described());
            break;
        case run::Record::kDiagnosis:
            diagnosis_ = record.diagnosis();
            break;
        case run::Record::kBudget:
            budget_ = record.budget();
            break;
        case run::Record::kCheckpoint:
            checkpointStep_ = record.step();
            checkpoint_ = record.checkpoint();
            break;
        case run::Record::KIND_NOT_SET:
            break;
    }
    ++version_;
    if (record.kind_case() != run::Record::kStepDone) ++tensorsVersion_;
}

void RunModel::markInterrupted(const std::string& reason) {
    if (!live() && state_ != RunState::interrupted) return;
    state_ = RunState::interrupted;
    reason_ = reason;
    ++version_;
    ++tensorsVersion_;
}

void RunModel::setName(const std::string& name) {
    name_ = name;
    named_ = true;
    ++version_;
}

void RunModel::takeStarted(const run::RunStarted& started) {
    if (begun_) return;  // after a resume the first one stands
    begun_ = true;
    const run::RunConfig changes = current_;  // of events that came before it
    started_ = started;
    if (const std::uint32_t perEpoch = started.steps_per_epoch(); perEpoch > 0) {
        const std::uint32_t before = started.identity().fork_step() / perEpoch;  // a fork's own records begin there
        epochsFinished_ += before;
        epochStep_ = std::max(epochStep_, before * perEpoch);
    }
    current_ = started.config();
    current_ = merge(current_, changes);
    if (!named_) name_ = started.config().name();
}

bool RunModel::wasEmulated() const {
    return was_emulated(started_, emulatedFrom_);
}

void RunModel::takeDescribed(const run::Described& described) {
    if (!started_.has_foreign()) return;
    *started_.mutable_foreign() = described.foreign();
    std::map<std::string, int> places;
    for (int i = 0; i < started_.tensors_size(); ++i) places[started_.tensors(i).name()] = i;
    for (const run::TensorInfo& tensor : described.tensors()) {
        const auto known = places.find(tensor.name());
        (known == places.end() ? *started_.add_tensors() : *started_.mutable_tensors(known->second)) = tensor;
    }
}

/// What a foreign run's recording tells of a step after the step itself: of a skip whose gradients were all spoiled,
/// the module where it began.
void RunModel::takeStory(std::uint32_t step, const run::EventRecord& record) {
    if (!record.has_forward() || record.forward().module().empty()) return;
    const NonfiniteMark mark{step, record.forward().module(), run::ROLE_ACTIVATION, true};
    if (!forwardNonfinite_ || step < forwardNonfinite_->step || forwardNonfinite_->tensor.empty())
        forwardNonfinite_ = mark;
    for (SkipMark& skip : skips_) {
        if (skip.step != step) continue;
        skip.tensor = mark.tensor;
        skip.role = mark.role;
    }
}

void RunModel::takeStep(std::uint32_t step, const run::StepRecord& record) {
    const std::vector<std::uint32_t>& steps = columns_.step;
    std::size_t row = steps.size();
    if (!steps.empty() && step <= steps.back()) {
        if (step <= thinnedTo_) return;  // it may have been there
        const auto place = std::lower_bound(steps.begin(), steps.end(), step);
        if (*place == step) return;
        row = static_cast<std::size_t>(place - steps.begin());
        ++reorderVersion_;
    }
    columns_.insert(row, step, record, current_.batch());
    if (row + 1 == columns_.size()) {
        scalerNow_ = {record.overflows_absorbed(), record.overflows_tolerated(), std::nullopt};
        if (record.has_pending_scale()) scalerNow_.pending = record.pending_scale();
    }
    ++totals_.steps;
    takeLogged(step, record);
    totals_.weightGradientsNonzero += record.weight_gradients_nonzero();
    totals_.weightGradientsFlushed += record.weight_gradients_flushed();
    totals_.activationGradientsNonzero += record.activation_gradients_nonzero();
    totals_.activationGradientsFlushed += record.activation_gradients_flushed();
    totals_.updatesNonzero += record.updates_nonzero();
    totals_.updatesLost += record.updates_lost();
    if (record.skipped()) {
        const bool lost = isLostLoss(*this, record);
        ++totals_.skipped;
        const auto later =
            std::upper_bound(skips_.begin(), skips_.end(), step,
                             [](std::uint32_t value, const SkipMark& mark) { return value < mark.step; });
        skips_.insert(later, SkipMark{step, record.has_scale() ? static_cast<double>(record.scale()) : std::nan(""),
                                      record.batch(), record.skip_cause(), record.skip_values(),
                                      lost ? std::string() : record.nonfinite_tensor(),
                                      lost ? run::ROLE_ACTIVATION : record.nonfinite_role()});
        thinMarks(skips_, [](const SkipMark&) { return true; });
        ++eventsVersion_;
    }
    takeNonfinite(step, record);
    if (columns_.size() > StepColumns::kMostRows) thin();
    // Steps after an interruption: the run was taken up again (from a checkpoint).
    if (state_ == RunState::interrupted) {
        state_ = RunState::running;
        ++tensorsVersion_;
    }
}

void RunModel::takeLogged(std::uint32_t step, const run::StepRecord& record) {
    for (const run::Scalar& scalar : record.scalars()) {
        if (logged_.size() >= kLoggedNames && !logged_.contains(scalar.name())) continue;
        LoggedScalar& to = logged_[scalar.name()];
        if ((!to.step.empty() && step <= to.step.back()) || to.arrivals++ % to.stride != 0) continue;
        to.step.push_back(step);
        to.value.push_back(static_cast<float>(scalar.value()));
        if (to.step.size() < kLoggedValues) continue;
        for (std::size_t i = 0; 2 * i < to.step.size(); ++i) {
            to.step[i] = to.step[2 * i];
            to.value[i] = to.value[2 * i];
        }
        to.step.resize((to.step.size() + 1) / 2);
        to.value.resize(to.step.size());
        to.stride *= 2;
    }
}

void RunModel::thin() {
    // What was new at the last time first gets the stride that the older rows have.
    for (bool first = true; first || columns_.size() > StepColumns::kMostRows / 4 * 3; first = false) {
        if (!first || stride_ == 1) stride_ *= 2;
        columns_.thin(stride_, refined_);
        thinnedTo_ = columns_.step[columns_.size() - StepColumns::kNewestRows];
    }
    ++reorderVersion_;
}

void RunModel::refine(const std::vector<run::Record>& steps) {
    if (steps.empty()) return;
    refined_ = {steps.front().step(), steps.back().step()};
    columns_.merge(steps, current_.batch());
    ++reorderVersion_;
    ++version_;
    if (columns_.size() > StepColumns::kMostRows + StepColumns::kMostRefined) thin();
}

void RunModel::takeNonfinite(std::uint32_t step, const run::StepRecord& record) {
    const bool placed = record.nonfinite_role() != run::ROLE_UNSET;
    // Records of older versions do not say where: a skip and a loss that is no number tell as much as they can.
    if (!placed && !record.skipped() && (!record.has_loss() || std::isfinite(record.loss()))) return;
    NonfiniteMark mark{step, placed ? record.nonfinite_tensor() : record.skip_cause(), record.nonfinite_role(),
                       record.skipped()};
    if (mark.role != run::ROLE_ACTIVATION && isLostLoss(*this, record))
        mark = {step, {}, run::ROLE_ACTIVATION, record.skipped()};
    ++tensorsVersion_;
    if (!nonfinite_ || step < nonfinite_->step) nonfinite_ = mark;
    if (mark.role != run::ROLE_ACTIVATION) return;
    if (!forwardNonfinite_ || step < forwardNonfinite_->step) forwardNonfinite_ = mark;
}

void RunModel::takeEval(std::uint32_t step, const run::EvalRecord& record) {
    const EvalPoint point{step,
                          record.epoch(),
                          record.has_accuracy() ? std::optional(record.accuracy()) : std::nullopt,
                          record.has_loss() ? std::optional(record.loss()) : std::nullopt,
                          record.images(),
                          record.complete(),
                          record.training_set()};
    const auto same = [&](const EvalPoint& other) {
        return other.step == point.step && other.complete == point.complete && other.trainingSet == point.trainingSet &&
               other.images == point.images;
    };
    const auto [first, last] = std::equal_range(evals_.begin(), evals_.end(), point,
                                                [](const EvalPoint& a, const EvalPoint& b) { return a.step < b.step; });
    if (std::any_of(first, last, same)) return;
    evals_.insert(last, point);
    if (evals_.size() > kMarks) {
        thinMarks(evals_, [](const EvalPoint& one) { return !one.complete; });
        thinMarks(evals_, [](const EvalPoint&) { return true; });
    }
    ++evalsVersion_;
}

std::vector<std::uint32_t> RunModel::slotsOf(const run::HistogramRecord& record) {
    std::vector<std::uint32_t> ids;
    ids.reserve(static_cast<std::size_t>(record.histograms_size()));
    for (const run::Histogram& histogram : record.histograms()) {
        const auto [place, fresh] = latest_.try_emplace({histogram.tensor(), histogram.role()});
        if (fresh) place->second.slot = static_cast<std::uint32_t>(latest_.size() - 1);
        ids.push_back(place->second.slot);
    }
    return ids;
}

void RunModel::takeHistograms(std::uint32_t step, const run::HistogramRecord& record) {
    operands_.take(step, record);
    const std::vector<std::uint32_t> slotIds = slotsOf(record);
    for (const run::Histogram& histogram : record.histograms()) {
        HistogramAt& latest = latest_.at({histogram.tensor(), histogram.role()});
        if (isLateShadow(histogram)) {
            if (latest.step == step) addShadow(histogram, latest.histogram);
            continue;
        }
        if (latest.histogram.bins_size() > 0 && step <= latest.step) continue;
        latest.step = step;
        latest.histogram = histogram;
    }
    keepInHistory(step, record, slotIds);
    if (foreign() && !foreign()->scaler().enabled()) takeNonfiniteGradients(step, record);
}

/// Of a recording without a scaler nothing else tells of gradients that were not finite.
void RunModel::takeNonfiniteGradients(std::uint32_t step, const run::HistogramRecord& record) {
    if (nonfinite_ && nonfinite_->step <= step) return;
    const run::Histogram* first = nullptr;
    const auto place = [this](const run::Histogram& histogram) {
        for (const run::TensorInfo& tensor : started_.tensors())
            if (tensor.name() == histogram.tensor() && tensor.has_backward()) return tensor.backward();
        return std::numeric_limits<std::uint32_t>::max();
    };
    for (const run::Histogram& histogram : record.histograms()) {
        const bool broken = histogram.role() == run::ROLE_WEIGHT_GRADIENT &&
                            histogram.counts().infinite() + histogram.counts().nan() > 0;
        if (broken && (!first || place(histogram) < place(*first))) first = &histogram;
    }
    if (!first) return;
    nonfinite_ = NonfiniteMark{step, first->tensor(), run::ROLE_WEIGHT_GRADIENT, false};
    ++tensorsVersion_;
}

void RunModel::releaseHistory() {
    std::vector<HistogramFrame>().swap(history_);
    historyStride_ = 1;
    historyArrivals_ = historyNewest_ = 0;
    historyBytes_ = 0;
    historyReleased_ = true;
}

void RunModel::restoreHistory(const std::vector<run::Record>& histograms) {
    releaseHistory();
    historyReleased_ = false;
    for (const run::Record& record : histograms)
        if (record.has_histograms()) keepInHistory(record.step(), record.histograms(), slotsOf(record.histograms()));
    ++version_;
    ++tensorsVersion_;
}

void RunModel::keepInHistory(std::uint32_t step, const run::HistogramRecord& record,
                             const std::vector<std::uint32_t>& slotIds) {
    if (historyReleased_) return;
    auto place = std::lower_bound(history_.begin(), history_.end(), step,
                                  [](const HistogramFrame& frame, std::uint32_t value) { return frame.step < value; });
    if (place == history_.end() || place->step != step) {
        const bool next = historyArrivals_ == 0 || step > historyNewest_;
        if (next) {
            historyNewest_ = step;
            if (historyArrivals_++ % historyStride_ != 0) return;
        } else if (step == historyNewest_) {
            return;  // more of a step that was thinned out
        }
        place = history_.insert(place, HistogramFrame{step, {}, {}, false});
        historyBytes_ += bytesOf(*place);
    }
    if (place->places.size() < latest_.size()) place->places.resize(latest_.size());
    for (std::size_t i = 0; i < slotIds.size(); ++i) {
        const run::Histogram& histogram = record.histograms(static_cast<int>(i));
        std::uint32_t& there = place->places[slotIds[i]];
        place->shadowed = place->shadowed || histogram.has_shadow();
        if (isLateShadow(histogram)) {
            if (there > 0) addShadow(histogram, place->histograms[there - 1]);
            continue;
        }
        if (there > 0) continue;
        place->histograms.push_back(histogram);
        there = static_cast<std::uint32_t>(place->histograms.size());
        historyBytes_ += bytesOf(histogram);
    }
    while (history_.size() > kHistogramHistory || (historyBytes_ > kHistogramHistoryBytes && history_.size() > 1)) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < history_.size(); i += 2, ++kept) {
            if (i != kept) history_[kept] = std::move(history_[i]);
        }
        history_.resize(kept);
        historyStride_ *= 2;
        historyBytes_ = 0;
        for (const HistogramFrame& frame : history_) historyBytes_ += bytesOf(frame);
    }
}

void RunModel::takeEvent(std::uint32_t step, const run::EventRecord& record) {
    const auto [first, last] = std::equal_range(events_.begin(), events_.end(), EventMark{step, {}, {}, {}},
                                                [](const EventMark& a, const EventMark& b) { return a.step < b.step; });
    if (record.kind() == run::EventRecord::ADOPTED) adopted_ = true;
    const bool late = last != events_.end();
    const bool repeated = std::any_of(first, last, [&](const EventMark& other) {
        return other.kind == record.kind() && english(other.text) == record.text();
    });
    if (!late) {
        if (record.kind() == run::EventRecord::PAUSED && live()) state_ = RunState::paused;
        const bool on = record.kind() == run::EventRecord::RESUMED || record.kind() == run::EventRecord::ADOPTED;
        if ((on && live()) ||
            (record.kind() == run::EventRecord::RESUMED_FROM_CHECKPOINT && !live() && state_ != RunState::finished)) {
            state_ = RunState::running;
            reason_.clear();
            finished_.reset();
        }
        if (record.has_change()) current_ = merge(current_, record.change());
    }
    if (repeated) return;
    takeStory(step, record);
    if (record.kind() == run::EventRecord::EPOCH && step > 0) {
        ++epochsFinished_;
        epochStep_ = std::max(epochStep_, step);
    }
    if (record.has_emulated()) emulatedFrom_[step] = record.emulated();
    events_.insert(last, EventMark{step, record.kind(), phrase_of(record), record.change()});
    thinMarks(events_, [](const EventMark& one) { return !byPerson(one.kind); });
    ++eventsVersion_;
}

void RunModel::takeFinished(const run::RunFinished& record) {
    finished_ = record;
    const run::ErrorRecord* const error = record.has_error() ? &record.error() : nullptr;
    switch (record.outcome()) {
        case run::RunFinished::STOPPED:
            end(RunState::stopped, error);
            break;
        case run::RunFinished::FAILED:
            end(RunState::failed, error);
            break;
        default:
            end(RunState::finished, error);
            break;
    }
}

void RunModel::end(RunState state, const run::ErrorRecord* error) {
    state_ = state;
    if (error != nullptr) {
        error_ = *error;
        reason_ = reasonInWords(*error).toStdString();
    } else if (state != RunState::failed) {
        reason_.clear();
    }
}

}  // namespace mantissa::ui
