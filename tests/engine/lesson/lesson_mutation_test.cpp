// SPDX-License-Identifier: Apache-2.0
// A few thousand damaged lessons and results, the same ones every time: each is read or refused by our own exception.
#include "engine/lesson/measure.h"
#include "engine/lesson/result_file.h"
#include "engine/run/json.h"
#include "tests/engine/lesson/lesson_testing.h"
#include "tests/fuzz/mutate.h"

namespace mantissa {
namespace {

using mantissa::testing::LessonFolder;

const std::uint32_t variants = fuzz::variants(600);

/// How many variants `read` takes, of those that the mutator makes of `original`; anything but Error fails the test.
template <class Read>
std::uint32_t accepted(const std::string& original, const Read& read) {
    fuzz::Mutator mutator(7);
    const fuzz::Bytes bytes(original.begin(), original.end());
    std::uint32_t count = 0;
    for (std::uint32_t number = 0; number < variants; ++number) {
        const fuzz::Bytes damaged = mutator.variant(bytes, number);
        try {
            read(std::string(damaged.begin(), damaged.end()));
            ++count;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data) << "variant " << number << ": " << error.what();
            EXPECT_LT(std::string(error.what()).size(), 5000u);
        }
    }
    return count;
}

TEST(LessonMutation, DamagedLessonsAreReadOrRefused) {
    const LessonFolder folder;
    const std::uint32_t count = accepted(LessonFolder::sound(), [&](const std::string& text) {
        folder.write("lesson.json", text);
        const LoadedLesson lesson = folder.read();
        ASSERT_EQ(lesson.pages.size(), lesson.settings.size());
        for (std::size_t i = 0; i < lesson.steps(); ++i) lesson.lanes(i);
    });
    EXPECT_GT(count, 0u) << "a letter of a text may change";
    EXPECT_LT(count, variants / 2);
}

TEST(LessonMutation, DamagedWordsAreReadOrRefused) {
    const LessonFolder folder;
    folder.write("lesson.json", LessonFolder::sound());
    folder.write_german();
    const std::string own = folder.read().sha256;
    const std::uint32_t count = accepted(LessonFolder::german(), [&](const std::string& text) {
        folder.write("de/words.json", text);
        const LoadedLesson lesson = folder.read("de");
        ASSERT_EQ(lesson.language, "de");
        ASSERT_EQ(lesson.pages.size(), 3u);
        ASSERT_EQ(lesson.settings.size(), 3u);
        ASSERT_EQ(lesson.sha256, own);
    });
    EXPECT_GT(count, 0u) << "a letter of a text may change";
    EXPECT_LT(count, variants / 2);
}

TEST(LessonMutation, DamagedResultsAreReadOrRefused) {
    const LessonFolder folder;
    folder.write("lesson.json", LessonFolder::sound());
    lesson::Result result = new_result(folder.read());
    result.add_answers()->set_id("guess");
    result.mutable_answers(0)->set_kind("number");
    result.mutable_answers(0)->set_number(0.25);
    const std::uint32_t count = accepted(to_json(result), [&](const std::string& text) {
        folder.write("r.json", text);
        EXPECT_EQ(read_result(folder / "r.json").version(), 1u);
    });
    EXPECT_GT(count, 5u);
    EXPECT_LT(count, variants / 2 + variants / 4);
}

TEST(LessonMutation, DamagedMeasuresAreReadOrRefused) {
    for (const char* text : {"FP16.flushed:fc1.weight:weight_gradient", "sum:fp16:0.1:1000", "ulp:bf16:2^-24"})
        accepted(text, [](const std::string& damaged) {
            if (const Measure measure = parse_measure(damaged); !measure.of_run()) format_measure(measure);
        });
}

}  // namespace
}  // namespace mantissa
