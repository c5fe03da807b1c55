// SPDX-License-Identifier: Apache-2.0
// Building and checking of Hello.
#include "engine/wire/handshake.h"

#include <fmt/format.h>

#include <random>

#include "engine/base/error.h"
#include "engine/base/version.h"

namespace mantissa {
namespace {

constexpr std::size_t max_nonce = 128;

Phrase remedy() {
    return say("install the same version of Mantissa on both machines");
}

// What the other side says of itself is text from outside: no control characters, no novel.
Phrase shown(std::string_view text) {
    std::string result;
    for (char c : text.substr(0, 40)) result += c >= ' ' && c <= '~' ? c : '?';
    return result.empty() ? say("unknown") : Phrase(result);
}

void check_version(const run::Hello& theirs, bool we_are_the_worker) {
    if (theirs.protocol() == protocol_version) return;
    const std::vector<Phrase> values{program_version, protocol_version, shown(theirs.program_version()),
                                     theirs.protocol()};
    throw Error(
        ErrorCode::bad_data,
        we_are_the_worker
            ? say("this worker is Mantissa %1 and speaks protocol %2, the window is Mantissa %3 and speaks protocol %4",
                  values)
            : say("this window is Mantissa %1 and speaks protocol %2, the worker is Mantissa %3 and speaks protocol %4",
                  values),
        "handshake", remedy());
}

}  // namespace

std::string make_nonce() {
    std::random_device source;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", source(), source(), source(), source());
}

run::Hello window_hello(std::string_view nonce, std::uint32_t credit_frames, std::uint32_t credit_bytes) {
    run::Hello hello;
    hello.set_protocol(protocol_version);
    hello.set_program_version(program_version);
    hello.set_nonce(std::string(nonce));
    hello.set_credit_frames(credit_frames);
    hello.set_credit_bytes(credit_bytes);
    return hello;
}

run::Hello worker_hello(const run::Hello& from_window) {
    run::Hello hello;
    hello.set_protocol(protocol_version);
    hello.set_program_version(program_version);
    hello.set_nonce(from_window.nonce().substr(0, max_nonce));
    return hello;
}

void check_window_hello(const run::Hello& from_window) {
    check_version(from_window, true);
    if (from_window.nonce().empty() || from_window.nonce().size() > max_nonce)
        throw Error(ErrorCode::bad_data,
                    say("the window's Hello has a nonce of %1 characters, 1 to %2 are possible",
                        {from_window.nonce().size(), max_nonce}),
                    "handshake", remedy());
    if (from_window.credit_frames() == 0 || from_window.credit_bytes() == 0)
        throw Error(ErrorCode::bad_data, say("the window's Hello grants no credit: nothing could ever be sent"),
                    "handshake", remedy());
}

void check_worker_hello(const run::Hello& from_worker, std::string_view nonce) {
    check_version(from_worker, false);
    if (from_worker.nonce() != nonce)
        throw Error(ErrorCode::bad_data,
                    say("the worker answers someone else's Hello: it echoes the nonce %1, expected %2",
                        {shown(from_worker.nonce()), nonce}),
                    "handshake", say("start the worker again"));
}

}  // namespace mantissa
