// SPDX-License-Identifier: GPL-3.0-or-later
// The row of runs; see the header.
#include "ui/pages/run_chips.h"

#include <QCheckBox>
#include <QEvent>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>
#include <algorithm>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

constexpr int kGap = 10;
constexpr int kIcon = 14;
constexpr int kNameLetters = 27, kCurrentLetters = 40;

/// In a menu or on a button an ampersand would be a mnemonic.
QString literal(QString text) {
    return text.replace(u'&', QStringLiteral("&&"));
}

}  // namespace

bool RunChip::operator==(const RunChip& other) const {
    return id == other.id && number == other.number && name == other.name && state == other.state &&
           style.color == other.style.color && style.marker == other.style.marker && current == other.current &&
           visible == other.visible;
}

RunChips::RunChips(QWidget* parent) : QWidget(parent), rest_(new QToolButton(this)) {
    rest_->setAutoRaise(true);
    rest_->setAccessibleName(tr("More runs"));
    rest_->hide();
    connect(rest_, &QToolButton::clicked, this, &RunChips::popUpRest);
}

RunChips::~RunChips() = default;

QIcon RunChips::iconOf(const RunChip& run) const {
    const double ratio = devicePixelRatioF();
    QPixmap pixmap(QSize(kIcon, kIcon) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintMarker(painter, run.style.marker, {kIcon / 2.0, kIcon / 2.0}, 9.0, run.style.color, run.style.color);
    return QIcon(pixmap);
}

void RunChips::setRuns(const std::vector<RunChip>& runs) {
    if (runs == runs_) return;
    runs_ = runs;
    rebuild();
    arrange();
}

void RunChips::rebuild() {
    QString focused;
    for (QCheckBox* box : boxes_) {
        if (box->hasFocus()) focused = box->property("run").toString();
        box->deleteLater();
        box->hide();
    }
    boxes_.clear();
    emit highlighted({});  // what goes while the pointer is on it may never be left
    if (current_) {
        // Not deleted at once: a new style sheet (another theme or text size) is on its way to it just now.
        for (QWidget* part : current_->findChildren<QWidget*>()) part->setObjectName({});
        current_->hide();
        current_->deleteLater();
    }
    current_ = nullptr;
    for (const RunChip& run : runs_) {
        const QString number = run.number + QStringLiteral("  ");
        if (run.current) {
            current_ = new QWidget(this);
            auto* row = new QHBoxLayout(current_);
            row->setContentsMargins(4, 0, 0, 0);
            row->setSpacing(6);
            auto* icon = new QLabel(current_);
            icon->setPixmap(iconOf(run).pixmap(kIcon, kIcon));
            auto* text = new QLabel(current_);
            text->setTextFormat(Qt::PlainText);
            QFont bold = font();
            bold.setBold(true);
            text->setFont(bold);
            text->setObjectName(QStringLiteral("current_run"));
            currentName_ = text;
            currentWhole_ = number + run.name;
            nameCurrent(0);
            auto* state = new QLabel(run.state, current_);
            state->setTextFormat(Qt::PlainText);
            row->addWidget(icon);
            row->addWidget(text);
            row->addWidget(state);
            current_->setToolTip(tipText(run.name));
            current_->installEventFilter(this);
            current_->setProperty("run", run.id);
            continue;
        }
        auto* box = new QCheckBox(this);
        box->setIcon(iconOf(run));
        box->setIconSize({kIcon, kIcon});
        box->setChecked(run.visible);
        box->setProperty("run", run.id);
        box->setToolTip(tipText(tr("Earlier run %1: %2").arg(run.number, run.name)));
        box->setAccessibleName(tr("Show earlier run %1, %2").arg(run.number, run.name));
        box->installEventFilter(this);
        const QString id = run.id;
        connect(box, &QCheckBox::toggled, this, [this, id](bool on) { emit visibilityToggled(id, on); });
        boxes_.push_back(box);
        if (id == focused) box->setFocus(Qt::TabFocusReason);
    }
}

/// Its name in the room that it always has and `more` pixels.
void RunChips::nameCurrent(int more) {
    const QFontMetrics metrics(currentName_->font());
    currentName_->setText(
        metrics.elidedText(currentWhole_, Qt::ElideRight, kCurrentLetters * metrics.averageCharWidth() + more));
    currentName_->parentWidget()->layout()->invalidate();
}

void RunChips::nameBoxes(int letters) {
    const QFontMetrics metrics(font());
    std::size_t at = 0;
    for (const RunChip& run : runs_) {
        if (run.current) continue;
        const QString name = metrics.elidedText(run.name, Qt::ElideRight, letters * metrics.averageCharWidth());
        const QString text = literal(run.number + QStringLiteral("  ") + name);
        if (QCheckBox* box = boxes_[at++]; box->text() != text) box->setText(text);
    }
}

void RunChips::arrange() {
    const int h = height1();
    int x = 0;
    const auto placeCurrent = [&] {
        const int w = std::min(current_->sizeHint().width(), width());
        current_->setGeometry(0, 0, w, h);
        current_->show();
        x = w + kGap + 4;
    };
    if (current_) {
        nameCurrent(0);
        placeCurrent();
    }
    // Names as long as all of them have room for; where there are too many, short ones.
    for (const int letters : {4 * kNameLetters, 2 * kNameLetters, kNameLetters}) {
        int wide = x;
        nameBoxes(letters);
        for (const QCheckBox* box : boxes_) wide += box->sizeHint().width() + kGap;
        if (wide <= width()) break;
    }
    std::size_t fit = 0;
    int end = x;
    rest_->setText(tr("%1 more…").arg(boxes_.size()));
    const int restWidth = rest_->sizeHint().width();
    while (fit < boxes_.size()) {
        const int w = boxes_[fit]->sizeHint().width();
        const int needed = end + w + (fit + 1 < boxes_.size() ? restWidth + kGap : 0);
        if (needed > width()) break;
        end += w + kGap;
        ++fit;
    }
    const int left = width() - end - (fit < boxes_.size() ? restWidth + kGap : 0);
    if (current_ && left > 0) {  // what the others leave is for its name
        nameCurrent(left);
        placeCurrent();
    }
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        boxes_[i]->setVisible(i < fit);
        if (i >= fit) continue;
        const int w = boxes_[i]->sizeHint().width();
        boxes_[i]->setGeometry(x, 0, w, h);
        x += w + kGap;
    }
    shown_ = fit;
    rest_->setVisible(fit < boxes_.size());
    rest_->setText(tr("%1 more…").arg(boxes_.size() - fit));
    rest_->setGeometry(x, 0, rest_->sizeHint().width(), h);
}

