// SPDX-License-Identifier: Apache-2.0
// Tables: RFC 4180, no formulas, every number exact; JSON lines; files that are whole or not there.
#include "engine/report/csv.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "engine/report/field_text.h"
#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "engine/report/output_file.h"
#include "engine/run/json.h"
#include "engine/run/names.h"
#include "tests/engine/report/report_testing.h"
#include "tests/support/files.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Reads RFC 4180.
std::vector<std::vector<std::string>> parsed(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '"' && i + 1 < text.size() && text[i + 1] == '"')
                rows.back().back() += text[++i];
            else if (c == '"')
                quoted = false;
            else
                rows.back().back() += c;
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',') {
            rows.back().emplace_back();
        } else if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
            ++i;
            rows.emplace_back(1);
        } else {
            rows.back().back() += c;
        }
    }
    EXPECT_FALSE(quoted);
    EXPECT_EQ(rows.back(), std::vector<std::string>{""}) << "the last line has no end";
    rows.pop_back();
    return rows;
}

std::size_t column(const std::vector<std::vector<std::string>>& rows, const std::string& name) {
    for (std::size_t i = 0; i < rows[0].size(); ++i)
        if (rows[0][i] == name) return i;
    ADD_FAILURE() << "no column " << name;
    return 0;
}

TEST(Csv, ALargeScaleHasAllItsDigits) {
    EXPECT_EQ(number_text(0x1p32f), "4294967296");
    EXPECT_EQ(number_text(0x1p23f), "8388608");
    EXPECT_EQ(number_text(0.1f), "0.1");
    EXPECT_EQ(number_text(3e38f), "3e+38");
    EXPECT_EQ(number_text(std::numeric_limits<float>::infinity()), "inf");
}

