// SPDX-License-Identifier: GPL-3.0-or-later
// See main_window.h; what the actions do is in main_window_actions.cpp, how it ends in main_window_leave.cpp. Numbers
// and marks are refreshed four times a second from the models; nothing is polled from the worker.
#include "ui/shell/main_window.h"

#include <QApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QSlider>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/base/error.h"
#include "engine/run/presets.h"
#include "ui/client/engine_client.h"
#include "ui/models/race_model.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/network_budget.h"
#include "ui/pages/network_page.h"
#include "ui/pages/speed_page.h"
#include "ui/reports/report_files.h"
#include "ui/runs/resume_offer.h"
#include "ui/runs/runs_dock.h"
#include "ui/setup/preset_files.h"
#include "ui/setup/setup_dock.h"
#include "ui/shell/actions.h"
#include "ui/shell/advisor_strip.h"
#include "ui/shell/classroom.h"
#include "ui/shell/help_dialogs.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/machine.h"
#include "ui/shell/menus.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/progress_strip.h"
#include "ui/shell/recordings.h"
#include "ui/shell/settings.h"
#include "ui/shell/status_strip.h"
#include "ui/shell/timeline.h"
#include "ui/shell/welcome_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

constexpr int refresh_ms = 250;
constexpr int note_ms = 6000;

/// What the worker says that it does, in the person's language.
QString activityInWords(const QString& activity) {
    [[maybe_unused]] static constexpr const char* known[] = {
        QT_TRANSLATE_NOOP("Worker", "idle"), QT_TRANSLATE_NOOP("Worker", "training"),
        QT_TRANSLATE_NOOP("Worker", "paused"), QT_TRANSLATE_NOOP("Worker", "waiting for the window")};
    return QCoreApplication::translate("Worker", activity.toUtf8());
}

/// Handed-out settings of which the student has to find out what they do.
bool keepsSecret(const SetupLocks& locks) {
    return locks.advisorHidden || locks.hidden.contains(run::RunConfig::kPresetFieldNumber);
}

/// In the order in which they began, so that a race has its baseline first.
QStringList inOrder(QStringList ids) {
    std::sort(ids.begin(), ids.end());  // ULIDs sort by time
    return ids;
}

/// The runs that a person selected, if they are several (one is selected by every click) or there are no others; else
/// those that the charts show, on Compare the lanes and ghosts side by side.
ReportRuns runsToReport(const RunsDock& dock, const SessionModel& session, bool compares) {
    const QStringList selected = inOrder(dock.selectedRuns());
    const QString shown = session.currentRun() ? QString::fromStdString(session.currentRun()->runId()) : QString();
    if (selected.size() > 1) return {selected, true, shown};
    const RaceLanes beside = lanesSideBySide(session);
    QStringList ids;
    for (const RunModel* run : session.runs()) {
        const auto among = [run](const std::vector<const RunModel*>& all) {
            return std::find(all.begin(), all.end(), run) != all.end();
        };
        const QString id = QString::fromStdString(run->runId());
        if (compares ? among(beside.lanes) || among(beside.ghosts) : session.isVisible(id)) ids << id;
    }
    return ids.isEmpty() ? ReportRuns{selected, true, shown} : ReportRuns{ids, false, shown};
}

}  // namespace

MainWindow::MainWindow(EngineClient& client, SessionModel& session, RunList& runs, Settings& settings, Theme& theme,
                       const QString& logPath, QWidget* parent)
    : QMainWindow(parent),
      client_(client),
      session_(session),
      runs_(runs),
      settings_(settings),
      theme_(theme),
      logPath_(logPath),
      controller_(client, session, setup_),
      welcome_(controller_, session, setup_),
      actions_(new Actions(setup_.undoStack(), this)),
      files_(new PresetFiles(setup_, this)),
      reports_(new ReportFiles(
          [this] {
              const bool compares = pages_->currentWidget() == &pages_->compare();
              return runsToReport(*runsDock_, session_, compares);
          },
          this)),
      recordings_(new Recordings(session, this)) {
    setWindowTitle("Mantissa");
    setWindowIcon(applicationIcon());
    try {
        setup_.setPresets(shipped_presets());
    } catch (const Error& error) {
        qWarning("presets: %s", error.what());  // the worker's list comes later and does as well
    }
    build();
    connectActions();
    connectEngine();
    restore();
    classroom_ = new Classroom(
        {*this, *actions_, setup_, settings_, theme_, *pages_, *files_, *advisor_, runs_, {banners_, welcomePanel_}});
    connect(&tick_, &QTimer::timeout, this, &MainWindow::refresh);
    tick_.start(refresh_ms);
    showState();
    showWorker();
}

