// SPDX-License-Identifier: Apache-2.0
// Which cast did what, from what the witness saw.
#include "engine/diagnose/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "engine/diagnose/witness_kernels.h"
#include "engine/report/advisor_text.h"
#include "engine/run/phrase_record.h"
#include "engine/run/policy_of.h"
#include "engine/train/lane_parts.h"

namespace mantissa {
namespace {

/// A result is reported where so much of its norm is wrong, by values that went to zero or in all.
constexpr double notable_share = 0.1;
/// Roundings of the run's own format that explain a difference: a result's, and some for the order of sums.
constexpr double explained_roundings = 8;

struct Place {
    std::string operation, layer;
    bool backward = false;
};

run::LayerCast cast_of_kernel(std::string_view kernel, bool arithmetic, bool backward) {
    if (kernel == "round_copy") return run::CAST_OPERAND;
    if (kernel == "gather_images") return run::CAST_ACTIVATION;
    if (kernel.starts_with("norm_")) return run::CAST_NORM;
    if (kernel == "softmax_forward") return run::CAST_SOFTMAX;
    if (kernel == "cross_entropy" || kernel == "squared_error" || kernel == "mean_forward")
        return arithmetic ? run::CAST_UNSET : backward ? run::CAST_ACTIVATION_GRADIENT : run::CAST_ACTIVATION;
    if (kernel == "bias_gradient") return arithmetic ? run::CAST_UNSET : run::CAST_WEIGHT_GRADIENT;
    if (kernel == "update" || kernel == "moments") return run::CAST_UNSET;
    if (arithmetic && kernel.starts_with("batch_norm")) return run::CAST_NORM;
    if (arithmetic && kernel != "softmax_backward" && kernel != "activation_backward") return run::CAST_ACCUMULATION;
    if (kernel.ends_with("backward_weights")) return run::CAST_WEIGHT_GRADIENT;
    if (kernel == "add" && !backward) return run::CAST_SUM;
    return backward ? run::CAST_ACTIVATION_GRADIENT : run::CAST_ACTIVATION;
}

/// Of moments the small ones count: an element whose second moment is zero is divided by epsilon alone, however small
/// its share of the norm.
bool moments_vanish(const Witnessed& seen) {
    return std::string_view(seen.kernel) == "moments" &&
           static_cast<double>(seen.flushed) > notable_share * static_cast<double>(seen.elements);
}

class Collector {
  public:
    Collector(const Network& network, const PrecisionPolicy& policy, std::uint32_t step)
        : network_(network), policy_(policy), step_(step) {
        const FloatFormat& own = policy.layer.operand;
        explained_ = explained_roundings * std::max(own.epsilon() / 2, bf16.epsilon() / 32);
    }

    Replay replay;
    Place place;
    const Gauges* gauges = nullptr;

