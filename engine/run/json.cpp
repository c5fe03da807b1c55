// SPDX-License-Identifier: Apache-2.0
// JSON by protobuf's util library.
#include "engine/run/json.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>

#include "engine/base/error.h"
#include "engine/run/json_reason.h"

namespace mantissa {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

/// Names of fields whose numbers protobuf writes as nobody else reads them.
struct OddNumbers {
    std::set<std::string> wide;    ///< of 64 bits, as texts
    std::set<std::string> floats;  ///< rounded to the digits that tell a float from the next, 2^32 as 4.2949673e+09
};

void collect(const Descriptor& type, std::set<const Descriptor*>& seen, OddNumbers& odd, std::set<std::string>& texts) {
    if (!seen.insert(&type).second) return;
    for (int i = 0; i < type.field_count(); ++i) {
        const FieldDescriptor& field = *type.field(i);
        if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) collect(*field.message_type(), seen, odd, texts);
        if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) texts.insert(field.name());
        if (field.cpp_type() == FieldDescriptor::CPPTYPE_INT64 || field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64)
            odd.wide.insert(field.name());
        if (field.cpp_type() == FieldDescriptor::CPPTYPE_FLOAT) odd.floats.insert(field.name());
    }
}

/// Of a message's fields and those of its parts, what no text is called as well.
const OddNumbers& odd_numbers(const Descriptor& type) {
    static std::mutex mutex;
    static std::map<const Descriptor*, OddNumbers> known;
    const std::lock_guard lock(mutex);
    const auto [entry, added] = known.try_emplace(&type);
    if (added) {
        std::set<const Descriptor*> seen;
        std::set<std::string> texts;
        collect(type, seen, entry->second, texts);
        for (const std::string& text : texts) {
            entry->second.wide.erase(text);
            entry->second.floats.erase(text);
        }
    }
    return entry->second;
}

/// So many digits a double holds exactly, and with it every reader of JSON.
constexpr std::size_t safe_digits = 15;

bool is_whole(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// A large float with all its digits, as a loss scale is compared with: 4294967296. Nothing: its text stays.
std::optional<std::string> whole_float(std::string_view text) {
    float value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (!(std::abs(value) >= 0x1p24f && std::abs(value) < 1e22f)) return std::nullopt;
    // A name may be a double's as well, whose digits are more than a float is written with.
    const auto number = [](std::string_view digits) {
        double read = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), read);
        return read;
    };
    const auto written = [&](int digits) { return number(fmt::format("{:.{}g}", value, digits)) == number(text); };
    if (!written(6) && !written(7) && !written(8) && !written(9)) return std::nullopt;
    return fmt::format("{:.0f}", static_cast<double>(value));
}

/// Takes the quotes off whole numbers of 64 bits, which protobuf writes as texts, and writes large floats out:
/// "seed":"7" becomes "seed":7. Inside a text a quote is escaped, so that "name": is a key wherever it stands.
std::string with_numbers(const std::string& text, const OddNumbers& odd) {
    std::string out;
    out.reserve(text.size());
    std::size_t copied = 0;
    for (std::size_t at = 0; (at = text.find("\":", at)) != std::string::npos; at += 2) {
        const std::size_t begin = text.rfind('"', at - 1) + 1;
        const std::string name = text.substr(begin, at - begin);
        std::size_t value = at + 2;
        if (odd.floats.contains(name)) {
            const std::size_t end = text.find_first_of(",}", value);
            if (const auto whole = whole_float(std::string_view(text).substr(value, end - value))) {
                out.append(text, copied, value - copied);
                out += *whole;
                copied = end;
                continue;
            }
        }
        if (!odd.wide.contains(name)) continue;
        const bool list = value < text.size() && text[value] == '[';
        if (list) ++value;
        while (value < text.size() && text[value] == '"') {
            const std::size_t end = text.find('"', value + 1);
            if (end - value - 1 > safe_digits || !is_whole(std::string_view(text).substr(value + 1, end - value - 1)))
                break;  // another field of that name has the names of an enumeration
            out.append(text, copied, value - copied);
            out.append(text, value + 1, end - value - 1);
            copied = value = end + 1;
            if (list && value < text.size() && text[value] == ',') ++value;
        }
    }
    return out.append(text, copied);
}

}  // namespace

std::string to_json(const google::protobuf::Message& message) {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    std::string text;
    const auto status = google::protobuf::util::MessageToJsonString(message, &text, options);
    if (!status.ok())
        throw Error(ErrorCode::failed, say("a record cannot be written as JSON"), message.GetTypeName(),
                    status.ToString());
    return with_numbers(text, odd_numbers(*message.GetDescriptor()));
}

std::string json_quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (static_cast<unsigned char>(c) < 0x20)
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        else
            out += c;
    }
    return out + "\"";
}

void from_json(std::string_view text, google::protobuf::Message& message, const std::string& place) {
    constexpr std::size_t limit = std::size_t{1} << 20;
    if (text.size() > limit)
        throw Error(ErrorCode::bad_data, say("the file is too large to be a configuration"), place,
                    say("at most 1 MiB of JSON"));
    const auto status = google::protobuf::util::JsonStringToMessage({text.data(), text.size()}, &message);
    if (!status.ok()) refuse_json(*message.GetDescriptor(), text, std::string(status.message()), place);
}

std::string json_file_text(const std::filesystem::path& file, std::size_t most) {
    const auto refuse = [&file](Phrase what, Phrase expected) {
        return Error(ErrorCode::bad_data, std::move(what), file.string(), std::move(expected));
    };
    std::error_code failed;
    if (std::filesystem::is_directory(file, failed)) throw refuse(say("it is a folder, expected a file"), {});
    if (!std::filesystem::exists(file, failed)) throw refuse(say("the file does not exist"), say("a JSON file"));
    std::ifstream stream(file, std::ios::binary);
    std::string text(most + 1, '\0');
    if (!stream || stream.read(text.data(), static_cast<std::streamsize>(text.size())).bad())
        throw refuse(say("the file cannot be read"), say("a readable JSON file"));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // UTF-8's mark, which editors of Windows write
    if (text.size() > most) throw refuse(say("the file is too large"), say("at most %1 KiB", {most >> 10}));
    return text;
}

}  // namespace mantissa