TEST(CsvText, QuotesFormulasAndWhatRfc4180Asks) {
    EXPECT_EQ(csv_text("plain"), "plain");
    EXPECT_EQ(csv_text(""), "");
    EXPECT_EQ(csv_text("=1+1"), "'=1+1");
    EXPECT_EQ(csv_text(" =1+1"), " '=1+1");
    EXPECT_EQ(csv_text("a;=1+1"), "\"a;'=1+1\"");
    EXPECT_EQ(csv_text("a; \"-1"), "\"a; \"\"'-1\"");
    EXPECT_EQ(csv_text("a\n@x"), "\"a\n'@x\"");
    EXPECT_EQ(csv_text("a;b=1"), "\"a;b=1\"");
    EXPECT_EQ(csv_text("+1"), "'+1");
    EXPECT_EQ(csv_text("-1"), "'-1");
    EXPECT_EQ(csv_text("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(csv_text("\tx"), "\"'\tx\"");
    EXPECT_EQ(csv_text("\rx"), "\"'\rx\"");
    EXPECT_EQ(csv_text("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_text("a\"b"), "\"a\"\"b\"");
    EXPECT_EQ(csv_text("a\nb"), "\"a\nb\"");
    EXPECT_EQ(csv_text("=\"x\",1"), "\"'=\"\"x\"\",1\"");
}

TEST(StepsCsv, HasEveryFieldOfEveryStepExactly) {
    ReportLibrary library;
    const std::string id = make_ulid();
    library.add(started(id));
    run::Record odd = step(id, 1);
    run::StepRecord& done = *odd.mutable_step_done();
    done.set_loss(std::numeric_limits<float>::quiet_NaN());
    done.set_gradient_norm(-std::numeric_limits<float>::infinity());
    done.set_scale(0x1p-24f);
    done.set_weight_gradients_nonzero((std::uint64_t{1} << 53) - 1);
    done.set_lr(-0.1f);
    done.set_skip_cause("=cmd|' /C calc'!A0");
    done.set_nonfinite_role(run::ROLE_ACTIVATION);
    library.add(odd);
    library.add(evaluation(id, 1, 0.1f));
    std::ostringstream out;
    write_steps_csv(out, *library, {id});
    const auto rows = parsed(out.str());
    ASSERT_EQ(rows.size(), 3u);
    for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
    const auto* type = run::StepRecord::descriptor();
    for (int i = 0; i < type->field_count(); ++i)
        if (!type->field(i)->is_repeated())
            column(rows, type->field(i)->name());  // what a foreign run logged is a list
    const auto cell = [&](std::size_t row, const char* name) { return rows[row][column(rows, name)]; };
    EXPECT_EQ(cell(1, "record"), "step");
    EXPECT_EQ(cell(1, "loss"), "NaN");
    EXPECT_EQ(cell(1, "gradient_norm"), "-inf");
    EXPECT_EQ(std::strtof(cell(1, "scale").c_str(), nullptr), 0x1p-24f);
    EXPECT_EQ(cell(1, "weight_gradients_nonzero"), "9007199254740991");
    EXPECT_EQ(cell(1, "lr"), "-0.1") << "a number, never quoted";
    EXPECT_EQ(cell(1, "skip_cause"), "'=cmd|' /C calc'!A0");
    EXPECT_EQ(cell(1, "nonfinite_role"), "role-activation");
    EXPECT_EQ(cell(1, "nonfinite_tensor"), "");
    EXPECT_EQ(cell(1, "eval_accuracy"), "");
    EXPECT_EQ(cell(2, "record"), "evaluation");
    EXPECT_EQ(cell(2, "eval_accuracy"), "0.1");
    EXPECT_EQ(cell(2, "eval_images"), "2000");
    EXPECT_EQ(cell(2, "loss"), "");
}

TEST(StepsCsv, HasAColumnForEachNameThatAnotherProgramLogged) {
    ReportLibrary library;
    const std::string id = make_ulid(), ours = library.add_run("ours", 10);
    run::Record begin = started(id);
    begin.mutable_started()->mutable_foreign();
    library.add(begin);
    run::Record one = step(id, 1);
    run::Scalar& lr = *one.mutable_step_done()->add_scalars();
    lr.set_name("lr");
    lr.set_value(0.1);
    library.add(one);
    one = step(id, 2);
    run::Scalar& accuracy = *one.mutable_step_done()->add_scalars();
    accuracy.set_name("test accuracy");
    accuracy.set_value(0.75);
    library.add(one);
    std::ostringstream out;
    write_steps_csv(out, *library, {ours, id});
    const auto rows = parsed(out.str());
    for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
    const std::size_t at = column(rows, "logged_lr"), after = column(rows, "logged_test accuracy");
    EXPECT_EQ(rows[1][at], "") << "a run of ours logs nothing";
    ASSERT_GE(rows.size(), 3u);
    EXPECT_EQ(rows[rows.size() - 2][at], "0.1");
    EXPECT_EQ(rows[rows.size() - 2][after], "");
    EXPECT_EQ(rows.back()[after], "0.75");
}

/// Which run a line is of can be read without its id: number and name as in a report, format, scaling, batch and seed.
TEST(StepsCsv, SaysOfEachLineWhichRunItIsOf) {
    ReportLibrary library;
    std::vector<std::string> ids;
    for (const std::uint64_t seed : {1, 2}) {
        ids.push_back(make_ulid());
        run::Record begin = started(ids.back());
        run::RunConfig& config = *begin.mutable_started()->mutable_config();
        config.clear_name();
        config.set_precision(run::FP16);
        config.set_scaling(run::DYNAMIC);
        config.set_batch(64);
        config.set_seed(seed);
        library.add(begin);
        library.add(step(ids.back(), 1));
    }
    std::ostringstream out;
    write_steps_csv(out, *library, ids);
    const auto rows = parsed(out.str());
    ASSERT_EQ(rows.size(), 3u);
    const std::vector<std::string> first(rows[1].begin(), rows[1].begin() + 7);
    EXPECT_EQ(first, (std::vector<std::string>{"1", "FP16 · dynamic scale · batch 64 · seed 1", "FP16", "dynamic", "64",
                                               "1", ids[0]}));
    EXPECT_EQ(rows[2][column(rows, "run")], "2");
    EXPECT_EQ(rows[2][column(rows, "run_name")], "FP16 · dynamic scale · batch 64 · seed 2");
    const ReportData data = read_report(*library, ids);
    EXPECT_NE(markdown_table(data).find("batch 64 · seed 2 |"), std::string::npos);
    EXPECT_NE(html_report(data).find("batch 64 · seed 2"), std::string::npos);
    const ReportData one = read_report(*library, {ids[0]});
    EXPECT_EQ(english(one.runs[0].label), "FP16 · dynamic scale · batch 64") << "nothing else is called the same";
}

TEST(StepsCsv, ThinsNothing) {
    ReportLibrary library;
    const std::string id = library.add_run("long", 5000);  // more than are read at once, and no multiple of it
    std::ostringstream out;
    write_steps_csv(out, *library, {id});
    const auto rows = parsed(out.str());
    std::uint32_t steps = 0;
    for (const auto& row : rows)
        if (row[column(rows, "record")] == "step") {
            EXPECT_EQ(row[column(rows, "step")], std::to_string(++steps));
        }
    EXPECT_EQ(steps, 5000u);
    EXPECT_EQ(rows.size(), 1 + 5000 + 500u);
}

TEST(RunsCsv, HasALineARunWithHostileTextAsText) {
    ReportLibrary library;
    const std::string name = "=HYPERLINK(\"http://x\",\"y\")\r\nsecond line";
    const std::string id = library.add_run(name);
    library->set_note(id, "-2+3");
    std::ostringstream out;
    write_runs_csv(out, *library, {id, library.add_run("plain")});
    const auto rows = parsed(out.str());
    ASSERT_EQ(rows.size(), 3u);
    for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
    EXPECT_EQ(rows[1][column(rows, "label")], "'" + name);
    EXPECT_EQ(rows[1][column(rows, "note")], "'-2+3");
    EXPECT_EQ(rows[1][column(rows, "config_name")], "'" + name);
    EXPECT_EQ(rows[1][column(rows, "config_steps")], "") << "as its epochs say";
    EXPECT_EQ(rows[1][column(rows, "config_exponent_bits")], "") << "of a custom format alone";
    EXPECT_EQ(rows[1][column(rows, "config_depth")], "2");
    EXPECT_EQ(rows[1][column(rows, "config_lr")], "0.003");
    EXPECT_EQ(rows[1][column(rows, "result_test_accuracy")], "0.9");
    EXPECT_EQ(rows[1][column(rows, "result_outcome")], "completed");
    std::set<std::string> names(rows[0].begin(), rows[0].end());
    EXPECT_EQ(names.size(), rows[0].size()) << "a column's name stands twice";
}

/// A run that is judged by PSNR, 6.37 dB at its end.
std::string add_denoiser(ReportLibrary& library) {
    const std::string id = make_ulid();
    run::Record begin = started(id, "denoise");
    begin.mutable_started()->mutable_config()->set_task(run::DENOISE);
    library.add(begin);
    run::Record first = step(id, 1);
    first.mutable_step_done()->set_accuracy(0.0512f);
    library.add({first, evaluation(id, 1, 0.0625f), finished(id, 1, run::RunFinished::COMPLETED, 0.0637f)});
    return id;
}

TEST(RunsCsv, HasTheTasksOwnMetric) {
    ReportLibrary library;
    std::ostringstream out;
    write_runs_csv(out, *library, {add_denoiser(library), library.add_run("classes")});
    const auto rows = parsed(out.str());
    const auto cell = [&](std::size_t row, const char* name) { return rows[row][column(rows, name)]; };
    EXPECT_EQ(cell(1, "metric"), "PSNR");
    EXPECT_EQ(cell(1, "unit"), "dB");
    EXPECT_EQ(cell(1, "test_value"), "6.37");
    EXPECT_EQ(cell(1, "result_test_accuracy"), "") << "6.37 dB are no accuracy of 0.0637";
    EXPECT_EQ(cell(1, "result_train_accuracy"), "");
    EXPECT_EQ(cell(2, "metric"), "accuracy");
    EXPECT_EQ(cell(2, "unit"), "%");
    EXPECT_EQ(cell(2, "test_value"), "90");
    EXPECT_EQ(cell(2, "result_test_accuracy"), "0.9");
}

TEST(StepsCsv, HasTheTasksOwnMetric) {
    ReportLibrary library;
    std::ostringstream out;
    write_steps_csv(out, *library, {add_denoiser(library)});
    const auto rows = parsed(out.str());
    ASSERT_EQ(rows.size(), 3u);
    const auto cell = [&](std::size_t row, const char* name) { return rows[row][column(rows, name)]; };
    EXPECT_EQ(cell(1, "record"), "step");
    EXPECT_EQ(cell(1, "metric"), "PSNR");
    EXPECT_EQ(cell(1, "value"), "5.12");
    EXPECT_EQ(cell(1, "accuracy"), "");
    EXPECT_EQ(cell(2, "record"), "evaluation");
    EXPECT_EQ(cell(2, "unit"), "dB");
    EXPECT_EQ(cell(2, "value"), "6.25");
    EXPECT_EQ(cell(2, "eval_accuracy"), "");
}

TEST(JsonLines, AreTheRecordsAndReadBack) {
    ReportLibrary library;
    const std::string id = library.add_run("<&>\n", 30);
    std::ostringstream out;
    write_json_lines(out, *library, {id});
    std::istringstream lines(out.str());
    const std::vector<run::Record> records = library->records(id);
    std::size_t i = 0;
    for (std::string line; std::getline(lines, line); ++i) {
        ASSERT_LT(i, records.size());
        run::Record record;
        from_json(line, record, "line");
        EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(record, records[i])) << line;
    }
    EXPECT_EQ(i, records.size());
}

