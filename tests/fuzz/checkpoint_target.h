// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes taken for a checkpoint: they are refused with a place, or what was read can be written
// again. Shared by the fuzzer and by the test that runs without one.
#pragma once

#include <string_view>
#include <vector>

#include "engine/base/sha256.h"
#include "engine/train/checkpoint.h"
#include "tests/fuzz/scratch_file.h"

namespace mantissa::fuzz {

/// The bytes with the digest at their end that they should have: else a fuzzer would meet nothing but its refusal.
inline std::vector<std::uint8_t> with_right_digest(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t digest_bytes = 64;
    std::vector<std::uint8_t> sealed(bytes.begin(), bytes.end());
    if (sealed.size() <= digest_bytes) return sealed;
    Sha256 hash;
    hash.add(std::as_bytes(std::span(sealed).first(sealed.size() - digest_bytes)));
    const std::string digest = hash.hex();
    std::copy(digest.begin(), digest.end(), sealed.end() - digest_bytes);
    return sealed;
}

/// Throws std::logic_error where the promise is broken. Returns whether the bytes were accepted.
inline bool check_checkpoint(std::span<const std::uint8_t> bytes) {
    static const Scratch scratch;
    return accepted([&] {
        const Checkpoint read = read_checkpoint(scratch.file("run.checkpoint", with_right_digest(bytes)));
        const std::filesystem::path again = scratch.path() / "again.checkpoint";
        write_checkpoint(again, read);
        if (read_checkpoint(again).snapshot.parameters != read.snapshot.parameters)
            throw std::logic_error("a checkpoint is another one when it is written again");
    });
}

}  // namespace mantissa::fuzz
