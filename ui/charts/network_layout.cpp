// SPDX-License-Identifier: GPL-3.0-or-later
// See network_layout.h.
#include "ui/charts/network_layout.h"

#include <algorithm>
#include <cmath>

namespace mantissa::ui {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// How a line leaves a box or enters one.
enum class Port { vertical, side, gap };

struct Route {
    Port out = Port::vertical, in = Port::vertical;
    bool lane = false;
    double x = 0;  // of its vertical part
};

class Drawing {
  public:
    Drawing(int boxes, const std::vector<LayoutEdge>& edges, const std::vector<LayoutBand>& bands,
            const LayoutMeasures& measures)
        : count_(boxes), edges_(edges), bands_(bands), m_(measures) {}

    NetworkLayout make() {
        if (count_ == 0) return {};
        placeRows();
        placeColumns();
        placeBoxes();
        chooseRoutes();
        placeLanes();
        drawLines();
        drawBands();
        return std::move(made_);
    }

  private:
    void placeRows() {
        std::vector<int>& rows = made_.rows;
        rows.assign(at(count_), 0);
        int floor = 0, lowest = -1;
        for (int i = 0; i < count_; ++i) {
            const bool border = std::any_of(bands_.begin(), bands_.end(), [i](const LayoutBand& band) {
                return band.first == i || band.last + 1 == i;
            });
            if (border) floor = lowest + 1;  // so that bands do not lie on each other
            int row = floor;
            for (const LayoutEdge& edge : edges_)
                if (edge.to == i) row = std::max(row, rows[at(edge.from)] + 1);
            rows[at(i)] = row;
            lowest = std::max(lowest, row);
        }
        rowCount_ = lowest + 1;
    }

    /// The longest way to the end keeps the first column.
    void placeColumns() {
        std::vector<int> way(at(count_), 0);
        for (int i = count_ - 1; i >= 0; --i)
            for (const LayoutEdge& edge : edges_)
                if (edge.from == i) way[at(i)] = std::max(way[at(i)], way[at(edge.to)] + 1);
        inRow_.assign(at(rowCount_), {});
        for (int i = 0; i < count_; ++i) inRow_[at(made_.rows[at(i)])].push_back(i);
        column_.assign(at(count_), 0);
        for (std::vector<int>& row : inRow_) {
            // Who goes on in a later row than the next has the shorter way left: its branch is beside the column.
            std::stable_sort(row.begin(), row.end(), [&way](int a, int b) { return way[at(a)] > way[at(b)]; });
            for (std::size_t k = 0; k < row.size(); ++k) column_[at(row[k])] = static_cast<int>(k);
        }
    }

    void placeBoxes() {
        std::vector<double> before(at(rowCount_) + 1, m_.gap);
        before[0] = 0;
        for (const LayoutBand& band : bands_) {
            before[at(made_.rows[at(band.first)])] += m_.bandTitle;
            before[at(made_.rows[at(band.last)]) + 1] += m_.bandEnd;
        }
        // A mark stands right above the reader or right below the producer: both in the same gap, or in two.
        std::vector<bool> marked(at(rowCount_) + 1, false);
        for (const LayoutEdge& edge : edges_) {
            if (!edge.marked) continue;
            marked[at(made_.rows[at(edge.to)])] = true;
            marked[at(made_.rows[at(edge.from)]) + 1] = true;
        }
        double y = 0;
        for (int row = 0; row < rowCount_; ++row) {
            y += before[at(row)] + (marked[at(row)] ? m_.markHeight : 0);
            top_.push_back(y);
            y += m_.boxHeight;
        }
        bottom_ = y + before[at(rowCount_)];
        for (int i = 0; i < count_; ++i)
            made_.boxes.emplace_back(column_[at(i)] * (m_.boxWidth + m_.columnGap), top_[at(made_.rows[at(i)])],
                                     m_.boxWidth, m_.boxHeight);
    }

