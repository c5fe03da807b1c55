// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry for files of tensors: safetensors, .npy, .npz.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/tensor_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    mantissa::fuzz::check_tensors({data, size});
    return 0;
}
