// SPDX-License-Identifier: Apache-2.0
#include "engine/recording/json_line.h"

#include <fmt/format.h>
#include <rapidjson/error/en.h>

#include <limits>

namespace mantissa {

std::string LinePlace::text() const {
    return fmt::format("{}, line {}", file, line);
}

void refuse_line(const LinePlace& place, Phrase message, Phrase remedy) {
    throw Error(ErrorCode::bad_data, std::move(message), place.text(), std::move(remedy));
}

Fields::Fields(const rapidjson::Value& object, const LinePlace& place) : object_(object), place_(place) {
    if (!object.IsObject()) refuse_line(place, say("A JSON object was expected here"));
}

void Fields::wrong(const char* key, Phrase expected) const {
    refuse_line(place_, say("\"%1\" is not %2", {key, std::move(expected)}),
                say("FORMAT.md of mantissa_probe describes every field"));
}

const rapidjson::Value* Fields::find(const char* key) const {
    const auto member = object_.FindMember(key);
    return member == object_.MemberEnd() ? nullptr : &member->value;
}

bool Fields::has(const char* key) const {
    return find(key) != nullptr;
}

bool Fields::is_null(const char* key) const {
    const rapidjson::Value* value = find(key);
    return value == nullptr || value->IsNull();
}

bool Fields::is_array(const char* key) const {
    const rapidjson::Value* value = find(key);
    return value != nullptr && value->IsArray();
}

std::string Fields::text_of(const rapidjson::Value& value, const char* key, std::size_t most) const {
    if (!value.IsString()) wrong(key, say("a text"));
    if (value.GetStringLength() > most) wrong(key, say("a text of at most %1 bytes", {most}));
    return {value.GetString(), value.GetStringLength()};
}

std::string Fields::text(const char* key, std::string absent, std::size_t most) const {
    const rapidjson::Value* value = find(key);
    return value == nullptr ? std::move(absent) : text_of(*value, key, most);
}

bool Fields::flag(const char* key, bool absent) const {
    const rapidjson::Value* value = find(key);
    if (value == nullptr) return absent;
    if (!value->IsBool()) wrong(key, say("true or false"));
    return value->GetBool();
}

std::uint64_t Fields::count_of(const rapidjson::Value& value, const char* key, std::uint64_t most) const {
    if (!value.IsUint64() || value.GetUint64() > most) wrong(key, say("a whole number from 0 to %1", {most}));
    return value.GetUint64();
}

std::uint64_t Fields::count(const char* key, std::uint64_t absent, std::uint64_t most) const {
    const rapidjson::Value* value = find(key);
    return value == nullptr ? absent : count_of(*value, key, most);
}

std::uint64_t Fields::needed_count(const char* key, std::uint64_t most) const {
    const rapidjson::Value* value = find(key);
    if (value == nullptr) wrong(key, say("there, and a line of this kind needs it"));
    return count_of(*value, key, most);
}

double Fields::number_of(const rapidjson::Value& value, const char* key) const {
    if (value.IsNumber()) return value.GetDouble();
    if (value.IsString()) {
        const std::string_view text(value.GetString(), value.GetStringLength());
        if (text == "inf") return std::numeric_limits<double>::infinity();
        if (text == "-inf") return -std::numeric_limits<double>::infinity();
        if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
    }
    wrong(key, say("a number"));
}

double Fields::number(const char* key, double absent) const {
    const rapidjson::Value* value = find(key);
    return value == nullptr ? absent : number_of(*value, key);
}

const rapidjson::Value* Fields::array(const char* key) const {
    const rapidjson::Value* value = find(key);
    if (value != nullptr && !value->IsArray()) wrong(key, say("a list"));
    return value;
}

const rapidjson::Value* Fields::object(const char* key) const {
    const rapidjson::Value* value = find(key);
    if (value == nullptr || value->IsNull()) return nullptr;
    if (!value->IsObject()) wrong(key, say("a JSON object"));
    return value;
}

std::vector<std::uint64_t> Fields::column(const char* key, std::size_t rows, std::uint64_t most) const {
    std::vector<std::uint64_t> out;
    const rapidjson::Value* list = array(key);
    if (list == nullptr) return out;
    if (list->Size() != rows) wrong(key, say("a list of %1 values, one for each tensor of the line", {rows}));
    out.reserve(rows);
    for (const rapidjson::Value& value : list->GetArray()) out.push_back(count_of(value, key, most));
    return out;
}

std::vector<double> Fields::numbers(const char* key, std::size_t rows) const {
    std::vector<double> out;
    const rapidjson::Value* list = array(key);
    if (list == nullptr) return out;
    if (list->Size() != rows) wrong(key, say("a list of %1 values, one for each tensor of the line", {rows}));
    out.reserve(rows);
    for (const rapidjson::Value& value : list->GetArray()) out.push_back(number_of(value, key));
    return out;
}

std::vector<std::string> Fields::texts(const char* key, std::size_t most_rows, std::size_t most_bytes) const {
    std::vector<std::string> out;
    const rapidjson::Value* list = array(key);
    if (list == nullptr) return out;
    if (list->Size() > most_rows) wrong(key, say("a list of at most %1 values", {most_rows}));
    for (const rapidjson::Value& value : list->GetArray()) out.push_back(text_of(value, key, most_bytes));
    return out;
}

void parse_line(std::string_view line, const LinePlace& place, rapidjson::Document& into) {
    using namespace rapidjson;
    // Iterative: a line of a million brackets needs memory in proportion, not a stack of calls.
    constexpr unsigned flags = kParseIterativeFlag | kParseValidateEncodingFlag | kParseFullPrecisionFlag;
    if (line.find('\0') != std::string_view::npos)
        refuse_line(place, say("The line holds a zero byte"), say("the file was cut or overwritten here"));
    into.Parse<flags>(line.data(), line.size());
    if (into.HasParseError())
        refuse_line(place,
                    say("The line is no JSON from its character %1 on: %2",
                        {into.GetErrorOffset() + 1, GetParseError_En(into.GetParseError())}),
                    say("a recording of mantissa_probe has one JSON object a line"));
    if (!into.IsObject()) refuse_line(place, say("The line is no JSON object"));
}

}  // namespace mantissa
