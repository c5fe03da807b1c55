// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a network: operations as boxes, tensors as lines in the colour of their format, a mark wherever one is
// cast, blocks that unfold. Ctrl and the wheel, or + and -, magnify, 0 fits the whole into the window; the arrow keys
// choose a box, Return unfolds a block or opens what is chosen. It draws what it is given.
#pragma once

#include <QList>
#include <functional>
#include <vector>

#include "ui/charts/chart_widget.h"
#include "ui/charts/network_items.h"

class QGraphicsScene;

namespace mantissa::ui {

class DiagramView;

/// Boxes first to last of a block that is unfolded.
struct DiagramBand {
    QString path;
    QString title;
    int first = 0;
    int last = 0;
    int depth = 0;
    bool operator==(const DiagramBand&) const = default;
};

struct DiagramData {
    std::vector<DiagramBox> boxes;
    std::vector<DiagramEdge> edges;
    std::vector<DiagramBand> bands;
    bool backward = false;  ///< lines are gradients, which run the other way
    bool operator==(const DiagramData&) const = default;
};

class NetworkDiagram : public ChartWidget {
    Q_OBJECT

  public:
    explicit NetworkDiagram(const QString& title, QWidget* parent = nullptr);
    ~NetworkDiagram() override;

    void setDiagram(const DiagramData& shown);
    const DiagramData& diagram() const { return data_; }
    void setEmptyText(const QString& text);
    /// What the menu offers for the box that is chosen, above what every chart offers.
    void setBoxMenu(std::function<void(QMenu&)> extend) { boxMenu_ = std::move(extend); }
    /// Formats may be dropped onto boxes that have a layer.
    void setTakesFormats(bool takes);

    /// The id of the box that is chosen; empty where there is none.
    const QString& chosen() const { return chosen_; }
    const DiagramBox* chosenBox() const;
    /// Chooses a box and scrolls to it.
    void choose(const QString& id);

    /// Everything fits into the window, until a person magnifies.
    void fit();
    void magnify(double factor);
    bool fitted() const { return fitted_; }
    DiagramView& view() { return *view_; }
    const NetworkLayout& layout() const { return layout_; }
    /// Where a box is painted, in the view; empty if there is none.
    QRectF boxArea(const QString& id) const;
    /// The line of a tensor to the box `to`, and its mark; null where there is none.
    const EdgeItem* edge(const QString& tensor, const QString& to) const;

    ChartTable* makeTable() const override;
    int partCount() const override;
    QString partText(int part) const override;
    QSize sizeHint() const override { return lines(24, 26); }
    QSize minimumSizeHint() const override { return lines(15, 13); }

  signals:
    /// Another box is chosen.
    void chosenChanged();
    /// Return, or a double click, on a box, which is chosen.
    void activated();
    /// A block is to be folded or unfolded.
    void toggled(const QString& path);
    /// A format was dropped onto a box.
    void formatDropped(const QString& layer, const QString& format);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void extendMenu(QMenu& menu) override;
    void themeChanged() override;

  private:
    void measure();
    void build();
    bool sameShape(const DiagramData& shown) const;
    int indexOf(const QString& id) const;
    void mark();
    void tell();
    void step(int rows, int columns);
    void pressedAt(QGraphicsItem* item, QPointF scene);

    DiagramData data_;
    DiagramStyle style_;
    NetworkLayout layout_;
    QString emptyText_;
    QString chosen_;
    bool fitted_ = false;
    std::function<void(QMenu&)> boxMenu_;
    QGraphicsScene* scene_;
    DiagramView* view_;
    std::vector<BoxItem*> boxes_;
    std::vector<EdgeItem*> edges_;
};

}  // namespace mantissa::ui
