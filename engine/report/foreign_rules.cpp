// SPDX-License-Identifier: Apache-2.0
#include "engine/report/foreign_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/precision/float_format.h"
#include "engine/report/advisor_text.h"
#include "engine/report/foreign_lines.h"
#include "engine/report/foreign_origin.h"

namespace mantissa {
namespace {

constexpr std::uint32_t hopeless_row = 5;     // skips in a row at a scale below 1
constexpr std::uint32_t foreign_search = 24;  // GradScaler's own start needs at most 16 to reach 1
constexpr double foreign_often = 0.05;        // skips after the search, of the recent steps
constexpr double edge_share = 0.05;           // of a gradient's nonzero elements
constexpr double edge_warning = 0.5;
constexpr double foreign_lost = 0.01;  // of the norm, where a reference tells it
constexpr double foreign_lost_warning = 0.1;
constexpr int foreign_margin_bits = 2;
constexpr std::uint32_t few_steps = 20;

using Counted = std::pair<const std::string, std::uint32_t>;

/// The one that comes most often; of equals the first by name.
std::string most_frequent(const std::map<std::string, std::uint32_t>& counts) {
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const Counted& a, const Counted& b) { return a.second < b.second; });
    return most == counts.end() ? "" : most->first;
}

const std::pair<const std::string, ForeignEvidence::Module>* worst_module(const ForeignEvidence& e) {
    const auto most = std::max_element(e.modules.begin(), e.modules.end(),
                                       [](const auto& a, const auto& b) { return a.second.times < b.second.times; });
    return most == e.modules.end() ? nullptr : &*most;
}

Finding finding(const char* rule, FindingSeverity severity, std::uint32_t step, Phrase title) {
    Finding f;
    f.rule = rule;
    f.severity = severity;
    f.step = step;
    f.set_title(std::move(title));
    return f;
}

/// Which gradient overflowed first, where the skipped steps tell it.
void name_culprit(const ForeignEvidence& e, Finding& f) {
    if (const std::string tensor = most_frequent(e.culprits); !tensor.empty())
        f.add_reason(
            say("In the order of the backward pass the first gradient that held inf or NaN was most often that "
                "of %1.",
                {tensor}));
}

/// Who is to blame for the overflow, and the lines that keep it from FP16.
void blame(const ForeignEvidence& e, Finding& f) {
    if (const std::optional<LossAlone> alone = loss_alone(e)) {
        f.add_reason(say("In step %1 the outputs of all modules were finite, and the loss was inf or NaN.",
                         {count_text(alone->step)}));
        f.add_reason(loss_function_phrase());
        f.code = loss_function_lines();
        return;
    }
    if (const auto* module = worst_module(e)) {
        f.add_reason(
            say("The output of %1 (%2) holds inf or NaN in the forward pass while its inputs are finite: it made the "
                "first, in %3.",
                {module->first, module->second.kind, module->second.format}));
        f.add_reason(say("Compute that module in FP32, or the whole training in BF16."));
        f.code = modules_in_fp32_lines(e.run, {module->first}) + "\n# or\n" + bf16_lines(e.run);
        return;
    }
    name_culprit(e, f);
    f.add_reason(say("BF16 has the range of FP32 and needs no loss scale."));
    f.code = bf16_lines(e.run);
}

bool scaled(const ForeignEvidence& e) {
    return e.run.scaler().enabled();
}

/// Whether the first steps were skipped until a scale was found that held.
bool calibrated(const ForeignEvidence& e) {
    if (!scaled(e) || !e.settled || e.skipped_at_first == 0 || e.skipped_at_first > foreign_search) return false;
    const std::uint32_t later = e.skipped - e.skipped_at_first;
    const std::uint32_t rest = e.step > e.skipped_at_first ? e.step - e.skipped_at_first : 0;
    return static_cast<double>(later) <= foreign_often * rest && e.last_scale >= 1;
}

std::uint32_t planned_steps(const ForeignEvidence& e) {
    return e.total_steps > 0 ? e.total_steps : e.ended ? e.step : 0;
}

