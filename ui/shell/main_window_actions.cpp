// SPDX-License-Identifier: GPL-3.0-or-later
// What each action of the window does: one line each, to whoever does it.
#include <QApplication>
#include <QClipboard>
#include <QSlider>
#include <QStatusBar>
#include <QTimer>
#include <utility>

#include "engine/run/presets.h"
#include "engine/store/library.h"
#include "ui/client/decision_runner.h"
#include "ui/client/engine_client.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/pages/formats_page.h"
#include "ui/pages/health_page.h"
#include "ui/pages/range_page.h"
#include "ui/pages/ranks_page.h"
#include "ui/pages/speed_page.h"
#include "ui/pages/underflow_page.h"
#include "ui/pages/updates_page.h"
#include "ui/reports/report_files.h"
#include "ui/runs/runs_dock.h"
#include "ui/setup/preset_files.h"
#include "ui/setup/setup_dock.h"
#include "ui/shell/actions.h"
#include "ui/shell/advisor_strip.h"
#include "ui/shell/cause_dialog.h"
#include "ui/shell/decision_dialog.h"
#include "ui/shell/foreign_cause_dialog.h"
#include "ui/shell/glossary.h"
#include "ui/shell/help_dialogs.h"
#include "ui/shell/inspect_dialog.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/machine.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/recordings.h"
#include "ui/shell/settings.h"
#include "ui/shell/status_strip.h"

