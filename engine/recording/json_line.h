// SPDX-License-Identifier: Apache-2.0
// One line of a recording as JSON, and its fields with their types checked. Lines come from other programs: a line is
// parsed without recursion, its text must be UTF-8, and whatever is not as FORMAT.md says is refused by name.
#pragma once

#include <rapidjson/document.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"

namespace mantissa {

/// Where a line stands, for messages: "run.jsonl, line 12".
struct LinePlace {
    std::string file;
    std::uint64_t line = 0;
    std::string text() const;
};

/// Throws Error (bad_data) that names the place.
[[noreturn]] void refuse_line(const LinePlace& place, Phrase message, Phrase remedy = {});

/// The fields of one JSON object. Getters of a field that is absent return what they are given for that; of one that
/// has another type than asked for they throw Error (bad_data). Views into the document: it must outlive this.
class Fields {
  public:
    Fields(const rapidjson::Value& object, const LinePlace& place);

    bool has(const char* key) const;
    bool is_null(const char* key) const;
    bool is_array(const char* key) const;
    /// Text of at most `most` bytes.
    std::string text(const char* key, std::string absent = {}, std::size_t most = 4096) const;
    bool flag(const char* key, bool absent = false) const;
    /// A whole number of 0 to `most`.
    std::uint64_t count(const char* key, std::uint64_t absent, std::uint64_t most = std::uint64_t{1} << 53) const;
    /// The same; throws where it is absent.
    std::uint64_t needed_count(const char* key, std::uint64_t most) const;
    /// A number, or "inf", "-inf", "nan".
    double number(const char* key, double absent) const;
    /// Null where it is absent.
    const rapidjson::Value* array(const char* key) const;
    const rapidjson::Value* object(const char* key) const;
    /// A column of whole numbers of 0 to `most`, empty where it is absent; else exactly `rows` of them.
    std::vector<std::uint64_t> column(const char* key, std::size_t rows,
                                      std::uint64_t most = std::uint64_t{1} << 53) const;
    std::vector<double> numbers(const char* key, std::size_t rows) const;
    std::vector<std::string> texts(const char* key, std::size_t most_rows, std::size_t most_bytes) const;

    /// The number in `value`, as number() reads it.
    double number_of(const rapidjson::Value& value, const char* key) const;
    std::uint64_t count_of(const rapidjson::Value& value, const char* key, std::uint64_t most) const;
    std::string text_of(const rapidjson::Value& value, const char* key, std::size_t most) const;
    const LinePlace& place() const { return place_; }
    [[noreturn]] void wrong(const char* key, Phrase expected) const;

  private:
    const rapidjson::Value* find(const char* key) const;

    const rapidjson::Value& object_;
    const LinePlace& place_;
};

/// Parses a line, which must hold one JSON object and nothing else. Throws Error (bad_data).
void parse_line(std::string_view line, const LinePlace& place, rapidjson::Document& into);

}  // namespace mantissa
