// SPDX-License-Identifier: Apache-2.0
// By protobuf's own reader of its wire format, field by field. Numbers of fields are TensorFlow's.
#include "engine/recording/event_message.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "engine/recording/limits.h"

namespace mantissa {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using Wire = WireFormatLite::WireType;

/// TensorFlow's DataType.
enum Type : std::uint64_t { float32 = 1, float64 = 2, int32 = 3, int64 = 9, bfloat16 = 14, float16 = 19 };

double half(std::uint32_t bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const auto fraction = static_cast<double>(bits & 1023);
    const double size = exponent == 31  ? (fraction > 0 ? static_cast<double>(NAN) : HUGE_VAL)
                        : exponent == 0 ? std::ldexp(fraction, -24)
                                        : std::ldexp(1024 + fraction, exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

/// Calls `field(number, wire)` for each field of a message; it says whether it took the field (nothing: damaged).
template <typename Field>
bool each_field(CodedInputStream& in, const Field& field) {
    while (const std::uint32_t tag = in.ReadTag()) {
        const std::optional<bool> taken =
            field(WireFormatLite::GetTagFieldNumber(tag), WireFormatLite::GetTagWireType(tag));
        if (!taken) return false;
        if (!*taken && !WireFormatLite::SkipField(&in, tag)) return false;
    }
    return in.ConsumedEntireMessage();
}

/// A message within: `read` sees no more than it.
template <typename Read>
bool within(CodedInputStream& in, const Read& read) {
    std::uint32_t size = 0;
    if (!in.ReadVarint32(&size) || static_cast<int>(size) < 0) return false;
    const auto limit = in.PushLimit(static_cast<int>(size));
    if (in.BytesUntilLimit() != static_cast<int>(size)) return false;
    const bool good = read(in);
    in.PopLimit(limit);
    return good;
}

/// One number, or the first of several with their count.
struct Numbers {
    std::size_t count = 0;
    double first = 0;
    void add(double value) {
        if (count++ == 0) first = value;
    }
};

double of_bits(std::uint64_t type, std::uint64_t bits) {
    switch (type) {
        case float32:
            return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        case float64:
            return std::bit_cast<double>(bits);
        case int32:
            return static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
        case int64:
            return static_cast<double>(static_cast<std::int64_t>(bits));
        case bfloat16:
            return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
        default:
            return half(static_cast<std::uint32_t>(bits));
    }
}

std::size_t size_of(std::uint64_t type) {
    switch (type) {
        case float32:
        case int32:
            return 4;
        case float64:
        case int64:
            return 8;
        case bfloat16:
        case float16:
            return 2;
        default:
            return 0;
    }
}

/// One value of a repeated field of numbers: as it stands on the wire for this type.
bool read_number(CodedInputStream& in, std::uint64_t type, Numbers& to) {
    std::uint64_t wide = 0;
    std::uint32_t narrow = 0;
    if (type == float32) {
        if (!in.ReadLittleEndian32(&narrow)) return false;
        wide = narrow;
    } else if (type == float64 ? !in.ReadLittleEndian64(&wide) : !in.ReadVarint64(&wide)) {
        return false;
    }
    to.add(of_bits(type, wide));
    return true;
}

/// The type whose values a field of TensorProto holds: 5 float_val, 6 double_val, 7 int_val, 10 int64_val, 13 half_val.
std::optional<std::uint64_t> type_of_field(int field) {
    switch (field) {
        case 5:
            return float32;
        case 6:
            return float64;
        case 7:
            return int32;
        case 10:
            return int64;
        default:
            return std::nullopt;
    }
}

bool read_tensor(CodedInputStream& in, std::optional<double>& value) {
    std::uint64_t type = 0;
    std::string content;
    Numbers numbers;
    std::optional<std::uint32_t> halves;
    const bool good = each_field(in, [&](int field, Wire wire) -> std::optional<bool> {
        if (field == 1 && wire == Wire::WIRETYPE_VARINT)
            return in.ReadVarint64(&type) ? std::optional(true) : std::nullopt;
        if (field == 4 && wire == Wire::WIRETYPE_LENGTH_DELIMITED) {
            std::uint32_t size = 0;
            if (!in.ReadVarint32(&size)) return std::nullopt;
            if (size > 8) return in.Skip(static_cast<int>(size)) ? std::optional(true) : std::nullopt;
            return in.ReadString(&content, static_cast<int>(size)) ? std::optional(true) : std::nullopt;
        }
        if (field == 13) {  // bits of FP16 or BF16
            std::uint32_t bits = 0;
            const auto one = [&bits](CodedInputStream& from) {
                while (from.BytesUntilLimit() != 0)
                    if (!from.ReadVarint32(&bits)) return false;
                return true;
            };
            const bool read = wire == Wire::WIRETYPE_LENGTH_DELIMITED ? within(in, one)
                              : wire == Wire::WIRETYPE_VARINT         ? in.ReadVarint32(&bits)
                                                                      : false;
            if (!read) return std::nullopt;
            halves = bits;
            return true;
        }
        const std::optional<std::uint64_t> held = type_of_field(field);
        if (!held) return false;
        if (wire != Wire::WIRETYPE_LENGTH_DELIMITED)
            return read_number(in, *held, numbers) ? std::optional(true) : std::nullopt;
        const bool read = within(in, [&](CodedInputStream& from) {
            while (from.BytesUntilLimit() > 0)
                if (!read_number(from, *held, numbers)) return false;
            return true;
        });
        return read ? std::optional(true) : std::nullopt;
    });
    if (!good) return false;
    if (numbers.count == 1) {
        value = numbers.first;
    } else if (halves && (type == float16 || type == bfloat16)) {
        value = of_bits(type, *halves);
    } else if (!content.empty() && content.size() == size_of(type)) {
        std::uint64_t bits = 0;
        for (std::size_t i = content.size(); i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(content[i]);
        value = of_bits(type, bits);
    }
    return true;
}

bool read_value(CodedInputStream& in, std::vector<EventScalar>& scalars) {
    EventScalar scalar;
    std::optional<double> value;
    const bool good = each_field(in, [&](int field, Wire wire) -> std::optional<bool> {
        if (field == 1 && wire == Wire::WIRETYPE_LENGTH_DELIMITED) {
            std::uint32_t size = 0;
            if (!in.ReadVarint32(&size) || static_cast<int>(size) < 0) return std::nullopt;
            return in.ReadString(&scalar.tag, static_cast<int>(size)) ? std::optional(true) : std::nullopt;
        }
        if (field == 2 && wire == Wire::WIRETYPE_FIXED32) {
            std::uint32_t bits = 0;
            if (!in.ReadLittleEndian32(&bits)) return std::nullopt;
            value = static_cast<double>(std::bit_cast<float>(bits));
            return true;
        }
        if (field == 8 && wire == Wire::WIRETYPE_LENGTH_DELIMITED)
            return within(in, [&](CodedInputStream& tensor) { return read_tensor(tensor, value); })
                       ? std::optional(true)
                       : std::nullopt;
        return false;
    });
    if (!good) return false;
    if (value && !scalar.tag.empty() && scalars.size() < recording::most_scalars) {
        scalar.value = *value;
        scalars.push_back(std::move(scalar));
    }
    return true;
}

}  // namespace

bool read_event(std::string_view content, EventMessage& event) {
    CodedInputStream in(reinterpret_cast<const std::uint8_t*>(content.data()), static_cast<int>(content.size()));
    return each_field(in, [&](int field, Wire wire) -> std::optional<bool> {
        std::uint64_t bits = 0;
        if (field == 1 && wire == Wire::WIRETYPE_FIXED64) {
            if (!in.ReadLittleEndian64(&bits)) return std::nullopt;
            event.wall_time = std::bit_cast<double>(bits);
            return true;
        }
        if (field == 2 && wire == Wire::WIRETYPE_VARINT) {
            if (!in.ReadVarint64(&bits)) return std::nullopt;
            event.step = static_cast<std::int64_t>(bits);
            return true;
        }
        if (field != 5 || wire != Wire::WIRETYPE_LENGTH_DELIMITED) return false;
        const bool read = within(in, [&](CodedInputStream& summary) {
            return each_field(summary, [&](int inner, Wire kind) -> std::optional<bool> {
                if (inner != 1 || kind != Wire::WIRETYPE_LENGTH_DELIMITED) return false;
                return within(summary, [&](CodedInputStream& value) { return read_value(value, event.scalars); })
                           ? std::optional(true)
                           : std::nullopt;
            });
        });
        return read ? std::optional(true) : std::nullopt;
    });
}

}  // namespace mantissa
