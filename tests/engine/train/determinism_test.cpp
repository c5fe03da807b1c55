// SPDX-License-Identifier: Apache-2.0
// The same configuration gives the same bits: twice, watched or not, in one piece or from a snapshot.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/error.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

/// NaN equals NaN here.
void expect_same_losses(const std::vector<float>& a, const std::vector<float>& b, const std::string& what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(std::isnan(a[i]) && std::isnan(b[i]))) {
            EXPECT_EQ(a[i], b[i]) << what << ", step " << i;
        }
}

TEST(Determinism, TheSameSeedTwice) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : config_cases())
        for (const bool fast : {false, true}) {
            Lane a(fast ? fast_device() : reference(), dataset, c.config),
                b(fast ? fast_device() : reference(), dataset, c.config);
            a.steps(25);
            b.steps(25);
            expect_same_losses(a.losses(), b.losses(), c.name);
            EXPECT_EQ(a.hash(), b.hash()) << c.name << (fast ? " on the cpu" : " on the reference");
        }
}

TEST(Determinism, AnotherSeedIsAnotherRun) {
    const Dataset dataset = small_dataset();
    run::RunConfig other = small_config();
    other.set_seed(8);
    Lane a(reference(), dataset, small_config()), b(reference(), dataset, other);
    EXPECT_NE(a.hash(), b.hash());
    const run::RunIdentity& ia = a.sink.records[0].started().identity();
    const run::RunIdentity& ib = b.sink.records[0].started().identity();
    EXPECT_NE(ia.batch_order_sha256(), ib.batch_order_sha256());
    EXPECT_NE(ia.initial_weights_sha256(), ib.initial_weights_sha256());
    EXPECT_EQ(ia.initial_weights_sha256(), a.hash());
}

/// They run in the memory of the step, working copies of the weights included.
TEST(Determinism, EvaluationsInBetweenChangeNoBit) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : config_cases())
        for (const bool fast : {false, true}) {
            run::RunConfig plain = c.config;
            plain.set_histogram_interval(0);
            run::RunConfig evaluated = plain;
            evaluated.set_eval_interval(3);
            Lane a(fast ? fast_device() : reference(), dataset, plain),
                b(fast ? fast_device() : reference(), dataset, evaluated);
            a.steps(23);
            b.steps(23);
            expect_same_losses(a.losses(), b.losses(), c.name);
            EXPECT_EQ(a.hash(), b.hash()) << c.name << (fast ? " on the cpu" : " on the reference");
        }
}

TEST(Determinism, LookingNeverChangesTheRun) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : config_cases())
        for (const bool fast : {false, true}) {
            run::RunConfig watched = c.config;
            watched.set_histogram_interval(1);
            watched.set_eval_interval(3);
            watched.set_shadow_interval(1);
            Lane a(fast ? fast_device() : reference(), dataset, c.config),
                b(fast ? fast_device() : reference(), dataset, watched);
            a.steps(23);
            b.steps(23);
            expect_same_losses(a.losses(), b.losses(), c.name);
            EXPECT_EQ(a.hash(), b.hash()) << c.name << (fast ? " on the cpu" : " on the reference");
            for (std::size_t i = 0; i < 23; ++i) {
                EXPECT_EQ(a.sink.steps()[i].weight_gradients_flushed(), b.sink.steps()[i].weight_gradients_flushed())
                    << c.name;
                EXPECT_EQ(a.sink.steps()[i].updates_lost(), b.sink.steps()[i].updates_lost()) << c.name;
            }
        }
}

TEST(Determinism, EvaluationPrecisionChangesTheEvaluationOnly) {
    const Dataset dataset = small_dataset();
    run::RunConfig plain = small_config(), other = small_config();
    for (run::RunConfig* c : {&plain, &other}) {
        c->set_precision(run::BF16);
        c->set_eval_interval(5);
    }
    other.set_eval_precision(run::FP32);
    Lane a(reference(), dataset, plain), b(reference(), dataset, other);
    a.steps(20);
    b.steps(20);
    EXPECT_EQ(a.hash(), b.hash());
    std::size_t evaluations = 0, different = 0;
    for (std::size_t i = 0; i < a.sink.records.size(); ++i)
        if (a.sink.records[i].has_evaluated()) {
            ++evaluations;
            different += a.sink.records[i].evaluated().loss() != b.sink.records.at(i).evaluated().loss() ? 1 : 0;
        }
    EXPECT_GE(evaluations, 4u);
    EXPECT_GE(different, evaluations - 1);
}

