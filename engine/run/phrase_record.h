// SPDX-License-Identifier: Apache-2.0
// Sentences in records: the English for everyone, and beside it the phrase for a reader of another language.
#pragma once

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Most phrases of one sentence, itself and all values within values, and how deep they may be nested.
inline constexpr int most_phrases = 64, deepest_phrase = 8;

/// Bytes that are not UTF-8 (of a path, say) become "?".
run::Phrase record_of(const Phrase& phrase);
/// The phrase of a record that says `text` in English; the text alone where it is not sound. Records come from files of
/// other people: a phrase counts only if it is small and, in English, is the text.
Phrase phrase_of(const run::Phrase& record, const std::string& text);

/// Sets the event's English text, and its phrase where it has words to translate.
void set_text(run::EventRecord& event, const Phrase& phrase);
void set_reason(run::ResolvedRole& role, const Phrase& phrase);
void set_reason(run::DeviceInfo& device, const Phrase& phrase);
void set_reason(run::NativeChoice& choice, const Phrase& phrase);

/// What the event says: its phrase, or its text alone where it has none (records of old versions) or one that is not
/// sound.
Phrase phrase_of(const run::EventRecord& event);
/// Why the role is computed so, by the same rule.
Phrase phrase_of(const run::ResolvedRole& role);
Phrase phrase_of(const run::NativeChoice& choice);
/// Why the device cannot be used, by the same rule.
Phrase phrase_of(const run::DeviceInfo& device);
/// What went wrong, and what to do, by the same rule.
Phrase message_phrase(const run::ErrorRecord& error);
Phrase remedy_phrase(const run::ErrorRecord& error);
/// What the role is called: "operand", "operand (fc1)" of the resolver's "operand" and "fc1 operand".
Phrase role_phrase(const run::ResolvedRole& role);

}  // namespace mantissa
