// SPDX-License-Identifier: Apache-2.0
// The sentences are those of protobuf 3.21: "(config.lr): invalid value "a" for type TYPE_DOUBLE", "(config) rl: Cannot
// find field.", "(config): invalid value Starting an object on a scalar field for type lr", "config: Proto field is not
// repeating, cannot start list.", ": Root element must be a message."; of what is no JSON a sentence, the text around
// the place, and a line with "^" below it.
#include "engine/run/json_reason.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/utf8.h"

namespace mantissa {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

constexpr std::size_t longest_reason = 4000;  // std::regex recurses once a character
constexpr std::size_t longest_shown = 400;

/// The field of `type` that a path such as "steps[2].predict.low" names, or null: a map's keys are no fields.
const FieldDescriptor* field_at(const Descriptor& type, const std::string& path) {
    const Descriptor* message = &type;
    const FieldDescriptor* field = nullptr;
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string name = path.substr(begin, std::min(path.find('[', begin), end) - begin);
        field = message ? message->FindFieldByName(name) : nullptr;
        if (!field) return nullptr;
        message = field->message_type();
        begin = end + 1;
    }
    return field;
}

Phrase fields_of(const Descriptor* type) {
    if (!type || type->field_count() == 0 || type->full_name().starts_with("google.protobuf."))
        return say("a field and a value that the schema names");
    std::string names;
    for (int i = 0; i < type->field_count(); ++i) names += (i > 0 ? ", " : "") + type->field(i)->name();
    return say("one of %1", {names});
}

/// What a value of the field looks like.
Phrase expected(const FieldDescriptor* field) {
    if (!field) return say("a field and a value that the schema names");
    if (const auto* choices = field->enum_type()) {
        std::string names;
        for (int i = 0; i < choices->value_count(); ++i)
            if (!choices->value(i)->name().ends_with("_UNSET"))
                names += (names.empty() ? "" : ", ") + choices->value(i)->name();
        return say("one of %1", {names});
    }
    switch (field->cpp_type()) {
        case FieldDescriptor::CPPTYPE_BOOL:
            return say("true or false");
        case FieldDescriptor::CPPTYPE_STRING:
            return say("a text in UTF-8");
        case FieldDescriptor::CPPTYPE_MESSAGE:
            return say("a JSON object");
        case FieldDescriptor::CPPTYPE_FLOAT:
        case FieldDescriptor::CPPTYPE_DOUBLE:
            return say("a number");
        case FieldDescriptor::CPPTYPE_UINT32:
            return say("a whole number from 0 to %1", {4294967295U});
        case FieldDescriptor::CPPTYPE_UINT64:
            return say("a whole number from 0 on");
        case FieldDescriptor::CPPTYPE_INT32:
        case FieldDescriptor::CPPTYPE_INT64:
        case FieldDescriptor::CPPTYPE_ENUM:
            return say("a whole number");
    }
    return say("a field and a value that the schema names");
}

/// The text is JSON, and a field of it is none of `type`, or has a value that is none of the field's.
void refuse_field(const Descriptor& type, const std::string& reason, const std::string& place) {
    static const std::regex form(
        R"((?:\(([\w\[\].]*)\))?:? ?(?:([\w.]*): )?)"
        R"((Cannot find field\.|Root element must be a message\.|Proto field is not repeating.*)"
        R"(|invalid value ([^]*) for type (\S+)))");
    std::smatch part;
    if (!std::regex_match(reason, part, form)) return;
    std::string path = part[1].str();
    const auto at = [&] { return path.empty() ? place : fmt::format("{}, {}", place, path); };
    const auto step_into = [&](const std::string& name) { path += (path.empty() ? "" : ".") + name; };
    const std::string sentence = part[3].str();
    if (sentence.starts_with("Root"))
        throw Error(ErrorCode::bad_data, say("this is no JSON object"), place, say("a JSON object"));
    if (sentence.starts_with("Cannot")) {
        const FieldDescriptor* inside = path.empty() ? nullptr : field_at(type, path);
        const Descriptor* message = path.empty() ? &type : inside ? inside->message_type() : nullptr;
        step_into(part[2].str());
        throw Error(ErrorCode::bad_data, say("there is no such field"), at(), fields_of(message));
    }
    if (sentence.starts_with("Proto")) {
        step_into(part[2].str());
        throw Error(ErrorCode::bad_data, say("this is a list"), at(), expected(field_at(type, path)));
    }
    const std::string value = part[4].str();
    if (value.starts_with("Starting an object")) {
        step_into(part[5].str());
        throw Error(ErrorCode::bad_data, say("this is an object"), at(), expected(field_at(type, path)));
    }
    static const std::regex twice(R"(oneof field '\w+' is already set\. Cannot set '(\w+)')");
    std::smatch name;
    if (std::regex_match(value, name, twice)) {
        step_into(name[1].str());
        throw Error(ErrorCode::bad_data, say("this field stands there twice"), at(), say("each field once"));
    }
    throw Error(ErrorCode::bad_data, say("%1 is not a value for it", {to_utf8(value.substr(0, longest_shown))}), at(),
                expected(field_at(type, path)));
}

/// The line of `text` at which what protobuf shows of it stands, from 1; 0 where that is not one place.
std::size_t line_of(std::string_view text, const std::string& shown, std::size_t caret) {
    const std::size_t at = shown.empty() ? std::string_view::npos : text.find(shown);
    if (at == std::string_view::npos || text.find(shown, at + 1) != std::string_view::npos) return 0;
    const std::size_t last = shown.rfind('\n');
    const std::size_t column = std::min(shown.size(), (last == std::string::npos ? 0 : last + 1) + caret);
    return 1 + static_cast<std::size_t>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at + column), '\n'));
}

}  // namespace

void refuse_json(const Descriptor& type, std::string_view text, const std::string& reason, const std::string& place) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw Error(ErrorCode::bad_data, say("the file is empty"), place, say("a JSON object"));
    if (!is_utf8(text)) throw Error(ErrorCode::bad_data, say("the text is not UTF-8"), place, say("a text in UTF-8"));
    if (reason.size() <= longest_reason) refuse_field(type, reason, place);
    const std::size_t first = reason.find('\n');
    const std::size_t last = reason.rfind('\n');
    std::string where = place;
    if (first != std::string::npos && last > first && reason.ends_with('^')) {
        const std::string shown = reason.substr(first + 1, last - first - 1);
        const bool ended = reason.starts_with("Unexpected end");
        const std::size_t line = ended ? 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'))
                                       : line_of(text, shown, reason.size() - last - 2);
        if (line > 0) where = fmt::format("{}, line {}", place, line);
    }
    std::string sentence = reason.substr(0, std::min(first, longest_shown));
    while (sentence.ends_with('.')) sentence.pop_back();
    throw Error(ErrorCode::bad_data, say("this is not JSON: %1", {to_utf8(sentence)}), where, say("a JSON object"));
}

}  // namespace mantissa
