// SPDX-License-Identifier: Apache-2.0
// Event files of TensorBoard made by hand: records with their checksums, events with scalars in both of their forms.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/recording/event_reader.h"

namespace mantissa::test {

inline std::string little(std::uint64_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 255);
    return out;
}

/// A TFRecord.
inline std::string framed(const std::string& content) {
    const std::string length = little(content.size(), 8);
    return length + little(record_checksum(length), 4) + content + little(record_checksum(content), 4);
}

inline std::string varint(std::uint64_t value) {
    std::string out;
    for (; value >= 128; value >>= 7) out += static_cast<char>((value & 127) | 128);
    return out + static_cast<char>(value);
}

/// A field of a protobuf message that has a length: text, or a message.
inline std::string field(int number, const std::string& content) {
    return varint(static_cast<std::uint64_t>(number) << 3 | 2) + varint(content.size()) + content;
}

inline std::string simple(float value) {
    return "\x15" + little(std::bit_cast<std::uint32_t>(value), 4);
}

/// A tensor of one number, as TensorFlow 2 and newer PyTorch write scalars; `type`: TensorFlow's DataType.
inline std::string tensor(int type, int number, const std::string& values) {
    return field(8, varint(1 << 3) + varint(static_cast<std::uint64_t>(type)) + field(2, {}) + field(number, values));
}

/// Summary.Value.
inline std::string value(const std::string& tag, const std::string& what) {
    return field(1, field(1, tag) + what);
}

/// An event of a summary, framed.
inline std::string event(std::int64_t step, const std::string& values, double time = 1000) {
    return framed("\x09" + little(std::bit_cast<std::uint64_t>(time), 8) + "\x10" +
                  varint(static_cast<std::uint64_t>(step)) + field(5, values));
}

inline std::string version_event() {
    return framed("\x09" + little(std::bit_cast<std::uint64_t>(999.0), 8) + field(3, "brain.Event:2"));
}

/// All records of these bytes, given in pieces of `piece` bytes (0: at once).
inline std::vector<run::Record> events_records(const std::string& bytes, std::size_t piece = 0,
                                               const std::string& file = "runs/one/events.out.tfevents.1") {
    std::vector<run::Record> records;
    EventReader reader(file, [&](run::Record&& record) { records.push_back(std::move(record)); });
    if (piece == 0) piece = bytes.size() + 1;
    for (std::size_t i = 0; i < bytes.size(); i += piece) reader.take(0, std::string_view(bytes).substr(i, piece));
    reader.over(0);
    return records;
}

}  // namespace mantissa::test
