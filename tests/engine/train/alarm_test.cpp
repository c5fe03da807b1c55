// SPDX-License-Identifier: Apache-2.0
// The two cases that an alarm about underflow must tell apart, on real MNIST: a network that loses its gradients though
// the worst layer's own casts flush nothing, and a healthy one whose casts flush a third of a tensor. Bounds stand well
// away from what seeds 1 to 3 gave, which is beside each.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "engine/run/presets.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

/// What the shadows of a run say about one tensor, worst step.
struct Worst {
    double lost = 0;     ///< share of gradient norm that is zero in the run
    double cosine = 1;   ///< between the run's gradient and FP32's
    double flushed = 0;  ///< share of the nonzero elements that its own cast made zero
};

Worst worst_of(const std::vector<run::Record>& records, run::Role role, const std::string& tensor = "") {
    Worst worst;
    for (const run::Record& r : records) {
        for (const run::Histogram& h : r.histograms().histograms()) {
            if (!h.has_shadow() || h.role() != role || (!tensor.empty() && h.tensor() != tensor)) continue;
            worst.lost = std::max(worst.lost, h.shadow().norm_lost() / h.shadow().norm());
            worst.cosine = std::min(worst.cosine, h.shadow().cosine());
            const std::uint64_t nonzero = h.counts().elements() - h.counts().zero();
            if (nonzero == 0) continue;
            worst.flushed =
                std::max(worst.flushed, static_cast<double>(h.counts().flushed()) / static_cast<double>(nonzero));
        }
    }
    return worst;
}

/// Records of `steps` steps in FP16 with a shadow every `interval`.
std::vector<run::Record> watch(run::RunConfig config, int steps, std::uint32_t interval) {
    config.set_precision(run::FP16);
    config.set_eval_interval(0);
    config.set_histogram_interval(interval);
    config.set_shadow_interval(interval);
    Lane lane(fast_device(), mnist(), config);
    lane.steps(steps);
    return lane.sink.records;
}

TEST(Alarm, GradientsOfTheUnderflowPresetAreLost) {
    const std::vector<run::Record> records = watch(complete(preset_named("underflow").config()), 31, 10);
    const Worst first = worst_of(records, run::ROLE_WEIGHT_GRADIENT, "fc1.weight");
    EXPECT_GT(first.lost, 0.99);    // 1.0: nothing arrives
    EXPECT_LT(first.cosine, 0.01);  // 0
    EXPECT_EQ(first.flushed, 0.0) << "its own cast is innocent: a share of flushed elements would not alarm";
    EXPECT_GT(worst_of(records, run::ROLE_WEIGHT_GRADIENT, "fc2.weight").lost, 0.5);   // 0.98 to 1.0
    EXPECT_LT(worst_of(records, run::ROLE_WEIGHT_GRADIENT, "fc7.weight").lost, 0.01);  // 0: it sits at the loss
}

TEST(Alarm, ALossScaleBringsThemBack) {
    run::RunConfig config = complete(preset_named("underflow").config());
    config.set_scaling(run::STATIC);
    config.set_loss_scale(0x1p16);
    const std::vector<run::Record> records = watch(config, 31, 10);
    for (const run::Role role : {run::ROLE_WEIGHT_GRADIENT, run::ROLE_ACTIVATION_GRADIENT}) {
        EXPECT_LT(worst_of(records, role).lost, 0.01);    // below 0.0001
        EXPECT_GT(worst_of(records, role).cosine, 0.99);  // 1.00000
    }
}

TEST(Alarm, AHealthyReluLosesNothingThoughItFlushes) {
    // Long enough that the network is sure of most images: their logit gradients are then below FP16's range.
    const std::vector<run::Record> records = watch(default_config(), 1001, 50);
    const Worst weights = worst_of(records, run::ROLE_WEIGHT_GRADIENT);
    const Worst activations = worst_of(records, run::ROLE_ACTIVATION_GRADIENT);
    EXPECT_GT(std::max(weights.flushed, activations.flushed), 0.2);  // 0.27 to 0.31, the logits'
    EXPECT_LT(weights.lost, 0.01);                                   // 0.0000 to 0.0011
    EXPECT_GT(weights.cosine, 0.99);                                 // from 0.9998
    EXPECT_GT(activations.cosine, 0.99);                             // from 0.9998
    // 0.002 to 0.018, 0.057 in 2000 steps: no underflow, but single ReLUs that rounding puts on the other side of zero.
    EXPECT_LT(activations.lost, 0.1);
}

TEST(LayerOverride, TakesEffectInARunningTraining) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, small_config([](run::RunConfig& c) {
                  c.set_precision(run::FP16);
                  c.set_histogram_interval(1);
              }));
    const auto formats = [&lane] {
        std::map<std::string, std::string> result;
        for (const run::Record& r : lane.sink.records)
            for (const run::Histogram& h : r.histograms().histograms())
                if (h.role() == run::ROLE_WEIGHT_GRADIENT) result[h.tensor()] = h.format();
        return result;
    };
    const auto change = [&lane](const char* layer, run::Precision precision) {
        run::RunConfig wanted;
        wanted.add_layer_overrides()->set_layer(layer);
        wanted.mutable_layer_overrides(0)->set_precision(precision);
        lane.trainer.change(wanted);
        lane.steps(1);
    };
    lane.steps(1);
    EXPECT_EQ(formats()["fc1.weight"], "FP16");
    change("fc1", run::FP32);
    EXPECT_EQ(formats()["fc1.weight"], "FP32");
    EXPECT_EQ(formats()["fc2.weight"], "FP16");
    change("fc2", run::BF16);  // a list replaces a list
    EXPECT_EQ(formats()["fc1.weight"], "FP16");
    EXPECT_EQ(formats()["fc2.weight"], "BF16");
    // The window's way back, since an empty list changes nothing: the run's own format, by name.
    change("fc2", run::FP16);
    EXPECT_EQ(formats()["fc2.weight"], "FP16");
}

}  // namespace
}  // namespace mantissa
