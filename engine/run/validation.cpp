// SPDX-License-Identifier: Apache-2.0
// The ranges of every field.
#include "engine/run/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/utf8.h"
#include "engine/run/names.h"
#include "engine/run/network_file.h"
#include "engine/run/operand_settings.h"
#include "engine/run/set_field.h"
#include "engine/run/settings.h"

namespace mantissa {
namespace {

[[noreturn]] void refuse(const char* field, const Phrase& value, const Phrase& expected) {
    throw Error(ErrorCode::usage, say("%1 is out of range", {value}), field, expected);
}

void number(const char* field, double value, double low, double high) {
    if (!std::isfinite(value) || value < low || value > high)
        refuse(field, fmt::format("{:g}", value),
               say("%1 to %2", {fmt::format("{:g}", low), fmt::format("{:g}", high)}));
}

/// The range that the table of settings gives a number.
void validate_range(const run::RunConfig& config, const Setting& setting) {
    const auto& field = *config_field(setting.name.text);
    const auto [least, most] = setting.range;
    if (field.cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_DOUBLE)
        return number(field.name().c_str(), config.GetReflection()->GetDouble(config, &field), least, most);
    const auto value = config.GetReflection()->GetUInt32(config, &field);
    if (static_cast<double>(value) < least || static_cast<double>(value) > most)
        refuse(field.name().c_str(), fmt::format("{}", value),
               say("%1 to %2", {fmt::format("{:.0f}", least), fmt::format("{:.0f}", most)}));
}

constexpr std::size_t max_path_bytes = 4096;  // as Linux takes

void text(const char* field, const std::string& value, std::size_t longest) {
    if (value.size() > longest)
        refuse(field, say("a text of %1 bytes", {value.size()}), say("at most %1 bytes", {longest}));
    if (!is_utf8(value))
        throw Error(ErrorCode::usage, say("\"%1\" is not UTF-8", {to_utf8(value)}), field, say("a text in UTF-8"));
}

}  // namespace

bool is_layer_name(std::string_view name) noexcept {
    return !name.empty() && name.size() <= max_layer_name_bytes && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '.';
    });
}

namespace {

/// What a network of phase-change devices cannot have.
void validate_devices(const run::RunConfig& c) {
    const auto refuse = [](const char* field, const Phrase& expected) {
        throw Error(ErrorCode::usage, say("weights that are phase-change devices cannot have it"), field, expected);
    };
    if (c.casts() != run::CASTS_OWN && c.casts() != run::CASTS_APEX_O0)
        refuse("casts", say("own or apex-o0: products are the devices', all else is FP32"));
    if (has_operands(c)) refuse("operand_recipe", say("none: products are the devices'"));
    if (c.model() != run::MLP) refuse("model", say("mlp: its products are of dense layers only"));
    if (c.device().starts_with("cuda")) refuse("device", say("cpu or reference"));
    if (c.precision() != run::FP32) refuse("precision", say("fp32: products are the devices', all else is FP32"));
    if (c.has_eval_precision() && c.eval_precision() != run::PRECISION_UNSET && c.eval_precision() != run::FP32)
        refuse("eval_precision", say("fp32"));
    if (c.layer_overrides_size() > 0) refuse("layer_overrides", say("none"));
    if (c.scaling() != run::NONE) refuse("scaling", say("none: FP32 gradients need no loss scale"));
    if (c.one_ulp()) refuse("one_ulp", say("off: the noise of the devices is far larger"));
}

void validate_ranks(const run::RunConfig& c) {
    const auto format = c.rank_format();
    if (format == run::TF32 || format == run::PYTORCH_DEFAULT)
        throw Error(ErrorCode::usage, say("gradients cannot be summed in %1", {display_name(format)}), "rank_format",
                    say("fp32, fp16, bf16 or custom"));
    if (c.ranks() <= 1) return;
    if (c.batch() % c.ranks() != 0)
        throw Error(ErrorCode::usage, say("a batch of %1 cannot be divided over %2 ranks", {c.batch(), c.ranks()}),
                    "batch", say("a multiple of %1", {c.ranks()}));
    if (c.optimizer() == run::PHASE_CHANGE)
        throw Error(ErrorCode::usage, say("weights that are phase-change devices cannot be on several ranks"), "ranks",
                    "1");
}

}  // namespace

