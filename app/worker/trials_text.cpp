// SPDX-License-Identifier: Apache-2.0
#include "app/worker/trials_text.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "app/worker/terminal.h"
#include "engine/report/advisor_text.h"
#include "engine/report/field_text.h"
#include "engine/run/json.h"

namespace mantissa {
namespace {

std::vector<std::string> widened_parts(const run::Diagnosis& answer, const run::DiagnosisTrial& trial) {
    std::vector<std::string> parts;
    for (const std::uint32_t place : trial.widened())
        if (place < static_cast<std::uint32_t>(answer.space_parts_size()))
            parts.push_back(answer.space_parts(static_cast<int>(place)));
    return parts;
}

const char* verdict_of(const run::DiagnosisTrial& trial) {
    if (trial.keeps_up()) return "keeps up";
    switch (trial.rule()) {
        case run::Diagnosis::RULE_NONFINITE_LOSS:
            return "loss inf or NaN";
        case run::Diagnosis::RULE_NONFINITE_WEIGHTS:
            return "weights inf or NaN";
        case run::Diagnosis::RULE_LOSS_ROSE:
            return "loss rose";
        case run::Diagnosis::RULE_SCALE_COLLAPSED:
            return "steps skipped";
        case run::Diagnosis::RULE_BEHIND_FP32:
            return "behind FP32";
        default:
            return "evaluates worse";
    }
}

std::string loss_text(double loss) {
    return std::isfinite(loss) ? fmt::format("{:.3f}", loss) : "NaN";
}

}  // namespace

std::string trials_text(const run::Diagnosis& answer) {
    std::string out = fmt::format("  search for the cause: {} kept with the run{}\n",
                                  counted(static_cast<std::uint64_t>(answer.trials_size()), "training"),
                                  answer.stopped() ? ", stopped before its end" : "");
    if (answer.trials().empty()) return out;
    out += fmt::format("  {:>4}  {:>6}  {:>6}  {:>9}  {:>9}  {:<18}  {}\n", "no.", "seed", "steps", "loss", "FP32",
                       "verdict", "made wider");
    int number = 0;
    for (const run::DiagnosisTrial& trial : answer.trials()) {
        const std::vector<std::string> parts = widened_parts(answer, trial);
        const std::string what = parts.size() > 4 ? fmt::format("{} casts and switches", parts.size())
                                                  : fmt::format("{}", fmt::join(parts, "; "));
        out += fmt::format("  {:>4}  {:>6}  {:>6}  {:>9}  {:>9}  {:<18}  {}\n", ++number, trial.seed(), trial.steps(),
                           loss_text(trial.loss()), loss_text(trial.fp32_loss()), verdict_of(trial), harmless(what));
    }
    return out;
}

std::string trials_json(const std::string& run_id, const run::Diagnosis& answer) {
    std::string out;
    int number = 0;
    const auto number_or_null = [](double value) { return std::isfinite(value) ? number_text(value) : "null"; };
    for (const run::DiagnosisTrial& trial : answer.trials()) {
        std::string parts;
        for (const std::string& part : widened_parts(answer, trial))
            parts += (parts.empty() ? "" : ",") + json_quoted(part);
        out += fmt::format(
            "{{\"run_id\":{},\"trial\":{},\"seed\":{},\"steps\":{},\"loss\":{},\"fp32_loss\":{},\"keeps_up\":{},"
            "\"verdict\":{},\"widened\":[{}]}}\n",
            json_quoted(run_id), ++number, trial.seed(), trial.steps(), number_or_null(trial.loss()),
            number_or_null(trial.fp32_loss()), trial.keeps_up(), json_quoted(verdict_of(trial)), parts);
    }
    return out;
}

}  // namespace mantissa