/// A growth interval for a run that is shorter than the scaler's; 0: the scaler's own will do.
std::uint32_t shorter_interval(const ForeignEvidence& e) {
    const std::uint32_t total = planned_steps(e);
    if (!scaled(e) || total < few_steps || e.run.scaler().interval() < total || e.grew) return 0;
    const std::uint32_t interval = growth_interval_for(total);
    return interval < total ? interval : 0;
}

/// Weights in FP32, under autocast in the format that they had.
std::string wide_weights_lines(const ForeignEvidence& e, const std::string& format) {
    return fmt::format(
        "model = model.float()  # and the optimizer made anew\n"
        "with torch.autocast({}, dtype=torch.{}):\n"
        "    loss = ...  # as before\n",
        python_text(device_type(e.run)), format == "BF16" ? "bfloat16" : "float16");
}

/// The same advice where only the weights before and after are known.
std::optional<Finding> still_weights(const ForeignEvidence& e) {
    if (!e.still || !(e.still->unchanged > 0.5 * e.still->pushed) || e.still->idle) return std::nullopt;
    Finding f = finding("foreign_updates", FindingSeverity::warning, e.still->step,
                        say("Most weights do not change: keep them in FP32"));
    f.add_reason(
        say("%1 of the weights whose gradient is not zero did not change; of %2 it is %3.",
            {share_phrase(e.still->unchanged / e.still->pushed), e.still->worst, share_phrase(e.still->worst_share)}));
    f.add_reason(
        say("How many updates had no effect is unknown for this optimizer. A weight that is stored in %1 does not take "
            "an update smaller than half the distance to its next number.",
            {e.still->format}));
    f.code = wide_weights_lines(e, e.still->format);
    return f;
}

}  // namespace

std::optional<Finding> foreign_scale_hopeless(const ForeignEvidence& e) {
    const bool low = e.last_scale < 1 && e.skipped_in_a_row >= hopeless_row;
    if (!scaled(e) || e.recent.empty() || !low) return std::nullopt;
    Finding f = finding("foreign_scale_hopeless", FindingSeverity::warning, e.step,
                        say("The loss scale is below 1 and still falling: no scale can save this training"));
    f.add_reason(say("The last %1 were skipped, and the scale fell from %2 to %3.",
                     {steps_phrase(e.skipped_in_a_row), scale_text(e.first_scale), scale_text(e.last_scale)}));
    f.add_reason(
        say("A smaller scale can only make gradients smaller, and these are inf or NaN before it is applied."));
    blame(e, f);
    return f;
}

std::optional<Finding> foreign_forward(const ForeignEvidence& e) {
    const auto* module = worst_module(e);
    if (module == nullptr) return std::nullopt;
    Finding f = finding("foreign_forward", FindingSeverity::warning, module->second.step,
                        say("Inf or NaN arise in the forward pass: no loss scale can cure that"));
    blame(e, f);
    return f;
}

std::optional<Finding> foreign_calibration(const ForeignEvidence& e) {
    if (!calibrated(e)) return std::nullopt;
    const std::uint32_t later = e.skipped - e.skipped_at_first;
    Finding f = finding("foreign_calibration", FindingSeverity::note, e.skipped_at_first,
                        say("The first steps were skipped while the loss scale found its place: that is normal"));
    f.add_reason(
        say("GradScaler begins high and halves the scale at each overflow: %1 were skipped, from %2 on, and %3 "
            "since.",
            {steps_phrase(e.skipped_at_first), scale_text(e.first_scale), steps_phrase(later)}));
    name_culprit(e, f);
    f.add_reason(say("To lose none, begin at the scale that held."));
    f.code = scaler_lines(e.run, e.last_scale, shorter_interval(e));  // as foreign_interval() says it
    return f;
}

