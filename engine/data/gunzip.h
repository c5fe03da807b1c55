// SPDX-License-Identifier: Apache-2.0
// gzip in memory, unpacked piece by piece, so that the reader decides how much it is willing to take.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace mantissa {

/// One pass over gzip data (one member or several, one after the other, as gzip itself accepts).
class Gunzip {
  public:
    /// `packed` must outlive it; `name` stands for the file in messages.
    Gunzip(std::span<const std::uint8_t> packed, std::string name);
    ~Gunzip();
    Gunzip(const Gunzip&) = delete;
    Gunzip& operator=(const Gunzip&) = delete;

    /// Unpacks up to `out.size()` bytes and returns how many; fewer only where the data end or break off.
    /// Throws Error(bad_data) where the data are damaged (header, content, checksum, length).
    std::size_t read(std::span<std::uint8_t> out);

    /// The packed data ended before their own end mark.
    bool broke_off() const noexcept { return broke_off_; }
    /// Where in the packed data it stands.
    std::uint64_t position() const noexcept { return packed_.size() - stream_.avail_in; }

    /// Most bytes that `packed` bytes can unpack to: deflate never does better than 1032 to 1.
    static std::uint64_t most(std::uint64_t packed) noexcept { return packed * 1032 + 1024; }

  private:
    void end_of_member();

    std::span<const std::uint8_t> packed_;
    std::string name_;
    z_stream stream_{};
    std::uint64_t unpacked_ = 0;
    bool ended_ = false;
    bool broke_off_ = false;
};

}  // namespace mantissa
