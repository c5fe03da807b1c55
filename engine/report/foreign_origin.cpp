// SPDX-License-Identifier: Apache-2.0
#include "engine/report/foreign_origin.h"

#include <algorithm>

#include "engine/report/advisor_text.h"
#include "engine/report/foreign_cause.h"
#include "engine/report/foreign_cause_parts.h"
#include "engine/report/foreign_lines.h"

namespace mantissa {

Phrase batch_unknown_phrase() {
    return say(
        "Whether the batch brought it: look at the samples of that step (torch.isfinite(inputs).all() says "
        "whether they held inf or NaN).");
}

std::string batch_check_lines() {
    return "if not torch.isfinite(inputs).all():  # before the forward pass\n"
           "    torch.save(inputs, \"nonfinite-batch.pt\")\n"
           "    raise RuntimeError(\"the batch holds inf or NaN\")\n";
}

std::optional<Phrase> likely_batch_phrase(const ForeignEvidence& e) {
    const ForeignFailure::Frame &outputs = e.failure.outputs, &weights = e.failure.weights;
    const bool finite = weights.step == 0 ? weights.finite_step >= outputs.step : weights.step > outputs.step;
    if (outputs.step == 0 || !finite) return std::nullopt;
    const ForeignFailure::Held first = foreign::in_order(e, outputs, false).front();
    const auto at = e.tensors.find(first.tensor);
    if (first.inf > 0 || first.nan == 0 || at == e.tensors.end() || !at->second.has_forward()) return std::nullopt;
    const bool others = std::any_of(e.tensors.begin(), e.tensors.end(), [&](const auto& one) {
        const run::TensorInfo& tensor = one.second;
        return tensor.part() == "output" && (!tensor.has_forward() || tensor.forward() < at->second.forward());
    });
    if (others) return std::nullopt;  // one before it was finite
    return say(
        "Of the recorded outputs that of %1 comes first. It held NaN and no inf, and the weights were finite: "
        "most likely the batch of step %2 held NaN (torch.isfinite(inputs).all() tells).",
        {at->second.layer(), foreign::step_text(outputs.step)});
}

std::uint32_t lost_loss_step(const ForeignEvidence& e) {
    for (const auto& [step, pass] : e.failure.passes)
        if (pass.lost) return step;
    return 0;
}

std::vector<Phrase> lost_loss_phrases(const ForeignEvidence& e) {
    const ForeignFailure& f = e.failure;
    const std::uint32_t step = lost_loss_step(e);
    if (step == 0) return {};
    const bool dropped = f.loss_step != step;  // told of the whole run below
    std::vector<Phrase> told;
    if (!dropped && f.recovered())
        told.push_back(say(
            "The loss was inf or NaN in %1 of %2 steps, first in step %3. Each of them was skipped, and the training "
            "went on with finite losses.",
            {count_text(f.loss_times), count_text(e.step), foreign::step_text(f.loss_step)}));
    else
        told.push_back(say("A logged loss was inf or NaN first in step %1 of %2.",
                           {foreign::step_text(step), count_text(e.step)}));
    if (f.bad_updates > 0)
        told.push_back(say("The weights were updated in %1 whose loss was inf or NaN.", {steps_phrase(f.bad_updates)}));
    return told;
}

std::vector<Phrase> forward_origin_phrases(const ForeignEvidence& e) {
    const ForeignFailure& f = e.failure;
    if (const std::optional<LossAlone> alone = loss_alone(e))
        return {say("In step %1 the outputs of all modules were finite, and the loss was inf or NaN.",
                    {count_text(alone->step)}),
                loss_function_phrase()};
    if (f.forward_step > 0 && !f.forward.module().empty())
        return {say("The output of %1 held inf or NaN in step %2 while its inputs were finite: it made the first.",
                    {f.forward.module(), foreign::step_text(f.forward_step)})};
    if (const std::optional<Phrase> batch = likely_batch_phrase(e)) return {*batch};
    return {foreign_missing_heading(), batch_unknown_phrase()};
}

}  // namespace mantissa