std::optional<Finding> foreign_interval(const ForeignEvidence& e) {
    const std::uint32_t interval = shorter_interval(e);
    if (interval == 0) return std::nullopt;
    Finding f = finding("foreign_interval", FindingSeverity::advice, 0,
                        say("The growth interval is longer than the run: the loss scale can only fall"));
    f.add_reason(say("The scale grows after %1 without overflow, and the run has %2.",
                     {steps_phrase(e.run.scaler().interval()), steps_phrase(planned_steps(e))}));
    name_culprit(e, f);
    f.code = scaler_lines(e.run, calibrated(e) ? e.last_scale : e.run.scaler().scale(), interval);
    return f;
}

std::optional<Finding> foreign_flushed(const ForeignEvidence& e) {
    if (e.unseen_scaler) return std::nullopt;  // what is zero depends on its scale
    if (e.gradients.empty() || e.gradient_nonfinite || e.skipped_in_a_row > 0) return std::nullopt;
    const ForeignGradient* worst = nullptr;
    std::uint32_t zeros = 0;
    std::string zero_tensor;
    double largest = 0;
    for (const auto& [name, gradient] : e.gradients) {
        largest = std::max(largest, gradient.largest);
        if (gradient.format != "FP16") continue;
        if (gradient.zero) {
            if (zeros++ == 0) zero_tensor = name;
        }
        if (worst == nullptr || gradient.edge > worst->edge) worst = &gradient;
    }
    const bool probed = e.reference && e.reference->tier == run::TIER_PROBE;
    const bool lost = probed && e.reference->norm_lost >= foreign_lost;
    const bool edge = worst != nullptr && worst->edge >= edge_share;
    if (!(probed ? lost : edge)) return std::nullopt;
    const bool bad = probed ? e.reference->norm_lost >= foreign_lost_warning : zeros > 0 || worst->edge >= edge_warning;
    Finding f = finding("foreign_flushed", bad ? FindingSeverity::warning : FindingSeverity::advice, e.gradient_step,
                        say("Gradients are lost below the range of FP16: raise the loss scale, or use BF16"));
    if (edge)
        f.add_reason(
            say("Of the numbers of %1's gradient that are not zero, %2 lie at the lowest end of FP16 (observed): "
                "smaller ones have become zero.",
                {worst->tensor, share_phrase(worst->edge)}));
    if (zeros > 0 && edge)
        f.add_reason(say("%1 of the gradients are zero throughout, %2 among them.", {zeros, zero_tensor}));
    if (e.reference && e.reference->norm_lost > 0)
        f.add_reason(
            probed
                ? say("Against the same batch in another format (probe), %1 of the norm of %2's gradient is "
                      "missing, and %3 of its numbers.",
                      {share_phrase(e.reference->norm_lost), e.reference->tensor, share_phrase(e.reference->starved)})
                : say("Against the layer's own product in FP64 (local shadow), %1 of the norm of %2's "
                      "gradient is missing, and %3 of its numbers; what was lost before it is not in this.",
                      {share_phrase(e.reference->norm_lost), e.reference->tensor, share_phrase(e.reference->starved)}));
    if (largest > 0) {
        const double room = std::floor(std::log2(fp16.max_finite() / largest)) - foreign_margin_bits;
        const double scale = std::ldexp(e.gradient_scale, static_cast<int>(std::clamp(room, -40.0, 40.0)));
        if (scale > e.gradient_scale) {
            f.add_reason(
                say("The largest gradient would still fit at a scale of %1, two bits to spare.", {scale_text(scale)}));
            f.code = scaler_lines(e.run, scale, 0) + "\n# or\n";
        }
    }
    f.code += bf16_lines(e.run);
    return f;
}

