// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker report` as a program: every format from a library that `train` wrote, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "engine/run/json.h"
#include "engine/store/library.h"
#include "tests/support/files.h"
#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Splits a command line as a shell would, for what repeat_command() writes.
std::vector<std::string> words(const std::string& line) {
    std::vector<std::string> all(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\'')
            quoted = !quoted;
        else if (line[i] == '\\' && !quoted)
            all.back() += line[++i];
        else if (line[i] == ' ' && !quoted)
            all.emplace_back();
        else
            all.back() += line[i];
    }
    return all;
}

class ReportCommand : public testing::Test {
  protected:
    /// Trains 30 steps into the library; the lines that it printed.
    std::vector<std::string> train(const std::string& name, const std::vector<std::string>& more = {},
                                   const std::string& steps = "30") {
        std::vector<std::string> arguments{"train",
                                           "--json",
                                           "--library",
                                           library_,
                                           "--name",
                                           name,
                                           "--steps",
                                           steps,
                                           "--depth",
                                           "1",
                                           "--width",
                                           "8",
                                           "--batch",
                                           "32",
                                           "--train-eval-images",
                                           "500",
                                           "--eval-interval",
                                           "10"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = run_worker(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return result.lines();
    }
    ProgramResult report(std::vector<std::string> more) {
        more.insert(more.begin(), {"report", "--library", library_});
        return run_worker(more);
    }

    /// The arguments of the command in the report of the last run.
    std::vector<std::string> repetition() {
        const std::string file = folder_ / "report.html";
        EXPECT_EQ(report({"--output", file, "--force"}).exit_code, 0);
        const std::string page = contents(file);
        const std::size_t begin = page.find("<code>") + 6;
        std::string command = page.substr(begin, page.find("</code>", begin) - begin);
        for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{{"<bdi>", ""},
                                                                                       {"</bdi>", ""},
                                                                                       {"&quot;", "\""},
                                                                                       {"&#39;", "'"},
                                                                                       {"&lt;", "<"},
                                                                                       {"&gt;", ">"},
                                                                                       {"&amp;", "&"}})
            for (std::size_t at = 0; (at = command.find(from, at)) != std::string::npos; at += to.size())
                command.replace(at, from.size(), to);
        std::vector<std::string> arguments = words(command);
        EXPECT_EQ(arguments[0], "mantissa-worker");
        arguments.erase(arguments.begin());
        return arguments;
    }

    TemporaryFolder folder_;
    std::string library_ = folder_ / "l.mantissa";
};

/// A preset is called by its name only where the run has its network.
TEST_F(ReportCommand, AnotherNetworkIsNotCalledByItsPreset) {
    train("", {"--preset", "classic", "--model", "mlp"}, "1");
    EXPECT_THAT(run_worker({"runs", "--library", library_}).out, HasSubstr(" · MLP 1×8, from classic\n"));
    const std::string file = folder_ / "report.html";
    EXPECT_EQ(report({"--output", file}).exit_code, 0);
    EXPECT_THAT(contents(file), HasSubstr("MLP 1×8, from classic"));
    train("", {"--preset", "lost-updates"}, "1");
    train("", {"--preset", "classic", "--model", "cnn"}, "1");
    EXPECT_THAT(run_worker({"runs", "--library", library_}).out, HasSubstr(" · classic\n"));
}

/// Who looks at a training of another program need not keep it.
TEST_F(ReportCommand, OfRecordingsNeedsNoLibrary) {
    const std::string recordings = MANTISSA_SOURCE "/tests/data/recordings/";
    const std::string one = recordings + "resnet-forward-overflow.jsonl", other = recordings + "mlp-skips.jsonl";
    const ProgramResult page = run_worker({"report", one, "--library", folder_ / "none", "--output", "-"});
    ASSERT_EQ(page.exit_code, 0) << page.err;
    EXPECT_THAT(page.out, HasSubstr("layer2.0.conv1"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "none"));
    const ProgramResult both = run_worker({"report", one, other, one, "--format", "markdown", "--output", "-"});
    ASSERT_EQ(both.exit_code, 0) << both.err;
    EXPECT_EQ(std::count(both.out.begin(), both.out.end(), '\n'), 4) << both.out;  // heading, rule, a line a recording
    const std::string cut = folder_ / "cut.jsonl";
    std::ofstream(cut) << contents(other) << "{\"kind\": \"st";
    const ProgramResult partial = run_worker({"report", cut, "--format", "markdown", "--output", "-"});
    ASSERT_EQ(partial.exit_code, 0) << partial.err;
    EXPECT_THAT(partial.err, HasSubstr("its last line is not whole"));
    const ProgramResult mixed = run_worker({"report", one, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "--output", "-"});
    EXPECT_EQ(mixed.exit_code, 2);
    EXPECT_THAT(mixed.err, HasSubstr("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
    EXPECT_THAT(mixed.err, HasSubstr("either recordings, or the ids of runs"));
}

TEST_F(ReportCommand, WritesAPageAndNeverOverAnother) {
    train("<script>alert(1)</script>", {"--precision", "fp16"});
    const std::string file = folder_ / "report.html";
    const ProgramResult first = report({"--output", file});
    ASSERT_EQ(first.exit_code, 0) << first.err;
    const std::string page = contents(file);
    EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
    EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    for (const char* part : {"<svg class=\"chart\"", "Findings", "Events", "SHA-256 of the final weights", "Identity"})
        EXPECT_THAT(page, HasSubstr(part));

    std::ofstream(file) << "mine";
    const ProgramResult again = report({"--output", file});
    EXPECT_EQ(again.exit_code, 2);
    EXPECT_THAT(again.err, HasSubstr("--force"));
    EXPECT_EQ(contents(file), "mine");
    EXPECT_EQ(report({"--output", file, "--force"}).exit_code, 0);
    EXPECT_THAT(contents(file), StartsWith("<!DOCTYPE html>"));
}

TEST_F(ReportCommand, JsonIsWhatTrainPrinted) {
    std::vector<std::string> printed = train("a run", {"--precision", "bf16"});
    ASSERT_FALSE(printed.empty());
    printed.pop_back();  // the sum of the run, which is in its record "finished", too
    const ProgramResult result = report({"--format", "json", "--output", "-"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    std::vector<std::string> reported = result.lines();
    std::sort(printed.begin(), printed.end());
    std::sort(reported.begin(), reported.end());
    EXPECT_EQ(reported, printed);
}

TEST_F(ReportCommand, CsvHasEveryStepAndChoosesRuns) {
    train("first");
    train("second");
    train("third");
    const auto lines_of = [&](const std::vector<std::string>& choice) {
        std::vector<std::string> arguments{"--format", "csv", "--output", "-"};
        arguments.insert(arguments.end(), choice.begin(), choice.end());
        const ProgramResult result = report(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return result.lines();
    };
    const auto steps_of = [&](const std::vector<std::string>& choice) {
        const std::vector<std::string> lines = lines_of(choice);
        return std::count_if(lines.begin(), lines.end(),
                             [](const std::string& line) { return line.find(",step,") != std::string::npos; }) -
               1;  // the heading
    };
    EXPECT_EQ(steps_of({}), 30);
    EXPECT_EQ(steps_of({"--last", "2"}), 60);
    EXPECT_EQ(steps_of({"--all"}), 90);
    const std::vector<std::string> runs = lines_of({"--all", "--table", "runs"});
    ASSERT_EQ(runs.size(), 4u);
    EXPECT_THAT(runs[1], HasSubstr(",first,"));
    const std::string id = runs[1].substr(0, 26);
    EXPECT_EQ(steps_of({id, id}), 30);
    EXPECT_EQ(report({id, "--all"}).exit_code, 2);
}

TEST_F(ReportCommand, APipedReportHoldsNoNamesOfFiles) {
    train("one");
    const ProgramResult both =
        report({"--format", "csv", "--table", "runs", "--output", "-", "--tensorboard", folder_ / "tb"});
    ASSERT_EQ(both.exit_code, 0) << both.err;
    EXPECT_EQ(both.lines().size(), 2u) << both.out;
    EXPECT_THAT(both.err, HasSubstr(folder_ / "tb"));
    EXPECT_THAT(both.out, Not(HasSubstr(folder_ / "tb")));
}

TEST_F(ReportCommand, AnEmulatedRunHasNoSpeedInATable) {
    // a format of six bits is native nowhere
    train("emulated", {"--precision", "custom", "--exponent-bits", "3", "--fraction-bits", "2"});
    train("native");
    const auto column = [](const std::vector<std::string>& lines, const std::string& name) {
        const auto cells = [](const std::string& line) {  // nothing is quoted here
            std::vector<std::string> all(1);
            for (const char c : line) c == ',' ? all.emplace_back() : all.back() += c;
            return all;
        };
        const std::vector<std::string> head = cells(lines[0]);
        const auto at = static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
        std::vector<std::string> values;
        for (std::size_t i = 1; i < lines.size(); ++i) values.push_back(cells(lines[i]).at(at));
        return values;
    };
    const std::vector<std::string> runs = column(
        report({"--all", "--format", "csv", "--table", "runs", "--output", "-"}).lines(), "result_images_per_second");
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0], "");
    EXPECT_NE(runs[1], "");
    const std::vector<std::string> steps =
        column(report({"--all", "--format", "csv", "--output", "-"}).lines(), "images_per_second");
    ASSERT_GT(steps.size(), 60u);
    EXPECT_EQ(std::count(steps.begin(), steps.begin() + 30, ""), 30);
    EXPECT_LT(std::count(steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2), steps.end(), ""), 10)
        << "evaluations only";
}

TEST_F(ReportCommand, MarkdownHasALineARun) {
    train("a|b");
    train("plain", {"--lr", "0.01"});
    const ProgramResult result = report({"--all", "--format", "markdown", "--output", "-"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    ASSERT_EQ(result.lines().size(), 4u);
    EXPECT_THAT(result.lines()[2], StartsWith("| a\\|b |"));
    EXPECT_THAT(result.lines()[0], HasSubstr("| lr |"));
}

TEST_F(ReportCommand, ItsCommandRepeatsTheRunToTheBit) {
    const run::RunFinished first =
        finished_of(train("it's \"mine\"", {"--precision", "fp16", "--scaling", "dynamic", "--lr", "0.0123", "--seed",
                                            "5", "--layer-override", "fc1=bf16"})
                        .back());
    std::vector<std::string> arguments = repetition();
    arguments.insert(arguments.end(), {"--json", "--library", "none"});
    const ProgramResult result = run_worker(arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const run::RunFinished again = finished_of(result.lines().back());
    EXPECT_EQ(first.weights_sha256().size(), 64u);
    EXPECT_EQ(again.weights_sha256(), first.weights_sha256());
}

TEST_F(ReportCommand, ItsCommandNamesTheNetworkAndTheFirstWeights) {
    const std::string network = folder_ / "mine.json", weights = folder_ / "my first.safetensors",
                      written = folder_ / "network.json";
    std::ofstream(network) << run_worker({"network", "--depth", "2", "--width", "8"}).out;
    train("first", {"--network", network, "--seed", "9", "--export-weights", weights}, "5");
    const auto lines = train("second", {"--network", network, "--init-weights", weights}, "5");
    run::Record started;
    from_json(lines.front(), started, "");
    const std::string id = started.run_id();
    const ProgramResult asked = run_worker({"network", "--library", library_, "--run", id});
    ASSERT_EQ(asked.exit_code, 0) << asked.err;
    EXPECT_EQ(asked.out, contents(network));
    std::ofstream(written) << asked.out;
    std::vector<std::string> arguments = repetition();
    const auto named = std::find(arguments.begin(), arguments.end(), "network.json");
    ASSERT_NE(named, arguments.end());
    *named = written;
    EXPECT_NE(std::find(arguments.begin(), arguments.end(), weights), arguments.end());
    arguments.insert(arguments.end(), {"--json", "--library", "none"});
    const ProgramResult again = run_worker(arguments);
    ASSERT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(finished_of(again.lines().back()).weights_sha256(), finished_of(lines.back()).weights_sha256());
    EXPECT_THAT(contents(folder_ / "report.html"), HasSubstr("mantissa-worker network --run " + id));
    EXPECT_EQ(run_worker({"network", "--library", library_, "--run", id, "--width", "8"}).exit_code, 2);
    EXPECT_EQ(run_worker({"network", "--library", library_, "--run", "nobody"}).exit_code, 2);
}

TEST_F(ReportCommand, AnEmptyLibraryIsSaidToBeEmpty) {
    // Exactly what opening the window and closing it again leaves behind.
    Library::open(library_, Access::read_write).reset();
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--output", "-"}, {"--all", "--output", "-"}, {"--tensorboard", folder_ / "tb"}}) {
        const ProgramResult result = report(more);
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_EQ(result.out, "");
        for (const char* part : {"The library holds no run", "mantissa-worker train"})
            EXPECT_THAT(result.err, HasSubstr(part));
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "tb"));
    EXPECT_THAT(report({"01ARZ3NDEKTSV4RRFFQ69G5FAV"}).err, HasSubstr("the library is empty"));
}

TEST_F(ReportCommand, SaysWhatIsWrong) {
    const ProgramResult absent = report({"--output", "-"});
    EXPECT_EQ(absent.exit_code, 2);
    EXPECT_THAT(absent.err, HasSubstr("There is no library"));
    EXPECT_FALSE(std::filesystem::exists(library_));

    for (const char* name : {"r1", "r2", "r3", "r4", "r5", "r6\x1b[2J"}) train(name, {}, "0");
    const ProgramResult unknown = report({"01ARZ3NDEKTSV4RRFFQ69G5FAV", "--output", "-"});
    EXPECT_EQ(unknown.exit_code, 2);
    for (const char* part : {"There is no run \"01ARZ3NDEKTSV4RRFFQ69G5FAV\"", "r2", "r5", "r6"})
        EXPECT_THAT(unknown.err, HasSubstr(part));
    EXPECT_THAT(unknown.err, Not(HasSubstr("r1")));
    EXPECT_THAT(unknown.err, Not(HasSubstr("\x1b")));

    EXPECT_EQ(report({"--format", "pdf"}).exit_code, 2);
    const ProgramResult ending = report({"--output", folder_ / "report.docx"});
    EXPECT_EQ(ending.exit_code, 2);
    EXPECT_THAT(ending.err, HasSubstr(".docx"));
    EXPECT_EQ(report({"--output", folder_ / "report.md"}).exit_code, 0);
    EXPECT_TRUE(std::ifstream(folder_ / "report.md").peek() == '|');
    const ProgramResult nowhere = report({"--output", folder_ / "no/such/report.html"});
    EXPECT_EQ(nowhere.exit_code, 2);
    EXPECT_THAT(nowhere.err, HasSubstr("There is no such folder"));
    EXPECT_EQ(report({"--output", folder_.path(), "--force"}).exit_code, 2);

    std::filesystem::remove(library_ + "-wal");
    std::filesystem::remove(library_ + "-shm");
    std::fstream(library_, std::ios::in | std::ios::out | std::ios::binary).seekp(4096)
        << std::string(std::filesystem::file_size(library_) - 4096, 'x');
    const ProgramResult damaged = report({"--all", "--output", "-"});
    EXPECT_EQ(damaged.exit_code, 5) << damaged.err;
    EXPECT_THAT(damaged.err, HasSubstr("damaged"));

    std::ofstream(library_, std::ios::trunc)
        << "no library at all, but long enough to look at" << std::string(200, ' ');
    EXPECT_EQ(report({"--output", "-"}).exit_code, 5);
}

}  // namespace
}  // namespace mantissa