    /// Whether a box of `column` stands in a row after `first` and before `last`.
    bool occupied(int column, int first, int last) const {
        for (int row = first + 1; row < last; ++row)
            for (const int box : inRow_[at(row)])
                if (column_[at(box)] == column) return true;
        return false;
    }
    int rightmost(int row) const { return static_cast<int>(inRow_[at(row)].size()) - 1; }

    void chooseRoutes() {
        routes_.resize(edges_.size());
        for (std::size_t e = 0; e < edges_.size(); ++e) {
            const LayoutEdge& edge = edges_[e];
            const int from = column_[at(edge.from)], to = column_[at(edge.to)];
            const int first = made_.rows[at(edge.from)], last = made_.rows[at(edge.to)];
            Route& route = routes_[e];
            const bool twin = std::any_of(edges_.begin(), edges_.begin() + static_cast<std::ptrdiff_t>(e),
                                          [&](const LayoutEdge& o) { return o.from == edge.from && o.to == edge.to; });
            if (from == to && !twin && !occupied(from, first, last)) {
                route.x = made_.boxes[at(edge.from)].center().x();
            } else if (to > from && to - from == 1 && !occupied(to, first, last) && rightmost(first) == from) {
                route.out = Port::side;
                route.x = made_.boxes[at(edge.to)].center().x();
            } else if (from > to && from - to == 1 && !occupied(from, first, last + 1)) {
                route.in = Port::side;
                route.x = made_.boxes[at(edge.from)].center().x();
            } else {
                route.lane = true;
                route.out = rightmost(first) == from ? Port::side : Port::gap;
                route.in = rightmost(last) == to ? Port::side : Port::gap;
            }
        }
    }

