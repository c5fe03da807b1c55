// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker compare`: paired races, and no claim that they do not support.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <filesystem>
#include <map>
#include <set>

#include "engine/run/json.h"
#include "engine/store/library.h"
#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> compare(const std::vector<std::string>& more, const std::string& library = "none") {
    std::vector<std::string> all{"compare", "--depth",
                                 "1",       "--width",
                                 "8",       "--train-eval-images",
                                 "100",     "--eval-interval",
                                 "0",       "--histogram-interval",
                                 "0",       "--library",
                                 library};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

TEST(Compare, RacesEachSeedAndKeepsTheRuns) {
    const TemporaryFolder folder;
    const std::string file = folder / "runs.mantissa";
    const ProgramResult result =
        run_worker(compare({"--runs", "fp32,fp16,fp16+dynamic", "--seeds", "2", "--steps", "4", "--seed", "7"}, file));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    for (const char* text : {"fp32", "fp16+dynamic", "2 runs: no claim", "skipped", "MiB"})
        EXPECT_THAT(result.out, HasSubstr(text));
    const auto library = Library::open(file, Access::read_only);
    std::map<std::string, std::vector<run::RunIdentity>> races;
    std::string group;
    for (const RunSummary& run : library->runs()) {
        EXPECT_EQ(run.outcome, run::RunFinished::COMPLETED);
        const run::RunIdentity identity = library->details(run.run_id).started.identity();
        races[identity.race_id()].push_back(identity);
        EXPECT_TRUE(group.empty() || group == identity.group_id());
        group = identity.group_id();
    }
    EXPECT_EQ(group.size(), 26u);
    ASSERT_EQ(races.size(), 2u);
    for (const auto& [race, lanes] : races) {
        ASSERT_EQ(lanes.size(), 3u);
        for (const run::RunIdentity& lane : lanes) {
            EXPECT_EQ(lane.seed(), lanes[0].seed());
            EXPECT_EQ(lane.initial_weights_sha256(), lanes[0].initial_weights_sha256());
        }
    }
    EXPECT_NE(races.begin()->second[0].seed(), races.rbegin()->second[0].seed());
}

