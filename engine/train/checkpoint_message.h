// SPDX-License-Identifier: Apache-2.0
// A checkpoint's state without the weights, as the message that the file holds.
#pragma once

#include "engine/train/checkpoint.h"
#include "engine/train/checkpoint.pb.h"

namespace mantissa {

checkpoint::Description describe(const Checkpoint& checkpoint);

/// The other way; parameters stay empty. Throws Error(bad_data) at `place` where it does not hold together.
Checkpoint checkpoint_from(const checkpoint::Description& description, const std::string& place);

}  // namespace mantissa
