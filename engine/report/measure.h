// SPDX-License-Identifier: Apache-2.0
// What a task is judged by (engine/run/metric.h), as tables for other programs have it: a number in its own unit beside
// its name.
#pragma once

#include <optional>
#include <string>

#include "engine/run/run.pb.h"

namespace mantissa {

struct Measure {
    std::string name;  ///< in English: "accuracy", "PSNR", "R²"
    std::string unit;  ///< "%" or "dB"; "" of R²
    double scale;      ///< what it is of a record's 1
    std::string tag;   ///< as a name of a file or of a group: "accuracy", "pixel_accuracy", "psnr", "r2"
    bool accuracy;     ///< a share of what was answered right
};

Measure measure_of(run::Task task);

/// A record's number in the measure's unit, as the shortest text that reads back as the same float: "97.31" for 0.9731,
/// "6.37" for a PSNR that the record holds as 0.0637, "0.912" of an R²; "" where there is none.
std::string measured_text(const Measure& measure, std::optional<float> of_record);

/// The number under the measure's tag: dB where that is the unit, otherwise a share from 0 to 1.
float tagged_value(const Measure& measure, float of_record);

}  // namespace mantissa
