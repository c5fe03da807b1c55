// SPDX-License-Identifier: Apache-2.0
// How many processors this process may really use.
#pragma once

#include <filesystem>
#include <optional>

namespace mantissa {

/// The processors' time that control groups (cpu.max of version 2, cpu.cfs_quota_us of version 1) leave to this
/// process, as a number of processors; nothing where they set no limit or cannot be read. `root`: where the file system
/// begins.
std::optional<double> quota_of_processors(const std::filesystem::path& root = "/");

/// Those that the scheduler may put this process on, and not more than its control groups' quota, rounded up: at least
/// 1. What it is on the first call is kept.
int usable_processors();

}  // namespace mantissa
