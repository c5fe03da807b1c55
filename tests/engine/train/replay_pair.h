// SPDX-License-Identifier: Apache-2.0
// A lane whose steps are replayed beside one whose steps are enqueued one by one.
#pragma once

#include "tests/engine/backend/wrapped_device.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {

/// Another device without its replays.
class EnqueuingDevice final : public WrappedDevice {
  public:
    using WrappedDevice::WrappedDevice;
    std::uint64_t overhead_bytes() const override { return inner().overhead_bytes(); }
    std::unique_ptr<Device> rehearsal() const override { return inner().rehearsal(); }
    std::uint64_t bytes_in_use() const override { return inner().bytes_in_use(); }
};

/// Whether a configuration's steps draw random numbers: those are never replayed.
inline bool is_random(const run::RunConfig& config) {
    const bool drops = config.model() == run::NETWORK_FILE || config.model() == run::REGRESSION;
    return config.stochastic_rounding() || drops;
}

/// Whether its steps are replayed: nor are those whose gradients come to the host to be summed over ranks.
inline bool is_replayed(const run::RunConfig& config) {
    return !is_random(config) && config.ranks() <= 1;
}

/// Two lanes of one configuration, one of them replaying.
class ReplayPair {
  public:
    ReplayPair(std::unique_ptr<Device> replaying, std::unique_ptr<Device> enqueuing, const Dataset& dataset,
               const run::RunConfig& config)
        : replaying_(std::move(replaying), dataset, config),
          enqueuing_(std::make_unique<EnqueuingDevice>(std::move(enqueuing)), dataset, config) {}

    template <class F>
    void both(const F& f) {
        f(replaying_);
        f(enqueuing_);
    }
    void steps(int count) {
        both([&](Lane& lane) { lane.steps(count); });
    }
    /// The same, of the lane that replays in stretches.
    void stretches(int count) {
        replaying_.stretches(static_cast<std::uint32_t>(count));
        enqueuing_.steps(count);
    }
    void change(const Edit& edit) {
        both([&](Lane& lane) {
            run::RunConfig change;
            edit(change);
            lane.trainer.change(change);
        });
    }
    /// Everything that the runs hold and have recorded but for the time it took.
    void expect_same(const std::string& what) {
        const Snapshot a = replaying_.trainer.snapshot(), b = enqueuing_.trainer.snapshot();
        EXPECT_EQ(a.parameters, b.parameters) << what << ": weights and moments";
        EXPECT_EQ(a.scaler, b.scaler) << what;
        EXPECT_EQ(a.step, b.step) << what;
        const auto& replayed = replaying_.sink.records;
        const auto& enqueued = enqueuing_.sink.records;
        ASSERT_EQ(replayed.size(), enqueued.size()) << what;
        for (std::size_t i = 0; i < replayed.size(); ++i)
            ASSERT_EQ(without_time(replayed[i]), without_time(enqueued[i])) << what << ", record " << i;
    }

    Lane& replaying() { return replaying_; }

  private:
    Lane replaying_, enqueuing_;
};

/// A run in which every kind of step comes often enough to be replayed: plain, monitored, with its shadow, and the
/// smaller last batch of an epoch (96 images in batches of 10).
inline run::RunConfig every_kind_of_step(run::RunConfig config) {
    config.set_histogram_interval(3);
    config.set_shadow_interval(6);
    config.set_eval_interval(7);
    return config;
}
constexpr int steps_of_every_kind = 43;

struct NamedEdit {
    std::string name;
    Edit edit;
};

/// Changes of numbers that a step reads on the device.
inline std::vector<NamedEdit> changes_of_data() {
    return {{"learning rate", [](run::RunConfig& c) { c.set_lr(0.02); }},
            {"scale", [](run::RunConfig& c) { c.set_loss_scale(0x1p14); }},
            {"growth interval", [](run::RunConfig& c) { c.set_growth_interval(3); }},
            {"weight decay", [](run::RunConfig& c) { c.set_weight_decay(0.5); }},
            {"schedule", [](run::RunConfig& c) { c.set_schedule(run::SCHEDULE_COSINE), c.set_steps(300); }},
            {"clipping", [](run::RunConfig& c) { c.set_clip_norm(0.05); }},
            {"a constant scale", [](run::RunConfig& c) { c.set_scaling(run::STATIC); }},
            {"no scaling", [](run::RunConfig& c) { c.set_scaling(run::NONE); }}};
}

/// Changes that give a step another shape, in other buffers.
inline std::vector<NamedEdit> changes_of_shape() {
    return {{"precision", [](run::RunConfig& c) { c.set_precision(run::BF16); }},
            {"batch", [](run::RunConfig& c) { c.set_batch(14); }},
            {"a larger batch", [](run::RunConfig& c) { c.set_batch(33); }},
            {"precision back", [](run::RunConfig& c) { c.set_precision(run::FP16); }},
            {"stochastic rounding", [](run::RunConfig& c) { c.set_stochastic_rounding(true); }},
            {"and no more", [](run::RunConfig& c) { c.set_stochastic_rounding(false); }},
            {"no master weights", [](run::RunConfig& c) { c.set_master_weights(false); }},
            {"FP32", [](run::RunConfig& c) { c.set_precision(run::FP32); }}};
}

/// FP16 with a dynamic scale, by both optimizers, to be changed while it runs.
inline std::vector<ConfigCase> runs_to_change() {
    const auto config = [](const Edit& edit) {
        return small_config([&](run::RunConfig& c) {
            c.set_precision(run::FP16);
            c.set_scaling(run::DYNAMIC);
            c.set_loss_scale(0x1p10);
            c.set_histogram_interval(4);
            edit(c);
        });
    };
    return {{"adam", config([](run::RunConfig& c) { c.set_optimizer(run::ADAM); })},
            {"adamw after warm-up", config([](run::RunConfig& c) {
                 c.set_optimizer(run::ADAMW);
                 c.set_weight_decay(0.1);
                 c.set_warmup_steps(6);
                 c.set_skips_advance(false);
             })},
            {"sgd with momentum, clipped", config([](run::RunConfig& c) {
                 c.set_optimizer(run::SGD);
                 c.set_momentum(0.9);
                 c.set_clip_norm(0.5);
                 c.set_lr(0.1);
             })}};
}

/// The scale overflows at first, and again whenever it has grown.
inline run::RunConfig overflowing_config() {
    return small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_scaling(run::DYNAMIC);
        c.set_loss_scale(0x1p26);
        c.set_growth_interval(2);
    });
}

}  // namespace mantissa
