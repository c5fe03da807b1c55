// SPDX-License-Identifier: GPL-3.0-or-later
// A row of widgets that goes on in the next line where it is too long: with text of 200 % a row that fits one line at
// normal size must not make the page, or the window, wider than the screen.
#pragma once

#include <QLayout>
#include <QList>
#include <QRect>
#include <vector>

namespace mantissa::ui {

class WrapLayout : public QLayout {
  public:
    /// Pixels between two widgets, beside and below each other. `columns`: all widgets as wide as the widest, so that
    /// lines stand in columns.
    WrapLayout(int across, int down, bool columns = false) : across_(across), down_(down), columns_(columns) {
        setContentsMargins(0, 0, 0, 0);
    }
    ~WrapLayout() override;

    /// What a line has left goes here, and to widgets whose size policy expands.
    void addGap();

    void addItem(QLayoutItem* item) override { items_.append(item); }
    QLayoutItem* itemAt(int index) const override { return items_.value(index); }
    QLayoutItem* takeAt(int index) override;
    int count() const override { return static_cast<int>(items_.size()); }
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize minimumSize() const override;
    /// All in one line.
    QSize sizeHint() const override;
    void setGeometry(const QRect& place) override;

  private:
    struct Line {
        QList<QLayoutItem*> items;
        int width = 0, height = 0;  ///< of its widgets and the space between them
    };
    std::vector<Line> lines(int width) const;
    QSize wanted(const QLayoutItem& item) const;

    QList<QLayoutItem*> items_;
    int across_, down_;
    bool columns_;
};

}  // namespace mantissa::ui
