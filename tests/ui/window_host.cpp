// SPDX-License-Identifier: Apache-2.0
// The whole program, as app/desktop starts it, told by arguments instead of by a person what to do; for tests that end
// it as a process. Usage: window_host start CONFIG.json... | resume RUN_ID...; several are the lanes of a race. It
// leaves when no run trains any more: 0, and 3 where something was refused. What its banner about the library says goes
// to standard output.
#include <QApplication>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "engine/run/json.h"
#include "engine/store/library.h"
#include "ui/client/engine_client.h"
#include "ui/models/session_model.h"
#include "ui/models/stored_run.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"
#include "ui/shell/program.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

run::RunConfig read(const std::string& file) {
    std::ifstream stream(file);
    run::RunConfig config;
    from_json(std::string(std::istreambuf_iterator<char>(stream), {}), config, file);
    return config;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setApplicationName("mantissa");
    QApplication::setQuitOnLastWindowClosed(false);
    const std::string what = argc > 1 ? argv[1] : "";
    const std::vector<std::string> names(argv + std::min(argc, 2), argv + argc);

    Program program(app, {});
    MainWindow& window = program.window();
    RunController& controller = window.controller();
    bool refused = false;
    QObject::connect(&window, &MainWindow::left, &app, &QCoreApplication::quit, Qt::QueuedConnection);
    QObject::connect(
        &controller, &RunController::refused, &window,
        [&](const QString& sentence) {
            std::fprintf(stderr, "refused: %s\n", qPrintable(sentence));
            refused = true;
            window.leave();
        },
        Qt::QueuedConnection);
    QObject::connect(
        &controller, &RunController::runEnded, &window,
        [&] {
            if (!program.session().anyLive()) window.leave();
        },
        Qt::QueuedConnection);
    window.show();
    if (what == "start") {
        std::vector<run::RunConfig> configs;
        for (const std::string& name : names) configs.push_back(read(name));
        if (configs.size() == 1)
            controller.start(configs.front());
        else
            controller.startRace(configs);
    } else {
        for (const std::string& id : names) {
            program.session().addRecorded(readStoredRun(default_library_path(), id));
            controller.resumeFromCheckpoint(QString::fromStdString(id));
        }
    }
    QApplication::exec();
    if (const QString told = window.banners().sentence("library"); !told.isEmpty())
        std::printf("library: %s\n", qPrintable(told));
    return refused ? 3 : 0;
}
