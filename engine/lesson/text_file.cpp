// SPDX-License-Identifier: Apache-2.0
#include "engine/lesson/text_file.h"

#include <fmt/format.h>

#include <fstream>
#include <regex>
#include <system_error>

#include "engine/base/error.h"
#include "engine/base/utf8.h"
#include "engine/run/json.h"

namespace mantissa {

namespace fs = std::filesystem;

std::string read_text_file(const fs::path& file, std::size_t most) {
    const auto refuse = [&](const Phrase& what, const Phrase& expected) -> Error {
        return Error(ErrorCode::bad_data, what, file.string(), expected);
    };
    std::error_code error;
    const fs::file_status status = fs::symlink_status(file, error);
    if (!fs::exists(status)) throw refuse(say("the file does not exist"), say("a text file"));
    if (!fs::is_regular_file(status))
        throw refuse(say("this is not an ordinary file"), say("a text file, no link and no folder"));
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw refuse(say("the file cannot be read"), say("a readable text file"));
    std::string text(most + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most) throw refuse(say("the file is too large"), say("at most %1 KiB", {most >> 10}));
    if (!is_utf8(text)) throw refuse(say("the text is not UTF-8"), say("a text in UTF-8"));
    if (text.find('\0') != std::string::npos) throw refuse(say("the text contains a zero byte"), say("a text"));
    return text;
}

void read_json(const std::string& text, google::protobuf::Message& message, const std::string& file) {
    try {
        from_json(text, message, file);
    } catch (const Error& error) {
        // Protobuf's reader says "(steps[2].predict) hint: Cannot find field.", or what a parser of JSON says.
        static const std::regex form(R"((?:\(([\w\[\].]*)\))?\s*:?\s*(?:(\w*)\s*:)?\s*)"
                                     R"((Cannot find field\.|invalid value[^]*|Root element[^]*))");
        const std::string reason = error.message().substr(error.message().find(": ") + 2);
        std::smatch part;
        if (reason.size() > 4000 || !std::regex_match(reason, part, form))
            throw Error(ErrorCode::bad_data, say("this is not JSON: %1", {to_utf8(reason.substr(0, 400))}), file,
                        say("a JSON object"));
        std::string place = part[1].str();
        if (part[2].length() > 0) place += (place.empty() ? "" : ".") + part[2].str();
        const bool unknown = part[3].str() == "Cannot find field.";
        throw Error(ErrorCode::bad_data,
                    unknown ? say("there is no such field") : Phrase(to_utf8(part[3].str().substr(0, 400))),
                    place.empty() ? file : fmt::format("{}, {}", file, place),
                    say("a field and a value that the schema names"));
    }
}

}  // namespace mantissa
