// SPDX-License-Identifier: Apache-2.0
#include "engine/train/lane_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "engine/base/error.h"
#include "engine/train/lane_parts.h"
#include "engine/train/native_choice.h"
#include "engine/train/step.h"

namespace mantissa {

std::uint64_t memory_for_lanes(const Device& device, std::uint64_t data_bytes) {
    const std::uint64_t all = device.describe().memory_bytes, own = device.overhead_bytes() + data_bytes;
    return all == 0 ? 0 : all > own ? all - own : 1;
}

void LaneScratch::add(const Dataset& dataset, const run::RunConfig& config) {
    if (!rehearsal_) return;
    Device& rehearsal = *rehearsal_;
    const Network network = make_network(config, dataset.side, dataset.classes);
    const RunPolicies policies = policies_of(device_, network, config);
    const PrecisionPolicy& policy = policies.training.policy;
    Step::Inputs in;
    in.optimizer = optimizer_settings_of(config);
    Parameters parameters(rehearsal, network, in.optimizer);
    const std::int64_t share = share_of(config);  // of a step's batch: one rank after the other
    Pass pass(rehearsal, network, policy, share, true);
    Pass shadow(rehearsal, network, mode_policy(fp32), share, true);
    pass.allocate();
    shadow.allocate();
    ShadowTape tape(rehearsal, pass.gauges().all().size());
    std::vector<std::uint32_t> indices(config.batch());
    in.indices = indices;
    Step step(rehearsal, pass, parameters);
    const auto train = [&](std::int64_t images) {
        in.indices = std::span(indices).first(static_cast<std::size_t>(images));
        in.monitored = false;
        in.shadow = nullptr;
        step.run(in);
        in.monitored = config.histogram_interval() > 0;
        if (wants_shadow(config, policy)) {
            in.shadow = &shadow;
            in.tape = &tape;
        }
        step.run(in);
    };
    train(share);
    const std::int64_t ranks = std::max<std::int64_t>(1, config.ranks());
    const std::int64_t rest = dataset.train.count % config.batch(), last = (rest + ranks - 1) / ranks;
    if (last > 0 && last < share) train(last);  // an epoch's last
    const std::int64_t most = evaluation_images(dataset);
    Pass evaluation(rehearsal, network, policies.evaluation, most, false);
    evaluation.allocate();
    indices.resize(static_cast<std::size_t>(std::max<std::int64_t>(config.batch(), most)));
    // Whole pieces, and the last one of each evaluation: of the test set, a live one, of the training images.
    const auto last_of = [most](std::int64_t images, std::int64_t wanted) {
        return (wanted > 0 ? std::min(images, wanted) : images) % most;
    };
    const std::set<std::int64_t> pieces{most, last_of(dataset.test.count, config.test_examples()),
                                        last_of(dataset.test.count, config.eval_images()),
                                        last_of(dataset.train.count, config.train_eval_images())};
    for (const std::int64_t images : pieces) {
        if (images == 0) continue;
        evaluation.load({}, std::span(indices).first(static_cast<std::size_t>(images)));
        evaluation.set_state(parameters.state(), false);
        evaluation.set_devices(parameters.devices());
        evaluation.forward(parameters.weights(), false, 0, 0);
        evaluation.loss(nullptr, &evaluation.gauges().state()->loss);
    }
}

std::uint64_t scratch_bytes(const Device& device, const Dataset& dataset, const run::RunConfig& config) {
    LaneScratch one(device);
    one.add(dataset, config);
    return one.bytes();
}

namespace {

std::string gib(std::uint64_t bytes) {
    return fmt::format("{:.2f}", static_cast<double>(bytes) / 0x1p30);
}

}  // namespace

void check_memory(const Device& device, std::uint64_t data_bytes, std::uint64_t bytes, std::size_t lanes,
                  const Phrase& remedy) {
    const std::uint64_t limit = memory_for_lanes(device, data_bytes);
    if (limit == 0 || bytes <= limit) return;
    throw Error(ErrorCode::usage,
                lanes == 1 ? say("1 run needs %1 GiB, and the device has %2 GiB for runs", {gib(bytes), gib(limit)})
                           : say("%1 runs need %2 GiB together, and the device has %3 GiB for runs",
                                 {lanes, gib(bytes), gib(limit)}),
                "memory", remedy);
}

}  // namespace mantissa
