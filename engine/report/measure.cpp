// SPDX-License-Identifier: Apache-2.0
#include "engine/report/measure.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/report/field_text.h"
#include "engine/run/metric.h"

namespace mantissa {
Measure measure_of(run::Task task) {
    const Metric metric = metric_of(task);
    Measure measure{english(metric.name), metric.unit, metric.scale, "", true};
    if (measure.name == "R²") {
        measure.tag = "r2";
        measure.accuracy = false;
        return measure;
    }
    for (const char c : measure.name)
        measure.tag += c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    measure.accuracy = measure.unit == "%";
    return measure;
}

std::string measured_text(const Measure& measure, std::optional<float> of_record) {
    // Seven digits of a float: 38.62, where its product with 100 is 38.620003.
    if (!of_record) return "";
    return std::isfinite(*of_record) ? fmt::format("{:.7g}", static_cast<double>(*of_record) * measure.scale)
                                     : number_text(*of_record);
}

float tagged_value(const Measure& measure, float of_record) {
    return measure.unit == "dB" ? static_cast<float>(static_cast<double>(of_record) * measure.scale) : of_record;
}

}  // namespace mantissa
