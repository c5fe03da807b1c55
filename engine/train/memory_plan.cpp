// SPDX-License-Identifier: Apache-2.0
// Planning is what a Pass does before it allocates, so that is all there is to do.
#include "engine/train/memory_plan.h"

#include <algorithm>
#include <numeric>

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
    return shadow ? shadow->planned_bytes() + run.gradient_bytes() : 0;
}

std::uint64_t lane_bytes(Device& device, const Dataset& dataset, const run::RunConfig& config) {
    const Network network = make_network(config, dataset.side, dataset.classes);
    const PrecisionPolicy policy = resolve(policy_of(config), device.capabilities()).policy;
    const std::int64_t images = std::min<std::int64_t>(evaluation_batch, std::max(dataset.test.count, std::int64_t{1}));
    const Pass pass(device, network, policy, config.batch(), true);
    std::uint64_t bytes =
        pass.planned_bytes() + Pass(device, network, eval_policy_of(config), images, false).planned_bytes();
    if (wants_shadow(config, policy)) {
        const Pass shadow(device, network, mode_policy(fp32), config.batch(), true);
        bytes += shadow_bytes(pass, &shadow);
    }
    const MemoryByCategory held = persistent_memory(network, optimizer_settings_of(config), policy, false);
    return std::accumulate(held.begin(), held.end(), bytes);
}

run::MemoryRecord plan_memory(Device& device, const Dataset& dataset, const run::RunConfig& config) {
    const Network network = make_network(config, dataset.side, dataset.classes);
    const PrecisionPolicy policy = resolve(policy_of(config), device.capabilities()).policy;
    const Pass pass(device, network, policy, config.batch(), true);
    const OptimizerSettings optimizer = optimizer_settings_of(config);
    MemoryByCategory held = persistent_memory(network, optimizer, policy, false);
    MemoryByCategory native = persistent_memory(network, optimizer, policy, true);
    if (wants_shadow(config, policy)) {
        const Pass shadow(device, network, mode_policy(fp32), config.batch(), true);
        constexpr auto category = static_cast<std::size_t>(MemoryCategory::shadow);
        held[category] = native[category] = shadow_bytes(pass, &shadow);
    }
    const std::uint64_t scratch = scratch_bytes(device, dataset, config);
    held[static_cast<std::size_t>(MemoryCategory::workspace)] += scratch;
    run::MemoryRecord record = memory_record(
        pass.memory(), held, native, pass.planned_bytes() + held[static_cast<std::size_t>(MemoryCategory::shadow)]);
    record.set_device_own(device.overhead_bytes());
    return record;
}

std::uint32_t largest_batch(Device& device, const Dataset& dataset, const run::RunConfig& config, std::uint64_t budget,
                            bool native) {
    const auto fits = [&](std::uint32_t batch) {
        run::RunConfig with = config;
        with.set_batch(batch);
        const run::MemoryRecord plan = plan_memory(device, dataset, with);
        return (native ? plan.peak_native() : plan.peak_held() + plan.device_own()) <= budget;
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