    void see(const Witnessed& seen) {
        const std::string_view kernel = seen.kernel;
        run::CastFinding finding;
        finding.set_step(step_);
        finding.set_operation(place.operation);
        finding.set_layer(place.layer);
        finding.set_backward(place.backward);
        bool gradient = false;
        if (const int gauge = gauges && seen.counts ? gauges->at(seen.counts) : -1; gauge >= 0) {
            const Gauge& one = gauges->all()[static_cast<std::size_t>(gauge)];
            finding.set_operation(one.tensor);
            finding.set_layer(one.layer);
            gradient = one.role == GaugeRole::activation_gradient;
        }
        if (kernel == "update" || kernel == "moments") {
            finding.set_operation(network_.parameters[seen.parameter].name);
            finding.set_layer(network_.parameters[seen.parameter].layer);
            finding.set_backward(true);
        }
        if ((kernel == "cross_entropy" || kernel == "squared_error") && seen.arithmetic)
            finding.set_operation(place.operation);          // not of its cast
        finding.set_cast(gradient && kernel == "round_copy"  // what a sum hands to its terms
                             ? run::CAST_ACTIVATION_GRADIENT
                             : cast_of_kernel(kernel, seen.arithmetic, place.backward));
        if (finding.cast() == run::CAST_ACCUMULATION) {  // of the operation, whosever tensor it makes
            finding.set_layer(place.layer);
            if (finding.layer() != place.operation) finding.set_operation(place.operation);
        }
        finding.set_format(name_of(seen.arithmetic ? inner_format(finding) : seen.format));
        finding.set_elements(seen.elements);
        finding.set_largest(seen.largest);
        finding.set_smallest(seen.smallest);
        const double norm = std::max(seen.norm, 1e-300), share = seen.error_norm / norm;
        finding.set_error(seen.norm > 0 ? share : 0);
        if (seen.overflowed > 0) {
            finding.set_effect(run::CastFinding::EFFECT_OVERFLOW);
            finding.set_affected(seen.overflowed);
        } else if (kernel == "update" && seen.format.is_narrow() && share > notable_share) {
            finding.set_effect(run::CastFinding::EFFECT_LOST_UPDATE);
            finding.set_affected(seen.flushed);
        } else if (seen.flushed > 0 && (seen.flushed_norm > notable_share * seen.norm || moments_vanish(seen))) {
            finding.set_effect(run::CastFinding::EFFECT_UNDERFLOW);
            finding.set_affected(seen.flushed);
        } else if (seen.norm > 0 && share > explained_ && kernel != "update") {
            finding.set_effect(run::CastFinding::EFFECT_ROUNDING);
            finding.set_affected(seen.elements);
        } else {
            if (seen.handed_on > 0) ++replay.propagators;
            return;
        }
        if (finding.cast() == run::CAST_UNSET && kernel == "moments")
            finding.set_operation(finding.operation() + " moments");
        const Phrase phrase = finding_phrase(finding, seen.arithmetic && 2 * seen.lost_inside > seen.flushed,
                                             seen.norm > 0 ? seen.flushed_norm / norm : 0);
        finding.set_text(english(phrase));
        *finding.mutable_phrase() = record_of(phrase);
        replay.findings.push_back(std::move(finding));
    }

  private:
    /// What an operation computes with inside.
    const FloatFormat& inner_format(const run::CastFinding& finding) const {
        const LayerPolicy& layer = policy_.of(finding.layer(), network_.is_convolution(finding.layer()));
        switch (finding.cast()) {
            case run::CAST_ACCUMULATION:
                return layer.accumulation.format;
            case run::CAST_NORM:
                return layer.norm_statistics.format;
            case run::CAST_SOFTMAX:
                return layer.softmax_arithmetic.format;
            default:
                return policy_.reduction.format;
        }
    }

