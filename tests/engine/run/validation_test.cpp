// SPDX-License-Identifier: Apache-2.0
// The range of every field, by table: both ends are accepted, what lies just outside is refused with the field's name.
#include "engine/run/validation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>

#include "engine/base/error.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

using google::protobuf::FieldDescriptor;

const FieldDescriptor& field_named(const std::string& name) {
    const FieldDescriptor* field = run::RunConfig::descriptor()->FindFieldByName(name);
    if (!field) throw Error(ErrorCode::failed, "no field " + name);
    return *field;
}

void set_number(run::RunConfig& config, const FieldDescriptor& field, double value) {
    const auto& reflection = *config.GetReflection();
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_UINT32:
            reflection.SetUInt32(&config, &field, static_cast<std::uint32_t>(value));
            break;
        case FieldDescriptor::CPPTYPE_INT64:
            reflection.SetInt64(&config, &field, static_cast<std::int64_t>(value));
            break;
        default:
            reflection.SetDouble(&config, &field, value);
    }
}

void expect_refused(const run::RunConfig& config, const std::string& place, const std::string& what) {
    try {
        validate(config);
        ADD_FAILURE() << place << " accepts " << what;
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage) << place;
        EXPECT_THAT(error.place(), ::testing::StartsWith(place)) << what;
        EXPECT_NE(error.message(), "");
    }
}

struct Range {
    const char* field;
    double low, high;
    std::optional<double> below, above;  ///< just outside, where a number of the field's type lies there
};

std::vector<Range> ranges() {
    const auto down = [](double x) { return std::nextafter(x, -1e300); };
    const auto up = [](double x) { return std::nextafter(x, 1e300); };
    return {{"threads", 0, 1024, {}, 1025},
            {"depth", 1, 64, 0, 65},
            {"width", 1, 16384, 0, 16385},
            {"ranks", 1, 64, 0, 4097},  // the largest that divide a batch of 64
            {"rank_bucket_kib", 1, 1048576, 0, 1048577},
            {"c1", 1, 4096, 0, 4097},
            {"c2", 1, 4096, 0, 4097},
            {"blocks", 1, 64, 0, 65},
            {"heads", 1, 64, 0, 65},
            {"token_width", 4, 4096, 0, 4100},  // of four heads
            {"channels", 1, 1024, 0, 1025},
            {"unet_channels", 1, 1024, 0, 1025},
            {"query_key_offset", -1e6, 1e6, down(-1e6), up(1e6)},
            {"embedding_gain", 0, 1e6, down(0), up(1e6)},
            {"target_offset", -1e6, 1e6, down(-1e6), up(1e6)},
            {"dropout", 0, 0.99, -1e-9, up(0.99)},
            {"exponent_bits", 2, 8, 1, 9},
            {"fraction_bits", 1, 23, 0, 24},
            {"init_scale", 0, 1e6, -1e-9, up(1e6)},
            {"lr", 0, 1e6, -1e-9, up(1e6)},
            {"momentum", 0, 1, -1e-9, up(1)},
            {"beta1", 0, down(1), -1e-9, 1},
            {"beta2", 0, down(1), -1e-9, 1},
            {"epsilon", 0, 1, -1e-9, up(1)},
            {"weight_decay", 0, 1000, -1e-9, up(1000)},
            {"warmup_steps", 0, 2000000000, {}, 2000000001},
            {"label_smoothing", 0, 1, -1e-9, up(1)},
            {"device_seconds", 0, 1e6, -1e-9, up(1e6)},
            {"clip_norm", 0, 1e30, -1e-9, up(1e30)},
            {"batch", 1, 65536, 0, 65537},
            {"epochs", 0, 100000, {}, 100001},
            {"steps", -1, 2000000000, -2, 2000000001},
            {"loss_scale", 0x1p-16, 0x1p40, down(0x1p-16), up(0x1p40)},
            {"growth_factor", 1, 1e6, down(1), up(1e6)},
            {"backoff_factor", 1e-6, 1, down(1e-6), up(1)},
            {"growth_interval", 1, 2000000000, 0, 2000000001},
            {"min_scale", 0, 0x1p40, -1e-9, up(0x1p40)},
            {"max_scale", 0, 0x1p100, -1e-9, up(0x1p100)},
            {"hysteresis", 1, 1000, 0, 1001},
            {"overflow_tolerance", 0, 1, -1e-9, up(1)},
            {"eval_images", 0, 10000000, {}, 10000001},
            {"test_examples", 0, 10000000, {}, 10000001}};
}

TEST(Validation, BothEndsOfEveryRange) {
    for (const Range& range : ranges()) {
        const FieldDescriptor& field = field_named(range.field);
        for (const double good : {range.low, range.high}) {
            run::RunConfig config = default_config();
            set_number(config, field, good);
            EXPECT_NO_THROW(validate(config)) << range.field << " " << good;
        }
        std::vector<std::optional<double>> bad = {range.below, range.above};
        if (field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE)
            for (const double odd :
                 {std::nan(""), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()})
                bad.emplace_back(odd);
        for (const auto& value : bad) {
            if (!value) continue;
            run::RunConfig config = default_config();
            set_number(config, field, *value);
            expect_refused(config, range.field, std::to_string(*value));
        }
    }
}

