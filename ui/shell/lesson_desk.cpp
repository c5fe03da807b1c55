// SPDX-License-Identifier: GPL-3.0-or-later
// See lesson_desk.h.
#include "ui/shell/lesson_desk.h"

#include <QDir>
#include <QDockWidget>
#include <QEvent>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTabWidget>
#include <algorithm>
#include <utility>

#include "engine/base/error.h"
#include "engine/lesson/measure.h"
#include "engine/run/models.h"
#include "ui/client/engine_client.h"
#include "ui/lessons/halo.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/models/session_model.h"
#include "ui/runs/run_controller.h"
#include "ui/setup/setup_model.h"
#include "ui/shell/lesson_commands.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/settings.h"
#include "ui/widgets/dock_title.h"
#include "ui/words/phrase_words.h"
#include "ui/words/translation.h"

namespace mantissa::ui {

namespace {

constexpr int kWidth = 340;  // of the dock, at normal text size

}  // namespace

LessonDesk::LessonDesk(const Parts& parts) : QObject(&parts.window), parts_(parts), halo_(new Halo(&parts.window)) {
    dock_ = new QDockWidget(tr("Lesson"), &parts_.window);
    dock_->setObjectName("lessonDock");
    dock_->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    dock_->setTitleBarWidget(new DockTitle(dock_, tr("Close the lesson"),
                                           tr("Close the lesson; the Lesson menu opens it where you left it")));
    makeMenu();
    panel_ = new LessonPanel(model_, {back_, next_, question_, skip_, showMe_, restart_, run_, handIn_});
    dock_->setWidget(panel_);
    parts_.window.addDockWidget(Qt::RightDockWidgetArea, dock_);
    parts_.window.tabifyDockWidget(parts_.beside, dock_);
    dock_->hide();
    dock_->installEventFilter(this);
    connect(dock_, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (!visible && dock_->isHidden()) halo_->point(nullptr);
    });
    connect(&model_, &LessonModel::stepChanged, this, &LessonDesk::arrive);
    connect(&model_, &LessonModel::changed, this, &LessonDesk::lookAtRun);
    connect(&model_, &LessonModel::lessonChanged, this, &LessonDesk::lookAtRun);
    connect(&parts_.session, &SessionModel::runAdded, this, &LessonDesk::lookAtRun);
    connect(&parts_.session, &SessionModel::currentRunChanged, this, &LessonDesk::coverPage);
    connect(&parts_.session, &SessionModel::visibilityChanged, this, [this](const QString& id, bool visible) {
        if (placing_) return;
        hidden_.removeAll(id);
        if (visible)
            byHand_.remove(id);
        else
            byHand_.insert(id);
    });
    connect(&parts_.pages, &PageTabs::coverPressed, this, &LessonDesk::goToTraining);
    connect(&model_, &LessonModel::notKept, this, [this](const QString& reason) {
        emit failed(tr("Your progress in the lesson cannot be saved: %1").arg(reason),
                    tr("The lesson continues; it will begin anew at the next start."));
    });
    connect(&parts_.client, &EngineClient::recordsArrived, &model_, &LessonModel::apply);
    connect(&parts_.client, &EngineClient::runInterrupted, &model_, &LessonModel::interrupted);
    connect(&parts_.controller, &RunController::refused, &model_, [this](const QString& sentence) {
        if (model_.isOpen() && model_.awaitsStart()) model_.runFailed(sentence);
    });
    connect(&parts_.controller, &RunController::stateChanged, this, [this] {
        showPossible();
        coverPage();
        if (parts_.controller.state() == TrainingState::Idle && std::exchange(refused_, false)) emit settled();
    });
    showPossible();
}

