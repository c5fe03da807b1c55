// SPDX-License-Identifier: Apache-2.0
// `train --resume RUN --ranks N`: a run goes on over another number of ranks, where one has died for instance.
#pragma once

#include <cstdint>

#include "engine/base/phrase.h"
#include "engine/nn/network.h"
#include "engine/train/checkpoint.h"

namespace mantissa {

/// Lets the settings of a checkpoint be of `ranks` ranks. Throws Error(usage) where they do not allow that: a batch
/// that cannot be divided by it.
void set_ranks(Checkpoint& from, std::uint32_t ranks);

/// What goes on, and what about it is no longer as it would be over `before` ranks.
Phrase ranks_phrase(const Checkpoint& from, std::uint32_t before, const Network& network);

}  // namespace mantissa
