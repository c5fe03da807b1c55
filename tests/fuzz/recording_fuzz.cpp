// SPDX-License-Identifier: Apache-2.0
// Fuzzer of the reader of recordings. Seeds: tests/data/recordings.
#include "tests/fuzz/recording_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    mantissa::fuzz::check_recording({data, size});
    return 0;
}
