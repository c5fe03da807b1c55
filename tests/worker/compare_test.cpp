// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker compare`: paired races, and no claim that they do not support.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <map>

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
    const ProgramResult result =
        run_worker(compare({"--lanes", "fp32,fp16,fp16+dynamic,bf16,control", "--steps", "3"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("control"));
    EXPECT_THAT(result.out, HasSubstr("parted at step"));
}

TEST(Compare, RefusesLanesThatAreNone) {
    struct Case {
        std::vector<std::string> arguments;
        const char* text;
    };
    for (const Case& c : {Case{{"--lanes", "fp12"}, "fp32, tf32"}, Case{{"--lanes", "fp16+sometimes"}, "dynamic"},
                          Case{{"--lanes", "control,fp32"}, "before the control"},
                          Case{{"--lanes", "fp32,control,control"}, "two controls"},
                          Case{{"--lanes", "fp32", "--one-ulp", "on"}, "control"}, Case{{"--seeds", "0"}, "seeds"}}) {
        const ProgramResult result = run_worker(compare(c.arguments));
        EXPECT_EQ(result.exit_code, 2) << c.text;
        EXPECT_THAT(result.err + result.out, HasSubstr(c.text));
    }
}

TEST(Compare, CtrlCStopsTheLanes) {
    const TemporaryFolder folder;
    const std::string file = folder / "runs.mantissa";
    // the first line of progress: the lanes train
    const ProgramResult result = run_worker(compare({"--lanes", "fp32,fp16", "--steps", "1000000"}, file), 1, SIGINT);
    EXPECT_EQ(result.exit_code, 3) << result.err;
    const auto library = Library::open(file, Access::read_only);
    EXPECT_EQ(library->runs().size(), 2u);
    for (const RunSummary& run : library->runs()) EXPECT_EQ(run.outcome, run::RunFinished::STOPPED);
}

}  // namespace
}  // namespace mantissa