std::optional<Finding> foreign_epsilon(const ForeignEvidence& e) {
    for (const auto& [name, tensor] : e.tensors) {
        if (!tensor.has_optimizer() || static_cast<int>(tensor.optimizer()) >= e.run.optimizers_size()) continue;
        const run::ForeignOptimizer& optimizer = e.run.optimizers(static_cast<int>(tensor.optimizer()));
        if (static_cast<int>(tensor.group()) >= optimizer.groups_size()) continue;
        const run::ForeignGroup& group = optimizer.groups(static_cast<int>(tensor.group()));
        if (!group.has_epsilon() || !(group.epsilon() > 0) || tensor.stored() != "FP16") continue;
        if (group.epsilon() > fp16.flush_threshold()) continue;
        Finding f = finding("foreign_epsilon", FindingSeverity::warning, 0,
                            say("The optimizer's epsilon is zero in FP16: it divides by zero"));
        f.add_reason(
            say("%1 keeps its moments in the format of the weights. %2 is stored in FP16, whose smallest number "
                "is %3, and epsilon is %4.",
                {optimizer.name(), name, power_of_two(fp16.min_subnormal_exponent()),
                 fmt::format("{:g}", group.epsilon())}));
        f.add_reason(say("A weight whose second moment is zero too is divided by zero: the weights become NaN."));
        f.add_reason(say("Keep the weights in FP32 and let autocast round them."));
        f.code = fmt::format(
            "model = model.float()\n"
            "optimizer = torch.optim.{}(model.parameters(), ...)  # made anew\n"
            "with torch.autocast({}, dtype=torch.float16):\n"
            "    loss = ...  # as before, with torch.amp.GradScaler\n"
            "\n# or, where the weights must stay in FP16\n"
            "for group in optimizer.param_groups:\n"
            "    group[\"eps\"] = 1e-4\n",
            optimizer.name(), python_text(device_type(e.run)));
        return f;
    }
    return std::nullopt;
}

std::optional<Finding> foreign_updates(const ForeignEvidence& e) {
    if (!e.updates || e.updates->nonzero == 0) return still_weights(e);
    const double lost = static_cast<double>(e.updates->lost) / static_cast<double>(e.updates->nonzero);
    if (!(lost > 0.5)) return still_weights(e);
    const double with = static_cast<double>(e.updates->lost_with_master) / static_cast<double>(e.updates->nonzero);
    Finding f = finding("foreign_updates", FindingSeverity::warning, e.updates->step,
                        say("Most updates change nothing: keep the weights in FP32"));
    f.add_reason(
        say("%1 of the updates were smaller than half the distance to the next %2 number, so the stored weight "
            "stayed as it was; of %3 it is %4.",
            {share_phrase(lost), e.updates->format, e.updates->worst, share_phrase(e.updates->worst_share)}));
    f.add_reason(with > 0 ? say("With weights in FP32 it would be %1.", {share_phrase(with)})
                          : say("With weights in FP32 none would be lost."));
    f.code = wide_weights_lines(e, e.updates->format);
    return f;
}

std::optional<Finding> foreign_hidden_nan(const ForeignEvidence& e) {
    if (e.hidden == 0) return std::nullopt;
    Finding f = finding("foreign_hidden_nan", FindingSeverity::warning, e.first_hidden,
                        say("The loop passes over losses that are inf or NaN, and the curve does not show them"));
    f.add_reason(say("In %1 a loss was logged that was not finite, first in step %2, and another took its place.",
                     {steps_phrase(e.hidden), e.first_hidden}));
    if (e.modules.empty() && e.culprits.empty())
        f.add_reason(
            say("Which layer made it the recording cannot tell: no output of a module and no gradient was seen to "
                "hold inf or NaN."));
    else if (e.modules.empty())
        name_culprit(e, f);
    f.add_reason(say("What made it goes on. Find the batch, rather than leaving it out."));
    f.code =
        "if not torch.isfinite(loss):\n"
        "    torch.save(batch, \"nonfinite-batch.pt\")\n"
        "    raise RuntimeError(\"the loss is not finite\")\n";
    return f;
}

