// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker round`: what a format makes of a number: bits, value, error, neighbours.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>
#include <utility>

#include "app/worker/commands.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/precision/operand_recipe.h"
#include "engine/precision/round_once.h"
#include "engine/report/field_text.h"
#include "engine/run/json.h"

namespace mantissa {
namespace {

struct RoundOptions {
    std::vector<std::string> numbers, precisions;
    int exponent_bits = 0, fraction_bits = 0;
    std::string block;
    bool json = false, saturate = false;
};

/// Whether a number that FP64 cannot hold is too small for it: "2^-2000", "1e-400", "0x1p-2000", "0.000…1".
bool is_small(std::string_view number) {
    const bool hex = number.starts_with("0x") || number.starts_with("0X");
    const std::size_t mark = number.find_first_of(number.starts_with("2^") ? "^" : hex ? "pP" : "eE");
    if (mark == std::string_view::npos) return number.starts_with("0.") || number.starts_with('.');
    return number.substr(mark + 1).starts_with('-');
}

/// A number as FP64 reads it: "0.1", "1e-8", "0x1.8p-3", "2^-24", "inf", "nan". Throws Error(usage). `is_beyond` (may
/// be null): whether FP64 cannot hold it, and what comes back is the number of FP64 next to it.
double number_of(const std::string& text, const std::string& place, bool* is_beyond = nullptr) {
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    if (negative || rest.starts_with('+')) rest.remove_prefix(1);
    double value = 0;
    int exponent = 0;
    std::from_chars_result read{};
    const char* const end = rest.data() + rest.size();
    if (rest.starts_with("2^")) {
        read = std::from_chars(rest.data() + 2, end, exponent);
        value = std::ldexp(1.0, exponent);
    } else if (rest.starts_with("0x") || rest.starts_with("0X")) {
        read = std::from_chars(rest.data() + 2, end, value, std::chars_format::hex);
    } else {
        read = std::from_chars(rest.data(), end, value);
    }
    // What is too small or too large for FP64 is so for every format here, and neither 0 nor infinite.
    const bool beyond = read.ec == std::errc::result_out_of_range;
    if (beyond) value = is_small(rest) ? 0 : HUGE_VAL;
    if (is_beyond) *is_beyond = beyond || (rest.starts_with("2^") && (value == 0 || std::isinf(value)));
    if (beyond || rest.starts_with("2^")) value = std::clamp(value, 0x1p-1074, std::numeric_limits<double>::max());
    const bool known = read.ec == std::errc{} || beyond;
    if (rest.empty() || !known || read.ptr != end || rest.starts_with('-') || rest.starts_with('+'))
        throw Error(ErrorCode::usage, fmt::format("\"{}\" is not a number", harmless(text)), place,
                    "a number such as 0.1, 1e-8, 2^-24, 0x1.8p-3 or inf");
    return negative ? -value : value;
}

/// Says of a number that FP64 cannot hold what was rounded instead: `x`.
std::string beyond_note(double x) {
    return std::abs(x) < 1 ? "too small for FP64: its smallest number, 2^-1074, was rounded instead"
                           : "too large for FP64: its largest number, about 1.8e308, was rounded instead";
}

/// What became of `x`, in a word or two.
std::string kind_of(double x, float y, const FloatFormat& format) {
    if (std::isnan(x)) return "NaN";
    if (std::isnan(y)) return "overflow: NaN";
    if (std::isfinite(y) && std::abs(x) > format.overflow_threshold()) return "saturated";
    if (std::isinf(y)) return std::isinf(x) ? "infinite" : "overflow";
    if (y == 0) return x == 0 ? "zero" : "flushed to zero";
    if (std::abs(static_cast<double>(y)) >= format.min_normal()) return "normal";
    const int bits =
        static_cast<int>(std::floor(std::log2(std::abs(static_cast<double>(y))))) - format.min_subnormal_exponent() + 1;
    return fmt::format("subnormal, {} of {} bits", bits, format.fraction_bits + 1);
}

/// "0 01011 1001100110": sign, exponent, fraction.
std::string bits_text(std::uint32_t bits, const FloatFormat& format) {
    std::string text = fmt::format("{:0{}b}", bits, format.bits());
    text.insert(static_cast<std::size_t>(1 + format.exponent_bits), " ");
    return text.insert(1, " ");
}

struct Rounded {
    double x = 0;
    float y = 0, below = 0, above = 0;           ///< NaN where there is no neighbour
    double error = 0, relative = 0, in_ulp = 0;  ///< y - x; NaN where there is none
    std::uint32_t bits = 0;
};

Rounded rounded(double x, const FloatFormat& format, Overflow overflow) {
    Rounded r;
    r.x = x;
    r.y = round_once(x, format, overflow);
    r.bits = encode(r.y, format);
    const auto largest = static_cast<float>(format.max_finite());
    r.below = std::isinf(r.y) && r.y > 0 ? largest : next_down(r.y, format);
    r.above = std::isinf(r.y) && r.y < 0 ? -largest : next_up(r.y, format);
    // The last number of a format without infinities has nothing beyond it.
    if (r.below == r.y && std::isfinite(r.y)) r.below = std::numeric_limits<float>::quiet_NaN();
    if (r.above == r.y && std::isfinite(r.y)) r.above = std::numeric_limits<float>::quiet_NaN();
    if (static_cast<double>(r.y) == x) return r;  // also of 0 and of infinity, for which nothing can be computed
    r.error = static_cast<double>(r.y) - x;
    r.relative = r.error / std::abs(x);
    r.in_ulp = std::isfinite(r.y) ? r.error / ulp(r.y, format) : std::numeric_limits<double>::quiet_NaN();
    return r;
}

std::string json_number(double value) {
    return std::isfinite(value) ? number_text(value)
           : std::isnan(value)  ? "null"
                                : (value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
}

/// A format's number to its last digit: FP32's shortest text means another number to a reader that has doubles.
std::string json_number(float value) {
    return json_number(static_cast<double>(value));
}

/// `place`: where the text stands, for an error.
void print_rounded(const std::string& text, const std::string& place, const FloatFormat& format,
                   const RoundOptions& options, bool table) {
    bool beyond = false;
    const double x = number_of(text, place, &beyond);
    const std::string note = beyond ? beyond_note(x) : "";
    const Rounded r = rounded(x, format, options.saturate ? Overflow::saturates : Overflow::special);
    const int digits = (format.bits() + 3) / 4;
    if (options.json) {
        fmt::print(
            "{{\"number\":{},\"format\":{},\"bits\":\"{:0{}b}\",\"hex\":\"0x{:0{}x}\",\"value\":{},\"error\":{},"
            "\"relative_error\":{},\"error_ulp\":{},\"below\":{},\"above\":{},\"what\":{}{}}}\n",
            json_number(x), json_quoted(name_of(format)), r.bits, format.bits(), r.bits, digits, json_number(r.y),
            json_number(r.error), json_number(r.relative), json_number(r.in_ulp), json_number(r.below),
            json_number(r.above), json_quoted(kind_of(x, r.y, format)),
            note.empty() ? "" : ",\"note\":" + json_quoted(note));
    } else if (table) {
        fmt::print("{:<16} {:<6} {:<{}} {:<22} {:<24} {}\n", text, name_of(format), bits_text(r.bits, format),
                   std::max(18, format.bits() + 2), number_text(static_cast<double>(r.y)), number_text(r.error),
                   kind_of(x, r.y, format) + (note.empty() ? "" : "; " + note));
    } else {
        fmt::print("{} in {}, 1 + {} + {} bits\n", text, name_of(format), format.exponent_bits, format.fraction_bits);
        fmt::print("  bits    {}  0x{:0{}x}\n", bits_text(r.bits, format), r.bits, digits);
        fmt::print("  value   {}  ({})\n", number_text(static_cast<double>(r.y)), kind_of(x, r.y, format));
        if (!note.empty()) fmt::print("  note    {}\n", note);
        if (std::isfinite(r.error) && r.error != 0)
            fmt::print("  error   {}  ({:+.3g} % of it, {:+.3g} ulp)\n", number_text(r.error), r.relative * 100,
                       r.in_ulp);
        else
            fmt::print("  error   {}\n", r.error == 0 ? "0: it is a number of this format" : number_text(r.error));
        if (std::isnan(r.y)) return;
        for (const auto& [where, number] : {std::pair("below", r.below), std::pair("above", r.above)})
            fmt::print("  {}   {}\n", where,
                       std::isnan(number) ? "none: it is the last of the format"
                                          : fmt::format("{}  {}", number_text(static_cast<double>(number)),
                                                        bits_text(encode(number, format), format)));
    }
}

std::vector<FloatFormat> formats_of(const RoundOptions& options) {
    std::vector<FloatFormat> formats;
    const bool bits = options.exponent_bits > 0 || options.fraction_bits > 0;
    for (const std::string& name : options.precisions) {
        if (name == "custom") {
            if (options.exponent_bits == 0 || options.fraction_bits == 0)
                throw Error(ErrorCode::usage, "the bits of the format are missing", "--precision custom",
                            "--exponent-bits and --fraction-bits, or a name such as E4M3");
            formats.push_back({options.exponent_bits, options.fraction_bits});
            continue;
        }
        try {
            formats.push_back(format_named(name));
        } catch (const Error& error) {
            throw Error(error.code(), error.message_phrase(), "--precision", error.remedy_phrase());
        }
    }
    if (bits && std::find(options.precisions.begin(), options.precisions.end(), "custom") == options.precisions.end())
        throw Error(ErrorCode::usage, "they have no effect without --precision custom",
                    "--exponent-bits, --fraction-bits", "add --precision custom, or leave the bits out");
    return formats;
}

/// One block of a format whose numbers share a scale, and what it makes of them.
int round_block(const RoundOptions& options) {
    const auto recipes = operand_recipes();
    const auto recipe = std::find_if(recipes.begin(), recipes.end(), [&](const OperandRecipe& one) {
        return one.block() > 0 && one.name == options.block;
    });
    std::vector<std::string_view> names;
    for (const OperandRecipe& one : recipes)
        if (one.block() > 0) names.push_back(one.name);
    if (recipe == recipes.end())
        throw Error(ErrorCode::usage, fmt::format("there is no block format \"{}\"", harmless(options.block)),
                    "--block", fmt::format("one of {}", fmt::join(names, ", ")));
    if (options.numbers.empty() || options.numbers.size() > static_cast<std::size_t>(recipe->block()))
        throw Error(ErrorCode::usage, fmt::format("{} numbers make no block", options.numbers.size()), "--block",
                    fmt::format("1 to {} numbers", recipe->block()));
    std::vector<float> numbers;
    for (const std::string& text : options.numbers) numbers.push_back(round_once(number_of(text, "round"), fp32));
    const FloatFormat& element = recipe->input.format;
    const bool mx = recipe->scale == ScaleSource::mx_block;
    const float amax = amax_of(numbers.data(), static_cast<std::int64_t>(numbers.size()));
    const std::uint8_t power = e8m0_scale(amax, element, recipe->power);
    const float tensor = nvfp4_tensor_scale(amax), block = nvfp4_block_scale(amax, tensor);
    const float scale = mx ? e8m0_value(power) : block * tensor;
    if (!options.json && mx)
        fmt::print("{}: largest {}, scale {} (E8M0 0x{:02x}), elements {}\n", recipe->title, number_text(amax),
                   number_text(scale), power, name_of(element));
    else if (!options.json)
        fmt::print("{}: largest {}, scale {} (E4M3FN) times {} of the tensor, elements {}\n", recipe->title,
                   number_text(amax), number_text(block), number_text(tensor), name_of(element));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const BlockElement e = mx ? mx_element(numbers[i], power, element) : nvfp4_element(numbers[i], block, tensor);
        const float value = e.value * scale;
        const char* fate = e.fate == BlockFate::clipped   ? "clipped"
                           : e.fate == BlockFate::flushed ? "flushed to zero"
                                                          : "";
        const std::uint32_t bits = encode(e.value, element);
        if (options.json)
            fmt::print("{{\"number\":{},\"block\":{},\"scale\":{},\"bits\":\"{:0{}b}\",\"value\":{},\"what\":{}}}\n",
                       json_number(numbers[i]), json_quoted(options.block), json_number(scale), bits, element.bits(),
                       json_number(value), json_quoted(fate));
        else
            fmt::print("  {:<16} {:<12} {:<10} {:<14} {}\n", options.numbers[i], bits_text(bits, element),
                       number_text(e.value), number_text(value), fate);
    }
    return 0;
}

int round_numbers(const RoundOptions& options) {
    if (!options.block.empty()) return round_block(options);
    const std::vector<FloatFormat> formats = formats_of(options);
    const bool column = options.numbers.empty();
    const bool table = column || options.numbers.size() * formats.size() > 2;
    if (table && !options.json)
        fmt::print("{:<16} {:<6} {:<18} {:<22} {:<24} {}\n", "number", "format", "bits", "value", "error", "");
    for (const std::string& text : options.numbers)
        for (const FloatFormat& format : formats) print_rounded(text, "round", format, options, table);
    if (!column) return 0;
    constexpr std::size_t longest = 1024;
    std::size_t number = 0;
    for (std::string line; std::getline(std::cin, line);) {
        ++number;
        const std::size_t begin = line.find_first_not_of(" \t\r,;"), end = line.find_last_not_of(" \t\r,;");
        if (begin == std::string::npos) continue;
        const std::string text = line.substr(begin, std::min(end - begin + 1, longest));
        const std::string place = fmt::format("the standard input, line {}", number);
        for (const FloatFormat& format : formats) print_rounded(text, place, format, options, true);
    }
    return 0;
}

}  // namespace

CommandFunction add_round(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("round", "what a format makes of a number: bits, value, error, neighbours");
    auto options = std::make_shared<RoundOptions>();
    options->precisions = {"fp16"};
    command
        ->add_option(
            "numbers", options->numbers,
            "such as 0.1, 1e-8, 2^-24, 0x1.8p-3 or inf, as FP64 reads them; without: a column of them from the "
            "standard input")
        ->type_name("NUMBER");
    command
        ->add_option(
            "--precision", options->precisions,
            "formats, with commas between: fp32, tf32, fp16, bf16, E and M with their bits, as E4M3, those without "
            "infinity E4M3FN, E3M2FN, E2M3FN and E2M1FN, or custom")
        ->delimiter(',')
        ->type_name("FORMAT")
        ->capture_default_str();
    command->add_option("--exponent-bits", options->exponent_bits, "of custom, 2 to 8")
        ->type_name("N")
        ->check(CLI::Range(2, 8));
    command->add_option("--fraction-bits", options->fraction_bits, "of custom, 1 to 23")
        ->type_name("N")
        ->check(CLI::Range(1, 23));
    command->add_flag("--saturate", options->saturate, "what is too large becomes the largest number");
    command
        ->add_option(
            "--block", options->block,
            "the numbers as one block that shares a scale: mxfp8, mxfp6-e3m2, mxfp6-e2m3, mxfp4, nvfp4, or with "
            "scales rounded down mxfp8-ocp, mxfp4-ocp")
        ->type_name("FORMAT")
        ->excludes("--precision", "--saturate");
    command->add_flag("--json", options->json, "one number in one format a line");
    command->footer(
        "Example:\n  mantissa-worker round 0.1 --precision fp16\n  cut -f1 numbers.txt | mantissa-worker round "
        "--precision fp16,bf16\n  mantissa-worker round --precision E4M3 -- -inf -.5\n\n"
        "Behind -- a number may begin with a minus and no digit.");
    return [options] { return round_numbers(*options); };
}

}  // namespace mantissa
