// SPDX-License-Identifier: Apache-2.0
// Geometry in the units of the viewBox. Zones are computed from the format's limits, in exponents: what is cast to zero
// ends at its flush threshold, overflow begins one exponent above the largest numbers.
#include "engine/report/svg_histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "engine/base/error.h"
#include "engine/precision/float_format.h"
#include "engine/report/advisor_text.h"
#include "engine/report/markup_text.h"
#include "engine/report/svg_chart.h"

namespace mantissa {
namespace {

constexpr double histogram_width = 420, histogram_left = 44, histogram_top = 26, plot_width = 270,
                 histogram_height = 110, column = 20, columns_gap = 14;
constexpr int bar_count = highest_drawn_exponent - lowest_drawn_exponent + 1;

std::optional<FloatFormat> format_of_name(const std::string& name) {
    try {
        return format_named(name);
    } catch (const Error&) {
        return std::nullopt;
    }
}

struct Bars {
    std::array<std::uint64_t, bar_count> counts{};
    int low = 0, high = -1;  // exponents of the first and last that is not empty; high < low: none
    std::uint64_t most = 0;
};

Bars bars_of(const run::Histogram& h) {
    Bars bars;
    for (int i = 0; i < h.bins_size(); ++i) {
        const std::int64_t exponent =
            std::clamp<std::int64_t>(std::int64_t{h.first_bin()} + i, lowest_drawn_exponent, highest_drawn_exponent);
        bars.counts[static_cast<std::size_t>(exponent - lowest_drawn_exponent)] += h.bins(i);
    }
    for (int i = 0; i < bar_count; ++i) {
        if (bars.counts[static_cast<std::size_t>(i)] == 0) continue;
        if (bars.high < bars.low) bars.low = lowest_drawn_exponent + i;
        bars.high = lowest_drawn_exponent + i;
    }
    return bars;
}

struct Zone {
    int begin, end;  // exponents, on the axis
    Phrase name;
    double apart;  // pixels between the lines that hatch it; 0: none
};

/// The zones of a format, over the whole axis; empty where it has none.
std::vector<Zone> zones_of(const std::optional<FloatFormat>& format) {
    if (!format) return {};
    const int zero = format->min_subnormal_exponent() - 1, normal = format->min_exponent();
    const int overflow = format->max_exponent() + 1;
    std::vector<Zone> zones;
    const auto add = [&](int begin, int end, Phrase name, double apart) {
        begin = std::max(begin, lowest_drawn_exponent);
        end = std::min(end, highest_drawn_exponent + 1);
        if (begin < end) zones.push_back({begin, end, std::move(name), apart});
    };
    add(lowest_drawn_exponent, zero, say("becomes zero"), 5);
    add(zero, normal, say("subnormal"), 9);
    add(normal, overflow, say("normal"), 0);
    add(overflow, highest_drawn_exponent + 1, say("overflows"), 5);
    return zones;
}

struct Column {
    Phrase label;
    std::uint64_t count;
};

/// What has no place on the axis. Flushed and overflowed elements stand in the bars, too: these columns tell them.
std::array<Column, 4> columns_of(const run::CastCounts& counts) {
    return {{{say("zero"), counts.zero()},
             {say("flushed"), counts.flushed()},
             {say("overflow"), counts.overflow()},
             {"inf NaN", counts.infinite() + counts.nan()}}};
}

double x_of(int exponent) {
    return histogram_left + plot_width * (exponent - lowest_drawn_exponent) / bar_count;
}

std::string description(const run::Histogram& h, const Bars& bars, const Words& words) {
    const run::CastCounts& c = h.counts();
    const Phrase range = bars.high < bars.low
                             ? say("No magnitude was counted.")
                             : say("Magnitudes from %1 to %2.", {power_of_two(bars.low), power_of_two(bars.high + 1)});
    if (h.tier() == run::TIER_OBSERVED)
        return words.all(
            {range,
             say("%1 elements, observed after their cast to %2: %3 zero, flushed ones among them, %4 "
                 "not finite.",
                 {count_text(c.elements()), h.format(), count_text(c.zero()), count_text(c.infinite() + c.nan())})});
    return words.all(
        {range, say("%1 elements, of these %2 zero, %3 flushed to zero by %4, %5 overflowed, %6 not finite.",
                    {count_text(c.elements()), count_text(c.zero()), count_text(c.flushed()), h.format(),
                     count_text(c.overflow()), count_text(c.infinite() + c.nan())})});
}

}  // namespace

std::string svg_histogram(const run::Histogram& h, const std::string& id, const Words& words) {
    Bars bars = bars_of(h);
    const auto columns = columns_of(h.counts());
    for (const std::uint64_t count : bars.counts) bars.most = std::max(bars.most, count);
    for (const Column& one : columns) bars.most = std::max(bars.most, one.count);
    const double bottom = histogram_top + histogram_height;
    const double height = bottom + 40;
    std::string out = fmt::format(
        R"(<svg class="chart" viewBox="0 0 {:g} {:g}" width="{:g}" height="{:g}" role="img" )"
        R"(aria-labelledby="{}-title {}-desc" xmlns="http://www.w3.org/2000/svg" font-size="10" )"
        R"(font-family="system-ui, sans-serif" fill="none">)"
        "\n<title id=\"{}-title\">{}</title>\n<desc id=\"{}-desc\">{}</desc>\n",
        histogram_width, height, histogram_width, height, id, id, id,
        escaped(words("Magnitudes of %1", {shortened(h.tensor(), 60)})), id, escaped(description(h, bars, words)));
    // Zones: lines of their own density, a label above each.
    std::size_t number = 0;
    for (const Zone& zone : zones_of(format_of_name(h.format()))) {
        const double begin = x_of(zone.begin), end = x_of(zone.end);
        if (zone.apart > 0) {
            std::string lines;
            for (double x = begin; x < end; x += zone.apart)
                lines += fmt::format("M{:.1f} {:g}l{:.1f} {:g}", x, bottom, std::min(zone.apart * 1.5, end - x),
                                     -histogram_height);
            out += fmt::format(R"(<path d="{}" stroke="currentColor" stroke-opacity="0.22" stroke-width="0.7"/>)"
                               "\n",
                               lines);
        }
        out +=
            fmt::format(R"(<path d="M{:.1f} {:g}V{:g}" stroke="currentColor" stroke-opacity="0.5"/>)"
                        R"(<text x="{:.1f}" y="{:g}" text-anchor="middle" font-size="9" fill="currentColor">{}</text>)"
                        "\n",
                        begin, histogram_top - 2, bottom, (begin + end) / 2, number % 2 == 0 ? 10.0 : 20.0,
                        escaped(words(zone.name)));
        ++number;
    }
    const double unit = plot_width / bar_count;
    const auto bar_height = [&](std::uint64_t count) {
        return count == 0
                   ? 0.0
                   : std::max(1.0, histogram_height * static_cast<double>(count) / static_cast<double>(bars.most));
    };
    std::string path;
    for (int i = 0; i < bar_count; ++i)
        if (const double tall = bar_height(bars.counts[static_cast<std::size_t>(i)]); tall > 0)
            path += fmt::format("M{:.1f} {:.1f}h{:.1f}V{:g}h{:.1f}z", x_of(lowest_drawn_exponent + i) + 0.3,
                                bottom - tall, unit - 0.6, bottom, 0.6 - unit);
    const std::optional<FloatFormat> format = format_of_name(h.format());
    const std::string color = !format           ? "currentColor"
                              : *format == fp16 ? style_of(run::FP16, 0).color
                              : *format == bf16 ? style_of(run::BF16, 0).color
                              : *format == tf32 ? style_of(run::TF32, 0).color
                                                : "currentColor";
    if (!path.empty()) out += fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", path, color);
    // Axes, with a label at every sixteenth exponent.
    out += fmt::format(R"(<path d="M{:g} {:g}V{:g}H{:g}" stroke="currentColor" stroke-opacity="0.6"/>)", histogram_left,
                       histogram_top, bottom, histogram_left + plot_width);
    for (int exponent = lowest_drawn_exponent; exponent <= highest_drawn_exponent + 1; exponent += 16)
        out += fmt::format(R"(<path d="M{:.1f} {:g}v4" stroke="currentColor"/>)"
                           R"(<text x="{:.1f}" y="{:g}" text-anchor="middle" fill="currentColor">{}</text>)"
                           "\n",
                           x_of(exponent), bottom, x_of(exponent), bottom + 15, power_of_two(exponent));
    out += fmt::format(R"(<text x="{:g}" y="{:g}" text-anchor="end" fill="currentColor">{}</text>)"
                       R"(<text x="{:g}" y="{:g}" text-anchor="end" fill="currentColor">0</text>)"
                       R"(<text x="{:g}" y="{:g}" text-anchor="middle" fill="currentColor">{}</text>)"
                       "\n",
                       histogram_left - 4, histogram_top + 8, words.count(bars.most), histogram_left - 4, bottom,
                       histogram_left + plot_width / 2, height - 6,
                       escaped(h.tier() == run::TIER_OBSERVED ? words("magnitude, observed after the cast")
                                                              : words("magnitude before the cast")));
    double x = histogram_left + plot_width + columns_gap;
    bool lower = false;  // labels in two rows: upright, and none over another
    for (const Column& one : columns) {
        const double tall = bar_height(one.count);
        if (tall > 0)
            out += fmt::format(R"(<path d="M{:.1f} {:.1f}h{:g}V{:g}h{:g}z" stroke="{}" fill="{}" fill-opacity="0.4"/>)",
                               x, bottom - tall, column - 6, bottom, 6 - column, color, color);
        out += fmt::format(
            R"(<path d="M{:.1f} {:g}h{:g}" stroke="currentColor" stroke-opacity="0.6"/>)"
            R"(<text x="{:.1f}" y="{:g}" text-anchor="middle" font-size="8.5" fill="currentColor">{}</text>)"
            "\n",
            x, bottom, column - 6, x + (column - 6) / 2, bottom + (lower ? 22 : 12), escaped(words(one.label)));
        x += column;
        lower = !lower;
    }
    if (bars.most == 0)
        out += fmt::format(R"(<text x="{:g}" y="{:g}" text-anchor="middle" fill="currentColor">{}</text>)"
                           "\n",
                           histogram_left + plot_width / 2, histogram_top + histogram_height / 2,
                           escaped(words("No values were recorded.")));
    return out + "</svg>\n";
}

std::vector<HistogramRow> histogram_rows(const run::Histogram& h) {
    std::vector<HistogramRow> rows;
    if (h.counts().zero() > 0) rows.push_back({say("zero"), h.counts().zero(), ""});
    const Bars bars = bars_of(h);
    const std::vector<Zone> zones = zones_of(format_of_name(h.format()));
    for (int exponent = bars.low; exponent <= bars.high; ++exponent) {
        HistogramRow row;
        if (exponent == lowest_drawn_exponent)
            row.magnitude = say("below %1", {power_of_two(exponent + 1)});
        else if (exponent == highest_drawn_exponent)
            row.magnitude = say("%1 or more", {power_of_two(exponent)});
        else
            row.magnitude = say("%1 to %2", {power_of_two(exponent), power_of_two(exponent + 1)});
        row.count = bars.counts[static_cast<std::size_t>(exponent - lowest_drawn_exponent)];
        for (const Zone& zone : zones)
            if (exponent >= zone.begin && exponent < zone.end) row.zone = zone.name;
        rows.push_back(std::move(row));
    }
    if (const std::uint64_t ruined = h.counts().infinite() + h.counts().nan(); ruined > 0)
        rows.push_back({say("infinite or NaN"), ruined, ""});
    return rows;
}

}  // namespace mantissa
