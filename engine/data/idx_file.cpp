// SPDX-License-Identifier: Apache-2.0
// Reading IDX: the file whole into memory (it is at most 1 GiB), the header, then exactly the bytes that it declares.
#include "engine/data/idx_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/sha256.h"
#include "engine/data/gunzip.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;
using Bytes = std::span<const std::uint8_t>;

Phrase copy_again() {
    return say("copy or download the file again");
}

[[noreturn]] void refuse_file(const std::string& place, Phrase message, Phrase remedy = {}) {
    throw Error(ErrorCode::bad_data, std::move(message), place, std::move(remedy));
}

std::string at(const std::string& name, std::size_t byte) {
    return fmt::format("{}, byte {}", name, byte);
}

Phrase plural(IdxKind kind) {
    return kind == IdxKind::images ? say("images") : say("labels");
}
std::uint8_t rank_of(IdxKind kind) {
    return kind == IdxKind::images ? 3 : 1;
}
std::size_t header_size(IdxKind kind) {
    return 4 + 4 * std::size_t{rank_of(kind)};
}

std::uint32_t big_endian(Bytes bytes, std::size_t offset) {
    return std::uint32_t{bytes[offset]} << 24 | std::uint32_t{bytes[offset + 1]} << 16 |
           std::uint32_t{bytes[offset + 2]} << 8 | std::uint32_t{bytes[offset + 3]};
}

Phrase type_name(std::uint8_t type) {
    switch (type) {
        case 0x09:
            return say("signed bytes");
        case 0x0B:
            return say("16-bit integers");
        case 0x0C:
            return say("32-bit integers");
        case 0x0D:
            return say("32-bit floats");
        case 0x0E:
            return say("64-bit floats");
        default:
            return say("an unknown type of element");
    }
}

