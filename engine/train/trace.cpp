// SPDX-License-Identifier: Apache-2.0
// One number's way through a step.
#include "engine/train/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "engine/backend/optimizer_rule.h"
#include "engine/base/error.h"
#include "engine/base/rng.h"

namespace mantissa {
namespace {

constexpr int bins = trace_nonfinite_bin - trace_zero_bin + 1;

GaugeRole gauge_role_of(run::Role role) {
    if (role == run::ROLE_WEIGHT_GRADIENT) return GaugeRole::weight_gradient;
    if (role == run::ROLE_ACTIVATION_GRADIENT) return GaugeRole::activation_gradient;
    throw Error(ErrorCode::usage, say("only gradients are followed"), "role",
                say("ROLE_WEIGHT_GRADIENT or ROLE_ACTIVATION_GRADIENT"));
}

int gauge_of(const std::vector<Gauge>& gauges, const run::Trace& request) {
    const GaugeRole role = gauge_role_of(request.role());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < gauges.size(); ++i) {
        if (gauges[i].role != role) continue;
        if (gauges[i].tensor == request.tensor()) return static_cast<int>(i);
        names.push_back(gauges[i].tensor);
    }
    throw Error(ErrorCode::usage, say("the network has no such gradient of \"%1\"", {request.tensor()}), "tensor",
                say("one of %1", {fmt::format("{}", fmt::join(names, ", "))}));
}

LayerPolicy formats_of(const Network& network, const PrecisionPolicy& policy, const std::string& layer) {
    return policy.of(layer, network.is_convolution(layer));
}

}  // namespace

int trace_bin(float x) noexcept {
    if (!std::isfinite(x)) return trace_nonfinite_bin;
    if (x == 0) return trace_zero_bin;
    return std::clamp(std::ilogb(x), trace_zero_bin + 1, trace_nonfinite_bin - 1);
}

TraceChoice choose_element(std::span<const float> before, std::span<const float> shadow, const run::Trace& request,
                           std::uint64_t seed, std::uint32_t step) {
    TraceChoice chosen;
    if (request.has_index() && request.index() < before.size()) {
        chosen.index = request.index();
        chosen.bin = request.has_bin() ? request.bin() : trace_bin(before[chosen.index]);
        return chosen;
    }
    chosen.bin = request.bin();
    chosen.from_bin = !request.has_index();  // an element that a shorter batch has not
    const auto is_starved = [&](std::size_t i) { return before[i] == 0 && i < shadow.size() && shadow[i] != 0; };
    std::array<std::uint64_t, bins> counts{};
    std::uint64_t starved = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        ++counts[static_cast<std::size_t>(trace_bin(before[i]) - trace_zero_bin)];
        starved += is_starved(i) ? 1 : 0;
    }
    const int wanted = std::clamp(request.bin(), trace_zero_bin, trace_nonfinite_bin);
    const auto count = [&](int bin) { return counts[static_cast<std::size_t>(bin - trace_zero_bin)]; };
    int found = wanted;
    if (count(wanted) == 0) {
        found = count(trace_zero_bin) > 0 ? trace_zero_bin : trace_nonfinite_bin;
        int nearest = bins;
        for (int bin = trace_zero_bin + 1; bin < trace_nonfinite_bin; ++bin) {
            if (count(bin) == 0 || std::abs(bin - wanted) >= nearest) continue;
            nearest = std::abs(bin - wanted);
            found = bin;
        }
        chosen.from_bin = false;
    }
    const bool only_starved = found == trace_zero_bin && starved > 0;
    // 0x74726163: "trac", so that these numbers are shared with no other use of the seed.
    const std::uint32_t random = philox4x32(
        {step, 0, 0, 0x74726163u}, {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)})[0];
    std::uint64_t skip = random % (only_starved ? starved : count(found));
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (only_starved ? !is_starved(i) : trace_bin(before[i]) != found) continue;
        chosen.index = i;
        if (skip-- == 0) break;
    }
    return chosen;
}

Tracer::Tracer(Device& device, const Network& network, const Parameters& parameters, Pass& pass,
               const run::Trace& request)
    : device_(device),
      network_(network),
      parameters_(parameters),
      pass_(pass),
      request_(request),
      gauge_(gauge_of(pass.gauges().all(), request)) {
    const Gauge& gauge = pass_.gauges().all()[static_cast<std::size_t>(gauge_)];
    if (gauge.role == GaugeRole::weight_gradient)
        for (std::size_t i = 0; i < network_.parameters.size(); ++i)
            if (network_.parameters[i].name == gauge.tensor) parameter_ = i;
}

/// FP32 throughout, or the run's pass without the one cast.
Pass Tracer::extra_pass(bool shadow) const {
    const Gauge& gauge = pass_.gauges().all()[static_cast<std::size_t>(gauge_)];
    const bool stored_narrow = !shadow && gauge.role == GaugeRole::activation_gradient;
    // A part of a sum is stored as the sum is: "x via f".
    Pass pass(device_, network_, shadow ? mode_policy(fp32) : pass_.policy(), pass_.batch(), true,
              stored_narrow ? gauge.tensor.substr(0, gauge.tensor.find(" via ")) : std::string());
    if (!shadow) pass.gauges().set_format(gauge_, fp32);
    return pass;
}

