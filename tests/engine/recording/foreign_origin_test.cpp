// SPDX-License-Identifier: Apache-2.0
// Losses that are inf or NaN: told apart from a loss scale that is too high, and from a batch that held them.
#include "engine/report/foreign_origin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/recording/foreign_testing.h"

namespace mantissa {
namespace {

using test::cause_in;
using test::ended;
using test::said;
using test::spoiled;
using testing::HasSubstr;

/// A scale that is too high and a loss that is NaN spoil all gradients alike: only the one is the scale's doing.
TEST(ForeignOrigin, SkipsBehindALostLossAreToldApartFromThoseOfTheScale) {
    const ForeignCause cause = cause_in(test::header + spoiled(1, 2, "1.5") + test::step(3) + spoiled(4, 4, "\"nan\"") +
                                        test::step(5) + ended);
    const std::string told = said(cause.sentences);
    const std::string lost =
        "Step 4 was skipped at loss scale 2\u207b\u00b9: all 2 gradients held inf or NaN. They only passed on what "
        "came "
        "with the loss.\n";
    const std::string finite =
        "Step 1 was skipped at loss scale 2\u207b\u00b9: all 2 gradients held inf or NaN, although the loss was "
        "finite. "
        "The first in the order of the backward pass is that of a.b.bias, which was handed it: by the scaled loss, or "
        "by "
        "what stands behind its layer.\nThe same was seen in 2 steps, last in step 2.\n";
    EXPECT_THAT(told, HasSubstr(lost + finite));
    EXPECT_EQ(cause.step, 4u);
    EXPECT_THAT(said(cause.missing), HasSubstr("Whether the batch brought it: look at the samples of that step "
                                               "(torch.isfinite(inputs).all() says whether they held inf or NaN)."));
    // Read from a library the stories come behind all steps; far more were skipped than are kept one by one.
    std::vector<run::Record> events;
    Evidence evidence;
    for (const run::Record& record : test::records_of(test::header + spoiled(1, 3000, "1.5") +
                                                      spoiled(3001, 3001, "\"nan\"") + spoiled(3002, 3100, "2")))
        if (record.has_event())
            events.push_back(record);
        else
            observe(evidence, record);
    for (const run::Record& record : events) observe(evidence, record);
    const std::string long_one = said(foreign_cause(*evidence.foreign).sentences);
    EXPECT_THAT(long_one, HasSubstr("Step 3,001 was skipped at loss scale"));
    EXPECT_THAT(long_one, HasSubstr("The same was seen in 3,099 steps, last in step 3,100."));
    // Where not all gradients hold some, none is said to have overflowed by itself.
    std::string some = spoiled(4, 4, "\"nan\"");
    some.replace(some.find("\"all\""), 5, "\"some\"");
    EXPECT_THAT(
        said(cause_in(test::header + test::step(3) + some + test::step(5) + ended).sentences),
        HasSubstr("2 of the gradients held inf or NaN, in the order of the backward pass first that of a.b.bias. "
                  "So did the loss, which handed it on."));
}

/// NaN and no inf in the very first output, of finite weights: no format makes that.
TEST(ForeignOrigin, ANaNInTheFirstOutputOfFiniteWeightsIsTheBatchs) {
    const std::string outputs =
        R"({"kind":"header","tensors":[{"index":2,"name":"a.b","module":"a.b","part":"output","shape":[4],)"
        R"("dtype":"float16","forward":0},{"index":3,"name":"a.c","module":"a.c","part":"output","shape":[4],)"
        R"("dtype":"float16","forward":1}]})"
        "\n";
    const auto told = [&](const std::string& values, const char* weights = "[[8],[4]]") {
        const std::string frame =
            R"({"kind":"hist","step":2,"role":"weight","t":[0,1],"first":[-3,-3],"max":[0.2,0.2],"norm":[0.5,0.3],"counts":)" +
            std::string(weights) + (weights[2] == ']' ? R"(,"nan":[8,4]})" : "}") + "\n" +
            R"({"kind":"hist","step":2,"role":"activation","t":[2,3],"first":[0,0],"counts":[[2],[2]],"max":[1,1],)"
            R"("norm":[1,1],"n":[4,4],)" +
            values + "}\n";
        const ForeignCause cause =
            cause_in(test::header + outputs + test::step(1) + frame + spoiled(2, 2, "\"nan\"") + test::step(3) + ended);
        return said(cause.sentences) + said(cause.missing);
    };
    const std::string batch =
        "Of the recorded outputs that of a.b comes first. It held NaN and no inf, and the weights were finite: most "
        "likely the batch of step 2 held NaN (torch.isfinite(inputs).all() tells).";
    EXPECT_THAT(told(R"("nan":[2,2])"), HasSubstr(batch));
    for (const std::string& other :
         {told(R"("inf":[1,0],"nan":[1,2])"), told(R"("nan":[0,2])"), told(R"("nan":[2,2])", "[[],[]]")})
        EXPECT_THAT(other, testing::Not(HasSubstr("most likely the batch"))) << other;
    EXPECT_THAT(told(R"("nan":[0,2])"), HasSubstr("Whether the batch brought it"));
}

}  // namespace
}  // namespace mantissa
