// SPDX-License-Identifier: GPL-3.0-or-later
// The formats with their colours and markers: what the lines of a picture mean, and chips that can be dragged onto what
// takes a format.
#pragma once

#include <QStringList>
#include <QWidget>

namespace mantissa::ui {

class FormatChips : public QWidget {
    Q_OBJECT

  public:
    explicit FormatChips(const QStringList& formats, QWidget* parent = nullptr);

    /// Whether they can be dragged; else they are a legend.
    void setDraggable(bool draggable);
    /// Where the chip of a format is, in this widget.
    QRectF chipArea(const QString& format) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    double chipWidth(const QString& format) const;
    void paintChip(QPainter& painter, const QString& format, const QRectF& area) const;

    QStringList formats_;
    bool draggable_ = false;
    QPoint pressed_;
    QString taken_;
};

}  // namespace mantissa::ui
