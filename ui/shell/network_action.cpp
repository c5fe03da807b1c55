// SPDX-License-Identifier: GPL-3.0-or-later
// See network_action.h.
#include "ui/shell/network_action.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>

#include "ui/models/session_model.h"
#include "ui/runs/network_export.h"
#include "ui/runs/runs_dock.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/banner.h"

namespace mantissa::ui {

void addNetworkExport(MainWindow& window, const SessionModel& session, const WorkerOptions& options) {
    constexpr int told_ms = 6000;
    auto* networks = new NetworkExport(options, session, &window);
    QObject::connect(networks, &NetworkExport::done, &window, [&window](const QString& sentence) {
        window.banners().dismiss(QStringLiteral("network"));  // of one that failed before
        window.statusBar()->showMessage(sentence, told_ms);
    });
    QObject::connect(networks, &NetworkExport::failed, &window,
                     [&window](const QString& sentence, const QString& remedy) {
                         window.showError(QStringLiteral("network"), sentence, remedy);
                     });
    window.findChild<RunsDock*>()->setNetworkExport(networks);

    const auto shown = [&session] {
        const RunModel* run = session.currentRun();
        return run ? QString::fromStdString(run->runId()) : QString();
    };
    auto* action = new QAction(QCoreApplication::translate("Menus", "E&xport the network…"), &window);
    action->setObjectName("exportNetwork");
    window.addAction(action);
    window.actions().include({action});
    QMenu* file = window.menuBar()->findChild<QMenu*>("fileMenu");
    file->insertAction(window.actions().decision, action);
    const auto update = [action, networks, shown, file] {
        const QString why = networks->whyNot(shown());
        const QString tip = QCoreApplication::translate(
            "Menus", "The network of the run that the pages show: weights, an ONNX model or a PyTorch module");
        action->setEnabled(why.isEmpty());
        action->setToolTip(why.isEmpty() ? tip : why);
        action->setStatusTip(action->toolTip());
        file->setToolTipsVisible(!why.isEmpty());  // the status bar says nothing of what is disabled
    };
    update();
    QObject::connect(file, &QMenu::aboutToShow, action, update);
    QObject::connect(&session, &SessionModel::currentRunChanged, action, update);
    if (auto* commands = window.findChild<QAction*>("commands"))  // its list shows whether it is possible now
        QObject::connect(commands, &QAction::triggered, action, update);
    QObject::connect(action, &QAction::triggered, networks, [networks, shown] { networks->askWhereToSave(shown()); });
}

}  // namespace mantissa::ui
