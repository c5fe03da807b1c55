// SPDX-License-Identifier: Apache-2.0
// What a lesson must be: each rule broken once, and the message names the file, the place and what was expected.
#include "tests/engine/lesson/lesson_testing.h"

namespace mantissa {
namespace {

using mantissa::testing::error_of;
using mantissa::testing::LessonFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(LessonFile, ASoundLessonIsRead) {
    LessonFolder folder;
    folder.write("lesson.json", LessonFolder::sound());
    const LoadedLesson lesson = folder.read();
    EXPECT_EQ(lesson.name, folder.path().filename().string());
    EXPECT_EQ(lesson.content.title(), "A title");
    ASSERT_EQ(lesson.steps(), 3u);
    EXPECT_THAT(lesson.pages[1], HasSubstr("11.35 %"));
    EXPECT_EQ(lesson.sha256.size(), 64u);
    // The first step: the preset, then its own fields, on top of the defaults.
    EXPECT_EQ(lesson.settings[0].depth(), 6u);
    EXPECT_EQ(lesson.settings[0].width(), 16u);
    EXPECT_EQ(lesson.settings[0].preset(), "underflow");
    EXPECT_EQ(lesson.settings[0].steps(), 10);
    // Without a preset a setup goes on from what was set before; without a setup all stays.
    EXPECT_EQ(lesson.settings[1].lr(), 0.003);
    EXPECT_EQ(lesson.settings[2].lr(), 0.5);
    EXPECT_EQ(lesson.settings[2].width(), 16u);
    // A single run is the setup; lanes are the setup with their own fields.
    ASSERT_EQ(lesson.lanes(0).size(), 1u);
    EXPECT_EQ(lesson.lanes(0)[0].name, "first");
    EXPECT_TRUE(lesson.lanes(1).empty());
    ASSERT_EQ(lesson.lanes(2).size(), 2u);
    EXPECT_EQ(lesson.lanes(2)[0].config.precision(), run::FP32);
    EXPECT_EQ(lesson.lanes(2)[1].config.precision(), run::FP16);
    EXPECT_EQ(lesson.lanes(2)[1].config.lr(), 0.5);
    EXPECT_EQ(lesson.step_of_run("FP16"), 2u);
    EXPECT_EQ(lesson.step_of_run("nobody"), 3u);
    EXPECT_EQ(lesson.step_of_prediction("which"), 1u);
}

TEST(LessonFile, AnotherTextIsAnotherLesson) {
    LessonFolder folder;
    folder.write("lesson.json", LessonFolder::sound());
    const std::string before = folder.read().sha256;
    EXPECT_EQ(folder.read().sha256, before);
    folder.write("page.md", "It ends at 11.35 % after 10 steps, indeed.");
    EXPECT_NE(folder.read().sha256, before);
}

struct Broken {
    const char *what, *by;     ///< in the sound lesson
    const char *place, *says;  ///< where the message says it is, and a part of it
};

void PrintTo(const Broken& broken, std::ostream* out) {  // names the test
    *out << broken.place << " " << broken.says;
}

class LessonRules : public ::testing::TestWithParam<Broken> {};

TEST_P(LessonRules, AreHeld) {
    const LessonFolder folder;
    const Error error = error_of([&] { folder.read_with(GetParam().what, GetParam().by); });
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_THAT(error.place(), HasSubstr((folder / "lesson.json").string()));
    EXPECT_THAT(error.place(), HasSubstr(GetParam().place)) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(GetParam().says));
    EXPECT_NE(error.remedy(), "");
}

const Broken rules[] = {
    {R"("version": 1)", R"("version": 2)", ", version", "version 2"},
    {R"("title": "A title", )", "", ", title", "missing"},
    {R"("A title")", R"("A\ntitle")", ", title", "control character"},
    {R"("minutes": 5)", R"("minutes": 61)", ", minutes", "61 minutes"},
    {R"("minutes": 5)", R"("minutes": "five")", "minutes", "five"},
    {R"("minutes": 5)", R"("minuets": 5)", ", minuets", "no such field"},
    {R"("show": "Live")", R"("shows": "Live")", "steps[0].shows", "no such field"},
    {R"("preset": "underflow")", R"("preset": "overflows")", "steps[0].setup.preset", "overflows"},
    {R"("width": 16)", R"("width": 0)", "steps[0].setup.config (width)", "out of range"},
    {R"("width": 16)", R"("widht": 16)", "steps[0].setup.config.widht", "no such field"},
    {R"("width": 16)", R"("data": "/etc")", "steps[0].setup.config.data", "cannot set"},
    {R"("width": 16)", R"("device": "reference")", "steps[0].setup.config.device", "cannot set"},
    {R"("width": 16)", R"("name": "mine")", "steps[0].setup.config.name", "cannot set"},
    {R"({"page": "page.md", "setup")", R"({"page": "../page.md", "setup")", "steps[0].page",
     "is not a page of this folder"},
    {R"({"page": "page.md", "setup")", R"({"page": "/etc/passwd.md", "setup")", "steps[0].page",
     "is not a page of this folder"},
    {R"({"page": "page.md", "setup")", R"({"page": "page.txt", "setup")", "steps[0].page",
     "is not a page of this folder"},
    {R"({"page": "page.md", "setup")", R"({"page": ".page.md", "setup")", "steps[0].page",
     "is not a page of this folder"},
    {R"({"page": "page.md", "setup")", R"({"page": "other.md", "setup")", "steps[0].page", "does not exist"},
    {R"({"page": "page.md", "setup")", R"({"setup")", "steps[0].page", "missing"},
    {R"("kind": "number")", R"("kind": "essay")", "steps[0].predict.kind", "essay"},
    {R"("id": "guess")", R"("id": "gu.ess")", "steps[0].predict.id", "point"},
    {R"("question": "How much?", )", "", "steps[0].predict.question", "missing"},
    {R"("unit": "%", "low": 0)", R"("unit": "%", "low": 100)", "steps[0].predict.low", "100 and 100"},
    {R"("unit": "%", "low": 0, )", R"("unit": "%", )", "steps[0].predict.low", "missing"},
    {R"("unit": "%", "low": 0)", R"("unit": "%", "low": "NaN")", "steps[0].predict.low", "nan"},
    {R"("id": "which")", R"("id": "guess")", "steps[1].predict.id", "already"},
    {R"(["this", "that"])", R"(["this"])", "steps[1].predict.choices", "1 choices"},
    {R"(["this", "that"])", R"(["this", ""])", "steps[1].predict.choices[1]", "missing"},
    {R"("answer": 1)", R"("answer": 2)", "steps[1].reveal.answer", "right choice"},
    {R"(, "answer": 1)", "", "steps[1].reveal.answer", "right choice"},
    {R"({"prediction": "which")", R"({"prediction": "drawn")", "steps[1].reveal.prediction", "no prediction"},
    {R"("x": "step", )", "", "steps[2].predict.x", "missing"},
    {R"("x_low": 0)", R"("x_low": 10)", "steps[2].predict.x_low", "10 and 10"},
    {R"("FP32.loss")", R"("FP32.skipped")", "steps[2].reveal.measure", "curve"},
    {R"("FP32.loss")", R"("FP33.loss")", "steps[2].reveal.measure", "FP33"},
    {R"("measure": "first.accuracy"})", R"("measure": "FP32.accuracy"})", "steps[0].reveal.measure", "FP32"},
    {R"("measure": "first.accuracy"})", R"("measure": "first.beauty"})", "steps[0].reveal.measure", "beauty"},
    {R"({"prediction": "guess", "measure": "first.accuracy"})", R"({"prediction": "guess"})", "steps[0].reveal.measure",
     "missing"},
    {R"("text": "11.35 %")", R"("text": "11.36 %")", "steps[0].figures[0].text", "does not occur"},
    {R"("low": 9, "high": 15)", R"("low": 15, "high": 9)", "steps[0].figures[0].low", "15 and 9"},
    {R"("low": 9, )", "", "steps[0].figures[0].low", "missing"},
    {R"("name": "FP16"})", R"("name": "FP32"})", "steps[2].run.lanes[1].name", "already"},
    {R"("name": "FP16"})", R"("name": "first"})", "steps[2].run.lanes[1].name", "already"},
    {R"({"precision": "FP32"})", R"({"precision": "FP31"})", "steps[2].run.lanes[0].config", "FP31"},
    {R"({"precision": "FP32"})", R"({"batch": 0})", "steps[2].run.lanes[0].config (batch)", "out of range"},
    {R"({"name": "FP16"})", R"({"name": "FP16", "config": {"batch": 128}})",
     "steps[2].run.lanes (run 2 of the race, batch)", "differs from the first"},
    {R"({"name": "FP16"})", R"({"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": "d"})", "steps[2].run.lanes",
     "5 runs"},
    {R"("run": {"id": "first"})", R"("run": {})", "steps[0].run.id", "missing"},
    {R"("view": {"run": "first",)", R"("view": {"run": "race",)", "steps[0].view.run", "no run \"race\""},
    {R"("view": {"run": "first",)", R"("view": {)", "steps[0].view.run", "missing"},
    {R"("role": "weight_gradient")", R"("role": "weights")", "steps[0].view.role", "no role \"weights\""},
    {R"(, "role": "weight_gradient")", "", "steps[0].view", "a tensor or its role"},
    {R"(
   "view": {"run": "first", "tensor": "fc1.weight", "role": "weight_gradient"},)",
     "", "steps[0].view.run", "shows another run than the step's figures are about"},
    {R"({"page": "page.md", "setup")", R"({"page": "page.md", "advisor": "quiet", "setup")", "steps[0].advisor",
     "\"quiet\""},
    {R"({"page": "page.md", "setup": {"config")", R"({"page": "page.md", "advisor": "silent", "setup": {"config")",
     "steps[2].advisor", "no later step asks"},
    {R"("steps": [)", R"("steps": [{"page": 3},)", "steps[0].page", "3 is not a value for it"},
};
INSTANTIATE_TEST_SUITE_P(Each, LessonRules, ::testing::ValuesIn(rules));

