// SPDX-License-Identifier: Apache-2.0
// Enumerators as flags and as text; messages as JSON, with NaN and infinity.
#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "engine/base/error.h"
#include "engine/run/json.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Names, FlagsOfEveryEnumerationAreUniqueAndGoBothWays) {
    for (const auto* type : {run::Precision_descriptor(), run::Model_descriptor(), run::Activation_descriptor(),
                             run::Optimizer_descriptor(), run::Scaling_descriptor(), run::Reduction_descriptor()}) {
        std::set<std::string> seen;
        for (int i = 0; i < type->value_count(); ++i) {
            const auto& value = *type->value(i);
            const std::string name = flag_name(value);
            EXPECT_EQ(name.empty(), value.number() == 0) << value.name();
            if (name.empty()) continue;
            EXPECT_TRUE(seen.insert(name).second) << type->name() << " has " << name << " twice";
            EXPECT_EQ(name.find_first_of("_ABCDEFGHIJKLMNOPQRSTUVWXYZ "), std::string::npos) << name;
            EXPECT_EQ(enum_value(*type, name, "field").number(), value.number());
        }
        EXPECT_EQ(flag_names(*type).size(), seen.size());
    }
}

TEST(Names, FlagsOfEveryFieldAreUnique) {
    std::set<std::string> flags;
    const auto* descriptor = run::RunConfig::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
        std::string flag = descriptor->field(i)->name();
        for (char& c : flag) c = c == '_' ? '-' : c;
        EXPECT_TRUE(flags.insert(flag).second) << flag;
    }
}

TEST(Names, AsFlagsTakeThem) {
    EXPECT_THAT(flag_names(*run::Precision_descriptor()),
                ElementsAre("fp32", "tf32", "fp16", "bf16", "pytorch-default", "custom"));
    EXPECT_THAT(flag_names(*run::Scaling_descriptor()), ElementsAre("none", "static", "dynamic"));
    EXPECT_THAT(flag_names(*run::Activation_descriptor()), ElementsAre("relu", "sigmoid", "tanh"));
    EXPECT_THAT(flag_names(*run::Reduction_descriptor()),
                ElementsAre("fp32", "16bit", "16bit-no-max", "16bit-results"));
    EXPECT_THAT(flag_names(*run::NativeUse_descriptor()), ElementsAre("auto", "on", "off"));
    EXPECT_EQ(enum_value(*run::Precision_descriptor(), "PYTORCH_DEFAULT", "precision").number(), run::PYTORCH_DEFAULT);
    EXPECT_EQ(enum_value(*run::Precision_descriptor(), "Fp16", "precision").number(), run::FP16);
}

TEST(Names, MemoryCategoriesAreWords) {
    EXPECT_EQ(english(category_phrase(run::MEMORY_MASTER_WEIGHTS)), "master weights");
    EXPECT_EQ(english(category_phrase(run::MEMORY_SHADOW)), "shadow (FP32)");
    EXPECT_EQ(english(category_phrase(run::MEMORY_UNSET)), "other");
    EXPECT_EQ(english(category_phrase(static_cast<run::MemoryCategory>(99))), "other");
}

TEST(Names, AnUnknownChoiceListsTheChoices) {
    for (const char* bad : {"", "fp17", "unset", "precision-unset"}) try {
            enum_value(*run::Precision_descriptor(), bad, "precision");
            ADD_FAILURE() << bad;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::usage);
            EXPECT_EQ(error.place(), "precision");
            EXPECT_THAT(error.remedy(), HasSubstr("bf16"));
        }
}

TEST(Names, SummaryTellsRunsApart) {
    run::RunConfig config = default_config();
    EXPECT_EQ(summary_of(config), "FP32 · batch 64");
    config.set_precision(run::FP16);
    EXPECT_EQ(summary_of(config), "FP16 · no scale · batch 64");
    config.set_scaling(run::STATIC);
    config.set_loss_scale(1024);
    EXPECT_EQ(summary_of(config), "FP16 · scale 2¹⁰ · batch 64");
    config.set_scaling(run::DYNAMIC);
    config.set_master_weights(false);
    EXPECT_EQ(summary_of(config), "FP16 · dynamic scale · no master · batch 64");
}

TEST(Json, EveryPresetRoundTrips) {
    for (const run::Preset& preset : shipped_presets()) {
        run::Preset back;
        from_json(to_json(preset), back, "test");
        EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(preset, back)) << preset.name();
    }
}

