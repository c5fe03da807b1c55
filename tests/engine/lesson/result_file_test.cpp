// SPDX-License-Identifier: Apache-2.0
// Results: written and read back, kept runs, and each rule of a file from outside broken once.
#include "engine/lesson/result_file.h"

#include "engine/lesson/text_file.h"
#include "engine/run/json.h"
#include "tests/engine/lesson/lesson_testing.h"

namespace mantissa {
namespace {

using mantissa::testing::error_of;
using mantissa::testing::LessonFolder;
using ::testing::HasSubstr;

const char* const run_id = "01J00000000000000000000000";

LoadedLesson sound_lesson(const LessonFolder& folder) {
    folder.write("lesson.json", LessonFolder::sound());
    return folder.read();
}

MeasuredRun a_run() {
    MeasuredRun run;
    run::Record record;
    record.set_run_id(run_id);
    record.mutable_started()->mutable_config()->set_batch(64);
    run.apply(record);
    record.set_step(10);
    record.mutable_step_done()->set_loss(1.5f);
    run.apply(record);
    record.mutable_evaluated()->set_accuracy(0.125f);
    run.apply(record);
    record.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
    run.apply(record);
    return run;
}

lesson::Result filled(const LoadedLesson& lesson) {
    lesson::Result result = new_result(lesson);
    keep_run(result, lesson, "first", a_run());
    lesson::Answer& answer = *result.add_answers();
    answer.set_id("guess");
    answer.set_kind("number");
    answer.set_number(50);
    result.set_step(1);
    return result;
}

TEST(ResultFile, KeepsWhatTheLessonMeasures) {
    const LessonFolder folder;
    const LoadedLesson lesson = sound_lesson(folder);
    lesson::Result result = new_result(lesson);
    EXPECT_TRUE(belongs_to(result, lesson));
    EXPECT_EQ(measured(result, "first.accuracy"), std::nullopt);
    EXPECT_EQ(measured(result, "largest:fp16"), 65504.0);
    keep_run(result, lesson, "first", a_run());
    EXPECT_EQ(measured(result, "first.accuracy"), 12.5);
    EXPECT_EQ(measured(result, "first.loss"), std::nullopt) << "the lesson does not speak of it";
    ASSERT_NE(played_run(result, "first"), nullptr);
    EXPECT_EQ(played_run(result, "first")->config().batch(), 64u);
    EXPECT_EQ(played_run(result, "first")->accuracy_size(), 1);
    EXPECT_EQ(played_run(result, "first")->outcomes_size(), 1) << "of other runs it knows nothing";
    keep_run(result, lesson, "first", a_run());
    EXPECT_EQ(result.runs_size(), 1) << "a run again replaces it";
}

TEST(ResultFile, ComesBackAsItWasWritten) {
    const LessonFolder folder;
    const LoadedLesson lesson = sound_lesson(folder);
    const lesson::Result result = filled(lesson);
    const auto file = folder / "new/folder/result.json";
    write_result(file, result);
    lesson::Result back = read_result(file);
    EXPECT_GE(back.changed_unix(), result.changed_unix());
    back.set_changed_unix(result.changed_unix());
    EXPECT_EQ(to_json(back), to_json(result));
    EXPECT_EQ(answer_to(back, "guess")->number(), 50.0);
    EXPECT_EQ(answer_to(back, "which"), nullptr);
    write_result(file, result);  // over the one that is there
}

/// A list of texts is held to the rules of each text.
TEST(ResultFile, AListOfTextsIsChecked) {
    const LessonFolder folder;
    lesson::Result result = filled(sound_lesson(folder));
    result.mutable_answers(0)->add_choices("one\x07");
    write_result(folder / "result.json", result);
    const Error error = error_of([&] { read_result(folder / "result.json"); });
    EXPECT_THAT(error.place(), HasSubstr("answers[0].choices[0]"));
}

TEST(ResultFile, WhatIsWrittenCanBeReadHoweverMuchARunRecords) {
    const LessonFolder folder;
    const LoadedLesson lesson = sound_lesson(folder);
    lesson::Result result = new_result(lesson);
    MeasuredRun run = a_run();
    for (std::uint32_t step = 11; step <= 20000; ++step) {
        run::Record record;
        record.set_run_id(run_id);
        record.set_step(step);
        record.mutable_step_done()->set_loss(1.0f / 3);
        run.apply(record);
        record.mutable_evaluated()->set_accuracy(1.0f / 7);
        run.apply(record);
    }
    for (const char* name : {"first", "FP32", "FP16"}) keep_run(result, lesson, name, run);
    write_result(folder / "result.json", result);
    const lesson::Result back = read_result(folder / "result.json");
    EXPECT_EQ(played_run(back, "first")->accuracy().rbegin()->x(), 20000);
    EXPECT_LE(played_run(back, "first")->accuracy_size(), 400);
    EXPECT_EQ(played_run(back, "FP32")->loss().rbegin()->x(), 20000);
    result.set_student(std::string(4000, 'x'));
    for (int i = 0; i < 400; ++i) *result.add_runs() = result.runs(0);
    EXPECT_THROW(write_result(folder / "result.json", result), Error);
    EXPECT_EQ(to_json(read_result(folder / "result.json")), to_json(back)) << "and what was there stays";
}

TEST(ResultFile, OfALessonThatHasChangedIsNotTakenUp) {
    const LessonFolder folder;
    const lesson::Result result = filled(sound_lesson(folder));
    folder.write("page.md", "Now it says 11.35 % after 10 steps differently.");
    EXPECT_FALSE(belongs_to(result, folder.read()));
}

TEST(ResultFile, DamagedOnesAreRefusedWithThePlace) {
    const LessonFolder folder;
    const std::string sound = to_json(filled(sound_lesson(folder)));
    struct Damaged {
        std::string what, by, place;
    };
    const std::string id = std::string("\"") + run_id + "\"";
    for (const Damaged& broken :
         {Damaged{R"("version":1)", R"("version":2)", "version"}, Damaged{R"("step":1)", R"("step":3)", "step"},
          Damaged{R"("steps":3)", R"("steps":1000)", "step"},
          Damaged{R"("number":50)", R"("number":"NaN")", "answers[0].number"},
          Damaged{R"("kind":"number")", R"("kind":"choice")", "answers[0]"},
          Damaged{R"("kind":"number")", R"("kind":"essay")", "answers[0]"},
          Damaged{R"("id":"guess")", R"("id":"")", "answers[0].id"},
          Damaged{R"("id":"guess")", R"("id":"gu\u001bess")", "answers[0].id"},
          Damaged{id, R"("../../etc")", "runs[0].run_id"}, Damaged{R"("name":"first")", R"("name":"")", "runs[0].name"},
          Damaged{R"("value":12.5)", R"("value":"Infinity")", "runs[0].outcomes[0].value"},
          Damaged{R"("number":50)", R"("nmuber":50)", "answers[0]"}}) {
        std::string text = sound;
        const std::size_t at = text.find(broken.what);
        ASSERT_NE(at, std::string::npos) << broken.what << " in " << sound;
        text.replace(at, broken.what.size(), broken.by);
        folder.write("r.json", text);
        const Error error = error_of([&] { read_result(folder / "r.json"); });
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_THAT(error.place(), HasSubstr("r.json, " + broken.place)) << broken.by;
    }
    folder.write("r.json", sound + std::string(most_result_bytes, ' '));
    EXPECT_THAT(error_of([&] { read_result(folder / "r.json"); }).message(), HasSubstr("too large"));
    EXPECT_THAT(error_of([&] { read_result(folder / "none.json"); }).message(), HasSubstr("does not exist"));
}

}  // namespace
}  // namespace mantissa
