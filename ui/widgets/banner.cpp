// SPDX-License-Identifier: GPL-3.0-or-later
// See banner.h. Texts are plain text always: they may quote a file name or the worker.
#include "ui/widgets/banner.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/theme.h"

namespace mantissa::ui {

namespace {

// A strip with a coloured edge and its sign; painted, so that it follows the palette.
class Strip : public QFrame {
  public:
    Strip(bool error, QWidget* parent) : QFrame(parent), error_(error) {}

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const QColor warm = isDarkPalette(palette()) ? QColor("#e0a458") : QColor("#9a5b00");
        const QColor edge = error_ ? warm : palette().color(QPalette::Highlight);
        painter.fillRect(rect(), mixed(palette().color(QPalette::Window), edge, 0.12));
        painter.fillRect(QRect(0, 0, 4, height()), edge);
        painter.fillRect(QRect(0, height() - 1, width(), 1), palette().color(QPalette::Mid));
        const int side = fontMetrics().height() + 2;
        paintGlyph(painter, error_ ? IconShape::Warning : IconShape::Info, QRectF(16, 10, side, side), edge);
    }

  private:
    bool error_;
};

}  // namespace

BannerStack::BannerStack(QWidget* page, QWidget* parent)
    : QWidget(parent), page_(page), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    page_->installEventFilter(this);
    hide();
}

bool BannerStack::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (watched == page_ && (type == QEvent::Resize || type == QEvent::Move || type == QEvent::LayoutRequest)) place();
    return QWidget::eventFilter(watched, event);
}

bool BannerStack::event(QEvent* event) {
    if (event->type() == QEvent::DynamicPropertyChange) place();
    return QWidget::event(event);
}

void BannerStack::place() {
    setVisible(!frames_.isEmpty() && !property("putAway").toBool());  // presenter mode has no messages
    if (isHidden()) return;
    const auto* tabs = qobject_cast<QTabWidget*>(page_);  // one goes on to another page while a message stands there
    const QPoint corner = page_->mapTo(parentWidget(), QPoint(0, tabs ? tabs->tabBar()->height() : 0));
    setGeometry(corner.x(), corner.y(), page_->width(), column_->totalHeightForWidth(page_->width()));
    raise();
}

void BannerStack::show(const BannerText& text) {
    dismiss(text.key);
    auto* strip = new Strip(text.error, this);
    strip->setAccessibleName(text.sentence + " " + text.remedy);
    auto* line = new QHBoxLayout(strip);
    line->setContentsMargins(16 + strip->fontMetrics().height() + 12, 8, 10, 9);
    line->setSpacing(10);
    auto* words = new QVBoxLayout;
    words->setSpacing(1);
    auto* sentence = new TextLabel(text.sentence);
    sentence->setWordWrap(true);
    sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words->addWidget(sentence);
    if (!text.remedy.isEmpty()) words->addWidget(new TextLabel(text.remedy, TextRole::Note));
    line->addLayout(words, 1);
    const auto offer = [&](const char* name, const QString& label, const std::function<void()>& action) {
        if (label.isEmpty()) return;
        auto* button = new QPushButton(label);
        button->setObjectName(name);
        button->setAccessibleName(label);
        connect(button, &QPushButton::clicked, this, [this, key = text.key, action] {
            dismiss(key);
            if (action) action();
        });
        line->addWidget(button, 0, Qt::AlignVCenter);
    };
    offer("bannerAction", text.buttonText, text.action);
    offer("bannerOther", text.otherText, text.otherAction);
    auto* close = new QToolButton;
    close->setIcon(glyphIcon(IconShape::Close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Dismiss"));
    close->setAccessibleName(tr("Dismiss this message"));
    connect(close, &QToolButton::clicked, this, [this, key = text.key] { dismiss(key); });
    line->addWidget(close, 0, Qt::AlignVCenter);
    column_->addWidget(strip);
    frames_[text.key] = strip;
    strip->show();
    place();
    QAccessibleEvent alert(strip, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void BannerStack::dismiss(const QString& key) {
    QFrame* strip = frames_.take(key);
    if (!strip) return;
    strip->hide();
    column_->removeWidget(strip);
    strip->deleteLater();
    place();
}

QString BannerStack::sentence(const QString& key) const {
    const QFrame* strip = frames_.value(key);
    return strip ? strip->accessibleName() : QString();
}

}  // namespace mantissa::ui
