// SPDX-License-Identifier: Apache-2.0
// The whole program, as app/desktop starts it, told by arguments instead of by a person what to do; for tests that end
// it as a process. Usage: window_host [unkept] start CONFIG.json... [later CONFIG.json...] | resume RUN_ID...; several
// are the lanes of a race, which is resumed by the first of them. `unkept`: presses the button that goes on without a
// library. `later`: runs that begin one by one when those before have ended and their file is there. It leaves when no
// run trains any more: 0, and 3 where something was refused. What its banners about the library say goes to standard
// output, at once, and at last how many frames of records were not acknowledged.
#include <QApplication>
#include <QDeadlineTimer>
#include <QMap>
#include <QPushButton>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/run/json.h"
#include "ui/client/engine_client.h"
#include "ui/models/session_model.h"
#include "ui/runs/resume_offer.h"
#include "ui/shell/main_window.h"
#include "ui/shell/program.h"
#include "ui/widgets/banner.h"

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
    std::vector<std::string> names(argv + 1, argv + argc);
    const bool unkept = names.at(0) == "unkept";
    if (unkept) names.erase(names.begin());
    const std::string what = names.at(0);
    names.erase(names.begin());
    const auto after = std::find(names.begin(), names.end(), "later");
    std::deque<std::string> later(after == names.end() ? after : after + 1, names.end());
    names.erase(after, names.end());

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
    bool between = false;        // runs
    QDeadlineTimer last_frames;  // from the end of the last run: they are still being written
    QObject::connect(
        &controller, &RunController::runEnded, &window,
        [&] {
            between = !program.session().anyLive();
            if (between && later.empty()) last_frames.setRemainingTime(10000);
        },
        Qt::QueuedConnection);
    QMap<QString, QString> told;
    const auto tell = [&] {
        for (const QString key : {"library", "keeping", "refused run"}) {
            const QString sentence = window.banners().sentence(key);
            if (sentence == told.value(key)) continue;
            told[key] = sentence;
            std::printf("%s: %s\n", qPrintable(key), qPrintable(sentence));
            std::fflush(stdout);
            for (auto* button : window.banners().findChildren<QPushButton*>())
                if (unkept && button->text() == "Continue without keeping") button->click();
        }
    };
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &window, tell);
    QObject::connect(&look, &QTimer::timeout, &window, [&] {
        if (!between || !later.empty()) return;
        if (program.client().unacknowledgedFrames() > 0 && !last_frames.hasExpired()) return;
        look.stop();
        window.leave();
    });
    QObject::connect(&look, &QTimer::timeout, &window, [&] {
        if (!between || later.empty() || !std::filesystem::exists(later.front())) return;
        between = false;
        controller.start(read(later.front()));
        later.pop_front();
    });
    look.start(20);
    window.show();
    if (what == "start") {
        std::vector<run::RunConfig> configs;
        for (const std::string& name : names) configs.push_back(read(name));
        if (configs.size() == 1)
            controller.start(configs.front());
        else
            controller.startRace(configs);
    } else {
        window.findChild<ResumeOffer*>()->resume(QString::fromStdString(names.front()));
    }
    QApplication::exec();
    tell();
    std::printf("unacknowledged: %u\n", program.client().unacknowledgedFrames());
    return refused ? 3 : 0;
}
