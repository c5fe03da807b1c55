// SPDX-License-Identifier: Apache-2.0
// The part of TensorFlow's Event that is read (tensorflow/core/util/event.proto, framework/summary.proto,
// framework/tensor.proto). What is not read is passed over without being taken apart: an event may hold an image.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mantissa {

struct EventScalar {
    std::string tag;
    double value = 0;
};

struct EventMessage {
    double wall_time = 0;  ///< seconds since 1970, UTC
    std::int64_t step = 0;
    std::vector<EventScalar> scalars;
};

/// False where `content` is no such message.
bool read_event(std::string_view content, EventMessage& event);

}  // namespace mantissa