/// `settings`: the Setup dock takes the lesson's; else it stays as the last session left it.
bool LessonDesk::open(const std::filesystem::path& folder, bool settings) {
    if (refusesToLeave()) return false;
    spoken_.clear();  // another lesson may call a run by the same name
    try {
        model_.open(folder, (stateFolder() + "/lessons").toStdString(), spokenLanguage());
    } catch (const Error& error) {
        emit failed(tr("The lesson cannot be opened: %1 (%2)")
                        .arg(messageInWords(error), QString::fromStdString(error.place())),
                    tr("Expected: %1.").arg(remedyInWords(error)));
        return false;
    }
    for (QAction* action : {close_, showMe_, restart_, handIn_, dock_->toggleViewAction()}) action->setEnabled(true);
    parts_.settings.setLesson(QString::fromStdString(folder.string()));
    QString note;
    if (settings) {
        QUndoStack& undo = parts_.setup.undoStack();
        undo.beginMacro(tr("step %1 of the lesson").arg(model_.step() + 1));
        note = freeSetUp();
        setUp(model_.step());
        undo.endMacro();
    }
    const QAction* following = followingLesson();
    panel_->setFollowing(following ? following->property("title").toString() : QString());
    if (dock_->isHidden() && parts_.beside->isVisible()) widthBefore_ = parts_.beside->width();
    dock_->show();
    dock_->raise();
    emit opened();
    if (const QStringList runs = latestRuns(); !runs.isEmpty()) emit runsWanted(runs);
    // Once the docks that share a place have been laid out; before, they keep the width of the other one.
    QMetaObject::invokeMethod(
        this,
        [this] {
            const double zoom = std::max(1.0, parts_.window.fontMetrics().height() / 17.0);
            parts_.window.resizeDocks({dock_}, {static_cast<int>(kWidth * zoom)}, Qt::Horizontal);
        },
        Qt::QueuedConnection);
    if (model_.step() > 0) note += tr("The lesson continues where you left it. Alt+Home goes to its start.");
    if (!note.isEmpty()) emit told(note);
    return true;
}

/// A lesson sets what it speaks of, and points at it: what a teacher's set-up locks or hides is freed for it. Returns
/// that as a sentence; empty where nothing was locked.
QString LessonDesk::freeSetUp() {
    const SetupLocks locks = parts_.setup.locks();
    if (!locks.any()) return {};
    parts_.setup.unlock();
    return tr("The lesson needs the settings that “%1” locked or hid: they are free now. Undo locks them again.")
               .arg(locks.title) +
           QLatin1Char(' ');
}

/// Those that a step trained or trains, by lane.
QStringList LessonDesk::runsOf(int step) const {
    QStringList ids;
    for (const LessonLane& lane : model_.lesson().lanes(static_cast<std::size_t>(step)))
        if (const QString id = model_.runId(lane.name); !id.isEmpty()) ids << id;
    return ids;
}

/// Those of the last step up to this one that was trained.
QStringList LessonDesk::latestRuns() const {
    QStringList ids;
    for (int step = model_.step(); step >= 0 && ids.isEmpty(); --step) ids = runsOf(step);
    return ids;
}

/// The run that the lesson calls `name`, and what was trained side by side with it.
QStringList LessonDesk::trainedWith(const std::string& name) const {
    const std::size_t step = model_.lesson().step_of_run(name);
    return step < model_.lesson().steps() ? runsOf(static_cast<int>(step)) : QStringList();
}

/// Its runs would be of no lesson any more.
bool LessonDesk::refusesToLeave() {
    if (!model_.trains() || parts_.controller.state() == TrainingState::Idle) return false;
    refused_ = true;
    emit failed(tr("“%1” is training, and would lose these runs.").arg(model_.title()),
                tr("Wait for their end, or stop them first."));
    return true;
}

/// Who closes the dock leaves the lesson: else its cover, its preset and its silence would stay, and nothing would say
/// why.
bool LessonDesk::eventFilter(QObject* watched, QEvent* event) {
    if (watched != dock_ || event->type() != QEvent::Close || !model_.isOpen()) return false;
    event->ignore();
    close();
    dock_->toggleViewAction()->setChecked(model_.isOpen());  // also where it is not left
    return true;
}

