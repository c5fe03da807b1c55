// SPDX-License-Identifier: GPL-3.0-or-later
// See recording_watch.h.
#include "ui/client/recording_watch.h"

#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/base/error.h"
#include "engine/recording/run_reader.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

constexpr qint64 kPiece = 256 * 1024;
constexpr std::size_t kBatchRecords = 512;
constexpr std::size_t kBatchBytes = 1u << 20;
constexpr int kPauseMs = 200;       // between looks at a file that does not grow
constexpr int kGoodbyeMs = 2000;    // for ssh to leave
constexpr int kRanksPauses = 15;    // for the files of the other ranks, once the first is there
constexpr int kLaggardPauses = 50;  // after the last line of rank 0, for ranks whose file does not grow
constexpr int kFolderMs = 20000;    // to tell what is beside the recording
constexpr qint64 kMostNames = 4 << 20;
constexpr std::size_t kMostLinks = 8;  // an sshd turns away what asks for more at once (MaxStartups)

void leave(QProcess& ssh) {
    if (ssh.state() == QProcess::NotRunning) return;
    ssh.terminate();
    if (!ssh.waitForFinished(kGoodbyeMs)) ssh.kill();
    ssh.waitForFinished(kGoodbyeMs);
}

/// Whether another file has this name now. Where none has it at the moment, none has yet.
bool isAnother(const QString& path, const QFile& file) {
    struct stat now {};
    struct stat open {};
    return ::stat(QFile::encodeName(path).constData(), &now) == 0 && ::fstat(file.handle(), &open) == 0 &&
           (now.st_ino != open.st_ino || now.st_dev != open.st_dev);
}

/// Ends them when it goes, whatever happened.
struct LinkEnds {
    const std::vector<std::unique_ptr<QProcess>>& links;
    explicit LinkEnds(const std::vector<std::unique_ptr<QProcess>>& all) : links(all) {}
    ~LinkEnds() {
        for (const auto& ssh : links) ssh->terminate();  // all together, then one after the other
        for (const auto& ssh : links) leave(*ssh);
    }
    LinkEnds(const LinkEnds&) = delete;
    LinkEnds& operator=(const LinkEnds&) = delete;
};

}  // namespace

/// What the thread has: the reader and the records that it made and has not handed over.
struct RecordingWatch::Reading {
    Reading(RecordingWatch& watch, const RecordingSource& source) : owner(watch) {
        const std::filesystem::path path = source.path.toStdString();
        // The files of the other ranks are looked for beside it.
        files = source.place.here() ? find_run_files(path) : find_run_files_among(path, watch.remoteNames());
        if (!source.place.here() && files.files.size() > kMostLinks) {  // the rest is missing, as the run says then
            files.files.resize(kMostLinks);
            files.ranks.resize(kMostLinks);
        }
        std::vector<std::string> called{source.called().toStdString()};
        for (std::size_t i = 1; i < files.files.size(); ++i) called.push_back(files.files[i].filename().string());
        if (files.kind == RunFiles::Kind::events)  // the folder is its name
            called.front() = QFileInfo(source.path).dir().dirName().toStdString() + '/' + called.front();
        reader = make_run_reader(files, called, [this](run::Record&& record) {
            bytes += record.ByteSizeLong();
            records.push_back(std::move(record));
            if (records.size() >= kBatchRecords || bytes >= kBatchBytes) handOver();
        });
    }

    bool events() const { return files.kind == RunFiles::Kind::events; }

    /// Waits for room; what has to stop meanwhile is left.
    void handOver() {
        if (records.empty()) return;
        // The same run from its beginning is a copy that was brought anew: it goes on.
        const std::string before = std::exchange(owner.replaced_, {});
        if (!before.empty() && before != records.front().run_id())
            emit owner.begunAgain(QString::fromStdString(before));
        while (!owner.stop_) {
            if (!owner.room_->tryAcquire(1, kPauseMs)) continue;
            emit owner.arrived(std::make_shared<const std::vector<run::Record>>(std::exchange(records, {})));
            bytes = 0;
            return;
        }
    }

