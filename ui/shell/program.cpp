// SPDX-License-Identifier: GPL-3.0-or-later
// See program.h.
#include "ui/shell/program.h"

#include <QTimer>

#include "engine/base/error.h"
#include "engine/store/library.h"
#include "ui/client/budget_runner.h"
#include "ui/client/cause_runner.h"
#include "ui/client/decision_runner.h"
#include "ui/client/engine_client.h"
#include "ui/client/library_sink.h"
#include "ui/client/sweep_runner.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/pages/network_budget.h"
#include "ui/pages/network_page.h"
#include "ui/pages/range_page.h"
#include "ui/reports/report_files.h"
#include "ui/runs/keeping_guard.h"
#include "ui/setup/preset_files.h"
#include "ui/shell/log.h"
#include "ui/shell/machine.h"
#include "ui/shell/main_window.h"
#include "ui/shell/network_action.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/recipes_window.h"
#include "ui/shell/recordings.h"
#include "ui/shell/settings.h"
#include "ui/shell/sweep_window.h"
#include "ui/widgets/banner.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

Program::Program(QApplication& app, const ProgramOptions& options)
    : log_(std::make_unique<LogFile>(stateFolder() + "/mantissa.log")),
      settings_(std::make_unique<Settings>()),
      theme_(std::make_unique<Theme>(app)),
      session_(std::make_unique<SessionModel>()) {
    theme_->setMode(options.theme.value_or(settings_->theme()));
    theme_->setTextPercent(settings_->textPercent());
    openLibrary();
    WorkerOptions worker = options.worker;
    if (worker.place.here()) worker.place = settings_->place();
    client_ = std::make_unique<EngineClient>(worker, writer_.get());
    session_->listenTo(*client_);
    runs_ = std::make_unique<RunList>(*session_);
    runs_->setRunShare(settings_->runShare());
    QObject::connect(runs_.get(), &RunList::runShareChanged, runs_.get(),
                     [this](int mebibytes) { settings_->setRunShare(mebibytes); });
    runs_->setLibrary(reader_.get(), writer_.get());
    window_ = std::make_unique<MainWindow>(*client_, *session_, *runs_, *settings_, *theme_, log_->path());
    if (reader_) window_->reports().setLibrary(reader_->path());
    window_->recordings().setSink(writer_.get());
    decisions_ = std::make_unique<DecisionRunner>(worker);
    window_->setDecisionRunner(decisions_.get());
    causes_ = std::make_unique<CauseRunner>(worker);
    window_->setCauseRunner(causes_.get());
    budgets_ = std::make_unique<BudgetRunner>(worker);
    window_->pages().network().budget().setRunner(budgets_.get());
    addRecipes(*window_);
    addNetworkExport(*window_, *session_, worker);
    addSweepWatch(*window_, worker, [this] { return settings_->place(); });
    tellProblem();
    if (writer_) guardKeeping();
    // The results of hundreds of short runs are read once the window is there: nobody waits for them to see it.
    QTimer::singleShot(0, window_.get(), [this, worker] { openGrids(worker); });
    followMachine();
    SetupModel& setup = window_->setup();
    const bool isFile = options.preset.contains(u'/') || options.preset.endsWith(QLatin1String(".json"));
    if (isFile) {
        window_->files().openPreset(options.preset);
    } else if (!options.preset.isEmpty() && !setup.applyPreset(options.preset)) {
        problem_ =
            QCoreApplication::translate("Program", "There is no preset “%1”: mantissa-worker presets lists them.")
                .arg(options.preset);
    }
    if (!options.data.isEmpty()) {
        setup.edit(run::RunConfig::kDataFieldNumber, EditKind::Choice,
                   [&options](run::RunConfig& c) { c.set_data(options.data.toStdString()); });
    }
    if (options.file.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        window_->files().openPreset(options.file);
    else if (!options.file.isEmpty())
        runs_->importRuns(options.file);
    setup.undoStack().clear();  // what the command line chose is no edit
    if (!options.page.isEmpty() && !window_->pages().open(options.page) && problem_.isEmpty())
        problem_ = QCoreApplication::translate("Program", "There is no page “%1”: the tabs have their names.")
                       .arg(options.page);
    if (!problem_.isEmpty()) window_->showError("options", problem_, {});
    if (!options.open.isEmpty()) window_->recordings().open(options.open);
    if (!options.watch.isEmpty()) window_->recordings().watch(options.watch);
    client_->open();
    if (options.start) window_->controller().toggle();
    if (options.race) {
        WelcomeFlow& race = window_->welcome();
        QObject::connect(&race, &WelcomeFlow::changed, window_.get(), [&race] {
            if (race.offersNext()) race.press();
        });
        race.press();
    }
}

Program::~Program() = default;

/// What has a worker of its own runs where the window's does.
void Program::followMachine() {
    QObject::connect(&window_->machine(), &Machine::moved, window_.get(), [this](const WorkerPlace& place) {
        if (gridRunner_) gridRunner_->moveTo(place);
        decisions_->moveTo(place);
        causes_->moveTo(place);
        budgets_->moveTo(place);
    });
}

/// The grids' hundreds of short runs have a library of their own, so that the list of runs stays readable.
void Program::openGrids(const WorkerOptions& worker) {
    std::vector<std::pair<run::RunConfig, double>> cells;
    try {
        std::filesystem::path path = default_library_path();
        path.replace_filename("grids" + path.extension().string());
        gridWriter_ = LibrarySink::open(path);
        for (const RunSummary& run : Library::open(path, Access::read_only)->runs())
            if (run.outcome == run::RunFinished::COMPLETED && run.test_accuracy && run.problem.empty())
                cells.emplace_back(run.config, static_cast<double>(*run.test_accuracy));
    } catch (const Error& error) {
        qWarning("the library of grids: %s (%s)", error.what(), error.place().c_str());
        const QString why = messageInWords(error);
        if (gridWriter_) {  // only the reading failed
            window_->showError("grids",
                               QCoreApplication::translate("Program", "Earlier grids are not shown: %1.").arg(why), {});
        } else if (writer_) {  // else the banner about the library says it
            window_->showError(
                "grids", QCoreApplication::translate("Program", "Grids of this session are not kept: %1.").arg(why),
                QCoreApplication::translate("Program", "Fix that and start Mantissa again to keep them."));
        }
    }
    if (gridWriter_) gridGuard_ = std::make_unique<KeepingGuard>(*gridWriter_, window_->banners());
    gridRunner_ = std::make_unique<SweepRunner>(worker, gridWriter_.get());
    window_->pages().range().addResults(cells);
    window_->pages().range().setRunner(gridRunner_.get());
}

void Program::guardKeeping() {
    guard_ = std::make_unique<KeepingGuard>(*writer_, window_->controller(), *session_, window_->banners());
}

/// What cannot be written may be mended, or the other window closed, while this one goes on.
void Program::tellProblem() {
    if (libraryProblem_.isEmpty()) return;
    BannerText banner{"library", true, libraryProblem_, libraryRemedy_, {}, {}};
    if (!writer_) {
        banner.buttonText = QCoreApplication::translate("Program", "Try again");
        banner.action = [this] { openLibraryAgain(); };
    }
    window_->banners().show(banner);
}

/// The runs of this session have begun without it: they stay unkept, or the library would hold them with a gap.
void Program::openLibraryAgain() {
    openLibrary();
    runs_->setLibrary(reader_.get(), writer_.get());
    if (reader_) window_->reports().setLibrary(reader_->path());
    tellProblem();
    if (!writer_) return;
    QStringList begun;
    for (const RunModel* run : session_->runs())
        if (const QString id = QString::fromStdString(run->runId()); session_->fromThisSession(id)) begun << id;
    writer_->leaveOut(begun);
    client_->setSink(writer_.get());
    window_->recordings().setSink(writer_.get());
    guardKeeping();
    guard_->keptFromNow(begun);
}

void Program::openLibrary() {
    QString& sentence = libraryProblem_;
    QString& remedy = libraryRemedy_;
    sentence.clear();
    const auto explain = [&](const Error& error, const QString& fallback) {
        sentence = messageInWords(error);
        remedy = fallback;
        if (!error.remedy().empty()) remedy += ' ' + remedySentence(error);
        qWarning("library: %s (%s)", error.what(), error.place().c_str());
    };
    std::filesystem::path path;
    try {
        path = default_library_path();
        writer_ = LibrarySink::open(path);
    } catch (const Error& error) {
        explain(error, QCoreApplication::translate("Program", "Runs of this session are shown but not kept."));
    }
    if (path.empty()) return;
    try {
        reader_ = Library::open(path, Access::read_only);
    } catch (const Error& error) {
        if (sentence.isEmpty()) explain(error, QCoreApplication::translate("Program", "Earlier runs are not shown."));
    }
}

}  // namespace mantissa::ui
