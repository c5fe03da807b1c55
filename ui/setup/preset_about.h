// SPDX-License-Identifier: GPL-3.0-or-later
// What a preset shows, and below it the way back to its settings. Both share one room, which never changes its height:
// where the way back is not needed, the text has its lines.
#pragma once

#include <QWidget>

class QPushButton;

namespace mantissa::ui {

class LinesLabel;

class PresetAbout : public QWidget {
    Q_OBJECT

  public:
    explicit PresetAbout(QWidget* parent = nullptr);
    LinesLabel& text() { return *text_; }
    QPushButton& back() { return *back_; }
    /// Shows the way back, or leaves its room to the text.
    void setBackShown(bool shown);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void arrange();

    LinesLabel* text_;
    QPushButton* back_;
};

}  // namespace mantissa::ui
