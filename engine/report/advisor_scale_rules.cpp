// SPDX-License-Identifier: Apache-2.0
// Rules about range: overflow in either direction, gradients that underflow, a loss scale that cannot grow.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/power_text.h"
#include "engine/report/advisor.h"
#include "engine/report/advisor_text.h"
#include "engine/run/names.h"
#include "engine/run/optimizers.h"
#include "engine/run/policy_of.h"

namespace mantissa {
namespace {

constexpr int margin_bits = 2;             // gradients of later batches are larger than those measured
constexpr std::size_t few_overflows = 3;   // fewer may be chance
constexpr double often = 0.05;             // of the recent steps
constexpr std::uint32_t long_search = 20;  // a dynamic scale that halves 20 times in a row is not looking any more
constexpr double lost_threshold = 0.05;
constexpr double lost_warning = 0.5;
constexpr double flushed_threshold = 0.01;
constexpr double lost_direction = 0.9;                       // a cosine below; sound 16-bit runs keep 0.99
constexpr std::size_t lost_records = 3;                      // in how many records of gradients
constexpr int least_exponent = -16, greatest_exponent = 40;  // of a loss scale, as engine/run/validation.cpp has it

/// What is known about how large the loss scale may be.
struct ScaleLimit {
    double exponent = 0;  ///< log2 of the largest scale at which no gradient measured overflows
    std::string tensor;   ///< the gradient that sets it

