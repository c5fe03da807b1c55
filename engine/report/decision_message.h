// SPDX-License-Identifier: Apache-2.0
// A decision sheet as a line of JSON that can be read back (decision.proto): how the worker hands it to the window.
// decision_json() is the one for programs of other people.
#pragma once

#include <string>
#include <string_view>

#include "engine/report/decision_sheet.h"

namespace mantissa {

/// Everything but `words`.
std::string sheet_message(const DecisionSheet& sheet);

/// The sheet in `text`, in English. Throws Error(bad_data) where it is none, or has more modes, warnings or reasons
/// than a sheet can have, or times that are no numbers; what it holds otherwise may be anything.
DecisionSheet read_sheet_message(std::string_view text);

}  // namespace mantissa
