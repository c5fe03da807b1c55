// SPDX-License-Identifier: Apache-2.0
// What the fields of a record may be. Records come from files and processes of others, and what reads them later makes
// arrays, charts and loops of their numbers: so each is checked where it enters the library and where it is read.
#pragma once

#include <optional>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// What is wrong with a number, a choice or the length of a list in `record`: its field, what it is and what was
/// expected; nothing where all are in range. Texts are not looked at (check_record() does), NaN and infinities are
/// measurements.
std::optional<Phrase> out_of_range(const run::Record& record);

}  // namespace mantissa
