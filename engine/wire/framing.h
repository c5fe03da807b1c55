// SPDX-License-Identifier: Apache-2.0
// How messages are cut out of a byte stream: 4 bytes length, 4 bytes CRC-32C of the payload (both little-endian), the
// payload. A stream begins with a 16-byte preamble, because over ssh a chatty .bashrc may print to it first.
#pragma once

#include <google/protobuf/message_lite.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/error.h"

namespace mantissa {

/// Largest payload of a frame, in bytes; checked before anything is allocated for it.
inline constexpr std::size_t max_frame_payload = std::size_t{16} << 20;
/// Bytes of length and checksum before each payload.
inline constexpr std::size_t frame_header_size = 8;
/// Bytes of the preamble with which each stream begins.
inline constexpr std::size_t preamble_size = 16;
/// Bytes of foreign output that are skipped before the preamble.
inline constexpr std::size_t max_preamble_noise = std::size_t{64} << 10;

/// Who wrote a stream. The two preambles differ, so that a terminal that echoes is not taken for the other side.
enum class Side { window, worker };

/// The bytes with which `sender` begins its stream, before its first frame (a Hello).
std::string encode_preamble(Side sender);

/// `message` as one frame. Throws Error(failed) where it has no content or more than max_frame_payload bytes.
std::string encode_frame(const google::protobuf::MessageLite& message);

/// Reads `payload` into `message`. Throws Error(bad_data) where it is not such a message; unknown fields are ignored.
void parse_payload(std::string_view payload, google::protobuf::MessageLite& message);

/// The same for a message returned by value: `parse_payload<run::ToWindow>(payload)`.
template <class Message>
Message parse_payload(std::string_view payload) {
    Message message;
    parse_payload(payload, message);
    return message;
}

/// Cuts a stream, fed in pieces of any size, into payloads. Not thread-safe. Nothing blocks.
/// After an Error the stream cannot be trusted any more: every later call of next() and finish() throws it again.
class FrameDecoder {
  public:
    FrameDecoder() = default;

    /// Call before the first feed(): skips up to max_preamble_noise bytes until the preamble of `sender`.
    void expect_preamble(Side sender);

    /// Takes the next bytes of the stream; never throws for what is in them.
    void feed(std::span<const std::byte> bytes);
    void feed(std::string_view bytes);

    /// The payload of the next whole frame; nothing where more bytes are needed: call it until then after each feed().
    /// Throws Error(bad_data): no preamble in the first 64 KiB, length 0 or too large, wrong checksum.
    std::optional<std::string> next();

    /// Call at the end of the stream, after the last next(): throws Error(bad_data) where it broke off inside a frame
    /// or where something came but never the preamble. A stream without a single byte is fine.
    void finish();

    /// What was skipped before the preamble, its first 200 printable characters: worth a line in the log.
    const std::string& noise() const noexcept { return noise_text_; }
    /// Whether the preamble has been seen (true where none is expected).
    bool started() const noexcept { return !awaited_; }

  private:
    std::optional<std::string> decode();
    bool skip_noise();
    void keep_noise(std::string_view text);
    std::string_view rest() const noexcept { return std::string_view(buffer_).substr(begin_); }

    std::string buffer_;
    std::size_t begin_ = 0;       // first byte of buffer_ that is not yet consumed
    std::uint64_t consumed_ = 0;  // bytes of the stream before begin_: the place an error names
    std::optional<Side> awaited_;
    std::size_t noise_size_ = 0;
    std::string noise_text_;
    std::optional<Error> broken_;
};

}  // namespace mantissa
