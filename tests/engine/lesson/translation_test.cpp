// SPDX-License-Identifier: Apache-2.0
// A lesson in another language: its words take the place of the lesson's own and nothing else does; each rule broken
// once.
#include "engine/lesson/translation.h"

#include "engine/run/json.h"
#include "tests/engine/lesson/lesson_testing.h"

namespace mantissa {
namespace {

using mantissa::testing::error_of;
using mantissa::testing::LessonFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The sound lesson and its German.
class Translated : public ::testing::Test {
  protected:
    Translated() {
        folder_.write("lesson.json", LessonFolder::sound());
        folder_.write_german();
    }
    LessonFolder folder_;
};

TEST_F(Translated, WordsTakeThePlaceOfTheLessonsOwn) {
    const LoadedLesson lesson = folder_.read("de");
    EXPECT_EQ(lesson.language, "de");
    EXPECT_EQ(lesson.content.title(), "Ein Titel");
    EXPECT_EQ(lesson.content.summary(), "Eine Zusammenfassung.");
    ASSERT_EQ(lesson.steps(), 3u);
    EXPECT_THAT(lesson.pages[0], HasSubstr("# Seite"));
    EXPECT_EQ(lesson.content.steps(0).predict().question(), "Wie viel?");
    EXPECT_EQ(lesson.content.steps(0).predict().unit(), "Prozent");
    EXPECT_EQ(lesson.content.steps(0).figures(0).text(), "11.35 Prozent");
    EXPECT_THAT(lesson.content.steps(1).predict().choices(), ElementsAre("dies", "das"));
    EXPECT_EQ(lesson.content.steps(2).predict().x(), "Schritt");
    EXPECT_EQ(lesson.content.steps(2).predict().y(), "Genauigkeit");
}

TEST_F(Translated, EverythingElseIsTheLessons) {
    const LoadedLesson own = folder_.read();
    const LoadedLesson german = folder_.read("de");
    EXPECT_EQ(own.language, "");
    EXPECT_EQ(own.content.title(), "A title");
    EXPECT_EQ(german.sha256, own.sha256) << "results of both languages are of one lesson";
    EXPECT_EQ(german.name, own.name);
    ASSERT_EQ(german.settings.size(), own.settings.size());
    for (std::size_t i = 0; i < own.steps(); ++i) {
        EXPECT_EQ(to_json(german.settings[i]), to_json(own.settings[i]));
        ASSERT_EQ(german.lanes(i).size(), own.lanes(i).size());
        for (std::size_t lane = 0; lane < own.lanes(i).size(); ++lane)
            EXPECT_EQ(german.lanes(i)[lane].name, own.lanes(i)[lane].name);
    }
    // Without its words the one is the other.
    lesson::Lesson bare = german.content;
    bare.set_title(own.content.title());
    bare.set_summary(own.content.summary());
    for (int i = 0; i < bare.steps_size(); ++i) {
        const lesson::Step& step = own.content.steps(i);
        *bare.mutable_steps(i)->mutable_predict() = step.predict();
        for (int f = 0; f < step.figures_size(); ++f)
            bare.mutable_steps(i)->mutable_figures(f)->set_text(step.figures(f).text());
    }
    EXPECT_EQ(to_json(bare), to_json(own.content));
}

TEST_F(Translated, ALanguageThatIsNotThereGivesTheLessonAsItWasWritten) {
    for (const char* language : {"", "fr", "en", "d", "../de", "de/", "DE", "deu", "page.md"}) {
        const LoadedLesson lesson = folder_.read(language);
        EXPECT_EQ(lesson.language, "") << language;
        EXPECT_EQ(lesson.content.title(), "A title") << language;
    }
    EXPECT_THAT(lesson_languages(folder_.path()), ElementsAre("de"));
    std::filesystem::create_directories(folder_ / "pictures");
    std::filesystem::create_directories(folder_ / "cs");
    EXPECT_THAT(lesson_languages(folder_.path()), ElementsAre("cs", "de"));
    EXPECT_THAT(lesson_languages(folder_ / "nowhere"), IsEmpty());
}

TEST_F(Translated, AListIsInTheLanguageWhereThereIsOne) {
    const LessonFolder all;
    std::filesystem::copy(folder_.path(), all / "01-both", std::filesystem::copy_options::recursive);
    std::filesystem::copy(folder_.path(), all / "02-one");
    std::filesystem::copy(folder_.path(), all / "03-damaged", std::filesystem::copy_options::recursive);
    all.write("03-damaged/de/words.json", "{");
    const std::vector<LessonEntry> german = list_lessons(all.path(), "de");
    ASSERT_EQ(german.size(), 3u);
    EXPECT_EQ(german[0].title, "Ein Titel");
    EXPECT_EQ(german[0].summary, "Eine Zusammenfassung.");
    EXPECT_EQ(german[0].minutes, 5u);
    EXPECT_EQ(german[1].title, "A title");
    EXPECT_THAT(english(german[2].problem), HasSubstr("words.json"));
    const std::vector<LessonEntry> own = list_lessons(all.path());
    EXPECT_EQ(own[0].title, "A title");
    EXPECT_EQ(own[2].problem, "") << "who does not read German is not kept from it";
}

TEST_F(Translated, FilesAreHeldToTheSameRules) {
    std::filesystem::remove(folder_ / "de/page.md");
    Error error = error_of([&] { folder_.read("de"); });
    EXPECT_THAT(error.message(), HasSubstr("does not exist"));
    EXPECT_THAT(error.place(), HasSubstr("words.json, steps[0].page"));
    EXPECT_THAT(error.place(), HasSubstr((folder_ / "de/page.md").string()));
    std::filesystem::create_symlink(folder_ / "page.md", folder_ / "de/page.md");
    EXPECT_THAT(error_of([&] { folder_.read("de"); }).message(), HasSubstr("not an ordinary file"));
    std::filesystem::remove(folder_ / "de/page.md");
    folder_.write("de/page.md", "11.35 Prozent, 10 Schritten" + std::string(most_page_bytes, ' '));
    EXPECT_THAT(error_of([&] { folder_.read("de"); }).message(), HasSubstr("too large"));
    folder_.write("de/page.md", "11.36 Prozent nach 10 Schritten");
    error = error_of([&] { folder_.read("de"); });
    EXPECT_THAT(error.message(), HasSubstr("does not occur in the step's page"));
    EXPECT_THAT(error.place(), HasSubstr("words.json, steps[0].figures[0].text"));
    folder_.write_german();
    folder_.write("de/words.json", LessonFolder::german() + std::string(most_lesson_bytes, ' '));
    EXPECT_THAT(error_of([&] { folder_.read("de"); }).message(), HasSubstr("too large"));
    std::filesystem::remove(folder_ / "de/words.json");
    EXPECT_THAT(error_of([&] { folder_.read("de"); }).place(), HasSubstr("words.json"));
    std::filesystem::rename(folder_ / "de", folder_ / "elsewhere");
    std::filesystem::create_directory_symlink(folder_ / "elsewhere", folder_ / "de");
    EXPECT_THAT(error_of([&] { folder_.read("de"); }).message(), HasSubstr("not a folder"));
    EXPECT_EQ(folder_.read().content.title(), "A title") << "the lesson itself is sound";
}

struct BrokenWords {
    const char *what, *by;     ///< in the German words
    const char *place, *says;  ///< where the message says it is, and a part of it
};

void PrintTo(const BrokenWords& broken, std::ostream* out) {  // names the test
    *out << broken.place << " " << broken.says;
}

class TranslationRules : public ::testing::TestWithParam<BrokenWords> {};

TEST_P(TranslationRules, AreHeld) {
    const LessonFolder folder;
    folder.write("lesson.json", LessonFolder::sound());
    folder.write_german();
    std::string words = LessonFolder::german();
    const std::size_t at = words.find(GetParam().what);
    ASSERT_NE(at, std::string::npos) << GetParam().what;
    folder.write("de/words.json", words.replace(at, std::string(GetParam().what).size(), GetParam().by));
    const Error error = error_of([&] { folder.read("de"); });
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_THAT(error.place(), HasSubstr((folder / "de/words.json").string()));
    EXPECT_THAT(error.place(), HasSubstr(GetParam().place)) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(GetParam().says));
    EXPECT_NE(error.remedy(), "");
}

const BrokenWords word_rules[] = {
    {R"("version": 1)", R"("version": 2)", ", version", "version 2"},
    {R"("title": "Ein Titel", )", "", ", title", "A title"},
    {R"("Ein Titel")", R"("Ein\nTitel")", ", title", "control character"},
    {R"("title")", R"("titel")", ", titel", "no such field"},
    {R"({"page": "page.md", "predict": {"question": "Wie viel?")", R"({"predict": {"question": "Wie viel?")",
     "steps[0].page", "page.md"},
    {R"({"page": "page.md", "predict": {"question": "Wie viel?")",
     R"({"page": "../page.md", "predict": {"question": "Wie viel?")", "steps[0].page", "../page.md"},
    {R"("question": "Wie viel?", )", "", "steps[0].predict.question", "How much?"},
    {R"("predict": {"question": "Wie viel?", "unit": "Prozent"}, )", "", "steps[0].predict.question", "How much?"},
    {R"(, "unit": "Prozent")", "", "steps[0].predict.unit", "%"},
    {R"("unit": "Prozent")", R"("unit": "Prozent der Testbilder")", "steps[0].predict.unit", "at most 20"},
    {R"(, "figures": [{"text": "11.35 Prozent"}])", "", "steps[0].figures", "1, in the order"},
    {R"([{"text": "11.35 Prozent"}])", R"([{"text": "11.35 Prozent"}, {"text": "10"}])", "steps[0].figures",
     "2 of them"},
    {R"("text": "11.35 Prozent")", R"("text": "11.35 %")", "steps[0].figures[0].text", "does not occur"},
    {R"("text": "11.35 Prozent")", R"("low": 3)", "steps[0].figures", "no such field"},
    {R"(, "das"])", "]", "steps[1].predict.choices", "1 of them"},
    {R"("das"])", R"(""])", "steps[1].predict.choices[1]", "that"},
    {R"("question": "Was davon?")", R"("question": "Was davon?", "unit": "%")", "steps[1].predict.unit", "no text"},
    {R"("x": "Schritt", )", "", "steps[2].predict.x", "step"},
    {R"("page": "page.md", "predict": {"question": "Wie?")", R"("run": {"id": "x"}, "predict": {"question": "Wie?")",
     "steps[2].run", "no such field"},
    {R"(,
  {"page": "page.md", "predict": {"question": "Wie?", "x": "Schritt", "y": "Genauigkeit"},
   "figures": [{"text": "10 Schritten"}]})",
     "", "steps[2]", "page.md"},
    {R"("text": "10 Schritten"}]})", R"("text": "10 Schritten"}]}, {"page": "page.md"})", "steps[3]", "no such step"},
};
INSTANTIATE_TEST_SUITE_P(Each, TranslationRules, ::testing::ValuesIn(word_rules));

TEST(Translation, WordsForAQuestionThatIsNotAskedAreRefused) {
    const LessonFolder folder;
    folder.write("lesson.json",
                 R"({"version": 1, "title": "t", "summary": "s", "minutes": 1, "steps": [{"page": "page.md"}]})");
    folder.write_german();
    folder.write("de/words.json", R"({"version": 1, "title": "t", "summary": "s", "steps": [
      {"page": "page.md", "predict": {"question": "Was?"}}]})");
    EXPECT_THAT(error_of([&] { folder.read("de"); }).place(), HasSubstr("words.json, steps[0].predict"));
}

}  // namespace
}  // namespace mantissa