void LessonDesk::close() {
    if (refusesToLeave()) return;
    const QString title = model_.title();
    for (const QString& id : std::exchange(hidden_, {})) place(id, true);
    halo_->point(nullptr);
    model_.close();
    for (QAction* action : actions() + QList{close_, dock_->toggleViewAction()}) action->setEnabled(false);
    dock_->hide();
    parts_.settings.setLesson({});
    if (!title.isEmpty()) emit told(tr("“%1” is closed. The Lesson menu opens it where you left it.").arg(title));
    if (widthBefore_ > 0) {  // the lesson's was wider
        QMetaObject::invokeMethod(
            this, [this, width = widthBefore_] { parts_.window.resizeDocks({parts_.beside}, {width}, Qt::Horizontal); },
            Qt::QueuedConnection);
        widthBefore_ = 0;
    }
}

void LessonDesk::resume() {
    const QString folder = parts_.settings.lesson();
    if (folder.isEmpty() || !QDir(folder).exists() || !open(folder.toStdString(), false)) close();
}

/// The lesson's settings on this machine: device and threads are the person's.
run::RunConfig LessonDesk::here(run::RunConfig config) const {
    const run::RunConfig& own = parts_.setup.config();
    config.set_device(own.device());
    config.set_threads(own.threads());
    return config;
}

void LessonDesk::setUp(int step) {
    if (const QString note = freeSetUp(); !note.isEmpty()) emit told(note);  // handed out since it was opened
    parts_.setup.replace(here(model_.settings(step)), tr("step %1 of the lesson").arg(step + 1));
    if (model_.lesson().content.steps(step).has_recording()) return;
    // Setup describes a recording instead of the settings while one is on display.
    if (const RunModel* shown = parts_.session.currentRun(); shown && shown->foreign())
        for (const RunModel* run : std::vector(parts_.session.runs().rbegin(), parts_.session.runs().rend()))
            if (!run->foreign()) return parts_.session.setCurrentRun(QString::fromStdString(run->runId()));
}

void LessonDesk::goTo(int step) {
    if (!model_.isOpen() || step < 0 || step >= model_.steps() || step == model_.step()) return;
    QUndoStack& undo = parts_.setup.undoStack();
    const bool backwards = step < model_.step();
    undo.beginMacro(tr("step %1 of the lesson").arg(step + 1));
    undo.push(new StepCommand(model_, step));
    // A step without a setup leaves what a person has changed; going back restores what held there.
    if (backwards || model_.current().has_setup()) setUp(step);
    undo.endMacro();
}

void LessonDesk::arrive() {
    const lesson::Step& step = model_.current();
    if (!step.show().empty() && !parts_.pages.open(QString::fromStdString(step.show())))
        qWarning("lesson: there is no page \"%s\"", step.show().c_str());
    QWidget* target = nullptr;
    if (!step.point().empty()) {
        const QString name = QString::fromStdString(step.point());
        // Several pages may have a control of this name: the one in front first.
        if (QWidget* page = parts_.pages.currentWidget())
            target = page->objectName() == name ? page : page->findChild<QWidget*>(name);
        if (!target) target = parts_.window.findChild<QWidget*>(name);
        if (!target) qWarning("lesson: there is no widget \"%s\"", step.point().c_str());
    }
    halo_->point(target);
    viewed_ = asked_ = std::string();
    // What a step trained on an earlier visit is what it shows.
    const bool again = !step.has_view() && model_.runState() == LessonRun::Done;
    spoken_ = again ? model_.lanes().front().name : step.view().run();
    if (step.has_recording() && !recordedRun())
        emit recordingWanted(QString::fromStdString((model_.lesson().folder / step.recording()).string()));
    lookAtRun();
    showPossible();
}

