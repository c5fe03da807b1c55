// SPDX-License-Identifier: Apache-2.0
#include "engine/report/time_to_target.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/run/metric.h"

namespace mantissa {

void EvaluationTimes::apply(const run::Record& record) {
    if (record.has_started() && record.started().emulated()) seconds_.reset();
    if (record.has_step_done() && record.step() > step_) {
        const auto took = static_cast<double>(record.step_done().step_ms());
        const bool known = record.step() == step_ + 1 && record.step_done().has_step_ms() && std::isfinite(took);
        step_ = record.step();
        if (seconds_ && known)
            *seconds_ += std::max(0.0, took) / 1e3;
        else
            seconds_.reset();
    }
    if (!record.has_evaluated() || record.evaluated().training_set() || !record.evaluated().has_accuracy()) return;
    if (record.step() >= step_)
        evaluations_.push_back(
            {record.step(), record.evaluated().accuracy(), record.step() == step_ ? seconds_ : std::nullopt});
}

double largest_target(run::Task task) {
    return metric_of(task).unit == std::string_view("dB") ? 2 : 1;
}

std::optional<TimedEvaluation> first_reaching(std::span<const TimedEvaluation> evaluations, double target) {
    const auto wanted = static_cast<float>(target);
    const auto first = std::find_if(evaluations.begin(), evaluations.end(),
                                    [wanted](const TimedEvaluation& one) { return one.metric >= wanted; });
    return first == evaluations.end() ? std::nullopt : std::optional(*first);
}

TimeToTarget time_to_target(const std::vector<std::optional<TimedEvaluation>>& runs) {
    TimeToTarget result;
    result.runs = runs;
    double steps = 0;
    std::optional<double> seconds = 0;
    for (const std::optional<TimedEvaluation>& one : runs) {
        if (!one) continue;
        ++result.reached;
        steps += one->step;
        seconds = seconds && one->seconds ? std::optional(*seconds + *one->seconds) : std::nullopt;
    }
    if (result.reached == 0) return result;
    const auto count = static_cast<double>(result.reached);
    result.step = steps / count;
    if (seconds) result.seconds = *seconds / count;
    return result;
}

}  // namespace mantissa
