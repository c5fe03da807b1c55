// SPDX-License-Identifier: Apache-2.0
// The one exception type of Mantissa: a code, a sentence for a person, the place and what to do.
#pragma once

#include <stdexcept>
#include <string>

#include "engine/base/phrase.h"

namespace mantissa {

/// What kind of thing went wrong; each has an exit code of `mantissa-worker` (README.md: 0 done, 1 failed, 2 usage,
/// ...).
enum class ErrorCode {
    failed = 1,     ///< Something of ours or of the system did not work.
    usage = 2,      ///< The configuration or the command line asks for something that does not exist or does not fit.
    cancelled = 3,  ///< A person asked to stop.
    device = 4,     ///< The compute device failed or cannot do what was asked.
    bad_data = 5,   ///< A file or stream from outside is damaged or is not what it claims to be.
};

/// Thrown by every room, caught once in the worker loop (or in main) and shown as a record.
class Error : public std::runtime_error {
  public:
    /// `message`: one sentence for a person. `place`: file, field or kernel concerned, may be empty.
    /// `remedy`: what was expected or what the reader can do, may be empty. What has words is say("…"), so that a
    /// window can tell it in its language; what() and the texts are English.
    Error(ErrorCode code, Phrase message, std::string place = {}, Phrase remedy = {});

    ErrorCode code() const noexcept { return code_; }
    const std::string& message() const noexcept { return message_; }
    const std::string& place() const noexcept { return place_; }
    const std::string& remedy() const noexcept { return remedy_; }
    const Phrase& message_phrase() const noexcept { return message_phrase_; }
    const Phrase& remedy_phrase() const noexcept { return remedy_phrase_; }

  private:
    ErrorCode code_;
    std::string message_;
    std::string place_;
    std::string remedy_;
    Phrase message_phrase_;
    Phrase remedy_phrase_;
};

/// All of it, as what() has it in English: "place: message (remedy)", without what is empty.
Phrase whole_phrase(const Phrase& message, const std::string& place, const Phrase& remedy);
Phrase whole_phrase(const Error& error);

/// Name of a code as records and `--json` spell it: "failed", "usage", "cancelled", "device", "bad_data".
const char* name_of(ErrorCode code) noexcept;

}  // namespace mantissa
