// SPDX-License-Identifier: Apache-2.0
// The first message of each side. The window speaks first and names a nonce; the worker echoes it. Preamble, frame and
// Hello never change between versions, so that two that do not fit can still tell each other who they are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/run/run.pb.h"

namespace mantissa {

/// Version of the messages in run.proto; both sides must have the same.
inline constexpr std::uint32_t protocol_version = 1;
/// Credit that the window grants with its Hello: frames and bytes that may be under way at once.
inline constexpr std::uint32_t default_credit_frames = 64;
inline constexpr std::uint32_t default_credit_bytes = 4u << 20;

/// 32 random hexadecimal digits: which conversation this is.
std::string make_nonce();

/// The window's Hello: our version, its nonce and the credit it grants.
run::Hello window_hello(std::string_view nonce, std::uint32_t credit_frames = default_credit_frames,
                        std::uint32_t credit_bytes = default_credit_bytes);

/// The worker's answer to the window's Hello. Send it also where check_window_hello() will throw: it lets the window
/// name both versions.
run::Hello worker_hello(const run::Hello& from_window);

/// Throws Error(bad_data) where the window speaks another version, sent no nonce or one longer than 128 characters, or
/// grants no credit.
void check_window_hello(const run::Hello& from_window);

/// Throws Error(bad_data) where the worker speaks another version (both are named) or echoes another nonce.
void check_worker_hello(const run::Hello& from_worker, std::string_view nonce);

}  // namespace mantissa
