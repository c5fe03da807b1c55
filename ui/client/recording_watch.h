// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a recording while it grows, with those of the other ranks beside it, or reads an event file of TensorBoard: a
// thread reads and translates it, the window gets the records in small batches and the thread waits until they were
// taken, so that neither a large file nor a slow disk fills memory or holds up the window. Nothing is ever sent to the
// training.
#pragma once

#include <QObject>
#include <QSemaphore>
#include <QString>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/client/recording_source.h"

namespace mantissa::ui {

class RecordingWatch : public QObject {
    Q_OBJECT

  public:
    using Batch = std::shared_ptr<const std::vector<run::Record>>;

    /// `follow`: goes on at the end of the file until the recording ends or the watch is destroyed; else stops there.
    /// `linkOptions`: of ssh, for tests.
    RecordingWatch(RecordingSource source, bool follow, QStringList linkOptions = {}, QObject* parent = nullptr);
    /// Ends the thread; what it has not handed over is left.
    ~RecordingWatch() override;

    const RecordingSource& source() const { return source_; }
    /// Begins to read. Once.
    void begin();
    /// To be released for each batch when it was shown and kept, on any thread: at most kAhead are on their way.
    std::shared_ptr<QSemaphore> room() const { return room_; }

  signals:
    /// Records in the order of the recording; never empty. On this object's thread.
    void arrived(mantissa::ui::RecordingWatch::Batch batch);
    /// Of a file of this computer: another one has its name now, or its bytes are gone, and holds another run: the
    /// training was begun again. `runId` gets no more; what arrives from here on is the other run.
    void begunAgain(const QString& runId);
    /// No more will come. `ended`: the recording has its last line. `problem`, `remedy`: sentences; `problem` is empty
    /// where the end of a file that is not followed was reached, and `remedy` then says what its end means, if
    /// anything.
    void finished(const QString& runId, bool ended, const QString& problem, const QString& remedy);

  private:
    struct Reading;
    void read();
    bool readOnce();
    void waitForFile() const;
    bool mayAppear() const;
    void waitForRanks() const;
    void readFile(Reading& reading);
    void readRemote(Reading& reading);
    std::vector<std::string> remoteNames() const;

    static constexpr int kAhead = 3;
    RecordingSource source_;
    bool follow_;
    QStringList linkOptions_;
    std::shared_ptr<QSemaphore> room_ = std::make_shared<QSemaphore>(kAhead);
    std::atomic<bool> stop_{false};
    std::string replaced_;  // the run of the file before, until the first record of the next one; of the thread
    std::thread thread_;
};

}  // namespace mantissa::ui
