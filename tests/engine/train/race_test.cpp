// SPDX-License-Identifier: Apache-2.0
// Races: the same numbers as alone, lockstep through pauses, steps, ends and failures, and what is no race.
#include <gtest/gtest.h>

#include "tests/engine/train/session_testing.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

run::RunConfig in(run::Precision precision) {
    return short_config([&](run::RunConfig& c) { c.set_precision(precision); });
}

TEST(Race, TheSamePolicyInTwoLanesGivesTheSameBits) {
    for (const Edit& edit : {Edit(fp16_dynamic), Edit([](run::RunConfig& c) {
                                 c.set_precision(run::BF16);
                                 c.set_master_weights(false);
                                 c.set_stochastic_rounding(true);
                             })}) {
        TestSession test;
        const std::vector<std::string> ids = ids_of(test.race({short_config(edit), short_config(edit)}));
        ASSERT_EQ(ids.size(), 2u);
        test.train();
        const auto first = step_bytes(test.of(ids[0])), second = step_bytes(test.of(ids[1]));
        EXPECT_EQ(first.size(), 24u);
        EXPECT_EQ(first, second);
        const std::vector<run::Record> a = test.of(ids[0]), b = test.of(ids[1]);
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            EXPECT_EQ(a[i].step(), b[i].step());
            if (a[i].has_histograms() || a[i].has_evaluated() || a[i].has_event() || a[i].has_memory()) {
                run::Record other = b[i];
                other.set_run_id(ids[0]);
                other.set_lane(a[i].lane());
                EXPECT_EQ(a[i].SerializeAsString(), other.SerializeAsString()) << i;
            }
        }
        EXPECT_EQ(test.finished(ids[0]).weights_sha256(), test.finished(ids[1]).weights_sha256());
    }
}

TEST(Race, EachLaneIsTheSameRunAsAlone) {
    for (const auto& [name, edit] : network_edits()) {
        SCOPED_TRACE(name);
        std::vector<run::RunConfig> configs{in(run::FP32), in(run::FP16), short_config(fp16_dynamic), in(run::BF16)};
        for (run::RunConfig& config : configs) edit(config);
        TestSession test;
        const std::vector<std::string> ids = ids_of(test.race(configs));
        ASSERT_EQ(ids.size(), 4u);
        test.train();
        expect_lockstep(test.sink.records);
        std::set<std::string> results;
        for (std::size_t i = 0; i < configs.size(); ++i) {
            const std::vector<run::Record> control = alone(configs[i]);
            EXPECT_EQ(step_bytes(test.of(ids[i])), step_bytes(control)) << i;
            EXPECT_EQ(test.finished(ids[i]).weights_sha256(), control.back().finished().weights_sha256()) << i;
            EXPECT_EQ(test.finished(ids[i]).test_accuracy(), control.back().finished().test_accuracy()) << i;
            EXPECT_EQ(test.of(ids[i]).front().lane(), i);
            results.insert(test.finished(ids[i]).weights_sha256());
        }
        EXPECT_EQ(results.size(), 4u) << "or the policies were not what was asked for";
    }
}

TEST(Race, LanesStartFromTheSameWeightsAndSeeTheSameBatches) {
    run::RunConfig control = in(run::FP32);
    control.set_one_ulp(true);
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({in(run::FP32), in(run::FP16), in(run::TF32), control}));
    ASSERT_EQ(ids.size(), 4u);
    const run::RunIdentity first = test.started(ids[0]).identity();
    EXPECT_EQ(first.race_id().size(), 26u);
    for (std::size_t i = 1; i < ids.size(); ++i) {
        const run::RunIdentity identity = test.started(ids[i]).identity();
        EXPECT_EQ(identity.race_id(), first.race_id());
        EXPECT_EQ(identity.run_id(), ids[i]);
        EXPECT_EQ(identity.batch_order_sha256(), first.batch_order_sha256());
        EXPECT_EQ(identity.initial_weights_sha256() == first.initial_weights_sha256(), i < 3) << i;
    }
    EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 4u);
}

