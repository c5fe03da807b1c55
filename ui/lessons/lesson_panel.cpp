// SPDX-License-Identifier: GPL-3.0-or-later
// See lesson_panel.h.
#include "ui/lessons/lesson_panel.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/lessons/curve_sketch.h"
#include "ui/lessons/page_text.h"
#include "ui/lessons/prediction_form.h"
#include "ui/words/number_words.h"

namespace mantissa::ui {

namespace {

QLabel* plainLabel(const QString& name, bool bold = false) {
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    if (bold) {
        QFont font = label->font();
        font.setWeight(QFont::DemiBold);
        label->setFont(font);
    }
    return label;
}

QToolButton* buttonOf(QAction* action, const QString& name) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setObjectName(name);
    button->setAccessibleName(action->text());
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

}  // namespace

LessonPanel::LessonPanel(LessonModel& model, const Buttons& actions, QWidget* parent)
    : QWidget(parent), model_(model), actions_(actions) {
    setObjectName("lessonPanel");
    auto* column = new QVBoxLayout(this);
    column_ = column;
    column->setContentsMargins(12, 2, 8, 8);
    head_ = makeHead();
    column->addWidget(head_);
    scroll_ = new QScrollArea;
    scroll_->setObjectName("lessonScroll");
    scroll_->setAccessibleName(tr("Lesson"));
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setWidget(makeBody());
    column->addWidget(scroll_, 1);
    asks_ = makeAsks();
    asks_->installEventFilter(this);
    column->addWidget(asks_);
    foot_ = makeFoot();
    column->addWidget(foot_);
    connect(&model_, &LessonModel::lessonChanged, this, &LessonPanel::showLesson);
    connect(&model_, &LessonModel::stepChanged, this, &LessonPanel::showStep);
    connect(&model_, &LessonModel::changed, this, &LessonPanel::showState);
    showLesson();
}

QWidget* LessonPanel::makeHead() {
    auto* head = new QWidget;
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    title_ = plainLabel("lessonTitle", true);
    place_ = plainLabel("lessonPlace");
    column->addWidget(title_);
    column->addWidget(place_);
    return head;
}

QWidget* LessonPanel::makeBody() {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    body_ = column;
    column->setContentsMargins(0, 0, 4, 0);
    column->setSpacing(10);
    page_ = new PageText;
    column->addWidget(page_);
    revealBox_ = new QWidget;
    auto* reveal = new QVBoxLayout(revealBox_);
    reveal->setContentsMargins(0, 0, 0, 0);
    revealText_ = plainLabel("lessonReveal", true);
    outcome_ = new CurveSketch;
    outcome_->setObjectName("lessonOutcome");
    outcome_->setAccessibleName(tr("Your curve and the measured one"));
    outcome_->setLocked(true);
    reveal->addWidget(revealText_);
    reveal->addWidget(outcome_);
    column->addWidget(revealBox_);
    column->addStretch(1);
    return body;
}

/// What the step asks for: the prediction, then the training.
QWidget* LessonPanel::makeAsks() {
    auto* asks = new QWidget;
    auto* column = new QVBoxLayout(asks);
    column->setContentsMargins(0, 4, 4, 4);
    column->setSpacing(6);
    form_ = new PredictionForm;
    column->addWidget(form_);
    skip_ = buttonOf(actions_.skip, "lessonSkip");
    skip_->setAutoRaise(true);
    form_->addBeside(skip_);
    connect(form_, &PredictionForm::number, &model_, &LessonModel::answerNumber);
    connect(form_, &PredictionForm::choice, &model_, &LessonModel::answerChoice);
    connect(form_, &PredictionForm::curve, &model_, &LessonModel::answerCurve);
    runBox_ = new QWidget;
    auto* run = new QVBoxLayout(runBox_);
    run->setContentsMargins(0, 0, 0, 0);
    runButton_ = buttonOf(actions_.run, "lessonRun");
    progress_ = new QProgressBar;
    progress_->setObjectName("lessonProgress");
    progress_->setAccessibleName(tr("How far the training of this step is"));
    progress_->setRange(0, 1000);
    progress_->setTextVisible(false);
    progress_->setMaximumHeight(6);
    runNote_ = plainLabel("lessonRunNote");
    run->addWidget(runButton_, 0, Qt::AlignLeft);
    run->addWidget(progress_);
    run->addWidget(runNote_);
    column->addWidget(runBox_);
    return asks;
}

/// Below the text, in sight while the text scrolls; where the panel is too low for both, behind the text.
void LessonPanel::placeAsks() {
    constexpr int least_text_lines = 6;
    const int gaps = 3 * column_->spacing() + column_->contentsMargins().top() + column_->contentsMargins().bottom();
    const int room = height() - head_->sizeHint().height() - foot_->sizeHint().height() - gaps;
    const int margins = column_->contentsMargins().left() + column_->contentsMargins().right();
    const int needs = asks_->layout()->hasHeightForWidth() ? asks_->layout()->heightForWidth(width() - margins)
                                                           : asks_->sizeHint().height();
    const bool below = needs + least_text_lines * fontMetrics().lineSpacing() <= room;
    if (below == below_) return;
    below_ = below;
    (below ? static_cast<QLayout*>(body_) : column_)->removeWidget(asks_);
    below ? column_->insertWidget(2, asks_) : body_->insertWidget(1, asks_);
    asks_->show();
}

/// No higher than it must be: what does not fit below the text goes behind it.
QSize LessonPanel::minimumSizeHint() const {
    const QSize least = column_->totalMinimumSize();
    return {least.width(), least.height() - (below_ ? asks_->minimumSizeHint().height() : 0)};
}

void LessonPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeAsks();
}