void RunChips::popUpRest() {
    QMenu menu(this);
    std::size_t i = 0;
    for (const RunChip& run : runs_) {
        if (run.current || i++ < shown_) continue;
        QAction* action = menu.addAction(iconOf(run), literal(run.number + QStringLiteral("  ") + run.name));
        action->setCheckable(true);
        action->setChecked(run.visible);
        const QString id = run.id;
        connect(action, &QAction::toggled, this, [this, id](bool on) { emit visibilityToggled(id, on); });
        connect(action, &QAction::hovered, this, [this, id] { emit highlighted(id); });
    }
    menu.addSeparator();
    for (const bool on : {true, false}) {
        menu.addAction(on ? tr("Show all earlier runs") : tr("Hide all earlier runs"), this, [this, on] {
            // A copy: the row is made anew while its own signals are handled.
            const std::vector<RunChip> all = runs_;
            for (const RunChip& run : all) {
                if (!run.current && run.visible != on) emit visibilityToggled(run.id, on);
            }
        });
    }
    menu.exec(rest_->mapToGlobal(rest_->rect().bottomLeft()));
    emit highlighted({});
}

int RunChips::height1() const {
    return std::max(QFontMetrics(font()).height() + 6, kIcon + 4);
}

QSize RunChips::sizeHint() const {
    return {400, height1()};
}

QSize RunChips::minimumSizeHint() const {
    return {120, height1()};
}

void RunChips::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void RunChips::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        rebuild();
        arrange();
    }
}

bool RunChips::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    // A run that gets the keyboard because a dock or presenter mode went is not one that a person pointed at.
    const bool walked =
        type == QEvent::FocusIn && (static_cast<QFocusEvent*>(event)->reason() == Qt::TabFocusReason ||
                                    static_cast<QFocusEvent*>(event)->reason() == Qt::BacktabFocusReason);
    if (type == QEvent::Enter || walked) emit highlighted(watched->property("run").toString());
    if (type == QEvent::Leave || type == QEvent::FocusOut) emit highlighted({});
    return QWidget::eventFilter(watched, event);
}

}  // namespace mantissa::ui
