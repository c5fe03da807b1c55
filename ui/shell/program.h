// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that lives as long as the program: log, settings, theme, library, worker and window, made in the order in
// which they need each other and ended in the opposite one.
#pragma once

#include <QApplication>
#include <QString>
#include <memory>
#include <optional>

#include "ui/client/worker_process.h"
#include "ui/widgets/theme.h"

namespace mantissa {
class Library;
}

namespace mantissa::ui {

class BudgetRunner;
class CauseRunner;
class DecisionRunner;
class EngineClient;
class KeepingGuard;
class LibrarySink;
class LogFile;
class MainWindow;
class RunList;
class SessionModel;
class Settings;
class SweepRunner;

/// From the command line.
struct ProgramOptions {
    QString data;                    ///< folder of IDX files; empty: as in the last session
    QString preset;                  ///< name or file of a preset to begin with
    QString file;                    ///< to open: settings (*.json), else runs to import
    QString page;                    ///< name of the page to begin with; empty: Live
    QString open;                    ///< a recording to show; empty: none
    QString watch;                   ///< one to follow, a file or host:path; empty: none
    std::optional<ThemeMode> theme;  ///< for this launch only
    bool start = false;              ///< begin training at once
    bool race = false;               ///< carry out the first race, the offer of the loss scale accepted
    WorkerOptions worker;
};

class Program {
  public:
    Program(QApplication& app, const ProgramOptions& options);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    MainWindow& window() { return *window_; }
    SessionModel& session() { return *session_; }
    EngineClient& client() { return *client_; }
    RunList& runs() { return *runs_; }
    Settings& settings() { return *settings_; }
    Theme& theme() { return *theme_; }
    /// A sentence on what of the options could not be followed; empty when all was.
    QString problem() const { return problem_; }

  private:
    void openLibrary();
    void openLibraryAgain();
    void tellProblem();
    void guardKeeping();
    void openGrids(const WorkerOptions& worker);
    void followMachine();

    std::unique_ptr<LogFile> log_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<Library> reader_;
    std::unique_ptr<LibrarySink> writer_;
    std::unique_ptr<SessionModel> session_;
    std::unique_ptr<EngineClient> client_;
    std::unique_ptr<RunList> runs_;
    std::unique_ptr<LibrarySink> gridWriter_;
    std::unique_ptr<SweepRunner> gridRunner_;
    std::unique_ptr<DecisionRunner> decisions_;
    std::unique_ptr<CauseRunner> causes_;
    std::unique_ptr<BudgetRunner> budgets_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<KeepingGuard> guard_, gridGuard_;
    QString problem_;
    QString libraryProblem_, libraryRemedy_;  // why it was not opened, or only for reading; empty: all is well
};

}  // namespace mantissa::ui