MainWindow::~MainWindow() = default;

void MainWindow::build() {
    qApp->installEventFilter(new WheelGuard(this));
    slowDelay_ = new QSlider(Qt::Horizontal);
    slowDelay_->setObjectName("slowDelay");
    slowDelay_->setRange(10, 2000);
    slowDelay_->setPageStep(100);
    slowDelay_->setFixedWidth(84);
    slowDelay_->setAccessibleName(tr("Slow motion: delay after each step in milliseconds"));
    progress_ = new ProgressStrip;
    makeToolBar(*this, *actions_, slowDelay_, progress_);

    welcomePanel_ = new WelcomePanel(welcome_);
    pages_ = new PageTabs(session_, setup_, controller_, client_);
    auto* middle = new QWidget;
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(welcomePanel_);
    column->addWidget(pages_, 1);
    advisor_ = new AdvisorStrip(session_);
    column->addWidget(advisor_);
    connect(&pages_->speed(), &SpeedPage::budgetChosen, advisor_, &AdvisorStrip::setBudget);
    connect(&pages_->network().budget(), &NetworkBudget::answered, this, [this](const run::Record& found) {
        session_.apply({found});
        runs_.keepAnswer(found);
    });
    banners_ = new BannerStack(pages_, middle);
    middle->setFocusPolicy(Qt::ClickFocus);
    setCentralWidget(middle);
    middle->setFocus();  // no button begins with the keyboard: Space means Run

    setupDock_ = new SetupDock(setup_, this);
    runsDock_ = new RunsDock(runs_, session_, this);
    auto* timelineDock = new QDockWidget(tr("Timeline"), this);
    timelineDock->setObjectName("timelineDock");
    timelineDock->setFeatures(QDockWidget::DockWidgetClosable);  // by its key and the View menu
    timelineDock->setTitleBarWidget(new QWidget);
    timeline_ = new Timeline;
    timelineDock->setWidget(timeline_);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    addDockWidget(Qt::LeftDockWidgetArea, setupDock_);
    addDockWidget(Qt::RightDockWidgetArea, runsDock_);
    addDockWidget(Qt::BottomDockWidgetArea, timelineDock);
    theme_.dress();
    resize(1280, 800);
    connect(runsDock_->toggleViewAction(), &QAction::triggered, this, [this] { putAway_ = false; });
    sizeDocks();
    fillMenuBar(*this, *actions_, {setupDock_, runsDock_, timelineDock}, pages_->actions());
    lessons_ = new LessonDesk({*this, session_, setup_, controller_, client_, *pages_, settings_, runsDock_});
    menuBar()->insertMenu(menuBar()->actions().last(), lessons_->menu());
    welcomePanel_->offerLessons(lessons_->list());
    connect(lessons_, &LessonDesk::opened, welcomePanel_, &QWidget::hide);
    actions_->include(lessons_->actions());

    firstLayout_ = saveState();
    status_ = new StatusStrip;
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addPermanentWidget(status_);
}