std::optional<Finding> foreign_diverged(const ForeignEvidence& e) {
    constexpr double grown = 3;
    if (e.last_losses.size() < ForeignEvidence::some_losses) return std::nullopt;
    std::vector<double> last(e.last_losses.begin(), e.last_losses.end());
    const auto middle = last.begin() + ForeignEvidence::some_losses / 2;
    std::nth_element(last.begin(), middle, last.end());
    const double first =
        std::accumulate(e.first_losses.begin(), e.first_losses.end(), 0.0) / static_cast<double>(e.first_losses.size());
    const double most = *std::max_element(e.first_losses.begin(), e.first_losses.end());
    if (first <= 0 || *middle < grown * first || *middle <= most) return std::nullopt;
    Finding f = finding("foreign_diverged", FindingSeverity::warning, e.step,
                        say("Training has diverged: the learning rate is likely too high"));
    f.add_reason(say("The loss of the last %1 is about %2; over the first %3 it averaged %4.",
                     {steps_phrase(last.size()), fmt::format("{:.3g}", *middle), steps_phrase(e.first_losses.size()),
                      fmt::format("{:.3g}", first)}));
    f.add_reason(say("Nothing in the recording points to the precision; a run in FP32 from the same seed would tell."));
    return f;
}

std::optional<Finding> foreign_ruined(const ForeignEvidence& e) {
    constexpr std::uint32_t some = 3;  // one alone may be a batch that is left out
    const ForeignFailure& f = e.failure;
    if (f.bad_updates < some) return std::nullopt;
    const std::uint32_t from = f.bad_since;
    Finding lost = finding("foreign_ruined", FindingSeverity::warning, from,
                           say("The training is lost: its loss is inf or NaN from step %1 to the end", {from}));
    lost.add_reason(say("The weights were updated in %1 whose loss was inf or NaN.", {steps_phrase(f.bad_updates)}));
    if (f.gradients.step > 0 && f.gradients.step <= from && !f.skipped.contains(f.gradients.step))
        lost.add_reason(say("Gradients held inf or NaN in step %1 already.", {f.gradients.step}));
    lost.add_reason(
        say("Go back to a checkpoint from before that step; “Find the cause” names what the recording "
            "tells of who made it."));
    return lost;
}

std::optional<Finding> foreign_lost_loss(const ForeignEvidence& e) {
    const std::uint32_t step = lost_loss_step(e), times = e.failure.loss_times - e.hidden;
    if (step == 0 || times == 0) return std::nullopt;
    Finding lost = finding("foreign_lost_loss", FindingSeverity::warning, step,
                           times == 1 ? say("The loss was inf or NaN in step %1: no loss scale cures that", {step})
                                      : say("The loss was inf or NaN in %1, first in step %2: no loss scale cures that",
                                            {steps_phrase(times), step}));
    for (Phrase& phrase : lost_loss_phrases(e)) lost.add_reason(std::move(phrase));
    for (Phrase& phrase : forward_origin_phrases(e)) lost.add_reason(std::move(phrase));
    lost.code = loss_alone(e) ? loss_function_lines() : batch_check_lines();
    return lost;
}

std::vector<Finding> advise_foreign(const ForeignEvidence& evidence) {
    std::vector<Finding> all;
    const auto add = [&all](std::optional<Finding> one) {
        if (one) all.push_back(std::move(*one));
        return one.has_value();
    };
    // An overflow explains what comes after it. Of an optimizer that divides by zero all else is a consequence.
    const bool epsilon = add(foreign_epsilon(evidence));
    const bool hopeless = add(foreign_scale_hopeless(evidence));
    const bool forward = !hopeless && add(foreign_forward(evidence));
    const bool overflow = hopeless || forward;
    if (!overflow && !epsilon) add(foreign_flushed(evidence));
    if (!overflow) add(foreign_updates(evidence));
    add(foreign_hidden_nan(evidence));
    if (!overflow) add(foreign_interval(evidence));
    if (!overflow) add(foreign_calibration(evidence));
    const bool ill = std::any_of(all.begin(), all.end(),
                                 [](const Finding& one) { return one.severity == FindingSeverity::warning; });
    const bool ruined = !ill && add(foreign_ruined(evidence));
    if (!ill && !ruined) add(foreign_diverged(evidence));
    if (!overflow && !epsilon && !ruined)  // before all else: of the scale's search nobody needs to know then
        if (std::optional<Finding> lost = foreign_lost_loss(evidence)) all.insert(all.begin(), std::move(*lost));
    std::stable_sort(all.begin(), all.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    return all;
}

}  // namespace mantissa