TEST(LessonFile, WhatIsNoJsonIsRefusedWithTheFile) {
    const LessonFolder folder;
    const std::string deep = std::string(200000, '[') + std::string(200000, ']');
    for (const std::string& text : {std::string(), std::string("{"), std::string("lesson"), std::string("[1, 2]"), deep,
                                    std::string("{\"title\": \"\xff\xfe\"}"), std::string("{\0}", 3)}) {
        folder.write("lesson.json", text);
        const Error error = error_of([&] { folder.read(); });
        EXPECT_EQ(error.code(), ErrorCode::bad_data) << text.substr(0, 40);
        EXPECT_THAT(error.place(), HasSubstr((folder / "lesson.json").string()));
        EXPECT_LT(std::string(error.what()).size(), 2000u);
    }
}

TEST(LessonFile, SizesAreLimited) {
    LessonFolder folder;
    folder.write("lesson.json", LessonFolder::sound() + std::string(most_lesson_bytes, ' '));
    EXPECT_THAT(error_of([&] { folder.read(); }).message(), HasSubstr("too large"));
    folder.write("lesson.json", LessonFolder::sound());
    folder.write("page.md", "11.35 % after 10 steps" + std::string(most_page_bytes, ' '));
    EXPECT_THAT(error_of([&] { folder.read(); }).message(), HasSubstr("too large"));
    folder.write("page.md", "");
    std::string many = R"({"version": 1, "title": "t", "summary": "s", "minutes": 1, "steps": [)";
    for (int i = 0; i <= most_lesson_steps; ++i) many += std::string(i ? "," : "") + R"({"page": "page.md"})";
    folder.write("lesson.json", many + "]}");
    EXPECT_THAT(error_of([&] { folder.read(); }).what(), HasSubstr("101 steps"));
}

