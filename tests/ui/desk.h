// SPDX-License-Identifier: Apache-2.0
// The whole window, offscreen, on a scripted worker.
#pragma once

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <memory>

#include "tests/ui/patience.h"
#include "ui/client/engine_client.h"
#include "ui/models/session_model.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/program.h"

namespace mantissa::ui {

/// The whole program on a fake worker, with a state folder of its own.
class Desk {
  public:
    explicit Desk(const QString& script = "hello serve") { open(script); }
    ~Desk() { close(); }

    void open(const QString& script) {
        qputenv("MANTISSA_STATE_DIR", folder.path().toUtf8());
        ProgramOptions options;
        options.worker.program = MANTISSA_FAKE_WORKER;
        options.worker.environment.insert("MANTISSA_FAKE_SCRIPT", script);
        options.worker.environment.insert("MANTISSA_FAKE_LOG", folder.filePath("diary"));
        options.worker.maxRestarts = 0;
        program = std::make_unique<Program>(*qApp, options);
        window().show();
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(&window()));
    }
    void close() {
        if (!program) return;
        QSignalSpy left(&window(), &MainWindow::left);
        window().leave();
        QVERIFY(QTest::qWaitFor([&left] { return !left.isEmpty(); }));
        program.reset();
    }

    MainWindow& window() { return program->window(); }
    SetupModel& setup() { return window().setup(); }
    const RunModel* run() { return program->session().currentRun(); }
    QToolButton* toolButton(QAction* action) {
        return qobject_cast<QToolButton*>(window().findChild<QToolBar*>("runBar")->widgetForAction(action));
    }
    void click(QAction* action) { QTest::mouseClick(toolButton(action), Qt::LeftButton); }
    template <typename Widget>
    Widget* find(const QString& name) {
        return window().findChild<Widget*>(name);
    }
    void startRun() {
        click(window().actions().run);
        TRY_VERIFY(run() && run()->step() == 20);
    }
    /// Lines of the diary that contain every one of `words`.
    QStringList told(const QStringList& words) {
        QFile file(folder.filePath("diary"));
        if (!file.open(QIODevice::ReadOnly)) return {};
        QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
        for (const QString& word : words) lines = lines.filter(word);
        return lines;
    }

    QTemporaryDir folder;
    std::unique_ptr<Program> program;
};

}  // namespace mantissa::ui
