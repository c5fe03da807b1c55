// SPDX-License-Identifier: GPL-3.0-or-later
// A page of a lesson: Markdown as tall as its text. Nothing is fetched: no link, no picture; HTML is shown as text.
#pragma once

#include <QTextBrowser>

namespace mantissa::ui {

class PageText : public QTextBrowser {
    Q_OBJECT

  public:
    explicit PageText(QWidget* parent = nullptr);

    void setPage(const QString& markdown);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, 40}; }

  protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void fitCode();
    void fit();

    QString markdown_;
    double codeSize_ = 0;  // points; 0: its letters have no size yet
};

}  // namespace mantissa::ui
