// SPDX-License-Identifier: Apache-2.0
#include "engine/lesson/translation.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/error.h"
#include "engine/base/utf8.h"
#include "engine/lesson/lesson_check.h"
#include "engine/lesson/text_file.h"
#include "engine/run/json.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

constexpr const char* words_name = "words.json";

/// Words in the place of a lesson's own. Only whether each is there is asked here; what it must be is the same for both
/// and is checked once they are in their place.
class Words {
  public:
    Words(const lesson::LessonWords& words, const std::string& file) : words_(words), file_(file) {}

    void put_into(lesson::Lesson& content) {
        if (words_.version() != 1) refuse("version", say("version %1 of the schema", {words_.version()}), "1");
        if (text("title", words_.title(), content.title())) content.set_title(words_.title());
        if (text("summary", words_.summary(), content.summary())) content.set_summary(words_.summary());
        if (words_.steps_size() > content.steps_size())
            refuse(fmt::format("steps[{}]", content.steps_size()), say("lesson.json has no such step"),
                   say("its %1 steps", {content.steps_size()}));
        for (int i = 0; i < content.steps_size(); ++i) {
            at_ = fmt::format("steps[{}]", i);
            lesson::Step& into = *content.mutable_steps(i);
            if (i >= words_.steps_size())
                refuse("", say("it is missing"), say("the words of the page \"%1\"", {into.page()}));
            step(words_.steps(i), into);
        }
    }

  private:
    [[noreturn]] void refuse(const std::string& field, const Phrase& what, const Phrase& expected) const {
        const std::string place = at_.empty() ? field : field.empty() ? at_ : at_ + "." + field;
        throw Error(ErrorCode::bad_data, what, fmt::format("{}, {}", file_, place), expected);
    }

    /// Whether there is a text, which must then be there in both.
    bool text(const std::string& field, const std::string& words, const std::string& own) const {
        if (words.empty() && !own.empty()) refuse(field, say("it is missing or empty"), say("words for \"%1\"", {own}));
        if (!words.empty() && own.empty()) refuse(field, say("lesson.json has no text here"), say("none here either"));
        return !own.empty();
    }

    void count(const std::string& field, int words, int own) const {
        if (words != own) refuse(field, say("%1 of them", {words}), say("%1, in the order of lesson.json", {own}));
    }

    void step(const lesson::StepWords& words, lesson::Step& into) const {
        // The name tells whether a step was put between others since the words were written.
        if (words.page() != into.page())
            refuse("page", say("\"%1\" is not this step's page", {to_utf8(words.page().substr(0, 100))}),
                   say("\"%1\", as lesson.json has it", {into.page()}));
        if (into.has_predict())
            predict(words.predict(), *into.mutable_predict());
        else if (words.has_predict())
            refuse("predict", say("lesson.json asks nothing here"), say("no words for a question"));
        count("figures", words.figures_size(), into.figures_size());
        for (int i = 0; i < into.figures_size(); ++i)
            if (text(fmt::format("figures[{}].text", i), words.figures(i).text(), into.figures(i).text()))
                into.mutable_figures(i)->set_text(words.figures(i).text());
    }

    void predict(const lesson::PredictionWords& words, lesson::Prediction& into) const {
        if (text("predict.question", words.question(), into.question())) into.set_question(words.question());
        if (text("predict.unit", words.unit(), into.unit())) into.set_unit(words.unit());
        count("predict.choices", words.choices_size(), into.choices_size());
        for (int i = 0; i < into.choices_size(); ++i)
            if (text(fmt::format("predict.choices[{}]", i), words.choices(i), into.choices(i)))
                into.set_choices(i, words.choices(i));
        if (text("predict.x", words.x(), into.x())) into.set_x(words.x());
        if (text("predict.y", words.y(), into.y())) into.set_y(words.y());
    }

    const lesson::LessonWords& words_;
    std::string file_, at_;
};

}  // namespace

bool is_language(const std::string& name) {
    return name.size() == 2 && std::all_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

void translate_lesson(LoadedLesson& lesson, const std::string& language) {
    const fs::path folder = lesson.folder / language;
    std::error_code ignored;
    if (!fs::is_directory(fs::symlink_status(folder, ignored)))
        throw Error(ErrorCode::bad_data, say("this is not a folder"), folder.string(),
                    say("a folder with the pages and a %1, no link", {words_name}));
    const fs::path file = folder / words_name;
    lesson::LessonWords words;
    from_json(read_text_file(file, most_lesson_bytes), words, file.string());
    LoadedLesson translated = lesson;
    translated.language = language;
    translated.pages.clear();
    Words(words, file.string()).put_into(translated.content);
    check_lesson(translated, file);
    lesson = std::move(translated);
}

}  // namespace mantissa
