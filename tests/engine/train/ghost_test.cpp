// SPDX-License-Identifier: Apache-2.0
// Ghosts: the next steps of a run as they would have been without the change, and the way back.
#include <gtest/gtest.h>

#include "tests/engine/train/session_testing.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

constexpr std::uint32_t fork_at = 5, shown = 6;

const Edit to_bf16 = [](run::RunConfig& c) {
    c.set_precision(run::BF16);
    c.set_batch(7);
};

/// The steps of `records` after the fork, `count` of them.
std::map<std::uint32_t, std::string> after_fork(const std::vector<run::Record>& records, std::uint32_t count) {
    std::map<std::uint32_t, std::string> steps = step_bytes(records);
    std::erase_if(steps, [&](const auto& step) { return step.first <= fork_at || step.first > fork_at + count; });
    return steps;
}

/// A run that was forked at `fork`.
struct Forked {
    TestSession test;
    std::string run, ghost;

    explicit Forked(const run::RunConfig& config, const Edit& change = to_bf16) {
        run = test.start(config).run_id();
        test.steps(fork_at);
        const run::Reply reply = test.change(change, shown);
        EXPECT_FALSE(reply.has_error()) << reply.error().message();
        EXPECT_EQ(reply.step(), fork_at);
        ghost = reply.run_id();
    }
};

TEST(Ghost, GoesOnAsIfNothingHadChanged) {
    for (const auto& [name, base] : config_cases()) {
        run::RunConfig config = base;
        config.set_steps(24);
        const Edit change = [&](run::RunConfig& c) {
            c.set_precision(config.precision() == run::FP16 ? run::FP32 : run::FP16);
            c.set_lr(config.lr() / 2);
        };
        Forked forked(config, change);
        forked.test.steps(10);
        const auto expected = after_fork(alone(config), shown);
        EXPECT_EQ(expected.size(), shown);
        EXPECT_EQ(step_bytes(forked.test.of(forked.ghost)), expected) << name;

        // and the run itself is what it is without a ghost
        TestSession without;
        const std::string id = without.start(config).run_id();
        without.steps(fork_at);
        without.change(change, 0);
        without.train();
        forked.test.train();
        EXPECT_EQ(step_bytes(forked.test.of(forked.run)), step_bytes(without.of(id))) << name;
    }
}

TEST(Ghost, SaysWhoseItIs) {
    Forked forked(short_config(fp16_dynamic));
    const std::vector<run::Record> records = forked.test.of(forked.ghost);
    const run::RunIdentity identity = forked.test.started(forked.ghost).identity();
    EXPECT_TRUE(identity.ghost());
    EXPECT_EQ(identity.parent_run_id(), forked.run);
    EXPECT_EQ(identity.fork_step(), fork_at);
    const run::RunIdentity parent = forked.test.started(forked.run).identity();
    EXPECT_EQ(identity.initial_weights_sha256(), parent.initial_weights_sha256());
    EXPECT_EQ(identity.batch_order_sha256(), parent.batch_order_sha256());
    EXPECT_FALSE(parent.ghost());
    bool memory = false;
    for (const run::Record& record : records) {
        EXPECT_EQ(record.step(), fork_at);
        EXPECT_EQ(record.lane(), 1u);
        EXPECT_FALSE(record.has_evaluated()) << "it was evaluated by its run";
        memory = memory || record.has_memory();
    }
    EXPECT_TRUE(memory);
    EXPECT_EQ(forked.test.started(forked.ghost).config().precision(), run::FP16) << "as before the change";
}

TEST(Ghost, HoldsWhenItHasBeenShownAndEndsWithItsRun) {
    Forked forked(short_config());
    forked.test.steps(shown + 3);
    EXPECT_EQ(forked.test.last_step(forked.ghost), fork_at + shown);
    EXPECT_EQ(forked.test.last_step(forked.run), fork_at + shown + 3);
    EXPECT_FALSE(forked.test.finished(forked.ghost).has_outcome());
    const std::size_t records = forked.test.of(forked.ghost).size();
    forked.test.steps(2);
    EXPECT_EQ(forked.test.of(forked.ghost).size(), records);
    forked.test.train();
    EXPECT_EQ(forked.test.finished(forked.ghost).outcome(), run::RunFinished::STOPPED);
    EXPECT_EQ(forked.test.finished(forked.run).outcome(), run::RunFinished::COMPLETED);
    EXPECT_STREQ(forked.test.session.activity(), "idle");
}

