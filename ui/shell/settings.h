// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers between launches, apart from runs: an INI file with a version, in $MANTISSA_STATE_DIR or
// the user's configuration folder. A file that cannot be understood is set aside, never overwritten in silence.
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <memory>
#include <optional>

#include "engine/run/run.pb.h"
#include "ui/client/worker_place.h"
#include "ui/widgets/theme.h"

namespace mantissa::ui {

/// Folder for settings: $MANTISSA_STATE_DIR, else the configuration folder of the user (~/.config/mantissa).
QString settingsFolder();
/// Folder for logs and for where one stands in each lesson: user_state_folder().
QString stateFolder();

class Settings {
  public:
    explicit Settings(const QString& folder = settingsFolder());

    /// No settings were found: the very first launch.
    bool firstLaunch() const { return firstLaunch_; }
    /// A sentence about a settings file that had to be set aside; empty when all is well.
    QString notice() const { return notice_; }
    QString fileName() const;

    ThemeMode theme() const;
    void setTheme(ThemeMode mode);
    int textPercent() const;
    void setTextPercent(int percent);

    QByteArray geometry() const;
    QByteArray layout() const;
    void setWindow(const QByteArray& geometry, const QByteArray& layout);

    /// The last configuration of the Setup dock, if one was kept and still parses.
    std::optional<run::RunConfig> config() const;
    void setConfig(const run::RunConfig& config);

    /// What a teacher's set-up locks and hides, as JSON (ui/classroom/setup_file.h); empty: nothing.
    QByteArray locks() const;
    void setLocks(const QByteArray& json);

    /// Whether the welcome was closed for good.
    bool welcomeSeen() const;
    void setWelcomeSeen(bool seen);

    /// Whether the advisor's line may be shown.
    bool advisorShown() const;
    void setAdvisorShown(bool shown);

    /// Whether live changes leave a ghost.
    bool ghostKept() const;
    void setGhostKept(bool kept);

    /// How much of the disk one run may take, in MiB.
    int runShare() const;
    void setRunShare(int mebibytes);

    /// Steps' delay of slow motion in milliseconds.
    int slowDelay() const;
    void setSlowDelay(int ms);

    /// Where the worker runs; this computer where what is kept makes no sense.
    WorkerPlace place() const;
    /// What was typed for places of another kind stays.
    void setPlace(const WorkerPlace& place);
    /// The last place of this kind; this computer where there was none or what is kept makes no sense.
    WorkerPlace lastPlace(WorkerPlace::Kind kind) const;

    /// Folder of the lesson that was open; empty: none was.
    QString lesson() const;
    void setLesson(const QString& folder);

    void sync();

  private:
    void open(const QString& path);

    std::unique_ptr<QSettings> file_;
    bool firstLaunch_ = false;
    QString notice_;
};

/// A configuration as JSON with the schema's own field names, and back (nothing if it is not one).
QByteArray configToJson(const run::RunConfig& config);
std::optional<run::RunConfig> configFromJson(const QByteArray& json);

}  // namespace mantissa::ui
