// SPDX-License-Identifier: Apache-2.0
// Small texts from outside, read whole, with a limit.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace mantissa {

/// The contents of a regular file (no link, no pipe) of at most `most` bytes, UTF-8 and without NUL. Throws
/// Error(bad_data) naming the file.
std::string read_text_file(const std::filesystem::path& file, std::size_t most);

}  // namespace mantissa
