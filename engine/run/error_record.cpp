// SPDX-License-Identifier: Apache-2.0
// Errors as records.
#include "engine/run/error_record.h"

#include <new>

#include "engine/base/utf8.h"
#include "engine/run/phrase_record.h"

namespace mantissa {

Error error_of(const std::exception& error) {
    if (const auto* ours = dynamic_cast<const Error*>(&error)) return *ours;
    if (dynamic_cast<const std::bad_alloc*>(&error))
        return {ErrorCode::failed, say("there is not enough memory"), "host memory",
                say("choose a smaller batch or network")};
    return {ErrorCode::failed, error.what()};
}

run::ErrorRecord to_record(const Error& error) {
    run::ErrorRecord record;
    record.set_code(name_of(error.code()));
    record.set_message(to_utf8(error.message()));
    record.set_place(to_utf8(error.place()));
    record.set_remedy(to_utf8(error.remedy()));
    if (error.message_phrase().sentence) *record.mutable_message_phrase() = record_of(error.message_phrase());
    if (error.remedy_phrase().sentence) *record.mutable_remedy_phrase() = record_of(error.remedy_phrase());
    return record;
}

}  // namespace mantissa
