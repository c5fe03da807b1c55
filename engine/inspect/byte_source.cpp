// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/byte_source.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <system_error>

#include "engine/base/error.h"

namespace mantissa {
namespace {

class FileBytes final : public ByteSource {
  public:
    explicit FileBytes(const std::filesystem::path& file) : stream_(file, std::ios::binary) {
        std::error_code failed;
        const bool regular = std::filesystem::is_regular_file(file, failed);
        if (regular) size_ = std::filesystem::file_size(file, failed);
        if (!stream_ || failed || !regular)
            throw Error(ErrorCode::bad_data, say("the file cannot be read"), file.string(), say("a readable file"));
    }
    std::uint64_t size() const override { return size_; }
    bool read(std::uint64_t offset, std::span<std::byte> into) override {
        if (into.empty()) return true;
        if (offset > size_ || into.size() > size_ - offset) return false;
        stream_.clear();
        stream_.seekg(static_cast<std::streamoff>(offset));
        stream_.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
        return static_cast<bool>(stream_);
    }

  private:
    std::ifstream stream_;
    std::uint64_t size_ = 0;
};

class MemoryBytes final : public ByteSource {
  public:
    explicit MemoryBytes(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_.size(); }
    bool read(std::uint64_t offset, std::span<std::byte> into) override {
        if (into.empty()) return true;
        if (offset > bytes_.size() || into.size() > bytes_.size() - offset) return false;
        std::memcpy(into.data(), bytes_.data() + offset, into.size());
        return true;
    }

  private:
    std::vector<std::byte> bytes_;
};

class PlainStream final : public ByteStream {
  public:
    PlainStream(ByteSource& source, std::uint64_t begin, std::uint64_t length)
        : source_(source), at_(begin), left_(length) {}
    bool next(std::span<std::byte> into) override {
        if (into.size() > left_ || !source_.read(at_, into)) return false;
        at_ += into.size();
        left_ -= into.size();
        return true;
    }

  private:
    ByteSource& source_;
    std::uint64_t at_, left_;
};

class InflatedStream final : public ByteStream {
  public:
    InflatedStream(ByteSource& source, std::uint64_t begin, std::uint64_t length)
        : source_(source), at_(begin), left_(length), input_(std::size_t{1} << 16) {
        ready_ = inflateInit2(&zlib_, -MAX_WBITS) == Z_OK;
    }
    ~InflatedStream() override {
        if (ready_) inflateEnd(&zlib_);
    }
    InflatedStream(const InflatedStream&) = delete;
    InflatedStream& operator=(const InflatedStream&) = delete;

    bool next(std::span<std::byte> into) override {
        if (!ready_) return false;
        zlib_.next_out = reinterpret_cast<Bytef*>(into.data());
        zlib_.avail_out = static_cast<uInt>(into.size());  // pieces of 64 KiB
        while (zlib_.avail_out > 0) {
            if (zlib_.avail_in == 0 && left_ > 0) {
                const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(input_.size(), left_));
                if (!source_.read(at_, std::span(input_).first(piece))) return false;
                at_ += piece;
                left_ -= piece;
                zlib_.next_in = reinterpret_cast<Bytef*>(input_.data());
                zlib_.avail_in = static_cast<uInt>(piece);
            }
            const int result = inflate(&zlib_, Z_NO_FLUSH);
            if (result == Z_STREAM_END) return zlib_.avail_out == 0;
            if (result != Z_OK) return false;
        }
        return true;
    }

  private:
    ByteSource& source_;
    std::uint64_t at_, left_;
    std::vector<std::byte> input_;
    z_stream zlib_{};
    bool ready_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> file_bytes(const std::filesystem::path& file) {
    return std::make_unique<FileBytes>(file);
}
std::unique_ptr<ByteSource> memory_bytes(std::vector<std::byte> bytes) {
    return std::make_unique<MemoryBytes>(std::move(bytes));
}
std::unique_ptr<ByteStream> plain_stream(ByteSource& source, std::uint64_t begin, std::uint64_t length) {
    return std::make_unique<PlainStream>(source, begin, length);
}
std::unique_ptr<ByteStream> inflated_stream(ByteSource& source, std::uint64_t begin, std::uint64_t length) {
    return std::make_unique<InflatedStream>(source, begin, length);
}

}  // namespace mantissa
