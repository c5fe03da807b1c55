// SPDX-License-Identifier: GPL-3.0-or-later
// See recording_watch.h.
#include "ui/client/recording_watch.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <chrono>
#include <utility>

#include "engine/base/error.h"
#include "engine/recording/recording_reader.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

constexpr qint64 kPiece = 256 * 1024;
constexpr std::size_t kBatchRecords = 512;
constexpr std::size_t kBatchBytes = 1u << 20;
constexpr int kPauseMs = 200;     // between looks at a file that does not grow
constexpr int kGoodbyeMs = 2000;  // for ssh to leave

}  // namespace

/// What the thread has: the reader and the records that it made and has not handed over.
struct RecordingWatch::Reading {
    Reading(RecordingWatch& watch, const QString& name)
        : owner(watch), reader(name.toStdString(), [this](run::Record&& record) {
              bytes += record.ByteSizeLong();
              records.push_back(std::move(record));
              if (records.size() >= kBatchRecords || bytes >= kBatchBytes) handOver();
          }) {}

    /// Waits for room; what has to stop meanwhile is left.
    void handOver() {
        if (records.empty()) return;
        while (!owner.stop_) {
            if (!owner.room_->tryAcquire(1, kPauseMs)) continue;
            emit owner.arrived(std::make_shared<const std::vector<run::Record>>(std::exchange(records, {})));
            bytes = 0;
            return;
        }
    }

    RecordingWatch& owner;
    RecordingReader reader;
    std::vector<run::Record> records;
    std::size_t bytes = 0;
    QString problem, remedy;
};

RecordingWatch::RecordingWatch(RecordingSource source, bool follow, QStringList linkOptions, QObject* parent)
    : QObject(parent), source_(std::move(source)), follow_(follow), linkOptions_(std::move(linkOptions)) {
    qRegisterMetaType<RecordingWatch::Batch>();
}

RecordingWatch::~RecordingWatch() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
}

void RecordingWatch::begin() {
    if (!thread_.joinable()) thread_ = std::thread([this] { read(); });
}

void RecordingWatch::read() {
    Reading reading(*this, source_.called());
    try {
        if (source_.place.here())
            readFile(reading);
        else
            readRemote(reading);
        reading.handOver();
        if (!reading.reader.started() && reading.problem.isEmpty()) {
            reading.problem = tr("%1 has no step yet.").arg(source_.called());
            reading.remedy = tr("A training writes its first steps after a while: watch it, or open it then.");
        }
    } catch (const Error& error) {
        reading.handOver();  // what came before it is as good as ever
        reading.problem = inWords(error);
        reading.remedy = reading.reader.started() ? tr("What came before it is shown.") : QString();
    } catch (const std::exception& error) {
        reading.problem = inWords(error);
    }
    if (stop_) return;
    emit finished(QString::fromStdString(reading.reader.started() ? reading.reader.run_id() : std::string()),
                  reading.reader.ended(), reading.problem, reading.remedy);
}

void RecordingWatch::readFile(Reading& reading) {
    QFile file(source_.path);
    if (!file.open(QIODevice::ReadOnly)) {
        reading.problem = tr("%1 cannot be opened: %2.").arg(source_.path, file.errorString());
        return;
    }
    while (!stop_ && !reading.reader.ended()) {
        const QByteArray piece = file.read(kPiece);
        if (!piece.isEmpty()) {
            reading.reader.take({piece.constData(), static_cast<std::size_t>(piece.size())});
            continue;
        }
        if (file.error() != QFileDevice::NoError) {
            reading.problem = tr("%1 cannot be read: %2.").arg(source_.path, file.errorString());
            return;
        }
        reading.handOver();
        if (!follow_) return;
        if (file.size() < file.pos()) {
            reading.problem = tr("%1 became shorter while it was read: it is another file now.").arg(source_.called());
            return;
        }
        for (int waited = 0; waited < kPauseMs && !stop_; waited += 20)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

void RecordingWatch::readRemote(Reading& reading) {
    const LaunchLine line = tailLine(source_, linkOptions_);
    QProcess ssh;
    ssh.start(line.program, line.arguments, QIODevice::ReadOnly);
    if (!ssh.waitForStarted()) {
        reading.problem = tr("%1 cannot be started: %2.").arg(line.program, ssh.errorString());
        return;
    }
    QByteArray said;  // on its standard error
    while (!stop_ && !reading.reader.ended()) {
        // Between these calls nobody reads the pipe: what is not taken waits on the other machine.
        if (ssh.bytesAvailable() == 0) ssh.waitForReadyRead(kPauseMs);
        said = (said + ssh.readAllStandardError()).right(2048);
        const QByteArray piece = ssh.read(kPiece);
        if (!piece.isEmpty())
            reading.reader.take({piece.constData(), static_cast<std::size_t>(piece.size())});
        else if (ssh.state() == QProcess::NotRunning)
            break;
        else
            reading.handOver();
    }
    const bool left = ssh.state() == QProcess::NotRunning;
    if (!left) {
        ssh.terminate();
        if (!ssh.waitForFinished(kGoodbyeMs)) ssh.kill();
        ssh.waitForFinished(kGoodbyeMs);
    }
    if (!left || stop_ || reading.reader.ended()) return;
    const QString lastLine = QString::fromUtf8(said).trimmed().section(QLatin1Char('\n'), -1).left(300);
    reading.problem = reading.reader.started()
                          ? tr("The connection to %1 was lost, and with it the recording.").arg(source_.place.called())
                          : tr("%1 cannot be read.").arg(source_.called());
    if (!lastLine.isEmpty()) reading.problem += QLatin1Char(' ') + tr("%1 says: %2").arg(line.program, lastLine);
    reading.remedy = tr("The training itself goes on. Watch it again when the machine can be reached: “ssh %1”.")
                         .arg(source_.place.address());
}

}  // namespace mantissa::ui
