// SPDX-License-Identifier: Apache-2.0
// The other way round: how few bits each operation can do with while everything else is FP32.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/diagnose/diagnose.h"

namespace mantissa {

/// What an operation, or one cast of it, needs.
struct PrecisionNeed {
    std::string layer;                  ///< empty: of all operations at once
    std::vector<run::LayerCast> casts;  ///< that were narrowed together
    int exponent_bits = 0, fraction_bits = 0;
    bool keeps_up = false;    ///< with FP32, in this format
    std::uint32_t tests = 0;  ///< trainings that it took
};

struct BudgetOptions {
    std::uint32_t steps = 200;  ///< of each training
    bool each_cast = false;     ///< operands, results and gradients of an operation apart
    std::function<void(const PrecisionNeed&)> found = {};
    DiagnosisOptions pace = {};  ///< how long at most, who stops it, who is told
};

/// For each operation of `config`'s network the fewest fraction bits with 8 exponent bits, then the fewest exponent
/// bits with these, by bisection: more bits are taken to be no worse. The run keeps its loss scaling; all else is FP32.
/// The last one is of all operations at once, in the narrowest format that holds the need of each. A training keeps up
/// by the rule of diagnose(); one seed. Where it is stopped, what was found by then. Throws as diagnose() does, and
/// Error(usage) where FP32 itself does not learn.
std::vector<PrecisionNeed> precision_budget(const Bench& bench, const run::RunConfig& config,
                                            const BudgetOptions& options = {});

}  // namespace mantissa
