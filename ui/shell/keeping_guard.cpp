// SPDX-License-Identifier: GPL-3.0-or-later
// See keeping_guard.h.
#include "ui/shell/keeping_guard.h"

#include "ui/client/library_sink.h"
#include "ui/models/session_model.h"
#include "ui/shell/banner.h"
#include "ui/shell/run_controller.h"

namespace mantissa::ui {

KeepingGuard::KeepingGuard(LibrarySink& sink, RunController& controller, SessionModel& session, BannerStack& banners,
                           QObject* parent)
    : KeepingGuard(sink, banners, parent) {
    controller_ = &controller;
    session_ = &session;
    connect(&sink_, &LibrarySink::runRefused, this, &KeepingGuard::refused);
    // Who closed the message and goes on training learns again why it pauses at once.
    connect(controller_, &RunController::stateChanged, this, [this](TrainingState state) {
        if (state == TrainingState::Running && !waitsFor_.isEmpty()) stalled(QString(waitsFor_));
    });
}

KeepingGuard::KeepingGuard(LibrarySink& sink, BannerStack& banners, QObject* parent)
    : QObject(parent), sink_(sink), banners_(banners) {
    connect(&sink_, &LibrarySink::stalled, this, &KeepingGuard::stalled);
    connect(&sink_, &LibrarySink::recovered, this, &KeepingGuard::recovered);
    connect(&sink_, &LibrarySink::failed, this, &KeepingGuard::failed);
}

void KeepingGuard::stalled(const QString& reason) {
    waitsFor_ = reason;
    if (controller_) controller_->setHeld(true);
    const QString sentence = controller_ ? tr("Training waits: the library of runs cannot be written: %1.").arg(reason)
                                         : tr("The grid waits: its library cannot be written: %1.").arg(reason);
    banners_.show({key(), true, sentence,
                   tr("Make room, or make its folder writable: it goes on by itself, and nothing is lost."),
                   tr("Go on without keeping"), [this] { sink_.goOnUnkept(); }});
}

void KeepingGuard::recovered() {
    waitsFor_.clear();
    banners_.dismiss(key());
    if (controller_) controller_->setHeld(false);
}

void KeepingGuard::failed(const QString& text) {
    waitsFor_.clear();
    banners_.show({key(), true, text, tr("Mantissa keeps runs again when it is started again."), {}, {}});
    if (controller_) controller_->setHeld(false);
}

/// Only that run stops: what it trained since is seen nowhere but here.
void KeepingGuard::refused(const QString& runId, const QString& reason) {
    banners_.show({QStringLiteral("refused run"),
                   true,
                   tr("“%1” is stopped, because it cannot be kept: %2.").arg(session_->displayName(runId), reason),
                   tr("What the library holds of it stays as it was. Start it again from its settings."),
                   {},
                   {}});
    controller_->stopRun(runId);
}

}  // namespace mantissa::ui
