// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes taken for a recording: they, or some of their lines, are refused with file and line, and
// what comes out are records that the library takes. Shared by the fuzzer and by the test that runs without one.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/base/error.h"
#include "engine/recording/recording_reader.h"
#include "engine/store/record_key.h"

namespace mantissa::fuzz {

/// Throws std::logic_error where the reason does not say what is wrong in which line.
inline void check_refusal(const Error& error) {
    if (error.code() != ErrorCode::bad_data || !error.place().starts_with("input, line ") || error.message().empty())
        throw std::logic_error(std::string("refused in the wrong way: ") + error.what());
}

/// Throws std::logic_error where the promise is broken. Returns whether all lines were accepted.
inline bool check_recording(std::span<const std::uint8_t> bytes) {
    std::uint32_t last = 0;
    bool begun = false;
    RecordingReader reader("input", [&](run::Record&& record) {
        if (record.has_started() == begun) throw std::logic_error("a run begins once, and first");
        begun = true;
        check_record(record);
        if (!record.has_step_done()) return;
        if (record.step() <= last) throw std::logic_error("steps rise");
        last = record.step();
    });
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    try {
        // In two pieces: how the bytes are cut must not matter.
        reader.take(text.substr(0, text.size() / 2));
        reader.take(text.substr(text.size() / 2));
    } catch (const Error& error) {
        check_refusal(error);
        return false;
    }
    if (reader.first_unread() == nullptr) return true;
    check_refusal(*reader.first_unread());
    return false;
}

}  // namespace mantissa::fuzz
