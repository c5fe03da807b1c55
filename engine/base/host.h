// SPDX-License-Identifier: Apache-2.0
// What several rooms ask the operating system.
#pragma once

#include <filesystem>
#include <string>

namespace mantissa {

/// The machine's name; empty where it has none.
std::string host_name();

/// Flushes the entries of a folder, so that a file that was just put there by its name survives a loss of power, too.
/// Some file systems cannot; the file's content is safe all the same, so nothing is reported.
void synchronize_folder(const std::filesystem::path& folder) noexcept;

}  // namespace mantissa
