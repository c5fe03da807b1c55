// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/tensor_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "engine/base/error.h"
#include "engine/precision/rounding.h"

namespace mantissa {
namespace {

constexpr std::size_t piece = 8192;  // numbers

template <class T>
T bits_at(const std::byte* from, bool big_endian) {
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), from, sizeof(T));
    if (big_endian) std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<T>(bytes);
}

double number_at(const std::byte* from, NumberType type, bool big_endian) {
    switch (type) {
        case NumberType::float64:
            return std::bit_cast<double>(bits_at<std::uint64_t>(from, big_endian));
        case NumberType::float32:
            return static_cast<double>(std::bit_cast<float>(bits_at<std::uint32_t>(from, big_endian)));
        case NumberType::float16:
            return static_cast<double>(decode(bits_at<std::uint16_t>(from, big_endian), fp16));
        case NumberType::bfloat16:
            return static_cast<double>(decode(bits_at<std::uint16_t>(from, big_endian), bf16));
        case NumberType::float8_e5m2:
            return static_cast<double>(decode(static_cast<std::uint8_t>(*from), e5m2));
        case NumberType::float8_e4m3fn:
            return static_cast<double>(decode(static_cast<std::uint8_t>(*from), e4m3fn));
        case NumberType::none:
            break;
    }
    return 0;
}

bool begins_with(std::span<const std::byte> bytes, std::string_view text) {
    return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

}  // namespace

std::uint64_t bytes_of(NumberType type) {
    switch (type) {
        case NumberType::float64:
            return 8;
        case NumberType::float32:
            return 4;
        case NumberType::float16:
        case NumberType::bfloat16:
            return 2;
        case NumberType::float8_e5m2:
        case NumberType::float8_e4m3fn:
            return 1;
        case NumberType::none:
            break;
    }
    return 0;
}

TensorFile::TensorFile(const std::filesystem::path& file) : TensorFile(file_bytes(file), file.string()) {}

TensorFile::TensorFile(std::unique_ptr<ByteSource> source, std::string name)
    : source_(std::move(source)), name_(std::move(name)) {
    std::array<std::byte, 10> head{};
    const auto known = static_cast<std::size_t>(std::min<std::uint64_t>(head.size(), source_->size()));
    const std::span<std::byte> start = std::span(head).first(known);
    if (!source_->read(0, start))
        throw Error(ErrorCode::bad_data, say("the file cannot be read"), name_, say("a readable file"));
    if (begins_with(start, "\x93NUMPY")) {
        const std::unique_ptr<ByteStream> stream = plain_stream(*source_, 0, source_->size());
        TensorEntry entry = npy_entry(*stream, source_->size(), name_);
        entry.name = std::filesystem::path(name_).stem().string();
        entry.length = source_->size();
        tensors_.push_back(std::move(entry));
    } else if (begins_with(start, "PK\x03\x04") || begins_with(start, "PK\x05\x06")) {
        tensors_ = npz_entries(*source_, name_);
    } else if (begins_with(start, "\x80")) {  // a pickle
        throw Error(ErrorCode::bad_data, say("this is a pickle of Python, which runs code when it is opened"), name_,
                    say("the tensors as safetensors: safetensors.torch.save_file(tensors, \"file.safetensors\")"));
    } else {
        tensors_ = safetensors_entries(*source_, name_);
    }
}

void TensorFile::read(const TensorEntry& tensor, const std::function<bool(std::span<const double>)>& take) {
    const std::uint64_t width = bytes_of(tensor.type);
    if (width == 0) return;
    const auto damaged = [&] {
        return Error(ErrorCode::bad_data, say("tensor \"%1\" cannot be read", {tensor.name}), name_,
                     say("all of its %1 bytes, undamaged", {tensor.elements * width}));
    };
    const std::unique_ptr<ByteStream> stream = tensor.deflated ? inflated_stream(*source_, tensor.begin, tensor.length)
                                                               : plain_stream(*source_, tensor.begin, tensor.length);
    std::vector<std::byte> bytes(piece * 8);
    for (std::uint64_t left = tensor.skip; left > 0;) {
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size()));
        if (!stream->next(std::span(bytes).first(part))) throw damaged();
        left -= part;
    }
    std::vector<double> numbers(piece);
    for (std::uint64_t left = tensor.elements; left > 0;) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, piece));
        if (!stream->next(std::span(bytes).first(count * width))) throw damaged();
        for (std::size_t i = 0; i < count; ++i)
            numbers[i] = number_at(bytes.data() + i * width, tensor.type, tensor.big_endian);
        if (!take(std::span<const double>(numbers).first(count))) return;
        left -= count;
    }
}

}  // namespace mantissa
