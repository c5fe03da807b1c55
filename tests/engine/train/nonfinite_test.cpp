// SPDX-License-Identifier: Apache-2.0
// Where the first inf or NaN arose: forward or backward, and in which tensor; and runs in formats without a name.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/error.h"
#include "engine/run/validation.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

/// Readings of a network fc1, fc2 with one activation function between, all finite.
struct Gauged {
    std::vector<Gauge> gauges{{"fc1", "fc1", GaugeRole::activation, fp16},
                              {"fc1.weight", "fc1", GaugeRole::weight, fp16},
                              {"fc1.weight", "fc1", GaugeRole::weight_gradient, fp16},
                              {"fc1.out", "fc1", GaugeRole::activation, fp16},
                              {"fc2", "fc2", GaugeRole::activation, fp16},
                              {"fc2.weight", "fc2", GaugeRole::weight_gradient, fp16},
                              {"fc1.out", "fc1", GaugeRole::activation_gradient, fp16},
                              {"fc2", "fc2", GaugeRole::activation_gradient, fp16}};
    std::vector<ParameterInfo> parameters;
    GaugeReadings readings;

    Gauged() {
        parameters.resize(2);
        parameters[0].name = "fc1.weight";
        parameters[1].name = "fc2.weight";
        readings.parameters.resize(2);
        readings.flush.resize(gauges.size());
    }
    NonfinitePlace place() const { return first_nonfinite(readings, gauges, parameters); }
};

TEST(FirstNonfinite, IsTheFirstInTheOrderOfComputing) {
    Gauged c;
    EXPECT_EQ(c.place().role, run::ROLE_UNSET);
    c.readings.parameters[0].nonfinite = c.readings.parameters[1].nonfinite = 1;  // FP32: only the inspection saw it
    EXPECT_EQ(c.place().tensor, "fc2.weight");
    c.readings.flush[2].nonfinite = c.readings.flush[6].nonfinite = 5;  // backward: fc1.out before fc1.weight
    EXPECT_EQ(c.place().tensor, "fc1.out");
    EXPECT_EQ(c.place().role, run::ROLE_ACTIVATION_GRADIENT);
    c.readings.flush[7].nonfinite = 1;  // the loss's gradient comes first of all
    EXPECT_EQ(c.place().tensor, "fc2");
    c.readings.state.loss.loss = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(c.place().tensor, "");
    EXPECT_EQ(c.place().role, run::ROLE_ACTIVATION);
    c.readings.flush[4].nonfinite = c.readings.flush[3].nonfinite = 2;  // forward: the activation before the product
    EXPECT_EQ(c.place().tensor, "fc1.out");
    EXPECT_EQ(c.place().role, run::ROLE_ACTIVATION);
}

TEST(FirstNonfinite, OfARunThatOverflowsForwardNoScaleCanCure) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, small_config([](run::RunConfig& c) {
                  c.set_precision(run::FP16);
                  c.set_scaling(run::DYNAMIC);
                  c.set_depth(4);
                  c.set_init_scale(2000);
              }));
    lane.steps(2);
    for (const run::StepRecord& step : lane.sink.steps()) {
        EXPECT_TRUE(step.skipped());
        EXPECT_EQ(step.nonfinite_role(), run::ROLE_ACTIVATION);
        EXPECT_TRUE(step.nonfinite_tensor().starts_with("fc")) << step.nonfinite_tensor();
    }
    const auto events = lane.sink.events(run::EventRecord::SCALE_DOWN);
    ASSERT_EQ(events.size(), 2u);
    EXPECT_NE(events[0].event().text().find("forward pass, in fc"), std::string::npos) << events[0].event().text();
}

