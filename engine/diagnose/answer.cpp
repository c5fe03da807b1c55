// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/answer.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "engine/report/repeat_command.h"
#include "engine/run/metric.h"
#include "engine/run/phrase_record.h"

namespace mantissa {
namespace {

using D = run::Diagnosis;

std::string nats(double loss) {
    return std::isfinite(loss) ? fmt::format("{:.3f}", loss) : "NaN";
}

Phrase rule_phrase(const D& a) {
    const std::uint32_t step = a.step() + 1;  // the first is step 1, as everywhere in the program
    switch (a.rule()) {
        case D::RULE_NONFINITE_LOSS:
            return say("from step %1 on the loss is infinite or NaN", {step});
        case D::RULE_NONFINITE_WEIGHTS:
            return say("from step %1 on weights are infinite or NaN", {step});
        case D::RULE_LOSS_ROSE:
            return say("from step %1 on the loss is far above its own least value", {step});
        case D::RULE_SCALE_COLLAPSED:
            return say("from step %1 on one step after the other is skipped", {step});
        default:
            return say("from step %1 on the loss is above FP32's by more than the %2 that noise explains",
                       {step, nats(a.tolerance())});
    }
}

/// "93.10 %"; "NaN" where it is not a number.
std::string tested_number(const TestedRuns& tested, const Evaluation& one) {
    return std::isfinite(one.metric) ? metric_text(metric_of(tested.task), true, one.metric) : "NaN";
}

std::vector<Phrase> tested_numbers(const TestedRuns& tested) {
    return {tested.images, metric_of(tested.task).name, tested_number(tested, tested.run),
            tested_number(tested, tested.fp32), tested_number(tested, tested.control)};
}

}  // namespace

void add_part(D& answer, const Phrase& text) {
    answer.add_parts(english(text));
    *answer.add_part_phrases() = record_of(text);
}

namespace {

void tell(D& a, const std::optional<TestedRuns>& tested, const std::function<void(const Phrase&)>& sentence) {
    if (a.verdict() == D::VERDICT_NOTHING_TO_CURE) {
        sentence(
            say("Nothing to cure: over %1 steps the run keeps up with FP32 (mean loss of the last %6 steps %2, FP32 "
                "%3, a control moved by one ulp %4; up to %5 above FP32 is noise).",
                {a.horizon(), nats(a.run_loss()), nats(a.fp32_loss()), nats(a.control_loss()), nats(a.tolerance()),
                 std::min<std::uint32_t>(a.horizon(), FailureRules().window)}));
        if (tested)
            sentence(say("On the first %1 samples of the test set, %2: %3, FP32 %4, the control %5.",
                         tested_numbers(*tested)));
        return;
    }
    if (a.verdict() == D::VERDICT_NOT_PRECISION) {
        if (a.rule() == D::RULE_UNSET)
            sentence(
                say("Not a matter of precision: FP32 does not learn either (mean loss after %1 steps %2, FP32 %3).",
                    {a.horizon(), nats(a.run_loss()), nats(a.fp32_loss())}));
        else if (a.has_first_step())
            sentence(
                say("From there on FP32 fails as well, %1: what spoiled the state lies before it, or it is not a "
                    "matter of precision (learning rate, or data).",
                    {rule_phrase(a)}));
        else
            sentence(say("Not a matter of precision: FP32 fails as well, %1 (learning rate, initial weights, or data).",
                         {rule_phrase(a)}));
        return;
    }
    if (a.rule() == D::RULE_UNSET) {
        sentence(say("Stopped before anything was found."));
        return;
    }
    if (tested && tested->worse) {
        sentence(say("The run failed: its training loss keeps up with FP32's, but its evaluation does not."));
        sentence(
            say("On the first %1 samples of the test set, %2: %3, FP32 %4, the control %5.", tested_numbers(*tested)));
        if (!std::isfinite(tested->run.loss)) sentence(say("The test loss is infinite or NaN."));
        if (tested->lost_state)
            sentence(
                say("BatchNorm's running statistics are infinite or NaN from step %1 on: training does not read "
                    "them, evaluations do.",
                    {*tested->lost_state + 1}));
    } else {
        sentence(say("The run failed: %1.", {rule_phrase(a)}));
    }
    if (a.has_producer()) {
        const Phrase producer = phrase_of(a.producer().phrase(), a.producer().text());
        if (a.producer().effect() == run::CastFinding::EFFECT_OVERFLOW && a.propagators() > 0)
            sentence(say("The cause: %1; %2 later results only passed it on.", {producer, a.propagators()}));
        else
            sentence(say("The cause: %1.", {producer}));
    } else {
        sentence(say("No single operation stands out: each differs from FP32 by no more than its format's rounding."));
    }
    std::vector<Phrase> parts;
    for (int i = 0; i < a.parts_size(); ++i) parts.push_back(phrase_of(a.part_phrases(i), a.parts(i)));
    if (a.verdict() == D::VERDICT_CURED) {
        a.set_flags(flags_text(a.cure()));
        if (a.seeds_cured() == a.seeds() && a.seeds() >= 5 && a.parts_size() == 1)
            sentence(say("This cures it: %1. With all of %2 seeds the run then keeps up with FP32 over %3 steps.",
                         {listed(std::move(parts)), a.seeds(), a.horizon()}));
        else if (a.seeds_cured() == a.seeds() && a.seeds() >= 5)
            sentence(
                say("This cures it: %1. None of it can be left out. With all of %2 seeds the run then keeps up with "
                    "FP32 over %3 steps.",
                    {listed(std::move(parts)), a.seeds(), a.horizon()}));
        else
            sentence(
                say("This helps: %1. With %2 of %3 seeds tried the run then keeps up with FP32 over %4 steps, which "
                    "is too few to call it a cure.",
                    {listed(std::move(parts)), a.seeds_cured(), a.seeds(), a.horizon()}));
    } else if (a.verdict() == D::VERDICT_NO_CURE) {
        sentence(
            say("No cure was found: even with all %1 casts and switches in FP32 the run falls behind over %2 steps.",
                {a.space(), a.horizon()}));
    } else if (a.parts_size() > 0) {
        a.set_flags(flags_text(a.cure()));
        sentence(a.stopped()
                     ? say("Stopped before the end. This was seen to help, but less may be enough: %1.",
                           {listed(std::move(parts))})
                     : say("This was seen to help: %1. Whether it lasts is still tried.", {listed(std::move(parts))}));
    } else if (!a.stopped()) {
        sentence(say("A cure is still searched for."));
    } else {
        sentence(a.tests() == 1 ? say("Stopped before a cure was found, after one training.")
                                : say("Stopped before a cure was found, after %1 trainings.", {a.tests()}));
    }
}

}  // namespace

void write_text(D& a, const std::optional<TestedRuns>& tested) {
    const auto sentence = [&a](const Phrase& phrase) {
        a.add_text(english(phrase));
        *a.add_phrases() = record_of(phrase);
    };
    a.clear_text();
    a.clear_phrases();
    if (a.has_first_step())
        sentence(
            say("Every training begins with the run's weights and moments after step %1, and other seeds change "
                "the batches from there on: what happened before is not looked at.",
                {a.first_step()}));
    tell(a, tested, sentence);
}

}  // namespace mantissa
