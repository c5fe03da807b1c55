// SPDX-License-Identifier: GPL-3.0-or-later
// What all charts share: a title, a menu (copy or save the picture, copy the data, show the table) behind the right
// mouse button, the menu key and a small button, the frame of the keyboard's focus, and the theme. A chart repaints its
// data only when its owner says so; the owner has the timers.
#pragma once

#include <QPixmap>
#include <QWidget>

#include "ui/charts/chart_table.h"
#include "ui/charts/palette.h"

class QMenu;
class QToolButton;

namespace mantissa::ui {

class ChartWidget : public QWidget {
    Q_OBJECT

  public:
    /// `title` with its unit ("Accuracy (%)"): plain text, also the accessible name.
    explicit ChartWidget(const QString& title, QWidget* parent = nullptr);

    const QString& title() const { return title_; }
    void setTitle(const QString& title);

    /// A snapshot of everything the chart knows, undecimated, for the caller to own.
    virtual ChartTable* makeTable() const = 0;

    /// How many rows, bars, lines or cells a screen reader finds below the chart; 0: the description says all.
    virtual int partCount() const { return 0; }
    /// One of them in words, as a tooltip says it.
    virtual QString partText(int /*part*/) const { return {}; }
    /// The part at a place in this widget; -1: none, or it is not known.
    virtual int partAt(QPointF /*position*/) const { return -1; }

    void copyPicture();
    void copyData();
    /// Asks for a file name and saves the picture: PNG or SVG.
    void savePicture();
    /// Saves to `path`, SVG if it ends in ".svg". False (and nothing written) if it could not.
    bool savePictureTo(const QString& path);
    /// What it is proposed to be called: "loss-of-the-batch.png".
    QString pictureName() const;
    /// `path` with the ending of the kind that is chosen in the dialog, where it has none of a kind that can be
    /// written.
    static QString pictureFile(const QString& path, const QString& filter);
    void openTable();

    /// Sizes follow the font: below the minimum labels would be clipped, so let it scroll.
    QSize sizeHint() const override { return lines(24, 11); }
    QSize minimumSizeHint() const override { return lines(18, 7); }

  protected:
    const ChartPalette& colors() const { return palette_; }
    /// A size in line heights of the font.
    QSize lines(int wide, int high) const;
    /// Font of labels in a chart: a little smaller than the window's.
    QFont labelFont() const;
    /// Height of the title's row, in pixels; the menu button sits at its right end.
    int headerHeight() const;
    /// Right end of what may be painted in the title's row.
    int headerRight() const;
    /// Where the title ends, painted or not.
    double titleEnd() const;
    /// Paints the title, and sets the painter up for hatching; returns the x where the title ends. Call first.
    double paintHeader(QPainter& painter) const;
    /// Says below the title why there is nothing to see, and paints the frame.
    void paintEmpty(QPainter& painter, const QString& text) const;
    /// Paints the frame if the chart has the keyboard. Call last.
    void paintFocus(QPainter& painter) const;
    /// A short description of the latest values, for screen readers.
    void describe(const QString& text);

    /// More entries for the menu.
    virtual void extendMenu(QMenu& /*menu*/) {}
    /// Called after the palette or the font changed.
    virtual void themeChanged() {}
    /// Called before a picture is taken, to take off what follows the mouse.
    virtual void clearHover() {}
    /// Paints again what is there (update() does where the chart is painted by the widget itself).
    virtual void repaintPicture() { update(); }
    /// What a picture has below the chart, since it leaves the window that says it: so high, in pixels; 0: nothing.
    virtual int footHeight() const { return 0; }
    /// Paints that, from 0, 0 on, as wide as the chart.
    virtual void paintFoot(QPainter& /*painter*/) const {}
    /// True while a picture is taken: no focus frame, no button.
    bool takingPicture() const { return takingPicture_; }

    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    void popUp(QPoint globalPosition);
    void beginPicture(bool begin);
    bool paintTo(const QString& path);
    QPixmap picture();

    QString title_;
    ChartPalette palette_;
    QToolButton* menuButton_;
    bool takingPicture_ = false;
};

}  // namespace mantissa::ui
