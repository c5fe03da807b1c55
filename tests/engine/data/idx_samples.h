// SPDX-License-Identifier: Apache-2.0
// Small IDX files made on the spot, gzip, and a folder that cleans up after itself.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/error.h"

namespace mantissa::test {

using Bytes = std::vector<std::uint8_t>;

inline void put_u32(Bytes& bytes, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

/// An image file whose pixels count up from `first`.
inline Bytes idx_images(std::uint32_t count, std::uint32_t rows, std::uint32_t columns, std::uint8_t first = 0) {
    Bytes bytes{0, 0, 8, 3};
    put_u32(bytes, count);
    put_u32(bytes, rows);
    put_u32(bytes, columns);
    for (std::uint32_t i = 0; i < count * rows * columns; ++i) bytes.push_back(static_cast<std::uint8_t>(first + i));
    return bytes;
}

inline Bytes idx_labels(const Bytes& labels) {
    Bytes bytes{0, 0, 8, 1};
    put_u32(bytes, static_cast<std::uint32_t>(labels.size()));
    bytes.insert(bytes.end(), labels.begin(), labels.end());
    return bytes;
}

inline Bytes gzip(const Bytes& content, int level = 6) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    Bytes packed(deflateBound(&stream, content.size()) + 32);
    Bytes copy = content;
    copy.push_back(0);  // so that data() is not null
    stream.next_in = copy.data();
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = packed.data();
    stream.avail_out = static_cast<uInt>(packed.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

inline Bytes first_bytes(const Bytes& bytes, std::size_t count) {
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// Runs `action`, which must throw an Error(bad_data), and returns its whole text; empty after a failure.
inline std::string refusal(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data) << error.what();
        EXPECT_FALSE(error.place().empty()) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

class TempFolder {
  public:
    TempFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "mantissa-data-XXXXXX").string();
        EXPECT_NE(mkdtemp(name.data()), nullptr);
        path_ = name;
    }
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path write(const std::string& name, const Bytes& bytes) const {
        const std::filesystem::path file = path_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream out(file, std::ios::binary);
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        EXPECT_TRUE(out.good());
        return file;
    }

  private:
    std::filesystem::path path_;
};

}  // namespace mantissa::test
