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
            return {say("R²"), "", say("R²"), 1, 3};
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

Phrase tested_part(run::Task task, std::uint32_t examples) {
    if (examples == 0) return {};
    return reads_table(task)  ? say("on %1 test rows", {examples})
           : reads_text(task) ? say("on %1 test sequences", {examples})
                              : say("on %1 test images", {examples});
}

std::string metric_number(const Metric& metric, double value) {
    return fmt::format("{:.{}f}", plain_nan(value * metric.scale), metric.decimals);
}

std::string metric_difference(const Metric& metric, double difference) {
    return fmt::format("{:+.{}f}", difference * metric.scale, metric.decimals);
}

std::string with_unit(const Metric& metric, const std::string& number) {
    return *metric.unit ? number + " " + metric.unit : number;
}

std::string metric_text(const Metric& metric, bool known, double value) {
    return known ? with_unit(metric, metric_number(metric, value)) : "-";
}

std::string tested_text(const std::string& set, run::Task task, double value, int width) {
    const Metric metric = metric_of(task);
    const bool named = !gives_one_class(task);
    return fmt::format("{}{} {}", set, named ? " " + english(metric.name) : "",
                       with_unit(metric, fmt::format("{:>{}}", metric_number(metric, value), width)));
}

}  // namespace mantissa
