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

CauseRunner::CauseRunner(WorkerOptions options, QObject* parent) : QObject(parent), command_(std::move(options)) {
    connect(&command_, &WorkerCommand::printed, this, &CauseRunner::read);
    connect(&command_, &WorkerCommand::ended, this, &CauseRunner::ended);
}

void CauseRunner::start(const run::RunConfig& config) {
    if (running()) return;
    last_.clear();
    QStringList words{QStringLiteral("diagnose"), QStringLiteral("--json")};
    for (const std::string& word : setting_arguments(config)) words << QString::fromStdString(word);
    // All settings may be the defaults; then it would ask the library for its last run.
    words << QStringLiteral("--seed") << QString::number(config.seed());
    command_.start(words);
}

/// Progress, and at last the answer.
void CauseRunner::read(const QByteArray& line) {
    const QJsonObject told = QJsonDocument::fromJson(line).object().value("progress").toObject();
    if (told.isEmpty()) {
        if (line.startsWith('{')) last_ = line;
        return;
    }
    emit progressed({told.value("stage").toInt(), told.value("done").toInt(), told.value("of").toInt(),
                     told.value("seconds_left").toDouble()});
}

void CauseRunner::ended(const QString& problem) {
    if (last_.isEmpty()) return emit failed(problem.isEmpty() ? tr("The worker's answer cannot be read.") : problem);
    run::Diagnosis answer;  // also of a search that was stopped
    try {
        from_json({last_.constData(), static_cast<std::size_t>(last_.size())}, answer, "diagnose");
    } catch (const Error&) {
        return emit failed(tr("The worker's answer cannot be read."));
    }
    emit found(answer);
}

}  // namespace mantissa::ui
