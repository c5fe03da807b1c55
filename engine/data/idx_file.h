// SPDX-License-Identifier: Apache-2.0
// IDX, the format of MNIST: a big-endian header (00 00 type rank, then the extents), then the elements. Files come from
// anywhere, so every size is checked before it is allocated, and each kind of damage has its own sentence.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mantissa {

/// What a file is expected to hold: images (idx3-ubyte) or labels (idx1-ubyte).
enum class IdxKind { images, labels };

/// What is accepted; anything larger is refused before memory is allocated for it.
struct IdxLimits {
    std::uint64_t file_bytes = std::uint64_t{1} << 30;      ///< size of the file as it lies on the disk
    std::uint64_t content_bytes = std::uint64_t{1} << 30;   ///< all elements, unpacked
    std::uint64_t unpacked_free = std::uint64_t{64} << 20;  ///< what any gzip file may unpack to
    std::uint64_t unpacked_ratio = 100;                     ///< and beyond that: so many times what is packed
    std::uint32_t count = 10'000'000;                       ///< images or labels
    std::uint32_t side = 64;                                ///< rows and columns of an image
};

/// One file, unpacked and checked.
struct IdxFile {
    IdxKind kind = IdxKind::images;
    std::int64_t count = 0;            ///< images or labels, at least 1
    int side = 0;                      ///< rows and columns of each image; 0 for labels
    std::vector<std::uint8_t> header;  ///< as in the file: 16 bytes for images, 8 for labels
    std::vector<std::uint8_t> data;    ///< count * side * side pixels, or count labels

    /// SHA-256 of the uncompressed contents, header included: what published sums are made of.
    std::string sha256() const;
};

/// Reads an IDX file, compressed by gzip or not (its first two bytes decide, not its name).
/// Throws Error(bad_data) that names the file, the byte and what was expected.
IdxFile read_idx(const std::filesystem::path& path, IdxKind kind, const IdxLimits& limits = {});

/// The same for contents in memory; `name` stands for the file in messages.
IdxFile parse_idx(std::vector<std::uint8_t> content, IdxKind kind, const std::string& name,
                  const IdxLimits& limits = {});

}  // namespace mantissa
