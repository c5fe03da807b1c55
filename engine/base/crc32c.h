// SPDX-License-Identifier: Apache-2.0
// CRC-32C (Castagnoli): the checksum of the wire's frames and of TensorBoard's event files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mantissa {

/// CRC-32C of `bytes`; of "123456789" it is 0xe3069283.
std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept;
std::uint32_t crc32c(std::string_view bytes) noexcept;

}  // namespace mantissa