    /// Short lines are nearer to the column than those that skip more, which so enclose them.
    void placeLanes() {
        std::vector<std::size_t> order;
        for (std::size_t e = 0; e < edges_.size(); ++e)
            if (routes_[e].lane) order.push_back(e);
        const auto span = [this](std::size_t e) {
            return std::pair(made_.rows[at(edges_[e].from)], made_.rows[at(edges_[e].to)]);
        };
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return span(a).second - span(a).first < span(b).second - span(b).first;
        });
        std::vector<std::size_t> placed;
        for (const std::size_t e : order) {
            const auto [first, last] = span(e);
            int columns = 0;
            for (int row = first; row <= last; ++row) columns = std::max(columns, rightmost(row));
            double x = columns * (m_.boxWidth + m_.columnGap) + m_.boxWidth + m_.markWidth + m_.lane;
            for (bool moved = true; moved;) {
                moved = false;
                for (const std::size_t other : placed) {
                    const auto [otherFirst, otherLast] = span(other);
                    if (otherFirst > last || otherLast < first || std::abs(routes_[other].x - x) >= m_.lane) continue;
                    x = routes_[other].x + m_.lane;
                    moved = true;
                }
            }
            routes_[e].x = x;
            placed.push_back(e);
        }
    }

    /// The height of a line at the right side of a box: of those that come in the outermost is the lowest, of those
    /// that go out the highest, so that they do not cross.
    double sideOf(std::size_t e, bool in) const {
        const int box = in ? edges_[e].to : edges_[e].from;
        int count = 0, inner = 0;
        for (std::size_t o = 0; o < edges_.size(); ++o) {
            if ((in ? edges_[o].to : edges_[o].from) != box || (in ? routes_[o].in : routes_[o].out) != Port::side)
                continue;
            ++count;
            inner += routes_[o].x < routes_[e].x || (routes_[o].x == routes_[e].x && o < e) ? 1 : 0;
        }
        const QRectF& rect = made_.boxes[at(box)];
        const double place = (in ? inner + 1 : count - inner) / (count + 1.0);
        return rect.top() + rect.height() * (in ? 0.10 + 0.38 * place : 0.52 + 0.38 * place);
    }

    void drawLines() {
        for (std::size_t e = 0; e < edges_.size(); ++e) {
            const Route& route = routes_[e];
            const QRectF& from = made_.boxes[at(edges_[e].from)];
            const QRectF& to = made_.boxes[at(edges_[e].to)];
            PlacedEdge made;
            const double beside = m_.markWidth / 2 + 8.0, along = m_.markHeight / 2 + 4.0;
            switch (route.out) {
                case Port::vertical:
                    made.line << QPointF(route.x, from.bottom());
                    made.markFrom = {route.x, from.bottom() + along};
                    break;
                case Port::side:
                    made.line << QPointF(from.right(), sideOf(e, false)) << QPointF(route.x, sideOf(e, false));
                    made.markFrom = {from.right() + beside, sideOf(e, false)};
                    break;
                case Port::gap:
                    made.line << QPointF(from.right() - 16, from.bottom())
                              << QPointF(from.right() - 16, from.bottom() + 7) << QPointF(route.x, from.bottom() + 7);
                    made.markFrom = {from.right() - 16, from.bottom() + along};
                    break;
            }
            switch (route.in) {
                case Port::vertical:
                    made.line << QPointF(route.x, to.top());
                    made.markTo = {route.x, to.top() - along - 4.0};
                    break;
                case Port::side:
                    made.line << QPointF(route.x, sideOf(e, true)) << QPointF(to.right(), sideOf(e, true));
                    made.markTo = {to.right() + beside + 4.0, sideOf(e, true)};
                    break;
                case Port::gap:
                    made.line << QPointF(route.x, to.top() - 9) << QPointF(to.right() - 16, to.top() - 9)
                              << QPointF(to.right() - 16, to.top());
                    made.markTo = {to.right() - 16, to.top() - along - 4.0};
                    break;
            }
            made_.area |= made.line.boundingRect();
            made_.edges.push_back(std::move(made));
        }
        for (const QRectF& box : made_.boxes) made_.area |= box;
    }

    /// From the left edge to the right one, outer ones a little wider.
    void drawBands() {
        int deepest = -1;
        for (const LayoutBand& band : bands_) deepest = std::max(deepest, band.depth);
        const QRectF inside = made_.area;
        for (const LayoutBand& band : bands_) {
            const double pad = 8.0 + 8.0 * (deepest - band.depth);
            // Titles of the bands that begin in the same row stand below each other, and bands that end there, too.
            int within = 0, ending = 0;
            for (const LayoutBand& other : bands_) {
                if (other.depth <= band.depth) continue;
                within += made_.rows[at(other.first)] == made_.rows[at(band.first)] ? 1 : 0;
                ending += made_.rows[at(other.last)] == made_.rows[at(band.last)] ? 1 : 0;
            }
            const double top = top_[at(made_.rows[at(band.first)])] - m_.bandTitle * (1 + within) - 2.0;
            const double bottom = top_[at(made_.rows[at(band.last)])] + m_.boxHeight + m_.bandEnd * (1 + ending);
            made_.bands.emplace_back(QPointF(inside.left() - pad, top), QPointF(inside.right() + pad, bottom));
        }
        for (const QRectF& band : made_.bands) made_.area |= band;
        made_.area.setBottom(std::max(made_.area.bottom(), bottom_));
    }

    int count_;
    const std::vector<LayoutEdge>& edges_;
    const std::vector<LayoutBand>& bands_;
    const LayoutMeasures& m_;
    NetworkLayout made_;
    int rowCount_ = 0;
    std::vector<std::vector<int>> inRow_;
    std::vector<int> column_;
    std::vector<double> top_;
    double bottom_ = 0;
    std::vector<Route> routes_;
};

}  // namespace

NetworkLayout layOut(int boxes, const std::vector<LayoutEdge>& edges, const std::vector<LayoutBand>& bands,
                     const LayoutMeasures& measures) {
    return Drawing(boxes, edges, bands, measures).make();
}

}  // namespace mantissa::ui