TEST(Compare, OneRunClaimsNothing) {
    const ProgramResult result = run_worker(compare({"--runs", "fp32,bf16", "--steps", "4"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("one run: no claim"));
    for (const char* word : {" above ", " below ", "better"}) EXPECT_THAT(result.out, Not(HasSubstr(word)));
    // Without a control the window's rule holds here, too.
    EXPECT_THAT(result.out, HasSubstr("diverged at step"));
    EXPECT_THAT(result.out, HasSubstr("No control run: runs count as diverged when their batch losses differ by more "
                                      "than 0.05 nats."));
}

TEST(Compare, TheSamePolicyTwiceIsNoDifference) {
    const ProgramResult result =
        run_worker(compare({"--runs", "fp32,fp32,control", "--seeds", "5", "--steps", "3", "--json"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    ASSERT_EQ(result.lines().size(), 3u);
    EXPECT_THAT(result.lines()[1], HasSubstr("\"verdict\": \"no_difference\""));
    EXPECT_THAT(result.lines()[1], HasSubstr("\"difference\": 0"));
    EXPECT_THAT(result.lines()[1], HasSubstr("\"pairs\": 5"));
    EXPECT_THAT(result.lines()[1], HasSubstr("\"diverged_steps\": [null, null, null, null, null]"));
    EXPECT_THAT(result.lines()[2], HasSubstr("\"diverged_steps\": []")) << "a control measures, it does not diverge";
}

TEST(Compare, AnInjectedDifferenceIsSeen) {
    // one fraction bit and no master weights: an update has to be a quarter of its weight to change it
    const ProgramResult result = run_worker(compare(
        {"--runs", "fp32,custom,control", "--exponent-bits", "4", "--fraction-bits", "1", "--master-weights", "off",
         "--optimizer", "sgd", "--lr", "0.1", "--batch", "512", "--seeds", "5", "--steps", "40", "--json"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    ASSERT_EQ(result.lines().size(), 3u);
    EXPECT_THAT(result.lines()[1], HasSubstr("\"verdict\": \"lower\""));
    EXPECT_THAT(result.lines()[1], Not(HasSubstr("null, null, null, null, null")));
    EXPECT_THAT(result.lines()[1], HasSubstr("\"emulated\": true"));
    EXPECT_THAT(result.lines()[1], HasSubstr("\"images_per_second\": null"));
    EXPECT_THAT(result.lines()[0], Not(HasSubstr("\"images_per_second\": null")));
}

TEST(Compare, MoreLanesThanASessionHoldsGoOneGroupAfterTheOther) {
    const TemporaryFolder folder;
    const std::string file = folder / "runs.mantissa";
    const ProgramResult result =
        run_worker(compare({"--runs", "fp32,fp16,fp16+dynamic,bf16,control", "--steps", "3", "--json"}, file));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const std::vector<std::string> lines = result.lines();
    ASSERT_EQ(lines.size(), 5u);
    // The control measures the lanes of the group before its own, too: an entry for the one seed, here no divergence.
    for (const std::size_t lane : {1u, 2u, 3u}) EXPECT_THAT(lines[lane], HasSubstr("\"diverged_steps\": [null]"));
    for (const std::size_t lane : {0u, 4u}) EXPECT_THAT(lines[lane], HasSubstr("\"diverged_steps\": []"));
    const auto library = Library::open(file, Access::read_only);
    std::map<std::string, std::size_t> races;
    std::set<std::string> groups, weights;
    for (const RunSummary& run : library->runs()) {
        const run::RunIdentity identity = library->details(run.run_id).started.identity();
        ++races[identity.race_id()];
        groups.insert(identity.group_id());
        if (!run.config.one_ulp()) weights.insert(identity.initial_weights_sha256());
    }
    std::multiset<std::size_t> sizes;
    for (const auto& [race, lanes] : races) sizes.insert(lanes);
    EXPECT_EQ(sizes, (std::multiset<std::size_t>{1, 4}));
    EXPECT_EQ(groups.size(), 1u);
    EXPECT_EQ(groups.begin()->size(), 26u);
    EXPECT_EQ(weights.size(), 1u);
}

/// What stands on a terminal in the end: lines, with the cursor moved up and what is below erased as told.
std::vector<std::string> screen(const std::string& text) {
    std::vector<std::string> lines(1);
    std::size_t row = 0, column = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r') {
            column = 0;
        } else if (text[i] == '\n') {
            column = 0;
            if (++row == lines.size()) lines.emplace_back();
        } else if (text[i] == '\033') {
            EXPECT_EQ(text[++i], '[');
            std::size_t number = 0;
            while (std::isdigit(static_cast<unsigned char>(text[++i])) != 0)
                number = 10 * number + static_cast<std::size_t>(text[i] - '0');
            if (text[i] == 'A') row -= std::min(row, number);
            if (text[i] == 'J') {
                lines.resize(row + 1);
                lines[row].resize(std::min(column, lines[row].size()));
            }
            if (text[i] == 'K') lines[row].resize(std::min(column, lines[row].size()));
        } else {
            lines[row].resize(std::max(lines[row].size(), column + 1), ' ');
            lines[row][column++] = text[i];
        }
    }
    return lines;
}

TEST(Compare, OnATerminalTheLinesOfTheLastGroupStand) {
    const ProgramResult result =
        run_on_terminal(compare({"--runs", "fp32,fp16,fp16+dynamic,bf16,control", "--steps", "3"}));
    ASSERT_EQ(result.exit_code, 0) << result.out;
    std::vector<std::string> bars, others;
    for (const std::string& line : screen(result.out))
        (line.find(" [#") != std::string::npos ? bars : others).push_back(line.substr(0, line.find(' ')));
    EXPECT_EQ(bars, (std::vector<std::string>{"control", "all"}));
    for (const char* lane : {"fp32", "fp16", "fp16+dynamic", "bf16", "control"})  // in the table
        EXPECT_THAT(others, testing::Contains(lane));
}

TEST(Compare, WithoutATerminalTheOutputIsTheResultAlone) {
    const ProgramResult result = run_worker(compare({"--runs", "fp32,control", "--steps", "3"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    for (const std::string& text : {result.out, result.err}) {
        EXPECT_THAT(text, Not(HasSubstr("\033")));
        EXPECT_THAT(text, Not(HasSubstr("\r")));
    }
    EXPECT_THAT(result.out, Not(HasSubstr("[#")));
    EXPECT_THAT(result.err, HasSubstr(" 2/2 runs  done"));
    EXPECT_LE(std::count(result.err.begin(), result.err.end(), '\n'), 4) << "a line now and then";
}

TEST(Compare, RefusesLanesThatAreNone) {
    struct Case {
        std::vector<std::string> arguments;
        const char* text;
    };
    for (const Case& c :
         {Case{{"--runs", "fp32,fp12"}, "fp32, tf32"}, Case{{"--runs", "fp32,fp16+sometimes"}, "dynamic"},
          Case{{"--lanes", "control,fp32"}, "no run before the control"},
          Case{{"--runs", "fp32,control,control"}, "two controls"},
          Case{{"--runs", "fp32", "--one-ulp", "on"}, "moved by one ulp, to the next number"},
          Case{{"--runs", "fp32"}, "a single run cannot be compared"}, Case{{"--seeds", "0"}, "seeds"}}) {
        const ProgramResult result = run_worker(compare(c.arguments));
        EXPECT_EQ(result.exit_code, 2) << c.text;
        EXPECT_THAT(result.err + result.out, HasSubstr(c.text));
    }
}

TEST(Compare, TellsEverySeedAndAnIntervalThatCanBe) {
    const std::vector<std::string> arguments = compare(
        {"--runs", "fp32,custom", "--exponent-bits", "2", "--fraction-bits", "1", "--seeds", "2", "--steps", "30"});
    const ProgramResult told = run_worker(arguments);
    ASSERT_EQ(told.exit_code, 0) << told.err;
    EXPECT_THAT(told.out, HasSubstr("test by seed, from 1\nfp32 "));
    EXPECT_THAT(told.out, HasSubstr("cut to what an accuracy can be"));
    std::vector<std::string> json = arguments;
    json.push_back("--json");
    const ProgramResult lines = run_worker(json);
    ASSERT_EQ(lines.lines().size(), 2u) << lines.err;
    const JsonObject base = json_object(lines.lines()[0]), custom = json_object(lines.lines()[1]);
    EXPECT_EQ(custom.at("name").string_value(), "custom");
    EXPECT_EQ(custom.at("test_accuracies").list_value().values_size(), 2);
    EXPECT_EQ(custom.at("run_ids").list_value().values(1).string_value().size(), 26u);
    EXPECT_GE(custom.at("low").number_value(), -base.at("test_accuracy").number_value());
    EXPECT_LE(custom.at("high").number_value(), 1 - base.at("test_accuracy").number_value());
    EXPECT_TRUE(custom.at("findings").has_list_value());
}

/// Of a run in the library: the step, and the seconds of its steps until then, at which a test first reached `target`.
struct Reached {
    bool emulated = false;
    std::uint32_t step = 0;  ///< 0: never
    double seconds = 0;
};
Reached reached(const Library& library, const std::string& run_id, float target) {
    Reached at;
    for (const run::Record& record : library.records(run_id)) {
        if (record.has_started()) at.emulated = record.started().emulated();
        if (record.has_step_done()) at.seconds += static_cast<double>(record.step_done().step_ms()) / 1e3;
        if (!record.has_evaluated() || record.evaluated().training_set()) continue;
        at.step = record.step();
        if (record.evaluated().accuracy() >= target) return at;
    }
    at.step = 0;
    return at;
}

TEST(Compare, TellsStepsAndTimeUntilATarget) {
    const TemporaryFolder folder;
    const std::string file = folder / "runs.mantissa";
    const auto arguments = [&](const std::string& target, bool again, bool json) {
        std::vector<std::string> all = compare({"--runs", "fp32,custom", "--exponent-bits", "2", "--fraction-bits", "1",
                                                "--seeds", "2", "--steps", "60", "--lr", "0.01", "--target", target},
                                               file);
        *(std::find(all.begin(), all.end(), "--eval-interval") + 1) = "10";
        if (again) all.push_back("--resume");
        if (json) all.push_back("--json");
        return all;
    };
    const ProgramResult result = run_worker(arguments("0.5", false, true));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    ASSERT_EQ(result.lines().size(), 2u);
    const auto library = Library::open(file, Access::read_only);
    std::size_t found = 0, missed = 0;
    for (const std::string& line : result.lines()) {
        const JsonObject lane = json_object(line);
        EXPECT_EQ(lane.at("target").number_value(), 0.5);
        const auto &ids = lane.at("run_ids").list_value(), &steps = lane.at("target_steps").list_value(),
                   &seconds = lane.at("target_seconds").list_value();
        ASSERT_EQ(steps.values_size(), 2);
        ASSERT_EQ(seconds.values_size(), 2);
        for (int i = 0; i < 2; ++i) {
            const Reached expected = reached(*library, ids.values(i).string_value(), 0.5f);
            ++(expected.step > 0 ? found : missed);
            EXPECT_EQ(steps.values(i).has_null_value(), expected.step == 0) << line;
            EXPECT_EQ(seconds.values(i).has_null_value(), expected.step == 0 || expected.emulated) << line;
            EXPECT_EQ(steps.values(i).number_value(), expected.step) << line;
            if (seconds.values(i).has_null_value()) continue;
            EXPECT_NEAR(seconds.values(i).number_value(), expected.seconds, 1e-9) << line;
        }
    }
    EXPECT_GE(found, 2u) << "FP32 learns enough";
    EXPECT_GE(missed, 1u) << "and four bits do not";

    // Once it is trained, it is asked for others without training anything.
    const ProgramResult half = run_worker(arguments("50%", true, false));
    ASSERT_EQ(half.exit_code, 0) << half.err;
    EXPECT_THAT(half.out, HasSubstr("until test 50.00 %        steps         time\nfp32 "));
    EXPECT_THAT(half.out, HasSubstr(" s  mean of 2 of 2 runs\ncustom "));
    const ProgramResult all = run_worker(arguments("100", true, false));
    ASSERT_EQ(all.exit_code, 0) << all.err;
    EXPECT_THAT(all.out, HasSubstr("until test 100.00 %        steps         time\n"
                                   "fp32                 not reached\ncustom               not reached\n"));
}

TEST(Compare, RefusesTargetsThatAreNone) {
    for (const char* target : {"high", "", "0", "101", "nan", "97 dB", "97x"}) {
        const ProgramResult result = run_worker(compare({"--runs", "fp32,fp16", "--steps", "2", "--target", target}));
        EXPECT_EQ(result.exit_code, 2) << target;
        EXPECT_THAT(result.err, HasSubstr("a percentage such as 97, or a fraction such as 0.97")) << target;
    }
    const ProgramResult image =
        run_worker({"compare", "--model", "unet", "--task", "denoise", "--target", "1000", "--library", "none"});
    EXPECT_EQ(image.exit_code, 2);
    EXPECT_THAT(image.err, HasSubstr("\"1000\" is nothing that the test's PSNR can reach"));
    EXPECT_THAT(image.err, HasSubstr("a number of dB, such as 20"));
    EXPECT_EQ(run_worker(compare({"--runs", "fp32,fp16", "--steps", "2"})).out.find("until"), std::string::npos);
}

/// What a comparison says of each of its settings, without how fast they were trained.
std::vector<std::string> figures(const ProgramResult& result) {
    std::vector<std::string> all;
    for (const std::string& line : result.lines()) {
        google::protobuf::Struct object;
        from_json(line, object, line);
        for (const char* of_this_run : {"images_per_second", "run_ids"}) object.mutable_fields()->erase(of_this_run);
        std::string text;
        for (const std::string& name : names_of(object.fields())) text += to_json(object.fields().at(name)) + "\n";
        all.push_back(text);
    }
    return all;
}

TEST(Compare, StoppedAndResumedItSaysWhatOneThatNeverStoppedSays) {
    const TemporaryFolder folder;
    const auto arguments = [&](const std::string& library) {
        return compare({"--runs", "fp32,fp16", "--seeds", "2", "--batch", "16", "--steps", "3000", "--threads", "1",
                        "--checkpoint-folder", folder / "state", "--json"},
                       folder / library);
    };
    const auto resumed = [&](const std::string& library) {
        std::vector<std::string> all = arguments(library);
        all.push_back("--resume");
        return run_worker(all);
    };
    const ProgramResult none = resumed("whole");
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.err, HasSubstr("there is no comparison of these settings"));
    const ProgramResult whole = run_worker(arguments("whole"));
    ASSERT_EQ(whole.exit_code, 0) << whole.err;

    // Stopped as soon as the first run is in the library.
    const ProgramResult stopped = run_worker_until(arguments("cut"), folder / "cut", SIGINT);
    ASSERT_EQ(stopped.exit_code, 3) << stopped.err;
    EXPECT_THAT(stopped.err, HasSubstr("Stopped: 0 of 4 runs complete."));
    EXPECT_THAT(stopped.err, HasSubstr("to resume it: mantissa-worker compare "));
    EXPECT_THAT(stopped.out, Not(HasSubstr("\"test_accuracy\": 0,"))) << "no made-up figures";
    EXPECT_THAT(stopped.out, Not(HasSubstr("\"diverged_steps\": [null]"))) << "not judged beside what was stopped";
    const ProgramResult rest = resumed("cut");
    ASSERT_EQ(rest.exit_code, 0) << rest.err;
    EXPECT_EQ(figures(rest), figures(whole));
    std::size_t kept = 0;
    const auto library = Library::open(folder / "cut", Access::read_only);
    for (const RunSummary& run : library->runs()) kept += run.deleted ? 0 : 1;
    EXPECT_EQ(kept, 4u) << "every run once";
    EXPECT_TRUE(std::filesystem::is_empty(folder / "state")) << "of completed runs no checkpoint stays";
    const ProgramResult again = resumed("cut");
    ASSERT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(figures(again), figures(whole)) << "nothing is trained again";
}

TEST(Compare, CtrlCStopsTheLanes) {
    const TemporaryFolder folder;
    const std::string file = folder / "runs.mantissa";
    // the first line of progress, on the standard error: the lanes train
    const ProgramResult result = run_worker(compare({"--runs", "fp32,fp16", "--steps", "1000000"}, file), 1, SIGINT);
    EXPECT_EQ(result.exit_code, 3) << result.err;
    const auto library = Library::open(file, Access::read_only);
    EXPECT_EQ(library->runs().size(), 2u);
    for (const RunSummary& run : library->runs()) EXPECT_EQ(run.outcome, run::RunFinished::STOPPED);
}

}  // namespace
}  // namespace mantissa
