// SPDX-License-Identifier: Apache-2.0
// Sizes of memory as a person types them: the same for every flag.
#pragma once

#include <cstdint>
#include <string>

namespace mantissa {

/// "4GiB", "512 MiB", "4" (GiB) in bytes. Throws Error(usage), with `flag`, for what is no size from 1 MiB to 2^60.
std::uint64_t bytes_of(const std::string& text, const std::string& flag);

}  // namespace mantissa