    RecordingWatch& owner;
    RunFiles files;
    std::unique_ptr<RunReader> reader;
    std::vector<run::Record> records;
    std::size_t bytes = 0;
    QString problem, remedy;
    bool begunAgain = false;
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

/// A training writes its recording with its first steps: whoever watches may come before that.
void RecordingWatch::waitForFile() const {
    if (!mayAppear()) return;
    while (!stop_ && !QFileInfo::exists(source_.path)) std::this_thread::sleep_for(std::chrono::milliseconds(kPauseMs));
    waitForRanks();
}

bool RecordingWatch::mayAppear() const {
    const QFileInfo file(source_.path);
    return follow_ && source_.place.here() && file.dir().exists() && !file.exists();
}

/// Other ranks begin their files a little later or earlier; they are looked for once.
void RecordingWatch::waitForRanks() const {
    for (int pauses = 0; !stop_ && pauses < kRanksPauses; ++pauses)
        std::this_thread::sleep_for(std::chrono::milliseconds(kPauseMs));
}

void RecordingWatch::read() {
    do waitForFile();
    while (readOnce() && !stop_);
}

/// One recording. Returns whether another one began under its name.
bool RecordingWatch::readOnce() {
    Reading reading(*this, source_);
    try {
        if (source_.place.here())
            readFile(reading);
        else
            readRemote(reading);
        if (reading.begunAgain)  // what is held back for the sake of slower ranks
            for (std::size_t i = 0; i < reading.files.files.size(); ++i) reading.reader->over(i);
        reading.handOver();
        if (reading.begunAgain && !stop_) {
            if (reading.reader->started()) replaced_ = reading.reader->run_id();
            waitForRanks();
            return true;
        }
        if (!reading.reader->started() && reading.problem.isEmpty()) {
            reading.problem = reading.events() ? tr("%1 has no scalar.").arg(source_.called())
                                               : tr("%1 has no step yet.").arg(source_.called());
            reading.remedy = reading.events()
                                 ? tr("Histograms, images and texts of TensorBoard are not read.")
                                 : tr("A training writes its first steps after a while: watch it, or open it then.");
        }
        const Error* unread = reading.reader->first_unread();
        if (unread != nullptr && reading.reader->started() && reading.problem.isEmpty()) {
            reading.problem = tr("%n lines cannot be read and were left out. The first one is %1", nullptr,
                                 static_cast<int>(std::min<std::uint64_t>(reading.reader->unread(), 1u << 30)))
                                  .arg(inWords(*unread));
            reading.remedy = tr("All others are shown.");
        }
    } catch (const Error& error) {
        reading.handOver();  // what came before it is as good as ever
        reading.problem = inWords(error);
        reading.remedy = reading.reader->started() ? tr("What came before it is shown.") : QString();
    } catch (const std::exception& error) {
        reading.problem = inWords(error);
    }
    if (stop_) return false;
    if (reading.events() && reading.problem.isEmpty())
        reading.remedy = tr("TensorBoard's event file: it does not tell whether its training has ended.");
    emit finished(QString::fromStdString(reading.reader->started() ? reading.reader->run_id() : replaced_),
                  reading.reader->ended(), reading.problem, reading.remedy);
    return false;
}

void RecordingWatch::readFile(Reading& reading) {
    std::vector<std::unique_ptr<QFile>> files;
    for (const std::filesystem::path& path : reading.files.files) {
        files.push_back(std::make_unique<QFile>(QString::fromStdString(path.string())));
        if (files.back()->open(QIODevice::ReadOnly)) continue;
        reading.begunAgain = files.size() == 1 && mayAppear();  // it went just now
        if (reading.begunAgain) return;
        reading.problem = tr("%1 cannot be opened: %2.").arg(files.back()->fileName(), files.back()->errorString());
        return;
    }
    // An event file has no end by which one would know when to stop.
    const bool follow = follow_ && !reading.events();
    int pauses = 0;
    while (!stop_ && !reading.reader->ended()) {
        bool moved = false;
        // Looked up before reading: then this file has been read to its end where another one is believed.
        const bool another = follow && isAnother(source_.path, *files.front());
        for (std::size_t i = 0; i < files.size() && !stop_; ++i) {
            if (!reading.reader->wants(i)) continue;
            const QByteArray piece = files[i]->read(kPiece);
            if (!piece.isEmpty()) {
                moved = true;
                reading.reader->take(i, {piece.constData(), static_cast<std::size_t>(piece.size())});
            } else if (files[i]->error() != QFileDevice::NoError) {
                reading.problem = tr("%1 cannot be read: %2.").arg(files[i]->fileName(), files[i]->errorString());
                return;
            } else if (files[i]->size() < files[i]->pos()) {
                reading.begunAgain = follow;
                if (follow) return;
                reading.problem = tr("%1 became shorter while it was read: it is another file now.")
                                      .arg(QFileInfo(*files[i]).fileName());
                return;
            }
        }
        if (moved) {
            pauses = 0;
            continue;
        }
        reading.begunAgain = another;
        if (another) return;
        reading.handOver();
        if (!follow || (reading.reader->complete() && ++pauses > kLaggardPauses)) {
            for (std::size_t i = 0; i < files.size(); ++i) reading.reader->over(i);
            return;
        }
        for (int waited = 0; waited < kPauseMs && !stop_; waited += 20)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

/// What lies beside a recording on another machine; nothing where that cannot be told: reading it says why.
std::vector<std::string> RecordingWatch::remoteNames() const {
    const LaunchLine line = folderLine(source_, linkOptions_);
    QProcess ssh;
    ssh.start(line.program, line.arguments, QIODevice::ReadOnly);
    for (int waited = 0; !stop_ && ssh.state() != QProcess::NotRunning && waited < kFolderMs; waited += kPauseMs) {
        ssh.waitForFinished(kPauseMs);
        if (ssh.bytesAvailable() > kMostNames) break;
    }
    leave(ssh);
    std::vector<std::string> names;
    for (const QByteArray& name : ssh.read(kMostNames).split('\n')) names.push_back(name.toStdString());
    return names;
}

/// A connection for each rank's file: one command would mix their bytes.
void RecordingWatch::readRemote(Reading& reading) {
    std::vector<std::unique_ptr<QProcess>> links;
    const LinkEnds ends{links};
    for (const std::filesystem::path& path : reading.files.files) {
        RecordingSource one = source_;
        one.path = QString::fromStdString(path.string());
        const LaunchLine line = tailLine(one, linkOptions_);
        links.push_back(std::make_unique<QProcess>());
        links.back()->start(line.program, line.arguments, QIODevice::ReadOnly);
        if (links.back()->waitForStarted()) continue;
        reading.problem = tr("%1 cannot be started: %2.").arg(line.program, links.back()->errorString());
        return;
    }
    const int pause = std::max(kPauseMs / static_cast<int>(links.size()), 1);
    QByteArray said;  // on the first one's standard error
    int pauses = 0;
    while (!stop_ && !reading.reader->ended()) {
        bool moved = false;
        for (std::size_t i = 0; i < links.size() && !stop_; ++i) {
            if (!reading.reader->wants(i)) continue;
            QProcess& ssh = *links[i];
            // Between these calls nobody reads the pipe: what is not taken waits on the other machine.
            if (ssh.bytesAvailable() == 0) ssh.waitForReadyRead(moved ? 0 : pause);
            const QByteArray told = ssh.readAllStandardError();
            if (i == 0) said = (said + told).right(2048);
            const QByteArray piece = ssh.read(kPiece);
            if (piece.isEmpty()) continue;
            moved = true;
            reading.reader->take(i, {piece.constData(), static_cast<std::size_t>(piece.size())});
        }
        if (moved) {
            pauses = 0;
            continue;
        }
        const auto lost = [](const QProcess& ssh) {
            return ssh.state() == QProcess::NotRunning && ssh.bytesAvailable() == 0;
        };
        if (lost(*links.front())) break;
        reading.handOver();
        const bool late = reading.reader->complete() && ++pauses > kLaggardPauses;
        for (std::size_t i = 1; i < links.size(); ++i)
            if (late || lost(*links[i])) reading.reader->over(i);
    }
    if (links.front()->state() != QProcess::NotRunning || stop_ || reading.reader->ended()) return;
    const QString lastLine = QString::fromUtf8(said).trimmed().section(QLatin1Char('\n'), -1).left(300);
    reading.problem = reading.reader->started()
                          ? tr("The connection to %1 was lost, and with it the recording.").arg(source_.place.called())
                          : tr("%1 cannot be read.").arg(source_.called());
    if (!lastLine.isEmpty())
        reading.problem += QLatin1Char(' ') + tr("%1 says: %2").arg(links.front()->program(), lastLine);
    reading.remedy = tr("The training itself goes on. Watch it again when the machine can be reached: “ssh %1”.")
                         .arg(source_.place.address());
}

}  // namespace mantissa::ui
