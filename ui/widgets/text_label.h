// SPDX-License-Identifier: GPL-3.0-or-later
// A label that knows its place in the typographic scale and keeps it when the text size changes (a font set by hand
// would stay at its old size, since Qt does not propagate sizes into explicitly set fonts).
#pragma once

#include <QLabel>

namespace mantissa::ui {

/// Body text, muted note, section heading, or large heading.
enum class TextRole { Body, Note, Error, Section, Heading };

/// A text in a few lines, which end in "…" where that is not all of it.
struct FittedText {
    QString text;
    bool cut = false;
};

/// `text` in at most `lines` lines of `width` pixels.
FittedText fittedText(const QString& text, const QFont& font, int lines, int width);

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

/// Keeps the room of so many lines whatever it says, so that nothing below it moves; what does not fit ends in "…" and
/// is whole in the tool tip and for a screen reader.
class LinesLabel : public TextLabel {
    Q_OBJECT

  public:
    LinesLabel(int lines, TextRole role, QWidget* parent = nullptr);
    void setWhole(const QString& text);
    /// Keeps the room of another number of lines from now on.
    void setLines(int lines);
    /// More for the tool tip.
    void setTip(const QString& tip);
    const QString& whole() const { return whole_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return false; }

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void fit();

    int lines_;
    QString whole_, tip_;
};

}  // namespace mantissa::ui
