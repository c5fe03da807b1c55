// SPDX-License-Identifier: Apache-2.0
// Planning is what a Pass does before it allocates, so that is all there is to do.
#include "engine/train/memory_plan.h"

#include <algorithm>
#include <memory>

#include "engine/run/memory_record.h"
#include "engine/run/policy_of.h"
#include "engine/train/lane_memory.h"
#include "engine/train/telemetry.h"
#include "engine/train/trainer.h"

namespace mantissa {

bool wants_shadow(const run::RunConfig& config, const PrecisionPolicy& policy) {
    if (config.shadow_interval() == 0 || config.histogram_interval() == 0) return false;
    bool narrow = policy.layer.activation_gradient != fp32 || policy.convolution.activation_gradient != fp32;
    for (const auto& [name, layer] : policy.overrides) narrow = narrow || layer.activation_gradient != fp32;
    return narrow;
}

std::uint64_t shadow_bytes(const Pass& run, const Pass* shadow) {
    if (!shadow) return 0;
    std::uint64_t bytes = shadow->device_bytes() + run.gradient_bytes();
    for (const Gauge& gauge : run.gauges().all()) bytes += is_gradient(gauge.role) ? sizeof(ShadowCounts) : 0;
    return bytes;
}

std::int64_t evaluation_images(const Dataset& dataset) {
    return std::clamp<std::int64_t>(dataset.test.count, 1, 500);
}

std::uint64_t shared_bytes(const Pass& training, const Pass& evaluation) {
    return std::max(training.planned_bytes(), evaluation.planned_bytes());
}

std::uint64_t lane_bytes(const LaneParts& lane) {
    const auto own = [](const Pass& pass) { return pass.device_bytes() - pass.planned_bytes(); };
    return shared_bytes(lane.training, lane.evaluation) + own(lane.training) + own(lane.evaluation) +
           shadow_bytes(lane.training, lane.shadow) + Parameters::planned_bytes(lane.network, lane.optimizer);
}

namespace {

/// The parts of a lane that is not running.
struct PlannedLane {
    PlannedLane(Device& device, const Dataset& dataset, const run::RunConfig& config)
        : network(make_network(config, dataset.side, dataset.classes)),
          optimizer(optimizer_settings_of(config)),
          policy(resolve(policy_of(config), device.capabilities()).policy),
          training(device, network, policy, config.batch(), true),
          evaluation(device, network, eval_policy_of(config), evaluation_images(dataset), false) {
        if (wants_shadow(config, policy))
            shadow = std::make_unique<Pass>(device, network, mode_policy(fp32), config.batch(), true);
    }
    LaneParts parts() const { return {network, optimizer, training, evaluation, shadow.get()}; }

    Network network;
    OptimizerSettings optimizer;
    PrecisionPolicy policy;
    Pass training, evaluation;
    std::unique_ptr<Pass> shadow;
};

}  // namespace

std::uint64_t lane_bytes(Device& device, const Dataset& dataset, const run::RunConfig& config) {
    return lane_bytes(PlannedLane(device, dataset, config).parts());
}

run::MemoryRecord plan_memory(const Device& device, const LaneParts& lane, std::uint64_t scratch) {
    const PrecisionPolicy& policy = lane.training.policy();
    MemoryByCategory held = persistent_memory(lane.network, lane.optimizer, policy, false);
    MemoryByCategory native = persistent_memory(lane.network, lane.optimizer, policy, true);
    constexpr auto shadow = static_cast<std::size_t>(MemoryCategory::shadow);
    held[shadow] = native[shadow] = shadow_bytes(lane.training, lane.shadow);
    held[static_cast<std::size_t>(MemoryCategory::workspace)] += scratch;
    run::MemoryRecord record = memory_record(lane.training.memory(), held, native, lane_bytes(lane));
    record.set_scratch_bytes(scratch);
    record.set_device_own(device.overhead_bytes());
    return record;
}

run::MemoryRecord plan_memory(Device& device, const Dataset& dataset, const run::RunConfig& config) {
    return plan_memory(device, PlannedLane(device, dataset, config).parts(), scratch_bytes(device, dataset, config));
}

std::uint32_t largest_batch(Device& device, const Dataset& dataset, const run::RunConfig& config, std::uint64_t budget,
                            bool native) {
    const auto fits = [&](std::uint32_t batch) {
        run::RunConfig with = config;
        with.set_batch(batch);
        const run::MemoryRecord plan = plan_memory(device, dataset, with);
        return (native ? plan.peak_native() : device_bytes(plan)) <= budget;
    };
    constexpr std::uint32_t most = 65536;  // as validation.cpp
    if (fits(most)) return most;
    std::uint32_t low = 0, high = most;  // low fits, high does not: the peak grows with the batch
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

}  // namespace mantissa
