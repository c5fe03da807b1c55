// SPDX-License-Identifier: GPL-3.0-or-later
// See keeping_guard.h.
#include "ui/runs/keeping_guard.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/run/phrase_record.h"
#include "ui/client/library_sink.h"
#include "ui/models/session_model.h"
#include "ui/runs/run_controller.h"
#include "ui/widgets/banner.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {
constexpr int most_names = 4;
}

KeepingGuard::KeepingGuard(LibrarySink& sink, RunController& controller, SessionModel& session, BannerStack& banners,
                           QObject* parent)
    : KeepingGuard(sink, banners, parent) {
    controller_ = &controller;
    session_ = &session;
    connect(&sink_, &LibrarySink::runRefused, this, &KeepingGuard::refused);
    connect(&sink_, &LibrarySink::thinned, this, &KeepingGuard::thinned);
    // Who closed the message and goes on training learns again why it pauses at once.
    connect(controller_, &RunController::stateChanged, this, [this](TrainingState state) {
        if (state == TrainingState::Running && !waitsFor_.isEmpty()) stalled(QString(waitsFor_));
    });
}

KeepingGuard::KeepingGuard(LibrarySink& sink, BannerStack& banners, QObject* parent)
    : QObject(parent), sink_(sink), banners_(banners) {
    connect(&sink_, &LibrarySink::stalled, this, &KeepingGuard::stalled);
    connect(&sink_, &LibrarySink::recovered, this, &KeepingGuard::recovered);
    connect(&sink_, &LibrarySink::runLeftOut, this, &KeepingGuard::leftOut);
    connect(&sink_, &LibrarySink::unkept, this, &KeepingGuard::unkept);
    connect(&sink_, &LibrarySink::keptAgain, this, &KeepingGuard::keptAgain);
}

void KeepingGuard::stalled(const QString& reason) {
    waitsFor_ = reason;
    if (controller_) controller_->setHeld(true);
    const QString sentence = controller_ ? tr("Training waits: the library of runs cannot be written: %1.").arg(reason)
                                         : tr("The grid waits: its library cannot be written: %1.").arg(reason);
    banners_.show({key(), true, sentence,
                   tr("Free some space, or make its folder writable: it continues by itself, and nothing is lost."),
                   tr("Continue without keeping"), [this] { sink_.goOnUnkept(); }});
}

void KeepingGuard::recovered() {
    waitsFor_.clear();
    banners_.dismiss(key());
    if (!leftOut_.isEmpty()) tellLater();
    if (controller_) controller_->setHeld(false);
}

void KeepingGuard::leftOut(const QString& runId, qint64 kept) {
    if (refused_.remove(runId)) return;  // a message of its own tells of it
    leftOut_[runId] = kept;
    if (unkeptFor_.isEmpty() && waitsFor_.isEmpty())
        tellLater();
    else
        tell(false);
}

/// While others are kept: a ghost of a run that was named before, or that one itself, resumed over a gap.
void KeepingGuard::tellLater() {
    if (controller_)
        banners_.show({key(),
                       false,
                       tr("A run that continues one that is not completely kept is not kept either."),
                       notKept(),
                       {},
                       {}});
    leftOut_.clear();
}

void KeepingGuard::unkept(const QString& reason) {
    const bool first = unkeptFor_.isEmpty();
    waitsFor_.clear();
    unkeptFor_ = reason;
    tell(first || std::exchange(asked_, false));
    if (controller_) controller_->setHeld(false);
}

/// Of a grid's many runs only what is looked at keeps up.
void KeepingGuard::tell(bool news) {
    if (unkeptFor_.isEmpty() || !(news || controller_ || !banners_.sentence(key()).isEmpty())) return;
    const QString sentence =
        controller_
            ? tr("Training continues, but is not kept: the library of runs cannot be written: %1.").arg(unkeptFor_)
            : tr("The grid continues, but is not kept: its library cannot be written: %1.").arg(unkeptFor_);
    QStringList remedy;
    if (!leftOut_.isEmpty()) remedy << notKept();
    remedy << tr("Free some space, or make its folder writable: from the next run on it is kept again.");
    banners_.show({key(), true, sentence, remedy.join(QLatin1Char(' ')), tr("Try again now"), [this] {
                       asked_ = true;
                       sink_.tryAgain();
                   }});
}

/// Told once: what is left out stays so.
void KeepingGuard::keptAgain(const QString& runId) {
    leftOut_.remove(runId);  // it was resumed, and lacks nothing
    if (std::exchange(unkeptFor_, {}).isEmpty()) return;
    asked_ = false;
    const QString sentence =
        runId.isEmpty()
            ? tr("The library can be written again: what begins from now on is kept.")
            : (controller_ ? tr("Kept again from “%1” on: the library of runs can be written.").arg(named(runId))
                           : tr("The grid is kept again: its library can be written."));
    tellKept(sentence);
}

void KeepingGuard::tellKept(const QString& sentence) {
    banners_.show({key(), false, sentence, leftOut_.isEmpty() ? QString() : notKept(), {}, {}});
    leftOut_.clear();
}

void KeepingGuard::keptFromNow(const QStringList& runIds) {
    for (const QString& id : runIds) leftOut_[id] = -1;
    tellKept(tr("The library can be written now: what begins from now on is kept."));
}

QString KeepingGuard::named(const QString& runId) const {
    const QString name = session_ ? session_->displayName(runId) : QString();
    return name.isEmpty() ? runId : name;
}

QString KeepingGuard::notKept() const {
    if (!controller_) return tr("Runs of the grid that are not kept: %1.").arg(leftOut_.size());
    const qsizetype more = std::max<qsizetype>(0, leftOut_.size() - most_names);
    QStringList names;
    for (auto run = std::next(leftOut_.begin(), more); run != leftOut_.end(); ++run)  // the newest
        names << (run.value() < 0 ? tr("“%1”").arg(named(run.key()))
                                  : tr("“%1” from step %2 on").arg(named(run.key()), QString::number(run.value() + 1)));
    const QString list = names.join(QStringLiteral(", "));
    return more == 0 ? tr("Not kept: %1.").arg(list)
                     : tr("Not kept: %1, and others: %2.").arg(list, QString::number(more));
}

/// Told where the run is, and for whoever looks elsewhere.
void KeepingGuard::thinned(const run::Record& event) {
    const QString runId = QString::fromStdString(event.run_id());
    if (session_->run(runId) == nullptr) return;
    session_->apply({event});
    banners_.show({QStringLiteral("thinned run"),
                   false,
                   tr("“%1”: %2.").arg(session_->displayName(runId), inWords(phrase_of(event.event()))),
                   tr("How much of the disk a run may take is set in the menu of the Runs dock."),
                   {},
                   {}});
}

/// Only that run stops: what it trained since is seen nowhere but here.
void KeepingGuard::refused(const QString& runId, const QString& reason) {
    refused_.insert(runId);
    banners_.show({QStringLiteral("refused run"),
                   true,
                   tr("“%1” is stopped, because it cannot be kept: %2.").arg(session_->displayName(runId), reason),
                   tr("What the library holds of it stays as it was. Start it again from its settings."),
                   {},
                   {}});
    controller_->stopRun(runId);
}

}  // namespace mantissa::ui
