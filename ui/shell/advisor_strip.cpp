// SPDX-License-Identifier: GPL-3.0-or-later
// See advisor_strip.h. The sentences are the engine's, in the language of the window; plain text always.
#include "ui/shell/advisor_strip.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "engine/report/foreign_cause.h"
#include "engine/run/presets.h"
#include "ui/charts/format_text.h"
#include "ui/charts/wrap_layout.h"
#include "ui/models/race_model.h"
#include "ui/models/session_model.h"
#include "ui/setup/config_fields.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/theme.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

constexpr int look_ms = 1000;
constexpr int resend_ms = 3000;
/// Pixels; with larger letters, or on a very narrow page, the buttons go below the title.
constexpr int kWidestLetter = 8;
/// Letters of a title that are worth a second line where the buttons leave less, and a line of its own where they leave
/// less even in two.
constexpr int kTitleLetters = 75;
constexpr int kLettersInTwoLines = 45;

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

}  // namespace

/// One line, or two, that ends in "…" where it does not fit; the whole of it is its tool tip and accessible name.
class ElidedLabel : public TextLabel {
  public:
    using TextLabel::TextLabel;

    void setWhole(const QString& whole) {
        whole_ = whole;
        setAccessibleName(whole);
        fit();
    }
    QSize minimumSizeHint() const override { return {fontMetrics().averageCharWidth() * 12, high()}; }
    QSize sizeHint() const override {
        return {std::clamp(fontMetrics().horizontalAdvance(whole_) + 2, least_, std::max(least_, most_)), high()};
    }
    /// Pixels that it asks for at most: what its line has for it.
    void setMost(int most) {
        if (std::exchange(most_, most) != most) updateGeometry();
    }
    /// Pixels that it asks for at least.
    void setLeast(int least) {
        if (std::exchange(least_, least) != least) updateGeometry();
    }
    /// The room of so many lines is kept whatever it says.
    void setLines(int lines) {
        if (std::exchange(lines_, lines) == lines) return;
        fit();
        updateGeometry();
    }
    bool isCut() const { return cut_; }

  protected:
    void resizeEvent(QResizeEvent* event) override {
        TextLabel::resizeEvent(event);
        fit();
    }
    void changeEvent(QEvent* event) override {
        TextLabel::changeEvent(event);
        if (event->type() == QEvent::FontChange) fit();
    }

  private:
    /// QLabel's own hint keeps a minimum height that it had once.
    int high() const { return std::max(minimumHeight(), lines_ * fontMetrics().lineSpacing()); }
    void fit() {
        const FittedText fitted = fittedText(whole_, font(), lines_, width());
        cut_ = fitted.cut;
        if (fitted.text != text()) setText(fitted.text);
    }
    QString whole_;
    int most_ = QWIDGETSIZE_MAX;
    int least_ = 0;
    int lines_ = 1;
    bool cut_ = false;
};

