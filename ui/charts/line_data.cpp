// SPDX-License-Identifier: GPL-3.0-or-later
// Sanitiser, decimator, ticks; see the header.
#include "ui/charts/line_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mantissa::ui {

namespace {

// Beyond this, differences of two values overflow in the chart's own arithmetic: drawn as an infinity.
constexpr double kLargest = 1e300;

int columnOf(double x, double xMin, double xMax, int columns) {
    const double position = (x - xMin) / (xMax - xMin) * columns;
    return static_cast<int>(std::clamp(position, 0.0, columns - 1.0));
}

double interpolated(double x, double x0, double y0, double x1, double y1) {
    return x1 > x0 ? y0 + (y1 - y0) * ((x - x0) / (x1 - x0)) : y1;
}

/// Indices [first, last) of the points in [xMin, xMax], with one neighbour on each side.
std::pair<std::size_t, std::size_t> visible(std::span<const double> x, double xMin, double xMax) {
    auto first = static_cast<std::size_t>(std::lower_bound(x.begin(), x.end(), xMin) - x.begin());
    auto last = static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), xMax) - x.begin());
    if (first > 0) --first;
    if (last < x.size()) ++last;
    return {first, last};
}

/// Cuts the ends of a segment that stand outside [xMin, xMax] back to the border.
void clip(std::vector<QPointF>& segment, double xMin, double xMax) {
    if (segment.size() >= 2 && segment.front().x() < xMin) {
        const QPointF a = segment[0];
        const QPointF b = segment[1];
        segment[0] = QPointF(xMin, interpolated(xMin, a.x(), a.y(), b.x(), b.y()));
    }
    if (segment.size() >= 2 && segment.back().x() > xMax) {
        const QPointF a = segment[segment.size() - 2];
        const QPointF b = segment.back();
        segment.back() = QPointF(xMax, interpolated(xMax, a.x(), a.y(), b.x(), b.y()));
    }
    std::erase_if(segment, [xMin, xMax](QPointF p) { return p.x() < xMin || p.x() > xMax; });
}

}  // namespace

double axisValue(double value, bool log2, EdgeKind* kind) {
    EdgeKind why = EdgeKind::NotANumber;
    double result = std::numeric_limits<double>::quiet_NaN();
    if (value > kLargest) {
        why = EdgeKind::Top;
    } else if (value < -kLargest || (log2 && value <= 0.0)) {
        why = EdgeKind::Bottom;
    } else if (!std::isnan(value)) {
        result = log2 ? std::log2(value) : value;
    }
    if (kind) *kind = why;
    return result;
}

QList<QPointF> decimate(std::span<const QPointF> points, double xMin, double xMax, int columns) {
    if (columns < 1 || !(xMax > xMin) || points.size() <= 2 * static_cast<std::size_t>(columns)) {
        return {points.begin(), points.end()};
    }
    QList<QPointF> kept;
    kept.reserve(2 * columns);
    std::size_t i = 0;
    while (i < points.size()) {
        const int column = columnOf(points[i].x(), xMin, xMax, columns);
        std::size_t least = i;
        std::size_t greatest = i;
        for (; i < points.size() && columnOf(points[i].x(), xMin, xMax, columns) == column; ++i) {
            if (points[i].y() < points[least].y()) least = i;
            if (points[i].y() > points[greatest].y()) greatest = i;
        }
        kept.append(points[std::min(least, greatest)]);
        if (least != greatest) kept.append(points[std::max(least, greatest)]);
    }
    return kept;
}

void summarise(std::span<const double> y, std::vector<Block>& blocks) {
    for (std::size_t begin = blocks.size() * kBlock; begin + kBlock <= y.size(); begin += kBlock) {
        Block block{begin, begin, true};
        for (std::size_t i = begin; i < begin + kBlock; ++i) {
            block.drawable = block.drawable && std::abs(y[i]) <= kLargest;
            if (y[i] < y[block.least]) block.least = i;
            if (y[i] > y[block.greatest]) block.greatest = i;
        }
        blocks.push_back(block);
    }
}

