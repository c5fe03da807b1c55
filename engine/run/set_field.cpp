// SPDX-License-Identifier: Apache-2.0
// Text to values, by protobuf's reflection, so that a new field needs no code here.
#include "engine/run/set_field.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "engine/base/error.h"
#include "engine/run/cast_settings.h"
#include "engine/run/names.h"
#include "engine/run/network_file.h"
#include "engine/run/operand_settings.h"
#include "engine/run/scaler_recipes.h"

namespace mantissa {
namespace {

using google::protobuf::FieldDescriptor;

/// "64", "1e-3"; a number with a fraction also as a power of two, "2^-16", which is how loss scales are spoken of.
template <class T>
T read_number(const std::string& text, const std::string& place) {
    const char* const end = text.data() + text.size();
    if constexpr (std::is_floating_point_v<T>) {
        int exponent = 0;
        if (text.starts_with("2^"))
            if (const auto read = std::from_chars(text.data() + 2, end, exponent);
                read.ec == std::errc{} && read.ptr == end)
                return std::ldexp(T{1}, exponent);
    }
    T value{};
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end)
        throw Error(
            ErrorCode::usage, say("\"%1\" is not a number that fits", {text}), place,
            std::is_floating_point_v<T> ? say("a number such as 64, 1e-3 or 2^16") : say("a whole number such as 64"));
    return value;
}

bool on_or_off(const std::string& text, const std::string& place) {
    if (text == "on" || text == "true" || text == "1" || text == "yes") return true;
    if (text == "off" || text == "false" || text == "0" || text == "no") return false;
    throw Error(ErrorCode::usage, say("\"%1\" is neither on nor off", {text}), place, say("on or off"));
}

}  // namespace

const FieldDescriptor* config_field(std::string name) {
    std::replace(name.begin(), name.end(), '-', '_');
    return run::RunConfig::descriptor()->FindFieldByName(name);
}

std::vector<std::string> choices_of(const FieldDescriptor& field) {
    return field.number() == run::RunConfig::kRankFormatFieldNumber ? format_names(false)
                                                                    : flag_names(*field.enum_type());
}

void set_field(run::RunConfig& config, const FieldDescriptor& field, const std::string& text,
               const std::string& place) {
    const auto& reflection = *config.GetReflection();
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_ENUM: {
            const auto& value = enum_value(*field.enum_type(), text, place, choices_of(field));
            reflection.SetEnum(&config, &field, &value);
            if (field.number() == run::RunConfig::kScalerFieldNumber)
                config.MergeFrom(settings_of(static_cast<run::Scaler>(value.number())));
            if (field.number() == run::RunConfig::kCastsFieldNumber)
                config.MergeFrom(settings_of(static_cast<run::Casts>(value.number()), config.precision()));
            if (field.number() == run::RunConfig::kOperandRecipeFieldNumber)
                config.MergeFrom(settings_of(static_cast<run::Operands>(value.number())));
            break;
        }
        case FieldDescriptor::CPPTYPE_BOOL:
            reflection.SetBool(&config, &field, on_or_off(text, place));
            break;
        case FieldDescriptor::CPPTYPE_DOUBLE:
            reflection.SetDouble(&config, &field, read_number<double>(text, place));
            break;
        case FieldDescriptor::CPPTYPE_UINT32:
            reflection.SetUInt32(&config, &field, read_number<std::uint32_t>(text, place));
            break;
        case FieldDescriptor::CPPTYPE_UINT64:
            reflection.SetUInt64(&config, &field, read_number<std::uint64_t>(text, place));
            break;
        case FieldDescriptor::CPPTYPE_INT64:
            reflection.SetInt64(&config, &field, read_number<std::int64_t>(text, place));
            break;
        default:
            if (field.number() == run::RunConfig::kNetworkFieldNumber && !text.empty()) {
                config.set_model(run::NETWORK_FILE);
                config.set_network(text.ends_with(".json") ? network_file_text(text)
                                                           : text);  // else it is the file's text
                break;
            }
            reflection.SetString(&config, &field, text);
            break;
    }
}

void add_override(run::RunConfig& config, const std::string& text, const std::string& place) {
    const auto equals = text.find('=');
    if (equals == std::string::npos)
        throw Error(ErrorCode::usage, say("\"%1\" names no format", {text}), place,
                    say("a layer and its format: fc1=fp32"));
    run::LayerOverride& one = *config.add_layer_overrides();
    const std::string named = text.substr(0, equals);
    const auto colon = named.find(':');
    one.set_layer(named.substr(0, colon));
    for (std::size_t at = colon; at < named.size();) {
        const std::size_t next = named.find('+', at + 1);
        const std::string cast = named.substr(at + 1, next == std::string::npos ? next : next - at - 1);
        one.add_casts(static_cast<run::LayerCast>(enum_value(*run::LayerCast_descriptor(), cast, place).number()));
        at = next;
    }
    one.set_precision(static_cast<run::Precision>(
        enum_value(*run::Precision_descriptor(), text.substr(equals + 1), place, format_names(true)).number()));
}

}  // namespace mantissa
