// SPDX-License-Identifier: Apache-2.0
#include "engine/report/field_text.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/run/json.h"
#include "engine/run/names.h"

namespace mantissa {
namespace {

using google::protobuf::FieldDescriptor;

template <class T>
std::string shortest(T value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return fmt::format("{}", value);
}

}  // namespace

std::string number_text(float value) {
    // The fewest digits that tell it from other floats would make 4294967300 of a scale of 2^32.
    if (std::abs(value) >= 0x1p24f && std::abs(value) < 1e22f) return fmt::format("{:.0f}", value);
    return shortest(value);
}
std::string number_text(double value) {
    return shortest(value);
}

std::string field_text(const google::protobuf::Message& message, const FieldDescriptor& field) {
    const auto& reflection = *message.GetReflection();
    if (field.is_repeated() || (field.has_presence() && !reflection.HasField(message, &field))) return "";
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_ENUM:
            return flag_name(*reflection.GetEnum(message, &field));
        case FieldDescriptor::CPPTYPE_BOOL:
            return reflection.GetBool(message, &field) ? "on" : "off";
        case FieldDescriptor::CPPTYPE_FLOAT:
            return number_text(reflection.GetFloat(message, &field));
        case FieldDescriptor::CPPTYPE_DOUBLE:
            return number_text(reflection.GetDouble(message, &field));
        case FieldDescriptor::CPPTYPE_INT32:
            return fmt::format("{}", reflection.GetInt32(message, &field));
        case FieldDescriptor::CPPTYPE_INT64:
            return fmt::format("{}", reflection.GetInt64(message, &field));
        case FieldDescriptor::CPPTYPE_UINT32:
            return fmt::format("{}", reflection.GetUInt32(message, &field));
        case FieldDescriptor::CPPTYPE_UINT64:
            return fmt::format("{}", reflection.GetUInt64(message, &field));
        case FieldDescriptor::CPPTYPE_MESSAGE:
            return to_json(reflection.GetMessage(message, &field));
        default:
            return reflection.GetString(message, &field);
    }
}

bool is_number(const FieldDescriptor& field) {
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_ENUM:
        case FieldDescriptor::CPPTYPE_BOOL:
        case FieldDescriptor::CPPTYPE_MESSAGE:
        case FieldDescriptor::CPPTYPE_STRING:
            return false;
        default:
            return !field.is_repeated();
    }
}

std::string overrides_text(const run::RunConfig& config) {
    std::string text;
    for (const run::LayerOverride& one : config.layer_overrides()) {
        if (!text.empty()) text += ", ";
        // A file from outside may hold a number that names no precision.
        const auto* precision = run::Precision_descriptor()->FindValueByNumber(static_cast<int>(one.precision()));
        text += one.layer();
        for (int i = 0; i < one.casts_size(); ++i) {
            const auto* cast = run::LayerCast_descriptor()->FindValueByNumber(one.casts(i));
            text += (i == 0 ? ":" : "+") + (cast != nullptr ? flag_name(*cast) : "unknown");
        }
        text += std::string("=") + (precision != nullptr ? flag_name(*precision) : "unknown");
    }
    return text;
}

}  // namespace mantissa
