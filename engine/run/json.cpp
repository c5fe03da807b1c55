// SPDX-License-Identifier: Apache-2.0
// JSON by protobuf's util library.
#include "engine/run/json.h"

#include <google/protobuf/util/json_util.h>

#include "engine/base/error.h"

namespace mantissa {

std::string to_json(const google::protobuf::Message& message) {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    std::string text;
    const auto status = google::protobuf::util::MessageToJsonString(message, &text, options);
    if (!status.ok())
        throw Error(ErrorCode::failed, say("a record cannot be written as JSON"), message.GetTypeName(),
                    status.ToString());
    return text;
}

void from_json(std::string_view text, google::protobuf::Message& message, const std::string& place) {
    constexpr std::size_t limit = std::size_t{1} << 20;
    if (text.size() > limit)
        throw Error(ErrorCode::bad_data, say("the file is too large to be a configuration"), place,
                    say("at most 1 MiB of JSON"));
    const auto status = google::protobuf::util::JsonStringToMessage({text.data(), text.size()}, &message);
    if (!status.ok())
        throw Error(ErrorCode::bad_data,
                    say("not a valid %1: %2", {message.GetDescriptor()->name(), std::string(status.message())}), place,
                    say("JSON with the field names of %1", {message.GetDescriptor()->file()->name()}));
}

}  // namespace mantissa