std::size_t files_in(const std::filesystem::path& folder) {
    const std::filesystem::directory_iterator entries(folder);
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

TEST(OutputFile, IsWholeOrNotThere) {
    const TemporaryFolder folder;
    const auto file = folder / std::string(255, 'n');  // no room for a suffix
    write_output(file, false, [](std::ostream& out) { out << "first"; });
    EXPECT_EQ(contents(file), "first");
    EXPECT_EQ(error_of([&] { write_output(file, false, [](std::ostream& out) { out << "no"; }); }).code(),
              ErrorCode::usage);
    EXPECT_EQ(contents(file), "first");
    EXPECT_THROW(write_output(file, true,
                              [](std::ostream& out) {
                                  out << "half";
                                  throw Error(ErrorCode::bad_data, "damaged");
                              }),
                 Error);
    EXPECT_EQ(contents(file), "first");
    write_output(file, true, [](std::ostream& out) { out << "second"; });
    EXPECT_EQ(contents(file), "second");
    EXPECT_EQ(files_in(folder.path()), 1u) << "something was left behind";
}

TEST(OutputFile, RefusesWhatAppearedMeanwhile) {
    const TemporaryFolder folder;
    const auto file = folder / "report";
    EXPECT_EQ(error_of([&] {
                  write_output(file, false, [&](std::ostream& out) {
                      out << "mine";
                      std::ofstream(file) << "theirs";
                  });
              }).code(),
              ErrorCode::usage);
    EXPECT_EQ(contents(file), "theirs");
    EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(OutputFile, SaysWhatIsNoFileAndWhatCannotBeWritten) {
    const TemporaryFolder folder;
    const auto nothing = [](std::ostream&) {};
    EXPECT_EQ(error_of([&] { write_output(folder.path(), true, nothing); }).code(), ErrorCode::usage);
    const Error absent = error_of([&] { write_output(folder / "no/such/folder", true, nothing); });
    EXPECT_EQ(absent.code(), ErrorCode::usage);
    EXPECT_EQ(absent.place(), (folder / "no/such").string());
    EXPECT_THAT(absent.message(), HasSubstr("no such folder"));
    EXPECT_EQ(error_of([&] { check_output(folder / "no/such/folder", false); }).code(), ErrorCode::usage)
        << "before the work, too";
}

}  // namespace
}  // namespace mantissa