    /// The power of two that keeps margin_bits below it, within what a configuration may say.
    int safe() const {
        return static_cast<int>(
            std::clamp<double>(std::floor(exponent) - margin_bits, least_exponent, greatest_exponent));
    }
};

/// Least of the last records, with those that overflowed; nothing if nothing was measured.
std::optional<ScaleLimit> scale_limit(const Evidence& e) {
    std::optional<ScaleLimit> least;
    const auto take = [&least](const GradientEvidence& g) {
        if (g.scale_limit && std::isfinite(*g.scale_limit) && (!least || *g.scale_limit < least->exponent))
            least = ScaleLimit{*g.scale_limit, g.limit_tensor};
    };
    for (const GradientEvidence& g : e.gradients) take(g);
    if (e.overflowed && e.overflowed->step + Evidence::recent_steps >= e.step) take(*e.overflowed);
    return least;
}

/// A tensor in a sentence; what is watched by none has no name.
Phrase place(const std::string& tensor) {
    return tensor.empty() ? say("the softmax or the loss") : Phrase(tensor);
}

/// As the histograms say; of a tensor that none watches, its name without the part that says which tensor of the layer
/// it is ("blocks.0.qkv.weight", "fc1.out").
std::string layer_of(const Evidence& e, const std::string& tensor) {
    if (const auto known = e.layers.find(tensor); known != e.layers.end()) return known->second;
    std::string layer = tensor.substr(0, tensor.find(" via "));
    for (const char* const part : {".weight", ".bias", ".in", ".out", ".scores", ".softmax"})
        if (layer.ends_with(part)) layer.erase(layer.size() - std::string_view(part).size());
    return layer;
}

/// The override of the layer that this tensor belongs to; null: it has the run's format.
const run::LayerOverride* override_of(const Evidence& e, const std::string& tensor) {
    for (const run::LayerOverride& one : e.config.layer_overrides())
        if (one.layer() == layer_of(e, tensor)) return &one;
    return nullptr;
}

/// The configuration, as its precision the one of the layer that this tensor belongs to.
run::RunConfig config_of_layer(const Evidence& e, const std::string& tensor) {
    run::RunConfig of = e.config;
    if (const run::LayerOverride* own = override_of(e, tensor)) of.set_precision(own->precision());
    return of;
}

/// What gives the layer of this tensor the range of FP32: the run BF16, and no other format for this layer.
run::RunConfig range_change(const Evidence& e, const std::string& tensor) {
    run::RunConfig change;
    if (!has_fp32_range(run_format(e.config))) {
        change.set_precision(run::BF16);
        change.set_scaling(run::NONE);
    }
    if (!override_of(e, tensor)) return change;
    for (const run::LayerOverride& one : e.config.layer_overrides())
        if (one.layer() != layer_of(e, tensor)) *change.add_layer_overrides() = one;
    if (change.layer_overrides().empty()) {  // a list of nothing would mean no change: this takes the override away
        run::LayerOverride& gone = *change.add_layer_overrides();
        gone.set_layer(layer_of(e, tensor));
        gone.set_precision(run::PRECISION_UNSET);
    }
    return change;
}

/// How a loss scale is set from what is in force: a static or dynamic one is moved, none becomes dynamic.
run::RunConfig scale_change(const Evidence& e, int exponent) {
    run::RunConfig change;
    change.set_loss_scale(std::ldexp(1.0, exponent));
    if (e.config.scaling() == run::DYNAMIC || e.config.scaling() == run::STATIC) return change;
    change.set_scaling(run::DYNAMIC);
    if (e.total_steps > 0 && e.config.growth_interval() >= e.total_steps)
        change.set_growth_interval(growth_interval_for(e.total_steps));
    return change;
}

Phrase ruined_phrase(const Evidence& e) {
    if (e.config.scaling() == run::STATIC)
        return say(
            "This static scale is not checked, so no step is skipped: the weights have been NaN since step %1, and "
            "only a new run helps.",
            {e.ruined->step});
    return say(
        "No step is skipped without loss scaling: the weights have been NaN since step %1, and only a new run helps.",
        {e.ruined->step});
}

/// What the gradients of each rank could hold, and their sum could not.
Finding rank_sum_overflow(const Evidence& e) {
    Finding f;
    f.rule = "backward_overflow";
    f.severity = FindingSeverity::warning;
    f.step = e.ruined->step;
    f.restart = true;
    const std::string format = name_of(rank_policy_of(e.config).format);
    f.set_title(say("The sum over the ranks overflows %1 and makes the weights NaN", {format}));
    f.add_reason(
        say("At step %1 the gradients of each of the %2 ranks were finite, and sums of them (%3) were not, "
            "first in %4.",
            {f.step, e.config.ranks(), count_text(e.ruined->rank_sums_overflowed), place(e.ruined->tensor)}));
    f.add_reason(ruined_phrase(e));
    f.add_reason(say("A sum in FP32 has room for them; so has one of gradients that were divided first."));
    run::RunConfig change;
    change.set_rank_format(run::FP32);
    f.change = change;
    return f;
}

}  // namespace

std::optional<Finding> backward_overflow(const Evidence& e) {
    std::size_t overflows = 0, steps = 0;
    const StepEvidence* last = nullptr;
    double least_scale = 0;
    const bool dynamic = e.config.scaling() == run::DYNAMIC;
    const std::uint32_t searching = dynamic && e.skipped_at_first < long_search ? e.skipped_at_first : 0;
    for (const StepEvidence& s : e.recent) {
        // A dynamic scale begins high and halves until it fits: that is how it is meant.
        if (searching > 0 && !e.settled) continue;
        if (searching > 0 && s.step <= e.since + searching) continue;
        ++steps;
        if (s.nonfinite != run::ROLE_ACTIVATION_GRADIENT && s.nonfinite != run::ROLE_WEIGHT_GRADIENT) continue;
        ++overflows;
        least_scale = last ? std::min(least_scale, s.scale) : s.scale;
        last = &s;
    }
    const bool ruined = e.ruined && e.ruined->role != run::ROLE_ACTIVATION;
    const double rate = steps > 0 ? static_cast<double>(overflows) / static_cast<double>(steps) : 0;
    if (!ruined && (overflows < few_overflows || rate < often)) return std::nullopt;

    if (ruined && e.ruined->rank_sums_overflowed > 0) return rank_sum_overflow(e);

    Finding f;
    f.rule = "backward_overflow";
    f.severity = ruined || rate >= 0.5 ? FindingSeverity::warning : FindingSeverity::advice;
    f.step = ruined ? e.ruined->step : last->step;
    const std::string format = display_name_of(e.config);
    const Phrase where = place(ruined ? e.ruined->tensor : last->tensor);
    const std::optional<ScaleLimit> limit = scale_limit(e);
    if (ruined) {
        f.restart = true;
        f.set_title(say("Gradients overflow %1 and make the weights NaN", {format}));
        f.add_reason(say("Inf or NaN arose in the backward pass at step %1, in %2.", {f.step, where}));
        f.add_reason(ruined_phrase(e));
        f.add_reason(say("Dynamic scaling skips such a step and lowers the scale."));
        run::RunConfig change = scale_change(e, std::min(limit ? limit->safe() : 0, 0));
        change.set_scaling(run::DYNAMIC);
        f.change = change;
        return f;
    }
    f.add_reason(
        say("%1 of the last %2 were skipped (%3), the last at step %4 with scale %5: inf or NaN arose in the backward "
            "pass, first in %6.",
            {overflows, steps_phrase(steps), share_phrase(rate), last->step, scale_text(last->scale), where}));
    if (!dynamic) {
        f.set_title(say("The backward pass overflows: the loss scale is too high"));
        run::RunConfig change;
        if (limit && std::ldexp(1.0, limit->safe()) < last->scale) {
            change.set_loss_scale(std::ldexp(1.0, limit->safe()));
            f.add_reason(say("The largest gradient measured (%1) allows a loss scale of %2 with %3 bits of headroom.",
                             {limit->tensor, power_of_two(limit->safe()), margin_bits}));
        } else {
            change.set_scaling(run::DYNAMIC);
            f.add_reason(say("Dynamic scaling halves the scale at each overflow until nothing overflows."));
        }
        f.change = change;
        return f;
    }
    run::RunConfig change;
    if (e.config.growth_interval() < least_growth_interval) {
        constexpr std::uint32_t interval = 100;
        change.set_growth_interval(interval);
        f.set_title(say("The loss scale grows too often and overflows each time"));
        f.add_reason(
            say("It doubles after %1 without overflow. Each doubling beyond the limit costs a step; a growth interval "
                "of %2 would cost 1 % of the steps.",
                {steps_phrase(e.config.growth_interval()), interval}));
    } else {
        const int ceiling = std::clamp(std::ilogb(least_scale) - margin_bits, least_exponent, greatest_exponent);
        change.set_max_scale(std::ldexp(1.0, ceiling));
        change.set_loss_scale(std::ldexp(1.0, ceiling));
        f.set_title(say("The loss scale keeps overflowing: give it a ceiling"));
        f.add_reason(
            say("The smallest scale that overflowed was %1; a ceiling of %2 leaves %3 bits for batches with larger "
                "gradients.",
                {scale_text(least_scale), power_of_two(ceiling), margin_bits}));
    }
    f.change = change;
    return f;
}

std::optional<Finding> forward_overflow(const Evidence& e) {
    std::size_t overflows = 0;
    for (const StepEvidence& s : e.recent) overflows += s.nonfinite == run::ROLE_ACTIVATION ? 1 : 0;
    const bool ruined = e.ruined && e.ruined->role == run::ROLE_ACTIVATION;
    if (!e.forward || (!ruined && overflows == 0)) return std::nullopt;

    const std::string& tensor = ruined ? e.ruined->tensor : e.forward->tensor;
    const run::RunConfig config = config_of_layer(e, tensor);
    const FloatFormat format = run_format(config);
    const std::string name = display_name_of(config);
    Finding f;
    f.rule = "forward_overflow";
    f.severity = FindingSeverity::warning;
    f.step = e.forward->step;
    f.restart = ruined;
    f.add_reason(ruined ? say("Inf or NaN arose in the forward pass at step %1, in %2.", {f.step, place(tensor)})
                        : say("Inf or NaN arose in the forward pass in %1 of the last %2, first at step %3 in %4.",
                              {overflows, steps_phrase(e.recent.size()), f.step, place(tensor)}));
    run::RunConfig change;
    if (tensor.empty() && format.is_narrow() && e.config.reduction() != run::REDUCE_FP32) {
        f.set_title(say("The softmax overflows %1: no loss scale can cure it", {name}));
        if (e.config.reduction() == run::REDUCE_16BIT_NO_MAX)
            f.add_reason(
                say("It is summed in %1 without subtracting the largest logit, and exp(x) is infinite there from x = "
                    "%2; frameworks compute it in FP32.",
                    {name, fmt::format("{:.2f}", std::log(format.overflow_threshold()))}));
        else
            f.add_reason(say("It is summed in %1; frameworks compute it in FP32.", {name}));
        change.set_reduction(run::REDUCE_FP32);
    } else if (!has_fp32_range(format)) {
        f.set_title(tensor.empty()
                        ? say("The forward pass overflows %1: no loss scale can cure it", {name})
                        : say("%1 overflows %2 in the forward pass: no loss scale can cure it", {tensor, name}));
        const std::string end = fmt::format("{:g}", format.max_finite());
        if (e.activations && e.activations->tensor == tensor && std::isfinite(e.activations->largest)) {
            const std::string largest = fmt::format("{:.0f}", e.activations->largest);
            const std::uint64_t values = e.activations->overflow;
            const std::uint32_t step = e.activations->step;  // not always the first
            f.add_reason(
                values == 1
                    ? say("At step %1 its largest value was %2; 1 value exceeded %3, the largest number of %4.",
                          {step, largest, end, name})
                    : say("At step %1 its largest value was %2; %3 values exceeded %4, the largest number of %5.",
                          {step, largest, count_text(values), end, name}));
        } else {
            f.add_reason(say("The largest number of %1 is %2.", {name, end}));
        }
        f.add_reason(say("The overflow happens before the loss is scaled, so no loss scale can prevent it."));
        f.add_reason(tensor.empty()
                         ? say("BF16 has the range of FP32 and needs no scale.")
                         : say("BF16 has the range of FP32 and needs no scale; or use FP32 in %1 and in what overflows "
                               "after it.",
                               {layer_of(e, tensor)}));
        change = range_change(e, tensor);
    } else {
        f.set_title(say("The loss is NaN, and a wider range would not help"));
        f.add_reason(
            say("%1 holds numbers up to %2, so the training diverged. A learning rate below %3 or gradient clipping "
                "may keep it stable.",
                {name, fmt::format("{:.1e}", format.max_finite()), fmt::format("{:g}", e.config.lr())}));
        if (e.config.lr() > 0) change.set_lr(e.config.lr() / 10);
    }
    if (ruined) f.add_reason(ruined_phrase(e));
    f.change = change;
    return f;
}

std::optional<Finding> gradient_lost(const Evidence& e) {
    if (e.ruined || e.gradients.empty()) return std::nullopt;
    const GradientEvidence& now = e.gradients.back();
    // What is lost adds up on the way to the input: the format to blame is that of the cast that flushes most.
    const run::RunConfig config = config_of_layer(e, now.flushed_tensor);
    const FloatFormat format = run_format(config);
    if (!format.is_narrow()) return std::nullopt;
    const bool same = run_format(config_of_layer(e, now.lost_tensor)) == format;
    const std::string layer = layer_of(e, same ? now.lost_tensor : now.flushed_tensor);
    const bool all = std::all_of(e.gradients.begin(), e.gradients.end(), [](const GradientEvidence& g) {
        return g.lost >= lost_threshold && g.flushed >= flushed_threshold;
    });
    // One record is enough for a heavy loss; a light one must stand in several.
    if (!all || (e.gradients.size() < Evidence::gradient_records && now.lost < lost_warning)) return std::nullopt;

    Finding f;
    f.rule = "gradient_lost";
    f.severity = now.lost >= lost_warning ? FindingSeverity::warning : FindingSeverity::advice;
    f.step = now.step;
    const std::string name = display_name_of(config);
    if (now.shadow)
        f.add_reason(say("%1 has lost %2 of the norm that it has in FP32 (step %3, scale %4; cosine %5 in %6).",
                         {now.lost_tensor, share_phrase(now.lost), now.step, scale_text(now.scale),
                          fmt::format("{:.2f}", now.cosine), now.cosine_tensor}));
    else
        f.add_reason(say("%1 of the norm of %2 was flushed to zero (step %3, scale %4).",
                         {share_phrase(now.lost), now.lost_tensor, now.step, scale_text(now.scale)}));
    // Of the layer that is named nothing may be flushed at all: what later layers flushed does not arrive.
    const bool elsewhere = same && now.lost_by_own_cast < flushed_threshold;
    if (elsewhere)
        f.add_reason(
            say("Its own cast flushes hardly anything: the gradient is flushed on the way to it, most of it in %1.",
                {now.flushed_tensor}));
    const std::optional<ScaleLimit> limit = scale_limit(e);
    const double in_force = std::log2(now.scale);
    const std::string headroom = limit ? fmt::format("{:.1f}", limit->exponent - in_force) : "";
    if (limit && limit->safe() - in_force >= 1) {
        f.set_title(elsewhere ? say("%1's gradient is lost to underflow in %2: raise the loss scale", {layer, name})
                              : say("%1's gradient underflows %2: raise the loss scale", {layer, name}));
        f.add_reason(
            say("The largest gradient (%1) leaves %2 bits of headroom. A scale of %3 is %4 bits higher and still "
                "leaves %5 bits.",
                {limit->tensor, headroom, power_of_two(limit->safe()), fmt::format("{:.0f}", limit->safe() - in_force),
                 margin_bits}));
        f.change = scale_change(e, limit->safe());
        if (f.change->has_scaling()) f.add_reason(say("Dynamic scaling keeps it there."));
        return f;
    }
    f.set_title(say("%1's gradient needs more range than %2 has", {layer, name}));
    if (limit)
        f.add_reason(say("The largest gradient (%1) leaves %2 bits of headroom, so no higher scale fits.",
                         {limit->tensor, headroom}));
    f.add_reason(say("BF16 has the range of FP32."));
    const run::RunConfig change = range_change(e, now.flushed_tensor);
    if (change.ByteSizeLong() > 0) f.change = change;
    return f;
}

std::optional<Finding> epsilon_is_zero(const Evidence& e) {
    const double epsilon = e.config.epsilon();
    const bool nan = !e.recent.empty() && std::isnan(e.recent.back().loss);
    const bool overflow = e.ruined && e.ruined->role != run::ROLE_ACTIVATION;  // another cause, with another cure
    if (epsilon == 0 && optimizer_has(e.config.optimizer(), "epsilon") && (e.ruined || e.forward) && nan && !overflow) {
        Finding f;
        f.rule = "epsilon_is_zero";
        f.severity = FindingSeverity::warning;
        f.step = e.recent.back().step;
        f.set_title(say("The optimizer's epsilon is zero: it divides by zero"));
        f.add_reason(
            say("A weight whose gradient was always zero has a second moment of zero, and 0 / 0 is NaN in every "
                "format: the weights have become NaN."));
        run::RunConfig change;
        change.set_epsilon(1e-8);
        f.change = change;
        f.restart = true;
        return f;
    }
    if (!optimizer_has(e.config.optimizer(), "epsilon") || !e.config.optimizer_16bit() ||
        e.config.precision() != run::FP16 || !(epsilon > 0) || epsilon > fp16.flush_threshold() || e.recent.empty())
        return std::nullopt;
    Finding f;
    f.rule = "epsilon_is_zero";
    f.severity = FindingSeverity::warning;
    f.step = e.recent.back().step;
    f.set_title(say("The optimizer's epsilon is zero in FP16: it divides by zero"));
    f.add_reason(say("Updates are computed in FP16, whose smallest number is %1, and epsilon is %2.",
                     {power_of_two(fp16.min_subnormal_exponent()), fmt::format("{:g}", epsilon)}));
    f.add_reason(say("A weight whose second moment is zero too is divided by zero: the weights become NaN."));
    run::RunConfig change;
    change.set_optimizer_16bit(false);
    if (!e.ruined) f.change = change;
    return f;
}

std::optional<Finding> norm_statistics_lost(const Evidence& e) {
    const FloatFormat format = run_format(e.config);
    if (!e.config.norm_16bit() || e.config.inside_fp32() || !format.is_narrow() || e.ruined ||
        e.gradients.size() < lost_records)
        return std::nullopt;
    const bool all = std::all_of(e.gradients.begin(), e.gradients.end(), [](const GradientEvidence& g) {
        return g.shadow && g.cosine < lost_direction && g.flushed < flushed_threshold;
    });
    if (!all) return std::nullopt;
    const GradientEvidence& now = e.gradients.back();
    Finding f;
    f.rule = "norm_statistics_lost";
    f.severity = FindingSeverity::warning;
    f.step = now.step;
    const std::string name = display_name_of(e.config);
    f.set_title(say("Normalisations in %1 lose the gradient's direction: compute their statistics in FP32", {name}));
    f.add_reason(
        say("The gradient of %1 has the cosine %2 with FP32's at step %3, although its casts flush hardly "
            "anything: no loss scale cures that.",
            {now.cosine_tensor, fmt::format("{:.2f}", now.cosine), now.step}));
    if (!has_fp32_range(format)) {
        const std::string end = fmt::format("{:g}", format.max_finite());
        if (e.largest && e.largest->largest * e.largest->largest > format.max_finite())
            f.add_reason(say("Activations reach %1 (%2). Their squares exceed %3, the largest number of %4.",
                             {fmt::format("{:.0f}", e.largest->largest), e.largest->tensor, end, name}));
        else
            f.add_reason(say("A sum of squares beyond %1, the largest number of %2, is infinite.", {end, name}));
        f.add_reason(
            say("Where the variance is infinite, one over its root is 0: the normalisation gives a constant "
                "instead of its input, and no NaN tells of it."));
    }
    run::RunConfig change;
    change.set_norm_16bit(false);
    f.change = change;
    return f;
}

std::optional<Finding> scale_never_grows(const Evidence& e) {
    if (e.config.scaling() != run::DYNAMIC || e.total_steps == 0 || has_fp32_range(run_format(e.config)))
        return std::nullopt;
    if (e.config.growth_interval() < e.total_steps || e.total_steps <= 2 * least_growth_interval) return std::nullopt;
    Finding f;
    f.rule = "scale_never_grows";
    f.step = e.step;
    const double scale = e.recent.empty() ? e.config.loss_scale() : e.recent.back().scale;
    const bool fell = scale < e.config.loss_scale();
    f.severity = fell ? FindingSeverity::advice : FindingSeverity::note;
    const std::uint32_t interval = growth_interval_for(e.total_steps);
    f.set_title(say("The loss scale will never grow in this run"));
    f.add_reason(say("It would grow after %1 without overflow, but the run has only %2 steps.",
                     {steps_phrase(e.config.growth_interval()), count_text(e.total_steps)}));
    f.add_reason(fell ? say("It fell from %1 to %2 and will not rise again.",
                            {scale_text(e.config.loss_scale()), scale_text(scale)})
                      : say("It stays at %1 or lower.", {scale_text(scale)}));
    f.add_reason(say("A growth interval of %1 suits a run of this length.", {interval}));
    run::RunConfig change;
    change.set_growth_interval(interval);
    f.change = change;
    return f;
}

}  // namespace mantissa