/// The run of the recording that this step speaks of; null where it has none or it is not read yet.
const RunModel* LessonDesk::recordedRun() const {
    const std::string& name = model_.current().recording();
    for (const RunModel* run : parts_.session.runs())
        if (!name.empty() && run->foreign() && run->foreign()->file() == name) return run;
    return nullptr;
}

/// Brings the run, the step and the tensor that the lesson's step speaks of to the pages: once, when it is reached or
/// when they are there; from then on a person may look elsewhere.
void LessonDesk::lookAtRun() {
    emit outcomeHidden(model_.silencesAdvisor());
    coverPage();
    if (!model_.isOpen()) return;
    const lesson::View& view = model_.current().view();
    const RunModel* recorded = recordedRun();
    const QString id = recorded ? QString::fromStdString(recorded->runId()) : model_.runId(spoken_);
    const std::string wanted = id.toStdString() + '/' + spoken_;
    if (id.isEmpty() || wanted == viewed_) return;
    if (!parts_.session.run(id)) {  // trained on another day: it is in the library
        if (std::exchange(asked_, wanted) != wanted) emit runsWanted(trainedWith(spoken_));
        return;
    }
    viewed_ = wanted;
    const QStringList beside = recorded ? QStringList(id) : trainedWith(spoken_);
    showOnly(beside, recorded || beside.size() > 1 ? nullptr : &parts_.session.run(id)->config());
    parts_.session.setCurrentRun(id);
    parts_.pages.lookAt(view.has_step() ? std::optional<quint32>(view.step()) : std::nullopt);
    if (!view.tensor().empty())
        emit parts_.pages.tensorWanted(QString::fromStdString(view.tensor()), lesson_role(view.role()));
}

/// A page does not stand beside a text that speaks of a run which is not there.
void LessonDesk::coverPage() {
    parts_.pages.uncover();
    const QString missing = model_.isOpen() ? model_.missingRun() : QString();
    const bool trains = parts_.controller.state() != TrainingState::Idle;
    const bool covers =
        !missing.isEmpty() && !trains && parts_.pages.isAt(QString::fromStdString(model_.current().show()));
    emit pageCovered(covers);
    if (!covers) return;
    const auto step = static_cast<int>(model_.lesson().step_of_run(missing.toStdString()));
    if (step == model_.step())
        parts_.pages.cover(tr("Not trained yet: this step trains what is shown here."), {});
    else
        parts_.pages.cover(tr("Not trained yet: step %1 of the lesson trains what is shown here.").arg(step + 1),
                           tr("Go to step %1").arg(step + 1));
}

void LessonDesk::goToTraining() {
    if (model_.isOpen()) goTo(static_cast<int>(model_.lesson().step_of_run(model_.missingRun().toStdString())));
}

/// The next step; after the last one the next lesson.
void LessonDesk::goOn() {
    if (!model_.isOpen()) return;
    if (model_.step() + 1 < model_.steps()) return goTo(model_.step() + 1);
    if (const QAction* lesson = followingLesson()) open(lesson->data().toString().toStdString());
}

/// The shipped lesson after the one that is open; null after the last, and after one of somebody's own.
const QAction* LessonDesk::followingLesson() const {
    const QList<QAction*> all = list_->actions();
    const QString here = QString::fromStdString(model_.lesson().folder.string());
    for (int i = 0; i + 1 < all.size(); ++i)
        if (all[i]->data().toString() == here) return all[i + 1]->isEnabled() ? all[i + 1] : nullptr;
    return nullptr;
}

void LessonDesk::showPossible() {
    QString reason;
    switch (parts_.controller.state()) {
        case TrainingState::Idle:
            break;
        case TrainingState::NoWorker:
            reason = tr("The worker is not running: start it again first.");
            if (model_.isOpen() && model_.runState() == LessonRun::Training)
                model_.runFailed(tr("The worker was lost during the training."));
            break;
        case TrainingState::Starting:
        case TrainingState::Running:
        case TrainingState::Paused:
            reason = tr("Another run is training: stop it first (Ctrl+.).");
            break;
    }
    panel_->setRunPossible(reason.isEmpty(), reason);
}