/// Weights so large that the product of `layer` overflows FP32; those before it are as they were, but for biases that
/// keep its arguments positive.
void overflow_in(Lane& lane, const std::string& layer) {
    const Network network = make_network(lane.trainer.config(), lane.dataset.side, lane.dataset.classes);
    Parameters& parameters = lane.trainer.parameters();
    for (std::size_t i = 0; i < network.parameters.size(); ++i) {
        const bool here = network.parameters[i].layer == layer, bias = network.parameters[i].is_bias;
        const auto size = static_cast<std::size_t>(network.parameters[i].shape.size());
        if (here && !bias) parameters.set_values(i, std::vector<float>(size, 3e38f));
        if (!here && bias) parameters.set_values(i, std::vector<float>(size, 10.0f));
    }
}

TEST(FirstNonfinite, IsKnownByLayerWithoutARoundingToo) {
    const Dataset dataset = small_dataset();
    const auto cnn = [](run::RunConfig& c) {
        c.set_model(run::CNN);
        c.set_c1(3);
        c.set_c2(5);
    };
    struct Place {
        std::string layer;
        Edit edit;
    };
    for (const Place& p : {Place{"fc1", [](run::RunConfig&) {}},
                           {"fc2", [](run::RunConfig&) {}},
                           {"fc3", [](run::RunConfig&) {}},  // the logits
                           {"fc2", [](run::RunConfig& c) { c.set_activation(run::SIGMOID); }},
                           {"fc1", [](run::RunConfig& c) { c.set_activation(run::TANH); }},
                           {"conv1", cnn},
                           {"conv2", cnn},
                           {"fc1", cnn}})
        for (const run::Precision precision : {run::FP32, run::TF32})
            for (const std::uint32_t interval : {0u, 1u})  // monitored steps say the same
                for (const bool on_reference : {false, true}) {
                    Lane lane(on_reference ? reference() : fast_device(), dataset, small_config([&](run::RunConfig& c) {
                                  c.set_precision(precision);
                                  c.set_lr(0);
                                  c.set_histogram_interval(interval);
                                  p.edit(c);
                              }));
                    lane.steps(1);
                    overflow_in(lane, p.layer);
                    lane.steps(1);
                    const auto steps = lane.sink.steps();
                    const std::string what = p.layer + ", " + run::Precision_Name(precision) +
                                             (on_reference ? ", reference" : "") + (interval ? ", monitored" : "");
                    EXPECT_EQ(steps[0].nonfinite_role(), run::ROLE_UNSET) << what;
                    EXPECT_EQ(steps[0].nonfinite_tensor(), "") << what;
                    EXPECT_EQ(steps[1].nonfinite_role(), run::ROLE_ACTIVATION) << what;
                    EXPECT_EQ(steps[1].nonfinite_tensor(), p.layer) << what;
                    EXPECT_FALSE(steps[1].skipped()) << what;
                    if (std::isfinite(steps[1].loss())) continue;  // a sigmoid of infinity is 1
                    const auto events = lane.sink.events(run::EventRecord::NON_FINITE);
                    ASSERT_EQ(events.size(), 1u) << what;
                    EXPECT_NE(events[0].event().text().find(", from " + p.layer + " on"), std::string::npos) << what;
                }
}

TEST(FirstNonfinite, OfATooLargeScaleIsInTheBackwardPass) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, small_config([](run::RunConfig& c) {
                  c.set_precision(run::FP16);
                  c.set_scaling(run::DYNAMIC);
                  c.set_loss_scale(0x1p30);
              }));
    lane.steps(3);
    for (const run::StepRecord& step : lane.sink.steps()) {
        EXPECT_TRUE(step.skipped());
        EXPECT_EQ(step.nonfinite_role(), run::ROLE_ACTIVATION_GRADIENT);
        EXPECT_EQ(step.nonfinite_tensor(), "fc3");  // the gradient of the logits
        EXPECT_TRUE(std::isfinite(step.loss()));
    }
    EXPECT_EQ(lane.sink.events(run::EventRecord::SCALE_DOWN)[0].event().text().find("forward"), std::string::npos);
}

