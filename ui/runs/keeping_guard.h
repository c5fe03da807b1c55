// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does while a library cannot be written: training pauses, a message says why, and both end by
// themselves when there is room again. Only where a person says so does training go on without being kept: then the
// message names what is not kept, and says from which run on it is again.
#pragma once

#include <QMap>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

class BannerStack;
class LibrarySink;
class RunController;
class SessionModel;

class KeepingGuard : public QObject {
    Q_OBJECT

  public:
    /// Of the library of runs. None is owned; all must outlive it.
    KeepingGuard(LibrarySink& sink, RunController& controller, SessionModel& session, BannerStack& banners,
                 QObject* parent = nullptr);
    /// Of the library of a grid, whose runs wait for their records to be kept.
    KeepingGuard(LibrarySink& sink, BannerStack& banners, QObject* parent = nullptr);

    /// Says that the library, which could not be opened before, keeps what begins from now on; not these runs.
    void keptFromNow(const QStringList& runIds);

    /// The message's key among the banners.
    QString key() const { return controller_ ? QStringLiteral("keeping") : QStringLiteral("grids"); }

  private:
    void stalled(const QString& reason);
    void recovered();
    void leftOut(const QString& runId, qint64 kept);
    void tellLater();
    void unkept(const QString& reason);
    void keptAgain(const QString& runId);
    void thinned(const run::Record& event);
    void refused(const QString& runId, const QString& reason);
    void tell(bool news);
    void tellKept(const QString& sentence);
    QString named(const QString& runId) const;
    QString notKept() const;

    LibrarySink& sink_;
    RunController* controller_ = nullptr;
    SessionModel* session_ = nullptr;
    BannerStack& banners_;
    QString waitsFor_;               // the reason; empty: it is written
    QString unkeptFor_;              // the reason; empty: runs are kept
    QMap<QString, qint64> leftOut_;  // since then: runs, and up to which step the library has them; -1: nothing
    QSet<QString> refused_;          // runs, until they are left out for that
    bool asked_ = false;             // a person waits for the answer to another attempt
};

}  // namespace mantissa::ui
