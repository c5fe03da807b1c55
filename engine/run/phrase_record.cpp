// SPDX-License-Identifier: Apache-2.0
// See phrase_record.h. Nothing here takes longer than the text is long, whatever a record holds.
#include "engine/run/phrase_record.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/utf8.h"

namespace mantissa {
namespace {

/// Nothing where it is too deep or has too many parts; `left` counts them.
std::optional<Phrase> read(const run::Phrase& record, int depth, int& left) {
    if (depth > deepest_phrase || --left < 0 || record.values_size() > 9) return std::nullopt;
    Phrase phrase(record.text());
    phrase.sentence = record.sentence();
    for (const run::Phrase& value : record.values()) {
        std::optional<Phrase> one = read(value, depth + 1, left);
        if (!one) return std::nullopt;
        phrase.values.push_back(std::move(*one));
    }
    return phrase;
}

/// Whether `rest` begins with the phrase in English, which it then loses. english() itself could make terabytes of a
/// pattern that repeats its places; `left` bounds the places that are filled.
bool takes(const Phrase& phrase, std::string_view& rest, int& left) {
    if (--left < 0) return false;
    for (std::size_t i = 0; i < phrase.text.size(); ++i) {
        const char next = phrase.sentence && i + 1 < phrase.text.size() ? phrase.text[i + 1] : '\0';
        const auto place = static_cast<std::size_t>(next - '1');
        if (phrase.text[i] == '%' && next >= '1' && next <= '9' && place < phrase.values.size()) {
            if (!takes(phrase.values[place], rest, left)) return false;
            ++i;
        } else if (rest.starts_with(phrase.text[i])) {
            rest.remove_prefix(1);
        } else {
            return false;
        }
    }
    return true;
}

}  // namespace

run::Phrase record_of(const Phrase& phrase) {
    run::Phrase record;
    record.set_text(to_utf8(phrase.text));
    if (phrase.sentence) record.set_sentence(true);
    for (const Phrase& value : phrase.values) *record.add_values() = record_of(value);
    return record;
}

Phrase phrase_of(const run::Phrase& record, const std::string& text) {
    int parts = most_phrases, places = most_phrases;
    std::string_view rest = text;
    std::optional<Phrase> phrase = read(record, 1, parts);
    return phrase && takes(*phrase, rest, places) && rest.empty() ? std::move(*phrase) : Phrase(text);
}

void set_text(run::EventRecord& event, const Phrase& phrase) {
    event.set_text(to_utf8(english(phrase)));
    if (phrase.sentence) *event.mutable_phrase() = record_of(phrase);
}

void set_reason(run::ResolvedRole& role, const Phrase& phrase) {
    role.set_reason(english(phrase));
    if (phrase.sentence) *role.mutable_reason_phrase() = record_of(phrase);
}

void set_reason(run::DeviceInfo& device, const Phrase& phrase) {
    device.set_reason(to_utf8(english(phrase)));
    if (phrase.sentence) *device.mutable_reason_phrase() = record_of(phrase);
}

void set_reason(run::NativeChoice& choice, const Phrase& phrase) {
    choice.set_reason(to_utf8(english(phrase)));
    if (phrase.sentence) *choice.mutable_reason_phrase() = record_of(phrase);
}

Phrase phrase_of(const run::NativeChoice& choice) {
    return choice.has_reason_phrase() ? phrase_of(choice.reason_phrase(), choice.reason()) : Phrase(choice.reason());
}

Phrase phrase_of(const run::DeviceInfo& device) {
    return device.has_reason_phrase() ? phrase_of(device.reason_phrase(), device.reason()) : Phrase(device.reason());
}

Phrase phrase_of(const run::EventRecord& event) {
    return event.has_phrase() ? phrase_of(event.phrase(), event.text()) : Phrase(event.text());
}

Phrase phrase_of(const run::ResolvedRole& role) {
    return role.has_reason_phrase() ? phrase_of(role.reason_phrase(), role.reason()) : Phrase(role.reason());
}

Phrase message_phrase(const run::ErrorRecord& error) {
    return error.has_message_phrase() ? phrase_of(error.message_phrase(), error.message()) : Phrase(error.message());
}

Phrase remedy_phrase(const run::ErrorRecord& error) {
    return error.has_remedy_phrase() ? phrase_of(error.remedy_phrase(), error.remedy()) : Phrase(error.remedy());
}

Phrase role_phrase(const run::ResolvedRole& role) {
    static const std::array known{say("quantised input"), say("quantised weight"), say("quantised gradient"),
                                  say("operand"),         say("accumulator"),      say("activation gradient"),
                                  say("weight gradient"), say("activation"),       say("optimizer state"),
                                  say("weight"),          say("reduction")};
    const std::string& name = role.role();
    for (const Phrase& one : known) {
        if (name == one.text) return one;
        if (!name.ends_with(" " + one.text)) continue;
        const std::string layer = name.substr(0, name.size() - one.text.size() - 1);
        return say("%1 (%2)", {one, layer == "convolution" ? say("convolution") : Phrase(layer)});
    }
    return name;
}

}  // namespace mantissa
