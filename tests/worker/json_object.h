// SPDX-License-Identifier: Apache-2.0
// JSON that the worker prints and no message defines, taken apart by protobuf's reader.
#pragma once

#include <google/protobuf/struct.pb.h>

#include <set>
#include <string>

#include "engine/run/json.h"

namespace mantissa {

using JsonObject = google::protobuf::Map<std::string, google::protobuf::Value>;

/// The one object that `text` is; throws Error(bad_data) where it is none, or more than one.
inline JsonObject json_object(const std::string& text) {
    google::protobuf::Struct object;
    from_json(text, object, text);
    return object.fields();
}

/// The names of its fields.
inline std::set<std::string> names_of(const JsonObject& object) {
    std::set<std::string> names;
    for (const auto& [name, value] : object) names.insert(name);
    return names;
}

}  // namespace mantissa
