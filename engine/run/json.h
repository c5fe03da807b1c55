// SPDX-License-Identifier: Apache-2.0
// Messages as JSON and back, by protobuf's own reader and writer: original field names, NaN as "NaN". Whole
// numbers of 64 bits are numbers, but for those of more than 15 digits, which readers of JSON would round: texts.
#pragma once

#include <google/protobuf/message.h>

#include <string>
#include <string_view>

namespace mantissa {

/// One line of JSON.
std::string to_json(const google::protobuf::Message& message);

/// `text` (UTF-8) as a string of JSON, with its quotes.
std::string json_quoted(std::string_view text);

/// Parses `text` into `message`; throws Error(bad_data) with `place` and protobuf's reason. At most 1 MiB.
void from_json(std::string_view text, google::protobuf::Message& message, const std::string& place);

}  // namespace mantissa
