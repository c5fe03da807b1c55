// SPDX-License-Identifier: Apache-2.0
#include "engine/lesson/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/utf8.h"
#include "engine/precision/rank_error.h"
#include "engine/precision/round_once.h"

namespace mantissa {
namespace {

using Kind = Measure::Kind;

constexpr std::size_t longest_text = 200;
constexpr std::uint32_t most_ranks = 4096;        // as many as the Ranks page has
constexpr std::uint32_t most_terms = 10'000'000;  // a sum of so many takes a tenth of a second

/// A measure's name and what follows it after colons.
struct Entry {
    std::string_view name;
    Kind kind;
    std::string_view arguments;  // S: step, T: tensor, R: role, F: format, X: number, N: count, O: order, D: divide,
                                 // P: a power of two, K: ranks
};
constexpr std::array run_measures{
    Entry{"accuracy", Kind::accuracy, ""},
    Entry{"accuracy_at", Kind::accuracy_at, "S"},
    Entry{"loss", Kind::loss, ""},
    Entry{"loss_at", Kind::loss_at, "S"},
    Entry{"skipped", Kind::skipped, ""},
    Entry{"scale", Kind::scale, ""},
    Entry{"steps", Kind::steps, ""},
    Entry{"flushed", Kind::flushed, "TR"},
    Entry{"norm_lost", Kind::norm_lost, "TR"},
    Entry{"largest_value", Kind::largest_value, "TR"},
    Entry{"lost_updates", Kind::lost_updates, "T"},
    Entry{"lost_updates_without_master", Kind::lost_updates_without_master, "T"},
    Entry{"memory_held", Kind::memory_held, ""},
    Entry{"memory_native", Kind::memory_native, ""},
    Entry{"first_nonfinite", Kind::first_nonfinite, ""},
};
constexpr std::array format_measures{
    Entry{"value", Kind::value, "FX"},
    Entry{"ulp", Kind::ulp, "FX"},
    Entry{"largest", Kind::largest, "F"},
    Entry{"smallest", Kind::smallest, "F"},
    Entry{"smallest_normal", Kind::smallest_normal, "F"},
    Entry{"sum", Kind::sum, "FXN"},
    Entry{"sum32", Kind::sum32, "FXN"},
    Entry{"ranks_error", Kind::ranks_error, "FODPK"},
    Entry{"ranks_flushed", Kind::ranks_flushed, "FODPK"},
    Entry{"ranks_overflowed", Kind::ranks_overflowed, "FODPK"},
    Entry{"ranks_bound", Kind::ranks_bound, "FODK"},
};
constexpr std::array formats{std::pair{std::string_view("fp32"), fp32}, std::pair{std::string_view("tf32"), tf32},
                             std::pair{std::string_view("fp16"), fp16}, std::pair{std::string_view("bf16"), bf16}};
constexpr std::array roles{std::pair{std::string_view("activation"), run::ROLE_ACTIVATION},
                           std::pair{std::string_view("activation_gradient"), run::ROLE_ACTIVATION_GRADIENT},
                           std::pair{std::string_view("weight_gradient"), run::ROLE_WEIGHT_GRADIENT},
                           std::pair{std::string_view("weight"), run::ROLE_WEIGHT},
                           std::pair{std::string_view("update"), run::ROLE_UPDATE}};
constexpr std::array orders{std::pair{std::string_view("ring"), RankOrder::ring},
                            std::pair{std::string_view("tree"), RankOrder::tree},
                            std::pair{std::string_view("doubling"), RankOrder::doubling}};
constexpr std::array divides{std::pair{std::string_view("before"), RankDivide::before},
                             std::pair{std::string_view("after"), RankDivide::after},
                             std::pair{std::string_view("half"), RankDivide::half}};

const char* placeholder(char argument) {
    switch (argument) {
        case 'S':
            return "STEP";
        case 'T':
            return "TENSOR";
        case 'R':
            return "ROLE";
        case 'F':
            return "FORMAT";
        case 'X':
            return "NUMBER";
        case 'O':
            return "ORDER";
        case 'D':
            return "DIVIDE";
        case 'P':
            return "LARGEST";
        case 'K':
            return "RANKS";
        default:
            return "TERMS";
    }
}

std::string form_of(const Entry& entry) {
    std::string form(entry.name);
    for (const char argument : entry.arguments) form += std::string(":") + placeholder(argument);
    return form;
}

[[noreturn]] void refuse(std::string_view text, const Phrase& what, const Phrase& expected) {
    throw Error(ErrorCode::bad_data, what, to_utf8(text.substr(0, longest_text)), expected);
}

template <class List>
Phrase names_of(const List& list) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : list) names.push_back(name);
    return say("one of %1", {fmt::format("{}", fmt::join(names, ", "))});
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t colon = text.find(':');
        parts.push_back(text.substr(0, colon));
        if (colon == std::string_view::npos) return parts;
        text.remove_prefix(colon + 1);
    }
}

