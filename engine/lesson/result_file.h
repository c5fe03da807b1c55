// SPDX-License-Identifier: Apache-2.0
// Where a student stands in a lesson, as one small file: written after each answer, read at the next start, and handed
// in as the student's result. Read as hostile as a lesson.
#pragma once

#include <filesystem>
#include <string>

#include "engine/lesson/lesson_file.h"
#include "engine/lesson/measured_run.h"

namespace mantissa {

inline constexpr std::size_t most_result_bytes = std::size_t{1} << 20;

/// A result without answers, at the lesson's first step.
lesson::Result new_result(const LoadedLesson& lesson);

/// Whether the result is of this lesson as it is now: other texts may ask other questions.
bool belongs_to(const lesson::Result& result, const LoadedLesson& lesson);

/// The answer to a prediction, null where there is none (yet).
const lesson::Answer* answer_to(const lesson::Result& result, const std::string& prediction);
/// The run of this name, null where it was not trained (yet).
const lesson::PlayedRun* played_run(const lesson::Result& result, const std::string& name);

/// Keeps of a run that has ended, in the place of an earlier one of the same name, everything that the lesson's reveals
/// and figures measure of it.
void keep_run(lesson::Result& result, const LoadedLesson& lesson, const std::string& name, const MeasuredRun& run);

/// What a measure comes to: computed, or as a run that was kept has it; nothing where there is none.
std::optional<double> measured(const lesson::Result& result, const std::string& measure);

/// Reads a result; throws Error(bad_data) naming the file, the place in it and what was expected. Every text in it is
/// UTF-8 of one line, every number finite.
lesson::Result read_result(const std::filesystem::path& file);

/// Writes it: complete or not at all, in the place of what was there. Creates the folder. Throws Error(failed).
void write_result(const std::filesystem::path& file, const lesson::Result& result);

}  // namespace mantissa