TEST(Ghost, EndsWhenItsRunIsStoppedOrFails) {
    for (const bool fails : {false, true}) {
        Forked forked(short_config([](run::RunConfig& c) { c.set_histogram_interval(0); }));
        forked.test.steps(2);
        if (fails) {
            forked.test.sink.watch = [&](const run::Record& record) {
                if (record.has_step_done() && record.lane() == 1) forked.test.device->fail_next_download = true;
            };
            forked.test.steps(1);
        } else {
            forked.test.ask(0, [](run::Command& c) { c.mutable_stop(); });
        }
        EXPECT_EQ(forked.test.finished(forked.run).outcome(),
                  fails ? run::RunFinished::FAILED : run::RunFinished::STOPPED);
        EXPECT_EQ(forked.test.finished(forked.ghost).outcome(), run::RunFinished::STOPPED);
        EXPECT_FALSE(forked.test.session.training());
        EXPECT_FALSE(forked.test.start(short_config(), 1).has_error()) << "its lane is free";
    }
}

TEST(Ghost, GoesInLockstepWithItsRun) {
    Forked forked(short_config());
    forked.test.steps(2);
    forked.test.ask(0, [](run::Command& c) { c.mutable_pause(); });
    forked.test.steps(3);
    EXPECT_EQ(forked.test.last_step(forked.ghost), fork_at + 2);
    forked.test.ask(0, [](run::Command& c) { c.mutable_single_step(); });
    forked.test.steps(3);
    EXPECT_EQ(forked.test.last_step(forked.ghost), fork_at + 3);
    EXPECT_EQ(forked.test.last_step(forked.run), fork_at + 3);
    for (const auto& set : {+[](run::Command& c) { c.mutable_pause(); }, +[](run::Command& c) { c.mutable_resume(); },
                            +[](run::Command& c) { c.mutable_reset(); }})
        EXPECT_THAT(forked.test.ask(1, set).error().remedy(), HasSubstr("run 0"));
    EXPECT_THAT(forked.test.change(to_bf16, 0, 1).error().remedy(), HasSubstr("adopt"));
    EXPECT_EQ(forked.test.ask(1, [](run::Command& c) { c.mutable_stop(); }).error().message(), "");
    EXPECT_EQ(forked.test.finished(forked.ghost).outcome(), run::RunFinished::STOPPED);
}

TEST(Ghost, AnotherForkTakesItsPlace) {
    Forked forked(short_config());
    forked.test.steps(2);
    const run::Reply again = forked.test.change([](run::RunConfig& c) { c.set_lr(1e-5); }, 3);
    ASSERT_FALSE(again.has_error());
    EXPECT_EQ(forked.test.finished(forked.ghost).outcome(), run::RunFinished::STOPPED);
    EXPECT_EQ(forked.test.started(again.run_id()).identity().fork_step(), fork_at + 2);
    EXPECT_EQ(forked.test.of(again.run_id()).front().lane(), 1u);
    EXPECT_EQ(forked.test.started(again.run_id()).config().precision(), run::BF16);
    forked.test.train();
    EXPECT_EQ(forked.test.last_step(again.run_id()), fork_at + 5);
}

TEST(Ghost, AdoptedIsTheRunThatNeverChanged) {
    std::vector<std::pair<std::string, Edit>> cases = network_edits();
    cases.emplace_back("fp16 with a loss scale", fp16_dynamic);
    for (const auto& [name, edit] : cases)
        for (const int later : {2, 9}) {  // while it is shown, and when it holds
            SCOPED_TRACE(name);
            const run::RunConfig config = short_config(edit);
            Forked forked(config);
            forked.test.steps(later);
            const run::Reply adopted = forked.test.ask(1, [](run::Command& c) { c.mutable_adopt(); });
            ASSERT_FALSE(adopted.has_error()) << adopted.error().message();
            EXPECT_EQ(adopted.run_id(), forked.ghost);
            EXPECT_EQ(adopted.step(), fork_at + std::min<std::uint32_t>(static_cast<std::uint32_t>(later), shown));
            EXPECT_EQ(forked.test.finished(forked.run).outcome(), run::RunFinished::STOPPED);
            EXPECT_TRUE(forked.test.session.training());
            forked.test.train();
            const std::vector<run::Record> control = alone(config);
            EXPECT_EQ(step_bytes(forked.test.of(forked.ghost)), after_fork(control, 1000));
            const run::RunFinished finished = forked.test.finished(forked.ghost);
            EXPECT_EQ(finished.outcome(), run::RunFinished::COMPLETED);
            EXPECT_EQ(finished.weights_sha256(), control.back().finished().weights_sha256());
            EXPECT_EQ(finished.test_accuracy(), control.back().finished().test_accuracy());
            EXPECT_EQ(finished.skipped_steps(), control.back().finished().skipped_steps());
            EXPECT_EQ(finished.flushed_share(), control.back().finished().flushed_share());
        }
}