bool LessonPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == asks_ && event->type() == QEvent::LayoutRequest) placeAsks();
    return QWidget::eventFilter(watched, event);
}

QWidget* LessonPanel::makeFoot() {
    auto* foot = new QWidget;
    auto* grid = new QGridLayout(foot);
    grid->setContentsMargins(0, 0, 0, 0);
    back_ = buttonOf(actions_.back, "lessonBack");
    next_ = buttonOf(actions_.next, "lessonNext");
    QToolButton* showMe = buttonOf(actions_.showMe, "lessonShowMe");
    QToolButton* restart = buttonOf(actions_.restart, "lessonRestart");
    handIn_ = buttonOf(actions_.handIn, "lessonHandIn");
    for (QToolButton* button : {back_, next_}) button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    grid->addWidget(back_, 0, 0);
    grid->addWidget(next_, 0, 1);
    auto* more = new QHBoxLayout;
    more->addWidget(showMe);
    more->addWidget(restart);
    more->addStretch(1);
    more->addWidget(handIn_);
    grid->addLayout(more, 1, 0, 1, 2);
    return foot;
}

void LessonPanel::setRunPossible(bool possible, const QString& reason) {
    possible_ = possible;
    impossible_ = reason;
    showRun();
}

void LessonPanel::setFollowing(const QString& title) {
    following_ = title;
    showState();
}

bool LessonPanel::canRun() const {
    const LessonRun state = model_.runState();
    return possible_ && state != LessonRun::None && state != LessonRun::Training && !model_.hidesOutcome();
}

void LessonPanel::showLesson() {
    title_->setText(model_.title());
    title_->setProperty("userText", true);  // the lesson's own text, translated or not
    setEnabled(model_.isOpen());
    if (model_.isOpen()) showStep();
}

void LessonPanel::showStep() {
    place_->setText(tr("Step %1 of %2").arg(model_.step() + 1).arg(model_.steps()));
    page_->setPage(spacedThousands(model_.page()));
    form_->clear();
    scroll_->verticalScrollBar()->setValue(0);
    showState();
    // Space would go back again, or pass over a question that nobody has read.
    const QWidget* const focused = QApplication::focusWidget();
    if (focused != nullptr && (focused == back_ || focused == skip_)) goOnWithKeys();
}

/// Whoever works with keys here goes on to the question, the training or the next step: Qt would give the focus to
/// whatever follows, a button that shows the answer among them.
void LessonPanel::goOnWithKeys() {
    if (actions_.skip->isEnabled() && form_->firstField()) return goToQuestion();
    for (QWidget* next : {static_cast<QWidget*>(runButton_), static_cast<QWidget*>(next_)})
        if (next->isEnabled() && next->isVisible()) return next->setFocus(Qt::OtherFocusReason);
    scroll_->setFocus(Qt::OtherFocusReason);
}