TEST(LessonFile, LinksAndPipesAreNotRead) {
    const LessonFolder folder;
    folder.write("lesson.json", LessonFolder::sound());
    folder.write("elsewhere.txt", "11.35 % after 10 steps");
    std::filesystem::remove(folder / "page.md");
    std::filesystem::create_symlink(folder / "elsewhere.txt", folder / "page.md");
    EXPECT_THAT(error_of([&] { folder.read(); }).message(), HasSubstr("not an ordinary file"));
    std::filesystem::remove(folder / "page.md");
    std::filesystem::create_directory(folder / "page.md");
    EXPECT_THAT(error_of([&] { folder.read(); }).message(), HasSubstr("not an ordinary file"));
    EXPECT_THAT(error_of([&] { read_lesson(folder / "nowhere"); }).message(), HasSubstr("not a folder"));
}

TEST(LessonFile, AListNamesWhatIsWrong) {
    const LessonFolder folder;
    std::filesystem::create_directories(folder / "02-good");
    std::filesystem::create_directories(folder / "01-bad");
    std::filesystem::create_directories(folder / "03-none");
    folder.write("02-good/lesson.json",
                 R"({"version": 1, "title": "Good", "summary": "s", "minutes": 3, "steps": [{"page": "p.md"}]})");
    folder.write("02-good/p.md", "text");
    folder.write("01-bad/lesson.json", "{");
    const std::vector<LessonEntry> entries = list_lessons(folder.path());
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_EQ(entries[0].name, "01-bad");
    EXPECT_THAT(english(entries[0].problem), HasSubstr("lesson.json"));
    EXPECT_EQ(entries[1].title, "Good");
    EXPECT_EQ(entries[1].minutes, 3u);
    EXPECT_EQ(entries[1].steps, 1u);
    EXPECT_EQ(entries[1].problem, "");
    EXPECT_TRUE(list_lessons(folder / "nowhere").empty());
}

TEST(LessonFile, ShippedLessonsAreSoundAndFoundByName) {
    const std::vector<LessonEntry> entries = shipped_lessons();
    EXPECT_GE(entries.size(), 7u);
    for (const LessonEntry& entry : entries) {
        EXPECT_EQ(entry.problem, "") << entry.name;
        EXPECT_LT(entry.minutes, 10u) << entry.name;
        EXPECT_EQ(lesson_folder(entry.name), entry.folder);
        EXPECT_EQ(lesson_folder(entry.name.substr(3)), entry.folder) << "without its number";
    }
    EXPECT_THAT(error_of([] { lesson_folder("no-such-lesson"); }).remedy(), HasSubstr(entries[0].name));
}

}  // namespace
}  // namespace mantissa
