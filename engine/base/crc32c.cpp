// SPDX-License-Identifier: Apache-2.0
// By eight tables made at compile time (about 2 GB/s, no dependency on SSE 4.2).
#include "engine/base/crc32c.h"

#include <array>

namespace mantissa {
namespace {

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr CrcTables make_crc_tables() {
    CrcTables tables{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t crc = i;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? 0x82F63B78u : 0u);
        tables[0][i] = crc;
    }
    for (std::size_t t = 1; t < 8; ++t)
        for (std::size_t i = 0; i < 256; ++i)
            tables[t][i] = (tables[t - 1][i] >> 8) ^ tables[0][tables[t - 1][i] & 255];
    return tables;
}

constexpr CrcTables crc_tables = make_crc_tables();

std::uint32_t read_u32(const char* p) noexcept {
    const auto byte = [p](int i) { return std::uint32_t{static_cast<unsigned char>(p[i])}; };
    return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) noexcept {
    const auto& t = crc_tables;
    std::uint32_t crc = 0xFFFFFFFFu;
    const char* p = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; left -= 8, p += 8) {
        const std::uint32_t low = crc ^ read_u32(p);
        const std::uint32_t high = read_u32(p + 4);
        crc = t[7][low & 255] ^ t[6][low >> 8 & 255] ^ t[5][low >> 16 & 255] ^ t[4][low >> 24] ^ t[3][high & 255] ^
              t[2][high >> 8 & 255] ^ t[1][high >> 16 & 255] ^ t[0][high >> 24];
    }
    for (; left > 0; --left, ++p) crc = (crc >> 8) ^ t[0][(crc ^ static_cast<unsigned char>(*p)) & 255];
    return ~crc;
}

std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept {
    return crc32c(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace mantissa