void MainWindow::connectEngine() {
    connect(&client_, &EngineClient::stateChanged, this, [this] {
        if (client_.state() == WorkerState::ready) banners_->dismiss("worker");  // it is back
        showWorker();
    });
    connect(&client_, &EngineClient::respondingChanged, this, &MainWindow::showWorker);
    connect(&client_, &EngineClient::heartbeat, this, &MainWindow::showWorker);
    connect(&client_, &EngineClient::devicesArrived, this, [this](const run::DeviceList& devices) {
        devices_ = devices;
        setupDock_->setDevices(devices);
        showState();
    });
    connect(&client_, &EngineClient::presetsArrived, this, [this](const run::PresetList& list) {
        setup_.setPresets({list.presets().begin(), list.presets().end()});
    });
    connect(&client_, &EngineClient::message, this,
            [this](const QString& text) { showError("worker", text, client_.whatIsKept()); });
    connect(&controller_, &RunController::stateChanged, this, &MainWindow::showState);
    connect(&controller_, &RunController::refused, this,
            [this](const QString& sentence, const QString& remedy) { showError("refused", sentence, remedy); });
    connect(&controller_, &RunController::changeApplied, this, [this](quint32 step, const QString& what) {
        changeTold_ = tr("From step %1 on: %2").arg(step).arg(what);
        statusBar()->showMessage(changeTold_, note_ms);
        showState();
    });
    connect(&controller_, &RunController::runEnded, this, [this](const QString& id) {
        const RunModel* run = session_.run(id);
        if (run && run->ghost()) return;  // what it was left by goes on
        if (statusBar()->currentMessage() == changeTold_) statusBar()->clearMessage();
        showState();  // a ghost may go on in its place
    });
    connect(&session_, &SessionModel::currentRunChanged, this, &MainWindow::showState);
    connect(&setup_, &SetupModel::changed, this, &MainWindow::showState);
    connect(&setup_, &SetupModel::problemsChanged, this, &MainWindow::showState);
    connect(&runs_, &RunList::message, this, [this](const QString& text) { showError("library", text, {}); });
    connect(&runs_, &RunList::told, this, [this](const QString& text) { statusBar()->showMessage(text, note_ms); });
    connect(runsDock_, &RunsDock::settingsWanted, this, [this](const run::RunConfig& config) {
        setup_.replace(config, tr("use a run's settings"));
        statusBar()->showMessage(tr("Its settings are in the Setup dock for the next run."), note_ms);
    });
    connect(runsDock_, &RunsDock::deleted, this, &MainWindow::offerUndo);
    connect(runsDock_, &RunsDock::deleteUndone, this, &MainWindow::takeBackUndo);
    connect(runsDock_, &RunsDock::reportWanted, reports_, [this](const QStringList& ids) {
        const RunModel* shown = session_.currentRun();
        reports_->askFor({inOrder(ids), true, shown ? QString::fromStdString(shown->runId()) : QString()});
    });
    auto* resume = new ResumeOffer(session_, runs_, controller_, client_, *banners_, this);
    connect(runsDock_, &RunsDock::resumeRequested, resume, &ResumeOffer::resume);
    pages_->connectTo(*timeline_);
    timeline_->setWhyNotRewind([this](quint32 step) {
        const RunModel* run = session_.currentRun();
        return controller_.whyNotRewind(run ? QString::fromStdString(run->runId()) : QString(), step);
    });
    connect(timeline_, &Timeline::rewindWanted, this, [this](quint32 step) {
        const RunModel* run = session_.currentRun();
        if (run) controller_.rewind(QString::fromStdString(run->runId()), step);
    });
    connect(welcomePanel_, &WelcomePanel::closed, this, [this] { showWelcome(false); });
    connect(&welcome_, &WelcomeFlow::passed, this, [this] { showWelcome(false); });
    connect(&setup_, &SetupModel::locksChanged, this, [this, secret = false]() mutable {
        const bool was = std::exchange(secret, keepsSecret(setup_.locks()));
        if (secret)
            welcomePanel_->hide();  // what it tells may be the task's answer
        else if (was && !settings_.welcomeSeen() && !lessons_->model().isOpen())
            welcomePanel_->show();
    });
}

void MainWindow::restore() {
    if (const auto config = settings_.config()) {
        setup_.restore(*config);
    } else if (setup_.preset("underflow")) {
        setup_.applyPreset("underflow");
        setup_.restore(setup_.config());
    }
    if (!settings_.geometry().isEmpty()) restoreGeometry(settings_.geometry());
    // Not while the window is to be maximised: where the layout is too large for its size before that, as at a large
    // text size, Qt 6.4 keeps a copy of it for later, with separators that are gone by then, and crashes at a resize.
    const Qt::WindowStates states = windowState();
    setWindowState(states & ~(Qt::WindowMaximized | Qt::WindowFullScreen));
    if (!settings_.layout().isEmpty()) restoreState(settings_.layout());
    setWindowState(states);
    lessons_->resume();
    welcomePanel_->setVisible(!settings_.welcomeSeen() && !lessons_->model().isOpen() && !keepsSecret(setup_.locks()));
    if (!settings_.notice().isEmpty()) {
        banners_->show({"settings", false, settings_.notice(), {}, {}, {}});
    } else if (!settings_.firstLaunch() && settings_.config()) {
        statusBar()->showMessage(tr("The last session's settings were restored."), note_ms);
    }
}

void MainWindow::showWelcome(bool shown) {
    welcomePanel_->setVisible(shown);
    settings_.setWelcomeSeen(!shown);
}

