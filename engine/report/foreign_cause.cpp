// SPDX-License-Identifier: Apache-2.0
#include "engine/report/foreign_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/report/advisor_text.h"
#include "engine/report/foreign_lines.h"
#include "engine/report/foreign_rules.h"

namespace mantissa {
namespace {

constexpr std::size_t most_passed_named = 8;

Phrase step_text(std::uint32_t step) {
    return count_text(step);
}

/// "a, b, c", and how many more there are.
Phrase names_phrase(const std::vector<std::string>& names, std::uint64_t all) {
    std::vector<Phrase> shown;
    for (const std::string& name : names)
        if (shown.size() < most_passed_named) shown.emplace_back(name);
    if (all <= shown.size()) return listed(shown);
    return say("%1 and %2 more", {listed(shown), count_text(all - shown.size())});
}

/// "3 inf", "139 inf and 501 NaN".
Phrase values_phrase(std::uint64_t inf, std::uint64_t nan) {
    if (nan == 0) return say("%1 inf", {count_text(inf)});
    if (inf == 0) return say("%1 NaN", {count_text(nan)});
    return say("%1 inf and %2 NaN", {count_text(inf), count_text(nan)});
}

void pass_on(ForeignCause& cause, std::vector<std::string> names, std::uint64_t all) {
    cause.passed_on = std::move(names);
    cause.passed_on_count = std::max<std::uint64_t>(all, cause.passed_on.size());
    if (cause.passed_on_count > 0)
        cause.sentences.push_back(
            say("What comes behind it only passed it on: %1.", {names_phrase(cause.passed_on, cause.passed_on_count)}));
}

/// Tensors of a frame in the order of the pass, those of unknown place last.
std::vector<ForeignFailure::Held> in_order(const ForeignEvidence& e, const ForeignFailure::Frame& frame,
                                           bool backward) {
    const auto place = [&](const ForeignFailure::Held& one) {
        const auto found = e.tensors.find(one.tensor);
        const bool known =
            found != e.tensors.end() && (backward ? found->second.has_backward() : found->second.has_forward());
        return !known     ? std::numeric_limits<std::uint32_t>::max()
               : backward ? found->second.backward()
                          : found->second.forward();
    };
    std::vector<ForeignFailure::Held> held = frame.held;
    std::stable_sort(held.begin(), held.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
    return held;
}

std::string tensor_module(const ForeignEvidence& e, const std::string& tensor) {
    const auto found = e.tensors.find(tensor);
    return found == e.tensors.end() ? tensor : found->second.layer();
}

std::vector<std::string> names_after_first(const std::vector<ForeignFailure::Held>& held) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i < held.size(); ++i) names.push_back(held[i].tensor);
    return names;
}

bool is_bf16(const run::ForeignRun& run) {
    return run.autocast() && run.autocast_format() == "BF16";
}

/// The module in FP32, or the run in BF16 where it is not.
std::string module_cure_lines(const run::ForeignRun& run, const std::vector<std::string>& modules) {
    const std::string wide = modules_in_fp32_lines(run, modules);
    return is_bf16(run) ? wide : wide + "\n# or\n" + bf16_lines(run);
}

// ------------------------------------------------------------------------------------------- the forward pass

/// Those that made some of their own beside the first one, each once; not what only holds one of the modules.
std::vector<std::string> also_made(const run::ForwardStory& story) {
    std::vector<std::string> made;
    for (const std::string& name : story.also()) {
        const bool holds = std::any_of(story.modules().begin(), story.modules().end(),
                                       [&](const std::string& other) { return other.starts_with(name + "."); });
        if (!holds && name != story.module() && std::find(made.begin(), made.end(), name) == made.end())
            made.push_back(name);
    }
    return made;
}

void tell_module(const ForeignEvidence& e, ForeignCause& cause) {
    const ForeignFailure& f = e.failure;
    const run::ForwardStory& story = f.forward;
    std::string kind = "?", format = "?";
    const std::vector<std::string> also = also_made(story);
    std::vector<std::string> behind;
    for (int i = 0; i < story.modules_size(); ++i) {
        if (story.modules(i) != story.module()) {
            if (std::find(also.begin(), also.end(), story.modules(i)) == also.end()) behind.push_back(story.modules(i));
            continue;
        }
        if (i < story.classes_size()) kind = story.classes(i);
        if (i < story.formats_size()) format = story.formats(i);
    }
    cause.verdict = ForeignCause::Verdict::named;
    cause.producer = story.module();
    cause.sentences.push_back(
        say("In step %1, %2 (%3, %4) made the first inf or NaN of the forward pass: its output held some, and its "
            "inputs were finite.",
            {step_text(f.forward_step), story.module(), kind, format}));
    const auto module = e.modules.find(story.module());
    const std::uint32_t same = module == e.modules.end() ? 1 : module->second.times;
    if (f.searches > 1)
        cause.sentences.push_back(
            say("Of the %1 forward passes in which the probe found some, it was this module in %2.",
                {count_text(f.searches), count_text(same)}));
    std::vector<std::string> makers{story.module()};
    makers.insert(makers.end(), also.begin(), also.end());
    if (also.size() == 1)
        cause.sentences.push_back(say("%1 made some of its own as well: its inputs were finite, too.", {also[0]}));
    else if (also.size() > 1)
        cause.sentences.push_back(say("%1 made some of their own as well: their inputs were finite, too.",
                                      {names_phrase(also, also.size())}));
    const std::uint64_t others = story.held() > makers.size() ? story.held() - makers.size() : 0;
    pass_on(cause, behind, others);
    cause.missing.push_back(
        say("Which operation inside %1 made it, and how large its results were: the output alone was looked at.",
            {story.module()}));
    if (cause.passed_on_count > 0)
        cause.missing.push_back(
            say("Whether something behind it made inf or NaN of its own as well: what was handed some holds some."));
    cause.code = module_cure_lines(e.run, makers);
}

/// Whether an optimizer's epsilon is zero in the format of its weights: then it is what wrote NaN into them.
bool tell_epsilon(const ForeignEvidence& e, ForeignCause& cause) {
    const std::optional<Finding> epsilon = foreign_epsilon(e);
    if (!epsilon) return false;
    cause.verdict = ForeignCause::Verdict::named;
    cause.where = ForeignCause::Where::update;
    cause.producer = "optimizer";
    cause.sentences.push_back(epsilon->title_phrase);
    cause.sentences.insert(cause.sentences.end(), epsilon->reason_phrases.begin(), epsilon->reason_phrases.end());
    cause.code = epsilon->code;
    return true;
}

void tell_forward(const ForeignEvidence& e, ForeignCause& cause) {
    const ForeignFailure& f = e.failure;
    cause.where = ForeignCause::Where::forward;
    cause.step = f.forward_step;
    if (!f.forward.module().empty()) {
        tell_module(e, cause);
    } else {
        const std::string first = f.forward.modules_size() > 0 ? f.forward.modules(0) : "?";
        cause.sentences.push_back(say(
            "In step %1 the output of %2 was the first of the forward pass that held inf or NaN, and its inputs or its "
            "weights held some too: no module made it.",
            {step_text(f.forward_step), first}));
        if (!tell_epsilon(e, cause))
            cause.missing.push_back(say(
                "Whether the batch brought it, an update before it, or an operation between two modules: only modules "
                "are looked at."));
    }
    if (f.loss_step > 0 && f.loss_step < f.forward_step)
        cause.missing.push_back(
            say("What happened in step %1, the first whose loss was not finite: the probe searches a forward pass only "
                "after such a step, here first in step %2.",
                {step_text(f.loss_step), step_text(f.forward_step)}));
}

void tell_outputs(const ForeignEvidence& e, ForeignCause& cause) {
    const auto held = in_order(e, e.failure.outputs, false);
    cause.verdict = ForeignCause::Verdict::named;
    cause.where = ForeignCause::Where::forward;
    cause.step = e.failure.outputs.step;
    cause.producer = tensor_module(e, held.front().tensor);
    cause.sentences.push_back(say(
        "In step %1 the output of %2 was the first in the forward pass that held inf or NaN (%3), of those that were "
        "recorded.",
        {step_text(cause.step), cause.producer, values_phrase(held.front().inf, held.front().nan)}));
    pass_on(cause, names_after_first(held), held.size() - 1);
    cause.missing.push_back(
        say("Whether its inputs were finite: a module that was not recorded may have handed it inf or NaN."));
    cause.code = module_cure_lines(e.run, {cause.producer});
}

// ------------------------------------------------------------------------------------------- skipped steps

const ForeignFailure::Skips* first_skip(const ForeignFailure& f) {
    const ForeignFailure::Skips* first = nullptr;
    for (const auto& [pattern, skips] : f.skips)
        if (first == nullptr || skips.step < first->step) first = &skips;
    return first;
}

ForeignFailure::Skipped skipped_step(const ForeignFailure& f, std::uint32_t step) {
    const auto found = f.skipped.find(step);
    return found == f.skipped.end() ? ForeignFailure::Skipped() : found->second;
}

/// "Step 21 was skipped at loss scale 2⁸"
Phrase skipped_phrase(const ForeignFailure& f, std::uint32_t step) {
    const std::optional<double> scale = skipped_step(f, step).scale;
    if (!scale) return say("Step %1 was skipped", {step_text(step)});
    return say("Step %1 was skipped at loss scale %2", {step_text(step), scale_text(*scale)});
}

void tell_all_spoiled(const ForeignFailure& f, const ForeignFailure::Skips& skips, ForeignCause& cause) {
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
    else if (f.forward_step == 0)
        cause.missing.push_back(say("Which module made it: no forward pass with inf or NaN was searched."));
}

void tell_skips(const ForeignEvidence& e, const ForeignFailure::Skips& skips, ForeignCause& cause) {
    const run::SkipStory& story = skips.story;
    const Phrase skipped = skipped_phrase(e.failure, skips.step);
    const bool first = cause.where == ForeignCause::Where::nowhere;  // else it is told beside what is known better
    if (first) {
        cause.where = ForeignCause::Where::backward;
        cause.step = skips.step;
    }
    if (story.pattern() == "all") return tell_all_spoiled(e.failure, skips, cause);
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

/// Every kind of skip once, in the order of their first steps.
void tell_all_skips(const ForeignEvidence& e, ForeignCause& cause) {
    std::vector<const ForeignFailure::Skips*> order;
    for (const auto& [pattern, skips] : e.failure.skips) order.push_back(&skips);
    std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->step < b->step; });
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

// ------------------------------------------------------------------------------------------- without a skip

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
    if (tell_epsilon(e, cause)) return;
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
    pass_on(cause, names_after_first(held), held.size() - 1);
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
        if (e.run.world() > 1 && e.run.parallel() != "sharded")
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
    if (recovered) {
        cause.sentences.push_back(say(
            "The loss was inf or NaN in %1 of %2 steps, first in step %3. Each of them was skipped, and the training "
            "went on with finite losses.",
            {count_text(f.loss_times), count_text(e.step), step_text(f.loss_step)}));
        if (f.forward_step == 0)  // else it is said there
            cause.missing.push_back(say("Whether the batch brought it: look at the samples of that step."));
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
    } else if (weights_first)
        tell_weights(e, cause);
    else if (f.forward_step > 0)
        tell_forward(e, cause);
    else if (f.outputs.step > 0)
        tell_outputs(e, cause);
    else if (e.skipped == 0 && f.gradients.step > 0)
        tell_gradients(e, cause);
    else if (e.skipped == 0)
        cause.missing.push_back(
            say("Which module made it: the probe searches the next forward pass alone, and found all "
                "finite there or did not search it."));
    tell_all_skips(e, cause);
    if (!failed) {
        cause.verdict = ForeignCause::Verdict::search;
        cause.code.clear();  // there is nothing to cure
        return cause;
    }
    if (const ForeignFailure::Skips* skip = first_skip(f); cause.code.empty() && skip != nullptr)
        cause.code = is_bf16(e.run) ? "" : bf16_lines(e.run);
    tell_limits(e, cause);
    return cause;
}

}  // namespace mantissa
