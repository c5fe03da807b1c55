// SPDX-License-Identifier: Apache-2.0
// Runs as tables for spreadsheets and scripts (RFC 4180, UTF-8, lines end with CR LF), and as JSON lines. Nothing is
// left out or thinned; records are written as they are read.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/store/library.h"

namespace mantissa {

/// A text cell: quoted where it must be. What a spreadsheet would take for a formula (= + - @, tab or CR at the
/// beginning, or behind a semicolon, a tab or a new line, where some begin another cell) has an apostrophe before it.
/// Never for numbers.
std::string csv_text(std::string_view text);

/// All steps and evaluations of the runs, a line each. The first columns tell the runs apart: "run" is the run's
/// number in the library, as in a report, "run_name" what a report calls the run, "run_format" its format
/// ("FP16→BF16" where it was changed), then its loss scaling, batch and seed as it began. The column "record" says
/// which; columns beginning with "eval_" are the evaluation's, all others the step's, named as in record.proto.
/// "metric", "unit" and "value" are what the task is judged by (engine/run/metric.h): 97.31 and %, 19.84 and dB, or
/// 0.912 of an R²; the columns of accuracies are empty where that is no accuracy. A foreign run has no metric; what it
/// logged beside its loss has a column for each name, "logged_lr", at most 256.
void write_steps_csv(std::ostream& out, const Library& library, const std::vector<std::string>& run_ids);

/// The runs, a line each: result (with the task's metric, its unit and both sets' values, as above), identity, and
/// every setting under its name in config.proto. A damaged run has its id and, in the column "problem", what is wrong.
void write_runs_csv(std::ostream& out, const Library& library, const std::vector<std::string>& run_ids);

/// All records, one a line, as `mantissa-worker train --json` prints them.
void write_json_lines(std::ostream& out, const Library& library, const std::vector<std::string>& run_ids);

}  // namespace mantissa
