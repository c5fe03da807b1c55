// SPDX-License-Identifier: Apache-2.0
// Geometry in the units of the viewBox, which are pixels where the chart is shown at its own size.
#include "engine/report/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "engine/report/advisor_text.h"
#include "engine/report/field_text.h"
#include "engine/report/markup_text.h"

namespace mantissa {
namespace {

constexpr double width = 760, left = 62, right = 30, top = 16, plot_height = 230, row_height = 11, rows_gap = 8;
constexpr std::size_t most_events = 30;

struct Range {
    double low = 0, high = 1;
};

double on_axis(double value, Chart::Axis axis) {
    if (axis != Chart::Axis::log2) return value;
    return value > 0 ? std::log2(value) : -std::numeric_limits<double>::infinity();
}

/// Least 1, 2 or 5 times a power of ten that cuts `span` into at most `most` pieces.
double nice_step(double span, int most) {
    const double raw = span / most;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= raw * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

/// Of an axis that always shows 0 to 100 %; a PSNR has none.
bool has_shares(const Chart& chart) {
    return chart.axis == Chart::Axis::judged && std::string_view(chart.metric.unit) == "%";
}

Range y_range(const Chart& chart) {
    if (has_shares(chart)) return {0, 1};
    Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const ChartLine& line : chart.lines)
        for (const SeriesNode& node : line.nodes) {
            if (node.finite == 0) continue;
            for (const float end : {node.min, node.max}) {
                const double value = on_axis(end, chart.axis);
                if (!std::isfinite(value)) continue;
                range.low = std::min(range.low, value);
                range.high = std::max(range.high, value);
            }
        }
    if (range.low > range.high) return {0, 1};
    if (chart.axis == Chart::Axis::log2) return {std::floor(range.low) - 1, std::ceil(range.high) + 1};
    range.low = std::min(range.low, 0.0);
    if (range.high <= range.low) range.high = range.low + 1;
    const double step = nice_step(range.high - range.low, 5);
    return {std::floor(range.low / step) * step, std::ceil(range.high / step - 1e-9) * step};
}

class Plot {
  public:
    Plot(const Chart& chart, const Words& words) : chart_(chart), words_(words), y_(y_range(chart)) {
        bool any = false;
        for (const ChartLine& line : chart.lines)
            for (const SeriesNode& node : line.nodes) {
                if (node.empty()) continue;
                x_.low = any ? std::min(x_.low, static_cast<double>(node.first_step)) : node.first_step;
                x_.high = any ? std::max(x_.high, static_cast<double>(node.last_step)) : node.last_step;
                any = true;
            }
        any_ = any;
        if (any && x_.low <= 1) x_.low = 0;
        if (x_.high <= x_.low) x_.high = x_.low + 1;
    }

    std::string text() {
        for (const ChartLine& line : chart_.lines)
            if (std::any_of(line.skipped.begin(), line.skipped.end(), [](const auto& n) { return n.max > 0; })) ++rows_;
        height_ = top + plot_height + (rows_ > 0 ? rows_gap + row_height * rows_ : 0) + 40;
        std::string out =
            fmt::format(R"(<svg class="chart" viewBox="0 0 {:g} {:g}" width="{:g}" height="{:g}" role="img" )"
                        R"(aria-labelledby="{}-title {}-desc" xmlns="http://www.w3.org/2000/svg" font-size="12" )"
                        R"(font-family="system-ui, sans-serif" fill="none">)"
                        "\n",
                        width, height_, width, height_, chart_.id, chart_.id);
        out += fmt::format("<title id=\"{}-title\">{}</title>\n<desc id=\"{}-desc\">{}</desc>\n", chart_.id,
                           escaped(chart_.title), chart_.id, escaped(description()));
        axes(out);
        events(out);
        if (!any_) {
            out += fmt::format(R"(<text x="{:g}" y="{:g}" text-anchor="middle" fill="currentColor">{}</text>)"
                               "\n",
                               (left + width - right) / 2, top + plot_height / 2,
                               escaped(words_("No values were recorded.")));
            return out + "</svg>\n";
        }
        int row = 0;
        std::size_t number = 0;
        for (const ChartLine& line : chart_.lines) {
            skips(out, line, row);
            draw(out, line, number++);
        }
        end_texts(out);
        return out + "</svg>\n";
    }

  private:
    struct EndText {
        double x = 0, y = 0;
        const ChartLine* line = nullptr;
    };

