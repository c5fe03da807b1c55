// SPDX-License-Identifier: Apache-2.0
// The shadow: an FP32 pass over the same batch and weights tells what the format did, and nothing where it did nothing.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/nn/pass.h"
#include "engine/run/policy_of.h"
#include "engine/train/memory_plan.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

std::vector<run::Histogram> shadowed(const Lane& lane) {
    std::vector<run::Histogram> result;
    for (const run::Record& r : lane.sink.records)
        for (const run::Histogram& h : r.histograms().histograms())
            if (h.has_shadow()) result.push_back(h);
    return result;
}

run::RunConfig watched(const Edit& edit) {
    return small_config([&](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_histogram_interval(2);
        c.set_shadow_interval(4);
        edit(c);
    });
}

TEST(Shadow, OfARunThatLosesNothingIsTheRun) {
    // FP16 by name, but every layer is overridden: the run is FP32 and the shadow must be its twin.
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, watched([](run::RunConfig& c) {
                  c.set_scaling(run::STATIC);
                  c.set_loss_scale(512);  // the comparison unscales
                  for (const char* name : {"fc1", "fc2", "fc3"}) {
                      run::LayerOverride& o = *c.add_layer_overrides();
                      o.set_layer(name);
                      o.set_precision(run::FP32);
                  }
              }));
    lane.steps(5);
    const auto histograms = shadowed(lane);
    ASSERT_FALSE(histograms.empty());
    for (const run::Histogram& h : histograms) {
        EXPECT_EQ(h.shadow().starved(), 0u) << h.tensor();
        EXPECT_EQ(h.shadow().error_norm(), 0) << h.tensor();
        EXPECT_EQ(h.shadow().norm_lost(), 0) << h.tensor();
        EXPECT_NEAR(h.shadow().cosine(), 1, 1e-12) << h.tensor();
        // the run's squares are summed by blocks in FP32 (engine/cpu/tally.h), and a root halves an error
        EXPECT_NEAR(h.shadow().norm() * 512, h.norm(), 33 * 0x1p-24 * h.norm()) << h.tensor();
    }
}

TEST(Shadow, NeedsNoStepThatHasHistogramsAnyway) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, watched([](run::RunConfig& c) { c.set_histogram_interval(5); }));
    lane.steps(11);
    std::vector<std::uint32_t> counted, compared;
    for (const run::Record& r : lane.sink.records) {
        if (!r.has_histograms()) continue;
        counted.push_back(r.step());
        const auto& all = r.histograms().histograms();
        if (std::any_of(all.begin(), all.end(), [](const run::Histogram& h) { return h.has_shadow(); }))
            compared.push_back(r.step());
    }
    ASSERT_FALSE(counted.empty());
    const std::uint32_t first = counted.front();  // a record stands at the step that follows, or at its own
    const auto at = [first](std::vector<std::uint32_t> steps) {
        for (std::uint32_t& step : steps) step += first;
        return steps;
    };
    EXPECT_EQ(counted, at({0, 4, 5, 8, 10}));
    EXPECT_EQ(compared, at({0, 4, 8}));
}

TEST(Shadow, TellsWhatUnderflowTook) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, watched([](run::RunConfig& c) {
                  c.set_depth(7);
                  c.set_activation(run::SIGMOID);
              }));
    lane.steps(9);
    bool first_layer_starves = false;
    for (const run::Histogram& h : shadowed(lane)) {
        const run::Shadow& s = h.shadow();
        EXPECT_LE(s.starved(), s.nonzero()) << h.tensor();
        EXPECT_LE(s.norm_lost(), s.norm()) << h.tensor();
        EXPECT_LE(std::abs(s.cosine()), 1 + 1e-12) << h.tensor();
        EXPECT_GE(s.error_norm() * (1 + 1e-12), s.norm_lost()) << h.tensor() << ": what is lost is part of the error";
        std::uint64_t in_bins = 0;
        for (const std::uint32_t bin : s.bins()) in_bins += bin;
        EXPECT_EQ(in_bins, s.nonzero()) << h.tensor();
        first_layer_starves = first_layer_starves || (h.tensor() == "fc1.weight" && s.starved() * 10 > s.nonzero());
    }
    EXPECT_TRUE(first_layer_starves) << "seven sigmoids away from the loss";
}

