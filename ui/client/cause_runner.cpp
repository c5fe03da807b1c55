// SPDX-License-Identifier: GPL-3.0-or-later
// See cause_runner.h.
#include "ui/client/cause_runner.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <utility>

#include "engine/base/error.h"
#include "engine/report/repeat_command.h"
#include "engine/run/json.h"

namespace mantissa::ui {

namespace {

constexpr int kLeaveMs = 3000;  // a search that is stopped ends at its next step
constexpr qsizetype kLongestLine = 1 << 20;

}  // namespace

CauseRunner::CauseRunner(WorkerOptions options, QObject* parent) : QObject(parent), options_(std::move(options)) {}

CauseRunner::~CauseRunner() {
    if (!process_) return;
    process_->disconnect(this);
    process_->kill();
    process_->waitForFinished(kLeaveMs);
}

void CauseRunner::start(const run::RunConfig& config) {
    if (process_) return;
    const QString program = options_.program.isEmpty() ? findWorker() : options_.program;
    if (program.isEmpty() && options_.place.here()) {
        emit failed(tr("The program mantissa-worker was not found."));
        return;
    }
    QStringList arguments = options_.arguments;
    if (arguments.endsWith(QStringLiteral("serve"))) arguments.removeLast();
    arguments << QStringLiteral("diagnose") << QStringLiteral("--json");
    for (const std::string& word : setting_arguments(config)) arguments << QString::fromStdString(word);
    // All settings may be the defaults; then it would ask the library for its last run.
    arguments << QStringLiteral("--seed") << QString::number(config.seed());
    if (!options_.place.here()) arguments << QStringLiteral("--until-input-ends");  // no signal reaches it there
    last_.clear();
    process_ = std::make_unique<QProcess>();
    process_->setProcessEnvironment(options_.environment);
    if (options_.place.here()) process_->setStandardInputFile(QProcess::nullDevice());
    connect(process_.get(), &QProcess::readyReadStandardOutput, this, &CauseRunner::read);
    connect(process_.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            ended(tr("The worker could not be started: %1").arg(process_->errorString()));
    });
    connect(process_.get(), &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        read();
        if (!last_.isEmpty()) return ended({});  // also of one that was stopped
        const QString said = QString::fromUtf8(process_->readAllStandardError()).trimmed().right(2000);
        const bool crash = status == QProcess::CrashExit;
        const QString line = said.section(QLatin1Char('\n'), -1);
        const EndInWords end = endInWords(options_.place, {crash ? 0 : code, crash ? code : 0, false, false, line});
        ended(end.link || said.isEmpty() ? end.sentence : said);
    });
    const LaunchLine line = launchLine(options_.place, program, arguments, options_.linkOptions);
    process_->start(line.program, line.arguments);
}

void CauseRunner::stop() {
    if (!process_) return;
    process_->terminate();
    process_->closeWriteChannel();
}

/// Whole lines: progress, and at last the answer.
void CauseRunner::read() {
    while (process_ && process_->canReadLine()) {
        const QByteArray line = process_->readLine(kLongestLine).trimmed();
        const QJsonObject told = QJsonDocument::fromJson(line).object().value("progress").toObject();
        if (told.isEmpty()) {
            if (line.startsWith('{')) last_ = line;
            continue;
        }
        emit progressed({told.value("stage").toInt(), told.value("done").toInt(), told.value("of").toInt(),
                         told.value("seconds_left").toDouble()});
    }
}

void CauseRunner::ended(const QString& reason) {
    QProcess* process = process_.release();
    process->disconnect(this);
    process->deleteLater();
    if (!reason.isEmpty()) return emit failed(reason);
    run::Diagnosis answer;
    try {
        from_json({last_.constData(), static_cast<std::size_t>(last_.size())}, answer, "diagnose");
    } catch (const Error&) {
        return emit failed(tr("The worker's answer cannot be read."));
    }
    emit found(answer);
}

}  // namespace mantissa::ui
