// SPDX-License-Identifier: Apache-2.0
// Defaults and presets; merging and comparing by protobuf's reflection, so that a new field needs no code here.
#include "engine/run/presets.h"

#include <fmt/format.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "engine/base/error.h"
#include "engine/base/resources.h"
#include "engine/run/json.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/scaler_recipes.h"

namespace mantissa {
namespace {

using google::protobuf::FieldDescriptor;

/// `config` with nothing but `field`.
run::RunConfig only(const run::RunConfig& config, const FieldDescriptor& field) {
    run::RunConfig copy = config;
    std::vector<const FieldDescriptor*> set;
    copy.GetReflection()->ListFields(copy, &set);
    for (const FieldDescriptor* other : set)
        if (other != &field) copy.GetReflection()->ClearField(&copy, other);
    return copy;
}

bool same_field(const run::RunConfig& a, const run::RunConfig& b, const FieldDescriptor& field) {
    return google::protobuf::util::MessageDifferencer::Equals(only(a, field), only(b, field));
}

/// An override that says "as the run": a list with nothing else empties the list. Only a change may contain it.
bool is_removal(const run::LayerOverride& o) {
    return o.has_precision() && o.precision() == run::PRECISION_UNSET;
}

Phrase value_phrase(const run::RunConfig& config, const FieldDescriptor& field) {
    const auto& reflection = *config.GetReflection();
    if (field.is_repeated()) return say("%1 layers", {reflection.FieldSize(config, &field)});
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_ENUM: {
            const std::string name = flag_name(*reflection.GetEnum(config, &field));
            return name.empty() ? say("as training") : Phrase(name);
        }
        case FieldDescriptor::CPPTYPE_BOOL:
            return reflection.GetBool(config, &field) ? say("on") : say("off");
        case FieldDescriptor::CPPTYPE_DOUBLE:
            return fmt::format("{:g}", reflection.GetDouble(config, &field));
        case FieldDescriptor::CPPTYPE_UINT32:
            return fmt::format("{}", reflection.GetUInt32(config, &field));
        case FieldDescriptor::CPPTYPE_UINT64:
            return fmt::format("{}", reflection.GetUInt64(config, &field));
        case FieldDescriptor::CPPTYPE_INT64:
            return fmt::format("{}", reflection.GetInt64(config, &field));
        default:
            if (field.number() == run::RunConfig::kNetworkFieldNumber) return network_name(config);
            return reflection.GetString(config, &field);
    }
}

}  // namespace

run::RunConfig default_config() {
    run::RunConfig c;
    c.set_name("");
    c.set_preset("");
    c.set_data("");
    c.set_device("cpu");
    c.set_threads(0);
    c.set_model(run::MLP);
    c.set_depth(2);
    c.set_width(256);
    c.set_activation(run::RELU);
    c.set_c1(32);
    c.set_c2(64);
    c.set_init_scale(1);
    c.set_optimizer(run::ADAM);
    c.set_lr(1e-3);
    c.set_momentum(0);
    c.set_beta1(0.9);
    c.set_beta2(0.999);
    c.set_epsilon(1e-8);
    c.set_clip_norm(0);
    c.set_batch(64);
    c.set_epochs(3);
    c.set_steps(-1);
    c.set_seed(1);
    c.set_shuffle(true);
    c.set_precision(run::FP32);
    c.set_scaling(run::NONE);
    c.set_master_weights(true);
    c.set_weight_gradients_fp32(false);
    c.set_fp16_accumulation(false);
    c.set_reduction(run::REDUCE_FP32);
    c.set_stochastic_rounding(false);
    c.set_optimizer_state_fp32(true);
    c.set_exponent_bits(5);  // E5M2, the wider-ranged FP8 of the OCP specification
    c.set_fraction_bits(2);
    c.set_eval_interval(50);
    c.set_eval_images(2000);
    // Histograms every 10 steps take 5 to 7 % of a dense network's speed at batch 64, every 30 a third of that, and a
    // 16-bit run's shadow 5 (tests/bench/RESULTS.md); at 1,200 steps a second the charts still get 40 a second. Presets
    // of few steps and large batches, where both cost less, say 10.
    c.set_histogram_interval(30);
    c.set_shadow_interval(30);
    c.set_train_eval_images(0);
    c.set_checkpoint_interval(500);
    c.set_one_ulp(false);
    c.set_native(run::NATIVE_AUTO);
    c.set_stepwise_derivatives(false);
    c.set_blocks(2);
    c.set_heads(4);
    c.set_token_width(64);
    c.set_causal(false);
    c.set_channels(16);
    c.set_attention_scaling(true);
    c.set_query_key_offset(0);
    c.set_embedding_gain(1);
    c.set_norm_16bit(false);
    c.set_softmax_16bit(false);
    c.set_residual_16bit(false);
    c.set_pointwise_fp32(false);
    c.set_norm_epsilon_16bit(false);
    c.set_task(run::CLASSIFY);
    c.set_unet_channels(8);
    c.set_unet_norm(true);
    c.set_network("");
    run::RunConfig scaler = settings_of(run::SCALER_PYTORCH);
    scaler.clear_scaling();
    c.MergeFrom(scaler);
    return c;
}