TEST(CustomFormat, WithTheBitsOfANamedModeIsThatMode) {
    const Dataset dataset = small_dataset();
    for (const auto& [precision, exponent, fraction] :
         {std::tuple{run::FP16, 5u, 10u}, {run::BF16, 8u, 7u}, {run::FP32, 8u, 23u}}) {
        Lane named(fast_device(), dataset, small_config([&](run::RunConfig& c) { c.set_precision(precision); }));
        Lane custom(fast_device(), dataset, small_config([&](run::RunConfig& c) {
                        c.set_precision(run::CUSTOM);
                        c.set_exponent_bits(exponent);
                        c.set_fraction_bits(fraction);
                    }));
        named.steps(5);
        custom.steps(5);
        EXPECT_EQ(named.hash(), custom.hash()) << run::Precision_Name(precision);
    }
}

TEST(CustomFormat, WithTf32sBitsItIsAFormatToStoreIn) {
    const Dataset dataset = small_dataset();
    const auto hash_of = [&](const Edit& edit) {
        Lane lane(fast_device(), dataset, small_config(edit));
        lane.steps(5);
        return lane.hash();
    };
    const auto custom = [](run::RunConfig& c) {
        c.set_precision(run::CUSTOM);
        c.set_exponent_bits(8);
        c.set_fraction_bits(10);
    };
    const std::string hash = hash_of(custom);
    EXPECT_NE(hash, hash_of([](run::RunConfig& c) { c.set_precision(run::TF32); })) << "TF32 rounds operands only";
    EXPECT_NE(hash, hash_of([&](run::RunConfig& c) { custom(c), c.set_master_weights(false); }));
    EXPECT_NE(hash, hash_of([&](run::RunConfig& c) { custom(c), c.set_optimizer_state_fp32(false); }));
    Lane lane(fast_device(), dataset, small_config(custom));
    for (const run::ResolvedRole& role : lane.trainer.started().roles())
        if (role.role() == "activation" || role.role() == "weight gradient") {
            EXPECT_EQ(role.requested(), "E8M10");
        }
}

TEST(CustomFormat, CpuAndReferenceRoundAlike) {
    // One step from the same weights: losses may differ by the order of sums, so only formats whose grid is coarse
    // against that are compared, by the casts' own counts.
    const Dataset dataset = small_dataset();
    for (const auto& [exponent, fraction] : {std::pair{4u, 3u}, {5u, 2u}, {6u, 9u}, {4u, 23u}}) {
        const auto config = small_config([&](run::RunConfig& c) {
            c.set_precision(run::CUSTOM);
            c.set_exponent_bits(exponent);
            c.set_fraction_bits(fraction);
            c.set_histogram_interval(1);
            c.set_shadow_interval(0);
        });
        Lane fast(fast_device(), dataset, config), slow(reference(), dataset, config);
        fast.steps(1);
        slow.steps(1);
        EXPECT_NEAR(fast.losses()[0], slow.losses()[0], std::ldexp(4.0, -static_cast<int>(fraction)) + 1e-5)
            << exponent << "," << fraction;
        const std::string name = "E" + std::to_string(exponent) + "M" + std::to_string(fraction);
        for (const run::Record& r : fast.sink.records)
            for (const run::Histogram& h : r.histograms().histograms())
                if (h.role() == run::ROLE_ACTIVATION_GRADIENT) {
                    EXPECT_EQ(h.format(), name);
                }
    }
}

TEST(CustomFormat, BitsOutOfRangeAreRefused) {
    const Dataset dataset = small_dataset();
    for (const auto& [exponent, fraction] : {std::pair{1u, 5u}, {9u, 5u}, {5u, 0u}, {5u, 24u}})
        EXPECT_THROW(
            {
                run::RunConfig config = small_config();
                config.set_precision(run::CUSTOM);
                config.set_exponent_bits(exponent);
                config.set_fraction_bits(fraction);
                validate(config);
            },
            Error);
}

}  // namespace
}  // namespace mantissa
