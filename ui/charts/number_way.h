// SPDX-License-Identifier: GPL-3.0-or-later
// A way from stage to stage, downwards: name, value and a comment each, an arrow between, the place where it ended
// hatched and named. As high as its text, so that the page around it scrolls.
#pragma once

#include <QStringList>
#include <QVariant>
#include <vector>

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

struct WayStage {
    QString name;
    QString value;
    QString comment;
    QString verdict;        ///< what happened to it here; empty where it only passed
    bool died = false;      ///< its way ended here: hatched
    QList<QVariant> cells;  ///< of the table
    bool operator==(const WayStage&) const = default;
};

struct WayData {
    std::vector<WayStage> stages;
    QString rest;              ///< the stages that it did not reach, in a line; may be empty
    QStringList tableColumns;  ///< heads of the table of the data
    bool operator==(const WayData&) const = default;
};

class NumberWay : public ChartWidget {
    Q_OBJECT

  public:
    explicit NumberWay(const QString& title, QWidget* parent = nullptr);

    /// No stages: the empty text.
    void setWay(const WayData& way);
    const WayData& way() const { return way_; }
    void setEmptyText(const QString& text);
    /// The stage reached by the arrow keys; -1: none.
    int selected() const { return selected_; }

    ChartTable* makeTable() const override;
    int partCount() const override;
    QString partText(int part) const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {lines(26, 1).width(), heightForWidth(lines(26, 1).width())}; }
    QSize minimumSizeHint() const override { return lines(18, 8); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void clearHover() override;

  private:
    struct Place {
        double top = 0.0;
        double line = 0.0;     ///< height of the first line
        double comment = 0.0;  ///< height of the comment
        double bottom = 0.0;
    };
    std::vector<Place> placesFor(double width) const;
    void select(int stage);
    void paintStage(QPainter& painter, std::size_t index, const Place& place, bool last) const;

    WayData way_;
    QString emptyText_;
    int selected_ = -1;
};

}  // namespace mantissa::ui
