// SPDX-License-Identifier: Apache-2.0
// A whole file as a string.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace mantissa {

/// Every byte of `file`; "" where it cannot be read.
inline std::string contents(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace mantissa
