// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes taken for a lesson: they are refused with a place, or each step's runs can be trained.
// Shared by the fuzzer and by the test that runs without one.
#pragma once

#include "engine/lesson/lesson_file.h"
#include "tests/fuzz/scratch_file.h"

namespace mantissa::fuzz {

/// Throws std::logic_error where the promise is broken. Returns whether the bytes were accepted.
/// The bytes are lesson.json; its pages are there as long as they have the name "page.md".
inline bool check_lesson(std::span<const std::uint8_t> bytes) {
    static const Scratch scratch;
    static const std::string page = "# A page\n\nSome words.\n";
    return accepted([&] {
        scratch.file("page.md", {reinterpret_cast<const std::uint8_t*>(page.data()), page.size()});
        scratch.file("lesson.json", bytes);
        const LoadedLesson lesson = read_lesson(scratch.path());
        if (lesson.settings.size() != lesson.steps()) throw std::logic_error("steps without settings");
        for (std::size_t step = 0; step < lesson.steps(); ++step) lesson.lanes(step);
    });
}

}  // namespace mantissa::fuzz