TEST(Race, StaysInLockstepThroughPauseAndSingleStep) {
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({in(run::FP32), in(run::FP16), in(run::BF16)}, true));
    ASSERT_EQ(ids.size(), 3u);
    EXPECT_FALSE(test.session.training());
    const auto at = [&](std::uint32_t step) {
        for (const std::string& id : ids) EXPECT_EQ(test.last_step(id), step);
    };
    test.steps(2);
    at(0);
    test.ask(1, [](run::Command& c) { c.mutable_single_step(); });  // of one lane: of the race
    test.steps(3);
    at(1);
    const run::Reply resumed = test.ask(0, [](run::Command& c) {
        c.mutable_resume();
        c.set_all_lanes(true);
    });
    EXPECT_EQ(resumed.step(), 1u);
    test.steps(4);
    at(5);
    test.ask(2, [](run::Command& c) { c.mutable_pause(); });
    test.steps(3);
    at(5);
    EXPECT_STREQ(test.session.activity(), "paused");
    test.ask(0, [](run::Command& c) {
        c.mutable_single_step();
        c.set_all_lanes(true);
    });
    test.steps(2);
    at(6);
    test.ask(1, [](run::Command& c) { c.mutable_resume(); });
    test.train();
    at(24);
    expect_lockstep(test.sink.records);
}

TEST(Race, ALaneThatIsStoppedDoesNotHoldTheOthers) {
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({in(run::FP32), in(run::FP16), in(run::BF16)}));
    ASSERT_EQ(ids.size(), 3u);
    test.steps(4);
    EXPECT_EQ(test.ask(1, [](run::Command& c) { c.mutable_stop(); }).step(), 4u);
    test.train();
    EXPECT_EQ(test.finished(ids[1]).outcome(), run::RunFinished::STOPPED);
    EXPECT_EQ(test.last_step(ids[1]), 4u);
    for (const std::size_t other : {0u, 2u}) {
        EXPECT_EQ(test.finished(ids[other]).outcome(), run::RunFinished::COMPLETED);
        EXPECT_EQ(test.last_step(ids[other]), 24u);
    }
    const run::Reply none = test.ask(0, [](run::Command& c) {
        c.mutable_stop();
        c.set_all_lanes(true);
    });
    EXPECT_THAT(none.error().message(), HasSubstr("no run"));
}

TEST(Race, ALaneThatFailsDoesNotHoldTheOthers) {
    TestSession test;
    run::RunConfig config = short_config([](run::RunConfig& c) { c.set_histogram_interval(0); });
    const std::vector<std::string> ids = ids_of(test.race({config, config, config}));
    ASSERT_EQ(ids.size(), 3u);
    // what is downloaded next after lane 0's third step is the end of lane 1's
    test.sink.watch = [&](const run::Record& record) {
        if (record.has_step_done() && record.lane() == 0 && record.step() == 3) test.device->fail_next_download = true;
    };
    test.train();
    EXPECT_EQ(test.finished(ids[1]).outcome(), run::RunFinished::FAILED);
    EXPECT_EQ(test.finished(ids[1]).error().place(), "download");
    EXPECT_EQ(test.last_step(ids[1]), 2u);
    for (const run::Record& record : test.of(ids[1])) EXPECT_EQ(record.lane(), 1u);
    for (const std::size_t other : {0u, 2u})
        EXPECT_EQ(step_bytes(test.of(ids[other])), step_bytes(alone(config))) << other;
}

