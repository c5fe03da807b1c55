// SPDX-License-Identifier: Apache-2.0
// A small sound lesson in a folder of the test's own, to be damaged.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/lesson/lesson_file.h"

namespace mantissa::testing {

/// lesson.json and a page, both of which a test can change before it reads them.
class LessonFolder {
  public:
    LessonFolder() : path_(std::filesystem::temp_directory_path() / ("mantissa-lesson-" + make_ulid())) {
        std::filesystem::create_directories(path_);
        write("page.md", "# Page\n\nIt ends at **11.35 %** after 10 steps.\n");
    }
    ~LessonFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    LessonFolder(const LessonFolder&) = delete;
    LessonFolder& operator=(const LessonFolder&) = delete;

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
    }
    LoadedLesson read(const std::string& language = "") const { return read_lesson(path_, language); }
    /// Puts the German of the sound lesson beside it.
    void write_german() const {
        std::filesystem::create_directories(path_ / "de");
        write("de/page.md", "# Seite\n\nEs endet bei **11.35 Prozent** nach 10 Schritten.\n");
        write("de/words.json", german());
    }
    /// Reads the sound lesson with `what` replaced by `by`.
    LoadedLesson read_with(const std::string& what, const std::string& by) const {
        std::string text = sound();
        const std::size_t at = text.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        if (at != std::string::npos) text.replace(at, what.size(), by);
        write("lesson.json", text);
        return read();
    }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

    /// Three steps with everything that a lesson can have.
    static std::string sound() {
        return R"({"version": 1, "title": "A title", "summary": "A summary.", "minutes": 5, "steps": [
  {"page": "page.md", "setup": {"preset": "underflow", "config": {"steps": 10, "width": 16}}, "show": "Live",
   "point": "setupScroll",
   "view": {"run": "first", "tensor": "fc1.weight", "role": "weight_gradient"},
   "predict": {"id": "guess", "kind": "number", "question": "How much?", "unit": "%", "low": 0, "high": 100},
   "run": {"id": "first"},
   "reveal": {"prediction": "guess", "measure": "first.accuracy"},
   "figures": [{"text": "11.35 %", "measure": "first.accuracy", "low": 9, "high": 15}]},
  {"page": "page.md",
   "predict": {"id": "which", "kind": "choice", "question": "Which?", "choices": ["this", "that"]},
   "reveal": {"prediction": "which", "answer": 1}},
  {"page": "page.md", "setup": {"config": {"lr": 0.5}},
   "predict": {"id": "drawn", "kind": "curve", "question": "How?", "x": "step", "y": "accuracy", "x_low": 0,
               "x_high": 10, "low": 0, "high": 100},
   "run": {"id": "race", "lanes": [{"name": "FP32", "config": {"precision": "FP32"}}, {"name": "FP16"}]},
   "reveal": {"prediction": "drawn", "measure": "FP32.loss"},
   "figures": [{"text": "10 steps", "measure": "FP16.steps", "low": 10, "high": 10}]}
]})";
    }

    /// The words of the sound lesson in German.
    static std::string german() {
        return R"({"version": 1, "title": "Ein Titel", "summary": "Eine Zusammenfassung.", "steps": [
  {"page": "page.md", "predict": {"question": "Wie viel?", "unit": "Prozent"}, "figures": [{"text": "11.35 Prozent"}]},
  {"page": "page.md", "predict": {"question": "Was davon?", "choices": ["dies", "das"]}},
  {"page": "page.md", "predict": {"question": "Wie?", "x": "Schritt", "y": "Genauigkeit"},
   "figures": [{"text": "10 Schritten"}]}
]})";
    }

  private:
    std::filesystem::path path_;
};

/// What `action` throws; fails the test where it throws nothing.
template <class Action>
Error error_of(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "nothing was refused";
    return Error(ErrorCode::failed, "");
}

}  // namespace mantissa::testing
