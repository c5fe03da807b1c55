// SPDX-License-Identifier: Apache-2.0
#include "engine/run/memory_record.h"

#include <algorithm>

namespace mantissa {

std::uint64_t device_bytes(const run::MemoryRecord& plan) {
    return std::max<std::uint64_t>(plan.peak_held(), plan.arena_bytes() + plan.scratch_bytes()) + plan.device_own() +
           plan.data_bytes();
}

std::uint64_t live_bytes(const run::MemoryRecord::Operation& operation, bool native) {
    std::uint64_t sum = 0;
    for (const run::MemoryBytes& bytes : operation.live()) sum += native ? bytes.native() : bytes.held();
    return sum;
}

const run::MemoryRecord::Operation* peak_operation(const run::MemoryRecord& plan, bool native) {
    const auto& all = plan.operations();
    const auto peak = std::max_element(all.begin(), all.end(), [native](const auto& a, const auto& b) {
        return live_bytes(a, native) < live_bytes(b, native);
    });
    return peak == all.end() ? nullptr : &*peak;
}

Phrase operation_phrase(const std::string& name) {
    if (name == "load batch") return say("load batch");
    if (name == "loss") return say("loss");
    if (name == "update") return say("update");
    const std::size_t space = name.find(' ');
    if (space == std::string::npos) return name;
    const auto part_of = [](const std::string& layer) -> Phrase {
        const std::size_t last = layer.find(' ');
        const std::string rest = last == std::string::npos ? "" : layer.substr(last + 1);
        if (rest == "activation")  // in records of before 2026-11-23, when it was an operation of its own
            return say("%1 activation", {layer.substr(0, last)});
        if (rest == "pool") return say("%1 pool", {layer.substr(0, last)});
        return layer;
    };
    const std::string word = name.substr(0, space);
    if (word == "forward") return say("forward %1", {part_of(name.substr(space + 1))});
    if (word == "backward") return say("backward %1", {part_of(name.substr(space + 1))});
    return name;
}

}  // namespace mantissa