TEST(Race, StopsAndResetsAsOne) {
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({in(run::FP32), in(run::FP16)}));
    ASSERT_EQ(ids.size(), 2u);
    test.steps(5);
    const run::Reply reset = test.ask(0, [](run::Command& c) {
        c.mutable_reset();
        c.set_all_lanes(true);
    });
    const std::vector<std::string> again = ids_of(reset);
    ASSERT_EQ(again.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(test.finished(ids[i]).outcome(), run::RunFinished::STOPPED);
        const run::RunIdentity identity = test.started(again[i]).identity();
        EXPECT_EQ(identity.initial_weights_sha256(), test.started(ids[i]).identity().initial_weights_sha256());
        EXPECT_EQ(identity.race_id(), test.started(again[0]).identity().race_id());
        EXPECT_NE(identity.race_id(), test.started(ids[0]).identity().race_id());
    }
    test.steps(3);
    EXPECT_EQ(test.ask(0,
                       [](run::Command& c) {
                           c.mutable_stop();
                           c.set_all_lanes(true);
                       })
                  .step(),
              3u);
    for (const std::string& id : again) EXPECT_EQ(test.finished(id).outcome(), run::RunFinished::STOPPED);
    EXPECT_STREQ(test.session.activity(), "idle");
    // and once it has ended, from any lane of it
    EXPECT_EQ(ids_of(test.ask(1, [](run::Command& c) { c.mutable_reset(); })).size(), 2u);
}

TEST(Race, BegunAgainItIsTheSameRace) {
    for (const auto& [name, edit] : network_edits()) {
        SCOPED_TRACE(name);
        std::vector<run::RunConfig> configs{in(run::FP32), short_config(fp16_dynamic)};
        for (run::RunConfig& config : configs) edit(config);
        TestSession test;
        const std::vector<std::string> ids = ids_of(test.race(configs));
        test.steps(7);
        const std::vector<std::string> again = ids_of(test.ask_all([](run::Command& c) { c.mutable_reset(); }));
        test.steps(7);
        ASSERT_EQ(again.size(), ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto first = step_bytes(test.of(ids[i]));
            EXPECT_EQ(first.size(), 7u);
            EXPECT_EQ(step_bytes(test.of(again[i])), first) << i;
            const auto tests = evaluation_bytes(test.of(ids[i]));
            EXPECT_EQ(tests.size(), 2u) << "before the first step and after the fifth";
            EXPECT_EQ(evaluation_bytes(test.of(again[i])), tests) << i;
        }
    }
}

TEST(Race, RefusesLanesThatCannotBeCompared) {
    struct Case {
        Edit edit;
        const char* field;
    };
    for (const Case& c : {Case{[](run::RunConfig& r) { r.set_width(17); }, "width"},
                          Case{[](run::RunConfig& r) { r.set_depth(3); }, "depth"},
                          Case{[](run::RunConfig& r) { r.set_activation(run::TANH); }, "activation"},
                          Case{[](run::RunConfig& r) { r.set_model(run::CNN); }, "model"},
                          Case{[](run::RunConfig& r) { r.set_data("elsewhere"); }, "data"},
                          Case{[](run::RunConfig& r) { r.set_seed(8); }, "seed"},
                          Case{[](run::RunConfig& r) { r.set_shuffle(false); }, "shuffle"},
                          Case{[](run::RunConfig& r) { r.set_batch(11); }, "batch"},
                          Case{[](run::RunConfig& r) { r.set_epochs(2); }, "epochs"},
                          Case{[](run::RunConfig& r) { r.set_steps(25); }, "steps"},
                          Case{[](run::RunConfig& r) { r.set_init_scale(2); }, "init_scale"},
                          Case{[](run::RunConfig& r) { r.set_device("cpu"); }, "device"},
                          Case{[](run::RunConfig& r) { r.set_growth_factor(0); }, "growth_factor"}}) {
        TestSession test;
        const run::Reply reply = test.race({short_config(), in(run::FP16), short_config(c.edit)});
        EXPECT_EQ(reply.error().code(), "usage") << c.field;
        EXPECT_EQ(reply.error().place(), std::string("run 3 of the race, ") + c.field);
        EXPECT_TRUE(test.sink.records.empty());
        EXPECT_EQ(reply.run_ids_size(), 0);
    }
    TestSession test;
    EXPECT_THAT(test.race({}).error().remedy(), HasSubstr("1 to 4"));
    EXPECT_THAT(test.race(std::vector<run::RunConfig>(5, short_config())).error().message(), HasSubstr("5 runs"));
    // channels of convolutions that the network does not have do not matter
    EXPECT_FALSE(test.race({short_config(), short_config([](run::RunConfig& r) { r.set_c1(9); })}).has_error());
    EXPECT_THAT(test.race({short_config()}).error().message(), HasSubstr("in progress"));
}