DrawableLine drawable(std::span<const double> x, std::span<const double> y, bool log2, double xMin, double xMax,
                      int columns, std::span<const Block> blocks) {
    DrawableLine line;
    if (!(xMax > xMin) || columns < 1) return line;
    const auto [first, last] = visible(x, xMin, xMax);
    std::vector<QPointF> segment;
    const auto close = [&] {
        clip(segment, xMin, xMax);
        if (!segment.empty()) line.segments.push_back(decimate(segment, xMin, xMax, columns));
        segment.clear();
    };
    // The last column with a mark, by kind: a million NaNs are one triangle per pixel column.
    int marked[3] = {-1, -1, -1};
    // A block that lies in one column and away from the borders is its two extremes.
    const auto skippable = [&](std::size_t i) {
        if (i % kBlock != 0 || i / kBlock >= blocks.size() || i <= first + 1 || i + kBlock >= last) return false;
        const Block& block = blocks[i / kBlock];
        return block.drawable && (!log2 || y[block.least] > 0.0) &&
               columnOf(x[i], xMin, xMax, columns) == columnOf(x[i + kBlock - 1], xMin, xMax, columns);
    };
    for (std::size_t i = first; i < last; ++i) {
        if (skippable(i)) {
            const Block& block = blocks[i / kBlock];
            const auto [a, b] = std::minmax(block.least, block.greatest);
            segment.emplace_back(x[a], axisValue(y[a], log2));
            if (a != b) segment.emplace_back(x[b], axisValue(y[b], log2));
            i += kBlock - 1;
            continue;
        }
        EdgeKind kind{};
        const double value = axisValue(y[i], log2, &kind);
        if (!std::isnan(value)) {
            segment.emplace_back(x[i], value);
            continue;
        }
        close();
        if (x[i] < xMin || x[i] > xMax) continue;
        const int column = columnOf(x[i], xMin, xMax, columns);
        int& before = marked[static_cast<int>(kind)];
        if (before != column) line.marks.push_back({x[i], kind});
        before = column;
    }
    close();
    return line;
}

void ValueRange::include(double value) {
    if (empty()) {
        min = max = value;
    } else {
        min = std::min(min, value);
        max = std::max(max, value);
    }
}

void ValueRange::include(const ValueRange& other) {
    if (other.empty()) return;
    include(other.min);
    include(other.max);
}

ValueRange valueRange(std::span<const double> x, std::span<const double> y, bool log2, double xMin, double xMax,
                      std::span<const Block> blocks) {
    ValueRange range;
    const auto take = [&](std::size_t i) {
        const double value = axisValue(y[i], log2);
        if (!std::isnan(value)) range.include(value);
    };
    const auto first = static_cast<std::size_t>(std::lower_bound(x.begin(), x.end(), xMin) - x.begin());
    const auto last = static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), xMax) - x.begin());
    for (std::size_t i = first; i < last; ++i) {
        const std::size_t b = i / kBlock;
        const bool whole = i % kBlock == 0 && b < blocks.size() && i + kBlock <= last && blocks[b].drawable;
        if (whole && (!log2 || y[blocks[b].least] > 0.0)) {
            take(blocks[b].least);
            take(blocks[b].greatest);
            i += kBlock - 1;
        } else {
            take(i);
        }
    }
    return range;
}

Ticks niceTicks(double min, double max, int most, double leastStep) {
    if (!(max > min) || !std::isfinite(max - min)) return {min, 1.0, 1};
    const double rough = std::max((max - min) / std::max(1, most - 1), leastStep);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10.0 * power;
    for (const double factor : {1.0, 2.0, 5.0}) {
        // The tolerance lets 0.1 * 5 count as 0.5.
        if (factor * power >= rough * (1.0 - 1e-9)) {
            step = factor * power;
            break;
        }
    }
    const double slack = 1e-9 * step;
    const double first = std::ceil((min - slack) / step);
    const double last = std::floor((max + slack) / step);
    // Adding zero turns -0 into 0.
    return {first * step + 0.0, step, static_cast<int>(last - first) + 1};
}

