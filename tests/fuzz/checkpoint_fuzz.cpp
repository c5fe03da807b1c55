// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry for checkpoints.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/checkpoint_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    mantissa::fuzz::check_checkpoint({data, size});
    return 0;
}
