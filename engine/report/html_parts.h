// SPDX-License-Identifier: Apache-2.0
// The parts of html.h's document, each a piece of well-formed markup.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/report/report_data.h"
#include "engine/report/svg_chart.h"
#include "engine/run/metric.h"

namespace mantissa {

/// Sheet of styles, for the inside of <style>.
const char* report_styles();

/// The document from its first byte to </head>; `title` is text.
std::string html_head(const std::string& title, const std::string& language);

/// What stands over a column.
struct Heading {
    Heading(Phrase of_numbers) : text(std::move(of_numbers)) {}
    Phrase text;
    bool left = false;  ///< over texts, which are aligned to the left
};
Heading left(Phrase text);

/// A row of headings, each `<th scope="col">`, escaped.
std::string heading_row(const Words& words, const std::vector<Heading>& headings);

/// "97.21 %"; "–" where there is none.
std::string percent_text(bool known, double share);

/// A run's accuracy, or what its task has in the place of that, with its unit; a dash where it is not known.
std::string result_text(const RunReport& report, bool known, double value);
/// Its result on the test set; with the step of the evaluation where that was not at its end: "10.50 % (step 0)".
std::string tested_text(const Words& words, const RunReport& report);
/// The share of its updates that had no effect: of the whole run, or of a recording's last samples; "unknown" of an
/// optimizer that a recorder does not know.
std::string lost_updates_text(const Words& words, const RunReport& report);
/// Of the first run: a report has one chart of it.
Metric common_metric(const ReportData& data);
/// The heading over result_text(): `accuracy` where all runs classify images, else what it is of `set`.
Phrase test_metric(const ReportData& data, const Phrase& accuracy, const Phrase& set);
/// Heading of the runs' speeds: "Images/s, whole run", so of sequences and rows, or of samples where they differ.
Phrase rate_heading(const ReportData& data);

/// A table of the numbers behind a chart, folded until it is asked for: at most most_table_rows steps of each line,
/// evenly spread.
inline constexpr std::size_t most_table_rows = 40;
std::string html_chart_table(const Words& words, const Chart& chart);

/// Gradients' last histograms as charts with their format's zones, each with its table.
std::string html_histograms(const Words& words, const RunReport& report, std::size_t run);

/// What the runs of a comparison have in common and whether that can be compared: race, weights, batches, data, device.
std::string html_common(const ReportData& data);

/// Runs that differ in nothing but the seed, taken together: mean accuracy with its interval, and the paired difference
/// to the first group. Empty where no two runs belong together.
std::string html_seeds(const ReportData& data);

/// The charts with their legend.
std::string html_charts(const ReportData& data);

/// One line for each run.
std::string html_results(const ReportData& data);
/// The settings in which runs differ; of one run, from the defaults.
std::string html_differing(const ReportData& data);
/// A sentence on each of several runs whose settings were changed while it trained: the tables above show how it began.
std::string html_changed(const ReportData& data);

/// The section of run `index`.
std::string html_run(const ReportData& data, std::size_t index);
/// Who made the first inf or NaN of a run that is not ours, as far as its recording tells; empty where it holds none.
std::string html_foreign_cause(const Words& words, const RunReport& report);
/// What a run is that is not ours, as its recording describes it.
std::string html_foreign(const Words& words, const RunReport& report);

}  // namespace mantissa
