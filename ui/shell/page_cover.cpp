// SPDX-License-Identifier: GPL-3.0-or-later
// See page_cover.h.
#include "ui/shell/page_cover.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace mantissa::ui {

PageCover::PageCover(QWidget* parent) : QFrame(parent), words_(new QLabel), button_(new QPushButton) {
    setObjectName("pageCover");
    setAutoFillBackground(true);
    words_->setObjectName("pageCoverWords");
    words_->setTextFormat(Qt::PlainText);
    words_->setWordWrap(true);
    words_->setAlignment(Qt::AlignCenter);
    button_->setObjectName("pageCoverButton");
    button_->setAccessibleName(tr("Go to the step that trains it"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(12);
    column->addStretch(1);
    column->addWidget(words_);
    column->addWidget(button_, 0, Qt::AlignHCenter);
    column->addStretch(1);
    hide();
    connect(button_, &QPushButton::clicked, this, &PageCover::pressed);
}

void PageCover::cover(QWidget* page, const QString& sentence, const QString& button) {
    uncover();
    if (!page) return;
    page_ = page;
    page_->installEventFilter(this);
    setParent(page_);
    setAccessibleName(sentence);
    words_->setText(sentence);
    button_->setText(button);
    if (!button.isEmpty()) button_->setAccessibleName(button);
    button_->setVisible(!button.isEmpty());
    setGeometry(page_->rect());
    raise();
    show();
}

void PageCover::uncover() {
    if (page_) page_->removeEventFilter(this);
    page_ = nullptr;
    hide();
}

QString PageCover::sentence() const {
    return page_ ? words_->text() : QString();
}

bool PageCover::eventFilter(QObject* watched, QEvent* event) {
    if (watched == page_ && event->type() == QEvent::Resize) setGeometry(page_->rect());
    return QFrame::eventFilter(watched, event);
}

}  // namespace mantissa::ui
