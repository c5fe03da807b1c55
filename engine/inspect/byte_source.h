// SPDX-License-Identifier: Apache-2.0
// Bytes that are read by their place: a file, or memory in a test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace mantissa {

class ByteSource {
  public:
    virtual ~ByteSource() = default;
    virtual std::uint64_t size() const = 0;
    /// Fills `into` from `offset` on; false where that reaches beyond the end or cannot be read.
    virtual bool read(std::uint64_t offset, std::span<std::byte> into) = 0;
};

/// A file's bytes. Throws Error(bad_data) where it cannot be opened.
std::unique_ptr<ByteSource> file_bytes(const std::filesystem::path& file);
/// A copy of `bytes`.
std::unique_ptr<ByteSource> memory_bytes(std::vector<std::byte> bytes);

/// Bytes one after the other, to an end that is known.
class ByteStream {
  public:
    virtual ~ByteStream() = default;
    /// Fills `into` whole; false where there are not so many, or they are damaged.
    virtual bool next(std::span<std::byte> into) = 0;
};

/// Bytes `begin` to `begin` + `length` of `source`, which outlives it.
std::unique_ptr<ByteStream> plain_stream(ByteSource& source, std::uint64_t begin, std::uint64_t length);
/// The same, inflated (raw deflate, as in ZIP files).
std::unique_ptr<ByteStream> inflated_stream(ByteSource& source, std::uint64_t begin, std::uint64_t length);

}  // namespace mantissa