void validate(const run::RunConfig& c) {
    text("name", c.name(), max_name_bytes);
    text("preset", c.preset(), max_name_bytes);
    text("data", c.data(), max_path_bytes);
    text("device", c.device(), max_name_bytes);
    for (const Setting& setting : settings())
        if (setting.range) validate_range(c, setting);
    if (c.token_width() % c.heads() != 0)
        refuse("token_width", fmt::format("{}", c.token_width()), say("a multiple of the %1 heads", {c.heads()}));
    text("network", c.network(), max_network_bytes);
    if (c.model() == run::NETWORK_FILE && c.network().empty())
        throw Error(ErrorCode::usage, say("no network is given"), "network", say("the file of one"));
    for (const auto& [field, value] : {std::pair{"beta1", c.beta1()}, std::pair{"beta2", c.beta2()}})
        if (!(value >= 0 && value < 1)) refuse(field, fmt::format("{:g}", value), say("0 to below 1"));
    if (c.steps() < -1 || c.steps() > most_steps)
        refuse("steps", fmt::format("{}", c.steps()), say("-1 (by epochs) to 2000000000"));
    if (c.max_scale() > 0 && c.max_scale() < c.min_scale())
        refuse("max_scale", fmt::format("{:g}", c.max_scale()),
               say("at least min_scale, %1", {fmt::format("{:g}", c.min_scale())}));
    if (c.scaling() == run::DYNAMIC && c.loss_scale() < c.min_scale())
        refuse("loss_scale", fmt::format("{:g}", c.loss_scale()),
               say("at least min_scale, %1", {fmt::format("{:g}", c.min_scale())}));
    if (c.scaling() == run::DYNAMIC && c.max_scale() > 0 && c.loss_scale() > c.max_scale())
        refuse("loss_scale", fmt::format("{:g}", c.loss_scale()),
               say("at most max_scale, %1", {fmt::format("{:g}", c.max_scale())}));
    if (c.scaling() == run::DYNAMIC && c.floor_rule() == run::FLOOR_ENDS_BELOW && c.min_scale() > 0 &&
        c.loss_scale() <= c.min_scale())
        refuse("loss_scale", fmt::format("{:g}", c.loss_scale()),
               say("above min_scale, %1, at which the run ends", {fmt::format("{:g}", c.min_scale())}));
    const bool narrow = c.precision() == run::FP16 || c.precision() == run::BF16 || c.precision() == run::CUSTOM;
    if (narrow && c.optimizer_16bit() && c.weight_decay() > 0)
        throw Error(ErrorCode::usage, say("an optimizer that computes in 16 bits cannot have weight decay"),
                    "weight_decay", say("0, or optimizer_16bit off"));
    if (c.optimizer() == run::PHASE_CHANGE) validate_devices(c);
    validate_ranks(c);
    if (has_operands(c) && c.device().starts_with("cuda"))
        throw Error(ErrorCode::usage, say("operands in eight or fewer bits are emulated on the processor only"),
                    "operand_recipe", say("none, or device cpu or reference"));
    std::set<std::string> layers;
    for (const run::LayerOverride& override_ : c.layer_overrides()) {
        if (!is_layer_name(override_.layer()))
            throw Error(ErrorCode::usage, say("\"%1\" cannot be the name of a layer", {to_utf8(override_.layer())}),
                        "layer_overrides",
                        say("at most %1 letters, digits, \"_\", \"-\" and \".\"", {max_layer_name_bytes}));
        if (!run::Precision_IsValid(override_.precision()) || override_.precision() == run::PRECISION_UNSET ||
            override_.precision() == run::PYTORCH_DEFAULT)
            throw Error(ErrorCode::usage, say("a layer's override names no format"),
                        "layer_overrides." + override_.layer(), say("fp32, tf32, fp16, bf16 or custom"));
        for (const int cast : override_.casts())
            if (!run::LayerCast_IsValid(cast) || cast == run::CAST_UNSET || c.precision() == run::PYTORCH_DEFAULT)
                throw Error(ErrorCode::usage, say("a layer's override names no cast of this run"),
                            "layer_overrides." + override_.layer(),
                            c.precision() == run::PYTORCH_DEFAULT
                                ? say("whole layers where convolutions and products differ in their format")
                                : say("operand, accumulation, activation, activation_gradient, weight_gradient, "
                                      "norm, softmax or sum"));
        if (override_.casts_size() == 0 && !layers.insert(override_.layer()).second)
            throw Error(ErrorCode::usage, say("the layer is overridden twice"), "layer_overrides." + override_.layer());
    }
    const auto* descriptor = run::RunConfig::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
        const google::protobuf::FieldDescriptor& field = *descriptor->field(i);
        if (field.cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_ENUM) continue;
        const int value = c.GetReflection()->GetEnumValue(c, &field);
        // proto3 keeps the numbers of enumerators that this program does not know
        if (!field.enum_type()->FindValueByNumber(value))
            throw Error(ErrorCode::usage, say("%1 is not a choice", {value}), field.name(),
                        say("see --help for the choices"));
        if (value == 0 && field.name() != "eval_precision") throw no_choice(field.name());
    }
}

void validate_live_change(const run::RunConfig& change) {
    std::vector<const google::protobuf::FieldDescriptor*> set;
    change.GetReflection()->ListFields(change, &set);
    for (const auto* field : set)
        if (const Setting* setting = setting_named(field->name()); !setting || !setting->live)
            throw Error(ErrorCode::usage, say("%1 cannot change while a run trains", {setting_phrase(field->name())}),
                        field->name(), say("start a new run with it"));
}

}  // namespace mantissa
