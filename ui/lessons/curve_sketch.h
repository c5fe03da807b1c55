// SPDX-License-Identifier: GPL-3.0-or-later
// An empty chart to draw a curve into, with the mouse or point by point; later the measured curve is laid over it.
#pragma once

#include <QPointF>
#include <QString>
#include <QVector>
#include <QWidget>

namespace mantissa::ui {

/// What the axes are and how far they go.
struct SketchAxes {
    QString x, y;
    double xLow = 0, xHigh = 1, low = 0, high = 1;
};

class CurveSketch : public QWidget {
    Q_OBJECT

  public:
    static constexpr int usual_lines = 11;
    /// As high as so many lines of text.
    explicit CurveSketch(int lines = usual_lines, QWidget* parent = nullptr);

    void setAxes(const SketchAxes& axes);
    const SketchAxes& axes() const { return axes_; }
    /// The drawn curve, ascending in x; empty: nothing is drawn.
    void setDrawn(const QVector<QPointF>& points);
    const QVector<QPointF>& drawn() const { return drawn_; }
    void setMeasured(const QVector<QPointF>& points);
    const QVector<QPointF>& measured() const { return measured_; }
    /// Whether it can be drawn into.
    void setLocked(bool locked);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    /// A person has drawn; while they draw, too.
    void edited();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

  private:
    QRectF plot() const;
    QPointF toPixel(const QPointF& value) const;
    QPointF toValue(const QPointF& pixel) const;
    void stroke(const QPointF& from, const QPointF& to);
    void paintAxes(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    void paintCurve(QPainter& painter, const QVector<QPointF>& points, bool measured) const;

    SketchAxes axes_;
    QVector<QPointF> drawn_, measured_;
    QPointF last_;  // of the stroke under way
    bool locked_ = false;
    int lines_;
};

}  // namespace mantissa::ui
