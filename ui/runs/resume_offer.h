// SPDX-License-Identifier: GPL-3.0-or-later
// Offers to go on with what was interrupted: after the worker was lost, and after a restart with every run of the
// library that was. One row for each, a race as one; while something trains none is shown. A run that was stopped
// because it diverged can be rewound to before that.
#pragma once

#include <QMap>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <vector>

#include "ui/models/interrupted_runs.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

class BannerStack;
class RunController;
class EngineClient;
class RunList;
class SessionModel;

class ResumeOffer : public QObject {
    Q_OBJECT

  public:
    static constexpr int most_rows = 3;  ///< At once; the next comes when one is resumed or dismissed.

    /// Looks through the library that `runs` lists. None is owned; all must outlive it.
    ResumeOffer(SessionModel& session, RunList& runs, RunController& controller, EngineClient& client,
                BannerStack& banners, QObject* parent = nullptr);

    /// Goes on with this interrupted or stopped run; with a lane of a race the whole race does, but for lanes that came
    /// to their end.
    void resume(const QString& runId);

  private:
    struct Offer {
        QString id;  // of the race, or of the run
        std::vector<InterruptedRun> lanes;
        std::optional<std::uint32_t> diverged;  // the step at which it was stopped for that: it is to be rewound
        std::uint32_t step() const;
        double started() const;
    };
    struct Row {
        QString offer, key, sentence, remedy, button;
        bool operator==(const Row& other) const;
    };

    void readLibrary();
    void changed(const QString& runId);
    void lookedAt(const QString& runId);
    void opened(const QString& runId);
    QString offerOf(const InterruptedRun& run) const { return run.race.isEmpty() ? run.id : run.race; }
    InterruptedRun fromModel(const RunModel& run) const;
    std::vector<Offer> offers() const;
    Row rowFor(const Offer& offer, int place) const;
    Row rewindRow(const Offer& offer, Row row) const;
    void refresh();
    void goOn(const QString& offerId);
    void take(const QStringList& runIds);

    SessionModel& session_;
    RunList& runs_;
    RunController& controller_;
    EngineClient& client_;
    BannerStack& banners_;
    QMap<QString, InterruptedRun>
        kept_;                        // what the library held of interrupted runs that the worker's machine can take up
    QMap<QString, RunState> states_;  // of the session's runs, as last heard of
    QSet<QString> hidden_;            // offers that a person took or dismissed
    QString first_;                   // the offer whose run is looked at
    QStringList going_;               // runs that are to go on as soon as all are read
    QSet<QString> unread_;            // those of them that are still to be read
    bool underWay_ = false;           // something was taken up, and neither trains yet nor was refused
    std::vector<Row> rows_;           // as shown
};

}  // namespace mantissa::ui