template <class T>
std::optional<T> whole(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// "0.1", "1e-8", "2^-24", "-2^3".
std::optional<double> number(std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    if (const std::string_view power = negative ? text.substr(1) : text; power.substr(0, 2) == "2^") {
        const auto exponent = whole<int>(power.substr(2));
        if (!exponent || std::abs(*exponent) > 1000) return std::nullopt;
        return (negative ? -1.0 : 1.0) * exp2_exact(*exponent);
    }
    const auto value = whole<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

void take(Measure& measure, char argument, std::string_view part, std::string_view text) {
    const auto named = [&](const auto& list, auto& into, const Phrase& unknown) {
        const auto found = std::find_if(list.begin(), list.end(), [&](const auto& pair) { return pair.first == part; });
        if (found == list.end()) refuse(text, unknown, names_of(list));
        into = found->second;
    };
    switch (argument) {
        case 'S':
        case 'N': {
            const std::uint32_t most = argument == 'S' ? std::numeric_limits<std::int32_t>::max() : most_terms;
            const auto value = whole<std::uint32_t>(part);
            if (!value || *value > most || (argument == 'N' && *value == 0))
                refuse(text, say("\"%1\" is not a valid count", {to_utf8(part)}),
                       say("a whole number up to %1", {most}));
            (argument == 'S' ? measure.step : measure.terms) = *value;
            return;
        }
        case 'X': {
            const auto value = number(part);
            if (!value) refuse(text, say("\"%1\" is not a number", {to_utf8(part)}), say("0.1, 1e-8 or 2^-24"));
            measure.x = *value;
            return;
        }
        case 'P': {
            const auto value = number(part);
            int exponent = 0;
            if (!value || std::frexp(*value, &exponent) != 0.5 || exponent < -23 || exponent > 17)
                refuse(text, say("\"%1\" is not a size of gradients", {to_utf8(part)}), say("2^-24 to 2^16"));
            measure.x = *value;
            return;
        }
        case 'K': {
            const auto value = whole<std::uint32_t>(part);
            if (!value || *value < 2 || *value > most_ranks)
                refuse(text, say("\"%1\" is not a valid count", {to_utf8(part)}),
                       say("a whole number from 2 to %1", {most_ranks}));
            measure.terms = *value;
            return;
        }
        case 'O':
            return named(orders, measure.order, say("there is no order \"%1\"", {to_utf8(part)}));
        case 'D':
            return named(divides, measure.divide, say("there is no division \"%1\"", {to_utf8(part)}));
        case 'T':
            if (part.empty()) refuse(text, say("the tensor has no name"), say("a tensor as the Health page names it"));
            measure.tensor = part;
            return;
        case 'R':
            return named(roles, measure.role, say("there is no role \"%1\"", {to_utf8(part)}));
        default:
            return named(formats, measure.format, say("there is no format \"%1\"", {to_utf8(part)}));
    }
}

template <class List>
Measure parsed(std::string_view text, std::string_view rest, const List& list) {
    const std::vector<std::string_view> parts = split(rest);
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const Entry& entry) { return entry.name == parts.front(); });
    if (found == list.end()) {
        std::vector<std::string> forms;
        for (const Entry& entry : list) forms.push_back(form_of(entry));
        refuse(text, say("there is no measure \"%1\"", {to_utf8(parts.front())}),
               fmt::format("{}", fmt::join(forms, ", ")));
    }
    if (parts.size() != found->arguments.size() + 1)
        refuse(text, say("%1 parts instead of %2", {parts.size(), found->arguments.size() + 1}), form_of(*found));
    Measure measure;
    measure.kind = found->kind;
    for (std::size_t i = 1; i < parts.size(); ++i) take(measure, found->arguments[i - 1], parts[i], text);
    return measure;
}