TEST(Race, RefusesLanesThatDoNotFitTogether) {
    TestSession test;
    test.device->memory_bytes = small_dataset().bytes() + 4 * bytes_of_a_lane() - 1;
    const std::vector<run::RunConfig> four(4, short_config());
    const run::Reply refused = test.race(four);
    EXPECT_EQ(refused.error().place(), "memory") << refused.error().message();
    EXPECT_THAT(refused.error().message(), HasSubstr("4 runs need"));
    EXPECT_TRUE(test.sink.records.empty());
    EXPECT_FALSE(test.race({short_config(), short_config(), short_config()}).has_error()) << "three of them fit";
    EXPECT_EQ(test.start(short_config(), 3).error().place(), "memory");

    TestSession enough;
    enough.device->memory_bytes = small_dataset().bytes() + 4 * bytes_of_a_lane();
    EXPECT_FALSE(enough.race(four).has_error());
}

TEST(Race, WhatAnEndedRunHoldsIsNoReasonToRefuse) {
    const auto on = [](const char* data) { return short_config([data](run::RunConfig& c) { c.set_data(data); }); };
    TestSession test;
    test.device->memory_bytes = small_dataset().bytes() + 2 * bytes_of_a_lane();
    ASSERT_FALSE(test.start(on("one set")).has_error());
    ASSERT_FALSE(test.ask(0, [](run::Command& c) { c.mutable_stop(); }).has_error());
    const run::Reply reply = test.race({on("another"), on("another")});
    EXPECT_FALSE(reply.has_error()) << reply.error().message();
}

TEST(Race, KeepsItsBatchesTheSame) {
    TestSession test;
    ASSERT_FALSE(test.race({in(run::FP32), in(run::FP16)}).has_error());
    EXPECT_EQ(test.change([](run::RunConfig& c) { c.set_batch(5); }, 0).error().place(), "batch");
    EXPECT_FALSE(test.change([](run::RunConfig& c) { c.set_lr(1e-4); }, 0).has_error());
    test.ask(0, [](run::Command& c) { c.mutable_stop(); });
    EXPECT_FALSE(test.change([](run::RunConfig& c) { c.set_batch(5); }, 0, 1).has_error()) << "alone it may";
}

TEST(Race, BesideAnotherRunIsResetTogetherOrNotAtAll) {
    TestSession test;
    const run::RunConfig config = small_config();
    ASSERT_FALSE(test.race({config, config}).has_error());
    const run::Reply other = test.start(config, 2);
    ASSERT_FALSE(other.has_error()) << other.error().message();
    test.steps(2);
    const run::Reply refused = test.ask(0, [](run::Command& c) { c.mutable_reset(); });
    EXPECT_EQ(refused.error().place(), "run 2");
    test.steps(2);
    EXPECT_EQ(test.last_step(other.run_id()), 4u) << "nothing was ended";
    const run::Reply all = test.ask(0, [](run::Command& c) {
        c.mutable_reset();
        c.set_all_lanes(true);
    });
    ASSERT_FALSE(all.has_error()) << all.error().message();
    EXPECT_EQ(all.run_ids_size(), 3);
    test.steps(1);
    for (const std::string& id : all.run_ids()) EXPECT_EQ(test.last_step(id), 1u);
}

TEST(Race, AfterItALaneStartsAlone) {
    TestSession test;
    const std::vector<std::string> ids = ids_of(test.race({in(run::FP32), in(run::FP16)}));
    test.train();
    const run::Reply one = test.start(in(run::BF16));
    ASSERT_FALSE(one.has_error());
    EXPECT_FALSE(test.started(one.run_id()).identity().has_race_id());
    const run::Reply reset = test.ask(0, [](run::Command& c) {
        c.mutable_reset();
        c.set_all_lanes(true);
    });
    EXPECT_EQ(reset.run_ids_size(), 1) << "the race is over";
}

}  // namespace
}  // namespace mantissa
