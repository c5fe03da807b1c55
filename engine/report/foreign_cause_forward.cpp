// SPDX-License-Identifier: Apache-2.0
// What the forward pass tells: modules that made inf or NaN, and that none did.
#include <algorithm>
#include <optional>

#include "engine/report/advisor_text.h"
#include "engine/report/foreign_cause_parts.h"
#include "engine/report/foreign_lines.h"
#include "engine/report/foreign_origin.h"

namespace mantissa::foreign {
namespace {

std::string tensor_module(const ForeignEvidence& e, const std::string& tensor) {
    const auto found = e.tensors.find(tensor);
    return found == e.tensors.end() ? tensor : found->second.layer();
}

/// The module in FP32, or the run in BF16 where it is not.
std::string module_cure_lines(const run::ForeignRun& run, const std::vector<std::string>& modules) {
    const std::string wide = modules_in_fp32_lines(run, modules);
    return is_bf16(run) ? wide : wide + "\n# or\n" + bf16_lines(run);
}

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

}  // namespace

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
    if (const std::optional<Phrase> batch = likely_batch_phrase(e)) {
        cause.producer = "batch";
        cause.sentences.push_back(*batch);
        cause.code = batch_check_lines();
        return;
    }
    if (e.failure.loss_step > 0) cause.missing.push_back(batch_unknown_phrase());
    cause.missing.push_back(
        say("Whether its inputs were finite: a module that was not recorded may have handed it inf or NaN."));
    cause.code = module_cure_lines(e.run, {cause.producer});
}

void tell_loss_function(const LossAlone& alone, ForeignCause& cause) {
    cause.verdict = ForeignCause::Verdict::named;
    cause.where = ForeignCause::Where::forward;
    cause.step = alone.step;
    cause.producer = "loss";
    cause.sentences.push_back(
        alone.searched
            ? say("In step %1, whose loss was inf or NaN, the forward pass was searched: the outputs of all modules "
                  "were finite.",
                  {step_text(alone.step)})
            : say("In step %1, whose loss was inf or NaN, the recorded outputs of all modules were finite.",
                  {step_text(alone.step)}));
    cause.sentences.push_back(loss_function_phrase());
    cause.missing.push_back(say("Which operation behind the modules made it: only modules are looked at."));
    cause.code = loss_function_lines();
}

}  // namespace mantissa::foreign
