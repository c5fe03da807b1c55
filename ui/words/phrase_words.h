// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's sentences in the person's language: what the advisor says, what a report says, what a run tells of
// itself, what went wrong. They stand once more in the lists *_texts.cpp beside this, for lupdate.
#pragma once

#include <QString>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// Plain text; names and numbers stay as they are, and so does a sentence that nobody has translated. On any thread.
QString inWords(const Phrase& phrase);
/// A name that the engine gives, of which a few are words: "PyTorch default", "FP8 without a scale", the processor's.
QString nameInWords(std::string_view name);
/// Several sentences, one after the other.
QString inWords(const std::vector<Phrase>& sentences);

/// "place: message (remedy)", as what() has it in English.
QString inWords(const Error& error);
/// The same; what is no Error of ours has its own text.
QString inWords(const std::exception& error);
/// The same of a record; its code where it has no message.
QString inWords(const run::ErrorRecord& error);

/// What went wrong, and what to do, which may be empty.
QString messageInWords(const Error& error);
QString remedyInWords(const Error& error);
QString messageInWords(const run::ErrorRecord& error);
QString remedyInWords(const run::ErrorRecord& error);
/// What to do, or what was expected, as a sentence of its own; empty where there is none.
QString remedySentence(const Error& error);
QString remedySentence(const run::ErrorRecord& error);
/// What went wrong, after the file or folder where it did.
QString messageOfFile(const Error& error);
QString messageOfFile(const run::ErrorRecord& error);
/// "message (remedy)", for where the place is plain.
QString reasonInWords(const Error& error);
QString reasonInWords(const run::ErrorRecord& error);

}  // namespace mantissa::ui
