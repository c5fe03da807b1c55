// SPDX-License-Identifier: Apache-2.0
// Errors as records.
#pragma once

#include "engine/base/error.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// The record of an error; bytes that are not UTF-8 (in a path, say) become "?".
run::ErrorRecord to_record(const Error& error);

}  // namespace mantissa
