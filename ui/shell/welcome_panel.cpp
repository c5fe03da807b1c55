// SPDX-License-Identifier: GPL-3.0-or-later
// See welcome_panel.h.
#include "ui/shell/welcome_panel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "ui/shell/icons.h"
#include "ui/shell/text_label.h"
#include "ui/shell/theme.h"
#include "ui/shell/welcome_flow.h"

namespace mantissa::ui {

WelcomePanel::WelcomePanel(WelcomeFlow& flow, QWidget* parent)
    : QFrame(parent),
      flow_(flow),
      heading_(new TextLabel({}, TextRole::Heading)),
      text_(new TextLabel({})),
      button_(new QPushButton) {
    setObjectName("welcomePanel");
    setAccessibleName("Welcome");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    text_->setWordWrap(true);
    button_->setObjectName("welcomeButton");
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(20, 12, 10, 14);
    line->setSpacing(20);
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(heading_);
    words->addWidget(text_);
    line->addLayout(words, 1);
    line->addWidget(button_, 0, Qt::AlignVCenter);
    auto* close = new QToolButton;
    close->setObjectName("welcomeClose");
    close->setIcon(glyphIcon(IconShape::Close));
    close->setAutoRaise(true);
    close->setToolTip("Close; Help › Welcome brings it back");
    close->setAccessibleName("Close the welcome");
    line->addWidget(close, 0, Qt::AlignTop);
    connect(button_, &QPushButton::clicked, &flow_, &WelcomeFlow::press);
    connect(close, &QToolButton::clicked, this, &WelcomePanel::closed);
    connect(&flow_, &WelcomeFlow::changed, this, &WelcomePanel::refresh);
    refresh();
}

void WelcomePanel::refresh() {
    heading_->setText(flow_.heading());
    text_->setText(flow_.text());
    button_->setText(flow_.buttonText());
    button_->setAccessibleName(flow_.buttonText().isEmpty() ? QString("Welcome") : flow_.buttonText());
    button_->setEnabled(flow_.canPress());
    button_->setVisible(!flow_.buttonText().isEmpty());
}

void WelcomePanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QColor ground = palette().color(QPalette::Window);
    painter.fillRect(rect(), mixed(ground, palette().color(QPalette::Highlight), 0.10));
    painter.fillRect(QRect(0, height() - 1, width(), 1), palette().color(QPalette::Mid));
}

}  // namespace mantissa::ui
