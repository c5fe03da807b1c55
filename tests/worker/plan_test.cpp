// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker plan` as a program: the memory of a configuration by category, and the largest batch for a budget,
// held against the plans of that batch and of one image more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/run/memory_record.h"
#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A plan of a network whose activations outweigh the rest, as those of large networks do.
ProgramResult plan(std::vector<std::string> more) {
    more.insert(more.begin(), {"plan", "--device", MANTISSA_DEVICE, "--model", "cnn", "--c1", "8", "--c2", "8"});
    return run_worker(more);
}

run::MemoryRecord record_of(const std::string& json) {
    run::MemoryRecord record;
    from_json(json, record, "plan");
    return record;
}

run::MemoryRecord planned(const std::string& precision, std::uint32_t batch, const std::string& shadow_interval) {
    const ProgramResult result = plan(
        {"--precision", precision, "--batch", std::to_string(batch), "--shadow-interval", shadow_interval, "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return record_of(result.out);
}

constexpr double budget_gib = 0.11;
constexpr std::uint64_t budget_bytes = static_cast<std::uint64_t>(budget_gib * 0x1p30);

/// Both parts of `plan --budget --json`, which is one document.
struct Answer {
    run::MemoryRecord plan;
    JsonObject budget;

    std::uint32_t batch(const std::string& name) const {
        return static_cast<std::uint32_t>(budget.at(name).number_value());
    }
};

Answer answer_for(std::vector<std::string> more) {
    more.insert(more.end(), {"--budget", "0.11", "--json"});
    const ProgramResult result = plan(more);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.lines().size(), 1u) << result.out;
    const JsonObject document = json_object(result.out);
    EXPECT_EQ(names_of(document), (std::set<std::string>{"plan", "budget"}));
    return {record_of(to_json(document.at("plan"))), document.at("budget").struct_value().fields()};
}

TEST(PlanCommand, SaysWhatIsHeldHereAndNativelyByCategory) {
    const ProgramResult result = plan({"--precision", "fp16", "--batch", "32"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.lines().front(), HasSubstr("batch 32"));
    const std::size_t native = result.out.find("Native peak ");
    ASSERT_NE(native, std::string::npos) << result.out;
    const std::string here = result.out.substr(0, native);
    EXPECT_THAT(here, HasSubstr("Held here: peak "));
    for (const std::string& part : {here, result.out.substr(native)})
        for (const char* category : {"\n  weights ", "\n  master weights ", "\n  gradients ", "\n  optimizer state ",
                                     "\n  activations ", "\n  shadow (FP32) "})
            EXPECT_THAT(part, HasSubstr(category));
    EXPECT_THAT(result.out, AllOf(HasSubstr("A run takes "), HasSubstr("the data set (52.40 MiB, once for all runs)")));
    EXPECT_THAT(result.out, Not(HasSubstr("Largest batch"))) << "nobody asked";

    const ProgramResult plain = plan({"--precision", "fp32"});
    EXPECT_THAT(plain.out, Not(HasSubstr("master weights")));
    EXPECT_THAT(plain.out, Not(HasSubstr("shadow")));
}

TEST(PlanCommand, AsJsonItIsARecordWhoseCategoriesAddUpToItsPeaks) {
    const ProgramResult result = plan({"--precision", "fp16", "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.lines().size(), 1u);
    const run::MemoryRecord record = record_of(result.out);
    std::uint64_t held = 0, native = 0;
    for (const auto& operation : record.operations()) {
        std::uint64_t held_now = 0, native_now = 0;
        for (const run::MemoryBytes& bytes : operation.live()) {
            held_now += bytes.held();
            native_now += bytes.native();
        }
        held = std::max(held, held_now);
        native = std::max(native, native_now);
    }
    EXPECT_GT(native, 0u);
    EXPECT_EQ(record.peak_held(), held);
    EXPECT_EQ(record.peak_native(), native);
}

TEST(PlanCommand, WithABudgetItsJsonIsOneDocument) {
    const Answer answer = answer_for({"--precision", "fp16"});
    EXPECT_EQ(to_json(answer.plan), to_json(record_of(plan({"--precision", "fp16", "--json"}).out)));
    EXPECT_EQ(names_of(answer.budget),
              (std::set<std::string>{"budget_gib", "largest_batch_held", "largest_batch_native", "shadow",
                                     "largest_batch_held_without_shadow", "largest_batch_native_without_shadow"}));
    EXPECT_NEAR(answer.budget.at("budget_gib").number_value(), budget_gib, 1e-9);
}

TEST(PlanCommand, TheLargestBatchFitsAndOneImageMoreDoesNot) {
    struct Case {
        const char *precision, *suffix, *shadow_interval;
    };
    const Answer fp32 = answer_for({"--precision", "fp32"}), fp16 = answer_for({"--precision", "fp16"});
    for (const Case& c : {Case{"fp32", "", "10"}, Case{"fp16", "", "10"}, Case{"fp16", "_without_shadow", "0"}}) {
        const std::string precision = c.precision, suffix = c.suffix;
        SCOPED_TRACE(precision + suffix);
        const Answer& answer = precision == "fp32" ? fp32 : fp16;
        const std::uint32_t held = answer.batch("largest_batch_held" + suffix);
        ASSERT_GT(held, 1u);
        EXPECT_LE(device_bytes(planned(precision, held, c.shadow_interval)), budget_bytes);
        EXPECT_GT(device_bytes(planned(precision, held + 1, c.shadow_interval)), budget_bytes);
        const std::uint32_t native = answer.batch("largest_batch_native" + suffix);
        ASSERT_GT(native, 1u);
        EXPECT_LE(planned(precision, native, c.shadow_interval).peak_native(), budget_bytes);
        EXPECT_GT(planned(precision, native + 1, c.shadow_interval).peak_native(), budget_bytes);
    }
}

TEST(PlanCommand, TheShadowIsNotTakenForWhatTheFormatNeeds) {
    const Answer fp32 = answer_for({"--precision", "fp32"}), fp16 = answer_for({"--precision", "fp16"});
    EXPECT_TRUE(fp16.budget.at("shadow").bool_value());
    EXPECT_GT(fp16.batch("largest_batch_held_without_shadow"), fp16.batch("largest_batch_held"));
    EXPECT_GT(fp16.batch("largest_batch_native_without_shadow"), fp16.batch("largest_batch_native"));
    EXPECT_LT(fp16.batch("largest_batch_native"), fp32.batch("largest_batch_native"));
    EXPECT_GT(fp16.batch("largest_batch_native_without_shadow"), fp32.batch("largest_batch_native"));

    const auto words = [](const Answer& answer, const std::string& suffix) {
        return ": " + std::to_string(answer.batch("largest_batch_held" + suffix)) + " here, with the data set; " +
               std::to_string(answer.batch("largest_batch_native" + suffix)) +
               " for the step alone on a device that stores the formats natively\n";
    };
    const ProgramResult both = plan({"--precision", "fp16", "--budget", "0.11"});
    EXPECT_THAT(both.out, HasSubstr("Largest batch in 113 MiB with the shadow, a second pass in FP32 "
                                    "(--shadow-interval 30)" +
                                    words(fp16, "")));
    EXPECT_THAT(both.out, HasSubstr("Largest batch in 113 MiB without it (--shadow-interval 0)" +
                                    words(fp16, "_without_shadow")));

    const Answer off = answer_for({"--precision", "fp16", "--shadow-interval", "0"});
    for (const Answer& answer : {fp32, off}) {  // FP32 has no shadow
        EXPECT_FALSE(answer.budget.at("shadow").bool_value());
        EXPECT_EQ(words(answer, ""), words(answer, "_without_shadow"));
    }
    EXPECT_EQ(words(off, ""), words(fp16, "_without_shadow"));
    const ProgramResult one = plan({"--precision", "fp32", "--budget", "0.11"});
    EXPECT_THAT(one.out, HasSubstr("Largest batch in 113 MiB" + words(fp32, "")));
    EXPECT_THAT(one.out, Not(HasSubstr("shadow")));
    EXPECT_THAT(plan({"--precision", "fp32", "--budget", "64GiB"}).out,
                HasSubstr(": 65536 (the most that a step takes) here, with the data set; 65536 (the most that a step "
                          "takes) for the step alone on a device"))
        << "the flag's end, not the budget's";
}

// The tutorial that the network is named after trains 590 images a step in FP32 and 1000 in 16 bits.
TEST(PlanCommand, TheTutorialNetworkFitsOnePointSevenTimesTheBatchInSixteenBits) {
    const auto largest = [](const std::string& precision) {
        const ProgramResult result = run_worker({"plan", "--device", MANTISSA_DEVICE, "--preset", "tutorial",
                                                 "--precision", precision, "--budget", "4", "--json"});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return json_object(result.out).at("budget").struct_value().fields().at("largest_batch_native_without_shadow");
    };
    EXPECT_GE(largest("fp16").number_value(), 1.7 * largest("fp32").number_value());
}

TEST(PlanCommand, WhatItCannotPlanIsNamed) {
    struct Case {
        const char *flag, *value, *text;
    };
    for (const Case& c : {Case{"--budget", "0", "from 1 MiB on"}, Case{"--budget", "much", "--budget"},
                          Case{"--batch", "0", "batch"}}) {
        const ProgramResult result = plan({c.flag, c.value, "--json"});
        EXPECT_EQ(result.exit_code, 2) << c.flag << " " << c.value;
        EXPECT_EQ(result.out, "");
        EXPECT_THAT(result.err, HasSubstr(c.text));
    }
}

}  // namespace
}  // namespace mantissa
