// SPDX-License-Identifier: Apache-2.0
// What protobuf's reader of JSON says of a text, as an error for the person who wrote it.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>

namespace mantissa {

/// Throws Error(bad_data): `reason` is what protobuf said when `text` was to become a message of `type`. The error's
/// place is `place` (a file), with the field ("preset.json, config.precision") or, where the text is no JSON, with the
/// line; its remedy names the fields or the values that there are. Whatever another version of protobuf says is told
/// in its own words.
[[noreturn]] void refuse_json(const google::protobuf::Descriptor& type, std::string_view text,
                              const std::string& reason, const std::string& place);

}  // namespace mantissa
