// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker lesson`: a lesson played without a person, and its figures held against what happened.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/lesson/lesson_file.h"
#include "engine/run/json.h"
#include "tests/support/files.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

const std::string tiny = std::string(MANTISSA_SOURCE) + "/tests/data/lessons/tiny";

/// A copy of the tiny lesson with `what` in its lesson.json replaced by `by`.
std::string changed(const TemporaryFolder& folder, const std::string& what, const std::string& by) {
    const std::string copy = folder / "tiny";
    std::filesystem::copy(tiny, copy);
    std::string text = contents(copy + "/lesson.json");
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    std::ofstream(copy + "/lesson.json") << text.replace(at, what.size(), by);
    return copy;
}

/// Every figure of a lesson's check, as the program prints it.
std::vector<lesson::Checked> figures_of(const ProgramResult& result) {
    std::vector<lesson::Checked> figures;
    for (const std::string& line : result.lines()) from_json(line, figures.emplace_back(), "output");
    return figures;
}

TEST(Lesson, ThatHoldsIsPlayedToItsEnd) {
    const ProgramResult result = run_worker({"lesson", tiny, "--check", "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.out << result.err;
    const std::vector<lesson::Checked> figures = figures_of(result);
    ASSERT_EQ(figures.size(), 6u);
    for (const lesson::Checked& figure : figures) EXPECT_TRUE(figure.holds()) << figure.measure();
    EXPECT_EQ(figures[0].measure(), "largest:fp16");
    EXPECT_EQ(figures[0].value(), 65504.0);
    EXPECT_EQ(figures[2].measure(), "fp16.accuracy");
    EXPECT_GT(figures[2].value(), 0.0);
    EXPECT_EQ(figures[3].measure(), "fp16.steps");
    EXPECT_EQ(figures[3].value(), 20.0);
    EXPECT_EQ(figures[5].step(), 3u);
    EXPECT_EQ(figures[5].page(), "03-race.md");
}

TEST(Lesson, WithAFigureOutsideItsBoundsFails) {
    const TemporaryFolder folder;
    const std::string lesson =
        changed(folder, R"("fp16.steps", "low": 20, "high": 20)", R"("fp16.steps", "low": 21, "high": 99)");
    const ProgramResult result = run_worker({"lesson", lesson, "--check"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.out, HasSubstr("OUTSIDE"));
    EXPECT_THAT(result.out, HasSubstr("1 of 6 figures do not hold"));
}

TEST(Lesson, WithAMeasureThatIsNeverRecordedFails) {
    const TemporaryFolder folder;
    const std::string lesson =
        changed(folder, R"("measure": "BF16.skipped")", R"("measure": "BF16.flushed:fc99.weight:weight_gradient")");
    const ProgramResult result = run_worker({"lesson", lesson, "--check", "--json"});
    EXPECT_EQ(result.exit_code, 1);
    const lesson::Checked last = figures_of(result).back();
    EXPECT_FALSE(last.has_value());
    EXPECT_THAT(last.missing(), HasSubstr("fc99.weight"));
}

TEST(Lesson, ThatNamesWhatIsNotThereSaysWhere) {
    struct Case {
        std::string what, by, text;
    };
    for (const Case& c :
         {Case{R"("show": "Live")", R"("show": "Leben")", "steps[1].show: there is no page \"Leben\" (one of Live, "},
          Case{R"("point": "setupScroll")", R"("point": "lossScaleChart")",
               "steps[1].point: there is no control \"lossScaleChart\" (a setting such as loss_scale, a page "},
          Case{R"("fp16.steps", "low": 20, "high": 20)", R"("fp16.loss_at:21", "low": 0, "high": 20)",
               "steps[1].figures[0].measure: the run \"fp16\" has no step 21 (1 to 20)"},
          Case{R"("view": {"run": "fp16"})",
               R"("view": {"run": "fp16", "tensor": "fc99.weight", "role": "weight_gradient"})",
               "steps[1].view.tensor: the run \"fp16\" has no histogram of \"fc99.weight\" (a tensor"}}) {
        const TemporaryFolder folder;
        const ProgramResult result = run_worker({"lesson", changed(folder, c.what, c.by), "--check"});
        EXPECT_EQ(result.exit_code, 5) << c.by;
        EXPECT_THAT(result.err, HasSubstr("lesson.json, " + c.text));
    }
    const TemporaryFolder folder;
    const ProgramResult whole =
        run_worker({"lesson",
                    changed(folder, R"("view": {"run": "fp16"})",
                            R"("view": {"run": "fp16", "tensor": "fc1.weight", "role": "weight_gradient"})"),
                    "--check"});
    EXPECT_EQ(whole.exit_code, 0) << whole.err;
}

TEST(Lesson, ThatIsDamagedOrUnknownSaysWhere) {
    const TemporaryFolder folder;
    const ProgramResult damaged = run_worker({"lesson", changed(folder, R"("minutes": 1)", R"("minutes": 0)")});
    EXPECT_EQ(damaged.exit_code, 5);
    EXPECT_THAT(damaged.err, HasSubstr("lesson.json, minutes"));
    const ProgramResult unknown = run_worker({"lesson", "no-such-lesson"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("01-rulers"));
}

TEST(Lesson, IsLookedAtInEveryLanguage) {
    const ProgramResult shipped = run_worker({"lesson", "01-rulers"});
    EXPECT_EQ(shipped.exit_code, 0) << shipped.err;
    EXPECT_THAT(shipped.out, HasSubstr("also in: de"));
    const TemporaryFolder folder;
    const std::string copy = changed(folder, R"("minutes": 1)", R"("minutes": 2)");
    EXPECT_EQ(run_worker({"lesson", copy}).exit_code, 0);
    std::filesystem::create_directory(copy + "/de");
    std::ofstream(copy + "/de/words.json") << R"({"version": 1, "title": "t", "summary": "s"})";
    const ProgramResult damaged = run_worker({"lesson", copy});
    EXPECT_EQ(damaged.exit_code, 5);
    EXPECT_THAT(damaged.err, HasSubstr("de/words.json, steps[0]"));
    EXPECT_THAT(damaged.err, HasSubstr("01-formats.md"));
    EXPECT_THAT(damaged.out, HasSubstr("01-formats.md")) << "the lesson itself is whole";
    const ProgramResult played = run_worker({"lesson", copy, "--check"});
    EXPECT_EQ(played.exit_code, 5);
    EXPECT_THAT(played.out, HasSubstr("figures hold"));
}

TEST(Lesson, ANameIsTextToATerminal) {
    const TemporaryFolder folder;
    const std::string titled = changed(folder, "A tiny lesson", R"(a\u001b]0;b\u0007\u001b[2Jc\u009bd)");
    for (const std::string& name : {titled, std::string("a\x1b]0;b\x07\x1b[2Jc\xC2\x9B"
                                                        "d")}) {
        const ProgramResult result = run_on_terminal({"lesson", name});
        EXPECT_NE(result.out, "");
        for (const char* control : {"\x1b]", "\x1b[2J", "\x07", "\xC2\x9B"})
            EXPECT_EQ(result.out.find(control), std::string::npos) << name;
    }
    EXPECT_EQ(run_worker({"lesson", "a\x1b[2J"}).exit_code, 2);
}

TEST(Lesson, AreListed) {
    const ProgramResult result = run_worker({"lesson"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    for (const LessonEntry& entry : shipped_lessons())
        EXPECT_THAT(result.out, HasSubstr(entry.name + " - " + entry.title));
}

/// All of them take minutes; in the daily tests the one with the least training stands for them, and the one whose
/// figures are of memory, which change with every plan.
void expect_to_hold(const std::string& name) {
    const ProgramResult result = run_worker({"lesson", name, "--check", "--json"});
    EXPECT_EQ(result.exit_code, 0) << name << ": " << result.err;
    for (const lesson::Checked& figure : figures_of(result))
        EXPECT_TRUE(figure.holds()) << name << ", " << figure.page() << ": \"" << figure.text() << "\" "
                                    << figure.measure() << " is " << figure.value() << ", not " << figure.low()
                                    << " to " << figure.high();
}

TEST(Lesson, OnRulersHolds) {
    expect_to_hold("01-rulers");
}

TEST(Lesson, OnWhatSixteenBitsBuyHolds) {
    expect_to_hold("06-what-it-buys");
}

TEST(LessonNightly, EveryOneThatShipsHolds) {
    for (const LessonEntry& entry : shipped_lessons()) expect_to_hold(entry.name);
}

}  // namespace
}  // namespace mantissa
