// SPDX-License-Identifier: Apache-2.0
// Rules about range: overflow in either direction, gradients that underflow, a loss scale that cannot grow.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/report/advisor.h"
#include "engine/report/advisor_text.h"
#include "engine/run/names.h"

namespace mantissa {
namespace {

constexpr int margin_bits = 2;             // gradients of later batches are larger than those measured
constexpr std::size_t few_overflows = 3;   // fewer may be chance
constexpr double often = 0.05;             // of the recent steps
constexpr std::uint32_t long_search = 20;  // a dynamic scale that halves 20 times in a row is not looking any more
constexpr double lost_threshold = 0.05;
constexpr double lost_warning = 0.5;
constexpr double flushed_threshold = 0.01;
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
std::string place(const std::string& tensor) {
    return tensor.empty() ? "the softmax or the loss" : tensor;
}

std::string layer_of(const std::string& tensor) {
    return tensor.substr(0, tensor.find('.'));
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

std::string ruined_text(const RuinEvidence& ruin) {
    return fmt::format(
        " Without a loss scale no step is skipped: the weights are NaN since step {}, so it takes a new run.",
        ruin.step);
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

    Finding f;
    f.rule = "backward_overflow";
    f.severity = ruined || rate >= 0.5 ? FindingSeverity::warning : FindingSeverity::advice;
    f.step = ruined ? e.ruined->step : last->step;
    const std::string format = display_name_of(e.config);
    const std::string where = place(ruined ? e.ruined->tensor : last->tensor);
    const std::optional<ScaleLimit> limit = scale_limit(e);
    if (ruined) {
        f.restart = true;
        f.title = fmt::format("Gradients overflow {} and ruin the weights", format);
        f.reason = fmt::format("At step {} inf or NaN arose in the backward pass, in {}.", f.step, where) +
                   ruined_text(*e.ruined) + " Dynamic scaling skips such a step and lowers the scale.";
        run::RunConfig change = scale_change(e, std::min(limit ? limit->safe() : 0, 0));
        change.set_scaling(run::DYNAMIC);
        f.change = change;
        return f;
    }
    const std::string counts = fmt::format(
        "{} of the last {} were skipped ({}), the last at step {} with scale {}: inf or "
        "NaN arose in the backward pass, first in {}.",
        overflows, counted(steps, "step"), share_text(rate), last->step, scale_text(last->scale), where);
    if (!dynamic) {
        f.title = "The backward pass overflows: the loss scale is too high";
        run::RunConfig change;
        if (limit && std::ldexp(1.0, limit->safe()) < last->scale) {
            change.set_loss_scale(std::ldexp(1.0, limit->safe()));
            f.reason = counts + fmt::format(" The largest gradient measured ({}) bears {}, with {} bits to spare.",
                                            limit->tensor, power_of_two(limit->safe()), margin_bits);
        } else {
            change.set_scaling(run::DYNAMIC);
            f.reason = counts + " Dynamic scaling halves the scale at each overflow until it fits.";
        }
        f.change = change;
        return f;
    }
    run::RunConfig change;
    if (e.config.growth_interval() < least_growth_interval) {
        constexpr std::uint32_t interval = 100;
        change.set_growth_interval(interval);
        f.title = "The loss scale grows too often and overflows each time";
        f.reason = counts + fmt::format(
                                " It doubles after {} without overflow, and each doubling beyond the limit costs a "
                                "step; an interval of {} would cost 1 %.",
                                counted(e.config.growth_interval(), "step"), interval);
    } else {
        const int ceiling = std::clamp(std::ilogb(least_scale) - margin_bits, least_exponent, greatest_exponent);
        change.set_max_scale(std::ldexp(1.0, ceiling));
        change.set_loss_scale(std::ldexp(1.0, ceiling));
        f.title = "The loss scale keeps overflowing: give it a ceiling";
        f.reason = counts + fmt::format(
                                " The smallest scale that overflowed was {}; a ceiling of {} leaves {} bits for "
                                "batches with larger gradients.",
                                scale_text(least_scale), power_of_two(ceiling), margin_bits);
    }
    f.change = change;
    return f;
}

std::optional<Finding> forward_overflow(const Evidence& e) {
    std::size_t overflows = 0;
    for (const StepEvidence& s : e.recent) overflows += s.nonfinite == run::ROLE_ACTIVATION ? 1 : 0;
    const bool ruined = e.ruined && e.ruined->role == run::ROLE_ACTIVATION;
    if (!e.forward || (!ruined && overflows == 0)) return std::nullopt;

    const FloatFormat format = run_format(e.config);
    const std::string name = display_name_of(e.config);
    const std::string& tensor = ruined ? e.ruined->tensor : e.forward->tensor;
    Finding f;
    f.rule = "forward_overflow";
    f.severity = FindingSeverity::warning;
    f.step = e.forward->step;
    f.restart = ruined;
    f.reason = ruined
                   ? fmt::format("At step {} inf or NaN arose in the forward pass, in {}.", f.step, place(tensor))
                   : fmt::format("Inf or NaN arose in the forward pass in {} of the last {}, first at step {} in {}.",
                                 overflows, counted(e.recent.size(), "step"), f.step, place(tensor));
    run::RunConfig change;
    if (tensor.empty() && format.is_narrow() && e.config.reduction() != run::REDUCE_FP32) {
        f.title = fmt::format("The softmax overflows {}: no loss scale can cure it", name);
        f.reason += fmt::format(" It is summed in {}", name);
        if (e.config.reduction() == run::REDUCE_16BIT_NO_MAX)
            f.reason +=
                fmt::format(" without subtracting the largest logit, and exp(x) is infinite there from x = {:.2f}",
                            std::log(format.overflow_threshold()));
        f.reason += "; frameworks compute it in FP32.";
        change.set_reduction(run::REDUCE_FP32);
    } else if (!has_fp32_range(format)) {
        f.title = tensor.empty()
                      ? fmt::format("The forward pass overflows {}: no loss scale can cure it", name)
                      : fmt::format("{} overflows {} in the forward pass: no loss scale can cure it", tensor, name);
        if (e.activations && e.activations->tensor == tensor && std::isfinite(e.activations->largest))
            f.reason += fmt::format(" Its largest value was {:.0f}; {} exceeded {:g}, the largest number of {}.",
                                    e.activations->largest, counted(e.activations->overflow, "value"),
                                    format.max_finite(), name);
        else
            f.reason += fmt::format(" {} ends at {:g}.", name, format.max_finite());
        f.reason +=
            " It happens before the loss, so no scale reaches it. BF16 has the range of FP32 and needs no scale";
        f.reason +=
            tensor.empty() ? "." : fmt::format("; or use FP32 in {} and in what overflows after it.", layer_of(tensor));
        change.set_precision(run::BF16);
        change.set_scaling(run::NONE);
    } else {
        f.title = "The loss is not a number, and not for want of range";
        f.reason += fmt::format(
            " {} reaches to {:.1e}: the training diverged. A lower learning rate than {:g} or clipping "
            "may hold it.",
            name, format.max_finite(), e.config.lr());
        if (e.config.lr() > 0) change.set_lr(e.config.lr() / 10);
    }
    if (ruined) f.reason += ruined_text(*e.ruined);
    f.change = change;
    return f;
}

std::optional<Finding> gradient_lost(const Evidence& e) {
    const FloatFormat format = run_format(e.config);
    if (!format.is_narrow() || e.ruined || e.gradients.empty()) return std::nullopt;
    const GradientEvidence& now = e.gradients.back();
    const bool all = std::all_of(e.gradients.begin(), e.gradients.end(), [](const GradientEvidence& g) {
        return g.lost >= lost_threshold && g.flushed >= flushed_threshold;
    });
    // One record is enough for a heavy loss; a light one must stand in several.
    if (!all || (e.gradients.size() < Evidence::gradient_records && now.lost < lost_warning)) return std::nullopt;

    Finding f;
    f.rule = "gradient_lost";
    f.severity = now.lost >= lost_warning ? FindingSeverity::warning : FindingSeverity::advice;
    f.step = now.step;
    const std::string name = display_name_of(e.config);
    if (now.shadow)
        f.reason = fmt::format(
            "{} has lost {} of the norm that it has in FP32 (step {}, scale {}; cosine {:.2f} in {}).", now.lost_tensor,
            share_text(now.lost), now.step, scale_text(now.scale), now.cosine, now.cosine_tensor);
    else
        f.reason = fmt::format("{} of the norm of {} was flushed to zero (step {}, scale {}).", share_text(now.lost),
                               now.lost_tensor, now.step, scale_text(now.scale));
    const std::optional<ScaleLimit> limit = scale_limit(e);
    const double in_force = std::log2(now.scale);
    if (limit)
        f.reason += fmt::format(" The largest gradient ({}) leaves {:.1f} bits of headroom", limit->tensor,
                                limit->exponent - in_force);
    if (limit && limit->safe() - in_force >= 1) {
        f.title = fmt::format("{}'s gradient underflows {}: raise the loss scale", layer_of(now.lost_tensor), name);
        f.reason += fmt::format("; a scale of {}, {:.0f} bits higher, keeps {} of them to spare.",
                                power_of_two(limit->safe()), limit->safe() - in_force, margin_bits);
        f.change = scale_change(e, limit->safe());
        if (f.change->has_scaling()) f.reason += " Dynamic scaling keeps it there.";
        return f;
    }
    f.title = fmt::format("{}'s gradient needs more range than {} has", layer_of(now.lost_tensor), name);
    f.reason += fmt::format("{} BF16 has the range of FP32.", limit ? ", so no higher scale fits." : "");
    run::RunConfig change;
    change.set_precision(run::BF16);
    change.set_scaling(run::NONE);
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
    f.title = "The loss scale will never grow in this run";
    f.reason = fmt::format("It would grow after {} without overflow, but the run has only {}.",
                           counted(e.config.growth_interval(), "step"), count_text(e.total_steps));
    f.reason += fell ? fmt::format(" It fell from {} to {} and will stay there or lower.",
                                   scale_text(e.config.loss_scale()), scale_text(scale))
                     : fmt::format(" It stays at {} or lower.", scale_text(scale));
    f.reason += fmt::format(" An interval of {} suits a run of this length.", interval);
    run::RunConfig change;
    change.set_growth_interval(interval);
    f.change = change;
    return f;
}

}  // namespace mantissa
