// SPDX-License-Identifier: GPL-3.0-or-later
// See worker_process.h. A process is never waited for: its end arrives as a signal, and until then a new start() is
// only remembered.
#include "ui/client/worker_process.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>
#include <csignal>
#include <utility>

#include "ui/words/phrase_words.h"

namespace mantissa::ui {
namespace {

constexpr qsizetype kLogLimit = 256 * 1024;
constexpr qsizetype kTailLimit = 4096;
constexpr int kMostDoublings = 5;

/// The last line of it that says something.
QString lastLineOf(const QByteArray& text) {
    const QList<QByteArray> lines = text.split('\n');
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
        if (const QString words = QString::fromUtf8(*line).simplified(); !words.isEmpty()) return words;
    return {};
}

QString exitInWords(int code) {
    switch (code) {
        case 0:
            return QObject::tr("The worker ended unexpectedly (exit code 0).");
        case 1:
            return QObject::tr("The worker ended with exit code 1: something in it failed.");
        case 2:
            return QObject::tr("The worker ended with exit code 2: it did not understand how it was started.");
        case 3:
            return QObject::tr("The worker ended with exit code 3: it was cancelled.");
        case 4:
            return QObject::tr("The worker ended with exit code 4: the device failed.");
        case 5:
            return QObject::tr("The worker ended with exit code 5: it was given bad data.");
        case 126:
            return QObject::tr("The worker could not be run (exit code 126): it is not an executable file.");
        case 127:
            return QObject::tr("The worker was not found (exit code 127), or one of its libraries is missing.");
        case 255:
            return QObject::tr("The worker ended with exit code 255: the connection to its machine may be gone.");
        default:
            return QObject::tr("The worker ended with exit code %1.").arg(code);
    }
}

}  // namespace

QString findWorker() {
    const QString given = qEnvironmentVariable("MANTISSA_WORKER");
    if (!given.isEmpty()) return given;
    const QFileInfo beside(QCoreApplication::applicationDirPath() + QStringLiteral("/mantissa-worker"));
    if (beside.isExecutable()) return beside.absoluteFilePath();
    return QStandardPaths::findExecutable(QStringLiteral("mantissa-worker"));
}

QString deathInWords(int exitCode, int signalNumber) {
    switch (signalNumber) {
        case 0:
            return exitInWords(exitCode);
        case SIGKILL:
            return QObject::tr("The worker was killed by the system (SIGKILL), possibly out of memory.");
        case SIGSEGV:
            return QObject::tr("The worker crashed: it used memory that is not its own (SIGSEGV).");
        case SIGBUS:
            return QObject::tr("The worker crashed: memory or a file it used went away (SIGBUS).");
        case SIGABRT:
            return QObject::tr("The worker stopped itself because of an error inside it (SIGABRT).");
        case SIGILL:
            return QObject::tr("The worker met an instruction that this processor does not have (SIGILL).");
        case SIGFPE:
            return QObject::tr("The worker crashed in an integer calculation (SIGFPE).");
        case SIGTERM:
            return QObject::tr("The worker was ended from outside (SIGTERM).");
        case SIGINT:
            return QObject::tr("The worker was interrupted from outside (SIGINT).");
        case SIGHUP:
            return QObject::tr("The worker lost its terminal or connection (SIGHUP).");
        case SIGPIPE:
            return QObject::tr("The worker lost its connection to the window (SIGPIPE).");
        case SIGXCPU:
            return QObject::tr("The worker used up its allowed processor time (SIGXCPU).");
        case SIGSYS:
            return QObject::tr("The worker was stopped by a security filter of the system (SIGSYS).");
        default:
            return QObject::tr("The worker was ended by signal %1.").arg(signalNumber);
    }
}

WorkerProcess::WorkerProcess(WorkerOptions options, QObject* parent)
    : QObject(parent), options_(std::move(options)), watch_(options_.clock, options_.silence) {
    watchTimer_.setInterval(options_.watchInterval);
    connect(&watchTimer_, &QTimer::timeout, this, [this] { setResponding(watch_.responding()); });
    graceTimer_.setSingleShot(true);
    graceTimer_.setInterval(options_.grace);
    connect(&graceTimer_, &QTimer::timeout, this, [this] {
        if (process_) process_->kill();
    });
}

WorkerProcess::~WorkerProcess() {
    if (!process_) return;
    process_->disconnect(this);
    process_->kill();
    process_->waitForFinished(1000);
}

QString WorkerProcess::log() const {
    return QString::fromUtf8(log_);
}

qint64 WorkerProcess::processId() const {
    return process_ ? process_->processId() : 0;
}

void WorkerProcess::start() {
    if (process_) {
        startAfterLeaving_ = leaving_;
        return;
    }
    if (state_ == WorkerState::starting) return;
    explanation_.clear();
    setState(WorkerState::starting);
    launchSoon();
}

void WorkerProcess::startAgain() {
    restarts_.clear();
    answered_ = false;
    start();
}

void WorkerProcess::shutDown() {
    startAfterLeaving_ = false;
    if (!process_) {
        setState(WorkerState::stopped);
        return;
    }
    if (leaving_) return;
    leaving_ = true;
    process_->closeWriteChannel();
    if (!wasReady_) process_->terminate();  // an ssh that reaches nobody waits on; srun takes its request back
    graceTimer_.start();
}

void WorkerProcess::moveTo(const WorkerPlace& place) {
    if (place == options_.place) return;
    options_.place = place;
    restarts_.clear();
    answered_ = false;
    if (process_) {
        shutDown();
        startAfterLeaving_ = true;
    } else if (state_ == WorkerState::lost) {
        start();
    } else if (state_ == WorkerState::starting) {  // it waits to reach the old place again
        explanation_.clear();
        launchSoon();
    }
}

void WorkerProcess::killAndReport(const QString& reason, bool restart) {
    if (!process_ || !killReason_.isEmpty()) return;
    killReason_ = reason;
    restartAfterKill_ = restart;
    process_->kill();
}

void WorkerProcess::write(const std::string& bytes) {
    if (!process_ || leaving_ || !killReason_.isEmpty()) return;
    process_->write(bytes.data(), static_cast<qint64>(bytes.size()));
}

void WorkerProcess::markReady() {
    if (!process_ || state_ != WorkerState::starting) return;
    wasReady_ = true;
    answered_ = true;
    setState(WorkerState::ready);
}

void WorkerProcess::noteBeat(quint64 progress, const QString& activity) {
    watch_.beat(progress, activity.toStdString());
    setResponding(watch_.responding());
}

void WorkerProcess::noteSign() {
    watch_.sign();
    setResponding(watch_.responding());
}

void WorkerProcess::launchSoon(std::chrono::milliseconds pause) {
    QTimer::singleShot(pause, this, [this] {
        if (state_ == WorkerState::starting && !process_) launch();
    });
}

void WorkerProcess::launch() {
    WorkerOptions now = options_;
    if (now.program.isEmpty() && now.place.here()) now.program = findWorker();
    if (now.program.isEmpty() && now.place.here()) {
        ended(tr("The program mantissa-worker was not found: it belongs beside the window's own program, or name it in "
                 "the environment variable MANTISSA_WORKER."),
              false);
        return;
    }
    leaving_ = false;
    killReason_.clear();
    lastWords_.clear();
    errorTail_.clear();
    wasReady_ = false;
    decoder_ = FrameDecoder();
    decoder_.expect_preamble(Side::worker);
    watch_.restart();
    process_ = std::make_unique<QProcess>();
    QProcess* process = process_.get();
    process->setProcessEnvironment(now.environment);
    connect(process, &QProcess::started, this, &WorkerProcess::launched);
    connect(process, &QProcess::readyReadStandardOutput, this, &WorkerProcess::readOutput);
    connect(process, &QProcess::readyReadStandardError, this, &WorkerProcess::readErrors);
    connect(process, &QProcess::finished, this, &WorkerProcess::finished);
    connect(process, &QProcess::errorOccurred, this, &WorkerProcess::processError);
    watchTimer_.start();
    const LaunchLine line = launchLine(now.place, now.program, now.arguments, now.linkOptions);
    process->start(line.program, line.arguments);
}

void WorkerProcess::readOutput() {
    if (!process_) return;
    const QByteArray bytes = process_->readAllStandardOutput();
    if (!killReason_.isEmpty()) return;
    const bool startedBefore = decoder_.started();
    decoder_.feed(std::string_view(bytes.data(), static_cast<std::size_t>(bytes.size())));
    try {
        // A frame may make the client kill the worker; what came after it is then not looked at.
        while (killReason_.isEmpty()) {
            const std::optional<std::string> payload = decoder_.next();
            if (!startedBefore && decoder_.started() && !decoder_.noise().empty() && !noiseLogged_) {
                noiseLogged_ = true;
                appendLog("[before the worker spoke: " + QByteArray::fromStdString(decoder_.noise()) + "]\n");
            }
            if (!payload) break;
            emit frameArrived(*payload);
        }
    } catch (const Error& error) {
        killAndReport(
            tr("The link to the worker was cut because what it sent makes no sense: %1.").arg(messageInWords(error)),
            true);
    }
}

void WorkerProcess::readErrors() {
    if (!process_) return;
    const QByteArray text = process_->readAllStandardError();
    errorTail_ = (errorTail_ + text).right(kTailLimit);
    appendLog(text);
}

EndInWords WorkerProcess::explainEnd(int exitCode, int signalNumber) const {
    return endInWords(options_.place, {exitCode, signalNumber, wasReady_, answered_, lastLineOf(errorTail_)});
}

void WorkerProcess::appendLog(const QByteArray& text) {
    if (text.isEmpty()) return;
    log_ += text;
    if (log_.size() > kLogLimit) {
        qsizetype cut = log_.size() - kLogLimit;
        const qsizetype line = log_.indexOf('\n', cut);  // whole lines, unless one fills the log
        if (line >= 0 && line + 1 < log_.size()) cut = line + 1;
        log_.remove(0, cut);
    }
}

void WorkerProcess::finished(int exitCode, QProcess::ExitStatus status) {
    if (!process_) return;
    readOutput();
    readErrors();
    const bool asked = leaving_;
    QString sentence = killReason_;
    EndInWords end;
    if (sentence.isEmpty()) {
        const bool crash = status == QProcess::CrashExit;
        end = explainEnd(crash ? 0 : exitCode, crash ? exitCode : 0);
        sentence = end.sentence;
        // A crash of ours says on the standard error what it was (app/worker/fault_line.h).
        const QString last = crash ? lastLineOf(errorTail_) : QString();
        if (const QString said = QStringLiteral("mantissa-worker: "); last.startsWith(said))
            lastWords_ = last.mid(said.size());
        if (!lastWords_.isEmpty()) sentence += QLatin1Char(' ') + tr("It said: %1").arg(lastWords_);
        try {
            decoder_.finish();
        } catch (const Error& error) {
            if (!decoder_.started() && !decoder_.noise().empty()) {
                sentence +=
                    QLatin1Char(' ') + tr("Its output was \"%1\".").arg(QString::fromStdString(decoder_.noise()));
            }
        }
    }
    const bool mayRestart = (killReason_.isEmpty() || restartAfterKill_) && !end.hopeless;
    dropProcess();
    if (asked) {
        setState(WorkerState::stopped);
        if (startAfterLeaving_) start();
        return;
    }
    ended(sentence, mayRestart, end.link);
}

void WorkerProcess::processError(QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart || !process_) return;  // other errors are followed by finished()
    const QString line = (QStringList{process_->program()} + process_->arguments()).join(QLatin1Char(' '));
    const QString why = process_->errorString();
    dropProcess();
    ended(tr("The worker could not be started: %1 (%2).").arg(line, why), false);
}

