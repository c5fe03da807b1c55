// SPDX-License-Identifier: Apache-2.0
// Planning is what a Pass does before it allocates, so that is all there is to do.
#include "engine/train/memory_plan.h"

#include "engine/nn/pass.h"
#include "engine/run/policy_of.h"
#include "engine/train/telemetry.h"
#include "engine/train/trainer.h"

namespace mantissa {

run::MemoryRecord plan_memory(Device& device, const Dataset& dataset, const run::RunConfig& config) {
    const Network network = make_network(config, dataset.side, dataset.classes);
    const PrecisionPolicy policy = resolve(policy_of(config), device.capabilities()).policy;
    const Pass pass(device, network, policy, config.batch(), true);
    const OptimizerSettings optimizer = optimizer_settings_of(config);
    return memory_record(pass.memory(), persistent_memory(network, optimizer, policy, false),
                         persistent_memory(network, optimizer, policy, true), pass.planned_bytes());
}

}  // namespace mantissa
