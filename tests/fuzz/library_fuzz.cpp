// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry for libraries and exported files.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/library_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    mantissa::fuzz::check_import({data, size});
    return 0;
}
