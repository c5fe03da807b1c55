// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the Help menu: keyboard, worker log, about, and the text of Copy diagnostics.
#pragma once

#include <QString>

#include "engine/run/run.pb.h"

class QWidget;

namespace mantissa::ui {

class Actions;
class EngineClient;
class Settings;

/// All shortcuts, from the actions themselves, and the keys of the timeline and the run table.
void showKeyboard(QWidget* parent, const Actions& actions);
/// The worker's log as it is now.
void showWorkerLog(QWidget* parent, const EngineClient& client);
/// Versions and licences.
void showAbout(QWidget* parent, const EngineClient& client);

/// Versions, device, settings and the logs' ends as plain text, for a report of a fault.
QString diagnostics(const EngineClient& client, const run::DeviceList& devices, const Settings& settings,
                    const run::RunConfig& config, const QString& logPath);

}  // namespace mantissa::ui
