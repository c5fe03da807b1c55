// SPDX-License-Identifier: Apache-2.0
// Measures: what each text means, what formats come to, and what is refused.
#include "engine/lesson/measure.h"

#include "engine/precision/rounding.h"
#include "tests/engine/lesson/lesson_testing.h"

namespace mantissa {
namespace {

using mantissa::testing::error_of;
using ::testing::HasSubstr;

double of(const std::string& text) {
    return format_measure(parse_measure(text));
}

TEST(Measure, OfARunNamesItsParts) {
    const Measure at = parse_measure("my run.accuracy_at:150");
    EXPECT_TRUE(at.of_run());
    EXPECT_EQ(at.run, "my run");
    EXPECT_EQ(at.kind, Measure::Kind::accuracy_at);
    EXPECT_EQ(at.step, 150u);
    const Measure flushed = parse_measure("FP16.flushed:fc1.weight:weight_gradient");
    EXPECT_EQ(flushed.run, "FP16");
    EXPECT_EQ(flushed.tensor, "fc1.weight");
    EXPECT_EQ(flushed.role, run::ROLE_WEIGHT_GRADIENT);
    EXPECT_EQ(parse_measure("a.lost_updates_without_master:fc2.weight").kind,
              Measure::Kind::lost_updates_without_master);
    EXPECT_EQ(parse_measure("a.first_nonfinite").kind, Measure::Kind::first_nonfinite);
    EXPECT_FALSE(parse_measure("value:fp16:0.1").of_run());
}

TEST(Measure, OfFormatsIsWhatTheFormatsAre) {
    EXPECT_EQ(of("largest:fp16"), 65504.0);
    EXPECT_EQ(of("smallest:fp16"), 0x1p-24);
    EXPECT_EQ(of("smallest_normal:bf16"), 0x1p-126);
    EXPECT_EQ(of("ulp:fp16:1"), 0x1p-10);
    EXPECT_EQ(of("ulp:fp16:2^-24"), 0x1p-24);
    EXPECT_EQ(of("ulp:bf16:-300"), 2.0);
    EXPECT_EQ(of("value:fp16:0.1"), 0.0999755859375);
    EXPECT_EQ(of("value:fp16:-1e-8"), 0.0);
    EXPECT_EQ(of("value:bf16:257"), 256.0);
    EXPECT_EQ(of("value:bf16:259"), 260.0);
    EXPECT_EQ(of("value:fp32:16777217"), 16777216.0);
    EXPECT_EQ(of("value:tf32:1.00048828125"), 1.0009765625) << "TF32's ties go away from zero";
    EXPECT_EQ(of("value:fp16:1.00048828125"), 1.0) << "all others to even";
    EXPECT_TRUE(std::isinf(of("value:fp16:65520")));
    // Just above a tie, by less than FP32 can say: rounded once it goes up, by way of FP32 it would go to the even one.
    EXPECT_EQ(of("value:fp16:1.000488281250001"), 1.0009765625);
}

TEST(Measure, SumsAreRoundedAfterEveryAddition) {
    EXPECT_EQ(of("sum:fp16:1:5000"), 2048.0);
    EXPECT_EQ(of("sum32:fp16:1:5000"), 5000.0);
    EXPECT_EQ(of("sum32:fp16:1:4097"), 4096.0) << "the sum is exact, its rounding to FP16 is not";
    EXPECT_EQ(of("sum:bf16:1:10000000"), 256.0);
    EXPECT_EQ(of("sum:fp16:0.5:3"), 1.5);
    EXPECT_EQ(of("sum:fp16:2^-24:2"), 0x1p-23);
}

TEST(Measure, OfRanksIsWhatTheSumThatTrainsGives) {
    EXPECT_EQ(of("ranks_overflowed:fp16:ring:after:2^9:128"), 0.0);
    EXPECT_GT(of("ranks_overflowed:fp16:ring:after:2^9:256"), 0.0);
    EXPECT_EQ(of("ranks_overflowed:fp16:ring:before:2^9:256"), 0.0);
    EXPECT_NEAR(of("ranks_flushed:fp16:doubling:before:2^-8:256"), 44, 1);
    EXPECT_EQ(of("ranks_flushed:fp32:doubling:before:2^-8:256"), 0.0);
    EXPECT_GT(of("ranks_error:bf16:ring:half:2^9:4096"), 50.0);
    EXPECT_LT(of("ranks_error:fp32:tree:half:2^9:4096"), 0.001);
    EXPECT_DOUBLE_EQ(of("ranks_bound:fp16:ring:after:1024"), 100 * 1023 * 0x1p-11 / (1 - 1023 * 0x1p-11));
    EXPECT_TRUE(std::isinf(of("ranks_bound:bf16:ring:after:1024")));
}

TEST(Measure, WhatIsNoneIsRefusedWithWhatThereIs) {
    struct Bad {
        const char *text, *says, *remedy;
    };
    for (const Bad& bad : {Bad{"", "no measure", "largest:FORMAT"},
                           Bad{"accuracy", "no measure", "value:FORMAT:NUMBER"},
                           Bad{".accuracy", "names no run", "RUN.accuracy"},
                           Bad{"a.accurate", "accurate", "accuracy_at:STEP"},
                           Bad{"a.accuracy:3", "2 parts", "accuracy"},
                           Bad{"a.accuracy_at:x", "is not a valid count", "whole number"},
                           Bad{"a.accuracy_at:-1", "is not a valid count", "whole number"},
                           Bad{"a.flushed:fc1.weight", "2 parts", "flushed:TENSOR:ROLE"},
                           Bad{"a.flushed:fc1.weight:gradient", "no role", "weight_gradient"},
                           Bad{"a.flushed::activation", "no name", "Health"},
                           Bad{"value:fp8:1", "no format", "fp16"},
                           Bad{"value:fp16:one", "not a number", "2^-24"},
                           Bad{"value:fp16:inf", "not a number", "2^-24"},
                           Bad{"value:fp16:2^9999", "not a number", "2^-24"},
                           Bad{"sum:fp16:1:0", "is not a valid count", "10000000"},
                           Bad{"sum:fp16:1:10000001", "is not a valid count", "10000000"},
                           Bad{"ranks_error:fp16:line:after:2^9:4", "no order", "doubling"},
                           Bad{"ranks_error:fp16:ring:never:2^9:4", "no division", "before"},
                           Bad{"ranks_error:fp16:ring:after:500:4", "not a size", "2^16"},
                           Bad{"ranks_error:fp16:ring:after:2^17:4", "not a size", "2^16"},
                           Bad{"ranks_error:fp16:ring:after:2^-25:4", "not a size", "2^-24"},
                           Bad{"ranks_error:fp16:ring:after:2^9:1", "is not a valid count", "4096"},
                           Bad{"ranks_bound:fp16:ring:after:4097", "is not a valid count", "4096"},
                           Bad{"ranks_bound:fp16:ring:after", "4 parts", "RANKS"}}) {
        const Error error = error_of([&] { parse_measure(bad.text); });
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_EQ(error.place(), bad.text);
        EXPECT_THAT(error.message(), HasSubstr(bad.says)) << bad.text;
        EXPECT_THAT(error.remedy(), HasSubstr(bad.remedy)) << bad.text;
    }
    EXPECT_THAT(error_of([] { parse_measure(std::string(201, 'a')); }).message(), HasSubstr("201 bytes"));
}

}  // namespace
}  // namespace mantissa
