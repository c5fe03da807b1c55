// SPDX-License-Identifier: GPL-3.0-or-later
// Where the boxes and lines of a network's picture lie: a column in the order in which operations run, branches beside
// it, and connections that skip boxes in lanes to the right. Pure functions of sizes.
#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <vector>

namespace mantissa::ui {

/// In pixels.
struct LayoutMeasures {
    double boxWidth = 200;
    double boxHeight = 70;
    double gap = 24;        ///< between two rows
    double markHeight = 0;  ///< more where a line between them is marked
    double markWidth = 0;   ///< room beside a box for the mark of a skipping line
    double bandTitle = 20;  ///< above the first row of a band
    double bandEnd = 8;     ///< below its last
    double lane = 14;       ///< between two lines that run beside each other
    double columnGap = 40;
};

struct LayoutEdge {
    int from = 0;
    int to = 0;
    bool marked = false;
};

/// Boxes first to last, which have rows of their own.
struct LayoutBand {
    int first = 0;
    int last = 0;
    int depth = 0;
};

struct PlacedEdge {
    QPolygonF line;    ///< from the bottom or the side of the first box to the top or the side of the second
    QPointF markTo;    ///< middle of a mark at its end,
    QPointF markFrom;  ///< and at its beginning
};

struct NetworkLayout {
    std::vector<QRectF> boxes;
    std::vector<int> rows;  ///< of each box, 0 at the top
    std::vector<PlacedEdge> edges;
    std::vector<QRectF> bands;
    QRectF area;  ///< holds everything
};

/// `boxes` boxes in topological order: an edge leads from a lower index to a higher one.
NetworkLayout layOut(int boxes, const std::vector<LayoutEdge>& edges, const std::vector<LayoutBand>& bands,
                     const LayoutMeasures& measures);

}  // namespace mantissa::ui
