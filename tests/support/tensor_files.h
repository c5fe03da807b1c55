// SPDX-License-Identifier: Apache-2.0
// Small files of tensors, byte by byte: safetensors, .npy, .npz.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace mantissa {

template <class T>
std::string raw(const std::vector<T>& values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

template <class T>
std::string little_endian(T value) {
    return raw(std::vector<T>{value});
}

inline std::string safetensors_file(const std::string& header, const std::string& data) {
    return little_endian<std::uint64_t>(header.size()) + header + data;
}

/// `descr` as NumPy has it, "<f4"; `shape` with its brackets, "(2, 3)".
inline std::string npy_file(const std::string& descr, const std::string& shape, const std::string& data) {
    std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header += std::string(63 - (10 + header.size()) % 64, ' ') + '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + little_endian(static_cast<std::uint16_t>(header.size())) + header +
           data;
}

/// Raw deflate.
inline std::string deflated(const std::string& data) {
    z_stream zlib{};
    deflateInit2(&zlib, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&zlib, data.size()), '\0');
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    zlib.avail_in = static_cast<uInt>(data.size());
    zlib.next_out = reinterpret_cast<Bytef*>(out.data());
    zlib.avail_out = static_cast<uInt>(out.size());
    deflate(&zlib, Z_FINISH);
    out.resize(zlib.total_out);
    deflateEnd(&zlib);
    return out;
}

/// A ZIP of `files` (name, content), deflated or stored. `zip64`: sizes and places in the extra field, as numpy.savez
/// writes them.
inline std::string zip_file(const std::vector<std::pair<std::string, std::string>>& files, bool deflate_them,
                            bool zip64 = false) {
    std::string out, directory;
    for (const auto& [name, content] : files) {
        const std::string packed = deflate_them ? deflated(content) : content;
        const auto u16 = [](std::size_t v) { return little_endian(static_cast<std::uint16_t>(v)); };
        const auto u32 = [](std::size_t v) { return little_endian(static_cast<std::uint32_t>(v)); };
        const std::size_t place = out.size(), all = 0xFFFFFFFFu;
        std::string extra;
        if (zip64)
            extra = u16(1) + u16(24) + little_endian<std::uint64_t>(content.size()) +
                    little_endian<std::uint64_t>(packed.size()) + little_endian<std::uint64_t>(place);
        const std::string common = u16(20) + u16(0) + u16(deflate_them ? 8 : 0) + u32(0) + u32(0) +
                                   u32(zip64 ? all : packed.size()) + u32(zip64 ? all : content.size()) +
                                   u16(name.size());
        out += "PK\x03\x04" + common + u16(0) + name + packed;
        directory += "PK\x01\x02" + u16(20) + common + u16(extra.size()) + u16(0) + u16(0) + u16(0) + u32(0) +
                     u32(zip64 ? all : place) + name + extra;
    }
    const std::uint16_t count = static_cast<std::uint16_t>(files.size());
    return out + directory + "PK\x05\x06" + little_endian<std::uint32_t>(0) + little_endian(count) +
           little_endian(count) + little_endian(static_cast<std::uint32_t>(directory.size())) +
           little_endian(static_cast<std::uint32_t>(out.size())) + little_endian<std::uint16_t>(0);
}

}  // namespace mantissa
