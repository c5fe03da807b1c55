// SPDX-License-Identifier: Apache-2.0
// JSON that the worker prints and no message defines, taken apart by protobuf's reader.
#pragma once

#include <google/protobuf/struct.pb.h>

#include <set>
#include <string>

#include "engine/run/json.h"
#include "engine/run/run.pb.h"
#include "tests/worker/worker_program.h"

namespace mantissa {

using JsonObject = google::protobuf::Map<std::string, google::protobuf::Value>;

/// The one object that `text` is; throws Error(bad_data) where it is none, or more than one.
inline JsonObject json_object(const std::string& text) {
    google::protobuf::Struct object;
    from_json(text, object, text);
    return object.fields();
}

/// The end of a run as `train --json` tells it last, without what the line has beside the record: run_id, findings.
inline run::RunFinished finished_of(const std::string& text) {
    google::protobuf::Struct object;
    from_json(text, object, text);
    object.mutable_fields()->erase("run_id");
    object.mutable_fields()->erase("findings");
    run::RunFinished finished;
    from_json(to_json(object), finished, text);
    return finished;
}

/// The end of a run, from the last line that `train --json` printed; empty where it printed none.
inline run::RunFinished last_line(const ProgramResult& result) {
    const std::vector<std::string> lines = result.lines();
    return lines.empty() ? run::RunFinished() : finished_of(lines.back());
}

/// The names of its fields.
inline std::set<std::string> names_of(const JsonObject& object) {
    std::set<std::string> names;
    for (const auto& [name, value] : object) names.insert(name);
    return names;
}

}  // namespace mantissa
