// SPDX-License-Identifier: Apache-2.0
// Defaults, the shipped presets, merging and comparing of configurations, damaged preset files.
#include "engine/run/presets.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <set>

#include "engine/base/error.h"
#include "engine/run/names.h"
#include "engine/run/phrase_record.h"
#include "engine/run/policy_of.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::util::MessageDifferencer;
using ::testing::HasSubstr;

std::map<std::string, run::RunConfig> shipped() {
    std::map<std::string, run::RunConfig> configs;
    for (const run::Preset& preset : load_presets(std::filesystem::path(MANTISSA_RESOURCES) / "presets"))
        configs[preset.name()] = complete(preset.config());
    return configs;
}

TEST(Defaults, AreCompleteAndValid) {
    const run::RunConfig config = default_config();
    EXPECT_NO_THROW(validate(config));
    const auto* descriptor = run::RunConfig::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
        const FieldDescriptor& field = *descriptor->field(i);
        if (field.is_repeated() || field.name() == "eval_precision") continue;  // unset means: as the training
        EXPECT_TRUE(config.GetReflection()->HasField(config, &field)) << field.name();
    }
    EXPECT_EQ(scaler_settings_of(config).initial_scale, 65536.0f);
    EXPECT_EQ(scaler_settings_of(config).growth_interval, 2000u);
}

TEST(Presets, EachLoadsAndValidates) {
    const auto configs = shipped();
    for (const char* name :
         {"underflow",      "lost-updates",  "overflow",           "reduction",         "classic",
          "tutorial",       "transformer",   "attention-overflow", "norm-squares",      "resnet",
          "pure-fp16",      "pure-bf16",     "phase-change",       "phase-change-lost", "fp8-range",
          "ranks-overflow", "ranks-starved", "regression",         "regression-offset", "batch-norm-inf",
          "pixel-mean",     "bf16-growth",   "bf16-to-fp16",       "fp8-late-scale"})
        ASSERT_TRUE(configs.contains(name)) << name;
    for (const auto& [name, config] : configs) {
        EXPECT_NO_THROW(validate(config)) << name;
        EXPECT_NO_THROW(policy_of(config)) << name;
        EXPECT_EQ(config.preset(), name);
    }
}

TEST(Presets, HaveAnExplanationAndSayThatAFailureIsConstructed) {
    std::set<std::string> names;
    for (const run::Preset& preset : shipped_presets()) {
        EXPECT_TRUE(names.insert(preset.name()).second) << preset.name();
        EXPECT_EQ(to_json(preset_named(preset.name())), to_json(preset)) << "of " << preset.name();
        EXPECT_FALSE(preset.title().empty()) << preset.name();
        EXPECT_GT(preset.description().size(), 40u) << preset.name();
    }
    for (const char* failing : {"underflow", "overflow", "reduction", "ranks-overflow", "ranks-starved",
                                "regression-offset", "batch-norm-inf", "pixel-mean", "fp8-late-scale"})
        EXPECT_THAT(preset_named(failing).description(), HasSubstr("constructed")) << failing;
}

TEST(Presets, AreTheConfigurationsThatTheyAreKnownFor) {
    const auto configs = shipped();
    const run::RunConfig& underflow = configs.at("underflow");
    EXPECT_EQ(underflow.model(), run::MLP);
    EXPECT_EQ(underflow.depth(), 6u);
    EXPECT_EQ(underflow.width(), 128u);
    EXPECT_EQ(underflow.activation(), run::SIGMOID);
    EXPECT_EQ(underflow.optimizer(), run::ADAM);
    EXPECT_EQ(underflow.lr(), 3e-3);
    EXPECT_EQ(underflow.batch(), 256u);
    EXPECT_EQ(underflow.epochs(), 4u);
    EXPECT_EQ(underflow.growth_interval(), 50u);
    const run::RunConfig& lost = configs.at("lost-updates");
    EXPECT_EQ(lost.optimizer(), run::SGD);
    EXPECT_EQ(lost.lr(), 0.01);
    EXPECT_EQ(lost.momentum(), 0);
    EXPECT_EQ(lost.batch(), 64u);
    const run::RunConfig& overflow = configs.at("overflow");
    EXPECT_EQ(overflow.init_scale(), 16);
    EXPECT_EQ(overflow.steps(), 234);
    EXPECT_EQ(overflow.scaling(), run::DYNAMIC);
    const run::RunConfig& reduction = configs.at("reduction");
    EXPECT_EQ(reduction.reduction(), run::REDUCE_16BIT_NO_MAX);
    const run::RunConfig& tutorial = configs.at("tutorial");
    EXPECT_EQ(tutorial.c1(), 420u);
    EXPECT_EQ(tutorial.c2(), 1000u);
    EXPECT_EQ(tutorial.batch(), 590u);
}

