// SPDX-License-Identifier: Apache-2.0
// Why a run fails in its formats, and the smallest set of casts and switches that must be wider for it to keep up with
// FP32: watch, replay, search, repeat over seeds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/phrase.h"
#include "engine/diagnose/trial.h"

namespace mantissa {

class DiagnosisNotes;

/// How far a diagnosis is.
struct DiagnosisProgress {
    enum class Stage { watching, replaying, searching, repeating } stage = Stage::watching;
    std::uint32_t done = 0, of = 0;  ///< steps, tests or seeds; `of` 0: not known
    double seconds = 0;
    double seconds_left = 0;  ///< of this stage, at the pace so far, or until the time is up; 0: not known
};

struct DiagnosisOptions {
    double seconds = 0;               ///< at most; 0: as long as it takes
    std::uint32_t seeds = 5;          ///< with which a cure must hold before it is called one
    std::uint32_t most_steps = 3000;  ///< of the run are watched
    /// The run's state with which every training begins, of whatever seed: a failure may lie far behind the beginning.
    /// Null: each begins anew.
    const Snapshot* from = nullptr;
    /// What an earlier search for the same trained, and where this one's trainings are kept. Null: nothing is.
    DiagnosisNotes* notes = nullptr;
    std::function<bool()> stop = {};  ///< asked often; true: what is known so far is the answer
    std::function<void(const DiagnosisProgress&)> progress = {};
    /// What is known so far, with its text, each time that more is: the verdict is still open, or seeds are still
    /// tried.
    std::function<void(const run::Diagnosis&)> known = {};
    /// Each training of the search, and what was widened in it, in words.
    std::function<void(const run::DiagnosisTrial& trial, const std::string& what)> tested = {};
};

/// `config` complete and valid. Trains on `bench`; throws Error(device) where memory does not suffice, Error(usage)
/// where weights are phase-change devices, where `options.from` holds inf or NaN or is the state at the run's end.
run::Diagnosis diagnose(const Bench& bench, const run::RunConfig& config, const DiagnosisOptions& options = {});

/// Whether trainings can begin with this state of a run: it holds neither inf nor NaN, and steps are left after it.
bool can_begin_with(const Bench& bench, const run::RunConfig& config, const Snapshot& from);

/// A digest of the question that diagnose() answers, 64 hexadecimal digits: what was trained for one is of no use for
/// another. Of `options` the state and most_steps count.
std::string question_of(const Bench& bench, const run::RunConfig& config, const DiagnosisOptions& options);

}  // namespace mantissa
