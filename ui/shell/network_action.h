// SPDX-License-Identifier: GPL-3.0-or-later
// File › Export the network…, of the run that the pages show, and the same in the menu of the Runs dock.
#pragma once

namespace mantissa::ui {

class MainWindow;
class SessionModel;
struct WorkerOptions;

/// Adds both to `window`; `options`: how the training worker is run. `session` outlives the window.
void addNetworkExport(MainWindow& window, const SessionModel& session, const WorkerOptions& options);

}  // namespace mantissa::ui