AdvisorStrip::AdvisorStrip(SessionModel& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      title_(new ElidedLabel(QString())),
      why_(new QToolButton),
      cause_(new QToolButton),
      more_(new QToolButton),
      apply_(new QPushButton),
      reason_(new TextLabel({}, TextRole::Note)) {
    setObjectName("advisor");
    setAccessibleName(tr("Advisor"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);  // its height is that of its width
    build();
    pause_.setSingleShot(true);
    pause_.setInterval(look_ms);
    connect(&pause_, &QTimer::timeout, this, [this] {
        if (dirty_) refreshNow();
    });
    connect(&session_, &SessionModel::runChanged, this, [this](const QString& id) {
        const RunModel* run = session_.currentRun();
        if (run && text(run->runId()) == id) changed();
    });
    connect(&session_, &SessionModel::currentRunChanged, this, &AdvisorStrip::refreshNow);
    refreshNow();
}

void AdvisorStrip::build() {
    title_->setObjectName("advisorTitle");
    title_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    why_->setObjectName("advisorWhy");
    why_->setText(tr("Why"));
    why_->setCheckable(true);
    why_->setIcon(glyphIcon(IconShape::ChevronRight));  // as wide before there is a finding
    why_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    cause_->setObjectName("advisorCause");
    cause_->setText(tr("Find the cause…"));
    more_->setObjectName("advisorMore");
    more_->setText(tr("%1 more").arg(1));  // this, too
    apply_->setObjectName("advisorApply");
    reason_->setObjectName("advisorReason");
    reason_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    reason_->hide();
    auto* close = new QToolButton;
    close->setObjectName("advisorClose");
    close->setIcon(glyphIcon(IconShape::Close));
    close->setToolTip(tr("Close; View › Advisor brings it back"));
    close->setAccessibleName(tr("Close the advisor"));
    why_->setAccessibleName(tr("Show the reason"));
    more_->setAccessibleName(tr("Show the next finding"));
    cause_->setAccessibleName(tr("Find the cause"));
    apply_->setAccessibleName(tr("Apply"));
    for (QToolButton* button : {why_, cause_, more_, close}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16 + fontMetrics().height() + 8, 3, 6, 3);
    column->setSpacing(2);
    // With large text the buttons go below the title: the window must not become wider than the screen.
    auto* line = new WrapLayout(6, 2);
    line->addWidget(title_);
    line->addWidget(why_);
    line->addWidget(cause_);
    line->addGap();
    line->addWidget(more_);
    line->addWidget(apply_);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addLayout(line, 1);
    row->addWidget(close, 0, Qt::AlignTop);  // in its corner, however many lines the others take
    column->addLayout(row);
    column->addWidget(reason_);
    connect(why_, &QToolButton::toggled, this, &AdvisorStrip::showFinding);
    connect(more_, &QToolButton::clicked, this, &AdvisorStrip::step);
    connect(apply_, &QPushButton::clicked, this, &AdvisorStrip::apply);
    connect(cause_, &QToolButton::clicked, this, &AdvisorStrip::causeWanted);
    connect(close, &QToolButton::clicked, this, &AdvisorStrip::closed);
    keepHeight();
}

void AdvisorStrip::setWanted(bool wanted) {
    wanted_ = wanted;
    refreshNow();
}

void AdvisorStrip::setSilence(Silence silence) {
    if (std::exchange(silence_, silence) != silence) refreshNow();
}

void AdvisorStrip::setCovered(bool covered) {
    if (covered == covered_) return;
    covered_ = covered;
    refreshNow();
}

QString AdvisorStrip::sentence() const {
    return title_->accessibleName();
}

void AdvisorStrip::changed() {
    dirty_ = true;
    const RunModel* run = session_.currentRun();
    const bool ended = run && !run->live();  // what can be done about a finding is another thing then
    if (wanted_ && (!pause_.isActive() || ended != ended_)) refreshNow();
    ended_ = ended;
}

void AdvisorStrip::setBudget(quint64 bytes) {
    budget_ = bytes;
    changed();
}

void AdvisorStrip::refreshNow() {
    dirty_ = false;
    const RunModel* run = wanted_ && silence_ == Silence::None && !covered_ ? session_.currentRun() : nullptr;
    const std::string id = run ? run->runId() : std::string();
    if (id != run_) {
        run_ = id;
        chosen_.clear();
        sent_.reset();
    }
    findings_.clear();
    if (run) {
        const Evidence& evidence = run->evidence();
        const std::uint64_t own = evidence.memory ? evidence.memory->budget() : 0;
        const std::uint64_t budget = own > 0 && budget_ > 0 ? std::min(own, budget_) : std::max(own, budget_);
        findings_ = advise(evidence, budget);
        // Compare may show that it has diverged: then this says so, too. All its steps are read for that.
        if (std::any_of(findings_.begin(), findings_.end(), [](const Finding& f) { return f.rule == "no_difference"; }))
            findings_ = advise(evidence, budget, standingOf(session_, *run));
        pause_.start();
    }
    showFinding();
}

void AdvisorStrip::showFinding() {
    shown_ = 0;
    for (std::size_t i = 0; i < findings_.size(); ++i)
        if (findings_[i].rule == chosen_) shown_ = i;
    setVisible(wanted_);
    if (findings_.empty()) return showNothing();
    why_->show();
    const Finding& finding = findings_[shown_];
    const QString reason = inWords(finding.reason_phrases);
    const QString title = inWords(finding.title_phrase);
    title_->setWhole(title);
    title_->setToolTip(plainTip(title + "\n" + reason));
    title_->setAccessibleDescription(reason);
    setAccessibleDescription(title + ". " + reason);
    why_->setIcon(glyphIcon(why_->isChecked() ? IconShape::ChevronDown : IconShape::ChevronRight));
    why_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    why_->setToolTip(plainTip(reason));
    why_->setAccessibleName(why_->isChecked() ? tr("Hide the reason") : tr("Show the reason"));
    why_->setAccessibleDescription(reason);
    const QString code = text(finding.code);
    const int others = static_cast<int>(findings_.size()) - 1;
    more_->setVisible(others > 0);
    more_->setText(tr("%1 more").arg(others));
    more_->setToolTip(tr("Show the next of %1 findings (this is number %2)").arg(others + 1).arg(shown_ + 1));
    more_->setAccessibleName(more_->toolTip());
    showButton(finding);
    showCauseButton(finding);
    fitTitle();
    QString shown = code.isEmpty() ? reason : reason + QStringLiteral("\n\n") + code.trimmed();
    if (title_->isCut()) shown.prepend(title + QStringLiteral(". "));
    if (reason_->text() != shown) reason_->setText(shown);
    reason_->setVisible(why_->isChecked());
    updateGeometry();
    update();
}

/// Of another program's run the recording is asked, which knows of inf and NaN; of ours the worker trains it again.
void AdvisorStrip::showCauseButton(const Finding& finding) {
    const RunModel* run = session_.currentRun();
    bool wanted = false;
    if (run && run->evidence().foreign) {
        const ForeignCause::Verdict verdict = foreign_cause(*run->evidence().foreign).verdict;
        wanted = verdict == ForeignCause::Verdict::named || verdict == ForeignCause::Verdict::unknown;
        cause_->setToolTip(tr("Who made the first inf or NaN, as far as the recording tells"));
    } else if (run && run->config().optimizer() != run::PHASE_CHANGE) {  // of devices no cast is to blame
        wanted = finding.severity == FindingSeverity::warning;
        cause_->setToolTip(tr("Which cast makes it fail, and the smallest cure; the worker searches for it"));
    }
    cause_->setVisible(wanted);
}

/// At normal text size the buttons stay beside the title, whatever is found: the title is cut before one goes below it.
void AdvisorStrip::fitTitle() {
    const QMargins margins = layout()->contentsMargins();
    const QSize close = findChild<QToolButton*>("advisorClose")->sizeHint();
    int room = width() - margins.left() - margins.right() - close.width() - 12;
    int least = room;  // with every button there is: so the height is that of the width, whatever is found
    for (QToolButton* other : {why_, cause_, more_}) least -= other->sizeHint().width() + 6;
    least -= std::max(apply_->sizeHint().width(), apply_->minimumWidth()) + 6;
    const int letter = fontMetrics().averageCharWidth();
    const bool normal = letter <= kWidestLetter;
    // Whatever is found, or nothing: then the title has its line and the buttons theirs.
    const bool apart = normal && 2 * least < kLettersInTwoLines * letter;
    title_->setLeast(apart ? room : 0);
    title_->setLines(normal && !apart && least < kTitleLetters * letter ? 2 : 1);
    const int line = std::max(title_->minimumSizeHint().height(), close.height()) + margins.top() + margins.bottom();
    setMinimumHeight(apart ? line + apply_->sizeHint().height() + 2 : 0);
    if (apart) {
        title_->setMost(room);
        setMaximumHeight(why_->isChecked() && !why_->isHidden() ? QWIDGETSIZE_MAX : minimumHeight());
        layout()->activate();
        return;
    }
    for (const QWidget* other : {static_cast<QWidget*>(why_), static_cast<QWidget*>(cause_),
                                 static_cast<QWidget*>(more_), static_cast<QWidget*>(apply_)})
        if (!other->isHidden()) room -= std::max(other->sizeHint().width(), other->minimumWidth()) + 6;
    const bool oneLine = normal && room >= title_->minimumSizeHint().width();
    title_->setMost(oneLine ? room : QWIDGETSIZE_MAX);
    // Until new buttons have their final size they may not fit: the page above does not move for that moment.
    const bool opened = why_->isChecked() && !why_->isHidden();
    setMaximumHeight(oneLine && !opened ? line : QWIDGETSIZE_MAX);
    layout()->activate();
}

bool AdvisorStrip::event(QEvent* event) {
    // Buttons have their final size once they are styled, which is later than their texts and than this strip's
    // letters.
    if (event->type() == QEvent::LayoutRequest) {
        keepHeight();
        fitTitle();
    }
    return QWidget::event(event);
}

void AdvisorStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitTitle();
}

void AdvisorStrip::showNothing() {
    const RunModel* run = covered_ ? nullptr : session_.currentRun();
    const bool ended = run && !run->live();
    QString text = ended ? tr("No advice on this run.")
                   : run ? tr("No advice on this run so far.")
                         : tr("The advisor says here what an expert would say about a run.");
    switch (silence_) {
        case Silence::None:
            break;
        case Silence::Asked:
            text = tr("The advisor is silent until the outcome is seen.");
            break;
        case Silence::UntilTrained:
            text = tr("The advisor speaks once the lesson has trained a run.");
            break;
        case Silence::Kept:
            text = tr("The lesson keeps the advice back until the outcome of its next question is seen.");
            break;
    }
    title_->setWhole(text);
    title_->setToolTip(plainTip(text));  // the line may be too narrow for it
    title_->setAccessibleDescription({});
    title_->setMost(QWIDGETSIZE_MAX);
    setAccessibleDescription(text);
    for (QWidget* widget : {static_cast<QWidget*>(why_), static_cast<QWidget*>(cause_), static_cast<QWidget*>(more_),
                            static_cast<QWidget*>(apply_), static_cast<QWidget*>(reason_)})
        widget->hide();
    update();
}

/// The line is as high with its button as without it, and a button as wide whatever it says.
void AdvisorStrip::keepHeight() {
    title_->setMinimumHeight(std::max(apply_->sizeHint().height(), more_->sizeHint().height()));
    int widest = 0;
    for (const QString& text : {tr("Apply"), tr("Apply and reset"), tr("For the next run")})
        widest = std::max(widest, fontMetrics().horizontalAdvance(text));
    const bool oneLine = fontMetrics().averageCharWidth() <= kWidestLetter;
    apply_->setMinimumWidth(oneLine ? widest + 2 * fontMetrics().height() : 0);
}

AdvisorStrip::Use AdvisorStrip::useOf(const Finding& finding) const {
    const RunModel* run = session_.currentRun();
    if (!run || !run->live() || !finding.change) return Use::NextRun;
    const FieldSet fields = changedFields({}, *finding.change);
    if (!std::all_of(fields.begin(), fields.end(), appliesNow)) return Use::NextRun;
    return finding.restart ? Use::NowAndRestart : Use::Now;
}

void AdvisorStrip::showButton(const Finding& finding) {
    apply_->setVisible(finding.change.has_value() || !finding.code.empty());
    if (!finding.change && !finding.code.empty()) {
        apply_->setText(tr("Copy the lines"));
        apply_->setToolTip(
            plainTip(tr("Lines of PyTorch for the script of this training:") + u'\n' + text(finding.code)));
        apply_->setAccessibleName(apply_->text());
        apply_->setEnabled(true);
        return;
    }
    const RunModel* run = session_.currentRun();
    if (!finding.change || !run) return;
    const run::RunConfig after = merge(run->evidence().config, *finding.change);
    const QString what = describeChange(run->evidence().config, after, changedFields({}, *finding.change));
    switch (useOf(finding)) {
        case Use::Now:
            apply_->setText(tr("Apply"));
            apply_->setToolTip(plainTip(tr("From the next step on: %1").arg(what)));
            break;
        case Use::NowAndRestart:
            apply_->setText(tr("Apply and reset"));
            apply_->setToolTip(plainTip(tr("Begin again from the same initial weights with %1").arg(what)));
            break;
        case Use::NextRun:
            apply_->setText(tr("For the next run"));
            apply_->setToolTip(plainTip(tr("Set in the Setup dock: %1").arg(what)));
            break;
    }
    apply_->setAccessibleName(apply_->text() + ": " + what);
    // Between the click and the record that tells of it there is nothing to press again.
    apply_->setEnabled(!sent_ || sent_->rule != finding.rule);
}

void AdvisorStrip::apply() {
    if (findings_.empty()) return;
    if (!findings_[shown_].change) {
        if (!findings_[shown_].code.empty()) QGuiApplication::clipboard()->setText(text(findings_[shown_].code));
        return;
    }
    const Finding finding = findings_[shown_];
    const Use use = useOf(finding);
    if (use == Use::NextRun) {
        emit nextRunWanted(*finding.change);
        return;
    }
    sent_ = finding;
    apply_->setEnabled(false);
    QTimer::singleShot(resend_ms, this, [this] {  // it may have been refused
        sent_.reset();
        showFinding();
    });
    emit changeWanted(*finding.change, use == Use::NowAndRestart);
}

void AdvisorStrip::step() {
    if (findings_.empty()) return;
    const bool hadFocus = more_->hasFocus();
    chosen_ = findings_[(shown_ + 1) % findings_.size()].rule;
    showFinding();
    if (hadFocus) more_->setFocus();
}

void AdvisorStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange) return;
    layout()->setContentsMargins(16 + fontMetrics().height() + 8, 3, 6, 3);
    keepHeight();
}

void AdvisorStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const bool serious = !findings_.empty() && findings_[shown_].severity != FindingSeverity::note;
    const QColor warm = isDarkPalette(palette()) ? QColor("#e0a458") : QColor("#9a5b00");
    const QColor edge = serious ? warm : palette().color(QPalette::Highlight);
    painter.fillRect(rect(), mixed(palette().color(QPalette::Window), edge, 0.06));
    painter.fillRect(QRect(0, 0, width(), 1), palette().color(QPalette::Mid));
    const int side = fontMetrics().height();
    const int middle = title_->geometry().center().y();
    paintGlyph(painter, serious ? IconShape::Warning : IconShape::Info, QRectF(12, middle - side / 2, side, side),
               edge);
}

}  // namespace mantissa::ui
