// SPDX-License-Identifier: GPL-3.0-or-later
// See welcome_panel.h.
#include "ui/shell/welcome_panel.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "ui/shell/welcome_flow.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/theme.h"

namespace mantissa::ui {

WelcomePanel::WelcomePanel(WelcomeFlow& flow, QWidget* parent)
    : QFrame(parent),
      flow_(flow),
      heading_(new LinesLabel(1, TextRole::Heading)),
      text_(new LinesLabel(3, TextRole::Body)),
      figures_(new LinesLabel(1, TextRole::Section)),
      button_(new QPushButton),
      lessons_(new QPushButton(tr("Lessons"))) {
    setObjectName("welcomePanel");
    setAccessibleName(tr("Welcome"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button_->setObjectName("welcomeButton");
    heading_->setObjectName("welcomeHeading");
    text_->setObjectName("welcomeText");
    figures_->setObjectName("welcomeFigures");
    auto* column = new QVBoxLayout(this);
    column->setSpacing(3);
    line_ = new QHBoxLayout;
    auto* line = line_;
    column->addLayout(line);
    column->addWidget(figures_);  // below the buttons: three runs need the width
    auto* words = new QVBoxLayout;
    words->setSpacing(3);
    words->addWidget(heading_);
    words->addWidget(text_);
    line->addLayout(words, 1);
    auto* buttons = new QVBoxLayout;
    buttons->setSpacing(6);
    buttons->addStretch(1);
    buttons->addWidget(button_);
    buttons->addWidget(lessons_);
    buttons->addStretch(1);
    line->addLayout(buttons);
    lessons_->setObjectName("welcomeLessons");
    lessons_->setAccessibleName(tr("Lessons: about eight minutes each"));
    lessons_->hide();
    auto* close = new QToolButton;
    close->setObjectName("welcomeClose");
    close->setIcon(glyphIcon(IconShape::Close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close; Help › Welcome brings it back"));
    close->setAccessibleName(tr("Close the welcome"));
    line->addWidget(close, 0, Qt::AlignTop);
    arrange();
    connect(button_, &QPushButton::clicked, &flow_, &WelcomeFlow::press);
    connect(close, &QToolButton::clicked, this, &WelcomePanel::closed);
    connect(&flow_, &WelcomeFlow::changed, this, &WelcomePanel::refresh);
    later_.setSingleShot(true);
    connect(&later_, &QTimer::timeout, this, &WelcomePanel::refresh);
    refresh();
}

bool WelcomePanel::large() const {
    constexpr int widest_letter = 8;  // pixels; at 100 % six or seven
    return fontMetrics().averageCharWidth() > widest_letter;
}

/// With large text there is room for the heading only, or the page would have none.
void WelcomePanel::arrange() {
    // The button is what matters: the heading gets what it leaves.
    heading_->setSizePolicy(large() ? QSizePolicy::Ignored : QSizePolicy::Expanding, QSizePolicy::Fixed);
    if (large())
        layout()->setContentsMargins(8, 4, 4, 4);
    else
        layout()->setContentsMargins(20, 8, 10, 8);
    line_->setSpacing(large() ? 6 : 20);
    text_->setVisible(!large());
    figures_->setVisible(!large());
    refresh();
}

void WelcomePanel::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange) arrange();
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
        heading_->setWhole(flow_.heading());
        text_->setWhole(flow_.text());
    }
    // Where all three runs are told of, the figures need two lines and the sentence no third: the height stays.
    const bool three = flow_.stage() == WelcomeFlow::Stage::Bf16 || flow_.stage() == WelcomeFlow::Stage::Done;
    text_->setLines(three ? 2 : 3);
    figures_->setLines(three ? 2 : 1);
    figures_->setWhole(flow_.figures());
    heading_->setTip(large() ? text_->whole() + u'\n' + figures_->whole() : QString());
    setAccessibleDescription(text_->whole() + u' ' + figures_->whole());
    // While the race is told its sentences need the width.
    const bool told = flow_.stage() != WelcomeFlow::Stage::Offer && flow_.stage() != WelcomeFlow::Stage::Done;
    lessons_->setVisible(!told && lessons_->menu() != nullptr && !lessons_->menu()->isEmpty());
    constexpr int letters = 18;  // of a button with large text, beside the docks on a small screen
    button_->setText(large() ? fontMetrics().elidedText(flow_.buttonText(), Qt::ElideRight,
                                                        letters * fontMetrics().averageCharWidth())
                             : flow_.buttonText());
    button_->setToolTip(button_->text() == flow_.buttonText() ? QString() : flow_.buttonText());
    button_->setAccessibleName(flow_.buttonText().isEmpty() ? tr("Welcome") : flow_.buttonText());
    // Qt would give the keyboard to the next control, which closes all this: the next Space would be that.
    if (!flow_.canPress() || flow_.buttonText().isEmpty()) button_->clearFocus();
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
