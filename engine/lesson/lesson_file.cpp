// SPDX-License-Identifier: Apache-2.0
// Reading. What the parts must be stands in lesson_check.cpp.
#include "engine/lesson/lesson_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/base/resources.h"
#include "engine/base/sha256.h"
#include "engine/lesson/lesson_check.h"
#include "engine/lesson/text_file.h"
#include "engine/lesson/translation.h"
#include "engine/run/json.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

constexpr const char* lesson_name = "lesson.json";
constexpr std::size_t most_entries = 1000;

/// "small-gradients" of "02-small-gradients".
std::string without_number(const std::string& name) {
    const std::size_t first = name.find_first_not_of("0123456789");
    return first > 0 && first < name.size() && name[first] == '-' ? name.substr(first + 1) : name;
}

void add(Sha256& hash, const std::string& text) {
    hash.add(std::as_bytes(std::span(text)));
    hash.add(std::as_bytes(std::span("\0", 1)));
}

}  // namespace

std::vector<LessonLane> LoadedLesson::lanes(std::size_t step) const {
    const lesson::Step& here = content.steps(static_cast<int>(step));
    std::vector<LessonLane> lanes;
    if (!here.has_run()) return lanes;
    if (here.run().lanes().empty()) {
        lanes.push_back({here.run().id(), settings[step]});
        if (here.run().has_name()) lanes.back().config.set_name(here.run().name());
    }
    for (const lesson::Lane& lane : here.run().lanes()) {
        lanes.push_back({lane.name(), merge(settings[step], lane.config())});
        lanes.back().config.set_name(lane.name());
    }
    return lanes;
}

std::size_t LoadedLesson::step_of_run(const std::string& run) const {
    for (std::size_t i = 0; i < steps(); ++i)
        for (const LessonLane& lane : lanes(i))
            if (lane.name == run) return i;
    return steps();
}

std::size_t LoadedLesson::step_of_prediction(const std::string& id) const {
    for (std::size_t i = 0; i < steps(); ++i)
        if (const lesson::Step& step = content.steps(static_cast<int>(i));
            step.has_predict() && step.predict().id() == id)
            return i;
    return steps();
}

namespace {

constexpr std::string_view run_pages[] = {"Live",   "Compare", "Underflow", "Follow",
                                          "Health", "Scale",   "Updates",   "Network"};
constexpr std::string_view other_pages[] = {"Range", "Speed", "Formats", "Ranks"};

/// In any case, as the window opens them.
bool is_page(const std::string& page, std::span<const std::string_view> pages) {
    const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };  // they are letters
    return std::any_of(pages.begin(), pages.end(),
                       [&](std::string_view one) { return std::ranges::equal(one, page, same); });
}

}  // namespace

std::vector<std::string> lesson_pages() {
    std::vector<std::string> pages(std::begin(run_pages), std::end(run_pages));
    pages.insert(pages.end(), std::begin(other_pages), std::end(other_pages));
    return pages;
}

bool is_lesson_page(const std::string& page) {
    return is_page(page, run_pages) || is_page(page, other_pages);
}

bool shows_runs(const std::string& page) {
    return is_page(page, run_pages);
}

LoadedLesson read_lesson(const fs::path& folder, const std::string& language) {
    LoadedLesson lesson;
    lesson.folder = folder;
    const fs::path whole = folder.filename().empty() ? folder.parent_path() : folder;
    lesson.name = whole.filename().string();
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        throw Error(ErrorCode::bad_data, say("this is not a folder"), folder.string(),
                    say("a folder with a lesson.json"));
    const std::string text = read_text_file(folder / lesson_name, most_lesson_bytes);
    from_json(text, lesson.content, (folder / lesson_name).string());
    check_lesson(lesson, folder / lesson_name);
    Sha256 hash;
    add(hash, text);
    for (const std::string& page : lesson.pages) add(hash, page);
    lesson.sha256 = hash.hex();
    if (is_language(language) && fs::exists(fs::symlink_status(folder / language, ignored)))
        translate_lesson(lesson, language);
    return lesson;
}

std::vector<std::string> lesson_languages(const fs::path& folder) {
    std::vector<std::string> languages;
    for (std::string& name : names_in(folder))
        if (is_language(name) && languages.size() < most_entries) languages.push_back(std::move(name));
    std::sort(languages.begin(), languages.end());
    return languages;
}

std::vector<LessonEntry> list_lessons(const fs::path& folder, const std::string& language) {
    std::vector<LessonEntry> entries;
    for (const std::string& name : names_in(folder)) {
        std::error_code ignored;
        if (entries.size() == most_entries || !fs::exists(folder / name / lesson_name, ignored)) continue;
        LessonEntry& entry = entries.emplace_back();
        entry.folder = folder / name;
        entry.name = name;
        try {
            const LoadedLesson lesson = read_lesson(entry.folder, language);
            entry.title = lesson.content.title();
            entry.summary = lesson.content.summary();
            entry.minutes = lesson.content.minutes();
            entry.steps = lesson.steps();
        } catch (const Error& problem) {
            entry.title = entry.name;
            entry.problem = whole_phrase(problem);
        }
    }
    std::sort(entries.begin(), entries.end(),
              [](const LessonEntry& a, const LessonEntry& b) { return a.name < b.name; });
    return entries;
}

std::vector<LessonEntry> shipped_lessons(const std::string& language) {
    return list_lessons(resource_path("lessons"), language);
}

fs::path lesson_folder(const std::string& name) {
    std::error_code ignored;
    if (name.find('/') == std::string::npos) {
        std::vector<std::string> names;
        for (const LessonEntry& entry : shipped_lessons()) {
            if (entry.name == name || without_number(entry.name) == name) return entry.folder;
            names.push_back(entry.name);
        }
        if (!fs::is_directory(name, ignored))
            throw Error(ErrorCode::usage, say("there is no lesson \"%1\"", {name}), "lesson",
                        say("a folder, or one of %1", {fmt::format("{}", fmt::join(names, ", "))}));
    }
    return name;
}

}  // namespace mantissa
