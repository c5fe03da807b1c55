// SPDX-License-Identifier: Apache-2.0
// ULID encoding: 10 characters of time, 16 of randomness, most significant first.
#include "engine/base/ulid.h"

#include <chrono>
#include <cstdint>
#include <random>

namespace mantissa {
namespace {
constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
}

std::string make_ulid() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    std::uint64_t time =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()) &
        ((1ull << 48) - 1);
    std::string text(26, '0');
    for (std::size_t i = 10; i-- > 0; time >>= 5) text[i] = alphabet[time & 31];
    std::random_device source;
    for (std::size_t i = 10; i < 26; ++i) text[i] = alphabet[source() & 31];
    return text;
}

bool is_ulid(std::string_view text) noexcept {
    if (text.size() != 26 || text[0] > '7') return false;
    for (char c : text)
        if (alphabet.find(c) == std::string_view::npos) return false;
    return true;
}

}  // namespace mantissa
