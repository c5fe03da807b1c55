// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/trial.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/run/policy_of.h"
#include "engine/train/lane_parts.h"
#include "engine/train/native_choice.h"
#include "engine/train/step.h"

namespace mantissa {
namespace {

bool are_finite(const std::vector<float>& values) {
    return std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
}

}  // namespace

Trial::Trial(const Bench& bench, const run::RunConfig& config, const Snapshot* from, bool moved)
    : bench_(bench),
      config_(config),
      network_(make_network(config, bench.dataset.side, bench.dataset.classes)),
      optimizer_(optimizer_settings_of(config)),
      scaler_(scaler_settings_of(config)),
      batcher_(bench.dataset.train.count, config.batch(), config.seed(), config.shuffle()) {
    const RunPolicies policies = policies_of(bench_.device, network_, config);
    const PrecisionPolicy& policy = policies.training.policy;
    evaluation_policy_ = policies.evaluation;
    pass_ = std::make_unique<Pass>(bench_.device, network_, policy, share_of(config), true);
    if (config.ranks() > 1) ranks_ = std::make_unique<Ranks>(config, network_);
    pass_->allocate();
    parameters_ = std::make_unique<Parameters>(bench_.device, network_, optimizer_);
    ScalerState scale = LossScaler(scaler_).state();
    if (from) {
        parameters_->load(from->parameters);
        parameters_->round_weights(policy.weight);
        done_ = from->step;
        batcher_.seek(from->position);
        // A scaler of other settings starts anew: its own history would not be its own.
        if (scaler_settings_of(from->config) == scaler_) scale = from->scaler;
        scale.optimizer_step = from->scaler.optimizer_step;
        if (moved)
            for (std::size_t i = 0; i < network_.parameters.size(); ++i) {
                std::vector<float> values = parameters_->values(i);
                for (float& value : values) value = next_away_from_zero(value, policy.weight);
                parameters_->set_values(i, values);
            }
    } else {
        parameters_->initialise(config.seed(), config.init_scale(), policy.weight, moved || config.one_ulp());
    }
    bench_.device.upload(&pass_->gauges().state()->scaler, &scale, sizeof scale);
}

TrialStep Trial::step() {
    const OptimizerSettings optimizer =
        settings_at(optimizer_, config_, bench_.dataset.train.count, done_, batcher_.position());
    const Step::Inputs in{bench_.data.train.data(),
                          batcher_.next(),
                          optimizer,
                          scaler_,
                          config_.seed(),
                          done_,
                          false,
                          nullptr,
                          nullptr,
                          nullptr,
                          ranks_.get()};
    Step(bench_.device, *pass_, *parameters_).run(in);
    pass_->gauges().unpack(pass_->gauges().fetch(bench_.device, false)->wait(), false, readings_);
    ++done_;
    TrialStep did;
    const StepState& state = readings_.state;
    did.loss = static_cast<float>(state.loss.loss / static_cast<double>(std::max<std::uint64_t>(1, state.loss.images)));
    did.scale = state.scale_used;
    did.skipped = state.skipped != 0;
    for (const ParameterMetrics& one : readings_.parameters) {
        did.updates_nonzero += one.updates_nonzero;
        did.updates_lost += one.updates_lost;
    }
    return did;
}

Evaluation Trial::evaluate(std::int64_t images) const {
    const std::int64_t most = std::min(images, evaluation_images(bench_.dataset));
    Pass pass(bench_.device, network_, evaluation_policy_, most, false);
    pass.allocate();
    Gauges& gauges = pass.gauges();
    gauges.begin_step(bench_.device, false);
    std::vector<std::uint32_t> indices(static_cast<std::size_t>(most));
    for (std::int64_t first = 0; first < images; first += most) {
        const std::span<std::uint32_t> batch(indices.data(), static_cast<std::size_t>(std::min(most, images - first)));
        std::iota(batch.begin(), batch.end(), static_cast<std::uint32_t>(first));
        pass.send({}, batch);
        pass.set_weights(parameters_->weights(), false, config_.seed(), done_);
        pass.set_state(parameters_->state(), false);
        pass.gather(bench_.data.test.data(), pass.inputs().indices());
        pass.forward();
        pass.loss(nullptr, &gauges.state()->loss);
    }
    LossSums sums;
    bench_.device.download(&sums, &gauges.state()->loss, sizeof sums);
    Evaluation evaluation;
    evaluation.loss = sums.loss / static_cast<double>(std::max<std::uint64_t>(1, sums.images));
    evaluation.metric = network_.objective.metric(sums);
    if (network_.objective.metric_kind == Objective::Metric::right && sums.images > 0)
        evaluation.chance = 1 / std::sqrt(static_cast<double>(sums.images));
    return evaluation;
}

bool Trial::state_is_finite() const {
    for (std::size_t i = 0; i < network_.state.size(); ++i)
        if (!are_finite(parameters_->state_values(i))) return false;
    return true;
}

bool Trial::weights_are_finite() const {
    for (std::size_t i = 0; i < network_.parameters.size(); ++i)
        if (!are_finite(parameters_->values(i))) return false;
    return true;
}

Snapshot Trial::snapshot() const {
    Snapshot snapshot;
    snapshot.config = config_;
    snapshot.step = done_;
    snapshot.position = batcher_.position();
    bench_.device.download(&snapshot.scaler, &pass_->gauges().state()->scaler, sizeof(ScalerState));
    snapshot.parameters = parameters_->save();
    return snapshot;
}

run::RunConfig in_fp32(const run::RunConfig& config) {
    run::RunConfig wide = config;
    wide.set_precision(run::FP32);
    wide.set_scaling(run::NONE);
    wide.set_reduction(run::REDUCE_FP32);
    wide.set_rank_format(run::FP32);
    wide.clear_layer_overrides();
    wide.clear_eval_precision();
    return wide;
}

}  // namespace mantissa