TEST(Presets, AnUnknownNameListsTheKnownOnes) {
    try {
        preset_named("undreflow");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage);
        EXPECT_THAT(error.message(), HasSubstr("undreflow"));
        for (const auto& [name, config] : shipped()) EXPECT_THAT(error.remedy(), HasSubstr(name));
    }
}

class PresetFile : public ::testing::Test {
  protected:
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void expect_refused(const std::string& text) {
        const std::filesystem::path file = folder_ / "bad.json";
        std::ofstream(file, std::ios::binary) << text;
        try {
            read_preset(file);
            ADD_FAILURE() << text.substr(0, 80);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data);
            EXPECT_THAT(error.place(), testing::StartsWith(file.string()));
        }
    }
    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("mantissa-presets-" + std::to_string(getpid()));
};

TEST_F(PresetFile, DamageIsRefused) {
    expect_refused("");
    expect_refused("{");
    expect_refused("[]");
    expect_refused("{\"name\": \"\"}");
    expect_refused("{\"config\": {}}");
    expect_refused(R"({"name": "x", "config": {"no_such_field": 1}})");
    expect_refused(R"({"name": "x", "config": {"batch": -1}})");
    expect_refused(R"({"name": "x", "config": {"batch": "many"}})");
    expect_refused(R"({"name": "x", "config": {"precision": "FP17"}})");
    expect_refused(R"({"name": "x", "config": )" + std::string(100000, '[') + "}");
    expect_refused(R"({"name": ")" + std::string(std::size_t{1} << 20, 'x') + R"("})");
}

TEST_F(PresetFile, ASettingOutOfItsRangeIsRefusedWhereItStands) {
    const std::filesystem::path file = folder_ / "deep.json";
    std::ofstream(file) << R"({"name": "deep", "config": {"model": "MLP", "depth": 256}})";
    try {
        read_preset(file);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_EQ(error.place(), file.string() + ", depth");
        EXPECT_THAT(error.message(), HasSubstr("256"));
    }
}

TEST_F(PresetFile, ATeachersSetUpIsReadWithoutItsLocks) {
    std::ofstream(folder_ / "setup.json")
        << R"({"name": "hour", "title": "An hour", "locked": ["lr", "batch"], "hidden": ["seed"],)"
        << R"( "config": {"batch": 128, "lr": 0.001, "seed": 4294967295, "precision": "FP16"}})";
    const run::Preset preset = read_preset(folder_ / "setup.json");
    EXPECT_EQ(preset.title(), "An hour");
    EXPECT_EQ(preset.config().preset(), "hour");
    EXPECT_EQ(preset.config().batch(), 128u);
    EXPECT_EQ(preset.config().lr(), 0.001);
    EXPECT_EQ(preset.config().seed(), 4294967295u);
    EXPECT_EQ(preset.config().precision(), run::FP16);
    EXPECT_EQ(load_presets(folder_).size(), 1u);
}

TEST_F(PresetFile, LocksAreReadStrictly) {
    for (const char* locks : {"\"lr\"", "{}", "[1]", "[\"no_such_setting\"]", "[[\"lr\"]]", "null"}) {
        const std::filesystem::path file = folder_ / "bad.json";
        std::ofstream(file, std::ios::binary) << R"({"name": "x", "locked": )" << locks << "}";
        try {
            read_preset(file);
            ADD_FAILURE() << locks;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data);
            EXPECT_EQ(error.place(), file.string() + ", \"locked\"");
        }
    }
    expect_refused(R"({"name": "x", "locked": ["lr"], "no_such_field": 1})");
}

TEST_F(PresetFile, AMissingFileIsRefused) {
    EXPECT_THROW(read_preset(folder_ / "none.json"), Error);
}

TEST_F(PresetFile, FilesAreSortedAndOthersLeftAlone) {
    std::ofstream(folder_ / "20-b.json") << R"({"name": "b"})";
    std::ofstream(folder_ / "10-a.json") << R"({"name": "a"})";
    std::ofstream(folder_ / "README.md") << "not a preset";
    const auto presets = load_presets(folder_);
    ASSERT_EQ(presets.size(), 2u);
    EXPECT_EQ(presets[0].name(), "a");
    EXPECT_EQ(presets[1].name(), "b");
}

TEST(Merge, SetFieldsReplaceAndUnsetOnesDoNot) {
    run::RunConfig change;
    change.set_momentum(0);  // zero is a value
    change.set_precision(run::BF16);
    run::RunConfig base = default_config();
    base.set_momentum(0.9);
    const run::RunConfig result = merge(base, change);
    EXPECT_EQ(result.momentum(), 0);
    EXPECT_EQ(result.precision(), run::BF16);
    EXPECT_EQ(result.batch(), base.batch());
}

