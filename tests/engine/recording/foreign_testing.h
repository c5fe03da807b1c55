// SPDX-License-Identifier: Apache-2.0
// What is made of recordings of other programs' trainings, for tests.
#pragma once

#include <string>
#include <vector>

#include "engine/report/advisor.h"
#include "engine/report/advisor_evidence.h"
#include "engine/report/foreign_cause.h"
#include "tests/engine/recording/recording_testing.h"

namespace mantissa::test {

inline ForeignCause cause_in(const std::string& bytes) {
    Evidence evidence;
    for (const run::Record& record : records_of(bytes)) observe(evidence, record);
    return foreign_cause(*evidence.foreign);
}

inline const std::string ended = R"({"kind":"end","step":2,"time":1,"outcome":"closed"})"
                                 "\n";

inline std::string said(const std::vector<Phrase>& sentences) {
    std::string all;
    for (const Phrase& sentence : sentences) all += english(sentence) + "\n";
    return all;
}

/// Steps that were skipped since all gradients hold some, with this loss.
inline std::string spoiled(unsigned from, unsigned to, const std::string& loss) {
    std::string lines;
    for (unsigned i = from; i <= to; ++i) {
        const std::string at = std::to_string(i);
        lines += R"({"kind":"step","step":)" + at + R"(,"time":0.5,"lr":0.1,"scale":0.5,"skipped":true,"loss":)" +
                 loss + "}\n" + R"({"kind":"event","event":"skip","step":)" + at +
                 R"(,"text":"","t":[1,0],"inf":[4,8],"nan":[0,0],"held":2,"of":2,"first":1,"pattern":"all"})" + "\n";
    }
    return lines;
}

}  // namespace mantissa::test