TEST(Validation, AnOptimizerIn16BitsHasNoWeightDecay) {
    run::RunConfig config = default_config();
    config.set_precision(run::FP16);
    config.set_optimizer_16bit(true);
    EXPECT_NO_THROW(validate(config));
    config.set_weight_decay(0.01);
    expect_refused(config, "weight_decay", "0.01");
    config.set_precision(run::FP32);  // where the switch has no effect
    EXPECT_NO_THROW(validate(config));
}

TEST(Validation, ADynamicScaleStartsBetweenFloorAndCeiling) {
    run::RunConfig config = default_config();
    config.set_scaling(run::DYNAMIC);
    config.set_loss_scale(1024);
    config.set_min_scale(1024);
    config.set_max_scale(1024);
    EXPECT_NO_THROW(validate(config));
    config.set_max_scale(0);  // none
    config.set_min_scale(2048);
    expect_refused(config, "loss_scale", "below the floor");
    config.set_min_scale(0);
    config.set_max_scale(512);
    expect_refused(config, "loss_scale", "above the ceiling");
    config.set_scaling(run::STATIC);  // which has neither
    EXPECT_NO_THROW(validate(config));
}

TEST(Validation, Choices) {
    for (const char* name : {"model", "task", "activation", "optimizer", "precision", "scaling", "reduction",
                             "eval_precision", "native", "schedule"}) {
        const FieldDescriptor& field = field_named(name);
        for (int i = 0; i < field.enum_type()->value_count(); ++i) {
            const int number = field.enum_type()->value(i)->number();
            run::RunConfig config = default_config();
            config.set_network("{}");  // of the network that is a file
            config.GetReflection()->SetEnumValue(&config, &field, number);
            if (number != 0 || std::string(name) == "eval_precision")
                EXPECT_NO_THROW(validate(config)) << name << " " << number;
            else
                expect_refused(config, name, "no choice");
        }
        for (const int unknown : {99, -1}) {  // what a newer program or a damaged file may hold
            run::RunConfig config = default_config();
            config.GetReflection()->SetEnumValue(&config, &field, unknown);
            expect_refused(config, name, "an unknown choice");
        }
    }
}

TEST(Validation, Texts) {
    for (const char* name : {"name", "preset", "data", "device"}) {
        run::RunConfig config = default_config();
        // A name is kept by the library, or the whole recording would end at it; a path is a path.
        const std::size_t longest = std::string(name) == "data" ? 4096 : max_name_bytes;
        config.GetReflection()->SetString(&config, &field_named(name), std::string(longest, 'x'));
        EXPECT_NO_THROW(validate(config)) << name;
        config.GetReflection()->SetString(&config, &field_named(name), std::string(longest + 1, 'x'));
        expect_refused(config, name, "a longer text");
        config.GetReflection()->SetString(&config, &field_named(name), "caf\xe9");
        expect_refused(config, name, "Latin-1");
        config.GetReflection()->SetString(&config, &field_named(name), "caf\u00e9");
        EXPECT_NO_THROW(validate(config)) << name;
    }
}

TEST(Validation, FloorAndCeilingOfTheScale) {
    run::RunConfig config = default_config();
    config.set_min_scale(8);
    config.set_max_scale(8);
    EXPECT_NO_THROW(validate(config));
    config.set_max_scale(4);
    expect_refused(config, "max_scale", "below min_scale");
    config.set_max_scale(0);  // no ceiling
    EXPECT_NO_THROW(validate(config));
}

TEST(Validation, LayerOverrides) {
    const auto with = [](std::initializer_list<std::pair<const char*, int>> overrides) {
        run::RunConfig config = default_config();
        for (const auto& [layer, precision] : overrides) {
            config.add_layer_overrides()->set_layer(layer);
            config.mutable_layer_overrides(config.layer_overrides_size() - 1)
                ->set_precision(static_cast<run::Precision>(precision));
        }
        return config;
    };
    EXPECT_NO_THROW(validate(with({{"fc1", run::FP16}, {"fc2", run::FP32}})));
    expect_refused(with({{"fc1", 0}}), "layer_overrides.fc1", "no format");
    expect_refused(with({{"fc1", run::PYTORCH_DEFAULT}}), "layer_overrides.fc1", "two formats");
    expect_refused(with({{"fc1", 99}}), "layer_overrides.fc1", "an unknown format");
    expect_refused(with({{"fc1", run::FP16}, {"fc1", run::FP16}}), "layer_overrides.fc1", "the same layer twice");
    for (const std::string& hostile :
         {std::string(), std::string("fc1\\';reboot #"), std::string("fc1\nreboot"), std::string("fc1 "),
          std::string("\xC3\xA4"), std::string("$(reboot)"), std::string(200, 'x')})
        expect_refused(with({{hostile.c_str(), run::FP16}}), "layer_overrides", "a name that a shell reads");
}