namespace mantissa::ui {

namespace {

constexpr int told_ms = 6000;
constexpr int text_step_percent = 10;

}  // namespace

void MainWindow::connectActions() {
    const Actions& a = *actions_;
    connect(a.run, &QAction::triggered, &controller_, &RunController::toggle);
    connect(a.step, &QAction::triggered, &controller_, &RunController::step);
    connect(a.stop, &QAction::triggered, &controller_, &RunController::stop);
    connect(a.reset, &QAction::triggered, &controller_, &RunController::reset);
    const auto slow = [this] {
        slowDelay_->setEnabled(actions_->slow->isChecked());
        slowDelay_->setToolTip(tr("%1 ms after each step").arg(slowDelay_->value()));
        controller_.setSlow(actions_->slow->isChecked(), slowDelay_->value());
        settings_.setSlowDelay(slowDelay_->value());
    };
    slowDelay_->setValue(settings_.slowDelay());
    slowDelay_->setEnabled(false);
    connect(a.slow, &QAction::toggled, this, slow);
    connect(slowDelay_, &QSlider::valueChanged, this, slow);
    const auto ghost = [this](bool kept) {
        controller_.setGhostSteps(kept ? kGhostSteps : 0);
        settings_.setGhostKept(kept);
    };
    setupDock_->setKeepGhost(settings_.ghostKept());
    controller_.setGhostSteps(settings_.ghostKept() ? kGhostSteps : 0);
    connect(setupDock_, &SetupDock::keepGhostToggled, this, ghost);
    connect(setupDock_, &SetupDock::applyWanted, this,
            [this](const run::RunConfig& change) { controller_.applyChange(change); });
    connect(a.openData, &QAction::triggered, files_, &PresetFiles::askForData);
    connect(a.openMnist, &QAction::triggered, files_, [this] { files_->openData({}); });
    connect(a.openNetwork, &QAction::triggered, files_, &PresetFiles::askForNetwork);
    connect(a.openPreset, &QAction::triggered, files_, &PresetFiles::askForPreset);
    connect(a.openRecording, &QAction::triggered, recordings_, &Recordings::askForRecording);
    connect(a.watchTraining, &QAction::triggered, recordings_, &Recordings::askForTraining);
    connect(recordings_, &Recordings::done, this,
            [this](const QString& text) { statusBar()->showMessage(text, told_ms); });
    connect(recordings_, &Recordings::failed, this,
            [this](const QString& sentence, const QString& remedy) { showError("recording", sentence, remedy); });
    connect(files_, &PresetFiles::done, this, [this](const QString& text) {
        banners_->dismiss("file");  // of the file before this one
        statusBar()->showMessage(text, told_ms);
    });
    connect(files_, &PresetFiles::failed, this,
            [this](const QString& sentence, const QString& remedy) { showError("file", sentence, remedy); });
    connect(a.saveReport, &QAction::triggered, reports_, &ReportFiles::askWhereToSave);
    connect(reports_, &ReportFiles::done, this,
            [this](const QString& text) { statusBar()->showMessage(text, told_ms); });
    connect(reports_, &ReportFiles::failed, this,
            [this](const QString& sentence, const QString& remedy) { showError("report", sentence, remedy); });
    a.decision->setEnabled(decisions_ != nullptr);
    connect(a.decision, &QAction::triggered, this, &MainWindow::showDecision);
    connect(a.inspect, &QAction::triggered, this, [this] {
        if (auto* open = findChild<InspectDialog*>()) return open->raise();
        auto* dialog = new InspectDialog(this);
        connect(dialog, &InspectDialog::pageWanted, this, [this] { pages_->open(QStringLiteral("Underflow")); });
        connect(dialog, &InspectDialog::tensorChosen, pages_->findChild<UnderflowPage*>(), &UnderflowPage::inspect);
        dialog->show();
    });
    connect(setupDock_, &SetupDock::dataRequested, files_, &PresetFiles::askForData);
    connect(lessons_, &LessonDesk::runsWanted, this, [this](const QStringList& ids) {
        for (const QString& id : ids)
            if (runs_.rowOf(id) >= 0) runs_.show(id);
    });
    connect(lessons_, &LessonDesk::recordingWanted, recordings_, &Recordings::open);
    connect(lessons_, &LessonDesk::outcomeHidden, this, [this](bool hidden) {
        const LessonModel& lesson = lessons_->model();
        using Silence = AdvisorStrip::Silence;
        advisor_->setSilence(!hidden                                      ? Silence::None
                             : lesson.awaitsFirstTraining()               ? Silence::UntilTrained
                             : lesson.keepsAdvice() && !lesson.isAsking() ? Silence::Kept
                                                                          : Silence::Asked);
        setupDock_->setQuiet(hidden);
        pages_->speed().setQuiet(hidden);
        pages_->findChild<HealthPage*>()->keepCures(lesson.keepsAdvice());
        pages_->findChild<UpdatesPage*>()->keepCures(lesson.keepsAdvice());
        pages_->network().keepCures(lesson.keepsAdvice());
        auto* ranks = pages_->findChild<RanksPage*>();
        ranks->setQuiet(hidden && !lesson.asksOfCurve());
        const std::optional<Measure> curve = lesson.askedCurve();
        ranks->leaveOut(curve ? std::optional(RanksPage::Asked(curve->format, curve->order)) : std::nullopt);
        pages_->findChild<FormatsPage*>()->setQuiet(lesson.asksOfFormats());
    });
    connect(lessons_, &LessonDesk::pageCovered, advisor_, &AdvisorStrip::setCovered);
    connect(lessons_, &LessonDesk::told, this,
            [this](const QString& text) { statusBar()->showMessage(text, told_ms); });
    connect(lessons_, &LessonDesk::failed, this,
            [this](const QString& sentence, const QString& remedy) { showError("lesson", sentence, remedy); });
    for (const auto over : {&LessonDesk::settled, &LessonDesk::opened})
        connect(lessons_, over, this, [this] { banners_->dismiss("lesson"); });
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    const std::pair<QAction*, ThemeMode> themes[] = {
        {a.themeSystem, ThemeMode::System}, {a.themeLight, ThemeMode::Light}, {a.themeDark, ThemeMode::Dark}};
    for (const auto& [action, mode] : themes) {
        action->setChecked(mode == theme_.mode());
        connect(action, &QAction::triggered, this, [this, mode = mode] {
            theme_.setMode(mode);
            settings_.setTheme(mode);
        });
    }
    connect(a.textLarger, &QAction::triggered, this, [this] { changeText(theme_.textPercent() + text_step_percent); });
    connect(a.textSmaller, &QAction::triggered, this, [this] { changeText(theme_.textPercent() - text_step_percent); });
    connect(a.textNormal, &QAction::triggered, this, [this] { changeText(100); });
    connectAdvisor();
    machine_ =
        new Machine({*this, client_, session_, controller_, settings_, *status_, *banners_, setupDock_->machine()});
    connect(a.welcome, &QAction::triggered, this, [this] {
        if (!controller_.liveRun()) welcome_.restart();
        showWelcome(true);
    });
    connect(a.keyboard, &QAction::triggered, this, [this] { showKeyboard(this, *actions_); });
    connect(a.glossary, &QAction::triggered, this,
            [this] { showGlossary(this, [this](const QString& page) { pages_->open(page); }); });
    connect(a.resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
    connect(a.workerLog, &QAction::triggered, this, [this] { showWorkerLog(this, client_); });
    connect(a.about, &QAction::triggered, this, [this] { showAbout(this, client_); });
    connect(a.copyDiagnostics, &QAction::triggered, this, [this] {
        QApplication::clipboard()->setText(diagnostics(client_, devices_, settings_, setup_.config(), logPath_));
        statusBar()->showMessage(tr("Diagnostics are on the clipboard."), told_ms);
    });
}

void MainWindow::setDecisionRunner(DecisionRunner* runner) {
    decisions_ = runner;
    actions_->decision->setEnabled(runner != nullptr);
    if (!runner) return;
    pages_->speed().setOccupied([this, runner] {
        if (pages_->range().running()) return tr("A grid of formats runs on the page Range: stop it first.");
        return runner->running() ? tr("The decision sheet is being measured: cancel it first.") : QString();
    });
    connect(&controller_, &RunController::stateChanged, runner, [runner](TrainingState state) {
        if (state == TrainingState::Starting || state == TrainingState::Running)
            runner->cancel(tr("A run began to train, which would have falsified the times: measure again after it."));
    });
}

void MainWindow::showDecision() {
    if (auto* open = findChild<DecisionDialog*>()) return open->raise();
    auto* dialog = new DecisionDialog(
        *decisions_, [this] { return setup_.config(); },
        [this] {
            const TrainingState state = controller_.state();
            const bool idle = state == TrainingState::Idle || state == TrainingState::NoWorker;
            if (idle && !pages_->range().running() && !pages_->speed().bench().running()) return QString();
            return tr(
                "A training run or a measurement is in progress, and both at once would slow each other: stop it "
                "first.");
        },
        this);
    connect(dialog, &DecisionDialog::trainingWanted, this, [this](const std::vector<run::RunConfig>& lanes, int seeds) {
        pages_->open(QStringLiteral("Compare"));
        controller_.startRace(lanes, seeds);
    });
    dialog->show();
}

void MainWindow::connectAdvisor() {
    const auto show = [this](bool shown) {
        advisor_->setWanted(shown);
        settings_.setAdvisorShown(shown);
    };
    actions_->advisor->setChecked(settings_.advisorShown());
    advisor_->setWanted(settings_.advisorShown());
    connect(actions_->advisor, &QAction::toggled, this, show);
    connect(advisor_, &AdvisorStrip::closed, this, [this] {
        actions_->advisor->setChecked(false);
        statusBar()->showMessage(tr("View › Advisor brings it back."), told_ms);
    });
    connect(advisor_, &AdvisorStrip::changeWanted, this, [this](const run::RunConfig& change, bool restart) {
        controller_.applyChange(change);
        if (restart) controller_.reset();  // commands are taken in their order: it begins with the change
    });
    connect(advisor_, &AdvisorStrip::nextRunWanted, this, [this](const run::RunConfig& change) {
        takeForNextRun(change, tr("a run's settings with the advisor's change"));
    });
    connect(advisor_, &AdvisorStrip::causeWanted, this, &MainWindow::showCause);
}

/// `change` of the current run's settings, in the Setup dock; `what` that then holds, where the run is not of this
/// session.
void MainWindow::takeForNextRun(const run::RunConfig& change, const QString& what) {
    const RunModel* run = session_.currentRun();
    const FieldSet fields = changedFields({}, change);
    if (run && !session_.fromThisSession(QString::fromStdString(run->runId()))) {
        setup_.replace(merge(run->currentConfig(), change), what);
    } else if (!fields.empty()) {
        setup_.edit(*fields.begin(), EditKind::Whole,
                    [&](run::RunConfig& config) { copyFields(change, config, fields); });
    }
    statusBar()->showMessage(tr("It is in the Setup dock for the next run."), told_ms);
}

void MainWindow::showCause() {
    const RunModel* run = session_.currentRun();
    if (run && run->evidence().foreign)
        return showForeignCause(*run->evidence().foreign, session_.displayName(QString::fromStdString(run->runId())),
                                this);
    if (!run || !causes_) return;
    if (auto* open = findChild<CauseDialog*>()) return open->raise();
    const QString id = QString::fromStdString(run->runId());
    CauseQuestion question{run->currentConfig(), id, {}, 0, false};
    if (runs_.library() != nullptr) question.library = QString::fromStdString(runs_.library()->path().string());
    auto* dialog = new CauseDialog(*causes_, std::move(question), session_.displayName(id), run->diagnosis(), this);
    run::Record record;
    record.set_run_id(run->runId());
    record.set_lane(run->lane());
    connect(dialog, &CauseDialog::answered, this, [this, record](const run::Diagnosis& answer) mutable {
        const RunModel* of = session_.run(QString::fromStdString(record.run_id()));
        if (!of) return;  // deleted meanwhile
        // One that went to its end says more than one that was stopped.
        if (answer.stopped() && of->diagnosis() && !of->diagnosis()->stopped()) return;
        record.set_step(answer.step());
        *record.mutable_diagnosis() = answer;
        session_.apply({record});
        runs_.keepAnswer(record);
    });
    connect(dialog, &CauseDialog::cureWanted, this,
            [this](const run::RunConfig& cure) { takeForNextRun(cure, tr("a run's settings with its cure")); });
    dialog->show();
}

void MainWindow::sizeDocks() {
    constexpr int setup_width = 284, runs_width = 260;  // at normal text size
    const double zoom = theme_.textPercent() / 100.0;
    const int runs =
        std::max(static_cast<int>(runs_width * zoom), width() / 7);  // names are long: a wide screen has room
    resizeDocks({setupDock_, runsDock_}, {static_cast<int>(setup_width * zoom), runs}, Qt::Horizontal);
}

/// On a small screen, or one of letters twice as large, a page between two docks has no room for its headings.
bool MainWindow::hasRoomForBothDocks() const {
    constexpr int least_width = 1100;
    return width() >= least_width;
}

/// At the first start; later the layout is the person's.
void MainWindow::showEvent(QShowEvent* event) {
    if (!std::exchange(opened_, true) && settings_.layout().isEmpty() && !hasRoomForBothDocks()) runsDock_->hide();
    fitDocks();
    QMainWindow::showEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (opened_) fitDocks();
}

/// Where the page would be squeezed to nothing the Runs dock gives it its room, until the window is wider again or a
/// person opens the dock. The layout that is kept knows nothing of it.
void MainWindow::fitDocks() {
    constexpr int least_width = 900;
    if (classroom_ && classroom_->presenter().on()) return;  // without docks, and with the layout before put by
    const bool squeezed = width() < least_width;
    if (squeezed == std::exchange(squeezed_, squeezed)) return;
    if (!squeezed) return bringBack();
    putAway_ = !runsDock_->isHidden() && !runsDock_->isFloating();
    if (putAway_) runsDock_->hide();
}

void MainWindow::bringBack() {
    if (std::exchange(putAway_, false)) runsDock_->show();
}

void MainWindow::resetLayout() {
    restoreState(firstLayout_);
    setupDock_->show();
    runsDock_->setVisible(hasRoomForBothDocks());
    // Qt lays docks that have just been shown out when it next has time; only then does their width hold.
    QTimer::singleShot(0, this, &MainWindow::sizeDocks);
    statusBar()->showMessage(tr("The layout is as it was at first."), told_ms);
}

void MainWindow::changeText(int percent) {
    theme_.setTextPercent(percent);
    settings_.setTextPercent(theme_.textPercent());
    sizeDocks();
    statusBar()->showMessage(tr("Text size %1 %").arg(theme_.textPercent()), told_ms);
}

}  // namespace mantissa::ui
