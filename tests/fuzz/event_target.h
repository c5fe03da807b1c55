// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes taken for an event file of TensorBoard: they are refused with file and record, or what
// comes out are records that the library takes. The bytes are taken as they are, and once more as the contents of
// records with good checksums (or hardly anything would come behind these). Shared by the fuzzer and by the test that
// runs without one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/base/error.h"
#include "engine/recording/event_reader.h"
#include "engine/store/record_key.h"

namespace mantissa::fuzz {

inline bool check_event_file(std::string_view text) {
    bool begun = false, stepped = false;
    std::uint32_t last = 0;
    EventReader reader("input", [&](run::Record&& record) {
        if (record.has_started() == begun) throw std::logic_error("a run begins once, and first");
        begun = true;
        check_record(record);
        if (!record.has_step_done()) return;
        if (stepped && record.step() <= last) throw std::logic_error("steps rise");
        stepped = true;
        last = record.step();
    });
    try {
        reader.take(0, text.substr(0, text.size() / 2));
        reader.take(0, text.substr(text.size() / 2));
        reader.over(0);
        return true;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_data || !error.place().starts_with("input, record ") ||
            error.message().empty())
            throw std::logic_error(std::string("refused in the wrong way: ") + error.what());
        return false;
    }
}

/// Throws std::logic_error where the promise is broken. Returns whether the framed bytes were accepted to their end.
inline bool check_events(std::span<const std::uint8_t> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    check_event_file(text);
    const auto little = [](std::uint64_t value, int size) {
        std::string out;
        for (int i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 255);
        return out;
    };
    std::string file;
    for (std::size_t at = 0; at < text.size();) {  // a byte with the length of the content behind it
        const std::size_t size = std::min<std::size_t>(bytes[at], text.size() - at - 1);
        const std::string_view content = text.substr(at + 1, size);
        const std::string length = little(content.size(), 8);
        file +=
            length + little(record_checksum(length), 4) + std::string(content) + little(record_checksum(content), 4);
        at += 1 + size;
    }
    return check_event_file(file);
}

}  // namespace mantissa::fuzz
