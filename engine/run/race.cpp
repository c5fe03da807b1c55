// SPDX-License-Identifier: Apache-2.0
// The rules of a race.
#include "engine/run/race.h"

#include <fmt/format.h>

#include <vector>

#include "engine/base/error.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

/// Fields that the lanes share. Those of the other model do not matter.
std::vector<const char*> shared_fields(const run::RunConfig& config) {
    std::vector<const char*> fields{"device",  "threads", "model",  "task",  "data",      "seed",
                                    "shuffle", "batch",   "epochs", "steps", "init_scale"};
    for (const std::string_view field : network_fields(config)) fields.push_back(field.data());
    return fields;
}

}  // namespace

void check_race(std::span<const run::RunConfig> lanes) {
    if (lanes.empty() || lanes.size() > most_race_lanes)
        throw Error(ErrorCode::usage, say("a race of %1 runs", {lanes.size()}), "lanes",
                    say("1 to %1", {most_race_lanes}));
    const auto& descriptor = *run::RunConfig::descriptor();
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        try {
            validate(lanes[i]);
        } catch (const Error& error) {
            throw Error(error.code(), error.message_phrase(),
                        fmt::format("run {} of the race, {}", i + 1, error.place()), error.remedy_phrase());
        }
        const run::RunConfig differing = difference(lanes[0], lanes[i]);
        for (const char* name : shared_fields(lanes[0])) {
            // describe_change() gives both values as people type them; of this field only
            const auto& field = *descriptor.FindFieldByName(name);
            run::RunConfig first = lanes[0], one = lanes[0];
            run::RunConfig given = differing;
            if (!given.GetReflection()->HasField(given, &field)) continue;
            std::vector<const google::protobuf::FieldDescriptor*> set;
            given.GetReflection()->ListFields(given, &set);
            for (const auto* other : set)
                if (other != &field) given.GetReflection()->ClearField(&given, other);
            one.MergeFrom(given);
            throw Error(ErrorCode::usage,
                        say("run %1 of the race differs from the first in %2", {i + 1, change_phrase(first, one)}),
                        fmt::format("run {} of the race, {}", i + 1, name),
                        say("the runs of a race share network, data, seed, batch and length"));
        }
    }
}

void check_change_in_race(const run::RunConfig& change) {
    const auto& descriptor = *run::RunConfig::descriptor();
    for (const char* name : {"batch", "epochs", "steps"})
        if (change.GetReflection()->HasField(change, descriptor.FindFieldByName(name)))
            throw Error(ErrorCode::usage, say("%1 is the same in all runs of a race", {setting_phrase(name)}), name,
                        say("stop the race and start another with it"));
}

}  // namespace mantissa
