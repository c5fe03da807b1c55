// SPDX-License-Identifier: GPL-3.0-or-later
// From recorded points to what a line chart may draw: the sanitiser that stands before every chart, the min/max
// decimator, and ticks. Pure functions on vectors. QtCharts 6.4 recurses to death on an infinity on a logarithmic axis
// and blanks a line at one NaN, so nothing but finite numbers leaves this file; logarithms are taken here, the chart's
// own axes stay linear.
#pragma once

#include <QList>
#include <QPointF>
#include <QRectF>
#include <cstddef>
#include <span>
#include <vector>

namespace mantissa::ui {

/// Where a value that cannot be drawn is shown as a triangle: +inf at the top edge, -inf (and on a logarithmic axis
/// zero and below) at the bottom edge, NaN at the bottom edge too, hollow.
enum class EdgeKind { Top, Bottom, NotANumber };

struct EdgeMark {
    double x = 0.0;
    EdgeKind kind = EdgeKind::NotANumber;
    bool operator==(const EdgeMark&) const = default;
};

/// A line cut where a value is not finite. Every number in it is finite.
struct DrawableLine {
    std::vector<QList<QPointF>> segments;
    std::vector<EdgeMark> marks;
};

/// What a value becomes on the axis: itself, or its log2; NaN where it cannot be drawn (`kind` says why).
double axisValue(double value, bool log2, EdgeKind* kind = nullptr);

/// Reduces consecutive points with ascending x to the least and the greatest y of each of `columns` equal columns of
/// [xMin, xMax], in their order: at most two points a column. Short inputs pass unchanged. Points must be finite.
QList<QPointF> decimate(std::span<const QPointF> points, double xMin, double xMax, int columns);

/// Extremes of kBlock consecutive values, so that drawing a million points need not look at each of them.
struct Block {
    std::size_t least = 0;     ///< index of the least value, the first of equals
    std::size_t greatest = 0;  ///< index of the greatest value, the first of equals
    bool drawable = false;     ///< all values can be drawn on a linear axis
};
inline constexpr std::size_t kBlock = 64;

/// Appends the blocks that `y` fills and `blocks` does not have yet. The unfilled end gets none.
void summarise(std::span<const double> y, std::vector<Block>& blocks);

/// The visible part of a series: sanitised, cut at both ends of [xMin, xMax] by interpolation, decimated per segment to
/// `columns`. `x` ascends and is finite. One mark per column and kind at most. `blocks` (of `y`, may be empty) only
/// makes it faster.
DrawableLine drawable(std::span<const double> x, std::span<const double> y, bool log2, double xMin, double xMax,
                      int columns, std::span<const Block> blocks = {});

/// Least and greatest drawable axis value with x in [xMin, xMax]; min > max where there is none.
struct ValueRange {
    double min = 1.0;
    double max = 0.0;
    bool empty() const { return min > max; }
    void include(double value);
    void include(const ValueRange& other);
};
ValueRange valueRange(std::span<const double> x, std::span<const double> y, bool log2, double xMin, double xMax,
                      std::span<const Block> blocks = {});

/// Evenly spaced ticks first + i * step, i < count, all within [min, max].
struct Ticks {
    double first = 0.0;
    double step = 1.0;
    int count = 0;
    double at(int i) const { return first + i * step; }
};

/// At most `most` (at least 2) ticks at 1, 2 or 5 times a power of ten, none closer than `leastStep`.
Ticks niceTicks(double min, double max, int most, double leastStep = 0.0);
/// The same of an axis that is read: where that were a single one, a few more, so that the size of a step can be seen.
Ticks axisTicks(double min, double max, int most, double leastStep = 0.0);

/// `range` widened to whole ticks, so that an axis does not twitch with every new point; a range of one value gets room
/// around it. `wholeNumbers` (log2 axes): ticks no closer than 1.
ValueRange niceRange(ValueRange range, int most, bool wholeNumbers);

/// Moves `boxes`, labels of one height at the ends of lines, up and down until none lies on another: they keep the
/// order of their lines' ends, and each stays as near to its own as that allows (least squares). All lie between `top`
/// and `bottom`; where those have no room for all, they lie closer, still in order.
void spreadTags(std::vector<QRectF>& boxes, double top, double bottom);

/// Index of the element of ascending `x` nearest to `at`; `x` not empty.
std::size_t nearestIndex(std::span<const double> x, double at);

}  // namespace mantissa::ui
