// SPDX-License-Identifier: Apache-2.0
// How few bits an operation can do with: what is found keeps up, and a bit less does not.
#include "engine/diagnose/budget.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/base/error.h"
#include "engine/diagnose/watch.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

class PrecisionBudget : public ::testing::Test {
  protected:
    Dataset dataset_ = small_dataset(8, 4, 400, 40);
    std::unique_ptr<Device> device_ = make_reference_device();
    DeviceData data_{*device_, dataset_};
    Bench bench_{*device_, data_, dataset_};
    const run::RunConfig config_ = small_config([](run::RunConfig& c) {
        c.set_steps(80);
        c.set_batch(20);
    });

    bool keeps_up(const PrecisionNeed& need, int exponent, int fraction) {
        run::RunConfig narrow = in_fp32(config_);
        narrow.set_exponent_bits(static_cast<std::uint32_t>(exponent));
        narrow.set_fraction_bits(static_cast<std::uint32_t>(fraction));
        run::LayerOverride& one = *narrow.add_layer_overrides();
        one.set_layer(need.layer);
        one.set_precision(run::CUSTOM);
        for (const run::LayerCast cast : need.casts) one.add_casts(cast);
        const DiagnosisOptions options;
        Pace pace(options);
        Trial fp32(bench_, in_fp32(config_)), moved(bench_, in_fp32(config_), nullptr, true), trial(bench_, narrow);
        const Course reference = train(fp32, 80, pace), control = train(moved, 80, pace);
        return mantissa::keeps_up(train(trial, 80, pace), reference, tolerance_of(reference, control, 80));
    }
};

TEST_F(PrecisionBudget, WhatIsFoundKeepsUpAndABitLessDoesNot) {
    BudgetOptions options;
    options.steps = 80;
    std::size_t told = 0;
    options.found = [&](const PrecisionNeed&) { ++told; };
    const std::vector<PrecisionNeed> needs = precision_budget(bench_, config_, options);
    ASSERT_GE(needs.size(), 3u);
    EXPECT_EQ(told, needs.size());
    bool narrow = false;
    for (std::size_t i = 0; i + 1 < needs.size(); ++i) {
        const PrecisionNeed& need = needs[i];
        EXPECT_TRUE(need.keeps_up);
        EXPECT_FALSE(need.casts.empty());
        EXPECT_TRUE(keeps_up(need, need.exponent_bits, need.fraction_bits)) << need.layer;
        if (need.fraction_bits > 1) {
            EXPECT_FALSE(keeps_up(need, 8, need.fraction_bits - 1)) << need.layer;
        }
        if (need.exponent_bits > 2) {
            EXPECT_FALSE(keeps_up(need, need.exponent_bits - 1, need.fraction_bits)) << need.layer;
        }
        narrow = narrow || need.exponent_bits < 8 || need.fraction_bits < 23;
        EXPECT_LE(need.exponent_bits, needs.back().exponent_bits);
        EXPECT_LE(need.fraction_bits, needs.back().fraction_bits);
    }
    EXPECT_TRUE(narrow) << "a small network needs no FP32";
    EXPECT_TRUE(needs.back().layer.empty()) << "the last one is of all";
}

TEST_F(PrecisionBudget, EachCastApart) {
    BudgetOptions options;
    options.steps = 40;
    options.each_cast = true;
    std::set<std::pair<std::string, run::LayerCast>> seen;
    for (const PrecisionNeed& need : precision_budget(bench_, config_, options)) {
        if (need.layer.empty()) continue;
        ASSERT_EQ(need.casts.size(), 1u);
        EXPECT_TRUE(seen.emplace(need.layer, need.casts[0]).second);
    }
    EXPECT_TRUE(seen.count({"fc1", run::CAST_OPERAND}));
    EXPECT_TRUE(seen.count({"fc2", run::CAST_WEIGHT_GRADIENT}));
}

TEST_F(PrecisionBudget, WhereFp32FailsNothingCanBeSaid) {
    run::RunConfig config = config_;
    config.set_optimizer(run::SGD);
    config.set_lr(1e6);
    EXPECT_THROW(precision_budget(bench_, config), Error);
}

TEST_F(PrecisionBudget, StoppedItHasWhatWasFound) {
    BudgetOptions options;
    options.steps = 40;
    bool stop = false;
    options.found = [&](const PrecisionNeed&) { stop = true; };
    options.pace.stop = [&] { return stop; };
    const std::vector<PrecisionNeed> needs = precision_budget(bench_, config_, options);
    ASSERT_EQ(needs.size(), 1u);
    EXPECT_EQ(needs[0].layer, "fc1");
}

}  // namespace
}  // namespace mantissa
