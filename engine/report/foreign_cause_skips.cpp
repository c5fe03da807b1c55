// SPDX-License-Identifier: Apache-2.0
// What the gradients of skipped steps tell.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "engine/report/advisor_text.h"
#include "engine/report/foreign_cause_parts.h"

namespace mantissa::foreign {
namespace {

ForeignFailure::Skipped skipped_step(const ForeignFailure& f, std::uint32_t step) {
    const auto found = f.skipped.find(step);
    return found == f.skipped.end() ? ForeignFailure::Skipped() : found->second;
}

/// Whether the loss of this skipped step is known to have been inf or NaN.
bool lost_loss(const ForeignFailure& f, std::uint32_t step) {
    const std::optional<double> loss = skipped_step(f, step).loss;
    return loss && !std::isfinite(*loss);
}

/// "Step 21 was skipped at loss scale 2⁸"
Phrase skipped_phrase(const ForeignFailure& f, std::uint32_t step) {
    const std::optional<double> scale = skipped_step(f, step).scale;
    if (!scale) return say("Step %1 was skipped", {step_text(step)});
    return say("Step %1 was skipped at loss scale %2", {step_text(step), scale_text(*scale)});
}

/// What is known of the gradients that one optimizer trains.
struct Trained {
    std::uint64_t all = 0, held = 0;
    std::uint32_t first = std::numeric_limits<std::uint32_t>::max(), last = 0;  ///< in the order of the backward pass
    const run::SkipStory::Culprit* culprit = nullptr;                           ///< the first that held some
    std::set<std::string> layers;
};

/// The gradients by optimizer, where each is known to have a backward pass of its own, as networks that are trained
/// against each other: all gradients of several layers of one are spoiled, and some that stand behind them are finite.
/// Empty: they may share one.
std::map<std::uint32_t, Trained> by_optimizer(const ForeignEvidence& e, const run::SkipStory& story) {
    if (story.held() > static_cast<std::uint32_t>(story.culprits_size())) return {};  // not all are named
    std::map<std::uint32_t, Trained> parts;
    for (const auto& [name, tensor] : e.tensors) {
        if (!tensor.has_optimizer() || !tensor.has_backward()) continue;
        Trained& part = parts[tensor.optimizer()];
        ++part.all;
        part.first = std::min(part.first, tensor.backward());
        part.last = std::max(part.last, tensor.backward());
        part.layers.insert(tensor.layer());
    }
    for (const auto& [one, a] : parts)
        for (const auto& [other, b] : parts)
            if (one != other && a.first <= b.last && b.first <= a.last) return {};
    if (parts.size() < 2) return {};
    for (const run::SkipStory::Culprit& culprit : story.culprits()) {
        const auto tensor = e.tensors.find(culprit.tensor());
        if (tensor == e.tensors.end() || !tensor->second.has_optimizer()) continue;
        Trained& part = parts[tensor->second.optimizer()];
        if (part.held++ == 0) part.culprit = &culprit;
    }
    for (const auto& [one, a] : parts)
        for (const auto& [other, b] : parts)
            if (a.held == a.all && a.layers.size() > 1 && a.last < b.first && b.held < b.all) return parts;
    return {};
}

/// Tells them by optimizer; false where they may share one backward pass.
bool tell_by_optimizer(const ForeignEvidence& e, const ForeignFailure::Skips& skips, ForeignCause& cause) {
    bool told = false, nan = false;
    for (const auto& [number, part] : by_optimizer(e, skips.story)) {
        if (part.culprit == nullptr) continue;
        const auto at = static_cast<int>(number);
        const std::string name = at < e.run.optimizers_size() ? e.run.optimizers(at).name() : "?";
        const Phrase values = values_phrase(part.culprit->inf(), part.culprit->nan());
        cause.sentences.push_back(
            told ? say("So did %1 of the %2 gradients of optimizer %3 (%4), first that of %5 (%6).",
                       {count_text(part.held), count_text(part.all), number + 1, name, part.culprit->tensor(), values})
                 : say("%1: %2 of the %3 gradients of optimizer %4 (%5) held inf or NaN, in the order of the backward "
                       "pass first that of %6 (%7).",
                       {skipped_phrase(e.failure, skips.step), count_text(part.held), count_text(part.all), number + 1,
                        name, part.culprit->tensor(), values}));
        told = true;
    }
    if (!told) return false;
    for (const run::SkipStory::Culprit& culprit : skips.story.culprits()) nan = nan || culprit.nan() > 0;
    cause.missing.push_back(
        say("Whether these gradients made inf or NaN themselves or were handed it: each optimizer may have a backward "
            "pass of its own, and the recording has no order of passes."));
    if (nan)
        cause.missing.push_back(
            say("Whether a NaN is inf minus inf: gradients of several backward passes are added up."));
    return true;
}

void tell_all_spoiled(const ForeignEvidence& e, const ForeignFailure::Skips& skips, ForeignCause& cause) {
    const ForeignFailure& f = e.failure;
    const std::optional<double> loss = skipped_step(f, skips.step).loss;
    const bool finite = loss && std::isfinite(*loss);
    if (finite) {
        cause.sentences.push_back(
            say("%1: all %2 gradients held inf or NaN, although the loss was finite. The first in the order of the "
                "backward pass is that of %3, which was handed it: by the scaled loss, or by what stands behind its "
                "layer.",
                {skipped_phrase(f, skips.step), count_text(skips.story.held()), skips.story.first()}));
        cause.missing.push_back(
            say("Which of the two it was: of what stands behind the last layer with weights nothing is recorded."));
        return;
    }
    cause.sentences.push_back(say("%1: all %2 gradients held inf or NaN. They only passed on what came with the loss.",
                                  {skipped_phrase(f, skips.step), count_text(skips.story.held())}));
    if (!loss)
        cause.missing.push_back(
            say("Whether the loss of that step was finite: none was logged (probe.log(loss=loss) does)."));
    else if (f.in_vain > 0 && f.forward_step == 0 && cause.where == ForeignCause::Where::backward)
        cause.missing.push_back(
            say("Which module made it: the forward passes of %1 were searched, the last in step %2, and all "
                "outputs in them were finite.",
                {steps_phrase(f.in_vain), step_text(f.in_vain_last)}));
    else if (f.forward_step == 0 && cause.where == ForeignCause::Where::backward)
        cause.missing.push_back(say("Which module made it: no search of a forward pass is recorded that found some."));
}

void tell_skips(const ForeignEvidence& e, const ForeignFailure::Skips& skips, ForeignCause& cause) {
    const run::SkipStory& story = skips.story;
    const Phrase skipped = skipped_phrase(e.failure, skips.step);
    const bool first = cause.where == ForeignCause::Where::nowhere;  // else it is told beside what is known better
    if (first) {
        cause.where = ForeignCause::Where::backward;
        cause.step = skips.step;
    }
    if (story.pattern() == "all") return tell_all_spoiled(e, skips, cause);
    if (story.pattern() == "none") {
        cause.sentences.push_back(
            say("%1: the scaler found inf or NaN where the probe does not look, in a parameter "
                "of the optimizer that is not the model's.",
                {skipped}));
        return;
    }
    if (story.first().empty()) {
        cause.sentences.push_back(
            say("%1 on the device, and its gradients were gone when the host learned of it.", {skipped}));
        cause.missing.push_back(
            say("Which gradient held inf or NaN: culprits=\"always\" of the probe looks at them in every step."));
        return;
    }
    if (tell_by_optimizer(e, skips, cause)) return;
    if (lost_loss(e.failure, skips.step)) {
        cause.sentences.push_back(say(
            "%1: %2 of the gradients held inf or NaN, in the order of the backward pass first that of %3. So did the "
            "loss, which handed it on.",
            {skipped, count_text(story.held()), story.first()}));
        return;
    }
    std::uint64_t inf = 0, nan = 0;
    std::vector<std::string> others;
    for (const run::SkipStory::Culprit& one : story.culprits()) {
        if (one.tensor() != story.first()) {
            others.push_back(one.tensor());
            continue;
        }
        inf = one.inf();
        nan = one.nan();
    }
    const std::uint64_t more = story.held() > 0 ? story.held() - 1 : 0;
    if (first && cause.producer.empty()) {
        cause.producer = story.first();
        cause.verdict = ForeignCause::Verdict::named;
    }
    if (story.pattern() == "from") {
        cause.sentences.push_back(say(
            "%1: the gradient of %2 was the first in the order of the backward pass that held inf or NaN (%3); those "
            "before it, nearer to the loss, were finite.",
            {skipped, story.first(), values_phrase(inf, nan)}));
        if (first) pass_on(cause, others, more);
        cause.missing.push_back(
            say("Whether it arose in the layer of %1 or between it and the layer before it in the backward pass: "
                "outputs of modules and their gradients (activations=True) would tell.",
                {story.first()}));
        return;
    }
    cause.sentences.push_back(say(
        "%1: the gradient of %2 held inf or NaN (%3). Its own sum over the batch overflowed: what the backward pass "
        "handed on stayed finite.",
        {skipped, story.first(), values_phrase(inf, nan)}));
    if (more > 0) cause.sentences.push_back(say("So did that of %1, each by itself.", {names_phrase(others, more)}));
}

}  // namespace

void tell_all_skips(const ForeignEvidence& e, ForeignCause& cause) {
    std::vector<const ForeignFailure::Skips*> order;
    for (const auto& [pattern, skips] : e.failure.skips) order.push_back(&skips);
    // Those whose loss was lost come first: what a scale is skipped for that is too high is no failure.
    std::sort(order.begin(), order.end(), [&](const auto* a, const auto* b) {
        const bool lost = lost_loss(e.failure, a->step);
        return lost != lost_loss(e.failure, b->step) ? lost : a->step < b->step;
    });
    for (const ForeignFailure::Skips* skips : order) {
        tell_skips(e, *skips, cause);
        if (skips->same_times > 1)
            cause.sentences.push_back(say("The same was seen in %1 steps, last in step %2.",
                                          {count_text(skips->same_times), step_text(skips->same_last)}));
        if (skips->other_times == 1)
            cause.sentences.push_back(
                say("In step %1 it looked alike, with another gradient first.", {step_text(skips->other_last)}));
        else if (skips->other_times > 1)
            cause.sentences.push_back(
                say("In %1 more steps it looked alike, with another gradient first, last in step "
                    "%2.",
                    {count_text(skips->other_times), step_text(skips->other_last)}));
    }
    if (e.skipped > 0 && order.empty())
        cause.missing.push_back(say("Which gradients held inf or NaN in the steps that were skipped."));
}

}  // namespace mantissa::foreign
