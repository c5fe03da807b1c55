// SPDX-License-Identifier: GPL-3.0-or-later
// The window onto the picture of a network: it scrolls, is dragged with the mouse, and magnifies with Ctrl and the
// wheel. Formats are dropped onto boxes here. What a click means is the diagram's to say (network_diagram.h).
#pragma once

#include <QGraphicsView>

namespace mantissa::ui {

/// What is dragged: the name of a format as plain text of this type.
inline constexpr const char* kFormatMime = "application/x-mantissa-format";

class DiagramView : public QGraphicsView {
    Q_OBJECT

  public:
    static constexpr double kSmallestZoom = 0.12;
    static constexpr double kLargestZoom = 3.0;

    explicit DiagramView(QWidget* parent);

    double zoom() const { return transform().m11(); }
    void setZoom(double zoom);
    /// Formats may be dropped onto boxes that have a layer.
    void setTakesFormats(bool takes) { setAcceptDrops(takes); }

  signals:
    void pressed(QGraphicsItem* item, QPointF scene);
    void doubleClicked(QGraphicsItem* item);
    void hovered(QGraphicsItem* item);
    void dropped(QGraphicsItem* item, const QString& format);
    void zoomed();

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
};

}  // namespace mantissa::ui