void Tracer::check(std::uint64_t limit) const {
    const Gauge& gauge = pass_.gauges().all()[static_cast<std::size_t>(gauge_)];
    if (!request_.has_bin() && !request_.has_index())
        throw Error(ErrorCode::usage, say("it does not say which number"), "bin",
                    say("the exponent of a bin, or the element's index"));
    if (request_.has_index() && request_.index() >= static_cast<std::uint64_t>(gauge.elements))
        throw Error(ErrorCode::usage, say("%1 has no element %2", {request_.tensor(), request_.index()}), "index",
                    say("0 to %1", {gauge.elements - 1}));
    for (const bool shadow : {true, false}) {
        Pass pass = extra_pass(shadow);
        if (limit && pass_.device_bytes() + pass.device_bytes() > limit)
            throw Error(ErrorCode::usage, say("there is not enough memory for a second pass over the batch"), "trace",
                        say("choose a smaller batch"));
        pass.allocate();
    }
}

std::vector<float> Tracer::gradient_of(bool shadow, const Step::Inputs& step) {
    Pass pass = extra_pass(shadow);
    pass.allocate();
    const Gauge& gauge = pass_.gauges().all()[static_cast<std::size_t>(gauge_)];
    GradientCopy copy(device_, gauge_, gauge.elements);
    StepState* own = pass.gauges().state();
    pass.gauges().begin_step(device_, false);
    pass.load(step.data, step.indices);
    pass.set_state(parameters_.state(), false);
    if (!shadow) pass.set_devices(parameters_.devices());
    pass.forward(parameters_.weights(), false, step.seed, step.number);
    pass.set_tap({Tap::Mode::none, nullptr, nullptr, &copy});
    pass.loss(shadow ? own : pass_.gauges().state(), &own->loss);  // the run's scale is in the run's state
    pass.backward();
    return copy.values();
}

void Tracer::begin(const Step::Inputs& step) {
    step_ = step;
    const std::vector<float> shadow = gradient_of(true, step);
    const std::vector<float> before = gradient_of(false, step);
    chosen_ = choose_element(before, shadow, request_, step.seed, step.number);
    before_cast_ = before[chosen_.index];
    shadow_ = shadow[chosen_.index];
    device_.download(&scaler_, &pass_.gauges().state()->scaler, sizeof scaler_);
    real_ = std::make_unique<GradientCopy>(device_, gauge_,
                                           pass_.gauges().all()[static_cast<std::size_t>(gauge_)].elements);
    if (!parameter_) return;
    const ParameterView view = pass_.views(parameters_)[*parameter_];
    const auto read = [this](const Tensor& tensor, float& to) {
        if (tensor) device_.download(&to, tensor.f32() + chosen_.index, sizeof to);
    };
    read(view.weight, weight_);
    read(view.first_moment, first_moment_);
    read(view.second_moment, second_moment_);
}

run::Record Tracer::end(const StepState& state) {
    const Gauge& gauge = pass_.gauges().all()[static_cast<std::size_t>(gauge_)];
    run::Record result;
    run::TraceRecord& record = *result.mutable_trace();
    record.set_tensor(gauge.tensor);
    record.set_layer(gauge.layer);
    record.set_role(request_.role());
    record.set_index(chosen_.index);
    for (const std::uint32_t coordinate : position()) record.add_position(coordinate);
    record.set_bin(chosen_.bin);
    record.set_from_bin(chosen_.from_bin);
    record.set_format(name_of(gauge.format));
    record.set_scale(state.scale_used);
    record.set_loss(
        static_cast<float>(state.loss.loss / static_cast<double>(std::max<std::uint64_t>(1, state.loss.images))));
    record.set_shadow(shadow_);
    record.set_before_cast(before_cast_);
    record.set_after_cast(real_->value(chosen_.index));
    if (survives_cast(record, state)) follow_update(record, state);
    return result;
}

/// Sets the death where it ends at its cast; true where an optimizer reads it.
bool Tracer::survives_cast(run::TraceRecord& record, const StepState& state) const {
    const float before = record.before_cast(), after = record.after_cast();
    record.set_death(run::TraceRecord::DEATH_UNSET);
    if (!std::isfinite(before) || !std::isfinite(after)) {
        record.set_death(run::TraceRecord::OVERFLOWED);
        return parameter_ && !state.skipped;  // without a scaler nothing is looked at: it reaches the weight
    }
    if (before == 0 && shadow_ != 0)
        record.set_death(run::TraceRecord::BORN_ZERO);
    else if (before != 0 && after == 0)
        record.set_death(run::TraceRecord::FLUSHED);
    else if (!parameter_)
        record.set_death(run::TraceRecord::PASSED_ON);
    return record.death() == run::TraceRecord::DEATH_UNSET;
}