TEST(Json, NotANumberAndInfinitySurvive) {
    run::Record record;
    record.mutable_step_done()->set_loss(std::numeric_limits<float>::quiet_NaN());
    record.mutable_step_done()->set_scale(std::numeric_limits<float>::infinity());
    record.mutable_step_done()->set_gradient_norm(-std::numeric_limits<float>::infinity());
    record.mutable_step_done()->set_accuracy(0.0f);
    const std::string text = to_json(record);
    EXPECT_THAT(text, HasSubstr("\"loss\":\"NaN\""));
    EXPECT_THAT(text, HasSubstr("\"scale\":\"Infinity\""));
    EXPECT_THAT(text, HasSubstr("\"accuracy\":0")) << "zero is written: it is not the same as unset";
    EXPECT_THAT(text, Not(HasSubstr("\n"))) << "one line";
    run::Record back;
    from_json(text, back, "test");
    EXPECT_TRUE(std::isnan(back.step_done().loss()));
    EXPECT_EQ(back.step_done().scale(), std::numeric_limits<float>::infinity());
    EXPECT_EQ(back.step_done().gradient_norm(), -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(back.step_done().has_accuracy());
    EXPECT_FALSE(back.step_done().has_lr());
}

TEST(Json, NumbersAreNumbersUnlessAReaderWouldRoundThem) {
    run::RunConfig config, back;
    config.set_name(R"(a "seed":"7" \"steps":"3" in a text)");
    config.set_seed(7);
    config.set_steps(-1);
    EXPECT_THAT(to_json(config), HasSubstr(R"("steps":-1)"));
    EXPECT_THAT(to_json(config), HasSubstr(R"("seed":7)"));
    from_json(to_json(config), back, "test");
    EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(config, back)) << to_json(config);
    config.set_seed(9007199254740993u);  // 2^53 + 1
    EXPECT_THAT(to_json(config), HasSubstr(R"("seed":"9007199254740993")"));
    run::Record record;
    record.mutable_memory()->set_peak_held(12);
    EXPECT_THAT(to_json(record), HasSubstr(R"("peak_held":12)")) << "in a part of a message, too";
}

TEST(Json, LargeFloatsHaveAllTheirDigits) {
    run::Record record;
    run::StepRecord& step = *record.mutable_step_done();
    for (const auto& [scale, text] : {std::pair{0x1p32f, "4294967296"},
                                      {0x1p31f, "2147483648"},
                                      {0x1p24f, "16777216"},
                                      {-0x1p40f, "-1099511627776"},
                                      {0x1p72f, "4722366482869645213696"},
                                      {0x1p16f, "65536"},
                                      {0.1f, "0.1"},
                                      {1e30f, "1e+30"}}) {
        step.set_scale(scale);
        step.set_loss(0.5f);
        const std::string json = to_json(record);
        EXPECT_THAT(json, HasSubstr(std::string("\"scale\":") + text)) << json;
        run::Record again;
        from_json(json, again, "");
        EXPECT_EQ(again.step_done().scale(), scale);
        EXPECT_EQ(again.step_done().loss(), 0.5f);
    }
}

TEST(Json, ADoubleOfTheSameNameKeepsItsDigits) {
    run::Record record;
    record.mutable_started()->mutable_foreign()->mutable_scaler()->set_scale(50000001);
    EXPECT_THAT(to_json(record), HasSubstr("\"scale\":50000001"));
}

TEST(Json, QuotesWhatIsNoPlainText) {
    EXPECT_EQ(json_quoted("a \"b\" \\ \n\x01 é"), "\"a \\\"b\\\" \\\\ \\u000a\\u0001 é\"");
}

TEST(Json, KeepsTheFieldNamesOfTheSchema) {
    run::RunFinished finished;
    finished.set_test_accuracy(0.5f);
    finished.set_flushed_share_worst_layer(0.25);
    EXPECT_EQ(to_json(finished), R"({"test_accuracy":0.5,"flushed_share_worst_layer":0.25})");
}

TEST(Json, FloatsAreExact) {
    run::StepRecord step, back;
    for (const float value : {0.1f, 1e-45f, 3.4028235e38f, 1.0f / 3, 16777217.0f}) {
        step.set_loss(value);
        from_json(to_json(step), back, "test");
        EXPECT_EQ(back.loss(), value);
    }
}

TEST(Json, BadTextIsRefusedWithItsPlace) {
    const std::string deep = std::string(200000, '[') + std::string(200000, ']');
    for (const std::string& bad : {std::string("{"), std::string("nonsense"), std::string(R"({"batch": 1e99})"), deep,
                                   R"({"name": ")" + std::string(std::size_t{1} << 20, 'a') + "\"}"}) {
        run::RunConfig config;
        try {
            from_json(bad, config, "some file");
            ADD_FAILURE() << bad.substr(0, 40);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data);
            EXPECT_THAT(error.place(), testing::StartsWith("some file"));
        }
    }
}

}  // namespace
}  // namespace mantissa
