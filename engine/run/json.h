// SPDX-License-Identifier: Apache-2.0
// Messages as JSON and back, by protobuf's own reader and writer: original field names, NaN as "NaN". Whole
// numbers of 64 bits are numbers, but for those of more than 15 digits, which readers of JSON would round: texts.
#pragma once

#include <google/protobuf/message.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace mantissa {

/// One line of JSON.
std::string to_json(const google::protobuf::Message& message);

/// `text` (UTF-8) as a string of JSON, with its quotes.
std::string json_quoted(std::string_view text);

/// Parses `text`, at most 1 MiB, into `message`. Throws Error(bad_data) that names `place`, the field or the line, and
/// what was expected there.
void from_json(std::string_view text, google::protobuf::Message& message, const std::string& place);

/// What stands in a file of JSON of at most `most` bytes (a pipe will do). Throws Error(bad_data) with the file's name
/// where it is a folder, is not there, cannot be read, or is larger.
std::string json_file_text(const std::filesystem::path& file, std::size_t most = std::size_t{1} << 20);

}  // namespace mantissa
