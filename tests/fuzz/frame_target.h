// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes that arrive on the link: however they are cut, the decoder gives the same payloads and
// then the same refusal, never more memory than the stream had bytes, and no message that is not one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/run/run.pb.h"
#include "engine/wire/framing.h"

namespace mantissa::fuzz {

struct Decoded {
    std::vector<std::string> payloads;
    std::string refusal;  // empty where the stream ended well
    bool operator==(const Decoded&) const = default;
};

/// Feeds `bytes` in pieces of `piece` bytes and then ends the stream.
inline Decoded decode(std::span<const std::uint8_t> bytes, std::size_t piece, bool preamble) {
    Decoded result;
    FrameDecoder decoder;
    if (preamble) decoder.expect_preamble(Side::worker);
    try {
        while (true) {
            const auto part = bytes.first(std::min(piece, bytes.size()));
            decoder.feed(std::as_bytes(part));
            while (auto payload = decoder.next()) result.payloads.push_back(std::move(*payload));
            bytes = bytes.subspan(part.size());
            if (bytes.empty()) break;
        }
        decoder.finish();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_data || error.place().empty())
            throw std::logic_error(std::string("refused in the wrong way: ") + error.what());
        result.refusal = error.what();
    }
    return result;
}

/// Throws std::logic_error where the promise is broken. Returns what was decoded.
inline Decoded check_frames(std::span<const std::uint8_t> bytes, std::size_t piece, bool preamble) {
    const Decoded whole = decode(bytes, std::max<std::size_t>(bytes.size(), 1), preamble);
    if (decode(bytes, std::max<std::size_t>(piece, 1), preamble) != whole)
        throw std::logic_error("the pieces in which a stream arrives change what it says");
    std::size_t total = 0;
    for (const std::string& payload : whole.payloads) {
        total += payload.size() + frame_header_size;
        try {
            parse_payload<run::ToWindow>(payload);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::bad_data) throw std::logic_error(error.what());
        }
    }
    if (total > bytes.size()) throw std::logic_error("more came out than went in");
    return whole;
}

}  // namespace mantissa::fuzz
