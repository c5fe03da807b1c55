// SPDX-License-Identifier: GPL-3.0-or-later
// A small table of texts that is as high as its contents; where the page is narrower (large text) it scrolls sideways,
// so that the page need not. Its cells can be walked with the keyboard and copied with Ctrl+C, with the header, as
// tab-separated text.
#pragma once

#include <QTableWidget>

namespace mantissa::ui {

class FormatsTable : public QTableWidget {
    Q_OBJECT

  public:
    FormatsTable(const QString& name, const QStringList& columns, int rows, QWidget* parent = nullptr);

    void setRow(int row, const QStringList& cells);
    /// Text of one cell.
    QString cell(int row, int column) const;
    /// Header and rows as tab-separated lines.
    QString toText() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fit();
    QSize measured() const;

    QSize wanted_;  // of all columns and rows
};

}  // namespace mantissa::ui
