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

namespace mantissa {
namespace {

[[noreturn]] void refuse(const char* field, const Phrase& value, const Phrase& expected) {
    throw Error(ErrorCode::usage, say("%1 is out of range", {value}), field, expected);
}

void integer(const char* field, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
    if (value < low || value > high) refuse(field, fmt::format("{}", value), say("%1 to %2", {low, high}));
}

void number(const char* field, double value, double low, double high) {
    if (!std::isfinite(value) || value < low || value > high)
        refuse(field, fmt::format("{:g}", value),
               say("%1 to %2", {fmt::format("{:g}", low), fmt::format("{:g}", high)}));
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

void validate(const run::RunConfig& c) {
    text("name", c.name(), max_name_bytes);
    text("preset", c.preset(), max_name_bytes);
    text("data", c.data(), max_path_bytes);
    text("device", c.device(), max_name_bytes);
    integer("threads", c.threads(), 0, 1024);
    integer("depth", c.depth(), 1, 64);
    integer("width", c.width(), 1, 16384);
    integer("c1", c.c1(), 1, 4096);
    integer("c2", c.c2(), 1, 4096);
    integer("blocks", c.blocks(), 1, 64);
    integer("heads", c.heads(), 1, 64);
    integer("token_width", c.token_width(), 1, 4096);
    if (c.token_width() % c.heads() != 0)
        refuse("token_width", fmt::format("{}", c.token_width()), say("a multiple of the %1 heads", {c.heads()}));
    integer("channels", c.channels(), 1, 1024);
    integer("unet_channels", c.unet_channels(), 1, 1024);
    text("network", c.network(), max_network_bytes);
    if (c.model() == run::NETWORK_FILE && c.network().empty())
        throw Error(ErrorCode::usage, say("no network is given"), "network", say("the file of one"));
    number("query_key_offset", c.query_key_offset(), -1e6, 1e6);
    number("embedding_gain", c.embedding_gain(), 0, 1e6);
    number("init_scale", c.init_scale(), 0, 1e6);
    number("lr", c.lr(), 0, 1e6);
    number("momentum", c.momentum(), 0, 1);
    for (const auto& [field, value] : {std::pair{"beta1", c.beta1()}, std::pair{"beta2", c.beta2()}})
        if (!(value >= 0 && value < 1)) refuse(field, fmt::format("{:g}", value), say("0 to below 1"));
    number("epsilon", c.epsilon(), 0, 1);
    number("clip_norm", c.clip_norm(), 0, 1e30);
    integer("batch", c.batch(), 1, 65536);
    integer("epochs", c.epochs(), 0, 100000);
    if (c.steps() < -1 || c.steps() > most_steps)
        refuse("steps", fmt::format("{}", c.steps()), say("-1 (by epochs) to 2000000000"));
    number("loss_scale", c.loss_scale(), 0x1p-16, 0x1p40);
    number("growth_factor", c.growth_factor(), 1, 1e6);
    number("backoff_factor", c.backoff_factor(), 1e-6, 1);
    integer("growth_interval", c.growth_interval(), 1, 2000000000);
    number("min_scale", c.min_scale(), 0, 0x1p40);
    number("max_scale", c.max_scale(), 0, 0x1p100);
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
    integer("hysteresis", c.hysteresis(), 1, 1000);
    number("overflow_tolerance", c.overflow_tolerance(), 0, 1);
    integer("exponent_bits", c.exponent_bits(), 2, 8);
    integer("fraction_bits", c.fraction_bits(), 1, 23);
    integer("eval_images", c.eval_images(), 0, 10000000);
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
        if (!layers.insert(override_.layer()).second)
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
        if (value == 0 && field.name() != "eval_precision")
            throw Error(ErrorCode::usage, say("no choice is made"), field.name(), say("see --help for the choices"));
    }
}

void validate_live_change(const run::RunConfig& change) {
    static const std::set<std::string> live = {"precision",
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
                                               "stepwise_derivatives",
                                               "norm_16bit",
                                               "norm_epsilon_16bit",
                                               "softmax_16bit",
                                               "residual_16bit",
                                               "pointwise_fp32",
                                               "exponent_bits",
                                               "fraction_bits",
                                               "layer_overrides",
                                               "batch",
                                               "lr",
                                               "clip_norm",
                                               "eval_interval",
                                               "eval_images",
                                               "histogram_interval",
                                               "shadow_interval",
                                               "name",
                                               "epochs",
                                               "steps"};
    std::vector<const google::protobuf::FieldDescriptor*> set;
    change.GetReflection()->ListFields(change, &set);
    for (const auto* field : set)
        if (!live.contains(field->name()))
            throw Error(ErrorCode::usage, say("%1 cannot change while a run trains", {setting_phrase(field->name())}),
                        field->name(), say("start a new run with it"));
}

}  // namespace mantissa