void LessonDesk::run() {
    if (!panel_->canRun()) return;
    setUp(model_.step());
    for (const char* page : {"Formats", "Range", "Ranks"})  // nothing of a training is to be seen there
        if (parts_.pages.isAt(page)) parts_.pages.open("Live");
    const auto lanes = model_.lanes();
    showOnly({}, model_.isRace() ? nullptr : &lanes.front().config);
    model_.expectRuns();
    if (model_.isRace()) {
        std::vector<run::RunConfig> configs;
        for (const LessonLane& lane : lanes) configs.push_back(here(lane.config));
        parts_.controller.startRace(configs);
    } else {
        parts_.controller.start(here(lanes.front().config));  // what a teacher has locked does not change a lesson
    }
}

/// Shows or hides a run; what a person has hidden stays hidden.
void LessonDesk::place(const QString& id, bool visible) {
    if (!parts_.session.run(id) || (visible && byHand_.contains(id))) return;
    const QScopedValueRollback placing(placing_, true);
    parts_.session.setVisible(id, visible);
}

/// Takes all other runs off the charts, until the lesson is closed: an hour of lessons has twenty, and the text speaks
/// of two. A run that was trained alone is compared with the lesson's earlier ones of its network, `alike`.
void LessonDesk::showOnly(const QStringList& ids, const run::RunConfig* alike) {
    for (const RunModel* const run : std::vector(parts_.session.runs())) {
        const QString id = QString::fromStdString(run->runId());
        const bool earlier = alike && model_.owns(run->runId()) && same_network(run->config(), *alike);
        if (ids.contains(id) || earlier) {
            place(id, true);
        } else if (!run->live() && parts_.session.isVisible(id) && !byHand_.contains(id)) {
            place(id, false);
            hidden_ << id;
        }
    }
}

/// Who presses it beside an open question loses the question.
void LessonDesk::askToShow() {
    if (!model_.isOpen() || !model_.hidesOutcome()) return showMe();
    auto* asks = new QMessageBox(QMessageBox::Question, tr("Show me"),
                                 tr("“Show me” shows the outcome of this step. Its question is then left out."),
                                 QMessageBox::NoButton, &parts_.window);
    asks->setObjectName("lessonShowMeAsks");
    asks->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* shows = asks->addButton(tr("Leave the question out"), QMessageBox::AcceptRole);
    asks->setDefaultButton(asks->addButton(tr("Keep the question"), QMessageBox::RejectRole));
    connect(shows, &QPushButton::clicked, this, &LessonDesk::showMe);
    asks->open();
}

void LessonDesk::showMe() {
    if (!model_.isOpen()) return;
    setUp(model_.step());
    arrive();
    const bool asked = model_.hidesOutcome();
    model_.revealUnasked();
    if (asked)
        emit told(tr("The question of this step is left out: what it asks for is shown. “Start again” asks it anew."));
    const LessonRun state = model_.runState();
    if (state == LessonRun::Waiting || state == LessonRun::Broken) run();
}

void LessonDesk::restart() {
    if (!model_.isOpen() || refusesToLeave()) return;
    QUndoStack& undo = parts_.setup.undoStack();
    undo.beginMacro(tr("the lesson's start"));
    undo.push(new RestartCommand(model_));
    setUp(0);
    undo.endMacro();
}

bool LessonDesk::handIn(const QString& path, const QString& student) {
    try {
        model_.handIn(path.toStdString(), student);
    } catch (const Error& error) {
        emit failed(messageInWords(error), remedySentence(error));
        return false;
    }
    emit told(tr("Your result is in %1.").arg(QFileInfo(path).fileName()));
    return true;
}

}  // namespace mantissa::ui
