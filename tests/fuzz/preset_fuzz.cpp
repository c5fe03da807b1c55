// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry for presets and set-ups of a teacher.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/settings_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    mantissa::fuzz::check_preset({data, size});
    return 0;
}