    /// At the lines' ends, moved apart where they would cover each other.
    void end_texts(std::string& out) {
        std::stable_sort(ends_.begin(), ends_.end(), [](const EndText& a, const EndText& b) { return a.y < b.y; });
        constexpr double apart = 12;
        for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i].y = std::max(ends_[i].y, ends_[i - 1].y + apart);
        double lowest = top + plot_height - 3;
        for (std::size_t i = ends_.size(); i > 0; --i) {
            ends_[i - 1].y = std::min(ends_[i - 1].y, lowest);
            lowest = ends_[i - 1].y - apart;
        }
        for (const EndText& end : ends_)
            out += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" font-weight="bold" fill="{}">{}</text>)"
                               "\n",
                               end.x + 7, end.y + 4, end.line->style.color, escaped(end.line->end_text));
    }

    double px(double step) const { return left + (step - x_.low) / (x_.high - x_.low) * (width - left - right); }
    double py(double value) const { return top + (1 - (value - y_.low) / (y_.high - y_.low)) * plot_height; }

    std::string description() const {
        std::string text;
        for (const ChartLine& line : chart_.lines) {
            const SeriesNode* first = nullptr;
            SeriesNode all;
            for (const SeriesNode& node : line.nodes) {
                if (node.empty()) continue;
                if (first == nullptr) {
                    first = &node;
                    all = node;
                } else {
                    all.append(node);
                }
            }
            if (!text.empty()) text += " ";
            if (first == nullptr) {
                text += words_("Line %1: no values.", {line.name});
                continue;
            }
            if (all.finite > 0)
                text += words_("Line %1: %2 at first, %3 at the end, least %4, largest %5, steps %6 to %7.",
                               {line.name, value_text(all.first), value_text(all.last), value_text(all.min),
                                value_text(all.max), all.first_step, all.last_step});
            else
                text += words_("Line %1: no finite value.", {line.name});
            if (const auto others = all.nan + all.positive_infinity + all.negative_infinity; others > 0)
                text += " " + (others == 1 ? words_("1 value is NaN or infinite.")
                                           : words_("%1 values are NaN or infinite.", {others}));
        }
        return text.empty() ? words_("No values were recorded.") : text;
    }

    std::string judged_text(double value) const {
        return with_unit(chart_.metric, fmt::format("{:.4g}", value * chart_.metric.scale));
    }

    std::string value_text(float value) const {
        if (chart_.axis == Chart::Axis::judged) return judged_text(value);
        if (chart_.axis == Chart::Axis::log2) return scale_text(value);
        return fmt::format("{:.4g}", value);
    }

    void axes(std::string& out) const {
        const double bottom = top + plot_height;
        double step = has_shares(chart_) ? 0.2 : nice_step(y_.high - y_.low, 6);
        if (chart_.axis == Chart::Axis::log2) step = std::max(1.0, std::ceil((y_.high - y_.low) / 7));
        const int count = static_cast<int>(std::floor((y_.high - y_.low) / step + 1e-6));
        for (int i = 0; i <= count; ++i) {
            const double at = y_.low + i * step, value = std::abs(at) < step * 1e-6 ? 0.0 : at;
            std::string label = fmt::format("{:.6g}", value);
            if (chart_.axis == Chart::Axis::judged) label = judged_text(value);
            if (chart_.axis == Chart::Axis::log2) label = power_of_two(static_cast<int>(std::lround(value)));
            out += fmt::format(R"(<path d="M{:g} {:.1f}H{:g}" stroke="currentColor" stroke-opacity="0.15"/>)"
                               R"(<text x="{:g}" y="{:.1f}" text-anchor="end" fill="currentColor">{}</text>)"
                               "\n",
                               left, py(value), width - right, left - 6, py(value) + 4, label);
        }
        const double stride = std::max(1.0, nice_step(x_.high - x_.low, 8));
        for (double value = std::ceil(x_.low / stride) * stride; value <= x_.high * (1 + 1e-12); value += stride)
            out += fmt::format(R"(<path d="M{:.1f} {:g}v4" stroke="currentColor"/>)"
                               R"(<text x="{:.1f}" y="{:g}" text-anchor="middle" fill="currentColor">{}</text>)"
                               "\n",
                               px(value), height_ - 40, px(value), height_ - 23,
                               words_.count(static_cast<std::uint64_t>(value)));
        out += fmt::format(R"(<path d="M{:g} {:g}V{:g}M{:g} {:g}H{:g}" stroke="currentColor" stroke-opacity="0.6"/>)"
                           R"(<text x="{:g}" y="{:g}" text-anchor="middle" fill="currentColor">{}</text>)"
                           R"svg(<text transform="translate(13 {:g}) rotate(-90)" text-anchor="middle" )svg"
                           R"(fill="currentColor">{}</text>)"
                           "\n",
                           left, top, bottom, left, height_ - 40, width - right, (left + width - right) / 2,
                           height_ - 6, escaped(words_("step")), top + plot_height / 2, escaped(chart_.y_label));
    }

