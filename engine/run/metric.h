// SPDX-License-Identifier: Apache-2.0
// What a task is judged by: the number that records call accuracy, with its name, its unit and how it is written. More
// is better of each. A record holds 0.9731 of 97.31 %, and 0.1984 of a PSNR of 19.84 dB, so that whatever compares and
// averages accuracies does the same with the others. R² is the share of the targets' variance that a regression
// explains, and people write it as a record has it: 0.912. A record has 0 where it is negative, which is worse than to
// give the mean.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

struct Metric {
    Phrase name;             ///< "accuracy", "pixel accuracy", "tokens right", "PSNR", "R²"
    const char* unit;        ///< "%" or "dB"; "" of R²
    Phrase difference_unit;  ///< "percentage points", "dB" or "R²"
    double scale = 100;      ///< what people read of a record's 1: 100 %, or an R² of 1
    int decimals = 2;        ///< of results as people read them
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

/// "on 500 test images": what a run is tested on where `examples`, its test_examples, is not 0, the whole test set;
/// else empty.
Phrase tested_part(run::Task task, std::uint32_t examples);

/// A record's value as people read it, without its unit: "97.31" of 0.9731, "0.912" of an R².
std::string metric_number(const Metric& metric, double value);
/// The same of a difference, its sign always there: "-0.42".
std::string metric_difference(const Metric& metric, double difference);
/// A number with the metric's unit behind it, where it has one: "97.31 %", "0.912".
std::string with_unit(const Metric& metric, const std::string& number);
/// "97.31 %", "19.84 dB", "0.912"; "-" where there is none.
std::string metric_text(const Metric& metric, bool known, double value);

/// "test 97.31 %", "test PSNR 19.84 dB", "test R² 0.912": accuracy needs no name beside its unit.
std::string tested_text(const std::string& set, run::Task task, double value, int width = 0);

}  // namespace mantissa
