// SPDX-License-Identifier: GPL-3.0-or-later
// See presenter.h. Its keys go before those of the window and of the control that has the keyboard, so that a remote
// control works wherever one clicked last.
#include "ui/classroom/presenter.h"

#include <QAction>
#include <QApplication>
#include <QCursor>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QPainter>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolBar>
#include <QWindow>
#include <algorithm>

namespace mantissa::ui {

namespace {

constexpr auto frozen_property = "chartsFrozen";  // ui/pages/beat.h looks at it
constexpr auto put_away_property = "putAway";     // banners look at it
constexpr int note_ms = 9000;
constexpr int settle_ms = 500;
constexpr int halo_pixels = 92;

bool presenterKey(int key) {
    switch (key) {
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
        case Qt::Key_F:
        case Qt::Key_Escape:
        case Qt::Key_F11:
            return true;
        default:
            return false;
    }
}

}  // namespace

PointerHalo::PointerHalo(QWidget* window) : QWidget(window) {
    setObjectName("pointerHalo");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    resize(halo_pixels, halo_pixels);
    hide();
}

void PointerHalo::moveTo(QPoint at) {
    move(at - QPoint(width() / 2, height() / 2));
    if (isHidden()) show();
    raise();
}

void PointerHalo::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF middle = QRectF(rect()).center();
    QColor veil = palette().color(QPalette::Highlight);
    veil.setAlphaF(0.16F);
    painter.setBrush(veil);
    painter.setPen(QPen(palette().color(QPalette::Base), 7));  // seen on every ground: light round dark
    painter.drawEllipse(middle, halo_pixels / 2.0 - 5, halo_pixels / 2.0 - 5);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 4));
    painter.drawEllipse(middle, halo_pixels / 2.0 - 5, halo_pixels / 2.0 - 5);
}

Presenter::Presenter(PresenterParts parts, QObject* parent) : QObject(parent), parts_(std::move(parts)) {
    noteEnds_.setSingleShot(true);
    noteEnds_.setInterval(note_ms);
    connect(&noteEnds_, &QTimer::timeout, this, [this] {
        if (note_) note_->hide();
    });
    settled_.setSingleShot(true);
    settled_.setInterval(settle_ms);
    connect(&settled_, &QTimer::timeout, this, [this] { parts_.window->removeEventFilter(this); });
}

Presenter::~Presenter() = default;

bool Presenter::frozen() const {
    return parts_.window->property(frozen_property).toBool();
}

void Presenter::enter() {
    if (on_) return;
    on_ = true;
    if (settled_.isActive()) {
        settled_.stop();
        parts_.window->removeEventFilter(this);
    }
    layout_ = parts_.window->saveState();
    state_ = parts_.window->windowState();
    size_ = parts_.window->size();
    place_ = parts_.window->pos();
    frame_ = parts_.window->frameGeometry().size() - size_;
    docks_.clear();
    widths_.clear();
    for (QDockWidget* dock : parts_.window->findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (dock->isHidden() || parts_.window->dockWidgetArea(dock) == Qt::BottomDockWidgetArea) continue;
        docks_ << dock;
        widths_ << dock->width();
    }
    slow_ = parts_.slow && parts_.slow->isChecked();
    putAway();
    if (parts_.slow)
        slowTold_ = connect(parts_.slow, &QAction::toggled, this,
                            [this](bool on) { tell(on ? tr("Slow motion") : tr("Full speed"), false); });
    if (parts_.enlarge) parts_.enlarge(true);
    parts_.window->showFullScreen();
    halo_ = new PointerHalo(parts_.window);
    note_ = new QLabel(parts_.window);
    note_->setObjectName("presenterNote");
    note_->setTextFormat(Qt::PlainText);
    note_->setAttribute(Qt::WA_TransparentForMouseEvents);
    note_->setAutoFillBackground(true);
    note_->setBackgroundRole(QPalette::ToolTipBase);
    note_->setForegroundRole(QPalette::ToolTipText);
    note_->setMargin(4);
    qApp->installEventFilter(this);  // the one installed last is asked first
    const QPoint pointer = parts_.window->mapFromGlobal(QCursor::pos());
    if (parts_.window->rect().contains(pointer)) halo_->moveTo(pointer);
    tell(keys(), false);
    if (QWidget* page = parts_.pages->currentWidget()) page->setFocus();
    emit changed(true);
}

void Presenter::putAway() {
    QList<QWidget*> all = parts_.putAway;
    all << parts_.window->menuBar() << parts_.window->statusBar();
    for (QToolBar* bar : parts_.window->findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) all << bar;
    for (QDockWidget* dock : parts_.window->findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        all << dock;
        actions_.append({dock->toggleViewAction(), dock->toggleViewAction()->isEnabled()});
    }
    for (QWidget* top : QApplication::topLevelWidgets()) {
        // The program's other windows (its log, a table, a list of commands) would lie over the page.
        if (top != parts_.window && top->isVisible() &&
            (top->windowType() == Qt::Dialog || top->windowType() == Qt::Window))
            all << top;
    }
    before_.clear();
    for (QWidget* widget : all) {
        before_.append({widget, widget->isHidden()});
        widget->setProperty(put_away_property, true);
        widget->hide();
    }
    for (const auto& [action, possible] : actions_) action->setEnabled(false);  // a dock does not come back by its key
}

