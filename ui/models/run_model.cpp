// SPDX-License-Identifier: GPL-3.0-or-later
// See run_model.h. Taking records in; what is derived from them is in run_figures.cpp. Records come from another
// program or an old file, so nothing here assumes an order, a first record or a sane number.
#include "ui/models/run_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "engine/run/phrase_record.h"
#include "engine/run/presets.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

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
        case run::Record::kCheckpoint:
            checkpointStep_ = record.step();
            checkpoint_ = record.checkpoint();
            break;
        case run::Record::KIND_NOT_SET:
            break;
    }
    ++version_;
}

void RunModel::markInterrupted(const std::string& reason) {
    if (!live()) return;
    state_ = RunState::interrupted;
    reason_ = reason;
    ++version_;
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
        const auto place = std::lower_bound(steps.begin(), steps.end(), step);
        if (*place == step) return;
        row = static_cast<std::size_t>(place - steps.begin());
        ++reorderVersion_;
    }
    insertRow(row, step, record);
    totals_.weightGradientsNonzero += record.weight_gradients_nonzero();
    totals_.weightGradientsFlushed += record.weight_gradients_flushed();
    totals_.activationGradientsNonzero += record.activation_gradients_nonzero();
    totals_.activationGradientsFlushed += record.activation_gradients_flushed();
    totals_.updatesNonzero += record.updates_nonzero();
    totals_.updatesLost += record.updates_lost();
    if (record.skipped()) {
        ++totals_.skipped;
        const auto later =
            std::upper_bound(skips_.begin(), skips_.end(), step,
                             [](std::uint32_t value, const SkipMark& mark) { return value < mark.step; });
        skips_.insert(later, SkipMark{step, record.skip_cause(), record.skip_values(), record.nonfinite_tensor(),
                                      record.nonfinite_role()});
        ++eventsVersion_;
    }
    takeNonfinite(step, record);
    // Steps after an interruption: the run was taken up again (from a checkpoint).
    if (state_ == RunState::interrupted) state_ = RunState::running;
}

void RunModel::takeNonfinite(std::uint32_t step, const run::StepRecord& record) {
    const bool placed = record.nonfinite_role() != run::ROLE_UNSET;
    // Records of older versions do not say where: a skip and a loss that is no number tell as much as they can.
    if (!placed && !record.skipped() && (!record.has_loss() || std::isfinite(record.loss()))) return;
    const NonfiniteMark mark{step, placed ? record.nonfinite_tensor() : record.skip_cause(), record.nonfinite_role(),
                             record.skipped()};
    if (!nonfinite_ || step < nonfinite_->step) nonfinite_ = mark;
    if (mark.role != run::ROLE_ACTIVATION) return;
    if (!forwardNonfinite_ || step < forwardNonfinite_->step) forwardNonfinite_ = mark;
}

void RunModel::insertRow(std::size_t row, std::uint32_t step, const run::StepRecord& record) {
    const auto put = [row](auto& column, auto value) {
        column.insert(column.begin() + static_cast<std::ptrdiff_t>(row), value);
    };
    put(columns_.step, step);
    put(columns_.loss, record.has_loss() ? record.loss() : kMissing);
    put(columns_.accuracy, record.has_accuracy() ? record.accuracy() : kMissing);
    put(columns_.scale, record.has_scale() ? record.scale() : kMissing);
    put(columns_.gradientNorm, record.has_gradient_norm() ? record.gradient_norm() : kMissing);
    put(columns_.lr, record.has_lr() ? record.lr() : kMissing);
    put(columns_.imagesPerSecond, record.has_images_per_second() ? record.images_per_second() : kMissing);
    put(columns_.stepMs, record.has_step_ms() ? record.step_ms() : kMissing);
    put(columns_.skipped, static_cast<std::uint8_t>(record.skipped() ? 1 : 0));
    put(columns_.batch, record.batch());
    put(columns_.growthTracker, record.growth_tracker());
    put(columns_.weightGradientsNonzero, record.weight_gradients_nonzero());
    put(columns_.weightGradientsFlushed, record.weight_gradients_flushed());
    put(columns_.activationGradientsNonzero, record.activation_gradients_nonzero());
    put(columns_.activationGradientsFlushed, record.activation_gradients_flushed());
    put(columns_.updatesNonzero, record.updates_nonzero());
    put(columns_.updatesLost, record.updates_lost());
    if (row + 1 < columns_.size()) return;
    scalerNow_ = {record.overflows_absorbed(), record.overflows_tolerated(), std::nullopt};
    if (record.has_pending_scale()) scalerNow_.pending = record.pending_scale();
}

void RunModel::takeEval(std::uint32_t step, const run::EvalRecord& record) {
    const EvalPoint point{step,
                          record.epoch(),
                          record.has_accuracy() ? record.accuracy() : kMissing,
                          record.has_loss() ? record.loss() : kMissing,
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
    ++evalsVersion_;
}

void RunModel::takeHistograms(std::uint32_t step, const run::HistogramRecord& record) {
    for (const run::Histogram& histogram : record.histograms()) {
        HistogramAt& latest = latest_[{histogram.tensor(), histogram.role()}];
        if (isLateShadow(histogram)) {
            if (latest.step == step) addShadow(histogram, latest.histogram);
            continue;
        }
        if (latest.histogram.bins_size() > 0 && step <= latest.step) continue;
        latest.step = step;
        latest.histogram = histogram;
    }
    keepInHistory(step, record);
}

void RunModel::keepInHistory(std::uint32_t step, const run::HistogramRecord& record) {
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
        place = history_.insert(place, HistogramFrame{step, {}});
        historyBytes_ += bytesOf(*place);
    }
    std::set<std::pair<std::string, int>> there;  // looked up for each: a foreign run has thousands of tensors
    for (const run::Histogram& one : place->histograms) there.emplace(one.tensor(), one.role());
    for (const run::Histogram& histogram : record.histograms()) {
        if (isLateShadow(histogram)) {
            for (run::Histogram& other : place->histograms)
                if (other.role() == histogram.role() && other.tensor() == histogram.tensor())
                    addShadow(histogram, other);
            continue;
        }
        if (!there.emplace(histogram.tensor(), histogram.role()).second) continue;
        place->histograms.push_back(histogram);
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
    events_.insert(last, EventMark{step, record.kind(), phrase_of(record), record.change()});
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
