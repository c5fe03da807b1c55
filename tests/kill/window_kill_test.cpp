// SPDX-License-Identifier: Apache-2.0
// Windows that are killed at random moments, and the same run, or race, in the end: after each kill the library is
// sound and holds the beginning of the run without a gap; resumed in the next window, it comes to the bits of a run
// that nothing happened to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>
#include <set>

#include "engine/run/presets.h"
#include "tests/kill/window_process.h"
#include "tests/support/run_story.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

/// Steps of a run by their numbers, as the library compares them.
std::vector<std::string> steps_of(const Library& library, const std::string& run_id) {
    std::vector<std::string> result;
    for (const run::Record& record : library.records(run_id, RecordKind::kStepDone)) {
        EXPECT_EQ(record.step(), result.size() + 1) << "a gap";
        if (record.step() != result.size() + 1) break;
        result.push_back(comparable(record));
    }
    return result;
}

struct Survivor {
    std::vector<run::RunConfig> configs;
    StateFolder control, killed;
    std::vector<std::vector<std::string>> expected;  // steps by lane
    std::vector<std::string> ids;                    // by lane, once all of them are in the library
    std::vector<std::size_t> kept;                   // steps by lane
    std::set<std::string> abandoned;
    bool completed = false;
    unsigned refusals = 0;

    explicit Survivor(std::vector<run::RunConfig> lanes) : configs(std::move(lanes)), kept(configs.size(), 0) {
        for (run::RunConfig& config : configs) config = complete(config);
        adopt_orphans();
    }

    std::vector<std::string> start(const StateFolder& folder) const {
        std::vector<std::string> arguments{"start"};
        for (const run::RunConfig& config : configs) arguments.push_back(folder.file_of(config));
        return arguments;
    }
    std::vector<std::string> go_on() const {
        if (ids.empty()) return start(killed);
        std::vector<std::string> arguments{"resume"};
        arguments.insert(arguments.end(), ids.begin(), ids.end());
        return arguments;
    }

    void train_control() {
        WindowProcess window(control, start(control));
        ASSERT_EQ(window.wait(), 0) << window.said();
        const auto library = Library::open(control.library(), Access::read_only);
        for (const std::string& id : runs_by_lane(*library)) expected.push_back(steps_of(*library, id));
        ASSERT_EQ(expected.size(), configs.size());
    }

    /// After a kill: what must hold of the library.
    void check() {
        if (!std::filesystem::exists(killed.library())) return;
        ASSERT_EQ(integrity(killed.library()), "ok");
        const auto library = Library::open(killed.library(), Access::read_only);
        std::vector<std::string> there = runs_by_lane(*library);
        std::erase_if(there, [this](const std::string& id) { return abandoned.contains(id); });
        if (there.size() < configs.size()) {  // killed before all lanes were told of: it begins anew
            ASSERT_TRUE(ids.empty());
            abandoned.insert(there.begin(), there.end());
            return;
        }
        ASSERT_EQ(there.size(), configs.size());
        ids = there;
        for (std::size_t lane = 0; lane < ids.size(); ++lane) {
            const std::vector<std::string> steps = steps_of(*library, ids[lane]);
            ASSERT_GE(steps.size(), kept[lane]) << "something that was there is lost";
            ASSERT_LE(steps.size(), expected[lane].size());
            ASSERT_TRUE(std::equal(steps.begin(), steps.end(), expected[lane].begin()));
            kept[lane] = steps.size();
        }
        completed = std::all_of(ids.begin(), ids.end(), [&](const std::string& id) {
            return library->summary(id).outcome == run::RunFinished::COMPLETED;
        });
    }

    void survive(unsigned kills, unsigned seed) {
        train_control();
        if (testing::Test::HasFatalFailure()) return;
        std::mt19937 random(seed);
        unsigned done = 0, resumed = 0;
        std::chrono::milliseconds start_up{0};
        while (done < kills && !completed) {
            SCOPED_TRACE(testing::Message() << "window " << done);
            WindowProcess window(killed, go_on());
            if (!window.lives_after(std::chrono::milliseconds(random() % 1500) + start_up)) {
                if (window.wait() != 0) {
                    // Its worker had not left yet, with a checkpoint, when the next window asked for one.
                    ASSERT_EQ(window.wait(), 3) << window.said();
                    ASSERT_THAT(window.said(), HasSubstr("there is no checkpoint"));
                    ASSERT_LT(++refusals, kills) << window.said();
                    wait_for_orphans();
                }
            } else {
                const bool again = !ids.empty();
                window.kill();
                check();
                if (ids.empty()) {  // nothing had begun: this machine takes longer to start a window
                    start_up += std::chrono::milliseconds(250);
                    continue;
                }
                resumed += again ? 1 : 0;
                ++done;
                if (random() % 2 == 0) wait_for_orphans();  // else the next window meets the last one's worker
            }
            check();
            if (testing::Test::HasFatalFailure()) return;
        }
        EXPECT_EQ(done, kills) << "the run is too short";
        EXPECT_GT(resumed, 0u);
        wait_for_orphans();
        if (!completed) {
            WindowProcess last(killed, go_on());
            ASSERT_EQ(last.wait(), 0) << last.said();
            check();
        }
        ASSERT_TRUE(completed);
        compare();
        std::cout << done << " windows killed, " << resumed << " of them with a resumed run, " << refusals
                  << " refused, " << kept.front() << " steps a lane\n";
    }

    void compare() {
        const auto library = Library::open(killed.library(), Access::read_only);
        const auto whole = Library::open(control.library(), Access::read_only);
        const std::vector<std::string> control_ids = runs_by_lane(*whole);
        for (std::size_t lane = 0; lane < ids.size(); ++lane) {
            SCOPED_TRACE(testing::Message() << "lane " << lane);
            const run::RunFinished end = library->details(ids[lane]).finished.value();
            EXPECT_EQ(end.outcome(), run::RunFinished::COMPLETED);
            EXPECT_EQ(end.weights_sha256(), whole->details(control_ids[lane]).finished.value().weights_sha256());
            const std::vector<std::string> told = story(*library, ids[lane]), wanted = story(*whole, control_ids[lane]);
            const auto parts = std::mismatch(told.begin(), told.end(), wanted.begin(), wanted.end());
            EXPECT_TRUE(told == wanted) << told.size() << " records instead of " << wanted.size() << "; first other: "
                                        << (parts.first == told.end() ? "the end" : parts.first->substr(0, 40));
        }
    }
};

std::vector<run::RunConfig> lanes(std::int64_t steps) {
    std::vector<run::RunConfig> configs(3, busy_config(steps));
    configs[0].set_precision(run::FP32);
    configs[0].set_scaling(run::NONE);
    configs[2].set_precision(run::BF16);
    configs[2].set_scaling(run::NONE);
    return configs;
}

TEST(WindowKill, ThreeKillsChangeNoBitOfARun) {
    Survivor({busy_config(12000)}).survive(3, 1);
}

TEST(WindowKill, ThreeKillsChangeNoBitOfARace) {
    Survivor(lanes(8000)).survive(3, 2);
}

TEST(WindowKill, NightlyFiftyKillsChangeNoBitOfARun) {
    Survivor({busy_config(250000)}).survive(50, 3);
}

TEST(WindowKill, NightlyTwentyKillsChangeNoBitOfARace) {
    Survivor(lanes(40000)).survive(20, 4);
}

}  // namespace
}  // namespace mantissa