void Presenter::leave() {
    if (!on_) return;
    qApp->removeEventFilter(this);
    setFrozen(false);
    delete halo_;
    delete note_;
    parts_.window->setContentsMargins(0, 0, 0, 0);
    noteEnds_.stop();
    for (const auto& [action, possible] : actions_)
        if (action) action->setEnabled(possible);
    actions_.clear();
    for (const auto& [widget, hidden] : before_)
        if (widget) {
            widget->setHidden(hidden);
            widget->setProperty(put_away_property, false);
        }
    before_.clear();
    disconnect(slowTold_);
    if (parts_.slow) parts_.slow->setChecked(slow_);
    if (parts_.enlarge) parts_.enlarge(false);  // first: a window of large type may be wider than the screen
    parts_.window->setWindowState(state_);
    settle();
    on_ = false;  // only now: what came back was put back by nobody
    emit changed(false);
}

void Presenter::putLayoutBack() {
    if (!(parts_.window->windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen))) parts_.window->resize(size_);
    parts_.window->restoreState(layout_);
    parts_.window->resizeDocks(docks_, widths_, Qt::Horizontal);  // restoreState() alone is some pixels off
}

/// Window managers put a window back by themselves. Where one did not, only once it has its frame again: a window that
/// is moved before ends with its title beyond the screen.
void Presenter::putPlaceBack() {
    QMainWindow& window = *parts_.window;
    if (window.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen) || window.pos() == place_) return;
    if (window.frameGeometry().size() - window.size() == frame_) window.move(place_);
}

/// The layout as it was: now, once the smaller type has made room, and whenever the window gets its size back.
void Presenter::settle() {
    const auto restore = [this] {
        if (!on_) putLayoutBack();
    };
    putLayoutBack();
    QTimer::singleShot(0, this, restore);
    connect(
        &settled_, &QTimer::timeout, this,
        [this] {
            if (on_) return;
            putLayoutBack();
            putPlaceBack();
        },
        Qt::SingleShotConnection);
    parts_.window->installEventFilter(this);
    settled_.start();
}

void Presenter::setFrozen(bool frozen) {
    if (frozen == this->frozen()) return;
    parts_.window->setProperty(frozen_property, frozen);
    if (!on_) return;
    if (frozen)
        tell(tr("Frozen: the charts do not change, training continues · F: unfreeze"), true);
    else
        note_->hide();
}

void Presenter::hint(const QString& text) {
    if (on_) tell(text, false);
}

void Presenter::tell(const QString& text, bool stays) {
    note_->setText(text);
    note_->adjustSize();
    placeNotes();
    note_->show();
    note_->raise();
    stays ? noteEnds_.stop() : noteEnds_.start();
}

QString Presenter::keys() {
    return tr("PgDn, PgUp: page · F: freeze the charts · Space, S, L, R: as in the window · Esc: back");
}

/// At the lower edge, in a strip that is kept free for the longest of them: none lies on the page, and the page does
/// not move when one comes and goes.
void Presenter::placeNotes() {
    if (!note_) return;
    const QSize room = parts_.window->size();
    const QFontMetrics metrics = note_->fontMetrics();
    const int line = metrics.horizontalAdvance(note_->text()) + 2 * note_->margin();
    note_->setWordWrap(line > room.width());
    if (note_->wordWrap()) note_->resize(room.width(), note_->heightForWidth(room.width()));
    note_->move((room.width() - note_->width()) / 2, room.height() - note_->height());
    const QRect whole(0, 0, room.width() - 2 * note_->margin(), room.height());
    const int strip = metrics.boundingRect(whole, Qt::TextWordWrap, keys()).height() + 2 * note_->margin();
    parts_.window->setContentsMargins(0, 0, 0, std::max(strip, note_->height()));
}

bool Presenter::ours(const QObject* watched) const {
    if (QApplication::activePopupWidget() || QApplication::activeModalWidget()) return false;
    const auto* widget = qobject_cast<const QWidget*>(watched);
    return widget && widget->window() == parts_.window;
}

bool Presenter::handle(int key) {
    const int count = parts_.pages->count();
    switch (key) {
        case Qt::Key_PageDown:
            parts_.pages->setCurrentIndex((parts_.pages->currentIndex() + 1) % count);
            return true;
        case Qt::Key_PageUp:
            parts_.pages->setCurrentIndex((parts_.pages->currentIndex() + count - 1) % count);
            return true;
        case Qt::Key_F:
            setFrozen(!frozen());
            return true;
        case Qt::Key_Escape:
        case Qt::Key_F11:
            leave();
            return true;
        default:
            return false;
    }
}

bool Presenter::eventFilter(QObject* watched, QEvent* event) {
    if (!on_) {  // settling
        if (event->type() == QEvent::Resize && watched == parts_.window) {
            QTimer::singleShot(0, this, [this] {
                if (!on_) putLayoutBack();
            });
        }
        return false;
    }
    switch (event->type()) {
        case QEvent::ShortcutOverride: {
            const auto* key = static_cast<QKeyEvent*>(event);
            if (key->modifiers() & ~Qt::KeypadModifier || !presenterKey(key->key()) || !ours(watched)) break;
            event->accept();  // it comes back as a plain key
            return true;
        }
        case QEvent::KeyPress: {
            const auto* key = static_cast<QKeyEvent*>(event);
            if (key->modifiers() & ~Qt::KeypadModifier || !ours(watched)) break;
            if (key->isAutoRepeat() && presenterKey(key->key())) return true;  // a key held down is one wish
            if (handle(key->key())) return true;
            break;
        }
        case QEvent::MouseMove:
            // The window system's own event: it comes whether or not the widget under the pointer wants moves.
            if (halo_ && watched == parts_.window->windowHandle())
                halo_->moveTo(static_cast<QMouseEvent*>(event)->position().toPoint());
            break;
        case QEvent::Leave:
            if (halo_ && watched == parts_.window->windowHandle()) halo_->hide();
            break;
        case QEvent::Resize:
            if (watched == parts_.window) placeNotes();
            break;
        default:
            break;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace mantissa::ui
