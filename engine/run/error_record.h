// SPDX-License-Identifier: Apache-2.0
// Errors as records.
#pragma once

#include <exception>

#include "engine/base/error.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// What is told of an exception: our own as it is; want of memory in words; else its text.
Error error_of(const std::exception& error);

/// The record of an error, with its phrases where they have words (phrase_record.h reads them); bytes that are not
/// UTF-8 (in a path, say) become "?".
run::ErrorRecord to_record(const Error& error);

}  // namespace mantissa