TEST(Shadow, CopiesWhatIsPlannedForIt) {
    const Dataset dataset = small_dataset();
    for (const run::Precision precision : {run::FP16, run::BF16}) {  // BF16 is stored in 2 bytes where it is native
        const auto device = fast_device();
        const run::RunConfig config = watched([&](run::RunConfig& c) { c.set_precision(precision); });
        const Network network = make_network(config, dataset.side, dataset.classes);
        const PrecisionPolicy policy = resolve(policy_of(config), device->capabilities()).policy;
        Pass pass(*device, network, policy, config.batch(), true);
        const Pass shadow(*device, network, mode_policy(fp32), config.batch(), true);
        Parameters parameters(*device, network, {});
        pass.allocate();
        parameters.initialise(1, 1, policy.weight);
        ShadowTape tape(*device, pass.gauges().all().size());
        pass.set_tap({Tap::Mode::record, &tape, nullptr, nullptr});
        const std::vector<std::uint32_t> indices(config.batch(), 0);
        pass.load({dataset.train.images.data(), dataset.train.labels.data()}, indices);
        pass.forward(parameters.weights(), false, 1, 0);
        StepState* state = pass.gauges().state();
        pass.loss(state, &state->loss);
        pass.backward();
        EXPECT_EQ(shadow_bytes(pass, &shadow), shadow.device_bytes() + tape.bytes()) << run::Precision_Name(precision);

        constexpr auto category = static_cast<int>(MemoryCategory::shadow);
        const std::uint64_t expected = shadow.device_bytes() + tape.bytes();
        EXPECT_EQ(plan_memory(*device, dataset, config).operations(0).live(category).held(), expected);
        Lane lane(fast_device(), dataset, config);
        for (const run::Record& r : lane.sink.records)
            if (r.has_memory()) {
                EXPECT_EQ(r.memory().operations(0).live(category).held(), expected);
            }
        // A lane's bytes differ from those of the same lane without a shadow by nothing else.
        run::RunConfig without = config;
        without.set_shadow_interval(0);
        EXPECT_EQ(lane_bytes(*device, dataset, config) - lane_bytes(*device, dataset, without), expected);
    }
}

TEST(Shadow, ComesAtItsIntervalForGradientsOfNarrowRunsOnly) {
    const Dataset dataset = small_dataset();
    Lane narrow(reference(), dataset, watched([](run::RunConfig&) {}));
    Lane wide(reference(), dataset, watched([](run::RunConfig& c) { c.set_precision(run::FP32); }));
    Lane none(reference(), dataset, watched([](run::RunConfig& c) { c.set_shadow_interval(0); }));
    for (Lane* lane : {&narrow, &wide, &none}) lane->steps(9);
    EXPECT_TRUE(shadowed(wide).empty());
    EXPECT_TRUE(shadowed(none).empty());
    std::vector<std::uint32_t> steps;
    for (const run::Record& r : narrow.sink.records) {
        bool any = false;
        for (const run::Histogram& h : r.histograms().histograms()) {
            const bool gradient = h.role() == run::ROLE_WEIGHT_GRADIENT || h.role() == run::ROLE_ACTIVATION_GRADIENT;
            EXPECT_TRUE(gradient || !h.has_shadow()) << h.tensor();
            any = any || h.has_shadow();
        }
        if (any) steps.push_back(r.step());
    }
    EXPECT_EQ(steps, (std::vector<std::uint32_t>{1, 5, 9}));
}

}  // namespace
}  // namespace mantissa
