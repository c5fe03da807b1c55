// SPDX-License-Identifier: Apache-2.0
// NumPy's files: the header of an array (numpy/lib/format.py) and the directory of a ZIP of arrays (APPNOTE.TXT 6.3,
// with ZIP64, as numpy.savez writes it). Of the header's Python literal only the three keys that NumPy writes are read.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "engine/base/error.h"
#include "engine/inspect/tensor_file.h"

namespace mantissa {
namespace {

[[noreturn]] void damaged_numpy(const std::string& file, const Phrase& what, const Phrase& expected) {
    throw Error(ErrorCode::bad_data, what, file, expected);
}

template <class T>
T little(std::span<const std::byte> bytes, std::size_t at) {
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

/// What stands after 'key': in the header's dictionary, from its first character on.
std::optional<std::string_view> value_of(std::string_view header, std::string_view key) {
    const std::size_t at = header.find("'" + std::string(key) + "'");
    if (at == std::string_view::npos) return std::nullopt;
    header.remove_prefix(at + key.size() + 2);
    const std::size_t value = header.find_first_not_of(" \t:");
    if (value == std::string_view::npos) return std::nullopt;
    return header.substr(value);
}

/// "<f4": the kind, its bytes, and in which order they lie.
void read_type(TensorEntry& entry, const std::string& file) {
    const std::string& text = entry.type_name;
    entry.big_endian = text.starts_with('>');
    const std::string kind = text.empty() ? "" : text.substr(text.find_first_not_of("<>|=") == 0 ? 0 : 1);
    entry.type = kind == "f8"   ? NumberType::float64
                 : kind == "f4" ? NumberType::float32
                 : kind == "f2" ? NumberType::float16
                                : NumberType::none;
    if (text.find('O') != std::string::npos)
        damaged_numpy(file, say("it holds Python's objects, which run code when they are opened"),
                      say("an array of numbers, such as array.astype(numpy.float32)"));
}

constexpr std::size_t entry_size = 46, local_size = 30, end_size = 22, end64_size = 56, locator_size = 20;

struct Directory {
    std::uint64_t begin = 0, size = 0, entries = 0;
};

Directory find_directory(ByteSource& source, const std::string& file) {
    const std::uint64_t size = source.size();
    const auto tail_size = static_cast<std::size_t>(std::min<std::uint64_t>(size, end_size + 65535));
    std::vector<std::byte> tail(tail_size);
    if (tail_size < end_size || !source.read(size - tail_size, tail))
        damaged_numpy(file, say("the ZIP file has no directory"), say("a whole .npz file"));
    for (std::size_t at = tail_size - end_size + 1; at-- > 0;) {
        if (little<std::uint32_t>(tail, at) != 0x06054B50) continue;
        Directory found{little<std::uint32_t>(tail, at + 16), little<std::uint32_t>(tail, at + 12),
                        little<std::uint16_t>(tail, at + 10)};
        if (at >= locator_size && little<std::uint32_t>(tail, at - locator_size) == 0x07064B50) {
            std::array<std::byte, end64_size> end64{};
            if (!source.read(little<std::uint64_t>(tail, at - locator_size + 8), end64) ||
                little<std::uint32_t>(end64, 0) != 0x06064B50)
                damaged_numpy(file, say("the ZIP file's directory is damaged"), say("a whole .npz file"));
            found = {little<std::uint64_t>(end64, 48), little<std::uint64_t>(end64, 40),
                     little<std::uint64_t>(end64, 32)};
        }
        if (found.begin > size || found.size > size - found.begin || found.size > TensorFile::most_header ||
            found.entries > TensorFile::most_tensors || found.entries * entry_size > found.size)
            damaged_numpy(file,
                          say("the ZIP file's directory claims %1 files in %2 bytes", {found.entries, found.size}),
                          say("a whole .npz file of at most %1 arrays", {TensorFile::most_tensors}));
        return found;
    }
    damaged_numpy(file, say("the ZIP file has no directory"), say("a whole .npz file"));
}

}  // namespace

TensorEntry npy_entry(ByteStream& stream, std::uint64_t length, const std::string& file) {
    const auto broken = [&]() -> Error {
        return {ErrorCode::bad_data, say("this is no array of NumPy"), file, say("a file that numpy.save wrote")};
    };
    std::array<std::byte, 12> head{};
    if (!stream.next(std::span(head).first(10)) || std::memcmp(head.data(), "\x93NUMPY", 6) != 0) throw broken();
    const auto version = static_cast<unsigned>(head[6]);
    std::uint64_t header_size = little<std::uint16_t>(head, 8), begin = 10;
    if (version == 2 || version == 3) {
        if (!stream.next(std::span(head).subspan(10, 2))) throw broken();
        header_size = little<std::uint32_t>(head, 8);
        begin = 12;
    } else if (version != 1) {
        throw broken();
    }
    if (header_size > std::min<std::uint64_t>(length, std::uint64_t{1} << 20)) throw broken();
    std::string header(header_size, '\0');
    if (!stream.next(std::as_writable_bytes(std::span(header)))) throw broken();

    TensorEntry entry;
    entry.skip = begin + header_size;
    const auto descr = value_of(header, "descr"), shape = value_of(header, "shape");
    if (!descr || !shape || shape->front() != '(') throw broken();
    if (descr->front() == '[')
        damaged_numpy(file, say("its elements are records of several fields"), say("an array of numbers"));
    if (descr->front() != '\'') throw broken();
    entry.type_name = descr->substr(1, descr->find('\'', 1) - 1);
    if (entry.type_name.size() > 16) throw broken();
    read_type(entry, file);
    entry.elements = 1;
    for (std::size_t at = 1; at < shape->size() && (*shape)[at] != ')';) {
        if ((*shape)[at] == ' ' || (*shape)[at] == ',' || (*shape)[at] == 'L') {
            ++at;
            continue;
        }
        std::uint64_t extent = 0;
        const auto read = std::from_chars(shape->data() + at, shape->data() + shape->size(), extent);
        if (read.ec != std::errc{} || entry.shape.size() >= 64) throw broken();
        at = static_cast<std::size_t>(read.ptr - shape->data());
        entry.shape.push_back(extent);
        if (extent != 0 && entry.elements > length / extent)
            damaged_numpy(file, say("the array is larger than the file"), say("a whole file"));
        entry.elements *= extent;
    }
    const std::uint64_t width = bytes_of(entry.type);
    if (entry.skip > length || entry.elements * width > length - entry.skip)
        damaged_numpy(file, say("the array is larger than the file"),
                      say("%1 bytes", {entry.skip + entry.elements * width}));
    return entry;
}

std::vector<TensorEntry> npz_entries(ByteSource& source, const std::string& file) {
    const Directory directory = find_directory(source, file);
    std::vector<std::byte> bytes(static_cast<std::size_t>(directory.size));
    if (!source.read(directory.begin, bytes))
        damaged_numpy(file, say("the ZIP file's directory is damaged"), say("a whole .npz file"));
    std::vector<TensorEntry> tensors;
    std::uint64_t packed = 0;
    bool pickle = false;
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        const auto broken = [&]() -> Error {
            return {ErrorCode::bad_data, say("entry %1 of the ZIP file's directory is damaged", {i + 1}), file,
                    say("a whole .npz file")};
        };
        if (bytes.size() - at < entry_size || little<std::uint32_t>(bytes, at) != 0x02014B50) throw broken();
        const auto flags = little<std::uint16_t>(bytes, at + 8), method = little<std::uint16_t>(bytes, at + 10);
        std::uint64_t length = little<std::uint32_t>(bytes, at + 20), plain = little<std::uint32_t>(bytes, at + 24),
                      local = little<std::uint32_t>(bytes, at + 42);
        const std::size_t name_size = little<std::uint16_t>(bytes, at + 28),
                          extra = little<std::uint16_t>(bytes, at + 30),
                          comment = little<std::uint16_t>(bytes, at + 32);
        if (bytes.size() - at - entry_size < name_size + extra + comment) throw broken();
        std::string name(reinterpret_cast<const char*>(bytes.data() + at + entry_size), name_size);
        const std::span<const std::byte> more = std::span(bytes).subspan(at + entry_size + name_size, extra);
        for (std::size_t x = 0; x + 4 <= more.size();) {  // ZIP64: what did not fit, in this order
            const std::size_t part = little<std::uint16_t>(more, x + 2);
            if (part > more.size() - x - 4) throw broken();
            if (little<std::uint16_t>(more, x) == 1) {
                std::size_t from = x + 4;
                for (std::uint64_t* value : {&plain, &length, &local})
                    if (*value == 0xFFFFFFFF && from + 8 <= x + 4 + part) {
                        *value = little<std::uint64_t>(more, from);
                        from += 8;
                    }
            }
            x += 4 + part;
        }
        at += entry_size + name_size + extra + comment;
        pickle = pickle || name.ends_with(".pkl");
        if (!name.ends_with(".npy")) continue;
        if ((flags & 1) != 0 || (method != 0 && method != 8))
            damaged_numpy(file, say("\"%1\" is encrypted or packed in an unknown way", {name}),
                          say("a file of numpy.savez or numpy.savez_compressed"));
        std::array<std::byte, local_size> head{};
        if (!source.read(local, head) || little<std::uint32_t>(head, 0) != 0x04034B50) throw broken();
        const std::uint64_t begin =
            local + local_size + little<std::uint16_t>(head, 26) + little<std::uint16_t>(head, 28);
        if (begin > source.size() || length > source.size() - begin || (method == 0 && plain != length)) throw broken();
        // Deflate gains a factor of 1032 at the most; entries that share bytes would multiply it.
        packed += length;
        if (packed > source.size() || plain / 1032 > length) throw broken();
        const std::unique_ptr<ByteStream> stream =
            method == 8 ? inflated_stream(source, begin, length) : plain_stream(source, begin, length);
        TensorEntry entry = npy_entry(*stream, plain, file + ", " + name);
        entry.name = name.substr(0, name.size() - 4);
        entry.begin = begin;
        entry.length = length;
        entry.deflated = method == 8;
        tensors.push_back(std::move(entry));
    }
    if (tensors.empty() && pickle)
        damaged_numpy(file, say("this is a checkpoint of PyTorch, whose pickle runs code when it is opened"),
                      say("the tensors as safetensors: safetensors.torch.save_file(tensors, \"file.safetensors\")"));
    return tensors;
}

}  // namespace mantissa