    void events(std::string& out) const {
        for (std::size_t i = 0; i < std::min(most_events, chart_.events.size()); ++i) {
            const ChartEvent& event = chart_.events[i];
            if (event.step < x_.low || event.step > x_.high) continue;
            out += fmt::format(R"(<path d="M{:.1f} {:g}v{:g}" stroke="currentColor" stroke-opacity="0.55" )"
                               R"(stroke-dasharray="2 3"><title>{}</title></path>)"
                               "\n",
                               px(event.step), top, plot_height,
                               escaped(words_("step %1: %2", {event.step, shortened(event.text, 120)})));
        }
    }

    void skips(std::string& out, const ChartLine& line, int& row) const {
        std::string path;
        const double y = top + plot_height + rows_gap + row_height * row + 3;
        for (const SeriesNode& node : line.skipped)
            if (node.max > 0) path += fmt::format("M{:.1f} {:g}v{:g}", px(node.first_step), y, row_height - 5);
        if (path.empty()) return;
        ++row;
        out += fmt::format(R"(<path d="{}" stroke="{}" stroke-width="1.5"><title>{}</title></path>)"
                           R"(<text x="{:g}" y="{:g}" text-anchor="end" font-size="9" fill="currentColor">{}</text>)"
                           R"(<text x="{:g}" y="{:g}" font-size="9" fill="currentColor">{}</text>)"
                           "\n",
                           path, line.style.color, escaped(words_("skipped steps of %1", {line.name})), left - 6, y + 6,
                           escaped(words_("skipped")), width - right + 5, y + 6, escaped(line.end_text));
    }

    void draw(std::string& out, const ChartLine& line, std::size_t number);

    const Chart& chart_;
    const Words& words_;
    Range x_, y_;
    bool any_ = false;
    int rows_ = 0;
    double height_ = 0;
    std::vector<EndText> ends_;
};

std::string marker(ChartMarker shape, double x, double y) {
    switch (shape) {
        case ChartMarker::circle:
            return fmt::format("M{:.1f} {:.1f}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z", x - 3.6, y);
        case ChartMarker::square:
            return fmt::format("M{:.1f} {:.1f}h6.6v6.6h-6.6z", x - 3.3, y - 3.3);
        case ChartMarker::diamond:
            return fmt::format("M{:.1f} {:.1f}l4.4 4.4l-4.4 4.4l-4.4 -4.4z", x, y - 4.4);
        case ChartMarker::cross:
            return fmt::format("M{:.1f} {:.1f}l7 7m0 -7l-7 7", x - 3.5, y - 3.5);
        case ChartMarker::triangle:
            return fmt::format("M{:.1f} {:.1f}l4.2 7.2h-8.4z", x, y - 4.6);
    }
    return "";
}

std::string strokes(const LineStyle& style) {
    static constexpr std::array<const char*, 4> dashes{"", "7 3", "2 3", "9 3 2 3"};
    const auto dash = static_cast<std::size_t>(std::max(0, style.dash)) % dashes.size();
    std::string text = fmt::format("stroke=\"{}\"", style.color);
    if (dash != 0) text += fmt::format(" stroke-dasharray=\"{}\"", dashes[dash]);
    return text;
}

/// Markers: a cross has no inside, the others are filled.
std::string markers(const LineStyle& style, const std::string& path) {
    return fmt::format(R"(<path d="{}" stroke="{}" stroke-width="{}" fill="{}"/>)", path, style.color,
                       style.marker == ChartMarker::cross ? "2" : "1",
                       style.marker == ChartMarker::cross ? "none" : style.color);
}

