// SPDX-License-Identifier: GPL-3.0-or-later
// How the window ends: settings are kept, the worker is asked to leave, and only then is the window closed.
#include <QCloseEvent>
#include <QDateTime>
#include <QMessageBox>

#include "ui/classroom/presenter.h"
#include "ui/client/engine_client.h"
#include "ui/models/run_model.h"
#include "ui/shell/classroom.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"

namespace mantissa::ui {

namespace {
constexpr double ask_after_seconds = 60;  // a run older than this is not ended without a question
}

void MainWindow::askToLeave() {
    auto* box = new QMessageBox(QMessageBox::Question, "Mantissa", tr("A run is training. Leave and end it?"),
                                QMessageBox::Yes | QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(client_.keptAll() ? tr("Everything recorded so far is kept.")
                                              : tr("Not all that was recorded of it is kept in the library."));
    connect(box, &QMessageBox::accepted, this, &MainWindow::leave);
    box->open();
}

void MainWindow::leave() {
    leaveConfirmed_ = true;
    close();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    const RunModel* live = controller_.liveRun();
    const double age = live ? QDateTime::currentSecsSinceEpoch() - live->identity().started_unix() : 0;
    if (age > ask_after_seconds && !leaveConfirmed_) {
        event->ignore();
        askToLeave();
        return;
    }
    if (!leaving_) {
        classroom_->presenter().leave();  // the layout to keep is the one before
        settings_.setWindow(saveGeometry(), saveState());
        settings_.setConfig(setup_.ownConfig());
        settings_.sync();
    }
    leaving_ = true;
    leaveConfirmed_ = true;
    if (client_.state() == WorkerState::starting || client_.state() == WorkerState::ready) {
        event->ignore();
        hide();  // the worker needs a moment to leave; nobody needs to watch it
        client_.shutdown();
        return;
    }
    event->accept();
    emit left();
}

}  // namespace mantissa::ui
