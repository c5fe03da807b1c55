// SPDX-License-Identifier: Apache-2.0
// What a run is that is not ours, in rows for a page or a report: what Setup is for our own.
#pragma once

#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// One row: what, and its value. Values are text of the recording, never markup.
struct DescriptionRow {
    Phrase what;
    Phrase value;
};

/// The rows, from what it is to what was recorded of it; what the recording does not say has none.
std::vector<DescriptionRow> describe_foreign(const run::ForeignRun& run, bool unseen_scaler);

/// "observed", "local shadow", "probe": what a figure rests on.
Phrase tier_phrase(run::Tier tier);
/// A sentence on what that tells.
Phrase tier_explanation(run::Tier tier);

}  // namespace mantissa