Ticks axisTicks(double min, double max, int most, double leastStep) {
    constexpr int more = 5;  // than `most` at worst: a range about zero may hold one multiple of a large step only
    Ticks ticks = niceTicks(min, max, most, leastStep);
    for (int i = 1; ticks.count < 2 && i <= more; ++i) ticks = niceTicks(min, max, most + i, leastStep);
    return ticks;
}

ValueRange niceRange(ValueRange range, int most, bool wholeNumbers) {
    if (range.empty()) return {0.0, 1.0};
    if (range.max - range.min < 1e-12 * std::max(std::abs(range.max), std::abs(range.min)) || range.max == range.min) {
        const double room = wholeNumbers ? 1.0 : range.max == 0.0 ? 1.0 : 0.1 * std::abs(range.max);
        range = {range.min - room, range.max + room};
    }
    const Ticks ticks = niceTicks(range.min, range.max, most, wholeNumbers ? 1.0 : 0.0);
    const double step = ticks.step;
    const double slack = 1e-9 * step;
    return {std::floor((range.min + slack) / step) * step + 0.0, std::ceil((range.max - slack) / step) * step + 0.0};
}

namespace {

/// The vertical places of labels above one another, `order` from top to bottom: isotonic regression (pool adjacent
/// violators) of what each would have without the heights of those above it.
void spreadColumn(std::vector<QRectF>& boxes, const std::vector<std::size_t>& order, double top, double bottom) {
    const double high = boxes[order.front()].height();
    const double room = bottom - top - high, count = static_cast<double>(order.size() - 1);
    const double step = order.size() < 2 ? 0.0 : std::min(high, std::max(0.0, room) / count);
    struct Pool {
        double sum;
        std::size_t count;
        double mean() const { return sum / static_cast<double>(count); }
    };
    std::vector<Pool> pools;
    for (std::size_t i = 0; i < order.size(); ++i) {
        pools.push_back({boxes[order[i]].top() - static_cast<double>(i) * step, 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().count += last.count;
        }
    }
    std::size_t i = 0;
    for (const Pool& pool : pools) {
        const double place = std::clamp(pool.mean(), top, std::max(top, top + room - count * step));
        for (std::size_t k = 0; k < pool.count; ++k, ++i)
            boxes[order[i]].moveTop(place + static_cast<double>(i) * step);
    }
}

}  // namespace

void spreadTags(std::vector<QRectF>& boxes, double top, double bottom) {
    std::vector<std::size_t> byLeft(boxes.size());
    std::iota(byLeft.begin(), byLeft.end(), std::size_t{0});
    std::sort(byLeft.begin(), byLeft.end(),
              [&](std::size_t a, std::size_t b) { return boxes[a].left() < boxes[b].left(); });
    for (std::size_t from = 0; from < byLeft.size();) {
        // A column: labels that overlap sideways, one by one.
        double right = boxes[byLeft[from]].right();
        std::size_t to = from + 1;
        for (; to < byLeft.size() && boxes[byLeft[to]].left() < right; ++to)
            right = std::max(right, boxes[byLeft[to]].right());
        std::vector<std::size_t> column(byLeft.begin() + static_cast<std::ptrdiff_t>(from),
                                        byLeft.begin() + static_cast<std::ptrdiff_t>(to));
        std::stable_sort(column.begin(), column.end(),
                         [&](std::size_t a, std::size_t b) { return boxes[a].top() < boxes[b].top(); });
        spreadColumn(boxes, column, top, bottom);
        from = to;
    }
}

std::size_t nearestIndex(std::span<const double> x, double at) {
    const auto after = std::lower_bound(x.begin(), x.end(), at);
    if (after == x.begin()) return 0;
    if (after == x.end()) return x.size() - 1;
    const auto i = static_cast<std::size_t>(after - x.begin());
    return x[i] - at < at - x[i - 1] ? i : i - 1;
}

}  // namespace mantissa::ui
