// SPDX-License-Identifier: GPL-3.0-or-later
// A chart of engine/report as a drawing. QtSvg paints its shapes; its labels are painted as text, since QtSvg would
// make outlines of them: a PDF fifty times as large in which nothing can be searched.
#pragma once

#include <QColor>
#include <QSizeF>
#include <QString>
#include <QSvgRenderer>
#include <QTransform>
#include <vector>

class QPainter;

namespace mantissa::ui {

class ReportDrawing {
  public:
    /// `svg`: one <svg> element as engine/report writes it. What is none paints nothing.
    explicit ReportDrawing(const QString& svg);

    /// As declared, in units of 1/96 inch.
    QSizeF size() const { return shapes_.defaultSize(); }
    void paint(QPainter& painter, const QRectF& place);

  private:
    struct Label {
        QString text;
        QPointF at;
        QTransform turn;
        QString anchor;  ///< "", "middle" or "end"
        qreal size = 12;
        bool bold = false;
        QColor color;
    };

    QSvgRenderer shapes_;
    QString family_;
    std::vector<Label> labels_;
};

/// The drawing with its caption (markup) in it, so that no page's end comes between the two: no wider than the drawing,
/// in smaller letters or cut in its middle where it is long.
QString captioned(QString svg, const QString& caption);

}  // namespace mantissa::ui
