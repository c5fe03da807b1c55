// SPDX-License-Identifier: Apache-2.0
// What a task is judged by: the number that records call accuracy, with its name and unit. More is better of each, and
// a record holds a hundredth of what people read: a share of 97.31 %, or 0.1984 for a PSNR of 19.84 dB, so that
// whatever compares and averages accuracies does the same with the others. R² is the share of the targets' variance
// that a regression explains; a record has 0 where it is negative, which is worse than to give the mean.
#pragma once

#include <string>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

struct Metric {
    Phrase name;             ///< "accuracy", "pixel accuracy", "tokens right", "PSNR", "R²"
    const char* unit;        ///< "%" or "dB"
    Phrase difference_unit;  ///< "percentage points" or "dB"
};

/// Of a task that this program does not know: "?", without units.
Metric metric_of(run::Task task);
inline Metric metric_of(const run::RunConfig& config) {
    return metric_of(config.task());
}
/// Whether their values can be compared: a share of pixels and a share of images cannot.
bool same_metric(run::Task a, run::Task b);

/// What a task's speed is counted in: "images/s", "sequences/s" of texts, "rows/s" of a table.
Phrase rate_unit(run::Task task);
/// What a batch of it has: "image", "sequence", "row".
const char* sample_word(run::Task task);

/// "97.31 %", "19.84 dB"; "-" where there is none.
std::string metric_text(const Metric& metric, bool known, double value, int decimals = 2);

/// "test 97.31 %", "test PSNR 19.84 dB": accuracy needs no name beside its unit.
std::string tested_text(const std::string& set, run::Task task, double value, int width = 0);

}  // namespace mantissa
