// SPDX-License-Identifier: Apache-2.0
// Encoder and decoder.
#include "engine/wire/framing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/base/crc32c.h"

namespace mantissa {
namespace {

std::uint32_t read_u32(const char* p) noexcept {
    const auto byte = [p](int i) { return std::uint32_t{static_cast<unsigned char>(p[i])}; };
    return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

void write_u32(char* p, std::uint32_t value) noexcept {
    for (int i = 0; i < 4; ++i) p[i] = static_cast<char>(value >> (8 * i) & 255);
}

// High bit set, line ends of both systems and a NUL: no text has it, and a stream that translates line ends breaks it.
constexpr std::string_view window_preamble{"\x93MANTISSA>\r\n\x1a\n\x00\x01", preamble_size};
constexpr std::string_view worker_preamble{"\x93MANTISSA<\r\n\x1a\n\x00\x01", preamble_size};

constexpr std::string_view preamble_of(Side sender) noexcept {
    return sender == Side::window ? window_preamble : worker_preamble;
}

constexpr std::size_t quoted_noise = 200;

}  // namespace

std::string encode_preamble(Side sender) {
    return std::string(preamble_of(sender));
}

std::string encode_frame(const google::protobuf::MessageLite& message) {
    const std::size_t size = message.ByteSizeLong();
    if (size == 0)
        throw Error(ErrorCode::failed, say("a message without content cannot be sent"), message.GetTypeName());
    if (size > max_frame_payload)
        throw Error(ErrorCode::failed,
                    say("a message of %1 bytes does not fit into a frame of %2", {size, max_frame_payload}),
                    message.GetTypeName());
    std::string frame(frame_header_size + size, '\0');
    message.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(frame.data() + frame_header_size));
    write_u32(frame.data(), static_cast<std::uint32_t>(size));
    write_u32(frame.data() + 4, crc32c(std::string_view(frame).substr(frame_header_size)));
    return frame;
}

void parse_payload(std::string_view payload, google::protobuf::MessageLite& message) {
    if (payload.size() > max_frame_payload || !message.ParseFromArray(payload.data(), static_cast<int>(payload.size())))
        throw Error(
            ErrorCode::bad_data,
            say("a frame of %1 bytes does not hold a message of type %2", {payload.size(), message.GetTypeName()}),
            "the link between window and worker", say("check that both are the same version of Mantissa"));
}

void FrameDecoder::expect_preamble(Side sender) {
    awaited_ = sender;
}

void FrameDecoder::feed(std::span<const std::byte> bytes) {
    feed(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void FrameDecoder::feed(std::string_view bytes) {
    if (broken_) return;
    if (begin_ > 0 && begin_ >= buffer_.size() / 2) {
        buffer_.erase(0, begin_);
        begin_ = 0;
    }
    buffer_.append(bytes);
}

std::optional<std::string> FrameDecoder::next() {
    if (broken_) throw *broken_;
    try {
        return decode();
    } catch (const Error& error) {
        broken_ = error;
        buffer_ = {};
        begin_ = 0;
        throw;
    }
}

std::optional<std::string> FrameDecoder::decode() {
    if (awaited_ && !skip_noise()) return std::nullopt;
    const std::string_view bytes = rest();
    if (bytes.size() < frame_header_size) return std::nullopt;
    const std::size_t size = read_u32(bytes.data());
    const auto place = [this] { return fmt::format("the link between window and worker, byte {}", consumed_); };
    const auto remedy = [] { return say("the link is closed; start the worker again"); };
    if (size == 0 || size > max_frame_payload)
        throw Error(ErrorCode::bad_data,
                    say("a frame claims %1 bytes of content, 1 to %2 are possible: the stream is damaged",
                        {size, max_frame_payload}),
                    place(), remedy());
    if (bytes.size() - frame_header_size < size) return std::nullopt;
    const std::string_view payload = bytes.substr(frame_header_size, size);
    const std::uint32_t declared = read_u32(bytes.data() + 4);
    const std::uint32_t computed = crc32c(payload);
    if (declared != computed)
        throw Error(ErrorCode::bad_data,
                    say("a frame of %1 bytes is damaged: its checksum says %2, its content has %3",
                        {size, fmt::format("{:08x}", declared), fmt::format("{:08x}", computed)}),
                    place(), remedy());
    std::string result(payload);
    begin_ += frame_header_size + size;
    consumed_ += frame_header_size + size;
    return result;
}

bool FrameDecoder::skip_noise() {
    const std::string_view preamble = preamble_of(*awaited_);
    const std::string_view bytes = rest();
    const std::size_t found = bytes.find(preamble);
    // Where it is not there yet, its beginning may be: the last bytes stay in the buffer.
    const std::size_t skipped =
        found != std::string_view::npos ? found : bytes.size() - std::min(bytes.size(), preamble_size - 1);
    keep_noise(bytes.substr(0, skipped));
    noise_size_ += skipped;
    begin_ += skipped;
    consumed_ += skipped;
    if (noise_size_ > max_preamble_noise)
        throw Error(ErrorCode::bad_data,
                    *awaited_ == Side::worker
                        ? say("the other side is not a mantissa-worker; it says: \"%1\"", {noise_text_})
                        : say("the other side is not a Mantissa window; it says: \"%1\"", {noise_text_}),
                    "the link between window and worker",
                    say("check the command that starts the worker, and what the login scripts there print"));
    if (found == std::string_view::npos) return false;
    begin_ += preamble_size;
    consumed_ += preamble_size;
    awaited_.reset();
    return true;
}

void FrameDecoder::keep_noise(std::string_view text) {
    for (char c : text) {
        if (noise_text_.size() >= quoted_noise) return;
        if (c >= ' ' && c <= '~')
            noise_text_ += c;
        else if (!noise_text_.empty() && noise_text_.back() != ' ')
            noise_text_ += ' ';
    }
}

void FrameDecoder::finish() {
    if (broken_) throw *broken_;
    Phrase message;
    if (awaited_) {
        if (noise_size_ == 0 && rest().empty()) return;
        keep_noise(rest());
        message = say("the other side ended before it said hello; it said: \"%1\"", {noise_text_});
    } else if (!rest().empty()) {
        message = say("the stream broke off inside a frame, %1 bytes after its beginning", {rest().size()});
    } else {
        return;
    }
    broken_ = Error(ErrorCode::bad_data, message,
                    fmt::format("the link between window and worker, byte {}", consumed_ + rest().size()));
    throw *broken_;
}

}  // namespace mantissa