void Plot::draw(std::string& out, const ChartLine& line, std::size_t number) {
    struct Point {
        double x, y;
    };
    std::vector<Point> points;
    std::string path;
    bool pen_down = false;
    const auto add = [&](double step, double value) {
        const Point p{px(step), py(std::clamp(value, y_.low, y_.high))};
        path += pen_down ? fmt::format("L{:.1f} {:.1f}", p.x, p.y) : fmt::format("M{:.1f} {:.1f}h0", p.x, p.y);
        pen_down = true;
        points.push_back(p);
    };
    // A stretch of nodes with such values: where it began, where it ends.
    struct Stretch {
        std::uint32_t first = 0, last = 0;
        bool open = false;
    } above, below;
    std::string edges;
    const auto close = [&](Stretch& stretch, bool up) {
        if (!stretch.open) return;
        stretch.open = false;
        const double x = px(stretch.first);
        const double y = up ? top : top + plot_height;
        const double base = up ? 9 : -9;
        edges += fmt::format(
            R"(<g stroke="{0}" fill="{0}"><title>{1}</title>)"
            R"(<path d="M{2:.1f} {3:g}l5 {4:g}h-10z"/><path d="M{2:.1f} {3:g}H{5:.1f}" stroke-width="4"/></g>)"
            "\n",
            line.style.color,
            escaped(words_("%1 from step %2 to %3, %4", {up                                 ? say("NaN or infinity")
                                                         : chart_.axis == Chart::Axis::log2 ? say("zero or less")
                                                                                            : say("-infinity"),
                                                         stretch.first, stretch.last, line.name})),
            x, y, base, px(stretch.last));
    };
    const auto extend = [](Stretch& stretch, const SeriesNode& node) {
        if (!stretch.open) stretch = {node.first_step, node.last_step, true};
        stretch.last = node.last_step;
    };
    for (const SeriesNode& node : line.nodes) {
        if (node.empty()) continue;
        const double low = on_axis(node.min, chart_.axis);
        const double high = on_axis(node.max, chart_.axis);
        const bool up = node.nan + node.positive_infinity > 0;
        const bool down = node.negative_infinity > 0 || (node.finite > 0 && !std::isfinite(low));
        if (up)
            extend(above, node);
        else
            close(above, true);
        if (down)
            extend(below, node);
        else
            close(below, false);
        if (up || down) pen_down = false;
        if (node.finite > 0 && std::isfinite(high)) {
            const double bottom = std::isfinite(low) ? low : high;
            const double quarter = (static_cast<double>(node.last_step) - node.first_step) / 4;
            const bool rising = node.first <= node.last;
            add(node.first_step + quarter, rising ? bottom : high);
            if (bottom < high) add(node.last_step - quarter, rising ? high : bottom);
        }
        if (up || down) pen_down = false;
    }
    close(above, true);
    close(below, false);
    if (!path.empty())
        out += fmt::format(R"(<path d="{}" {} stroke-width="{}" stroke-linejoin="round" stroke-linecap="round"{}/>)"
                           "\n",
                           path, strokes(line.style), line.faint ? "0.8" : "1.6",
                           line.faint ? R"( stroke-opacity="0.45")" : "");
    out += edges;
    if (line.faint || points.empty()) return;
    std::string shapes;
    const std::size_t every = std::max<std::size_t>(1, (points.size() + 11) / 12);
    for (std::size_t i = (number * every / 3) % every; i < points.size(); i += every)
        shapes += marker(line.style.marker, points[i].x, points[i].y);
    out += markers(line.style, shapes);
    ends_.push_back({points.back().x, points.back().y, &line});
}

}  // namespace

LineStyle style_of(run::Precision precision, int same_before) {
    switch (precision) {
        case run::FP32:
            return {"currentColor", ChartMarker::circle, same_before};
        case run::TF32:
            return {"#0072B2", ChartMarker::square, same_before};
        case run::FP16:
            return {"#D55E00", ChartMarker::diamond, same_before};
        case run::BF16:
            return {"#009E73", ChartMarker::cross, same_before};
        default:
            return {"currentColor", ChartMarker::triangle, same_before};
    }
}

std::string svg_chart(const Chart& chart, const Words& words) {
    return Plot(chart, words).text();
}

std::string svg_swatch(const LineStyle& style) {
    return fmt::format(
        R"(<svg class="swatch" width="34" height="12" viewBox="0 0 34 12" aria-hidden="true" )"
        R"(xmlns="http://www.w3.org/2000/svg" fill="none"><path d="M1 6H33" {} stroke-width="1.6"/>{}</svg>)",
        strokes(style), markers(style, marker(style.marker, 17, 6)));
}

}  // namespace mantissa