void MainWindow::showError(const QString& key, const QString& sentence, const QString& remedy) {
    BannerText banner{key, true, sentence, remedy, {}, {}};
    if (key == "worker" && client_.state() == WorkerState::lost) {
        machine_->offerReturn(banner);
    } else if (key == "worker") {
        banner.buttonText = tr("Show its log");
        banner.action = [this] { showWorkerLog(this, client_); };
    }
    banners_->show(banner);
    if (classroom_) classroom_->tellWaiting();
}

void MainWindow::takeBackUndo() {
    if (auto* button = statusBar()->findChild<QPushButton*>("undoDelete")) button->deleteLater();  // it may be clicked
}

void MainWindow::offerUndo(const QString& sentence, int ms) {
    delete statusBar()->findChild<QPushButton*>("undoDelete");  // what was deleted before: Ctrl+Z in the Runs dock
    auto* button = new QPushButton(tr("%1 · Undo").arg(sentence));
    button->setObjectName("undoDelete");
    button->setAccessibleName(tr("Undo: %1").arg(sentence));
    statusBar()->insertWidget(0, button);
    connect(button, &QPushButton::clicked, runsDock_, &RunsDock::undoDelete);
    QTimer::singleShot(ms, button, &QObject::deleteLater);
}

/// What Setup says of a recording; its notices come while it goes on.
void MainWindow::describeRecording() {
    const RunModel* current = session_.currentRun();
    setupDock_->describe(current ? current->foreign() : nullptr,
                         current && current->evidence().foreign && current->evidence().foreign->unseen_scaler);
}

void MainWindow::showState() {
    actions_->update(controller_.state(), controller_.canReset());
    describeRecording();
    if (const RunModel* current = session_.currentRun())
        setupDock_->setRunRoles(current->precision(), {current->roles().begin(), current->roles().end()});
    if (!controller_.changes().waits()) setupDock_->setRunning(controller_.changes().running());
    for (const run::DeviceInfo& device : devices_.devices()) {
        if (device.id() == setup_.config().device()) status_->setDevice(nameInWords(device.description()));
    }
    refresh();
}

void MainWindow::refresh() {
    setupDock_->setGhostRoom(controller_.ghostHasRoom());
    // The status bar tells of what trains; where nothing does, of what Run would begin. A change may come at any step.
    const RunModel* live = controller_.state() == TrainingState::Idle ? nullptr : controller_.liveRun();
    const bool trains = live && live->live();
    const run::RunConfig& config = trains ? live->currentConfig() : setup_.config();
    status_->setPrecision(setupDock_->effectiveText(config), setupDock_->resolvedText(config), trains);
    const RunModel* current = session_.currentRun();
    progress_->show(current, controller_.state() == TrainingState::Starting);
    const QString id = current ? QString::fromStdString(current->runId()) : QString();
    // A change while it trains is in the run's name, too.
    setWindowTitle(current ? session_.displayName(id) + " — Mantissa" : QString("Mantissa"));
    const quint64 version = current ? current->version() : 0;
    if (id == shownRun_ && version == shownVersion_) return;
    describeRecording();
    const TimelineData line = current ? timelineOf(*current) : TimelineData{};
    if (id == shownRun_) {
        timeline_->setData(line);
    } else {
        const RunModel* before = session_.run(shownRun_);
        const std::string race = current ? session_.raceOf(*current) : std::string();
        timeline_->showOther(line, before && !race.empty() && session_.raceOf(*before) == race);
    }
    shownRun_ = id;
    shownVersion_ = version;
}

void MainWindow::showWorker() {
    switch (client_.state()) {
        case WorkerState::stopped:
            status_->setWorker(tr("not running"));
            break;
        case WorkerState::starting:
            status_->setWorker(tr("starting"));
            break;
        case WorkerState::ready:
            status_->setWorker(!client_.responding()          ? tr("not responding")
                               : client_.activity().isEmpty() ? tr("ready")
                                                              : activityInWords(client_.activity()));
            if (devices_.devices().empty()) client_.listDevices();
            banners_->dismiss(client_.responding() ? "silent" : "");
            break;
        case WorkerState::lost:
            status_->setWorker(tr("lost"));
            break;
    }
    if (leaving_ && (client_.state() == WorkerState::stopped || client_.state() == WorkerState::lost)) close();
}

}  // namespace mantissa::ui
