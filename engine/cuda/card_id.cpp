// SPDX-License-Identifier: Apache-2.0
// The names of cards, in builds with CUDA and without.
#include <algorithm>
#include <string_view>

#include "engine/cuda/cuda_device.h"

namespace mantissa {

bool is_cuda_id(const std::string& id) {
    if (id == "cuda") return true;
    constexpr std::string_view prefix = "cuda:";
    const std::string_view number = std::string_view(id).substr(std::min(id.size(), prefix.size()));
    return id.starts_with(prefix) && !number.empty() && number.size() <= 3 &&
           std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace mantissa
