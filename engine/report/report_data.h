// SPDX-License-Identifier: Apache-2.0
// Everything that a report of one or several runs says, read from a library once, so that HTML, PDF and Markdown say
// the same. Its size does not grow with the length of the runs, except for their events and evaluations.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/advisor.h"
#include "engine/report/advisor_evidence.h"
#include "engine/report/foreign_cause.h"
#include "engine/report/operand_history.h"
#include "engine/report/words.h"
#include "engine/store/library.h"

namespace mantissa {

inline constexpr std::size_t report_nodes = 400;       ///< of a line; drawn with least and largest value: 800 points
inline constexpr std::size_t most_charted_runs = 8;    ///< lines in one chart
inline constexpr std::size_t most_detailed_runs = 40;  ///< of one report; of the runs beyond it has their result only

/// The last histogram of a tensor in a role.
struct LastHistogram {
    std::uint32_t step = 0;
    run::Histogram histogram;
};

inline constexpr std::size_t most_logged = 24;  ///< names of one run; CSV holds more (csv.h), JSON all

/// What another program's training logged beside its loss, under a name of its own.
struct LoggedSeries {
    std::string name;
    std::vector<SeriesNode> nodes;
};

/// One run of a report. All texts are plain text, never markup.
struct RunReport {
    RunSummary summary;
    Phrase label;  ///< its name, else "FP16 · dynamic scale · batch 256"; "… · seed 3" where others are called the same
    run::RunConfig config;  ///< as it began, complete
    Phrase formats;         ///< "FP16→BF16, control": see run_formats.h
    RunDetails details;
    Phrase problem;  ///< not empty: the library is damaged here, and how; then only `summary` is filled

    bool detailed = false;  ///< whether what follows is filled
    std::vector<SeriesNode> loss;
    std::vector<SeriesNode> accuracy;  ///< of the batches
    std::vector<SeriesNode> scale;
    std::vector<SeriesNode> skipped;        ///< max is 1 where a step was skipped
    std::vector<SeriesNode> test_accuracy;  ///< a node for each evaluation on the test set (of a step with several, the
                                            ///< one with most images), thinned like the others
    std::vector<LoggedSeries> logged;       ///< in the order of their first steps
    std::vector<LastHistogram> histograms;  ///< in the order of the last records
    std::vector<LastHistogram> shadows;     ///< the last one with a shadow of each gradient, worst first: the larger
                                            ///< of norm lost and what the cosine lacks
    OperandHistories operands;              ///< of a run with operands in eight or fewer bits
    std::optional<GradientEvidence> gradients;  ///< what the last shadow said, if the settings were the same since; of
                                                ///< another program's training what its references say
    /// Of another program's training: the share of the updates in its last histograms that left the stored weight
    /// unchanged; nothing where none are recorded, or where `updates_unknown`: only the weights before and after are.
    std::optional<double> recorded_lost_updates;
    bool updates_unknown = false;
    bool unseen_scaler = false;                  ///< it used a GradScaler that the recorder was not given
    std::vector<Finding> findings;               ///< the advisor's, the most important first
    std::optional<run::PrecisionBudget> budget;  ///< the last one that was searched
    std::optional<run::Diagnosis> diagnosis;     ///< the last answer of the search for the cause of a failure
    std::optional<ForeignCause> foreign_cause;   ///< of another program's training: as far as its recording tells

    std::string repeat_command;
    std::vector<Phrase> repeat_remarks;  ///< sentences on what the command does not repeat
};

/// A setting and its value in each run of the report.
struct SettingRow {
    std::string setting;              ///< as in config.proto: "loss_scale"
    std::string initial;              ///< the default, as text
    std::vector<std::string> values;  ///< as the flags take it, but "by epochs"; in the order of the runs; "" unknown,
                                      ///< unset, or of `differing`: without effect on this run
};

/// What a report says.
struct ReportData {
    std::vector<RunReport> runs;
    std::vector<std::size_t> charted;   ///< indices of those that its charts draw, ascending, at most most_charted_runs
    std::vector<SettingRow> settings;   ///< that have an effect on any run, in the order of config.proto
    std::vector<SettingRow> differing;  ///< those in which the runs differ; of a single run, from the defaults
    double made_unix = 0;               ///< seconds since 1970, UTC
    std::string library;                ///< file name of the library, without its folders
    Words words;                        ///< English, unless whoever asked for the report sets another language
};

/// Reads `run_ids` (at least one) in that order. `nodes`: of each line. Throws Error: usage for an unknown run,
/// bad_data where the library is damaged in the only run asked for; with several runs that run has its `problem`
/// instead. `shown`: the run that a person looks at; of many runs the charts draw it, what it is compared with (the
/// baseline, its race, the run that it went on from) and the newest.
ReportData read_report(const Library& library, const std::vector<std::string>& run_ids,
                       std::size_t nodes = report_nodes, const std::string& shown = {});

/// The runs alone, without charts and findings.
std::vector<RunReport> read_results(const Library& library, const std::vector<std::string>& run_ids);

/// Calls `take` with every record of a run in the order of Library::records(), without holding them all at once.
void each_record(const Library& library, const std::string& run_id,
                 const std::function<void(const run::Record&)>& take);

/// 1700000000.5 as "2023-11-14 22:13:20 UTC"; "" for 0 and for what is no time.
std::string time_text(double unix_seconds);

}  // namespace mantissa
