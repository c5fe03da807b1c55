// SPDX-License-Identifier: GPL-3.0-or-later
// See worker_command.h.
#include "ui/client/worker_command.h"

#include <utility>

namespace mantissa::ui {

namespace {

constexpr int kLeaveMs = 3000;  // a command that is stopped ends at its next step
constexpr qsizetype kLongestLine = 1 << 20;

}  // namespace

WorkerCommand::WorkerCommand(WorkerOptions options, QObject* parent) : QObject(parent), options_(std::move(options)) {}

WorkerCommand::~WorkerCommand() {
    if (!process_) return;
    process_->disconnect(this);
    process_->kill();
    process_->waitForFinished(kLeaveMs);
}

void WorkerCommand::start(const QStringList& words) {
    if (process_) return;
    const QString program = options_.program.isEmpty() ? findWorker() : options_.program;
    if (program.isEmpty() && options_.place.here()) {
        emit ended(tr("The program mantissa-worker was not found."));
        return;
    }
    QStringList arguments = options_.arguments;
    if (arguments.endsWith(QStringLiteral("serve"))) arguments.removeLast();
    arguments << words;
    option_ = words.value(1);
    if (!options_.place.here()) arguments << QStringLiteral("--until-input-ends");  // no signal reaches it there
    process_ = std::make_unique<QProcess>();
    process_->setProcessEnvironment(options_.environment);
    if (options_.place.here()) process_->setStandardInputFile(QProcess::nullDevice());
    connect(process_.get(), &QProcess::readyReadStandardOutput, this, &WorkerCommand::read);
    connect(process_.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(tr("The worker could not be started: %1").arg(process_->errorString()));
    });
    connect(process_.get(), &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        read();
        end(problem(code, status));
    });
    const LaunchLine line = launchLine(options_.place, program, arguments, options_.linkOptions);
    process_->start(line.program, line.arguments);
}

void WorkerCommand::stop() {
    if (!process_) return;
    process_->terminate();
    process_->closeWriteChannel();
}

void WorkerCommand::read() {
    while (process_ && process_->canReadLine()) emit printed(process_->readLine(kLongestLine).trimmed());
}

QString WorkerCommand::problem(int code, QProcess::ExitStatus status) {
    const bool crash = status == QProcess::CrashExit;
    if (!crash && code == 0) return {};
    const QString said = QString::fromUtf8(process_->readAllStandardError()).trimmed().right(2000);
    if (!crash && !option_.isEmpty() && said.contains(option_))
        return tr(
            "The worker is of an older version than this window and cannot answer it. Install the same "
            "version there.");
    const QString line = said.section(QLatin1Char('\n'), -1);
    const EndInWords end = endInWords(options_.place, {crash ? 0 : code, crash ? code : 0, false, false, line});
    return end.link || said.isEmpty() ? end.sentence : said;
}

void WorkerCommand::end(const QString& problem) {
    QProcess* process = process_.release();
    process->disconnect(this);
    process->deleteLater();
    emit ended(problem);
}

}  // namespace mantissa::ui
