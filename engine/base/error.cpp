// SPDX-License-Identifier: Apache-2.0
// How an Error reads when it is printed whole: "place: message (remedy)".
#include "engine/base/error.h"

#include <utility>

namespace mantissa {

Phrase whole_phrase(const Phrase& message, const std::string& place, const Phrase& remedy) {
    if (place.empty() && remedy.empty()) return message;
    if (remedy.empty()) return say("%1: %2", {place, message});
    if (place.empty()) return say("%1 (%2)", {message, remedy});
    return say("%1: %2 (%3)", {place, message, remedy});
}

Phrase whole_phrase(const Error& error) {
    return whole_phrase(error.message_phrase(), error.place(), error.remedy_phrase());
}

Error::Error(ErrorCode code, Phrase message, std::string place, Phrase remedy)
    : std::runtime_error(english(whole_phrase(message, place, remedy))),
      code_(code),
      message_(english(message)),
      place_(std::move(place)),
      remedy_(english(remedy)),
      message_phrase_(std::move(message)),
      remedy_phrase_(std::move(remedy)) {}

const char* name_of(ErrorCode code) noexcept {
    switch (code) {
        case ErrorCode::failed:
            return "failed";
        case ErrorCode::usage:
            return "usage";
        case ErrorCode::cancelled:
            return "cancelled";
        case ErrorCode::device:
            return "device";
        case ErrorCode::bad_data:
            return "bad_data";
    }
    return "failed";
}

}  // namespace mantissa
