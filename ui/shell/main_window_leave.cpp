// SPDX-License-Identifier: GPL-3.0-or-later
// How the window ends: settings are kept, the worker is asked to leave, and only then is the window closed.
#include <QCloseEvent>
#include <QDateTime>
#include <QMessageBox>
#include <QTextDocument>

#include "ui/classroom/presenter.h"
#include "ui/client/engine_client.h"
#include "ui/models/run_list.h"
#include "ui/models/run_model.h"
#include "ui/shell/classroom.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"

namespace mantissa::ui {

namespace {
constexpr double ask_after_seconds = 60;  // a run older than this is not ended without a question
constexpr qsizetype most_left = 4;
}  // namespace

/// `trains`: a run does, and would end; `unkept`: names of runs that would be lost.
void MainWindow::askToLeave(bool trains, const QStringList& unkept) {
    auto* box = new QMessageBox(
        QMessageBox::Question, "Mantissa",
        trains ? tr("A run is training. Leave and end it?") : tr("Leave? What is not kept in the library is lost."),
        QMessageBox::Yes | QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QStringList more;
    if (trains)
        more << (client_.keptAll() ? tr("Everything recorded so far is kept.")
                                   : tr("Not all that was recorded of it is kept in the library."));
    if (const qsizetype others = unkept.size() - most_left; others > 0)
        more << tr("Not kept completely: %1, and others: %2.")
                    .arg(unkept.first(most_left).join(", "), QString::number(others));
    else if (!unkept.isEmpty())
        more << tr("Not kept completely: %1.").arg(unkept.join(", "));
    box->setInformativeText(Qt::convertFromPlainText(more.join(' ')));
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
    const bool ends = age > ask_after_seconds;
    if (const QStringList unkept = runs_.unkeptRuns(); !leaveConfirmed_ && (ends || !unkept.isEmpty())) {
        event->ignore();
        askToLeave(ends, unkept);
        return;
    }
    if (!leaving_) {
        classroom_->presenter().leave();  // the layout to keep is the one before
        bringBack();
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
