// SPDX-License-Identifier: GPL-3.0-or-later
// What a class predicted against what came out, one dot a student. Numbers: the outcome to the right, the prediction
// upward, and the line on which a prediction is right; dots that would cover each other stand side by side. Choices: a
// pile of dots over each choice, the right one named.
#pragma once

#include <QPolygonF>
#include <QRectF>
#include <QStringList>
#include <vector>

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

/// One student. Texts are plain, never markup.
struct ClassDot {
    QString name;
    double outcome = 0.0;    ///< numbers: measured; choices: unused
    double predicted = 0.0;  ///< numbers: guessed; choices: index of the choice
    bool operator==(const ClassDot&) const = default;
};

class ClassDots : public ChartWidget {
    Q_OBJECT

  public:
    explicit ClassDots(const QString& title, QWidget* parent = nullptr);

    /// `unit` stands behind values ("%"); values must be finite. Far outliers are drawn as triangles at the edge.
    void setNumbers(std::vector<ClassDot> dots, const QString& unit);
    /// `right`: index of the right choice, -1 where it is not known.
    void setChoices(std::vector<ClassDot> dots, const QStringList& choices, int right);
    void clear(const QString& why);

    const std::vector<ClassDot>& dots() const { return dots_; }
    /// Where dot `index` is drawn, in the widget's coordinates.
    QPointF placeOf(std::size_t index) const;
    /// Whether it lies beyond the axes and is drawn as a triangle at the edge.
    bool atEdge(std::size_t index) const;
    QRectF plotArea() const { return plot(); }
    /// Ends of the axes of numbers.
    double axisMin() const { return min_; }
    double axisMax() const { return max_; }
    /// The dot under the mouse or reached by the arrow keys, in words; empty: none.
    QString selectedText() const;

    ChartTable* makeTable() const override;
    QSize minimumSizeHint() const override { return lines(18, 11); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void clearHover() override;
    void themeChanged() override { place(); }

  private:
    QRectF plot() const;
    double dotSize() const { return choices_.isEmpty() ? plainDot() : pileDot_; }
    double plainDot() const;
    double pixelX(double value) const;
    double pixelY(double value) const;
    void findRange();
    void place();
    void placePiles();
    std::size_t pileOf(const ClassDot& dot) const;
    void paintNumbers(QPainter& painter) const;
    void paintChoices(QPainter& painter) const;
    void paintSelected(QPainter& painter) const;
    QString dotText(std::size_t index) const;
    QString valueText(double value) const;
    void describeAll();

    std::vector<ClassDot> dots_;
    std::vector<QPointF> places_;
    QStringList choices_;  // empty: numbers
    int right_ = -1;
    QString unit_;
    QString emptyText_;
    double min_ = 0.0;
    double max_ = 1.0;
    int selected_ = -1;
    double pileDot_ = 7.0;  // in piles: as large as the highest has room
};

}  // namespace mantissa::ui