void LessonPanel::goToQuestion() {
    QWidget* field = form_->firstField();
    if (!field) return;
    field->setFocus(Qt::ShortcutFocusReason);
    if (!below_) scroll_->ensureWidgetVisible(form_);
}

void LessonPanel::showState() {
    if (!model_.isOpen()) return;
    const QWidget* const before = QApplication::focusWidget();
    const bool keys = before != nullptr && isAncestorOf(before);
    showReveal();  // first: what was revealed can no longer be answered
    if (const lesson::Prediction* question = model_.question()) {
        form_->show(*question, model_.answer(), model_.answerLocked());
        form_->setFolded(revealBox_->isVisibleTo(this) && outcome_->isVisibleTo(revealBox_));
    }
    actions_.back->setEnabled(model_.step() > 0);
    const bool last = model_.step() + 1 == model_.steps();
    const bool asked = model_.hidesOutcome();
    actions_.next->setEnabled(!asked && (!last || !following_.isEmpty()));
    actions_.next->setToolTip(asked                           ? tr("Predict first, or skip the question.")
                              : last && !following_.isEmpty() ? tr("The next lesson: %1").arg(following_)
                                                              : tr("The lesson's next step (Alt+Right)"));
    next_->setText(last && !following_.isEmpty() ? tr("Next lesson") : tr("Next"));
    next_->setAccessibleName(next_->text());
    actions_.skip->setEnabled(asked);
    actions_.question->setEnabled(model_.question() && !model_.answerLocked());
    skip_->setVisible(asked);
    handIn_->setVisible(last);
    showRun();
    if (keys && QApplication::focusWidget() != before) goOnWithKeys();
}

void LessonPanel::showRun() {
    actions_.run->setEnabled(model_.isOpen() && canRun());
    const LessonRun state = model_.isOpen() ? model_.runState() : LessonRun::None;
    runBox_->setVisible(state != LessonRun::None);
    if (state == LessonRun::None) return;
    const auto lanes = model_.lanes();
    QString note;
    switch (state) {
        case LessonRun::Training:
            note = lanes.size() > 1 ? tr("Training %n runs side by side…", nullptr, static_cast<int>(lanes.size()))
                                    : tr("Training…");
            break;
        case LessonRun::Done:
            note = tr("Trained.");
            break;
        case LessonRun::Broken:
            note = model_.runProblem();
            break;
        default:
            break;
    }
    if (state != LessonRun::Training && state != LessonRun::Done) {
        if (!possible_) note = impossible_;
    }
    actions_.run->setText(state == LessonRun::Done ? tr("Run it again") : tr("Run"));
    runButton_->setAccessibleName(actions_.run->text());
    progress_->setVisible(state == LessonRun::Training);
    progress_->setValue(static_cast<int>(model_.runProgress() * 1000));
    runNote_->setText(note);
    runNote_->setVisible(!note.isEmpty());
}

void LessonPanel::showReveal() {
    const std::optional<Revelation> shown = model_.revelation();
    // Whoever goes on while the runs train reads of numbers that are not there yet.
    const bool early =
        !shown && model_.isOpen() && !model_.current().reveal().measure().empty() && !model_.current().has_run();
    revealBox_->setVisible(shown || early);
    if (early) {
        revealText_->setText(tr("This text speaks of the end of the runs, which is not reached yet."));
        outcome_->hide();
    }
    if (!shown) return;
    const bool appeared = revealText_->text() != shown->sentence;
    revealText_->setText(shown->sentence);
    const bool curve = shown->prediction->kind() == "curve";
    outcome_->setVisible(curve);
    if (curve) {
        const lesson::Prediction& asked = *shown->prediction;
        outcome_->setAxes({QString::fromStdString(asked.x()), QString::fromStdString(asked.y()), asked.x_low(),
                           asked.x_high(), asked.low(), asked.high()});
        outcome_->setDrawn(shown->predictedCurve);
        outcome_->setMeasured(shown->outcomeCurve);
        outcome_->setAccessibleDescription(shown->sentence);
    }
    // What was waited for comes into view.
    if (appeared && model_.current().has_run())
        QMetaObject::invokeMethod(
            this, [this] { scroll_->ensureWidgetVisible(revealBox_); }, Qt::QueuedConnection);
}

}  // namespace mantissa::ui
