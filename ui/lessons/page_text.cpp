// SPDX-License-Identifier: GPL-3.0-or-later
// See page_text.h. What is around it scrolls, so wheel and keys go there.
#include "ui/lessons/page_text.h"

#include <QEvent>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QImage>
#include <QKeyEvent>
#include <QTextBlock>
#include <QTextCursor>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

namespace mantissa::ui {

namespace {

constexpr int kCode = QTextFormat::UserProperty + 1;  // of a block: it is a line of code
constexpr double kSmallestCode = 0.7;                 // of the text's size

}  // namespace

PageText::PageText(QWidget* parent) : QTextBrowser(parent) {
    setObjectName("lessonText");
    setAccessibleName(tr("The lesson's text"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    document()->setDocumentMargin(2);
    viewport()->setAutoFillBackground(false);
}

void PageText::setPage(const QString& markdown) {
    markdown_ = markdown;
    document()->setMarkdown(markdown, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownNoHTML) |
                                          QTextDocument::MarkdownDialectGitHub);
    // Twice the text's size, as Qt would have a page's heading, fills the dock at large text.
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().nonBreakableLines()) {  // code, see fitCode()
            QTextBlockFormat broken;
            broken.setNonBreakableLines(false);
            broken.setProperty(kCode, true);
            QTextCursor(block).mergeBlockFormat(broken);
        }
        if (block.blockFormat().headingLevel() == 0) continue;
        QTextCursor cursor(block);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        QTextCharFormat smaller;
        smaller.setProperty(QTextFormat::FontSizeAdjustment, 1);
        cursor.mergeCharFormat(smaller);
    }
    codeSize_ = 0;
    fit();
}

/// Nothing scrolls sideways, and a line that is broken reads as wrong code: its letters become smaller, down to what
/// can be read.
void PageText::fitCode() {
    const double whole = QFontInfo(document()->defaultFont()).pointSizeF();
    QFont mono = document()->defaultFont();
    mono.setStyleHint(QFont::TypeWriter);
    mono.setFamily(QStringLiteral("monospace"));
    mono.setPointSizeF(whole);
    double widest = 0;
    const QFontMetricsF metrics(mono);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        if (block.blockFormat().boolProperty(kCode)) widest = std::max(widest, metrics.horizontalAdvance(block.text()));
    if (widest <= 0) return;
    const double room = viewport()->width() - 2 * document()->documentMargin() - 1;
    const double size = whole * std::clamp(room / widest, kSmallestCode, 1.0);
    if (std::exchange(codeSize_, size) == size) return;
    mono.setPointSizeF(size);
    QTextCharFormat letters;
    letters.setFont(mono);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (!block.blockFormat().boolProperty(kCode)) continue;
        QTextCursor cursor(block);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(letters);
    }
}

void PageText::fit() {
    fitCode();
    document()->setTextWidth(viewport()->width());
    const int height = static_cast<int>(std::ceil(document()->size().height())) + 2;
    if (height != this->height()) setFixedHeight(height);
    updateGeometry();
}

QSize PageText::sizeHint() const {
    return {fontMetrics().height() * 18, static_cast<int>(std::ceil(document()->size().height())) + 2};
}

/// A point that is not seen in the place of every picture: where this gives nothing, Qt opens the file itself.
QVariant PageText::loadResource(int, const QUrl&) {
    QImage nothing(1, 1, QImage::Format_ARGB32);
    nothing.fill(Qt::transparent);
    return nothing;
}

void PageText::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    fit();
}

void PageText::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    // Markdown's headings take their sizes from the font when they are read.
    if (event->type() == QEvent::FontChange && !markdown_.isEmpty()) setPage(markdown_);
}

void PageText::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

void PageText::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy) || event->matches(QKeySequence::SelectAll))
        return QTextBrowser::keyPressEvent(event);
    event->ignore();
}

}  // namespace mantissa::ui