// What people have instead of an IDX file.
Phrase guess(Bytes content) {
    const auto begins = [content](std::string_view magic) {
        return content.size() >= magic.size() &&
               std::equal(magic.begin(), magic.end(), content.begin(),
                          [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
    };
    if (begins("PK")) return say("it looks like a ZIP archive: unpack it first");
    if (begins("BZh")) return say("it looks like a bzip2 file: unpack it first");
    if (begins("\xFD"
               "7zXZ"))
        return say("it looks like an xz file: unpack it first");
    if (begins("\x89PNG")) return say("it looks like a PNG image; Mantissa reads whole data sets in IDX files");
    if (begins("<")) return say("it looks like a web page: the download may have saved an error page");
    if (begins("\x93NUMPY")) return say("it looks like a NumPy array; Mantissa reads IDX files");
    return copy_again();
}

void check_magic(Bytes bytes, IdxKind kind, const std::string& name) {
    const std::string expected = fmt::format("00 00 08 {:02x}", rank_of(kind));
    const std::string found = fmt::format("{:02x} {:02x} {:02x} {:02x}", bytes[0], bytes[1], bytes[2], bytes[3]);
    if (bytes[0] != 0 || bytes[1] != 0)
        refuse_file(at(name, 0), say("not an IDX file: it begins with %1, expected %2", {found, expected}),
                    guess(bytes));
    if (bytes[2] != 0x08)
        refuse_file(at(name, 2), say("its elements are %1 (type %2), expected unsigned bytes (type 08)",
                                     {type_name(bytes[2]), fmt::format("{:02x}", bytes[2])}));
    if (bytes[3] == rank_of(kind)) return;
    const IdxKind other = kind == IdxKind::images ? IdxKind::labels : IdxKind::images;
    if (bytes[3] == rank_of(other))
        refuse_file(at(name, 3), say("it holds %1, expected %2", {plural(other), plural(kind)}),
                    say("the files of images and of labels may be swapped"));
    refuse_file(at(name, 3), say("it has %1 dimensions, expected %2 for %3", {bytes[3], rank_of(kind), plural(kind)}));
}

// Checks the header and returns kind, count, side and header; `data` stays empty.
IdxFile parse_header(Bytes bytes, IdxKind kind, const std::string& name, const IdxLimits& limits) {
    if (bytes.size() >= 4) check_magic(bytes, kind, name);
    const std::size_t size = header_size(kind);
    if (bytes.size() < size)
        refuse_file(
            at(name, bytes.size()),
            say("it ends inside its header: %1 bytes, expected %2 and then the %3", {bytes.size(), size, plural(kind)}),
            copy_again());
    IdxFile file;
    file.kind = kind;
    file.header.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    const std::uint32_t count = big_endian(bytes, 4);
    if (count == 0) refuse_file(at(name, 4), say("it declares 0 %1, expected at least 1", {plural(kind)}));
    if (count > limits.count)
        refuse_file(at(name, 4), say("it declares %1 %2, expected at most %3", {count, plural(kind), limits.count}));
    std::uint64_t total = count;
    if (kind == IdxKind::images) {
        const std::uint32_t rows = big_endian(bytes, 8);
        const std::uint32_t columns = big_endian(bytes, 12);
        const Phrase shape = say("it declares images of %1 rows and %2 columns", {rows, columns});
        if (rows == 0 || columns == 0)
            refuse_file(at(name, rows == 0 ? 8 : 12), say("%1, expected at least 1", {shape}));
        if (rows > limits.side || columns > limits.side)
            refuse_file(at(name, rows > limits.side ? 8 : 12), say("%1, expected at most %2", {shape, limits.side}));
        if (rows != columns) refuse_file(at(name, 12), say("%1, expected square ones", {shape}));
        file.side = static_cast<int>(rows);
        total *= std::uint64_t{rows} * columns;
    }
    if (total > limits.content_bytes)
        refuse_file(at(name, 4), say("it declares %1 %2 of %3 bytes together, expected at most %4",
                                     {count, plural(kind), total, limits.content_bytes}));
    file.count = count;
    return file;
}

std::size_t declared_bytes(const IdxFile& file) {
    const auto pixels = file.kind == IdxKind::images ? std::size_t(file.side) * std::size_t(file.side) : 1;
    return static_cast<std::size_t>(file.count) * pixels;
}

[[noreturn]] void refuse_truncated(const IdxFile& file, const std::string& name, std::size_t found, bool packed) {
    const std::size_t expected = file.header.size() + declared_bytes(file);
    const std::vector<Phrase> values{found, expected, file.count, plural(file.kind)};
    refuse_file(
        at(name, found),
        packed ? say("it breaks off: %1 uncompressed bytes found, expected %2 for the %3 %4 that its header declares",
                     values)
               : say("it breaks off: %1 bytes found, expected %2 for the %3 %4 that its header declares", values),
        copy_again());
}

IdxFile parse_plain(std::vector<std::uint8_t> content, IdxKind kind, const std::string& name, const IdxLimits& limits) {
    IdxFile file = parse_header(content, kind, name, limits);
    const std::size_t expected = file.header.size() + declared_bytes(file);
    if (content.size() < expected) refuse_truncated(file, name, content.size(), false);
    if (content.size() > expected)
        refuse_file(at(name, expected), say("%1 surplus bytes follow the %2 %3 that its header declares",
                                            {content.size() - expected, file.count, plural(kind)}));
    content.erase(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(file.header.size()));
    file.data = std::move(content);
    return file;
}

// Up to `expected` bytes into `data`, piece by piece, so that memory is taken for what is there and not for what is
// declared, and no longer than the data unpack as images and labels do: a few bytes can stand for gigabytes of zeros.
std::size_t unpack(Gunzip& gunzip, std::size_t expected, const std::string& name, const IdxLimits& limits,
                   std::vector<std::uint8_t>& data) {
    constexpr std::size_t piece = std::size_t{4} << 20;
    for (std::size_t found = 0;;) {
        data.resize(std::min(expected, found + piece));
        const std::size_t got = gunzip.read(std::span(data).subspan(found));
        found += got;
        if (found == expected || found < data.size()) return found;
        if (found > limits.unpacked_free && found / limits.unpacked_ratio > gunzip.position())
            refuse_file(
                fmt::format("{}, compressed byte {}", name, gunzip.position()),
                say("the gzip data unpack to more than %1 times their size, as no images do", {limits.unpacked_ratio}),
                say("unpack the file first if that is right"));
        if (data.capacity() < found + piece)  // what has come so far says that the rest may come, too
            data.reserve(std::min<std::uint64_t>(expected, std::max<std::uint64_t>(found * 2, 2 * piece)));
    }
}

IdxFile parse_packed(Bytes content, IdxKind kind, const std::string& name, const IdxLimits& limits) {
    Gunzip gunzip(content, name);
    std::vector<std::uint8_t> header(header_size(kind));
    header.resize(gunzip.read(header));
    if (header.empty() && !gunzip.broke_off())
        refuse_file(name, say("the gzip data hold nothing at all"), copy_again());
    if (gunzip.broke_off() && header.size() < header_size(kind))
        refuse_file(fmt::format("{}, compressed byte {}", name, gunzip.position()),
                    say("the gzip data break off after %1 bytes of content, inside the header of %2",
                        {header.size(), header_size(kind)}),
                    copy_again());
    IdxFile file = parse_header(header, kind, name, limits);
    const std::size_t expected = declared_bytes(file);
    const std::size_t found = unpack(gunzip, expected, name, limits, file.data);
    if (found < expected) refuse_truncated(file, name, file.header.size() + found, true);
    // One byte more tells surplus from the end, and only at the end has zlib compared the checksum.
    std::uint8_t surplus = 0;
    if (gunzip.read({&surplus, 1}) != 0)
        refuse_file(at(name, file.header.size() + expected),
                    say("surplus bytes follow the %1 %2 that its header declares", {file.count, plural(kind)}));
    if (gunzip.broke_off())
        refuse_file(fmt::format("{}, compressed byte {}", name, gunzip.position()),
                    say("the gzip data break off inside their checksum"), copy_again());
    return file;
}

std::vector<std::uint8_t> read_whole(const fs::path& path, const IdxLimits& limits) {
    const std::string name = path.string();
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) refuse_file(name, say("there is no such file"));
    if (error) refuse_file(name, say("it cannot be read: %1", {error.message()}));
    if (status.type() == fs::file_type::directory) refuse_file(name, say("it is a folder, expected a file"));
    if (status.type() != fs::file_type::regular) refuse_file(name, say("it is not an ordinary file"));
    const std::uintmax_t size = fs::file_size(path, error);
    if (error) refuse_file(name, say("it cannot be read: %1", {error.message()}));
    if (size > limits.file_bytes)
        refuse_file(name, say("it has %1 bytes, expected at most %2", {size, limits.file_bytes}));
    std::ifstream in(path, std::ios::binary);
    if (!in) refuse_file(name, say("it cannot be read: %1", {std::generic_category().message(errno)}));
    std::vector<std::uint8_t> content(static_cast<std::size_t>(size));
    in.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(content.size()));
    if (in.bad()) refuse_file(name, say("it cannot be read: %1", {std::generic_category().message(errno)}));
    content.resize(static_cast<std::size_t>(in.gcount()));
    return content;
}

}  // namespace

std::string IdxFile::sha256() const {
    Sha256 hash;
    hash.add(std::as_bytes(std::span(header)));
    hash.add(std::as_bytes(std::span(data)));
    return hash.hex();
}

IdxFile parse_idx(std::vector<std::uint8_t> content, IdxKind kind, const std::string& name, const IdxLimits& limits) {
    if (content.empty()) refuse_file(name, say("the file is empty"), copy_again());
    const bool packed = content.size() >= 2 && content[0] == 0x1f && content[1] == 0x8b;
    return packed ? parse_packed(content, kind, name, limits) : parse_plain(std::move(content), kind, name, limits);
}

IdxFile read_idx(const fs::path& path, IdxKind kind, const IdxLimits& limits) {
    return parse_idx(read_whole(path, limits), kind, path.string(), limits);
}

}  // namespace mantissa
