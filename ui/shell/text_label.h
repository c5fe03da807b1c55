// SPDX-License-Identifier: GPL-3.0-or-later
// A label that knows its place in the typographic scale and keeps it when the text size changes (a font set by hand
// would stay at its old size, since Qt does not propagate sizes into explicitly set fonts).
#pragma once

#include <QLabel>

namespace mantissa::ui {

/// Body text, muted note, section heading, or large heading.
enum class TextRole { Body, Note, Error, Section, Heading };

/// Plain text always: what it shows may come from a file or from the worker, and is never markup.
class TextLabel : public QLabel {
    Q_OBJECT

  public:
    explicit TextLabel(const QString& text, TextRole role = TextRole::Body, QWidget* parent = nullptr);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void restyle();

    TextRole role_;
    bool restyling_ = false;
};

}  // namespace mantissa::ui
