// SPDX-License-Identifier: GPL-3.0-or-later
// File › Open recording… and File › Watch a training…: trainings of other programs, shown and kept like runs of our
// own.
#pragma once

#include <QObject>
#include <QString>
#include <chrono>
#include <memory>
#include <vector>

#include "ui/client/recording_watch.h"

class QWidget;

namespace mantissa::ui {

class LibrarySink;
class SessionModel;

class Recordings : public QObject {
    Q_OBJECT

  public:
    /// `window`: of the dialogs; `session` gets the runs. Both outlive this.
    Recordings(SessionModel& session, QWidget* window);
    ~Recordings() override;

    /// Runs are kept through this from now on; null: they are only shown.
    void setSink(LibrarySink* sink) { sink_ = sink; }

    void askForRecording();
    void askForTraining();
    /// Reads a file to its end.
    void open(const QString& path);
    /// Follows a file, or "host:path". False, with `failed` emitted, where the text names none.
    bool watch(const QString& text, const QStringList& linkOptions = {});
    /// A run that is watched and has nothing new for so long is said to be interrupted; for watches from now on.
    void setSilentAfter(std::chrono::milliseconds time) { silentAfter_ = time; }
    /// How many are being read.
    std::size_t reading() const { return watches_.size(); }

  signals:
    void failed(const QString& sentence, const QString& remedy);
    void done(const QString& sentence);

  private:
    void begin(RecordingSource source, bool follow, const QStringList& linkOptions);
    void noteSilence(RecordingWatch& watch);
    void take(RecordingWatch& watch, const RecordingWatch::Batch& batch);
    void over(RecordingWatch& watch, const QString& runId, bool ended, const QString& problem, const QString& remedy);

    SessionModel& session_;
    QWidget* window_;
    LibrarySink* sink_ = nullptr;
    std::chrono::milliseconds silentAfter_ = std::chrono::minutes(5);
    std::vector<std::unique_ptr<RecordingWatch>> watches_;
};

}  // namespace mantissa::ui
