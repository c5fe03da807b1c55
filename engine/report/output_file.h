// SPDX-License-Identifier: Apache-2.0
// A file that a person asked for: complete or not there, and never over another one unasked.
#pragma once

#include <filesystem>
#include <functional>
#include <ostream>

namespace mantissa {

/// Whether a file may be written there; throws Error (usage) where something is already and `replace` is false, where
/// it is no file, or where there is no folder for it.
void check_output(const std::filesystem::path& file, bool replace);

/// Lets `fill` write a file beside `file` and puts it in place when it is complete and on the disk. Throws Error:
/// as check_output(), failed where it cannot be written, and what `fill` throws; `file` is then as it was.
void write_output(const std::filesystem::path& file, bool replace, const std::function<void(std::ostream&)>& fill);

}  // namespace mantissa
