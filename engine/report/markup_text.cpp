// SPDX-License-Identifier: Apache-2.0
#include "engine/report/markup_text.h"

#include "engine/base/phrase.h"
#include "engine/base/utf8.h"

namespace mantissa {

std::string escaped(std::string_view text) {
    const std::string valid = to_utf8(text);
    std::string out;
    out.reserve(valid.size());
    for (std::size_t i = 0; i < valid.size(); ++i) {
        const char c = valid[i];
        switch (c) {
            case '&':
                out += "&amp;";
                continue;
            case '<':
                out += "&lt;";
                continue;
            case '>':
                out += "&gt;";
                continue;
            case '"':
                out += "&quot;";
                continue;
            case '\'':
                out += "&#39;";
                continue;
            default:
                break;
        }
        const auto byte = static_cast<unsigned char>(c);
        const std::string_view three = std::string_view(valid).substr(i, 3);
        if ((byte < 0x20 && c != '\t' && c != '\n') || byte == 0x7F) {
            out += "\uFFFD";
        } else if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {
            out += "\uFFFD";
            i += 2;
        } else {
            out += c;
        }
    }
    return out;
}

std::string isolated(std::string_view text) {
    return "<bdi>" + escaped(text) + "</bdi>";
}

std::string escaped_around(std::string_view pattern, const std::vector<std::string>& markup) {
    return filled(escaped(pattern), markup.size(), [&](std::size_t i) { return markup[i]; });
}

std::string shortened(std::string_view text, std::size_t most) {
    const std::string valid = to_utf8(text);
    std::size_t characters = 0;
    std::size_t cut = 0;
    for (std::size_t i = 0; i < valid.size(); ++i) {
        if ((static_cast<unsigned char>(valid[i]) & 0xC0) == 0x80) continue;  // goes on
        if (++characters == most) cut = i;
        if (characters > most) return valid.substr(0, cut) + "…";
    }
    return valid;
}

}  // namespace mantissa
