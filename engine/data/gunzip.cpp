// SPDX-License-Identifier: Apache-2.0
// zlib's inflate with gzip framing; it checks CRC-32 and length of each member itself.
#include "engine/data/gunzip.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/base/error.h"

namespace mantissa {
namespace {

constexpr int gzip_only = 16 + MAX_WBITS;
constexpr std::size_t most_at_once = std::size_t{1} << 30;

}  // namespace

Gunzip::Gunzip(std::span<const std::uint8_t> packed, std::string name) : packed_(packed), name_(std::move(name)) {
    if (packed.size() > most_at_once)
        throw Error(ErrorCode::bad_data, say("%1 compressed bytes are too many", {packed.size()}), name_);
    stream_.next_in = const_cast<Bytef*>(packed.data());  // zlib's interface; it does not write there
    stream_.avail_in = static_cast<uInt>(packed.size());
    if (inflateInit2(&stream_, gzip_only) != Z_OK)
        throw Error(ErrorCode::failed, say("zlib cannot be initialised"), "libz");
}

Gunzip::~Gunzip() {
    inflateEnd(&stream_);
}

std::size_t Gunzip::read(std::span<std::uint8_t> out) {
    std::size_t done = 0;
    while (done < out.size() && !ended_ && !broke_off_) {
        const std::size_t piece = std::min(out.size() - done, most_at_once);
        stream_.next_out = out.data() + done;
        stream_.avail_out = static_cast<uInt>(piece);
        const int result = inflate(&stream_, Z_NO_FLUSH);
        const std::size_t got = piece - stream_.avail_out;
        done += got;
        unpacked_ += got;
        if (result == Z_STREAM_END) {
            end_of_member();
        } else if (result == Z_BUF_ERROR || (result == Z_OK && stream_.avail_in == 0 && stream_.avail_out > 0)) {
            broke_off_ = true;
        } else if (result == Z_MEM_ERROR) {
            throw Error(ErrorCode::failed, say("not enough memory to unpack"), name_);
        } else if (result != Z_OK) {
            throw Error(ErrorCode::bad_data,
                        say("the gzip data are damaged (%1) after %2 bytes of content",
                            {stream_.msg ? Phrase(stream_.msg) : say("a dictionary is required"), unpacked_}),
                        fmt::format("{}, compressed byte {}", name_, position()),
                        say("copy or download the file again"));
        }
    }
    return done;
}

void Gunzip::end_of_member() {
    if (stream_.avail_in == 0) {
        ended_ = true;
    } else if (stream_.avail_in >= 2 && stream_.next_in[0] == 0x1f && stream_.next_in[1] == 0x8b) {
        inflateReset(&stream_);
    } else {
        throw Error(ErrorCode::bad_data, say("%1 surplus bytes follow the end of the gzip data", {stream_.avail_in}),
                    fmt::format("{}, compressed byte {}", name_, position()), say("copy or download the file again"));
    }
}

}  // namespace mantissa
