// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes taken for an IDX file: they are refused with a place, or what comes out is consistent.
// Shared by the fuzzer and by the test that runs without one.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/data/idx_file.h"

namespace mantissa::fuzz {

/// Throws std::logic_error where the promise is broken. Returns whether the bytes were accepted.
inline bool check_idx(std::span<const std::uint8_t> bytes, IdxKind kind) {
    IdxLimits limits;
    limits.content_bytes = 1 << 20;
    try {
        const IdxFile file = parse_idx({bytes.begin(), bytes.end()}, kind, "input", limits);
        const std::int64_t pixels = kind == IdxKind::images ? std::int64_t{file.side} * file.side : 1;
        const bool sized = file.count >= 1 && file.count <= limits.count && pixels >= 1 && pixels <= 64 * 64 &&
                           file.data.size() == static_cast<std::size_t>(file.count * pixels) &&
                           file.data.size() <= limits.content_bytes;
        const bool headed = file.header.size() == (kind == IdxKind::images ? 16u : 8u);
        if (!sized || !headed || file.kind != kind) throw std::logic_error("an inconsistent file was accepted");
        // What was read, written again, is the same file.
        std::vector<std::uint8_t> again = file.header;
        again.insert(again.end(), file.data.begin(), file.data.end());
        if (parse_idx(again, kind, "again", limits).data != file.data)
            throw std::logic_error("not read the same twice");
        return true;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_data || error.place().empty() || error.message().empty())
            throw std::logic_error(std::string("refused in the wrong way: ") + error.what());
        return false;
    }
}

}  // namespace mantissa::fuzz
