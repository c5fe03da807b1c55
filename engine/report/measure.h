// SPDX-License-Identifier: Apache-2.0
// What a task is judged by (engine/run/metric.h), as tables for other programs have it: a number in its own unit beside
// its name. Records hold a hundredth of it.
#pragma once

#include <optional>
#include <string>

#include "engine/run/run.pb.h"

namespace mantissa {

struct Measure {
    std::string name;  ///< in English: "accuracy", "PSNR", "R²"
    std::string unit;  ///< "%" or "dB"
    std::string tag;   ///< as a name of a file or of a group: "accuracy", "pixel_accuracy", "psnr", "r2"
    bool accuracy;     ///< a share of what was answered right
};

Measure measure_of(run::Task task);

/// A record's number in the measure's unit, as the shortest text that reads back as the same float: "97.31" for 0.9731,
/// "6.37" for a PSNR that the record holds as 0.0637; "" where there is none.
std::string measured_text(std::optional<float> of_record);

/// The number under the measure's tag: a share from 0 to 1 where the unit is %, dB otherwise.
float tagged_value(const Measure& measure, float of_record);

}  // namespace mantissa