/// Unscale, clip, optimizer, stored weight.
void Tracer::follow_update(run::TraceRecord& record, const StepState& state) const {
    const float unscaled = record.after_cast() * inverse_of(state.scale_used);
    if (state.skipped) {
        const bool own_fault = !std::isfinite(unscaled);  // a scale below 1 can do that
        record.set_death(own_fault ? run::TraceRecord::OVERFLOWED : run::TraceRecord::STEP_SKIPPED);
        if (own_fault) record.set_unscaled(unscaled);
        return;
    }
    const OptimizerSettings& optimizer = step_.optimizer;
    const double norm = std::sqrt(state.norm_squared);
    const UpdateFactors factors =
        update_factors(optimizer, state.scale_used, state.norm_squared, scaler_.optimizer_step);
    const float clipped = mantissa::gradient_of(factors, record.after_cast());
    record.set_unscaled(round_to(unscaled, factors.format));
    record.set_gradient_norm(static_cast<float>(norm));
    record.set_clip_factor(factors.clip);
    record.set_clipped(clipped);

    const ParameterView view = pass_.views(parameters_)[*parameter_];
    const auto read = [this](const Tensor& tensor) {
        float value = 0;
        device_.download(&value, tensor.f32() + chosen_.index, sizeof value);
        return value;
    };
    record.set_optimizer(name_of(optimizer));
    if (view.first_moment) record.set_first_moment(read(view.first_moment));
    if (view.second_moment) record.set_second_moment(read(view.second_moment));
    float first = first_moment_, second = second_moment_;
    const float change =
        update_of(factors, static_cast<bool>(view.first_moment), view.decays, weight_, clipped, first, second).all;
    record.set_update(change == 0 ? 0.0f : -change);
    record.set_weight_before(weight_);
    record.set_weight_after(read(view.weight));
    record.set_weight_format(name_of(view.weight_format));
    if (record.death() == run::TraceRecord::OVERFLOWED) return;
    if (record.weight_after() == record.weight_before())
        record.set_death(change == 0 ? run::TraceRecord::UPDATE_ZERO : run::TraceRecord::UPDATE_LOST);
    else
        follow_working_copy(record);
}

/// The numbers that multiply, as WeightedOperation makes them from the stored ones: in this step, and in the next.
void Tracer::follow_working_copy(run::TraceRecord& record) const {
    const PrecisionPolicy& policy = pass_.policy();
    const LayerPolicy formats = formats_of(network_, policy, record.layer());
    const ParameterInfo& info = network_.parameters[*parameter_];
    const bool bias = info.is_bias;
    const FloatFormat format = !info.is_operand                  ? policy.weight  // a norm's, an embedding's
                               : bias && formats.operand == tf32 ? fp32
                                                                 : formats.operand;
    if (format.contains(policy.weight)) {  // no copy: the stored numbers multiply
        record.set_working_before(record.weight_before());
        record.set_working_after(record.weight_after());
        record.set_working_format(name_of(policy.weight));
        return;
    }
    const bool stochastic =
        policy.weight_rounding == Rounding::stochastic && formats.operand_rounding == Rounding::nearest_even;
    const Rounding rounding = stochastic ? Rounding::stochastic
                              : bias     ? Rounding::nearest_even
                                         : formats.operand_rounding;
    const auto working = [&](float weight, std::uint32_t step) {
        const RandomKey random{step_.seed, RandomUse::stochastic_rounding, step,
                               static_cast<std::uint32_t>(*parameter_)};
        return round_to(weight, format, rounding, random.bits(chosen_.index));
    };
    record.set_working_before(working(record.weight_before(), step_.number));
    record.set_working_after(working(record.weight_after(), step_.number + 1));
    record.set_working_format(name_of(format));
    if (record.working_after() == record.working_before()) record.set_death(run::TraceRecord::WORKING_COPY);
}

/// Where PyTorch has the element: [row, column] of a weight, [image, unit] of an activation, channels before rows and
/// columns in a convolution.
std::vector<std::uint32_t> Tracer::position() const {
    std::vector<std::int64_t> shape;
    std::uint64_t index = chosen_.index;
    if (parameter_) {
        std::vector<float> mark(static_cast<std::size_t>(network_.parameters[*parameter_].shape.size()));
        mark[index] = 1;
        const std::vector<float> there = to_pytorch_layout(network_.parameters[*parameter_], mark);
        index = static_cast<std::uint64_t>(std::find(there.begin(), there.end(), 1.0f) - there.begin());
        shape = network_.parameters[*parameter_].pytorch_shape;
    } else {
        const Shape& extents = real_->shape();
        for (int i = 0; i < extents.rank; ++i) shape.push_back(extents[i]);
    }
    std::vector<std::uint32_t> position(shape.size());
    for (std::size_t i = shape.size(); i-- > 0;) {
        position[i] = static_cast<std::uint32_t>(index % static_cast<std::uint64_t>(shape[i]));
        index /= static_cast<std::uint64_t>(shape[i]);
    }
    if (!parameter_ && position.size() == 4) std::rotate(position.begin() + 1, position.begin() + 3, position.end());
    return position;
}

}  // namespace mantissa
