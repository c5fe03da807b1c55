// SPDX-License-Identifier: GPL-3.0-or-later
// The window: it puts docks, page, timeline and bars together and connects them. What they do is theirs.
#pragma once

#include <QMainWindow>
#include <QTimer>

#include "engine/run/run.pb.h"
#include "ui/runs/run_controller.h"
#include "ui/setup/setup_model.h"
#include "ui/shell/welcome_flow.h"

class QSlider;

namespace mantissa::ui {

class Actions;
class AdvisorStrip;
class BannerStack;
class Classroom;
class CauseRunner;
class DecisionRunner;
class EngineClient;
class LessonDesk;
class Machine;
class PageTabs;
class PresetFiles;
class Recordings;
class ReportFiles;
class ProgressStrip;
class RunList;
class RunsDock;
class SessionModel;
class Settings;
class SetupDock;
class StatusStrip;
class Theme;
class Timeline;
class WelcomePanel;

class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    /// None is owned; all must outlive the window. `logPath`: the window's own log, for Copy diagnostics.
    MainWindow(EngineClient& client, SessionModel& session, RunList& runs, Settings& settings, Theme& theme,
               const QString& logPath, QWidget* parent = nullptr);
    ~MainWindow() override;

    SetupModel& setup() { return setup_; }
    RunController& controller() { return controller_; }
    WelcomeFlow& welcome() { return welcome_; }
    Timeline& timeline() { return *timeline_; }
    Actions& actions() { return *actions_; }
    BannerStack& banners() { return *banners_; }
    PageTabs& pages() { return *pages_; }
    Machine& machine() { return *machine_; }
    LessonDesk& lessons() { return *lessons_; }
    ReportFiles& reports() { return *reports_; }
    Recordings& recordings() { return *recordings_; }
    Classroom& classroom() { return *classroom_; }
    PresetFiles& files() { return *files_; }

    /// Who makes the decision sheet (not owned); without one the action is not there to be used.
    void setDecisionRunner(DecisionRunner* runner);
    /// Who finds why a run fails (not owned); without one nothing is asked.
    void setCauseRunner(CauseRunner* runner) { causes_ = runner; }
    /// Closes the window without asking whether a run may end (for scripts).
    void leave();
    /// A message across the top of the page.
    void showError(const QString& key, const QString& sentence, const QString& remedy);

  signals:
    /// The window was closed and the worker has left: the program can end.
    void left();

  protected:
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void build();
    void connectActions();
    void showCause();
    void takeForNextRun(const run::RunConfig& change, const QString& what);
    void connectEngine();
    void restore();
    void refresh();
    void describeRecording();
    void showState();
    void showWorker();
    void showWelcome(bool shown);
    void showDecision();
    void askToLeave(bool trains, const QStringList& unkept);
    void offerUndo(const QString& sentence, int ms);
    void takeBackUndo();
    void changeText(int percent);
    void sizeDocks();
    void fitDocks();
    void bringBack();
    bool hasRoomForBothDocks() const;
    void resetLayout();
    void connectAdvisor();

    EngineClient& client_;
    SessionModel& session_;
    RunList& runs_;
    Settings& settings_;
    Theme& theme_;
    QString logPath_;
    QString changeTold_;  // what the status bar said of the last change
    SetupModel setup_;
    RunController controller_;
    WelcomeFlow welcome_;
    run::DeviceList devices_;
    Actions* actions_;
    PresetFiles* files_;
    ReportFiles* reports_;
    Recordings* recordings_;
    DecisionRunner* decisions_ = nullptr;
    CauseRunner* causes_ = nullptr;
    SetupDock* setupDock_ = nullptr;
    RunsDock* runsDock_ = nullptr;
    Timeline* timeline_ = nullptr;
    ProgressStrip* progress_ = nullptr;
    StatusStrip* status_ = nullptr;
    BannerStack* banners_ = nullptr;
    WelcomePanel* welcomePanel_ = nullptr;
    AdvisorStrip* advisor_ = nullptr;
    PageTabs* pages_ = nullptr;
    Classroom* classroom_ = nullptr;
    LessonDesk* lessons_ = nullptr;
    Machine* machine_ = nullptr;
    QSlider* slowDelay_ = nullptr;
    QTimer tick_;
    QByteArray firstLayout_;
    bool squeezed_ = false;  // the window is too narrow for both docks
    bool putAway_ = false;   // for which the Runs dock is not shown
    bool leaving_ = false;
    bool leaveConfirmed_ = false;
    quint64 shownVersion_ = 0;
    bool opened_ = false;
    QString shownRun_;
};

}  // namespace mantissa::ui
