// SPDX-License-Identifier: Apache-2.0
// Fuzzer of the reader of TensorBoard's event files.
#include "tests/fuzz/event_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    mantissa::fuzz::check_events({data, size});
    return 0;
}
