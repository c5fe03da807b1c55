// SPDX-License-Identifier: GPL-3.0-or-later
// See decision_runner.h.
#include "ui/client/decision_runner.h"

#include <utility>

#include "engine/base/error.h"
#include "engine/report/decision_message.h"
#include "engine/report/repeat_command.h"

namespace mantissa::ui {

namespace {

constexpr int kLeaveMs = 3000;  // a cancelled measurement ends at its next step

}  // namespace

DecisionRunner::DecisionRunner(WorkerOptions options, QObject* parent)
    : QObject(parent), options_(std::move(options)) {}

DecisionRunner::~DecisionRunner() {
    if (!process_) return;
    process_->disconnect(this);
    process_->kill();
    process_->waitForFinished(kLeaveMs);
}

void DecisionRunner::start(const run::RunConfig& config, quint64 memory) {
    if (process_) return;
    const QString program = options_.program.isEmpty() ? findWorker() : options_.program;
    if (program.isEmpty() && options_.place.here()) {
        emit failed(tr("The program mantissa-worker was not found."));
        return;
    }
    QStringList arguments = options_.arguments;
    if (arguments.endsWith(QStringLiteral("serve"))) arguments.removeLast();
    arguments << QStringLiteral("decide") << QStringLiteral("--message");
    if (memory > 0) arguments << QStringLiteral("--memory") << QStringLiteral("%1KiB").arg(memory / 1024);
    for (const std::string& word : setting_arguments(config)) arguments << QString::fromStdString(word);
    if (!options_.place.here()) arguments << QStringLiteral("--until-input-ends");  // no signal reaches it there
    cancelled_ = false;
    process_ = std::make_unique<QProcess>();
    process_->setProcessEnvironment(options_.environment);
    if (options_.place.here()) process_->setStandardInputFile(QProcess::nullDevice());
    connect(process_.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            ended(tr("The worker could not be started: %1").arg(process_->errorString()));
    });
    connect(process_.get(), &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        if (status == QProcess::NormalExit && code == 0) return ended({});
        const QString said = QString::fromUtf8(process_->readAllStandardError()).trimmed().right(2000);
        const bool crash = status == QProcess::CrashExit;
        if (!crash && said.contains(QStringLiteral("--message")))  // an option that it does not know
            return ended(
                tr("The worker is of an older version than this window and cannot answer it. Install the same "
                   "version there."));
        const QString line = said.section(QLatin1Char('\n'), -1);
        const EndInWords end = endInWords(options_.place, {crash ? 0 : code, crash ? code : 0, false, false, line});
        ended(end.link || said.isEmpty() ? end.sentence : said);
    });
    const LaunchLine line = launchLine(options_.place, program, arguments, options_.linkOptions);
    process_->start(line.program, line.arguments);
}

void DecisionRunner::cancel(const QString& reason) {
    if (!process_ || cancelled_) return;
    cancelled_ = true;
    cancelReason_ = reason;
    process_->terminate();
}

void DecisionRunner::ended(const QString& reason) {
    QProcess* process = process_.release();
    process->disconnect(this);
    process->deleteLater();
    const QByteArray answer = process->readAllStandardOutput();
    if (cancelled_) {
        emit failed(cancelReason_);
    } else if (!reason.isEmpty()) {
        emit failed(reason);
    } else {
        DecisionSheet sheet;
        try {
            sheet = read_sheet_message({answer.constData(), static_cast<std::size_t>(answer.size())});
        } catch (const Error&) {
        }
        if (sheet.modes.empty()) return emit failed(tr("The worker's answer is not a decision sheet."));
        emit made(sheet);
    }
}

}  // namespace mantissa::ui
