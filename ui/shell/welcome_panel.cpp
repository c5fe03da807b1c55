// SPDX-License-Identifier: GPL-3.0-or-later
// See welcome_panel.h.
#include "ui/shell/welcome_panel.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <algorithm>
#include <cstdlib>

#include "ui/shell/icons.h"
#include "ui/shell/text_label.h"
#include "ui/shell/theme.h"
#include "ui/shell/welcome_flow.h"

namespace mantissa::ui {

namespace {

/// Broken at the space nearest to its middle.
QString inTwoLines(QString text) {
    qsizetype best = -1;
    for (qsizetype at = text.indexOf(u' '); at >= 0; at = text.indexOf(u' ', at + 1))
        if (best < 0 || std::abs(2 * at - text.size()) < std::abs(2 * best - text.size())) best = at;
    if (best >= 0) text[best] = u'\n';
    return text;
}

/// As high as its words are at its width. With large text, for which a window may have no room, they scroll.
class Words : public QScrollArea {
  public:
    explicit Words(QWidget* whole) {
        setObjectName("welcomeWords");
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        setWidget(whole);
        whole->setAutoFillBackground(false);
        viewport()->setAutoFillBackground(false);
    }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return widget()->heightForWidth(width); }
    QSize sizeHint() const override { return widget()->sizeHint(); }
    QSize minimumSizeHint() const override {
        constexpr int letters = 16, lines = 2;
        return {fontMetrics().averageCharWidth() * letters, fontMetrics().height() * lines};
    }
    void setMayScroll(bool may) {
        mayScroll_ = may;
        keepWhole();
    }

  protected:
    void resizeEvent(QResizeEvent* event) override {
        QScrollArea::resizeEvent(event);
        keepWhole();
    }
    bool eventFilter(QObject* object, QEvent* event) override {
        const bool done = QScrollArea::eventFilter(object, event);
        if (object == widget() && event->type() == QEvent::LayoutRequest) {  // other words
            keepWhole();
            updateGeometry();  // where they may scroll the least height stays, but not what they want
        }
        return done;
    }
    void focusInEvent(QFocusEvent* event) override {
        QScrollArea::focusInEvent(event);
        parentWidget()->update();
    }
    void focusOutEvent(QFocusEvent* event) override {
        QScrollArea::focusOutEvent(event);
        parentWidget()->update();
    }

  private:
    void keepWhole() { setMinimumHeight(mayScroll_ ? 0 : std::max(0, heightForWidth(width()))); }

    bool mayScroll_ = false;
};

}  // namespace

WelcomePanel::WelcomePanel(WelcomeFlow& flow, QWidget* parent)
    : QFrame(parent),
      flow_(flow),
      heading_(new TextLabel({}, TextRole::Heading)),
      text_(new TextLabel({})),
      button_(new QPushButton),
      lessons_(new QPushButton(tr("Lessons"))) {
    setObjectName("welcomePanel");
    setAccessibleName(tr("Welcome"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);  // its height is that of its width
    text_->setWordWrap(true);
    heading_->setWordWrap(true);  // or a long language's would be the window's least width
    button_->setObjectName("welcomeButton");
    heading_->setObjectName("welcomeHeading");
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(20, 12, 10, 14);
    line->setSpacing(20);
    auto* whole = new QWidget;
    auto* words = new QVBoxLayout(whole);
    words->setContentsMargins(0, 0, 0, 0);
    words->setSpacing(4);
    words->addWidget(heading_);
    words->addWidget(text_);
    words_ = new Words(whole);
    words_->setAccessibleName(tr("Welcome"));
    line->addWidget(words_, 1);
    buttons_ = new QHBoxLayout;
    buttons_->setSpacing(20);
    buttons_->addWidget(button_, 0, Qt::AlignVCenter);
    auto* last = new QHBoxLayout;
    last->setSpacing(20);
    buttons_->addLayout(last);
    lessons_->setObjectName("welcomeLessons");
    lessons_->setAccessibleName(tr("Lessons: about eight minutes each"));
    lessons_->hide();
    last->addWidget(lessons_, 0, Qt::AlignVCenter);
    auto* close = new QToolButton;
    close->setObjectName("welcomeClose");
    close->setIcon(glyphIcon(IconShape::Close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close; Help › Welcome brings it back"));
    close->setAccessibleName(tr("Close the welcome"));
    last->addWidget(close, 0, Qt::AlignTop);
    line->addLayout(buttons_);
    arrange();
    connect(button_, &QPushButton::clicked, &flow_, &WelcomeFlow::press);
    connect(close, &QToolButton::clicked, this, &WelcomePanel::closed);
    connect(&flow_, &WelcomeFlow::changed, this, &WelcomePanel::refresh);
    later_.setSingleShot(true);
    connect(&later_, &QTimer::timeout, this, &WelcomePanel::refresh);
    refresh();
}

/// With large text the buttons stand below the words: beside them, the window would be wider than a screen.
void WelcomePanel::arrange() {
    constexpr int widest_letter = 8;  // pixels; at 100 % six or seven
    const bool large = fontMetrics().averageCharWidth() > widest_letter;
    const auto direction = large ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    static_cast<QBoxLayout*>(layout())->setDirection(direction);
    buttons_->setDirection(direction);
    words_->setFocusPolicy(large ? Qt::StrongFocus : Qt::NoFocus);
    static_cast<Words*>(words_)->setMayScroll(large);
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
        heading_->setText(flow_.heading());
        text_->setText(flow_.text());
    }
    // While the race is told its sentences need the width: with two buttons they are cut at 1280 x 800.
    const bool told = flow_.stage() != WelcomeFlow::Stage::Offer && flow_.stage() != WelcomeFlow::Stage::Done;
    lessons_->setVisible(!told && lessons_->menu() != nullptr && !lessons_->menu()->isEmpty());
    button_->setText(buttons_->direction() == QBoxLayout::TopToBottom ? inTwoLines(flow_.buttonText())
                                                                      : flow_.buttonText());
    // The style sheet reckons with one line.
    button_->setMinimumHeight(button_->text().contains(u'\n') ? 2 * button_->fontMetrics().lineSpacing() + 28 : 0);
    button_->setAccessibleName(flow_.buttonText().isEmpty() ? tr("Welcome") : flow_.buttonText());
    button_->setEnabled(flow_.canPress());
    button_->setVisible(!flow_.buttonText().isEmpty());
}

void WelcomePanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QColor ground = palette().color(QPalette::Window);
    painter.fillRect(rect(), mixed(ground, palette().color(QPalette::Highlight), 0.10));
    painter.fillRect(QRect(0, height() - 1, width(), 1), palette().color(QPalette::Mid));
    if (!words_->hasFocus()) return;  // with large text the keyboard scrolls them
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRect(words_->geometry().adjusted(-4, -4, 4, 4));
}

}  // namespace mantissa::ui
