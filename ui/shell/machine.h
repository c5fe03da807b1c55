// SPDX-License-Identifier: GPL-3.0-or-later
// The machine that trains, as the window shows and keeps it: the row of the Setup dock, the status bar, the settings.
// And the way back after the connection to it was lost: what trained there goes on as soon as it stands again.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <vector>

#include "ui/client/worker_place.h"

class QPushButton;
class QWidget;

namespace mantissa::ui {

class BannerStack;
struct BannerText;
class EngineClient;
class RunController;
class SessionModel;
class Settings;
class StatusStrip;

class Machine : public QObject {
    Q_OBJECT

  public:
    /// None is owned; all outlive it. `button`: shows the machine, and asks for another one.
    struct Parts {
        QWidget& window;
        EngineClient& client;
        SessionModel& session;
        RunController& controller;
        Settings& settings;
        StatusStrip& status;
        BannerStack& banners;
        QPushButton& button;
    };
    explicit Machine(const Parts& parts);

    /// Opens the dialog.
    void ask();
    /// From now on training runs there; kept for the next start.
    void use(const WorkerPlace& place);
    /// The buttons of a message that the worker was lost: once more there, or on this computer.
    void offerReturn(BannerText& banner);

  signals:
    /// It runs somewhere else now; who has a worker of their own follows.
    void moved(const mantissa::ui::WorkerPlace& place);

  private:
    void show();
    void interrupted(const QString& runId);
    void goOn();

    Parts parts_;
    QStringList cut_;  // runs that were cut off with the connection
};

}  // namespace mantissa::ui
