// SPDX-License-Identifier: GPL-3.0-or-later
// Offers to go on with a run that was interrupted: after the worker was lost, and when such a run of the library is
// looked at.
#pragma once

#include <QObject>
#include <QStringList>

namespace mantissa::ui {

class BannerStack;
class EngineClient;
class RunController;
class SessionModel;

class ResumeOffer : public QObject {
    Q_OBJECT

  public:
    /// None is owned; all must outlive it.
    ResumeOffer(EngineClient& client, SessionModel& session, RunController& controller, BannerStack& banners,
                QObject* parent = nullptr);

  private:
    void interrupted(const QString& runId);
    void lookedAt(const QString& runId);
    void show();

    EngineClient& client_;
    SessionModel& session_;
    RunController& controller_;
    BannerStack& banners_;
    QStringList runs_;  // that are offered: the lanes of a race go on together
};

}  // namespace mantissa::ui
