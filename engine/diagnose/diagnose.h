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

/// How far a diagnosis is.
struct DiagnosisProgress {
    enum class Stage { watching, replaying, searching, repeating } stage = Stage::watching;
    std::uint32_t done = 0, of = 0;  ///< steps, tests or seeds; `of` 0: not known
    double seconds = 0;
    double seconds_left = 0;  ///< of this stage, at the pace so far; 0: not known
};

struct DiagnosisOptions {
    double seconds = 0;               ///< at most; 0: as long as it takes
    std::uint32_t seeds = 5;          ///< with which a cure must hold before it is called one
    std::uint32_t most_steps = 3000;  ///< of the run are watched
    std::function<bool()> stop = {};  ///< asked often; true: what is known so far is the answer
    std::function<void(const DiagnosisProgress&)> progress = {};
    std::function<void(const run::RunConfig& config, const std::string& what, bool cured)> tested = {};
};

/// `config` complete and valid. Trains on `bench`; throws Error(device) where memory does not suffice, Error(usage)
/// where weights are phase-change devices.
run::Diagnosis diagnose(const Bench& bench, const run::RunConfig& config, const DiagnosisOptions& options = {});

}  // namespace mantissa
