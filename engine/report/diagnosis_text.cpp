// SPDX-License-Identifier: Apache-2.0
#include "engine/report/diagnosis_text.h"

#include <fmt/format.h>

#include "engine/report/advisor_text.h"

namespace mantissa {

Phrase diagnosis_effort(const run::Diagnosis& answer) {
    const Phrase space = count_text(answer.space());
    const Phrase seconds = fmt::format("{:.1f}", answer.seconds()),
                 processor = fmt::format("{:.1f}", answer.processor_seconds());
    const Phrase text =
        answer.tests() == 1
            ? say("One training over %1 casts and switches, not counting those of FP32 and the control, %2 s (%3 s of "
                  "processor time)",
                  {space, seconds, processor})
            : say("%1 trainings over %2 casts and switches, not counting those of FP32 and the control, %3 s (%4 s of "
                  "processor time)",
                  {count_text(answer.tests()), space, seconds, processor});
    if (answer.recalled() == 0) return text;
    return say("%1; of these known from the search that was stopped: %2", {text, count_text(answer.recalled())});
}

}  // namespace mantissa
