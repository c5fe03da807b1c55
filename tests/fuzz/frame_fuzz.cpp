// SPDX-License-Identifier: Apache-2.0
// Fuzzer of the link. The first byte chooses the size of the pieces and whether a preamble is awaited, the second
// whether the rest is a stream or payloads to be framed correctly (a checksum would otherwise stop every mutation).
#include <google/protobuf/stubs/logging.h>

#include "engine/base/crc32c.h"
#include "tests/fuzz/frame_target.h"

namespace {

// One frame around arbitrary bytes.
std::vector<std::uint8_t> framed(std::span<const std::uint8_t> payload) {
    std::vector<std::uint8_t> frame;
    const std::uint32_t crc = mantissa::crc32c(std::as_bytes(payload));
    for (std::uint32_t value : {static_cast<std::uint32_t>(payload.size()), crc})
        for (int shift = 0; shift < 32; shift += 8) frame.push_back(static_cast<std::uint8_t>(value >> shift));
    frame.insert(frame.end(), payload.begin(), payload.end());
    return frame;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const google::protobuf::LogSilencer silencer;
    const std::span<const std::uint8_t> rest(data + 2, size - 2);
    const bool preamble = (data[0] & 0x80) != 0;
    const std::size_t piece = data[0] & 0x7F;
    if ((data[1] & 1) != 0)
        mantissa::fuzz::check_frames(framed(rest), piece, false);
    else
        mantissa::fuzz::check_frames(rest, piece, preamble);
    return 0;
}
