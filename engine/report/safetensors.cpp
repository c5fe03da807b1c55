// SPDX-License-Identifier: Apache-2.0
// The header is read with protobuf's JSON parser (into google.protobuf.Struct), which bounds its depth.
#include "engine/report/safetensors.h"

#include <fmt/format.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <system_error>

#include "engine/base/error.h"
#include "engine/precision/rounding.h"
#include "engine/report/output_file.h"

namespace mantissa {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian");

constexpr std::uint64_t largest_file = std::uint64_t{4} << 30, largest_header = std::uint64_t{16} << 20;

[[noreturn]] void damaged(const std::filesystem::path& file, const Phrase& what, const Phrase& expected) {
    throw Error(ErrorCode::bad_data, what, file.string(), expected);
}

std::int64_t whole_number(const google::protobuf::Value& value, const std::filesystem::path& file,
                          const std::string& tensor) {
    const double number = value.number_value();
    if (value.kind_case() != google::protobuf::Value::kNumberValue || !(number >= 0) || number > 0x1p53 ||
        number != std::floor(number))
        damaged(file, say("tensor \"%1\" has an extent or offset that is not a whole number", {tensor}),
                "0, 1, 2, ...");
    return static_cast<std::int64_t>(number);
}

NamedTensor read_tensor(const std::string& name, const google::protobuf::Value& entry, std::ifstream& stream,
                        std::uint64_t data_begin, std::uint64_t data_size, const std::filesystem::path& file) {
    const auto& fields = entry.struct_value().fields();
    for (const char* field : {"dtype", "shape", "data_offsets"})
        if (!fields.contains(field))
            damaged(file, say("tensor \"%1\" has no %2", {name, field}), say("dtype, shape and data_offsets"));
    const std::string dtype = fields.at("dtype").string_value();
    const int width = dtype == "F32" ? 4 : dtype == "F16" || dtype == "BF16" ? 2 : 0;
    if (width == 0) damaged(file, say("tensor \"%1\" is of type \"%2\"", {name, dtype}), say("F32, F16 or BF16"));

    NamedTensor tensor;
    tensor.name = name;
    std::uint64_t elements = 1;
    for (const auto& value : fields.at("shape").list_value().values()) {
        tensor.shape.push_back(whole_number(value, file, name));
        const auto extent = static_cast<std::uint64_t>(tensor.shape.back());
        if (extent != 0 && elements > largest_file / extent)
            damaged(file, say("tensor \"%1\" is too large", {name}), say("at most 4 GiB"));
        elements *= extent;
    }
    const auto& offsets = fields.at("data_offsets").list_value();
    if (offsets.values_size() != 2)
        damaged(file, say("tensor \"%1\" has no begin and end", {name}), say("two data_offsets"));
    const auto begin = static_cast<std::uint64_t>(whole_number(offsets.values(0), file, name));
    const auto end = static_cast<std::uint64_t>(whole_number(offsets.values(1), file, name));
    if (end < begin || end > data_size || end - begin != elements * static_cast<std::uint64_t>(width))
        damaged(file, say("tensor \"%1\" occupies bytes %2 to %3 of %4", {name, begin, end, data_size}),
                say("%1 bytes inside the file", {elements * static_cast<std::uint64_t>(width)}));

    std::vector<char> bytes(end - begin);
    stream.seekg(static_cast<std::streamoff>(data_begin + begin));
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!stream) damaged(file, say("tensor \"%1\" cannot be read", {name}), say("a readable file"));
    tensor.values.resize(elements);
    if (width == 4) {
        if (elements > 0) std::memcpy(tensor.values.data(), bytes.data(), bytes.size());  // of nothing: null
    } else {
        const FloatFormat format = dtype == "F16" ? fp16 : bf16;
        for (std::uint64_t i = 0; i < elements; ++i) {
            std::uint16_t bits = 0;
            std::memcpy(&bits, bytes.data() + 2 * i, 2);
            tensor.values[i] = decode(bits, format);
        }
    }
    return tensor;
}

}  // namespace

void write_safetensors(const std::filesystem::path& file, const std::vector<NamedTensor>& tensors) {
    std::string header = "{";
    std::uint64_t offset = 0;
    for (const NamedTensor& t : tensors) {
        const std::uint64_t end = offset + t.values.size() * sizeof(float);
        header += fmt::format(R"({}"{}":{{"dtype":"F32","shape":[{}],"data_offsets":[{},{}]}})",
                              offset || header.size() > 1 ? "," : "", t.name, fmt::join(t.shape, ","), offset, end);
        offset = end;
    }
    header += "}";
    header.resize((header.size() + 7) / 8 * 8, ' ');  // the data is aligned to 8 bytes

    write_output(file, /*replace=*/true, [&](std::ostream& stream) {
        const std::uint64_t size = header.size();
        stream.write(reinterpret_cast<const char*>(&size), sizeof size);
        stream << header;
        for (const NamedTensor& t : tensors)
            stream.write(reinterpret_cast<const char*>(t.values.data()),
                         static_cast<std::streamsize>(t.values.size() * sizeof(float)));
    });
}

std::map<std::string, NamedTensor> read_safetensors(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::error_code failed;
    const std::uint64_t size = std::filesystem::file_size(file, failed);
    if (!stream || failed) damaged(file, say("the weights cannot be read"), say("a readable safetensors file"));
    if (size < 8 || size > largest_file)
        damaged(file, say("a file of %1 bytes", {size}), say("8 bytes to 4 GiB of safetensors"));
    std::uint64_t header_size = 0;
    stream.read(reinterpret_cast<char*>(&header_size), sizeof header_size);
    if (header_size > largest_header || header_size > size - 8)
        damaged(file, say("the header claims %1 bytes of %2", {header_size, size}), say("a safetensors file"));
    std::string header(header_size, '\0');
    stream.read(header.data(), static_cast<std::streamsize>(header_size));
    google::protobuf::Struct parsed;
    const auto status = google::protobuf::util::JsonStringToMessage(header, &parsed);
    if (!status.ok())
        damaged(file, say("the header is not JSON: %1", {std::string(status.message())}), say("a safetensors file"));

    std::map<std::string, NamedTensor> tensors;
    for (const auto& [name, entry] : parsed.fields())
        if (name != "__metadata__")
            tensors.emplace(name, read_tensor(name, entry, stream, 8 + header_size, size - 8 - header_size, file));
    return tensors;
}

}  // namespace mantissa
