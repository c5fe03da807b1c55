// SPDX-License-Identifier: Apache-2.0
// Lessons from a folder: lesson.json and Markdown pages beside it, and in sub-folders what a person reads of it in
// other languages. A lesson comes from anywhere, so sizes, names, texts and references are all checked before anything
// of it is used.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/lesson/lesson.pb.h"

namespace mantissa {

inline constexpr std::size_t most_lesson_bytes = std::size_t{256} << 10;
inline constexpr std::size_t most_page_bytes = std::size_t{64} << 10;
inline constexpr int most_lesson_steps = 100;

/// A run that a step trains.
struct LessonLane {
    std::string name;       ///< as measures name it
    run::RunConfig config;  ///< complete and valid
};

/// A lesson that was read and found sound.
struct LoadedLesson {
    std::string name;  ///< of its folder
    std::filesystem::path folder;
    std::string language;  ///< of its words: two letters, or empty: as it was written
    lesson::Lesson content;
    std::vector<std::string> pages;        ///< Markdown, by step
    std::vector<run::RunConfig> settings;  ///< complete, by step: the defaults, then all setups up to this step's
    std::string sha256;  ///< of lesson.json and the pages as written, in the steps' order: in every language the same

    /// What a step trains: nothing, one run or the lanes of a race.
    std::vector<LessonLane> lanes(std::size_t step) const;
    /// The step whose training makes the run of this name; steps() where there is none.
    std::size_t step_of_run(const std::string& name) const;
    /// The step that asks for this prediction; steps() where none does.
    std::size_t step_of_prediction(const std::string& id) const;
    std::size_t steps() const { return pages.size(); }
};

/// The pages of the window that a step can show, and whether one has this name, in any case.
std::vector<std::string> lesson_pages();
bool is_lesson_page(const std::string& page);

/// The controls of the window that a step can point at, by their object names, and whether there is one.
std::vector<std::string> lesson_points();
bool is_lesson_point(const std::string& name);

/// Whether the page of this name shows runs: beside figures of a run a step has to say which.
bool shows_runs(const std::string& page);

/// Reads a lesson's folder, its words in `language` (two small letters) where it has a sub-folder of that name; else as
/// it was written. A translation is whole or refused. Throws Error(bad_data) naming the file, the place in it
/// ("lesson.json, steps[2].run.id") and what was expected.
LoadedLesson read_lesson(const std::filesystem::path& folder, const std::string& language = "");

/// The languages in which a lesson's folder has its words besides those it was written in, by name; they may be
/// damaged.
std::vector<std::string> lesson_languages(const std::filesystem::path& folder);

/// What a list of lessons shows of one.
struct LessonEntry {
    std::filesystem::path folder;
    std::string name, title, summary;
    std::uint32_t minutes = 0;
    std::size_t steps = 0;
    Phrase problem;  ///< why it cannot be played, with the place; empty: it can
};

/// The lessons in the folders of `folder`, by folder name, each as read_lesson() gives it in `language`. A folder
/// without lesson.json is none. Empty where `folder` does not exist.
std::vector<LessonEntry> list_lessons(const std::filesystem::path& folder, const std::string& language = "");

/// The lessons that Mantissa ships.
std::vector<LessonEntry> shipped_lessons(const std::string& language = "");

/// The folder of a lesson: of a shipped one by its name ("02-small-gradients" or the part after the number), else
/// `name` as a path. Throws Error(usage) listing the shipped names.
std::filesystem::path lesson_folder(const std::string& name);

}  // namespace mantissa