TEST(Merge, AListReplacesTheWholeList) {
    run::RunConfig base, change;
    for (const char* name : {"fc1", "fc2"}) base.add_layer_overrides()->set_layer(name);
    EXPECT_EQ(merge(base, change).layer_overrides_size(), 2);
    change.add_layer_overrides()->set_layer("fc3");
    const run::RunConfig result = merge(base, change);
    ASSERT_EQ(result.layer_overrides_size(), 1);
    EXPECT_EQ(result.layer_overrides(0).layer(), "fc3");
}

TEST(Merge, AnOverrideWithoutAFormatIsTakenAway) {
    run::RunConfig base, change;
    base.add_layer_overrides()->set_layer("fc1");
    base.mutable_layer_overrides(0)->set_precision(run::FP32);
    change.add_layer_overrides()->set_layer("fc1");
    change.mutable_layer_overrides(0)->set_precision(run::PRECISION_UNSET);
    EXPECT_EQ(merge(base, change).layer_overrides_size(), 0);
    EXPECT_EQ(merge(base, difference(base, run::RunConfig())).layer_overrides_size(), 0);
    run::LayerOverride& other = *change.add_layer_overrides();
    other.set_layer("fc2");
    other.set_precision(run::BF16);
    const run::RunConfig result = merge(base, change);
    ASSERT_EQ(result.layer_overrides_size(), 1);
    EXPECT_EQ(result.layer_overrides(0).layer(), "fc2");
}

TEST(Difference, IsWhatMergeNeeds) {
    const auto configs = shipped();
    for (const auto& [a_name, a] : configs)
        for (const auto& [b_name, b] : configs) {
            const run::RunConfig change = difference(a, b);
            EXPECT_TRUE(MessageDifferencer::Equals(merge(a, change), b)) << a_name << " to " << b_name;
            if (a_name == b_name) {
                EXPECT_EQ(change.ByteSizeLong(), 0u);
            }
        }
}

TEST(Difference, HoldsOnlyWhatChanged) {
    run::RunConfig after = default_config();
    after.set_lr(0.5);
    after.set_shuffle(false);
    const run::RunConfig change = difference(default_config(), after);
    std::vector<const FieldDescriptor*> set;
    change.GetReflection()->ListFields(change, &set);
    ASSERT_EQ(set.size(), 2u);
    EXPECT_EQ(change.lr(), 0.5);
    EXPECT_FALSE(change.shuffle());
    EXPECT_TRUE(change.has_shuffle());
}

TEST(DescribeChange, NamesOldAndNew) {
    run::RunConfig after = default_config();
    EXPECT_EQ(describe_change(default_config(), after), "");
    after.set_precision(run::FP16);
    after.set_lr(0.01);
    after.set_master_weights(false);
    EXPECT_EQ(describe_change(default_config(), after),
              "lr: 0.001 → 0.01, precision: FP32 → FP16, master_weights: on → off");
    run::RunConfig eval = default_config();
    eval.set_eval_precision(run::FP32);
    EXPECT_EQ(describe_change(default_config(), eval), "eval_precision: as training → FP32");
    run::RunConfig layers = default_config();
    layers.add_layer_overrides()->set_layer("fc1");
    EXPECT_THAT(describe_change(default_config(), layers), HasSubstr("layer_overrides"));
}

TEST(DescribeChange, HasItsSettingsAsPhrases) {
    const auto& all = *run::RunConfig::descriptor();
    for (int i = 0; i < all.field_count(); ++i) {
        EXPECT_TRUE(setting_phrase(all.field(i)->name()).sentence) << all.field(i)->name();
        EXPECT_EQ(english(setting_phrase(all.field(i)->name())), all.field(i)->name());
    }
    EXPECT_EQ(setting_phrase("of a later version"), Phrase("of a later version"));
    run::RunConfig after = default_config();
    EXPECT_TRUE(change_phrase(default_config(), after).empty());
    after.set_master_weights(false);
    EXPECT_EQ(change_phrase(default_config(), after),
              say("%1: %2 → %3", {say("master_weights"), say("on"), say("off")}));
}

/// A person may have changed as many at once as a window believes of one event.
TEST(DescribeChange, ManySettingsAreOneSentence) {
    const run::RunConfig before = default_config();
    run::RunConfig after = before;
    after.set_lr(0.5);
    after.set_batch(3);
    after.set_epochs(9);
    after.set_clip_norm(2);
    after.set_precision(run::FP16);
    after.set_scaling(run::DYNAMIC);
    after.set_loss_scale(4);
    after.set_growth_factor(3);
    after.set_backoff_factor(0.25);
    after.set_growth_interval(7);
    run::EventRecord event;
    set_text(event, change_phrase(before, after));
    EXPECT_THAT(event.text(), HasSubstr("growth_factor: 2 → 3, backoff_factor: 0.5 → 0.25, growth_interval: 2000 → 7"));
    EXPECT_EQ(event.text(), describe_change(before, after));
    EXPECT_EQ(phrase_of(event), change_phrase(before, after));
    EXPECT_TRUE(phrase_of(event).sentence);
}

}  // namespace
}  // namespace mantissa
