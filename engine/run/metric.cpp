// SPDX-License-Identifier: Apache-2.0
#include "engine/run/metric.h"

#include <fmt/format.h>

#include "engine/base/plain_nan.h"
#include "engine/run/tasks.h"

namespace mantissa {

Metric metric_of(run::Task task) {
    switch (task) {
        case run::TASK_UNSET:  // another program's training, whose recording names no task: what it records is a share
        case run::CLASSIFY:
        case run::CLASSIFY_TEXT:
            return {say("accuracy"), "%", say("percentage points")};
        case run::CLASSIFY_PIXELS:
            return {say("pixel accuracy"), "%", say("percentage points")};
        case run::SORT_TOKENS:
        case run::FILL_TOKENS:
            return {say("tokens right"), "%", say("percentage points")};
        case run::DENOISE:
        case run::RECONSTRUCT:
            return {say("PSNR"), "dB", say("dB")};
        case run::REGRESS:
            return {say("R²"), "%", say("percentage points")};
        case run::Task_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Task_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    return {"?", "", ""};  // proto3 keeps the numbers of tasks that this program does not know
}

bool same_metric(run::Task a, run::Task b) {
    return a == b || metric_of(a).name == metric_of(b).name;
}

Phrase rate_unit(run::Task task) {
    return reads_table(task) ? say("rows/s") : reads_text(task) ? say("sequences/s") : say("images/s");
}

const char* sample_word(run::Task task) {
    return reads_table(task) ? "row" : reads_text(task) ? "sequence" : "image";
}

std::string tested_text(const std::string& set, run::Task task, double value, int width) {
    const Metric metric = metric_of(task);
    const bool named = !gives_one_class(task);
    return fmt::format("{}{} {:{}.2f} {}", set, named ? " " + english(metric.name) : "", plain_nan(value * 100), width,
                       metric.unit);
}

std::string metric_text(const Metric& metric, bool known, double value, int decimals) {
    return known ? fmt::format("{:.{}f} {}", plain_nan(value * 100), decimals, metric.unit) : "-";
}

}  // namespace mantissa
