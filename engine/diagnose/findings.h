// SPDX-License-Identifier: Apache-2.0
// Replay of one step, operation by operation: each is computed from its actual inputs in the run's formats and, beside
// that, in FP32. What differs arose in this very operation; what an operation was handed infinite it only passed on.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/diagnose/trial.h"

namespace mantissa {

struct Replay {
    std::vector<run::CastFinding> findings;  ///< in the order of computing
    std::uint64_t propagators = 0;           ///< casts that were given inf or NaN and handed it on
    float loss = 0;
};

/// The step after `at`, under the policy of `config`, emulated: products sum in FP32 and are rounded once, as the
/// device's own instructions would but for the order of their sums.
/// It reports results that turn infinite or NaN, that lose a tenth of their norm to zero, or that are farther from FP32
/// than eight roundings of the run's own format; and updates that leave a tenth of the weights as they were.
Replay replay_step(const Bench& bench, const run::RunConfig& config, const Snapshot& at);

/// The steps around a sudden failure (`step` done before the first that met the rule), from two before it until one
/// makes something infinite or NaN: what made that first, then all else. `from`: a state before it; null: the
/// beginning. `check` is asked between steps and may throw.
Replay replay_to_failure(const Bench& bench, const run::RunConfig& config, const Snapshot* from, std::uint32_t step,
                         const std::function<void()>& check);

/// One sentence: "step 214, block2.attn.scores: 3 of 18496 results passed 65504, the largest number of FP16 (largest
/// 71208)". `inside`: the zeros of an underflow are too large for the format to make: they come of what the operation
/// keeps in fewer bits, such as 1 over the root of a sum that passed its largest number. `zeros`: what share of the
/// norm in FP32 those have that became zero.
Phrase finding_phrase(const run::CastFinding& finding, bool inside, double zeros);

}  // namespace mantissa
