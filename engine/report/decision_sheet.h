// SPDX-License-Identifier: Apache-2.0
// The decision sheet: for one device, one network and one memory budget what each of the four modes costs and gives,
// what was not measured, and what the choice is in PyTorch. A value, filled by whoever can measure, and its renderers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/comparison.h"
#include "engine/report/words.h"
#include "engine/run/run.pb.h"
#include "engine/store/library.h"

namespace mantissa {

/// A thing that the advisor says about runs of one mode.
struct DecisionWarning {
    Phrase title;
    std::vector<Phrase> reason;  ///< with the numbers of the newest run
    std::size_t runs = 0;        ///< in how many of the mode's runs
};

/// The final test accuracy, or what the task is judged by (engine/run/metric.h), from one beginning (a seed, and the
/// initial weights that it drew).
struct DecisionAccuracy {
    std::string beginning;  ///< what pairs it with a run of another mode
    double accuracy = 0;    ///< 0 to 1; a hundredth of the dB of a PSNR
};

/// One mode. All texts are plain text, never markup.
struct DecisionMode {
    run::RunConfig config;  ///< complete
    bool emulated = false;
    std::vector<std::string> reasons;  ///< what is emulated, and why

    std::vector<double> step_seconds;  ///< median of each measurement; empty where nothing may be claimed
    std::uint64_t peak_held = 0;       ///< bytes of one training step on this device
    std::uint64_t peak_native = 0;     ///< on a device that stores the formats as they are
    std::uint32_t batch_held = 0;      ///< largest within the budget; 0: not one sample
    std::uint32_t batch_native = 0;

    std::vector<DecisionAccuracy> accuracies;    ///< one for each beginning
    std::optional<PairedDifference> difference;  ///< to the first mode; not for the first
    std::vector<DecisionWarning> warnings;
};

struct DecisionSheet {
    std::string device;
    std::vector<std::string> libraries;
    Phrase network;            ///< "MLP, 2 hidden layers of 256, ReLU"
    std::string data;          ///< "MNIST"
    std::string library;       ///< file name of the library of runs; empty: none was read
    std::uint64_t budget = 0;  ///< bytes
    double seconds = 0;        ///< measured for each mode
    double made_unix = 0;
    std::vector<DecisionMode> modes;  ///< FP32 first
    Words words;                      ///< of HTML and Markdown; JSON is in English
};

/// The four modes of `config` (complete): FP32, TF32, FP16, BF16. FP16 keeps its loss scaling and takes PyTorch's
/// dynamic one where it has none; the others have none. Nothing is watched: no histograms, no shadow.
std::vector<run::RunConfig> decision_configs(const run::RunConfig& config);

/// "MLP, 2 hidden layers of 256, ReLU"; "CNN, 32 and 64 channels". Throws Error(usage) where no network is chosen.
Phrase network_phrase(const run::RunConfig& config);

/// Fills accuracies, differences and warnings from the runs of `library` that trained exactly these configurations on
/// the data with this SHA-256, to their end and unchanged (forks are left out; what only watches, name, device and
/// seed may differ; of several with the same beginning the newest counts). A run in which the library is damaged is
/// left out.
void add_library_runs(DecisionSheet& sheet, const Library& library, const std::string& data_sha256);

/// What a mode's cells say: "native", "1.24 ms (1.20 to 1.31)", "97.21 % ± 0.12 (5 seeds)".
Phrase how_phrase(const DecisionMode& mode);
Phrase time_cell(const DecisionMode& mode);
Phrase peak_cell(const DecisionMode& mode);
Phrase batch_cell(const DecisionMode& mode);
Phrase accuracy_cell(const DecisionMode& mode);

/// One sentence: which mode to use here, with the difference of accuracy and its interval; or what has to be measured
/// before that can be said. Empty without modes.
Phrase conclusion_of(const DecisionSheet& sheet);

/// Runs that would let conclusion_of() and reading_of() speak of every mode: a race of `lanes`, each with `first_seed`,
/// repeated over `seeds` seeds. No lanes: nothing is missing.
struct MissingRuns {
    std::vector<run::RunConfig> lanes;
    std::uint64_t first_seed = 0;
    int seeds = 0;
};
MissingRuns missing_runs(const DecisionSheet& sheet);

/// What the numbers say, in sentences that claim no more than they carry: the fastest native mode where the spreads
/// leave no doubt, what fits, each difference of accuracy.
std::vector<Phrase> reading_of(const DecisionSheet& sheet);

/// What nobody has measured, so that no empty cell is taken for a zero.
std::vector<Phrase> not_measured(const DecisionSheet& sheet);

/// The sheet as one HTML file (see html.h), as Markdown for pasting, and as one JSON object on a line.
std::string decision_html(const DecisionSheet& sheet);
std::string decision_markdown(const DecisionSheet& sheet);
std::string decision_json(const DecisionSheet& sheet);

}  // namespace mantissa