run::RunConfig complete(const run::RunConfig& config) {
    return merge(default_config(), with_recipe(config));
}

run::RunConfig merge(const run::RunConfig& base, const run::RunConfig& change) {
    run::RunConfig result = base;
    if (change.layer_overrides_size() > 0) result.clear_layer_overrides();
    result.MergeFrom(change);
    auto& overrides = *result.mutable_layer_overrides();
    overrides.erase(
        std::remove_if(overrides.begin(), overrides.end(), [](const run::LayerOverride& o) { return is_removal(o); }),
        overrides.end());
    return result;
}

run::RunConfig difference(const run::RunConfig& before, const run::RunConfig& after) {
    run::RunConfig result = after;
    const auto* descriptor = run::RunConfig::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i)
        if (same_field(before, after, *descriptor->field(i)))
            result.GetReflection()->ClearField(&result, descriptor->field(i));
    if (after.layer_overrides().empty())
        for (const run::LayerOverride& gone : before.layer_overrides()) {
            run::LayerOverride& removal = *result.add_layer_overrides();
            removal.set_layer(gone.layer());
            removal.set_precision(run::PRECISION_UNSET);
        }
    return result;
}

Phrase change_phrase(const run::RunConfig& before, const run::RunConfig& after) {
    std::vector<Phrase> changes;
    const auto* descriptor = run::RunConfig::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
        const FieldDescriptor& field = *descriptor->field(i);
        if (same_field(before, after, field)) continue;
        changes.push_back(say("%1: %2 → %3",
                              {setting_phrase(field.name()), value_phrase(before, field), value_phrase(after, field)}));
    }
    return listed(std::move(changes));
}

std::string describe_change(const run::RunConfig& before, const run::RunConfig& after) {
    return english(change_phrase(before, after));
}

namespace {

/// The preset in a set-up: what it locks and hides in a window's controls is nothing to a worker.
std::string without_locks(const std::string& text, const std::string& place) {
    google::protobuf::Struct setup;
    from_json(text, setup, place);
    for (const char* key : {"locked", "hidden"}) {
        const auto found = setup.fields().find(key);
        if (found == setup.fields().end()) continue;
        const auto& names = found->second.list_value().values();
        const bool list =
            found->second.has_list_value() && std::all_of(names.begin(), names.end(), [](const auto& name) {
                return run::RunConfig::descriptor()->FindFieldByName(name.string_value()) != nullptr;
            });
        if (!list)
            throw Error(ErrorCode::bad_data, say("this is not a list of setting names"),
                        fmt::format("{}, \"{}\"", place, key), say("a list such as [\"lr\", \"batch\"]"));
        setup.mutable_fields()->erase(key);
    }
    setup.mutable_fields()->erase("advisor");
    return to_json(setup);
}

}  // namespace

run::Preset read_preset(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error(ErrorCode::bad_data, say("the preset cannot be read"), file.string(), say("a readable JSON file"));
    std::string text;
    constexpr std::size_t limit = (std::size_t{1} << 20) + 1;
    text.resize(limit);
    stream.read(text.data(), static_cast<std::streamsize>(limit));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    run::Preset preset;
    const auto has = [&text](const char* key) { return text.find(key) != std::string::npos; };
    const bool setup = has("\"locked\"") || has("\"hidden\"") || has("\"advisor\"");
    from_json(setup ? without_locks(text, file.string()) : text, preset, file.string());
    if (preset.name().empty())
        throw Error(ErrorCode::bad_data, say("the preset has no name"), file.string(), say("a field \"name\""));
    *preset.mutable_config() = with_recipe(preset.config());
    preset.mutable_config()->set_preset(preset.name());
    return preset;
}

std::vector<run::Preset> load_presets(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<run::Preset> presets;
    for (const auto& file : files) presets.push_back(read_preset(file));
    return presets;
}

std::vector<run::Preset> shipped_presets() {
    return load_presets(resource_path("presets"));
}

run::Preset preset_named(const std::string& name) {
    std::vector<std::string> names;
    for (run::Preset& preset : shipped_presets()) {
        if (preset.name() == name) return std::move(preset);
        names.push_back(preset.name());
    }
    throw Error(ErrorCode::usage, say("there is no preset \"%1\"", {name}), "preset",
                say("one of %1", {fmt::format("{}", fmt::join(names, ", "))}));
}

}  // namespace mantissa
