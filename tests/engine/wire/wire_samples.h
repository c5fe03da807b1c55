// SPDX-License-Identifier: Apache-2.0
// Small messages and the refusals of the link's parts.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/run/run.pb.h"
#include "engine/wire/framing.h"

namespace mantissa::test {

inline run::ToWindow heartbeat(std::uint64_t progress) {
    run::ToWindow message;
    message.mutable_heartbeat()->set_progress(progress);
    message.mutable_heartbeat()->set_activity("training");
    return message;
}

/// Runs `action`, which must throw an Error of `code`, and returns its whole text; empty after a failure.
inline std::string refusal(const std::function<void()>& action, ErrorCode code = ErrorCode::bad_data) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        EXPECT_FALSE(error.place().empty()) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

/// Everything that can be decoded now.
inline std::vector<std::string> drain(FrameDecoder& decoder) {
    std::vector<std::string> payloads;
    while (auto payload = decoder.next()) payloads.push_back(std::move(*payload));
    return payloads;
}

}  // namespace mantissa::test
