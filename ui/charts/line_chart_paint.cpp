// SPDX-License-Identifier: GPL-3.0-or-later
// What the line chart paints itself, under and over the lines of QtCharts.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/chart_readout.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_chart_parts.h"

namespace mantissa::ui {

namespace {

constexpr double kGlyphSize = 7.0;
constexpr int kGlyphsPerLine = 12;
/// Tags may reach so far beyond the plot, and stand in so many columns.
constexpr double kTagsBeyond = 4.0;
constexpr int kTagColumns = 3;
/// Numbers at the ends of lines; of more runs the legend, the colours and the tooltips tell.
constexpr std::size_t kMostTags = 8;

/// So high that digits below one another can be read.
double tagHeight(const QFont& font) {
    return QFontMetricsF(font).height() - 1.0;
}

/// Least gap between two pins' heads before they share one.
constexpr double kPinGap = 13.0;

/// y of a drawn line at pixel-free x, by interpolation; NaN where the line has a gap.
double yOnLine(const DrawableLine& line, double x) {
    for (const auto& segment : line.segments) {
        if (segment.isEmpty() || x < segment.front().x() || x > segment.back().x()) continue;
        const auto after = std::lower_bound(segment.begin(), segment.end(), x,
                                            [](const QPointF& p, double value) { return p.x() < value; });
        if (after == segment.begin()) return after->y();
        const QPointF a = *(after - 1);
        const QPointF b = *after;
        return b.x() > a.x() ? a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x()) : b.y();
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void LineChart::paintBelow(QPainter& painter) const {
    painter.fillRect(rect(), colors().background);
    if (empty()) return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintAxes(painter);
    paintBand(painter);
}

void LineChart::paintAxes(QPainter& painter) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const int most = std::clamp(static_cast<int>(plot_.height() / 26.0), 3, 7);
    const Ticks yTicks = axisTicks(y_.min, y_.max, most, log2_ ? 1.0 : 0.0);
    for (int i = 0; i < yTicks.count; ++i) {
        const double y = std::round(pixelY(yTicks.at(i)));
        painter.setPen(colors().grid);
        painter.drawLine(QPointF(plot_.left(), y), QPointF(plot_.right(), y));
        painter.setPen(colors().muted);
        // The lowest number stays above the row in which the horizontal axis has its name.
        const double top = std::min(y - metrics.height() / 2, plot_.bottom() + 3.0 - metrics.height());
        painter.drawText(QRectF(0, top, plot_.left() - 5, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                         tickText(yTicks.at(i)));
    }
    const XTexts texts = xTexts();
    painter.setPen(colors().muted);
    painter.drawText(texts.title, Qt::AlignCenter, texts.title.isEmpty() ? QString() : xTitle_);
    for (const auto& [text, box] : texts.ticks) {
        const double x = std::round(box.center().x());
        painter.setPen(colors().grid);
        painter.drawLine(QPointF(x, plot_.top()), QPointF(x, plot_.bottom()));
        painter.setPen(colors().muted);
        painter.drawText(box, Qt::AlignCenter, text);
    }
    painter.setPen(colors().muted);
    painter.drawLine(plot_.bottomLeft(), plot_.bottomRight());
    if (std::isfinite(reference_) && reference_ >= y_.min && reference_ <= y_.max) {
        const double y = std::round(pixelY(reference_));
        painter.setPen(QPen(colors().zone, 1.0, Qt::DashLine));
        painter.drawLine(QPointF(plot_.left(), y), QPointF(plot_.right(), y));
    }
}

LineChart::XTexts LineChart::xTexts() const {
    const QFontMetricsF metrics(labelFont());
    const double row = plot_.bottom() + 3.0;
    const double widest = metrics.horizontalAdvance(xText(std::round(x_.max))) + 18.0;
    const Ticks ticks = niceTicks(x_.min, x_.max, std::clamp(static_cast<int>(plot_.width() / widest), 2, 12), 1.0);
    XTexts texts;
    for (int i = 0; i < ticks.count; ++i) {
        const double x = std::round(pixelX(ticks.at(i)));
        const QString text = xText(ticks.at(i));
        const double half = std::ceil(metrics.horizontalAdvance(text) / 2) + 1.0;
        texts.ticks.emplace_back(text, QRectF(x - half, row, 2 * half, metrics.height()));
    }
    // Of the gaps the first with room for the name: left of all, right of all, then from the right.
    const double wide = metrics.horizontalAdvance(xTitle_) + 2.0;
    constexpr double apart = 7.0;
    std::vector<std::pair<double, double>> gaps;
    const double end = std::max(plot_.right() + 2.0, width() - 2.0);
    if (texts.ticks.empty()) {
        gaps.emplace_back(plot_.left() - apart, plot_.right() + apart);
    } else {
        gaps.emplace_back(2.0 - apart, texts.ticks.front().second.left());
        gaps.emplace_back(texts.ticks.back().second.right(), end + apart);
        for (std::size_t i = texts.ticks.size(); i-- > 1;)
            gaps.emplace_back(texts.ticks[i - 1].second.right(), texts.ticks[i].second.left());
    }
    for (std::size_t i = 0; i < gaps.size() && texts.title.isEmpty(); ++i) {
        const auto [from, to] = gaps[i];
        if (to - from < wide + 2 * apart) continue;
        const double left = i < 2 ? to - apart - wide : (from + to - wide) / 2;
        texts.title = QRectF(left, row, wide, metrics.height());
    }
    return texts;
}

void LineChart::paintAbove(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    const double titleEnd = paintHeader(painter);
    if (empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    paintLegend(painter, titleEnd + 14.0);
    paintBookmarks(painter);
    int index = 0;
    for (const auto& series : series_) {
        if (!series->visible) continue;
        paintGlyphs(painter, *series, index++);
        paintMarks(painter, *series);
    }
    paintTags(painter);
    paintPins(painter);
    paintTicks(painter);
    paintCrossHair(painter);
    paintFocus(painter);
}

void LineChart::paintLegend(QPainter& painter, double from) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    std::vector<const Series*> entries;
    for (const auto& series : series_) {
        if (series->visible && !series->style.legend.isEmpty()) entries.push_back(series.get());
    }
    const double sample = 22.0;
    double x = from;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Series& series = *entries[i];
        const QString more = QStringLiteral("+%1").arg(entries.size() - i);
        const double rest = headerRight() - x;
        const bool last = i + 1 == entries.size();
        double room = rest - sample - (last ? 4.0 : metrics.horizontalAdvance(more) + 10.0);
        const double wanted = metrics.horizontalAdvance(series.style.legend);
        if (room < std::min(wanted, 40.0)) {
            painter.setPen(colors().muted);
            // The gap behind an entry may have taken of its room.
            const double wide = std::ceil(metrics.horizontalAdvance(more)) + 1.0;
            painter.drawText(QRectF(std::min(x, headerRight() - wide), 0, wide, headerHeight()),
                             Qt::AlignLeft | Qt::AlignVCenter, more);
            return;
        }
        room = std::min(room, wanted + 1.0);
        const double y = headerHeight() / 2.0;
        const QColor color = series.color(colors(), highlight_);
        painter.setPen(series.pen(colors(), highlight_));
        painter.drawLine(QPointF(x, y), QPointF(x + 18, y));
        if (series.style.glyphs) {
            paintMarker(painter, series.style.glyph, {x + 9, y}, kGlyphSize * colors().stroke, color,
                        colors().background);
        }
        painter.setPen(colors().text);
        painter.drawText(QRectF(x + sample, 0, room, headerHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(series.style.legend, Qt::ElideRight, room));
        x += sample + room + 12.0;
    }
    // Not on the line itself, where runs lie on it.
    if (!std::isfinite(reference_) || referenceLabel_.isEmpty()) return;
    const double room = metrics.horizontalAdvance(referenceLabel_) + 1.0;
    if (x + sample + room > headerRight()) return;
    painter.setPen(QPen(colors().zone, 1.0, Qt::DashLine));
    painter.drawLine(QPointF(x, headerHeight() / 2.0), QPointF(x + 18, headerHeight() / 2.0));
    painter.setPen(colors().muted);
    painter.drawText(QRectF(x + sample, 0, room, headerHeight()), Qt::AlignLeft | Qt::AlignVCenter, referenceLabel_);
}

void LineChart::paintGlyphs(QPainter& painter, const Series& series, int index) const {
    const QColor color = series.color(colors(), highlight_);
    const DrawableLine& line = series.drawn;
    painter.save();
    painter.setClipRect(plot_.adjusted(-8, -8, 8, 8));
    // Segments beyond QtCharts' share, and points alone between two gaps, which QtCharts would not draw.
    painter.setPen(QPen(color, (series.strong(highlight_) ? 2.0 : 1.2) * colors().stroke));
    for (std::size_t i = 0; i < line.segments.size(); ++i) {
        const auto& segment = line.segments[i];
        if (segment.size() == 1) {
            painter.setBrush(color);
            painter.drawEllipse(QPointF(pixelX(segment[0].x()), pixelY(segment[0].y())), 1.5, 1.5);
        } else if (i >= kSeriesPerLine) {
            QPolygonF pixels;
            pixels.reserve(segment.size());
            for (const QPointF& p : segment) pixels << QPointF(pixelX(p.x()), pixelY(p.y()));
            painter.setBrush(Qt::NoBrush);
            painter.drawPolyline(pixels);
        }
    }
    const double size = (series.strong(highlight_) ? kGlyphSize : kGlyphSize - 1.5) * colors().stroke;
    const auto glyphAt = [&](double x, double y) {
        paintMarker(painter, series.style.glyph, {pixelX(x), pixelY(y)}, size, color, colors().background);
    };
    const std::size_t points = drawnPoints(series.id);
    if (series.style.showPoints && static_cast<double>(points) * 1.6 * size <= plot_.width()) {
        for (const auto& segment : line.segments) {
            for (const QPointF& p : segment) glyphAt(p.x(), p.y());
        }
    } else if (series.style.glyphs) {
        // Each line's glyphs stand a little aside from the others', so that equal lines show both.
        const double shift = 0.5 + 0.23 * (index % 4);
        for (int i = 0; i < kGlyphsPerLine; ++i) {
            const double x = x_.min + (x_.max - x_.min) * std::fmod(i + shift, kGlyphsPerLine) / kGlyphsPerLine;
            const double y = yOnLine(line, x);
            if (!std::isnan(y)) glyphAt(x, y);
        }
    }
    painter.restore();
}

void LineChart::paintMarks(QPainter& painter, const Series& series) const {
    // In full colour even for a quiet line: this is what a reader must not miss.
    const QColor color = series.style.color;
    double before[3] = {-100.0, -100.0, -100.0};
    for (const EdgeMark& mark : series.drawn.marks) {
        const double x = pixelX(mark.x);
        double& last = before[static_cast<int>(mark.kind)];
        if (x - last < 4.0) continue;
        last = x;
        const bool top = mark.kind == EdgeKind::Top;
        const double y = top ? plot_.top() + 1.0 : plot_.bottom() - 1.0;
        const double wide = 5.0 * colors().stroke, h = (top ? 8.0 : -8.0) * colors().stroke;
        const bool hollow = mark.kind == EdgeKind::NotANumber;
        painter.setPen(QPen(hollow ? color : colors().background, hollow ? 1.4 : 1.0));
        painter.setBrush(hollow ? colors().background : color);
        painter.drawPolygon(QPolygonF{{x, y}, {x - wide, y + h}, {x + wide, y + h}});
    }
}

std::vector<const LineChart::Series*> LineChart::tagged() const {
    std::vector<const Series*> strong, quiet;
    for (auto series = series_.rbegin(); series != series_.rend(); ++series) {  // the newest first
        const Series& one = **series;
        if (one.visible && !one.style.tag.isEmpty() && !one.x.empty())
            (one.strong(highlight_) ? strong : quiet).push_back(&one);
    }
    strong.insert(strong.end(), quiet.begin(), quiet.end());
    strong.resize(std::min(strong.size(), kMostTags));
    return strong;
}

int LineChart::tagColumns() const {
    const auto count = static_cast<double>(tagged().size());
    const double rows = std::floor((plot_.height() + 2 * kTagsBeyond) / tagHeight(labelFont()));
    return std::clamp(static_cast<int>(std::ceil(count / std::max(1.0, rows))), 1, kTagColumns);
}

std::vector<std::pair<const LineChart::Series*, QRectF>> LineChart::placedTags() const {
    const QFontMetricsF metrics(labelFont());
    const double h = tagHeight(labelFont());
    std::vector<std::pair<const Series*, QRectF>> placed;
    for (const Series* series : tagged()) {
        if (series->drawn.segments.empty()) continue;
        const QPointF end = series->drawn.segments.back().back();
        placed.emplace_back(series, QRectF(pixelX(end.x()) + 6.0, pixelY(end.y()) - h / 2,
                                           metrics.horizontalAdvance(series->style.tag), h));
    }
    std::stable_sort(placed.begin(), placed.end(),
                     [](const auto& a, const auto& b) { return a.second.top() < b.second.top(); });
    // Where they do not fit below one another every second one stands further right.
    std::vector<QRectF> boxes;
    const int columns = tagColumns();
    for (std::size_t i = 0; i < placed.size(); ++i)
        boxes.push_back(placed[i].second.translated(static_cast<int>(i) % columns * tagWidth(labelFont()), 0));
    spreadTags(boxes, plot_.top() - kTagsBeyond, plot_.bottom() + kTagsBeyond);
    for (std::size_t i = 0; i < boxes.size(); ++i) placed[i].second = boxes[i];
    return placed;
}

void LineChart::paintTags(QPainter& painter) const {
    painter.setFont(labelFont());
    const auto tags = placedTags();
    for (const auto& [series, box] : tags) {
        const QPointF end = series->drawn.segments.back().back();
        const QPointF from(pixelX(end.x()) + 1.5, pixelY(end.y())), to(box.left() - 1.0, box.center().y());
        if (std::abs(to.y() - from.y()) <= box.height() / 2 && to.x() - from.x() < 8.0) continue;
        painter.setPen(QPen(colors().muted, 0.7));  // moved to make room: a thin line leads to it
        painter.drawLine(from, to);
    }
    for (const bool strong : {false, true}) {  // the one that is looked at lies on the others
        for (const auto& [series, box] : tags) {
            if (series->strong(highlight_) != strong) continue;
            if (tagColumns() > 1) painter.fillRect(box.adjusted(-1, 2, 1, -2), colors().background);
            painter.setPen(strong ? colors().text : colors().muted);
            painter.drawText(box, Qt::AlignCenter, series->style.tag);
        }
    }
}

int LineChart::footHeight() const {
    const auto rows = static_cast<int>(tagged().size());
    return rows == 0 ? 0 : rows * (QFontMetrics(labelFont()).height() + 2) + 6;
}

/// Which run a number at a line's end is: the window has that in a row of its own.
void LineChart::paintFoot(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const double row = QFontMetrics(labelFont()).height() + 2, from = 8.0 + 26.0, room = width() - from - 4.0;
    double top = 2.0;
    for (const Series* series : tagged()) {
        const double y = top + row / 2;
        painter.setPen(series->pen(colors(), highlight_));
        painter.drawLine(QPointF(8, y), QPointF(26, y));
        if (series->style.glyphs)
            paintMarker(painter, series->style.glyph, {17, y}, kGlyphSize * colors().stroke,
                        series->color(colors(), highlight_), colors().background);
        painter.setPen(colors().text);
        painter.drawText(
            QRectF(from, top, room, row), Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(series->style.tag + QStringLiteral("  ") + series->style.label, Qt::ElideRight, room));
        top += row;
    }
}

QRectF LineChart::tagArea(const QString& id) const {
    for (const auto& [series, box] : placedTags())
        if (series->id == id) return box;
    return {};
}

void LineChart::paintBookmarks(QPainter& painter) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    double lastLine = -10.0;
    const double bottom = plot_.top() - pinBand();
    std::vector<std::pair<double, double>> taken;
    // A label may reach up to the next line of its rank; one that finds no room is in the tooltip.
    for (const bool important : {true, false}) {
        for (std::size_t i = 0; i < bookmarks_.size(); ++i) {
            const Bookmark& bookmark = bookmarks_[i];
            if (bookmark.important != important || bookmark.x < x_.min || bookmark.x > x_.max) continue;
            const double x = std::round(pixelX(bookmark.x)) + 0.5;
            if (std::abs(x - lastLine) >= 1.0) {
                painter.setPen(QPen(colors().bookmark, (important ? 1.2 : 0.8) * colors().stroke));
                painter.drawLine(QPointF(x, bottom - 3), QPointF(x, plot_.bottom()));
                lastLine = x;
            }
            const double wanted = metrics.horizontalAdvance(bookmark.label) + 1.0;
            const double left = bookmark.ends ? x - 3.0 - wanted : std::min(x + 2.0, width() - 4.0 - wanted);
            double end = bookmark.ends ? x - 2.0 : width() - 4.0;
            const auto crosses = [left, end](const std::pair<double, double>& other) {
                return other.second > left - 3.0 && other.first < end;
            };
            if (bookmark.ends && (left < plot_.left() || std::any_of(taken.begin(), taken.end(), crosses))) continue;
            for (std::size_t next = i + 1; next < bookmarks_.size(); ++next) {
                if (bookmarks_[next].important || !important) {
                    end = std::min(end, pixelX(bookmarks_[next].x) - 3.0);
                    break;
                }
            }
            for (const auto& [from, to] : taken) {
                if (to > left) end = std::min(end, from - 3.0);
            }
            // Of an epoch's mark the number is what it says: whole or not at all.
            if (end - left < (important ? std::min(wanted, 34.0) : wanted)) continue;
            const QString text = metrics.elidedText(bookmark.label, Qt::ElideRight, end - left);
            painter.setPen(colors().muted);
            painter.drawText(QPointF(left, bottom - 2.0 - metrics.descent()), text);
            taken.emplace_back(left, left + metrics.horizontalAdvance(text));
        }
    }
}

void LineChart::paintPins(QPainter& painter) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    double lastStem = -10.0;
    std::size_t i = 0;
    while (i < pins_.size()) {
        if (pins_[i] < x_.min || pins_[i] > x_.max) {
            ++i;
            continue;
        }
        const double first = pixelX(pins_[i]);
        std::size_t count = 0;
        double last = first;
        for (; i < pins_.size() && pins_[i] <= x_.max && pixelX(pins_[i]) - first < kPinGap; ++i) {
            last = pixelX(pins_[i]);
            if (last - lastStem >= 1.0) {
                painter.setPen(QPen(colors().text, 1.0));
                painter.drawLine(QPointF(last, plot_.top() - 4.0), QPointF(last, plot_.top() + 4.0));
                lastStem = last;
            }
            ++count;
        }
        const double x = 0.5 * (first + last);
        const double middle = plot_.top() - 8.0;
        const QString number = QString::number(count);
        const double half = metrics.horizontalAdvance(number) / 2 + 3.0;
        if (count > 1 && half <= kPinGap / 2 + 3.0) {
            const QRectF head(x - std::max(half, 6.0), middle - 6.0, 2 * std::max(half, 6.0), 12.0);
            painter.setPen(QPen(colors().text, 1.0));
            painter.setBrush(colors().background);
            painter.drawRoundedRect(head, 5, 5);
            painter.drawText(head.adjusted(0, -2, 0, 2), Qt::AlignCenter, number);
        } else {
            const QRectF head(x - 5.0, middle - 5.0, 10.0, 10.0);
            painter.setPen(QPen(colors().background, 1.0));
            painter.setBrush(colors().text);
            painter.drawEllipse(head);
            painter.setPen(QPen(colors().background, 1.4));
            painter.drawLine(head.topLeft() + QPointF(3.2, 3.2), head.bottomRight() - QPointF(3.2, 3.2));
            painter.drawLine(head.topRight() + QPointF(-3.2, 3.2), head.bottomLeft() - QPointF(-3.2, 3.2));
        }
    }
}

void LineChart::paintTicks(QPainter& painter) const {
    double last = -10.0;
    painter.setPen(QPen(colors().background, 1.0));
    painter.setBrush(colors().text);
    for (const double tick : ticks_) {
        if (tick < x_.min || tick > x_.max) continue;
        const double x = pixelX(tick);
        if (x - last < 3.0) continue;
        last = x;
        const double y = plot_.bottom();
        const double half = 4.5 * colors().stroke, high = 8.0 * colors().stroke;
        painter.drawPolygon(QPolygonF{{x, y - 1.0 - high}, {x - half, y - 1.0}, {x + half, y - 1.0}});
    }
}

void LineChart::paintCrossHair(QPainter& painter) const {
    if (!std::isfinite(crossHair_) || crossHair_ < x_.min || crossHair_ > x_.max) return;
    const double x = std::round(pixelX(crossHair_)) + 0.5;
    painter.setPen(QPen(colors().muted, 1.0, Qt::DotLine));
    painter.drawLine(QPointF(x, plot_.top()), QPointF(x, plot_.bottom()));
    for (const AtCrossHair& at : atCrossHair()) {
        const double y = pixelY(std::clamp(axisValue(at.series->y[at.index], log2_), y_.min, y_.max));
        if (!std::isfinite(y)) continue;
        painter.setPen(QPen(at.series->color(colors(), highlight_), 1.5));
        painter.setBrush(colors().background);
        painter.drawEllipse(QPointF(pixelX(at.series->x[at.index]), y), 3.0, 3.0);
    }
}

std::vector<LineChart::AtCrossHair> LineChart::atCrossHair() const {
    std::vector<AtCrossHair> found;
    if (!std::isfinite(crossHair_) || crossHair_ < x_.min || crossHair_ > x_.max) return found;
    const double tolerance = std::max(6.0 / plot_.width() * (x_.max - x_.min), 1.0);
    for (const bool strong : {true, false}) {
        for (const auto& series : series_) {
            if (!series->visible || series->x.empty() || series->strong(highlight_) != strong) continue;
            const std::size_t i = nearestIndex(series->x, crossHair_);
            if (series->style.showPoints || std::abs(series->x[i] - crossHair_) <= tolerance)
                found.push_back({series.get(), i});
        }
    }
    return found;
}

void LineChart::showReadout() {
    const std::vector<AtCrossHair> found = hovered_ ? atCrossHair() : std::vector<AtCrossHair>();
    if (found.empty()) {
        if (readout_) readout_->hide();
        return;
    }
    double step = crossHair_;
    for (const AtCrossHair& at : found)
        if (at.series->strong(highlight_) && !at.series->style.showPoints) step = at.series->x[at.index];
    std::vector<ReadoutLine> lines;
    for (const AtCrossHair& at : found) {
        const SeriesStyle& style = at.series->style;
        QString text = (style.brief.isEmpty() ? style.label : style.brief) + QStringLiteral("  ") +
                       valueText(at.series->y[at.index]);
        if (at.series->x[at.index] != step)
            text += QStringLiteral(" (%1 %2)").arg(xTitle_, xText(at.series->x[at.index]));
        lines.push_back({text, at.series->color(colors(), highlight_), style.glyph});
    }
    if (!readout_) readout_ = new ChartReadout(this);
    readout_->read(QStringLiteral("%1 %2").arg(xTitle_, xText(std::round(step))), lines, pixelX(crossHair_));
}

}  // namespace mantissa::ui