    const Network& network_;
    const PrecisionPolicy& policy_;
    std::uint32_t step_;
    double explained_;
};

/// A magnitude beside a format's limit: 66246 against 65504.
std::string number(double value) {
    return fmt::format("{:.5g}", value);
}

std::string rounded(double value) {
    return fmt::format("{:.3g}", value);
}

}  // namespace

Phrase finding_phrase(const run::CastFinding& f, bool inside, double zeros) {
    const Phrase where = f.backward() ? say("%1, backward", {f.operation()}) : Phrase(f.operation());
    const std::uint32_t step = f.step() + 1;  // the first is step 1, as everywhere in the program
    const std::string affected = count_text(f.affected()), elements = count_text(f.elements());
    const std::vector<Phrase> start{step, where, affected, elements, f.format()};
    const auto with = [&start](std::vector<Phrase> more) {
        std::vector<Phrase> all = start;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    switch (f.effect()) {
        case run::CastFinding::EFFECT_OVERFLOW: {
            const FloatFormat format = format_named(f.format());
            if (static_cast<double>(f.largest()) < format.overflow_threshold())
                return say(
                    "step %1, %2: %3 of %4 results are infinite or NaN that FP32 holds, by what is kept inside "
                    "in fewer bits (largest result %5)",
                    {step, where, affected, elements, number(static_cast<double>(f.largest()))});
            return say("step %1, %2: %3 of %4 results passed %6, the largest number of %5 (largest %7)",
                       with({number(format.max_finite()), number(static_cast<double>(f.largest()))}));
        }
        case run::CastFinding::EFFECT_UNDERFLOW:
            if (inside)
                return say(
                    "step %1, %2: %3 of %4 results are zero that FP32 does not make zero, by what is kept inside in "
                    "%5, %6 % of the norm (largest %7)",
                    with({rounded(100 * std::min(1.0, zeros)), rounded(static_cast<double>(f.largest()))}));
            return say("step %1, %2: %3 of %4 results became zero in %5, %6 % of the norm (smallest %7)",
                       with({rounded(100 * std::min(1.0, zeros)), rounded(static_cast<double>(f.smallest()))}));
        case run::CastFinding::EFFECT_LOST_UPDATE:
            return say("step %1, %2: %3 of %4 updates leave the weight in %5 as it was, %6 % of the update's norm",
                       with({rounded(100 * std::min(1.0, f.error()))}));
        default:
            return say("step %1, %2: %5 moves the %4 results by %6 % of their norm",
                       {step, where, affected, elements, f.format(), rounded(100 * f.error())});
    }
}

Replay replay_step(const Bench& bench, const run::RunConfig& config, const Snapshot& at) {
    const Network network = make_network(config, bench.dataset.side, bench.dataset.classes);
    PrecisionPolicy policy = policy_of(config);
    policy.native = false;
    Collector collector(network, policy, at.step);
    const std::unique_ptr<Device> device =
        make_witness_device(bench.device, [&](const Witnessed& seen) { collector.see(seen); });
    const OptimizerSettings optimizer =
        settings_at(optimizer_settings_of(config), config, bench.dataset.train.count, at.step, at.position);
    Parameters parameters(*device, network, optimizer);
    parameters.load(at.parameters);
    parameters.round_weights(policy.weight);
    Pass pass(*device, network, policy, config.batch(), true);
    pass.allocate();
    Gauges& gauges = pass.gauges();
    collector.gauges = &gauges;
    StepState* state = gauges.state();
    device->upload(&state->scaler, &at.scaler, sizeof(ScalerState));
    Batcher batcher(bench.dataset.train.count, config.batch(), config.seed(), config.shuffle());
    batcher.seek(at.position);

    const auto layer_of = [&](const std::string& name) -> std::string {
        for (const auto& one : network.operations)
            if (one->name == name || one->layer + " pool" == name) return one->layer;
        return {};
    };
    gauges.begin_step(*device, false);
    pass.send({optimizer, scaler_settings_of(config)}, batcher.next());
    pass.set_weights(parameters.weights(), false, config.seed(), at.step);
    pass.set_state(parameters.state(), true);
    collector.place = {"images", network.operations.front()->layer, false};
    pass.gather(bench.data.train.data(), pass.inputs().indices());
    for (std::size_t i = 0; i < pass.operations(); ++i) {
        collector.place = {pass.operation_name(i), layer_of(pass.operation_name(i)), false};
        pass.forward_operation(i);
    }
    collector.place = {"loss", network.tensors.back().layer, true};
    pass.loss(state, &state->loss);
    for (std::size_t i = pass.operations(); i-- > 0;) {
        collector.place = {pass.operation_name(i), layer_of(pass.operation_name(i)), true};
        pass.backward_operation(i);
    }
    const std::span<const ParameterView> views = pass.views(parameters);
    const StepInputs& inputs = pass.inputs();
    device->kernels().inspect_gradients(views, inputs.optimizer(), inputs.scaler(), state);
    device->kernels().update_parameters(views, inputs.optimizer(), inputs.scaler(), state);
    StepState done;
    device->download(&done, state, sizeof done);
    collector.replay.loss =
        static_cast<float>(done.loss.loss / static_cast<double>(std::max<std::uint64_t>(1, done.loss.images)));
    return std::move(collector.replay);
}

Replay replay_to_failure(const Bench& bench, const run::RunConfig& config, const Snapshot* from, std::uint32_t step,
                         const std::function<void()>& check) {
    Trial trial(bench, config, from);
    // The update of one of the two steps before may have brought it.
    while (trial.steps_done() + 2 < step) {
        trial.step();
        check();
    }
    Replay all;
    const auto overflowed = [](const run::CastFinding& f) { return f.effect() == run::CastFinding::EFFECT_OVERFLOW; };
    for (;; trial.step()) {
        check();
        Replay one = replay_step(bench, config, trial.snapshot());
        all.propagators += one.propagators;
        all.loss = one.loss;
        std::move(one.findings.begin(), one.findings.end(), std::back_inserter(all.findings));
        // Of gradients it may be one that the loss scaler saw and skipped.
        const bool forward = std::any_of(all.findings.begin(), all.findings.end(),
                                         [&](const run::CastFinding& f) { return overflowed(f) && !f.backward(); });
        if (trial.steps_done() >= step || forward) break;
    }
    std::stable_partition(all.findings.begin(), all.findings.end(), overflowed);
    return all;
}

}  // namespace mantissa
