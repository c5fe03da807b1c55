// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes taken for a preset or a grid of a sweep: they are refused with a place, or what
// was read is valid. Shared by the fuzzers and by the tests that run without one.
#pragma once

#include "engine/run/presets.h"
#include "engine/run/sweep.h"
#include "engine/run/validation.h"
#include "tests/fuzz/scratch_file.h"

namespace mantissa::fuzz {

/// Throws std::logic_error where the promise is broken. Returns whether the bytes were accepted.
inline bool check_preset(std::span<const std::uint8_t> bytes) {
    static const Scratch scratch;
    return accepted([&] {
        const run::Preset preset = read_preset(scratch.file("preset.json", bytes));
        try {
            validate(complete(preset.config()));
        } catch (const Error& error) {
            throw std::logic_error(std::string("a preset was accepted that is not valid: ") + error.what());
        }
    });
}

inline bool check_sweep(std::span<const std::uint8_t> bytes) {
    static const Scratch scratch;
    return accepted([&] {
        const SweepGrid grid = read_sweep(scratch.file("grid.json", bytes));
        const std::vector<run::RunConfig> cells = sweep_cells(grid, "grid.json");
        if (cells.empty() || cells.size() > most_sweep_cells) throw std::logic_error("a grid of an odd size");
    });
}

}  // namespace mantissa::fuzz
