// SPDX-License-Identifier: Apache-2.0
// How an Error reads when it is printed whole: "place: message (remedy)".
#include "engine/base/error.h"

#include <utility>

namespace mantissa {
namespace {

std::string whole(const std::string& message, const std::string& place, const std::string& remedy) {
    std::string text = place.empty() ? message : place + ": " + message;
    if (!remedy.empty()) text += " (" + remedy + ")";
    return text;
}

}  // namespace

Error::Error(ErrorCode code, std::string message, std::string place, std::string remedy)
    : std::runtime_error(whole(message, place, remedy)),
      code_(code),
      message_(std::move(message)),
      place_(std::move(place)),
      remedy_(std::move(remedy)) {}

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