TEST(Ghost, AdoptedStaysPausedWhereItsRunWas) {
    Forked forked(short_config());
    forked.test.ask(0, [](run::Command& c) { c.mutable_pause(); });
    ASSERT_FALSE(forked.test.ask(1, [](run::Command& c) { c.mutable_adopt(); }).has_error());
    EXPECT_FALSE(forked.test.session.training());
    EXPECT_EQ(forked.test.of(forked.ghost).back().event().kind(), run::EventRecord::PAUSED) << "a window is told";
    EXPECT_FALSE(forked.test.ask(1, [](run::Command& c) { c.mutable_resume(); }).has_error()) << "no ghost any more";
    forked.test.train();
    EXPECT_EQ(forked.test.last_step(forked.ghost), 24u);
    EXPECT_THAT(forked.test.ask(0, [](run::Command& c) { c.mutable_adopt(); }).error().message(), HasSubstr("no run"));
}

TEST(Ghost, OnlyAGhostCanBeAdopted) {
    TestSession test;
    test.start(short_config());
    const run::Reply reply = test.ask(0, [](run::Command& c) { c.mutable_adopt(); });
    EXPECT_THAT(reply.error().message(), HasSubstr("not a ghost"));
    EXPECT_TRUE(test.session.training());
}

TEST(Ghost, OfARaceThatIsAdoptedCatchesUpInLockstep) {
    TestSession test;
    const run::Reply race = test.race({short_config(), short_config(fp16_dynamic)});
    test.steps(fork_at);
    const std::string ghost = test.change([](run::RunConfig& c) { c.set_precision(run::BF16); }, 3).run_id();
    test.steps(8);
    EXPECT_EQ(test.last_step(ghost), fork_at + 3);
    ASSERT_FALSE(test.ask(2, [](run::Command& c) { c.mutable_adopt(); }).has_error());
    const std::uint32_t other = test.last_step(race.run_ids(1));
    test.steps(5);
    EXPECT_EQ(test.last_step(ghost), fork_at + 8);
    EXPECT_EQ(test.last_step(race.run_ids(1)), other) << "it waits";
    test.train();
    EXPECT_EQ(test.last_step(ghost), 24u);
    EXPECT_EQ(step_bytes(test.of(race.run_ids(1))), step_bytes(alone(short_config(fp16_dynamic))));
    expect_lockstep(test.sink.records);
}

TEST(Ghost, IsNotStartedWhereTheChangeIsRefused) {
    TestSession test;
    const std::string id = test.start(short_config()).run_id();
    test.steps(fork_at);
    const std::size_t records = test.sink.records.size();
    for (const Edit& edit : {Edit([](run::RunConfig& c) { c.set_width(3); }),
                             Edit([](run::RunConfig& c) { c.set_growth_factor(0.5); }), Edit([](run::RunConfig& c) {
                                 c.add_layer_overrides()->set_layer("fc9");
                                 c.mutable_layer_overrides(0)->set_precision(run::FP16);
                             })}) {
        const run::Reply reply = test.change(edit, shown);
        EXPECT_TRUE(reply.has_error());
        EXPECT_FALSE(reply.has_run_id());
    }
    // nothing changes, so there is nothing to show
    const run::Reply same = test.change([](run::RunConfig& c) { c.set_precision(run::FP32); }, shown);
    EXPECT_FALSE(same.has_error());
    EXPECT_FALSE(same.has_run_id());
    EXPECT_EQ(test.sink.records.size(), records);
    test.train();
    EXPECT_EQ(step_bytes(test.of(id)), step_bytes(alone(short_config())));
}

TEST(Ghost, NeedsALaneAndMemory) {
    TestSession full;
    ASSERT_FALSE(full.race(std::vector<run::RunConfig>(4, short_config())).has_error());
    full.steps(2);
    const std::size_t records = full.sink.records.size();
    const auto faster = [](run::RunConfig& c) { c.set_lr(0.1); };
    const run::Reply no_lane = full.change(faster, shown);
    EXPECT_EQ(no_lane.error().code(), "usage");
    EXPECT_THAT(no_lane.error().remedy(), HasSubstr("without a ghost"));
    EXPECT_EQ(full.sink.records.size(), records) << "nothing changed";
    EXPECT_FALSE(full.change(faster, 0).has_error());

    TestSession small;
    small.device->memory_bytes = small_dataset().bytes() + bytes_of_a_lane() * 3 / 2;
    ASSERT_FALSE(small.start(short_config()).has_error());
    small.steps(2);
    const std::size_t before = small.sink.records.size();
    const run::Reply no_memory = small.change(faster, shown);
    EXPECT_EQ(no_memory.error().place(), "memory") << no_memory.error().message();
    EXPECT_THAT(no_memory.error().remedy(), HasSubstr("without a ghost"));
    EXPECT_EQ(small.sink.records.size(), before);
    EXPECT_FALSE(small.change(faster, 0).has_error());
}

}  // namespace
}  // namespace mantissa
