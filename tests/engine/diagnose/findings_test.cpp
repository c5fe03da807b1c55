// SPDX-License-Identifier: Apache-2.0
// What a finding says of a cast.
#include "engine/diagnose/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What became zero is a part of what differs: the rest of the results was rounded as well.
TEST(FindingPhrase, OfZerosItIsTheirOwnShareOfTheNorm) {
    run::CastFinding finding;
    finding.set_step(0);
    finding.set_operation("fc2.out");
    finding.set_backward(true);
    finding.set_format("FP16");
    finding.set_effect(run::CastFinding::EFFECT_UNDERFLOW);
    finding.set_elements(32768);
    finding.set_affected(9563);
    finding.set_smallest(1.81e-11f);
    finding.set_error(0.222);
    const std::string text = english(finding_phrase(finding, false, 0.12));
    EXPECT_EQ(text,
              "step 1, fc2.out, backward: 9,563 of 32,768 results became zero in FP16, 12 % of the norm (smallest "
              "1.81e-11)");
    const std::string inside = english(finding_phrase(finding, true, 0.12));
    EXPECT_THAT(inside, HasSubstr("12 % of the norm"));
    finding.set_effect(run::CastFinding::EFFECT_ROUNDING);
    EXPECT_THAT(english(finding_phrase(finding, false, 0.12)), HasSubstr("by 22.2 % of their norm"));
    EXPECT_THAT(english(finding_phrase(finding, false, 0.12)), Not(HasSubstr("12 %")));
}

}  // namespace
}  // namespace mantissa
