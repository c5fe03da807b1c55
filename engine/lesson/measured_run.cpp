// SPDX-License-Identifier: Apache-2.0
#include "engine/lesson/measured_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/report/comparison.h"

namespace mantissa {
namespace {

using Kind = Measure::Kind;

double percent(double part, double whole) {
    return whole > 0 ? 100.0 * part / whole : 0.0;
}

run::Role role_of(const Measure& measure) {
    const bool updates = measure.kind == Kind::lost_updates || measure.kind == Kind::lost_updates_without_master;
    return updates ? run::ROLE_UPDATE : measure.role;
}

/// Values times `unit`, evenly chosen so that at most `most` (at least 1) are left, the last among them.
std::vector<std::pair<double, double>> thinned(const std::map<std::uint32_t, float>& values, std::size_t most,
                                               double unit) {
    const std::size_t stride = (values.size() + most - 1) / most;
    std::vector<std::pair<double, double>> points;
    std::size_t left = values.size();
    for (const auto& [step, value] : values)
        if (--left % stride == 0) points.emplace_back(step, unit * static_cast<double>(value));
    return points;
}

}  // namespace

void MeasuredRun::apply(const run::Record& record) {
    if (record.has_started()) {
        run_id_ = record.run_id();
        config_ = record.started().config();
    }
    if (record.has_step_done()) {
        const run::StepRecord& step = record.step_done();
        steps_ = std::max(steps_, record.step());
        losses_[record.step()] = step.loss();
        if (steps_ == record.step()) last_scale_ = step.scale();
        if (step.skipped()) skipped_.insert(record.step());
        if (!std::isfinite(step.loss())) nonfinite_.insert(record.step());
    }
    if (record.has_evaluated() && !record.evaluated().training_set())
        accuracy_[record.step()] = record.evaluated().accuracy();
    if (record.has_histograms()) take(record.histograms(), record.step());
    if (record.has_memory()) memory_ = record.memory();
    if (record.has_finished()) finished_ = record.finished();
}

void MeasuredRun::take(const run::HistogramRecord& record, std::uint32_t step) {
    for (const run::Histogram& histogram : record.histograms()) {
        float& largest = largest_[{histogram.tensor(), histogram.role()}];
        largest = std::max(largest, histogram.largest());
        const bool gradient =
            histogram.role() == run::ROLE_ACTIVATION_GRADIENT || histogram.role() == run::ROLE_WEIGHT_GRADIENT;
        if (gradient && !histogram.has_shadow()) continue;
        auto& [at, kept] = histograms_[{histogram.tensor(), histogram.role()}];
        if (step < at) continue;
        at = step;
        kept = histogram;
    }
}

std::optional<double> MeasuredRun::accuracy_until(std::uint32_t step) const {
    const auto after = accuracy_.upper_bound(step);
    if (after == accuracy_.begin()) return std::nullopt;
    return 100.0 * static_cast<double>(std::prev(after)->second);
}

std::optional<double> MeasuredRun::of_tensor(const Measure& measure) const {
    const auto found = histograms_.find({measure.tensor, role_of(measure)});
    if (found == histograms_.end()) return std::nullopt;
    const run::Histogram& h = found->second.second;
    switch (measure.kind) {
        case Kind::flushed:
            return percent(static_cast<double>(h.counts().flushed()),
                           static_cast<double>(h.counts().elements()) - static_cast<double>(h.counts().zero()));
        case Kind::norm_lost:
            return h.has_shadow() ? percent(h.shadow().norm_lost(), h.shadow().norm())
                                  : percent(h.norm_lost(), h.norm());
        case Kind::lost_updates:
            if (!h.updates().has_lost()) return std::nullopt;  // of an optimizer that a recorder does not know
            return percent(static_cast<double>(h.updates().lost()), static_cast<double>(h.updates().nonzero()));
        case Kind::lost_updates_without_master:
            return percent(static_cast<double>(h.updates().lost_without_master()),
                           static_cast<double>(h.updates().nonzero()));
        case Kind::accuracy:
        case Kind::accuracy_at:
        case Kind::loss:
        case Kind::loss_at:
        case Kind::skipped:
        case Kind::scale:
        case Kind::steps:
        case Kind::largest_value:
        case Kind::memory_held:
        case Kind::memory_native:
        case Kind::first_nonfinite:
        case Kind::value:
        case Kind::ulp:
        case Kind::largest:
        case Kind::smallest:
        case Kind::smallest_normal:
        case Kind::sum:
        case Kind::sum32:
        case Kind::ranks_error:
        case Kind::ranks_flushed:
        case Kind::ranks_overflowed:
        case Kind::ranks_bound:
            break;  // of no tensor's gradient
    }
    return std::nullopt;
}

std::optional<double> MeasuredRun::value(const Measure& measure) const {
    const bool of_steps = measure.kind == Kind::skipped || measure.kind == Kind::scale || measure.kind == Kind::steps ||
                          measure.kind == Kind::first_nonfinite;
    if (of_steps && losses_.empty()) return std::nullopt;
    switch (measure.kind) {
        case Kind::accuracy:
            return accuracy_until(std::numeric_limits<std::uint32_t>::max());
        case Kind::accuracy_at:
            return accuracy_until(measure.step);
        case Kind::loss:
            if (losses_.empty()) return std::nullopt;
            return static_cast<double>(losses_.rbegin()->second);
        case Kind::loss_at: {
            const auto at = losses_.find(measure.step);
            if (at == losses_.end()) return std::nullopt;
            return static_cast<double>(at->second);
        }
        case Kind::skipped:
            return static_cast<double>(skipped_.size());
        case Kind::scale:
            return static_cast<double>(finished_ && finished_->has_final_scale() ? finished_->final_scale()
                                                                                 : last_scale_);
        case Kind::steps:
            return steps_;
        case Kind::largest_value: {
            const auto found = largest_.find({measure.tensor, measure.role});
            if (found == largest_.end()) return std::nullopt;
            return static_cast<double>(found->second);
        }
        case Kind::memory_held:  // the kernels' scratch is the processor's and no lesson's
            if (!memory_) return std::nullopt;
            return static_cast<double>(peak_without_shadow(*memory_) - memory_->scratch_bytes()) / 0x1p20;
        case Kind::memory_native:
            if (!memory_) return std::nullopt;
            return static_cast<double>(peak_without_shadow(*memory_, true)) / 0x1p20;
        case Kind::first_nonfinite:
            return nonfinite_.empty() ? -1.0 : static_cast<double>(*nonfinite_.begin());
        case Kind::flushed:
        case Kind::norm_lost:
        case Kind::lost_updates:
        case Kind::lost_updates_without_master:
            return of_tensor(measure);
        case Kind::value:
        case Kind::ulp:
        case Kind::largest:
        case Kind::smallest:
        case Kind::smallest_normal:
        case Kind::sum:
        case Kind::sum32:
        case Kind::ranks_error:
        case Kind::ranks_flushed:
        case Kind::ranks_overflowed:
        case Kind::ranks_bound:
            break;  // of a format, not of a run
    }
    return std::nullopt;
}

std::string MeasuredRun::missing(const Measure& measure) {
    switch (measure.kind) {
        case Kind::accuracy:
        case Kind::accuracy_at:
            return "the run was not evaluated until then";
        case Kind::loss:
        case Kind::skipped:
        case Kind::scale:
        case Kind::steps:
        case Kind::first_nonfinite:
            return "the run made no step";
        case Kind::loss_at:
            return "the run did not make that step";
        case Kind::memory_held:
        case Kind::memory_native:
            return "the run recorded no plan of memory";
        case Kind::largest_value:
        case Kind::flushed:
        case Kind::norm_lost:
        case Kind::lost_updates:
        case Kind::lost_updates_without_master:
            return fmt::format(
                "the run recorded no such histogram of {} (is that its name on the Health page, and are "
                "histogram_interval and shadow_interval of the setup short enough?)",
                measure.tensor);
        case Kind::value:
        case Kind::ulp:
        case Kind::largest:
        case Kind::smallest:
        case Kind::smallest_normal:
        case Kind::sum:
        case Kind::sum32:
        case Kind::ranks_error:
        case Kind::ranks_flushed:
        case Kind::ranks_overflowed:
        case Kind::ranks_bound:
            break;
    }
    return "this is a measure of a format, not of a run";
}

std::vector<std::pair<double, double>> MeasuredRun::accuracy(std::size_t most) const {
    return thinned(accuracy_, most, 100.0);
}

std::vector<std::pair<double, double>> MeasuredRun::loss(std::size_t most) const {
    return thinned(losses_, most, 1.0);
}

}  // namespace mantissa
