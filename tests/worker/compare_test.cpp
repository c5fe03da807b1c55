// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker compare`: paired races, and no claim that they do not support.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <map>
#include <set>

#include "engine/run/json.h"
#include "engine/store/library.h"
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
        run_worker(compare({"--lanes", "fp32,fp16,fp16+dynamic", "--seeds", "2", "--steps", "4", "--seed", "7"}, file));
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
    const ProgramResult result = run_worker(compare({"--lanes", "fp32,bf16", "--steps", "4"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("one run: no claim"));
    for (const char* word : {" above ", " below ", "better"}) EXPECT_THAT(result.out, Not(HasSubstr(word)));
}

TEST(Compare, TheSamePolicyTwiceIsNoDifference) {
    const ProgramResult result =
        run_worker(compare({"--lanes", "fp32,fp32,control", "--seeds", "5", "--steps", "3", "--json"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    ASSERT_EQ(result.lines().size(), 3u);
    EXPECT_THAT(result.lines()[1], HasSubstr("\"verdict\": \"no_difference\""));
    EXPECT_THAT(result.lines()[1], HasSubstr("\"difference\": 0"));
    EXPECT_THAT(result.lines()[1], HasSubstr("\"pairs\": 5"));
    EXPECT_THAT(result.lines()[1], HasSubstr("\"parted_steps\": [null, null, null, null, null]"));
    EXPECT_THAT(result.lines()[2], HasSubstr("\"parted_steps\": []")) << "a control measures, it does not part";
}

TEST(Compare, AnInjectedDifferenceIsSeen) {
    // one fraction bit and no master weights: an update has to be a quarter of its weight to change it
    const ProgramResult result = run_worker(compare(
        {"--lanes", "fp32,custom,control", "--exponent-bits", "4", "--fraction-bits", "1", "--master-weights", "off",
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
        run_worker(compare({"--lanes", "fp32,fp16,fp16+dynamic,bf16,control", "--steps", "3", "--json"}, file));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const std::vector<std::string> lines = result.lines();
    ASSERT_EQ(lines.size(), 5u);
    // The control measures the lanes of the group before its own, too: an entry for the one seed, here no parting.
    for (const std::size_t lane : {1u, 2u, 3u}) EXPECT_THAT(lines[lane], HasSubstr("\"parted_steps\": [null]"));
    for (const std::size_t lane : {0u, 4u}) EXPECT_THAT(lines[lane], HasSubstr("\"parted_steps\": []"));
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
        run_on_terminal(compare({"--lanes", "fp32,fp16,fp16+dynamic,bf16,control", "--steps", "3"}));
    ASSERT_EQ(result.exit_code, 0) << result.out;
    std::vector<std::string> bars, others;
    for (const std::string& line : screen(result.out))
        (line.find(" [#") != std::string::npos ? bars : others).push_back(line.substr(0, line.find(' ')));
    EXPECT_EQ(bars, (std::vector<std::string>{"control", "all"}));
    for (const char* lane : {"fp32", "fp16", "fp16+dynamic", "bf16", "control"})  // in the table
        EXPECT_THAT(others, testing::Contains(lane));
}

TEST(Compare, WithoutATerminalTheOutputIsTheResultAlone) {
    const ProgramResult result = run_worker(compare({"--lanes", "fp32,control", "--steps", "3"}));
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
         {Case{{"--lanes", "fp32,fp12"}, "fp32, tf32"}, Case{{"--lanes", "fp32,fp16+sometimes"}, "dynamic"},
          Case{{"--lanes", "control,fp32"}, "before the control"},
          Case{{"--lanes", "fp32,control,control"}, "two controls"},
          Case{{"--lanes", "fp32", "--one-ulp", "on"}, "moved by one ulp, to the next number"},
          Case{{"--lanes", "fp32"}, "one lane alone has nothing to be compared with"},
          Case{{"--seeds", "0"}, "seeds"}}) {
        const ProgramResult result = run_worker(compare(c.arguments));
        EXPECT_EQ(result.exit_code, 2) << c.text;
        EXPECT_THAT(result.err + result.out, HasSubstr(c.text));
    }
}

TEST(Compare, CtrlCStopsTheLanes) {
    const TemporaryFolder folder;
    const std::string file = folder / "runs.mantissa";
    // the first line of progress, on the standard error: the lanes train
    const ProgramResult result = run_worker(compare({"--lanes", "fp32,fp16", "--steps", "1000000"}, file), 1, SIGINT);
    EXPECT_EQ(result.exit_code, 3) << result.err;
    const auto library = Library::open(file, Access::read_only);
    EXPECT_EQ(library->runs().size(), 2u);
    for (const RunSummary& run : library->runs()) EXPECT_EQ(run.outcome, run::RunFinished::STOPPED);
}

}  // namespace
}  // namespace mantissa
