// SPDX-License-Identifier: GPL-3.0-or-later
// See welcome_panel.h.
#include "ui/shell/welcome_panel.h"

#include <QHBoxLayout>
#include <QMenu>
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
      button_(new QPushButton),
      lessons_(new QPushButton(tr("Lessons"))) {
    setObjectName("welcomePanel");
    setAccessibleName(tr("Welcome"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    text_->setWordWrap(true);
    heading_->setWordWrap(true);  // or a long language's would be the window's least width
    button_->setObjectName("welcomeButton");
    heading_->setObjectName("welcomeHeading");
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(20, 12, 10, 14);
    line->setSpacing(20);
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(heading_);
    words->addWidget(text_);
    line->addLayout(words, 1);
    line->addWidget(button_, 0, Qt::AlignVCenter);
    lessons_->setObjectName("welcomeLessons");
    lessons_->setAccessibleName(tr("Lessons: about eight minutes each"));
    lessons_->hide();
    line->addWidget(lessons_, 0, Qt::AlignVCenter);
    auto* close = new QToolButton;
    close->setObjectName("welcomeClose");
    close->setIcon(glyphIcon(IconShape::Close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close; Help › Welcome brings it back"));
    close->setAccessibleName(tr("Close the welcome"));
    line->addWidget(close, 0, Qt::AlignTop);
    connect(button_, &QPushButton::clicked, &flow_, &WelcomeFlow::press);
    connect(close, &QToolButton::clicked, this, &WelcomePanel::closed);
    connect(&flow_, &WelcomeFlow::changed, this, &WelcomePanel::refresh);
    later_.setSingleShot(true);
    connect(&later_, &QTimer::timeout, this, &WelcomePanel::refresh);
    refresh();
}

/// Whether the sentences that are shown stay for now. A new stage is what somebody pressed, or the end.
bool WelcomePanel::stays() {
    const int stage = static_cast<int>(flow_.stage());
    const int saying = flow_.saying();
    const auto read = std::chrono::milliseconds(since_.isValid() ? since_.elapsed() : 0);
    if (saying == saying_) return false;
    if (stage == stage_ && since_.isValid() && read < least_) {
        later_.start(least_ - read);
        return true;
    }
    stage_ = stage;
    saying_ = saying;
    since_.start();
    return false;
}

void WelcomePanel::offerLessons(QMenu* menu) {
    lessons_->setMenu(menu);
    refresh();
}

void WelcomePanel::refresh() {
    if (!stays()) {
        heading_->setText(flow_.heading());
        text_->setText(flow_.text());
    }
    // While the race is told its sentences need the width: with two buttons they are cut at 1280 x 800.
    const bool told = flow_.stage() != WelcomeFlow::Stage::Offer && flow_.stage() != WelcomeFlow::Stage::Done;
    lessons_->setVisible(!told && lessons_->menu() != nullptr && !lessons_->menu()->isEmpty());
    button_->setText(flow_.buttonText());
    button_->setAccessibleName(flow_.buttonText().isEmpty() ? tr("Welcome") : flow_.buttonText());
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
