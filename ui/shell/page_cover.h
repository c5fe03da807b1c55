// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in front of a page that would show something else than what is spoken of: a sentence, and a button that
// goes to where it can be had.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace mantissa::ui {

class PageCover : public QFrame {
    Q_OBJECT

  public:
    /// Covers `page`, whatever its size, from cover() on.
    explicit PageCover(QWidget* parent);

    /// Covers this page; the button is left out where `button` is empty.
    void cover(QWidget* page, const QString& sentence, const QString& button);
    void uncover();
    /// The sentence that is to be read; empty where nothing is covered.
    QString sentence() const;

  signals:
    void pressed();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* page_ = nullptr;
    QLabel* words_;
    QPushButton* button_;
};

}  // namespace mantissa::ui