TEST(Validation, RanksDivideTheBatch) {
    const auto with = [](const std::function<void(run::RunConfig&)>& edit) {
        run::RunConfig config = default_config();
        config.set_ranks(8);
        edit(config);
        return config;
    };
    EXPECT_NO_THROW(validate(with([](run::RunConfig&) {})));
    expect_refused(with([](run::RunConfig& c) { c.set_batch(100); }), "batch", "100 images on 8 ranks");
    expect_refused(with([](run::RunConfig& c) { c.set_rank_format(run::TF32); }), "rank_format", "no storage format");
    expect_refused(with([](run::RunConfig& c) { c.set_optimizer(run::PHASE_CHANGE); }), "ranks", "devices");
}

TEST(Validation, EveryFieldIsInSomeTestHere) {
    std::set<std::string> known = {
        "name", "preset", "data", "device", "model", "activation", "optimizer", "precision", "scaling", "reduction",
        "eval_precision", "layer_overrides", "task", "network", "unet_norm",
        // any value will do
        "seed", "shuffle", "master_weights", "weight_gradients_fp32", "fp16_accumulation", "stochastic_rounding",
        "optimizer_state_fp32", "eval_interval", "histogram_interval", "shadow_interval", "train_eval_images",
        "checkpoint_interval", "one_ulp", "native", "stop_on_divergence", "stepwise_derivatives", "causal",
        "attention_scaling", "queries_scaled_first", "query_key_norm", "norm_16bit", "norm_epsilon_16bit",
        "norm_running_16bit", "softmax_16bit", "residual_16bit", "pointwise_fp32", "scaler", "floor_rule",
        "hysteresis_refill", "late_growth", "delayed_scale", "infinite_scale", "check_static_scale", "gather_updates",
        "converters_8bit", "schedule", "skips_advance", "casts", "operand_recipe", "optimizer_16bit", "inside_fp32",
        "rank_format", "rank_accumulation_fp32", "rank_stochastic", "rank_divide", "rank_order"};
    for (const Range& range : ranges()) known.insert(range.field);
    const auto* descriptor = run::RunConfig::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i)
        EXPECT_TRUE(known.contains(descriptor->field(i)->name())) << descriptor->field(i)->name();
}

TEST(LiveChange, ExactlyTheseFieldsMayChange) {
    const std::set<std::string> live = {"name",
                                        "exponent_bits",
                                        "fraction_bits",
                                        "lr",
                                        "clip_norm",
                                        "weight_decay",
                                        "schedule",
                                        "warmup_steps",
                                        "skips_advance",
                                        "batch",
                                        "epochs",
                                        "steps",
                                        "precision",
                                        "scaling",
                                        "loss_scale",
                                        "growth_factor",
                                        "backoff_factor",
                                        "growth_interval",
                                        "min_scale",
                                        "max_scale",
                                        "scaler",
                                        "floor_rule",
                                        "hysteresis",
                                        "hysteresis_refill",
                                        "overflow_tolerance",
                                        "late_growth",
                                        "delayed_scale",
                                        "infinite_scale",
                                        "check_static_scale",
                                        "master_weights",
                                        "weight_gradients_fp32",
                                        "fp16_accumulation",
                                        "reduction",
                                        "stochastic_rounding",
                                        "eval_precision",
                                        "native",
                                        "stop_on_divergence",
                                        "stepwise_derivatives",
                                        "norm_16bit",
                                        "norm_epsilon_16bit",
                                        "norm_running_16bit",
                                        "softmax_16bit",
                                        "residual_16bit",
                                        "pointwise_fp32",
                                        "inside_fp32",
                                        "optimizer_16bit",
                                        "rank_format",
                                        "rank_accumulation_fp32",
                                        "rank_stochastic",
                                        "rank_divide",
                                        "rank_order",
                                        "rank_bucket_kib",
                                        "casts",
                                        "layer_overrides",
                                        "eval_interval",
                                        "eval_images",
                                        "histogram_interval",
                                        "shadow_interval",
                                        "shadow_interval"};
    const auto* descriptor = run::RunConfig::descriptor();
    const run::RunConfig defaults = default_config();
    for (int i = 0; i < descriptor->field_count(); ++i) {
        const FieldDescriptor& field = *descriptor->field(i);
        run::RunConfig change = defaults;
        if (field.is_repeated()) change.add_layer_overrides()->set_layer("fc1");
        if (field.name() == "eval_precision") change.set_eval_precision(run::FP32);
        std::vector<const FieldDescriptor*> set;
        change.GetReflection()->ListFields(change, &set);
        for (const FieldDescriptor* other : set)
            if (other != &field) change.GetReflection()->ClearField(&change, other);
        if (live.contains(field.name())) {
            EXPECT_NO_THROW(validate_live_change(change)) << field.name();
            continue;
        }
        try {
            validate_live_change(change);
            ADD_FAILURE() << field.name() << " may change while a run trains";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::usage);
            EXPECT_EQ(error.place(), field.name());
            EXPECT_NE(error.remedy(), "");
        }
    }
    EXPECT_NO_THROW(validate_live_change(run::RunConfig{}));
}

}  // namespace
}  // namespace mantissa