double running_sum(const Measure& m, const FloatFormat& accumulator) {
    const double term = static_cast<double>(round_once(m.x, m.format));
    double sum = 0;
    for (std::uint32_t i = 0; i < m.terms; ++i) {
        const double next = static_cast<double>(round_once(sum + term, accumulator));
        if (next == sum) break;  // unchanged once, unchanged for good
        sum = next;
    }
    return sum;
}

double of_ranks(const Measure& m) {
    const RankPolicy policy{m.terms, m.format, false, Rounding::nearest_even, m.divide, m.order};
    if (m.kind == Kind::ranks_bound) return 100 * rank_bound(policy);
    const RankError error = rank_error(policy, SpreadGradients{std::ilogb(m.x)});
    const auto percent = [](auto part, auto whole) {
        return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
    };
    if (m.kind == Kind::ranks_flushed) return percent(error.counts.flushed, error.counts.nonzero);
    if (m.kind == Kind::ranks_overflowed) return percent(error.overflowed, error.sums);
    return 100 * error.mean_of_finite;
}

}  // namespace

Measure parse_measure(std::string_view text) {
    if (text.size() > longest_text)
        refuse(text, say("a measure of %1 bytes", {text.size()}), say("at most %1", {longest_text}));
    const std::size_t mark = text.find_first_of(".:");
    if (mark == std::string_view::npos || text[mark] == ':') return parsed(text, text, format_measures);
    if (mark == 0) refuse(text, say("the measure names no run"), say("RUN.accuracy and the like"));
    Measure measure = parsed(text, text.substr(mark + 1), run_measures);
    measure.run = text.substr(0, mark);
    return measure;
}

run::Role lesson_role(std::string_view name) {
    for (const auto& [known, role] : roles)
        if (known == name) return role;
    refuse(name, say("there is no role \"%1\"", {to_utf8(name)}), names_of(roles));
}

double format_measure(const Measure& m) {
    switch (m.kind) {
        case Kind::value:
            return static_cast<double>(round_once(m.x, m.format));
        case Kind::ulp:
            return ulp(round_once(m.x, m.format), m.format);
        case Kind::largest:
            return m.format.max_finite();
        case Kind::smallest:
            return m.format.min_subnormal();
        case Kind::smallest_normal:
            return m.format.min_normal();
        case Kind::sum:
            return running_sum(m, m.format);
        case Kind::sum32:
            return static_cast<double>(round_once(running_sum(m, fp32), m.format));
        case Kind::ranks_error:
        case Kind::ranks_flushed:
        case Kind::ranks_overflowed:
        case Kind::ranks_bound:
            return of_ranks(m);
        case Kind::accuracy:
        case Kind::accuracy_at:
        case Kind::loss:
        case Kind::loss_at:
        case Kind::skipped:
        case Kind::scale:
        case Kind::steps:
        case Kind::flushed:
        case Kind::norm_lost:
        case Kind::largest_value:
        case Kind::lost_updates:
        case Kind::lost_updates_without_master:
        case Kind::memory_held:
        case Kind::memory_native:
        case Kind::first_nonfinite:
            break;
    }
    throw Error(ErrorCode::usage, say("this is a measure of a run, not of a format"), m.run,
                say("a measure of a format"));
}

}  // namespace mantissa
