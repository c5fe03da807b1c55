// SPDX-License-Identifier: Apache-2.0
// Why another program's training failed, as far as its recording tells: which module made the first inf or NaN of the
// forward pass, or which gradient of a skipped step; what only passed it on; and what a recording cannot tell. Nothing
// is trained: of a run of our own engine/diagnose finds more.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/report/foreign_evidence.h"

namespace mantissa {

struct ForeignCause {
    enum class Verdict {
        nothing,  ///< the recording holds no inf or NaN and no skipped step
        search,   ///< steps were skipped, as the loss scale found its place or of a bad batch, and the training went on
        named,    ///< it failed, and `producer` is who made the first inf or NaN
        unknown,  ///< it failed, and the recording does not tell who did
    };
    enum class Where { nowhere, forward, backward, update };

    Verdict verdict = Verdict::nothing;
    Where where = Where::nowhere;
    std::uint32_t step = 0;  ///< in which it was seen; 0: in none
    std::string producer;    ///< a module, a tensor (of its gradient or its weights), or empty
    std::vector<std::string>
        passed_on;  ///< modules, outputs or gradients that held inf or NaN behind it, as far as named
    std::uint64_t passed_on_count = 0;  ///< of all of them
    std::vector<Phrase> sentences;      ///< the answer
    std::vector<Phrase> missing;        ///< what the recording cannot tell, a sentence each
    std::string code;                   ///< lines of PyTorch that may cure it; empty: none
};

/// "nothing", "search", "named", "unknown": for scripts.
const char* name_of(ForeignCause::Verdict verdict) noexcept;
/// "", "forward", "backward", "update".
const char* name_of(ForeignCause::Where where) noexcept;

/// The answer of what was observed so far. Total.
ForeignCause foreign_cause(const ForeignEvidence& evidence);

/// Over the sentences that say what a recording cannot tell.
Phrase foreign_missing_heading();

}  // namespace mantissa
