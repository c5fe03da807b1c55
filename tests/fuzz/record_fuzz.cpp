// SPDX-License-Identifier: Apache-2.0
// Fuzzer of the checks that a record passes before it is kept.
#include <google/protobuf/stubs/logging.h>

#include "tests/fuzz/record_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const google::protobuf::LogSilencer silencer;
    mantissa::fuzz::check_record_bytes({data, size});
    return 0;
}