TEST(Snapshot, ContinuingIsNeverHavingStopped) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : config_cases())
        for (const bool fast : {false, true})
            for (const int stop : {1, 9, 10}) {  // an epoch has 10 steps: before its last, and at its end
                Lane whole(fast ? fast_device() : reference(), dataset, c.config);
                whole.steps(26);
                Lane first(fast ? fast_device() : reference(), dataset, c.config);
                first.steps(stop);
                const Snapshot snapshot = first.trainer.snapshot();
                first.steps(3);  // what happens afterwards does not matter

                Lane second(fast ? fast_device() : reference(), dataset, c.config);
                second.trainer.restore(snapshot);
                EXPECT_EQ(second.trainer.steps_done(), static_cast<std::uint32_t>(stop));
                second.steps(26 - stop);
                const std::string what = c.name + " from step " + std::to_string(stop) + (fast ? " on the cpu" : "");
                EXPECT_EQ(second.hash(), whole.hash()) << what;
                std::vector<float> expected = whole.losses();
                expected.erase(expected.begin(), expected.begin() + stop);
                expect_same_losses(second.losses(), expected, what);
                EXPECT_EQ(second.trainer.snapshot().scaler, whole.trainer.snapshot().scaler) << what;
                EXPECT_EQ(second.trainer.snapshot().position, whole.trainer.snapshot().position) << what;
                EXPECT_EQ(second.trainer.snapshot().parameters, whole.trainer.snapshot().parameters)
                    << what << ": moments";

                const run::RunFinished a = whole.trainer.finish(run::RunFinished::STOPPED);
                const run::RunFinished b = second.trainer.finish(run::RunFinished::STOPPED);
                EXPECT_EQ(a.skipped_steps(), b.skipped_steps()) << what;
                EXPECT_EQ(a.flushed_share(), b.flushed_share()) << what;
                EXPECT_EQ(a.flushed_share_worst_layer(), b.flushed_share_worst_layer()) << what;
                EXPECT_EQ(a.lost_update_share(), b.lost_update_share()) << what;
                EXPECT_EQ(a.final_scale(), b.final_scale()) << what;
            }
}

TEST(Snapshot, RestoringTheStartIsReset) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : config_cases()) {
        Lane lane(fast_device(), dataset, c.config);
        const Snapshot start = lane.trainer.snapshot();
        const std::string initial = lane.hash();
        lane.steps(13);
        const std::string trained = lane.hash();
        const std::vector<float> losses = lane.losses();
        EXPECT_NE(trained, initial) << c.name;
        lane.trainer.restore(start);
        EXPECT_EQ(lane.hash(), initial) << c.name;
        EXPECT_EQ(lane.trainer.steps_done(), 0u);
        lane.sink.records.clear();
        lane.steps(13);
        EXPECT_EQ(lane.hash(), trained) << c.name;
        expect_same_losses(lane.losses(), losses, c.name);
    }
}

TEST(Snapshot, RemembersTheConfigurationOfItsMoment) {
    const Dataset dataset = small_dataset();
    run::RunConfig change;
    change.set_precision(run::FP16);
    change.set_batch(7);
    change.set_lr(0.02);
    Lane a(reference(), dataset, small_config());
    a.steps(4);
    a.trainer.change(change);
    a.steps(4);
    const Snapshot snapshot = a.trainer.snapshot();
    a.steps(5);
    Lane b(reference(), dataset, small_config());
    b.trainer.restore(snapshot);
    EXPECT_EQ(b.trainer.config().precision(), run::FP16);
    b.steps(5);
    EXPECT_EQ(a.hash(), b.hash());
    EXPECT_EQ(b.sink.steps().back().batch(), a.sink.steps().back().batch());
}

TEST(Snapshot, OfAnotherNetworkIsRefused) {
    const Dataset dataset = small_dataset();
    run::RunConfig wider = small_config();
    wider.set_width(17);
    Lane a(reference(), dataset, small_config()), b(reference(), dataset, wider);
    EXPECT_THROW(b.trainer.restore(a.trainer.snapshot()), Error);
}

}  // namespace
}  // namespace mantissa
