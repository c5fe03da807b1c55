// SPDX-License-Identifier: Apache-2.0
// Fuzzer of the IDX reader. The first byte chooses what is expected, the rest is the file.
#include "tests/fuzz/idx_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto kind = (data[0] & 1) != 0 ? mantissa::IdxKind::images : mantissa::IdxKind::labels;
    mantissa::fuzz::check_idx({data + 1, size - 1}, kind);
    return 0;
}
