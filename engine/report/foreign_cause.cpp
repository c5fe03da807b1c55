// SPDX-License-Identifier: Apache-2.0
#include "engine/report/foreign_cause.h"

#include <algorithm>

#include "engine/report/advisor_text.h"
#include "engine/report/foreign_cause_parts.h"
#include "engine/report/foreign_lines.h"
#include "engine/report/foreign_origin.h"

namespace mantissa {
namespace {

using foreign::in_order;
using foreign::step_text;
using foreign::values_phrase;

void tell_weights(const ForeignEvidence& e, ForeignCause& cause) {
    const ForeignFailure::Frame& frame = e.failure.weights;
    const auto held = in_order(e, frame, false);
    cause.where = ForeignCause::Where::update;
    cause.step = frame.step;
    cause.sentences.push_back(say(
        "As step %1 began, %2 of the weights that were looked at held inf or NaN, in the forward pass first %3 (%4): "
        "an update wrote them.",
        {step_text(frame.step), count_text(held.size()), held.front().tensor,
         values_phrase(held.front().inf, held.front().nan)}));
    if (frame.finite_step > 0)
        cause.sentences.push_back(say("As step %1 began all were finite.", {step_text(frame.finite_step)}));
    if (foreign::tell_epsilon(e, cause)) return;
    cause.missing.push_back(say(
        "Which update was the first, and whether a gradient had brought inf or NaN to it: weights and gradients are "
        "counted every %1.",
        {steps_phrase(e.run.every())}));
}

void tell_gradients(const ForeignEvidence& e, ForeignCause& cause) {
    const auto held = in_order(e, e.failure.gradients, true);
    cause.verdict = ForeignCause::Verdict::named;
    cause.where = ForeignCause::Where::backward;
    cause.step = e.failure.gradients.step;
    cause.producer = held.front().tensor;
    cause.sentences.push_back(say(
        "In step %1 the gradient of %2 was the first in the order of the backward pass that held inf or NaN (%3), and "
        "nothing skipped the step.",
        {step_text(cause.step), cause.producer, values_phrase(held.front().inf, held.front().nan)}));
    foreign::pass_on(cause, foreign::names_after_first(held), held.size() - 1);
    cause.missing.push_back(
        say("What happened between the sampled steps: gradients are counted every %1.", {steps_phrase(e.run.every())}));
}

/// What is true of the whole recording, whatever failed.
void tell_limits(const ForeignEvidence& e, ForeignCause& cause) {
    if (e.run.probe().empty()) {
        cause.missing.push_back(
            say("Where it arose: an event file of TensorBoard has scalars, and neither gradients nor modules."));
    } else {
        if (e.run.compiled())
            cause.missing.push_back(say("What happened inside compiled modules: their parts cannot be looked at."));
        if (e.run.order() == "registration")
            cause.missing.push_back(
                say("The true order of the layers: that in which the model lists them was taken for it."));
        if (e.run.world() > 1 && e.run.parallel() != "sharded" && e.failure.ranks_step == 0)
            cause.missing.push_back(
                say("Which process made it: gradients are looked at after they were averaged over %1 processes.",
                    {count_text(e.run.world())}));
    }
    cause.missing.push_back(say(
        "Whether a cure helps: a recording holds neither weights nor batches, so nothing can be trained again here."));
}

}  // namespace

const char* name_of(ForeignCause::Verdict verdict) noexcept {
    switch (verdict) {
        case ForeignCause::Verdict::nothing:
            return "nothing";
        case ForeignCause::Verdict::search:
            return "search";
        case ForeignCause::Verdict::named:
            return "named";
        case ForeignCause::Verdict::unknown:
            break;
    }
    return "unknown";
}

const char* name_of(ForeignCause::Where where) noexcept {
    switch (where) {
        case ForeignCause::Where::forward:
            return "forward";
        case ForeignCause::Where::backward:
            return "backward";
        case ForeignCause::Where::update:
            return "update";
        case ForeignCause::Where::nowhere:
            break;
    }
    return "";
}

Phrase foreign_missing_heading() {
    return say("What the recording cannot tell:");
}

ForeignCause foreign_cause(const ForeignEvidence& e) {
    const ForeignFailure& f = e.failure;
    ForeignCause cause;
    const bool held = f.forward_step > 0 || f.outputs.step > 0 || f.weights.step > 0;
    const bool recovered = f.recovered() && e.skipped_in_a_row == 0;
    const bool failed =
        !recovered && (held || f.loss_step > 0 || e.skipped_in_a_row > 1 || (e.skipped == 0 && f.gradients.step > 0));
    if (!e.failed.empty()) cause.sentences.push_back(say("%1.", {e.failed}));
    if (e.unseen_scaler)
        cause.missing.push_back(
            say("Which steps were skipped, and at which loss scale: the loop uses a GradScaler that watch() was not "
                "given. watch(…, scaler=scaler) records both."));
    if (!failed && e.skipped == 0) {
        if (e.step == 0) cause.verdict = ForeignCause::Verdict::unknown;
        cause.sentences.push_back(e.step == 0 ? say("No step was recorded: whether inf or NaN arose is unknown.")
                                  : e.unseen_scaler
                                      ? say("The recording holds no inf or NaN.")
                                      : say("The recording holds no inf or NaN, and no step was skipped."));
        cause.missing.push_back(
            say("What happened to gradients, weights and outputs between the sampled steps: they are "
                "counted every %1.",
                {steps_phrase(e.run.every())}));
        if (e.run.probe().empty()) cause.missing.clear();
        return cause;
    }
    cause.verdict = ForeignCause::Verdict::unknown;
    const std::optional<LossAlone> alone = loss_alone(e);
    if (recovered) {
        cause.sentences.push_back(say(
            "The loss was inf or NaN in %1 of %2 steps, first in step %3. Each of them was skipped, and the training "
            "went on with finite losses.",
            {count_text(f.loss_times), count_text(e.step), step_text(f.loss_step)}));
    } else if (!failed)
        cause.sentences.push_back(
            say("%1 of %2 steps were skipped, and the training went on after each: so a loss scale finds its place.",
                {count_text(e.skipped), count_text(e.step)}));
    else if (f.loss_step > 0 && e.skipped > 0)
        cause.sentences.push_back(
            say("The training failed: its loss was inf or NaN first in step %1, and %2 of %3 steps were "
                "skipped.",
                {step_text(f.loss_step), count_text(e.skipped), count_text(e.step)}));
    else if (f.loss_step > 0)
        cause.sentences.push_back(
            say("A logged loss was inf or NaN first in step %1 of %2.", {step_text(f.loss_step), count_text(e.step)}));
    else if (e.skipped > 0)
        cause.sentences.push_back(say("%1 of %2 steps were skipped, the last %3 one after the other.",
                                      {count_text(e.skipped), count_text(e.step), count_text(e.skipped_in_a_row)}));
    if (f.loss_step > 0 && f.forward_step == 0 && f.outputs.step == 0 && !alone)  // else it is said there
        cause.missing.push_back(batch_unknown_phrase());
    if (f.ranks_step > 0) {
        cause.sentences.push_back(say("In step %1 %2.", {step_text(f.ranks_step), f.ranks}));
        if (f.ranks_more)
            cause.sentences.push_back(
                say("So it was in at least %1. The last of them that is recorded is step %2, and there are more.",
                    {steps_phrase(f.ranks_times), step_text(f.ranks_last)}));
        else if (f.ranks_times > 1)
            cause.sentences.push_back(
                say("So it was in %1 steps, last in step %2.", {count_text(f.ranks_times), step_text(f.ranks_last)}));
    }
    if (!failed && e.failed.empty()) cause.sentences.push_back(say("Nothing has failed."));
    // Weights that were spoiled before explain what the forward pass does with them.
    const std::uint32_t forward = f.forward_step > 0 ? f.forward_step : f.outputs.step;
    const bool weights_first = f.weights.step > 0 && (forward == 0 || f.weights.step <= forward);
    // So do gradients of a step that was sampled and not skipped, while all else was finite: its update spoiled them.
    const auto behind = [&f](std::uint32_t step) { return step == 0 || f.gradients.step < step; };
    const bool gradients_first = f.gradients.step > 0 && !f.skipped.contains(f.gradients.step) && behind(forward) &&
                                 behind(f.weights.step) && behind(f.loss_step) &&
                                 f.weights.finite_step <= f.gradients.step && f.loss_before <= f.gradients.step;
    if (gradients_first) {
        tell_gradients(e, cause);
        if (f.loss_step > 0 || f.weights.step > 0)
            cause.sentences.push_back(
                say("That step's update wrote them into the weights: what came after follows from it."));
    } else if (alone)
        foreign::tell_loss_function(*alone, cause);
    else if (weights_first)
        tell_weights(e, cause);
    else if (f.forward_step > 0)
        foreign::tell_forward(e, cause);
    else if (f.outputs.step > 0)
        foreign::tell_outputs(e, cause);
    else if (e.skipped == 0 && f.gradients.step > 0)
        tell_gradients(e, cause);
    else if (e.skipped == 0 && f.in_vain > 0)
        cause.missing.push_back(
            say("Which module made it: the probe searched the forward pass of step %1, and found all finite there.",
                {step_text(f.in_vain_last)}));
    else if (e.skipped == 0)
        cause.missing.push_back(
            say("Which module made it: the probe searches the next forward pass alone, and found all "
                "finite there or did not search it."));
    foreign::tell_all_skips(e, cause);
    if (!failed) {
        cause.verdict = ForeignCause::Verdict::search;
        cause.code.clear();  // there is nothing to cure
        return cause;
    }
    if (cause.code.empty() && !f.skips.empty()) cause.code = foreign::is_bf16(e.run) ? "" : bf16_lines(e.run);
    tell_limits(e, cause);
    return cause;
}

}  // namespace mantissa
