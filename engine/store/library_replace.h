// SPDX-License-Identifier: Apache-2.0
// When a run of a file takes the place of the same run in a library: see library_exchange.h.
#pragma once

#include "engine/store/sqlite.h"
#include "engine/store/step_table.h"

namespace mantissa {

/// Whether any row of a run is not the one that was written, or is no longer there.
bool is_damaged(Database& database, const RunKey& run);

/// Whether a run has an end.
bool has_end(Database& database, const RunKey& run);

/// Whether every sound record of `mine` is in `theirs`, byte by byte, and both are one run as far as that can be told.
bool is_within(Database& here, const RunKey& mine, Database& there, const RunKey& theirs);

}  // namespace mantissa
