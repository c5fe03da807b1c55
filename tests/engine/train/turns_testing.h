// SPDX-License-Identifier: Apache-2.0
// Lanes on one device that take turns, each beside the same lane alone.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/train/turns.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {

/// Which lane the records are of, one letter for each: a step 'a', 'b', 'c', an evaluation 'A', 'B', 'C'.
class Order final : public RecordSink {
  public:
    void accept(const run::Record& record) override {
        if (record.has_step_done()) order += static_cast<char>('a' + record.lane());
        if (record.has_evaluated()) order += static_cast<char>('A' + record.lane());
        sinks.at(record.lane()).accept(record);
        if (watch) watch(record);
    }
    std::string order;
    std::array<Collector, 3> sinks;
    std::function<void(const run::Record&)> watch;
};

/// Up to three lanes on one device, begun.
struct Together {
    Together(std::unique_ptr<Device> on, const Dataset& set, const std::vector<run::RunConfig>& configs)
        : device(std::move(on)), dataset(set), images(*device, set) {
        for (const run::RunConfig& config : configs) {
            const auto lane = static_cast<std::uint32_t>(trainers.size());
            trainers.push_back(std::make_unique<Trainer>(*device, images, dataset, config, sink, "test", lane));
            trainers.back()->begin();
        }
        sink.order.clear();
    }
    std::vector<TurnFailure> take(const Stretch& limits = Lane::unhurried()) {
        std::vector<Trainer*> all;
        for (const auto& trainer : trainers) all.push_back(trainer.get());
        return take_turns(all, limits);
    }
    /// Steps of each.
    std::vector<std::uint32_t> done() const {
        std::vector<std::uint32_t> result;
        for (const auto& trainer : trainers) result.push_back(trainer->steps_done());
        return result;
    }
    /// What the lane would have recorded alone on such a device, step by step.
    void expect_as_alone(std::uint32_t lane, std::unique_ptr<Device> on) {
        Lane control(std::move(on), dataset, trainers[lane]->config());
        control.steps(static_cast<int>(trainers[lane]->steps_done()));
        const auto& a = sink.sinks[lane].records;
        const auto& b = control.sink.records;
        ASSERT_EQ(a.size(), b.size()) << lane;
        for (std::size_t i = 0; i < a.size(); ++i) {
            run::Record record = a[i];
            record.set_lane(0);
            EXPECT_EQ(without_time(record), without_time(b[i])) << lane << ", " << i;
        }
        EXPECT_EQ(trainers[lane]->parameters().weights_sha256(), control.hash()) << lane;
        EXPECT_EQ(trainers[lane]->snapshot().position, control.trainer.snapshot().position) << lane;
    }

    std::unique_ptr<Device> device;
    const Dataset& dataset;
    DeviceData images;
    Order sink;
    std::vector<std::unique_ptr<Trainer>> trainers;
};

/// Lanes that have every kind of step between them, and epochs of other lengths.
inline std::vector<run::RunConfig> unlike_configs() {
    return {small_config([](run::RunConfig& c) {
                c.set_precision(run::FP16);
                c.set_scaling(run::DYNAMIC);
                c.set_loss_scale(0x1p22);  // overflows at first
                c.set_growth_interval(3);
                c.set_histogram_interval(2);
                c.set_shadow_interval(4);
            }),
            small_config([](run::RunConfig& c) {
                c.set_eval_interval(2);
                c.set_eval_images(20);
            }),
            small_config([](run::RunConfig& c) {
                c.set_precision(run::BF16);
                c.set_stochastic_rounding(true);
                c.set_batch(24);
            })};
}

}  // namespace mantissa
