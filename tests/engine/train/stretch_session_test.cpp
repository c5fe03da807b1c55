// SPDX-License-Identifier: Apache-2.0
// Sessions on a device that works while the host does other things: commands, checkpoints, races, ghosts and failures
// are where they are with single steps, and each run records the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/ulid.h"
#include "tests/engine/train/session_testing.h"

namespace mantissa {
namespace {

using testing::ElementsAre;

const auto pause = [](run::Command& c) { c.mutable_pause(); };
const auto go_on = [](run::Command& c) { c.mutable_resume(); };
const auto single_step = [](run::Command& c) { c.mutable_single_step(); };

class StretchSession : public testing::Test {
  protected:
    StretchSession() : folder_(std::filesystem::temp_directory_path() / ("mantissa-stretch-" + make_ulid())) {
        late_.device->late = std::make_shared<Lateness>();
    }
    ~StretchSession() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    std::string& order() { return late_.device->late->order; }

    std::filesystem::path folder_;
    TestSession late_{folder_ / "late"}, plain_{folder_ / "plain"};
};

/// Without evaluations in between or a shadow, so that a step is one fetch.
run::RunConfig plain_config(const Edit& edit = {}, std::int64_t steps = 24) {
    return short_config(
        [&](run::RunConfig& c) {
            c.set_eval_interval(0);
            c.set_shadow_interval(0);
            if (edit) edit(c);
        },
        steps);
}

/// What a run recorded, but for times, its name and where its checkpoints lie.
std::vector<std::string> story(const TestSession& test, const std::string& run_id) {
    std::vector<std::string> result;
    for (run::Record record : test.of(run_id)) {
        record.clear_run_id();
        if (record.has_started()) record.mutable_started()->mutable_identity()->clear_run_id();
        if (record.has_checkpoint()) record.mutable_checkpoint()->Clear();
        result.push_back(without_time(record));
    }
    return result;
}

std::vector<std::uint32_t> checkpoints(const TestSession& test) {
    std::vector<std::uint32_t> steps;
    for (const run::Record& record : test.sink.records)
        if (record.has_checkpoint()) steps.push_back(record.step());
    return steps;
}

TEST_F(StretchSession, CommandsComeBetweenStretchesAsBetweenSteps) {
    std::vector<std::vector<std::string>> stories;
    for (TestSession* test : {&late_, &plain_}) {
        const std::string id = test->start(plain_config(fp16_dynamic, 60)).run_id();
        test->steps_to(id, 6);
        EXPECT_EQ(test->change([](run::RunConfig& c) { c.set_lr(0.01); }, 0).step(), 6u);
        test->steps_to(id, 8);
        EXPECT_EQ(test->ask(0, pause).step(), 8u);
        EXPECT_FALSE(test->session.training());
        EXPECT_EQ(test->ask(0, single_step).step(), 8u);
        EXPECT_TRUE(test->session.step());
        EXPECT_EQ(test->last_step(id), 9u);
        EXPECT_FALSE(test->session.training()) << "one step, then paused";
        EXPECT_EQ(test->ask(0, go_on).step(), 9u);
        test->steps_to(id, 14);
        EXPECT_FALSE(test->ask(0, [](run::Command& c) { *c.mutable_trace() = trace_request_index("fc1.weight", 3); })
                         .has_error());
        test->steps_to(id, 17);
        EXPECT_FALSE(test->ask(0, [](run::Command& c) { c.mutable_checkpoint(); }).has_error());
        test->steps_to(id, 23);
        EXPECT_EQ(test->change([](run::RunConfig& c) { c.set_precision(run::BF16); }, 0).step(), 23u);
        test->steps_to(id, 29);
        EXPECT_EQ(test->ask(0, stop_run).step(), 29u);
        EXPECT_EQ(test->finished(id).steps(), 29u);
        EXPECT_EQ(test->finished(id).outcome(), run::RunFinished::STOPPED);
        stories.push_back(story(*test, id));
    }
    EXPECT_EQ(stories[0], stories[1]);
    EXPECT_TRUE(late_.device->late->ahead());
}

TEST_F(StretchSession, RunsToTheEndAsStepByStep) {
    for (const ConfigCase& c : config_cases()) {
        std::vector<std::vector<std::string>> stories;
        for (TestSession* test : {&late_, &plain_}) {
            run::RunConfig config = c.config;
            config.set_steps(33);
            config.set_eval_interval(7);
            const std::string id = test->start(config).run_id();
            test->train();
            EXPECT_EQ(test->finished(id).outcome(), run::RunFinished::COMPLETED) << c.name;
            stories.push_back(story(*test, id));
        }
        EXPECT_EQ(stories[0], stories[1]) << c.name;
    }
    EXPECT_TRUE(late_.device->late->ahead());
}

TEST_F(StretchSession, ACommandThatWaitsEndsIt) {
    const std::string id = late_.start(plain_config()).run_id();
    int asked = 0;
    EXPECT_TRUE(late_.session.step([&] {
        ++asked;
        return true;
    }));
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(late_.last_step(id), 1u);
}

TEST_F(StretchSession, SlowMotionIsStepByStep) {
    const std::string id = late_.start(plain_config()).run_id();
    const auto slow = [&](std::uint32_t milliseconds) {
        late_.ask(0, [&](run::Command& c) { c.mutable_slow_motion()->set_delay_ms(milliseconds); });
    };
    slow(1);
    late_.steps(3);
    EXPECT_EQ(late_.last_step(id), 3u);
    EXPECT_FALSE(late_.device->late->ahead());
    slow(0);
    late_.steps(1);
    EXPECT_TRUE(late_.device->late->ahead());
}

TEST_F(StretchSession, CheckpointsAreWrittenAtTheirSteps) {
    const run::RunConfig config = plain_config([](run::RunConfig& c) { c.set_checkpoint_interval(4); });
    const std::string id = late_.start(config).run_id();
    late_.train();
    EXPECT_THAT(checkpoints(late_), ElementsAre(4, 8, 12, 16, 20));
    EXPECT_TRUE(late_.device->late->ahead());
    EXPECT_EQ(step_bytes(late_.of(id)), step_bytes(alone(config)));
}

TEST_F(StretchSession, ACheckpointBetweenStretchesIsGoneOnFrom) {
    const run::RunConfig config = plain_config(fp16_dynamic);
    const std::string id = late_.start(config).run_id();
    late_.steps_to(id, 13);
    late_.ask(0, stop_run);
    ASSERT_FALSE(late_.resume(id, 0).has_error());
    late_.train();
    EXPECT_EQ(step_bytes(late_.of(id)), step_bytes(alone(config)));
    EXPECT_TRUE(late_.device->late->ahead());
}

TEST_F(StretchSession, LanesThatTrainTogetherTakeTurns) {
    const run::Reply race = late_.race({plain_config(), plain_config(fp16_dynamic)});
    ASSERT_EQ(race.run_ids_size(), 2);
    EXPECT_TRUE(late_.session.step([&] { return late_.last_step(race.run_ids(0)) == 3; }));
    EXPECT_EQ(late_.last_step(race.run_ids(0)), 3u);
    EXPECT_EQ(late_.last_step(race.run_ids(1)), 3u) << "a command comes between the steps of all";
    late_.train();
    expect_lockstep(late_.sink.records);
    EXPECT_TRUE(late_.device->late->ahead());
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(step_bytes(late_.of(race.run_ids(i))),
                  step_bytes(alone(i == 0 ? plain_config() : plain_config(fp16_dynamic))));

    order().clear();
    const std::string one = late_.start(plain_config(), 0).run_id(), other = late_.start(plain_config(), 1).run_id();
    late_.steps_to(one, 3);
    EXPECT_EQ(late_.last_step(other), 3u) << "no race, but each wants its turn";
    EXPECT_TRUE(late_.device->late->ahead());
    late_.ask(1, pause);
    late_.steps_to(one, 6);
    EXPECT_EQ(late_.last_step(other), 3u);
}

TEST_F(StretchSession, ARaceToItsEndIsTheSameAsStepByStep) {
    std::vector<std::vector<std::string>> stories;
    for (TestSession* test : {&late_, &plain_}) {
        const run::Reply race = test->race({short_config(), short_config(fp16_dynamic),
                                            short_config([](run::RunConfig& c) { c.set_eval_interval(3); }),
                                            short_config([](run::RunConfig& c) {
                                                c.set_precision(run::BF16);
                                                c.set_stochastic_rounding(true);
                                                c.set_checkpoint_interval(6);
                                            })});
        ASSERT_EQ(race.run_ids_size(), 4) << race.error().DebugString();
        test->train();
        expect_lockstep(test->sink.records);
        for (const std::string& id : race.run_ids()) {
            EXPECT_EQ(test->finished(id).outcome(), run::RunFinished::COMPLETED);
            stories.push_back(story(*test, id));
        }
    }
    ASSERT_EQ(stories.size(), 8u);
    const auto without_race = [](std::vector<std::string> story) {
        story.erase(story.begin());  // RunStarted names the race
        return story;
    };
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(without_race(stories[i]), without_race(stories[4 + i])) << i;
    EXPECT_TRUE(late_.device->late->ahead());
}

TEST_F(StretchSession, LanesOnDifferentDevicesDoNotWaitInOneQueue) {
    const std::string one = late_.start(plain_config(), 0).run_id();
    const std::string other = late_.start(plain_config([](run::RunConfig& c) { c.set_threads(1); }), 1).run_id();
    late_.steps(3);
    EXPECT_EQ(late_.last_step(one), 3u);
    EXPECT_EQ(late_.last_step(other), 3u);
    EXPECT_FALSE(late_.device->late->ahead());
}

TEST_F(StretchSession, AnAdoptedGhostThatIsBehindCatchesUpAndGoesNoFurther) {
    const run::Reply race = late_.race({plain_config(), plain_config()});
    late_.steps_to(race.run_ids(0), 2);
    ASSERT_TRUE(late_.change([](run::RunConfig& c) { c.set_lr(0.1); }, 1).has_run_id());
    late_.steps_to(race.run_ids(0), 7);  // the ghost has taken one of them
    const run::Reply adopted = late_.ask(2, [](run::Command& c) { c.mutable_adopt(); });
    ASSERT_EQ(adopted.step(), 3u);
    late_.steps(1);
    EXPECT_EQ(late_.last_step(adopted.run_id()), 4u);
    EXPECT_EQ(late_.last_step(race.run_ids(1)), 7u);
    late_.steps(3);
    EXPECT_EQ(late_.last_step(adopted.run_id()), 7u);
    late_.steps_to(adopted.run_id(), 10);
    EXPECT_EQ(late_.last_step(race.run_ids(1)), 10u) << "together again";
}

TEST_F(StretchSession, AGhostGoesWithItsRunAsFarAsItGoes) {
    const std::string id = late_.start(plain_config()).run_id();
    late_.steps_to(id, 4);
    const std::string ghost = late_.change([](run::RunConfig& c) { c.set_lr(0.1); }, 3).run_id();
    order().clear();
    late_.steps(1);
    EXPECT_EQ(late_.last_step(id), 7u) << "as many as the ghost takes";
    EXPECT_EQ(late_.last_step(ghost), 7u);
    EXPECT_TRUE(late_.device->late->ahead());
    late_.steps_to(id, 10);
    EXPECT_EQ(late_.last_step(ghost), 7u) << "the ghost only keeps its state now";
}

/// The run's end takes the ghost along, which has something to say itself.
TEST_F(StretchSession, ARunAndItsGhostMayFailInOneRound) {
    const std::string id = late_.start(plain_config()).run_id();
    late_.steps_to(id, 4);
    const std::string ghost = late_.change([](run::RunConfig& c) { c.set_lr(0.1); }, 8).run_id();
    late_.device->late->on_wait = [calls = 0]() mutable {
        ++calls;
        if (calls == 2 || calls == 3) throw Error(ErrorCode::device, "a product has no plan", "fetch");
    };
    late_.train();
    EXPECT_EQ(late_.finished(id).outcome(), run::RunFinished::FAILED) << "the second to be waited for";
    EXPECT_EQ(late_.finished(id).steps(), 4u);
    EXPECT_EQ(late_.finished(ghost).outcome(), run::RunFinished::FAILED);
    EXPECT_EQ(late_.finished(ghost).steps(), 5u);
}

TEST_F(StretchSession, CheckpointsOfARaceAreWrittenAtTheirSteps) {
    const run::RunConfig config = plain_config([](run::RunConfig& c) { c.set_checkpoint_interval(5); }, 14);
    late_.race({config, config});
    late_.train();
    EXPECT_THAT(checkpoints(late_), ElementsAre(5, 5, 10, 10));
    EXPECT_TRUE(late_.device->late->ahead());
}

TEST_F(StretchSession, WhereALaneOfARaceFailsTheOthersGoOn) {
    const run::Reply race = late_.race({plain_config(), plain_config(fp16_dynamic)});
    late_.device->late->on_wait = [calls = 0]() mutable {
        if (++calls == 6) throw Error(ErrorCode::device, "a product has no plan", "fetch");  // the second's third
    };
    late_.train();
    EXPECT_EQ(late_.finished(race.run_ids(0)).outcome(), run::RunFinished::COMPLETED);
    EXPECT_EQ(step_bytes(late_.of(race.run_ids(0))), step_bytes(alone(plain_config())));
    EXPECT_EQ(late_.finished(race.run_ids(1)).outcome(), run::RunFinished::FAILED);
    EXPECT_EQ(late_.finished(race.run_ids(1)).steps(), 2u);
    EXPECT_EQ(late_.last_step(race.run_ids(1)), 2u);
}

TEST_F(StretchSession, ARunWhoseStepFailsHasFailedWithTheStepsThatItTold) {
    const std::string id = late_.start(plain_config()).run_id();
    late_.device->late->on_wait = [&] {
        if (late_.device->late->count('w') == 5) throw Error(ErrorCode::device, "a product has no plan", "fetch");
    };
    late_.train();  // the device answers: the session goes on
    EXPECT_EQ(late_.last_step(id), 5u);
    EXPECT_EQ(late_.finished(id).outcome(), run::RunFinished::FAILED);
    EXPECT_EQ(late_.finished(id).steps(), 5u);
    EXPECT_EQ(late_.sink.records.back().step(), 5u);
    EXPECT_EQ(late_.finished(id).error().place(), "fetch");
}

TEST_F(StretchSession, WhereTheNextStepCannotBeEnqueuedTheOneOnItsWayIsRecorded) {
    const std::string id = late_.start(plain_config()).run_id();
    late_.device->late->on_fetch = [&] {
        if (late_.device->late->count('f') == 5) throw Error(ErrorCode::device, "there is no room", "device memory");
    };
    late_.train();
    EXPECT_EQ(late_.last_step(id), 5u);
    EXPECT_EQ(late_.finished(id).steps(), 5u);
    EXPECT_EQ(late_.finished(id).outcome(), run::RunFinished::FAILED);
    std::map<std::uint32_t, std::string> expected = step_bytes(alone(plain_config()));
    std::erase_if(expected, [](const auto& step) { return step.first > 5; });
    EXPECT_EQ(step_bytes(late_.of(id)), expected);
}

}  // namespace
}  // namespace mantissa
