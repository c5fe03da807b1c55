// SPDX-License-Identifier: Apache-2.0
// Errors as records.
#include "engine/run/error_record.h"

#include "engine/base/utf8.h"

namespace mantissa {

run::ErrorRecord to_record(const Error& error) {
    run::ErrorRecord record;
    record.set_code(name_of(error.code()));
    record.set_message(to_utf8(error.message()));
    record.set_place(to_utf8(error.place()));
    record.set_remedy(to_utf8(error.remedy()));
    return record;
}

}  // namespace mantissa