void WorkerProcess::dropProcess() {
    graceTimer_.stop();
    watchTimer_.stop();
    leaving_ = false;
    noiseLogged_ = false;
    process_->disconnect(this);
    QProcess* process = process_.release();
    process->setParent(this);
    process->deleteLater();  // we may be in one of its signals
    setResponding(true);
}

void WorkerProcess::ended(const QString& sentence, bool mayRestart, bool link) {
    const std::chrono::milliseconds now = options_.clock();
    const std::chrono::milliseconds window = link ? options_.reconnectWindow : options_.restartWindow;
    while (!restarts_.empty() && now - restarts_.front() > window) restarts_.pop_front();
    const int tried = static_cast<int>(restarts_.size());
    const bool restarting = mayRestart && tried < (link ? options_.maxReconnects : options_.maxRestarts);
    explanation_ = sentence;
    // The new state comes first, so that whoever hears of the death sees it; nothing is launched before the event loop.
    setState(restarting ? WorkerState::starting : WorkerState::lost);
    if (restarting) {
        restarts_.push_back(now);
        // A network needs time to come back, and the worker at its other end to save where it stands.
        launchSoon(link ? options_.linkPause * (1 << std::min(tried, kMostDoublings)) : std::chrono::milliseconds(0));
    }
    emit died(sentence, restarting);
}

void WorkerProcess::setState(WorkerState state) {
    if (state == state_) return;
    state_ = state;
    emit stateChanged(state);
}

void WorkerProcess::setResponding(bool responding) {
    if (responding == responding_) return;
    responding_ = responding;
    emit respondingChanged(responding);
}

}  // namespace mantissa::ui
