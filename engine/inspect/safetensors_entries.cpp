// SPDX-License-Identifier: Apache-2.0
// The header of a safetensors file, read with protobuf's JSON parser, which bounds its depth.
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/base/error.h"
#include "engine/inspect/tensor_file.h"

namespace mantissa {
namespace {

using google::protobuf::Value;

[[noreturn]] void damaged(const std::string& file, const Phrase& what, const Phrase& expected) {
    throw Error(ErrorCode::bad_data, what, file, expected);
}

std::uint64_t whole_number(const Value& value, const std::string& file, const std::string& tensor) {
    const double number = value.number_value();
    if (value.kind_case() != Value::kNumberValue || !(number >= 0) || number > 0x1p53 || number != std::floor(number))
        damaged(file, say("tensor \"%1\" has an extent or offset that is not a whole number", {tensor}),
                "0, 1, 2, ...");
    return static_cast<std::uint64_t>(number);
}

NumberType type_of(const std::string& dtype) {
    static const std::map<std::string, NumberType> types{
        {"F64", NumberType::float64},   {"F32", NumberType::float32},         {"F16", NumberType::float16},
        {"BF16", NumberType::bfloat16}, {"F8_E5M2", NumberType::float8_e5m2}, {"F8_E4M3", NumberType::float8_e4m3fn}};
    const auto found = types.find(dtype);
    return found == types.end() ? NumberType::none : found->second;
}

}  // namespace

std::vector<TensorEntry> safetensors_entries(ByteSource& source, const std::string& file) {
    const std::uint64_t size = source.size();
    std::uint64_t header_size = 0;
    if (size < 8 || !source.read(0, std::as_writable_bytes(std::span(&header_size, 1))))
        damaged(file, say("a file of %1 bytes", {size}), say("safetensors, .npy or .npz"));
    if (header_size > TensorFile::most_header || header_size > size - 8)
        damaged(file,
                say("it begins like no file of tensors: as a header its first bytes would claim %1 bytes of %2",
                    {header_size, size}),
                say("safetensors, .npy or .npz"));
    std::string header(header_size, '\0');
    google::protobuf::Struct parsed;
    if (!source.read(8, std::as_writable_bytes(std::span(header))))
        damaged(file, say("the header cannot be read"), say("a readable file"));
    if (const auto status = google::protobuf::util::JsonStringToMessage(header, &parsed); !status.ok())
        damaged(file, say("the header is not JSON: %1", {std::string(status.message())}),
                say("safetensors, .npy or .npz"));
    if (static_cast<std::size_t>(parsed.fields().size()) > TensorFile::most_tensors)
        damaged(file, say("the file has %1 tensors", {parsed.fields().size()}),
                say("at most %1", {TensorFile::most_tensors}));
    std::vector<TensorEntry> tensors;
    const std::uint64_t data = 8 + header_size;
    std::uint64_t taken = 0;
    for (const auto& [name, value] : parsed.fields()) {
        if (name == "__metadata__") continue;
        const auto& fields = value.struct_value().fields();
        for (const char* field : {"dtype", "shape", "data_offsets"})
            if (!fields.contains(field))
                damaged(file, say("tensor \"%1\" has no %2", {name, field}), say("dtype, shape and data_offsets"));
        TensorEntry entry;
        entry.name = name;
        entry.type_name = fields.at("dtype").string_value();
        entry.type = type_of(entry.type_name);
        entry.elements = 1;
        for (const Value& extent : fields.at("shape").list_value().values()) {
            entry.shape.push_back(whole_number(extent, file, name));
            if (entry.shape.back() != 0 && entry.elements > size / entry.shape.back())
                damaged(file, say("tensor \"%1\" is larger than the file", {name}), say("a whole file"));
            entry.elements *= entry.shape.back();
        }
        const auto& offsets = fields.at("data_offsets").list_value();
        if (offsets.values_size() != 2)
            damaged(file, say("tensor \"%1\" has no begin and end", {name}), say("two data_offsets"));
        const std::uint64_t begin = whole_number(offsets.values(0), file, name);
        const std::uint64_t end = whole_number(offsets.values(1), file, name);
        const std::uint64_t width = bytes_of(entry.type);
        if (end < begin || end > size - data || (width > 0 && end - begin != entry.elements * width))
            damaged(file, say("tensor \"%1\" occupies bytes %2 to %3 of %4", {name, begin, end, size - data}),
                    say("%1 bytes inside the file", {entry.elements * width}));
        entry.begin = data + begin;
        entry.length = end - begin;
        taken += entry.length;  // tensors that share bytes would take hours to read, however small the file
        if (taken > size - data)
            damaged(file, say("its tensors overlap"), say("safetensors whose tensors lie one after the other"));
        tensors.push_back(std::move(entry));
    }
    // As they lie in the file, which is how they are read fastest.
    std::sort(tensors.begin(), tensors.end(), [](const TensorEntry& a, const TensorEntry& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.name < b.name;
    });
    return tensors;
}

}  // namespace mantissa
