// SPDX-License-Identifier: Apache-2.0
// Small texts from outside: read whole, with a limit, and as JSON with the place of what is wrong.
#pragma once

#include <google/protobuf/message.h>

#include <cstddef>
#include <filesystem>
#include <string>

namespace mantissa {

/// The contents of a regular file (no link, no pipe) of at most `most` bytes, UTF-8 and without NUL. Throws
/// Error(bad_data) naming the file.
std::string read_text_file(const std::filesystem::path& file, std::size_t most);

/// Parses JSON into `message`. Throws Error(bad_data) whose place is the file and, where protobuf names it, the field:
/// "lesson.json, steps[2].predict".
void read_json(const std::string& text, google::protobuf::Message& message, const std::string& file);

}  // namespace mantissa
