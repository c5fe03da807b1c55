// SPDX-License-Identifier: Apache-2.0
#include "engine/train/lane_parts.h"

#include <algorithm>
#include <utility>

#include "engine/nn/parameters.h"
#include "engine/run/names.h"
#include "engine/run/optimizers.h"
#include "engine/run/policy_of.h"

namespace mantissa {

Dataset with_task(Dataset dataset, const run::RunConfig& config) {
    return with_targets(std::move(dataset), targets_of(config), config.target_offset());
}

std::uint32_t total_steps(const run::RunConfig& config, std::int64_t images, std::uint32_t done,
                          const BatchPosition& at) noexcept {
    if (config.steps() >= 0) return static_cast<std::uint32_t>(config.steps());
    if (at.epoch >= config.epochs()) return done;
    const std::int64_t batch = config.batch(), in_epoch = (images + batch - 1) / batch;
    const std::int64_t rest = at.index > 0 ? (images - at.index + batch - 1) / batch : in_epoch;
    const std::int64_t whole = static_cast<std::int64_t>(config.epochs()) - at.epoch - 1;
    return done + static_cast<std::uint32_t>(rest + whole * in_epoch);
}

OptimizerSettings optimizer_settings_of(const run::RunConfig& config) {
    if (config.optimizer() == run::OPTIMIZER_UNSET || !run::Optimizer_IsValid(config.optimizer()))
        throw no_choice("optimizer");
    OptimizerSettings settings;
    settings.kind = static_cast<OptimizerSettings::Kind>(config.optimizer());  // has the same numbers
    settings.lr = config.lr();
    settings.momentum = optimizer_has(config.optimizer(), "momentum") ? config.momentum() : 0;
    settings.beta1 = config.beta1();
    settings.beta2 = config.beta2();
    settings.epsilon = config.epsilon();
    settings.clip_norm = config.clip_norm();
    settings.weight_decay = config.weight_decay();
    settings.schedule.cosine = config.schedule() == run::SCHEDULE_COSINE;
    settings.schedule.warmup = config.warmup_steps();
    settings.schedule.skips_advance = config.skips_advance();
    settings.device_seconds = config.device_seconds();
    settings.gather_updates = config.gather_updates();
    settings.arithmetic = policy_of(config).optimizer;
    return settings;
}

OptimizerSettings settings_at(OptimizerSettings settings, const run::RunConfig& config, std::int64_t images,
                              std::uint32_t done, const BatchPosition& at) {
    settings.schedule.step = done;
    settings.schedule.length = total_steps(config, images, done, at);
    return settings;
}

bool wants_shadow(const run::RunConfig& config, const PrecisionPolicy& policy) {
    if (config.shadow_interval() == 0 || config.histogram_interval() == 0) return false;
    bool narrow = policy.layer.activation_gradient != fp32 || policy.convolution.activation_gradient != fp32;
    for (const auto& [name, layer] : policy.overrides) narrow = narrow || layer.activation_gradient != fp32;
    return narrow;
}

std::uint64_t shadow_bytes(const Pass& run, const Pass* shadow) {
    if (!shadow) return 0;
    return shadow->device_bytes() + run.gradient_bytes() + run.gauges().all().size() * sizeof(ShadowCounts);
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
           shadow_bytes(lane.training, lane.shadow) + lane.rank_bytes +
           Parameters::planned_bytes(lane.network, lane.optimizer);
}

}  // namespace mantissa
