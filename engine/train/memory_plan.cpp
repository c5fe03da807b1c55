// SPDX-License-Identifier: Apache-2.0
// Planning is what a Pass does before it allocates, so that is all there is to do.
#include "engine/train/memory_plan.h"

#include <algorithm>
#include <memory>

#include "engine/nn/parameters.h"
#include "engine/run/memory_record.h"
#include "engine/train/flight_recorder.h"
#include "engine/train/lane_memory.h"
#include "engine/train/native_choice.h"
#include "engine/train/ranks.h"
#include "engine/train/telemetry.h"

namespace mantissa {

namespace {

/// The parts of a lane that is not running.
struct PlannedLane {
    PlannedLane(Device& device, const Dataset& dataset, const run::RunConfig& config)
        : network(make_network(config, dataset.side, dataset.classes)),
          optimizer(optimizer_settings_of(config)),
          rank_bytes(Ranks::bytes(config, network)),
          policies(policies_of(device, network, config)),
          training(device, network, policies.training.policy, share_of(config), true),
          evaluation(device, network, policies.evaluation, evaluation_images(dataset), false) {
        if (wants_shadow(config, training.policy()))
            shadow = std::make_unique<Pass>(device, network, mode_policy(fp32), share_of(config), true);
    }
    LaneParts parts() const { return {network, optimizer, training, evaluation, shadow.get(), rank_bytes}; }

    Network network;
    OptimizerSettings optimizer;
    std::uint64_t rank_bytes;
    RunPolicies policies;
    Pass training, evaluation;
    std::unique_ptr<Pass> shadow;
};

}  // namespace

std::uint64_t lane_bytes(Device& device, const Dataset& dataset, const run::RunConfig& config) {
    return lane_bytes(PlannedLane(device, dataset, config).parts());
}

run::MemoryRecord plan_memory(const Device& device, const LaneParts& lane, std::uint64_t scratch,
                              std::uint64_t data_bytes) {
    const PrecisionPolicy& policy = lane.training.policy();
    MemoryByCategory held = persistent_memory(lane.network, lane.optimizer, policy, false);
    MemoryByCategory native = persistent_memory(lane.network, lane.optimizer, policy, true);
    constexpr auto shadow = static_cast<std::size_t>(MemoryCategory::shadow);
    held[shadow] = native[shadow] = shadow_bytes(lane.training, lane.shadow);
    held[static_cast<std::size_t>(MemoryCategory::workspace)] += scratch;
    // Of all ranks: on machines of their own each would have its gradients only.
    held[static_cast<std::size_t>(MemoryCategory::gradients)] += lane.rank_bytes;
    run::MemoryRecord record = memory_record(lane.training.memory(), held, native, lane_bytes(lane));
    record.set_scratch_bytes(scratch);
    record.set_device_own(device.overhead_bytes());
    record.set_data_bytes(data_bytes);
    return record;
}

run::MemoryRecord plan_memory(Device& device, const Dataset& dataset, const run::RunConfig& config) {
    const PlannedLane lane(device, dataset, config);
    run::MemoryRecord record =
        plan_memory(device, lane.parts(), scratch_bytes(device, dataset, config), dataset.bytes());
    if (config.stop_on_divergence())
        record.set_recorder_bytes(
            FlightRecorder::planned_bytes(Parameters::planned_bytes(lane.network, lane.optimizer)));
    if (lane.policies.choice) *record.mutable_native_choice() = *lane.policies.choice;
    return record;
}

std::uint32_t largest_batch(Device& device, const Dataset& dataset, const run::RunConfig& config, std::uint64_t budget,
                            bool native) {
    const std::uint32_t ranks = std::max(1u, config.ranks());
    const auto fits = [&](std::uint32_t share) {
        run::RunConfig with = config;
        with.set_batch(share * ranks);
        const run::MemoryRecord plan = plan_memory(device, dataset, with);
        return (native ? plan.peak_native() : device_bytes(plan)) <= budget;
    };
    const std::uint32_t most = 65536 / ranks;  // as validation.cpp
    if (fits(most)) return most * ranks;
    std::uint32_t low = 0, high = most;  // low fits, high does not: the peak grows with the batch
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return low * ranks;
}

}  // namespace mantissa
