// SPDX-License-Identifier: Apache-2.0
#include "engine/lesson/text_file.h"

#include <fstream>
#include <system_error>

#include "engine/base/error.h"
#include "engine/base/utf8.h"

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

}  // namespace mantissa
