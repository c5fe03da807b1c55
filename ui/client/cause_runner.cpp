// SPDX-License-Identifier: GPL-3.0-or-later
// See cause_runner.h.
#include "ui/client/cause_runner.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <optional>
#include <utility>

#include "engine/base/error.h"
#include "engine/report/repeat_command.h"
#include "engine/run/json.h"

namespace mantissa::ui {

CauseRunner::CauseRunner(WorkerOptions options, QObject* parent)
    : QObject(parent), command_(options), exporter_(options), here_(options.place.here()) {
    connect(&exporter_, &WorkerCommand::ended, this,
            [this](const QString& problem) { emit exported(std::exchange(file_, {}), problem); });
    connect(&command_, &WorkerCommand::printed, this, &CauseRunner::read);
    connect(&command_, &WorkerCommand::ended, this, &CauseRunner::ended);
}

namespace {

QStringList settingsOf(const run::RunConfig& config) {
    QStringList words;
    for (const std::string& word : setting_arguments(config)) words << QString::fromStdString(word);
    // All settings may be the defaults; then it would ask the library for its last run.
    return words << QStringLiteral("--seed") << QString::number(config.seed());
}

}  // namespace

void CauseRunner::start(const CauseQuestion& question) {
    if (running()) return;
    last_.clear();
    QStringList words{QStringLiteral("diagnose"), QStringLiteral("--json")};
    if (!question.runId.isEmpty()) words << question.runId;
    // Another machine has a library of its own, which does not know this run.
    if (here_ && !question.library.isEmpty()) words << QStringLiteral("--library") << question.library;
    if (question.seconds > 0) words << QStringLiteral("--seconds") << QString::number(question.seconds);
    if (question.anew) words << QStringLiteral("--anew");
    command_.start(words + settingsOf(question.config));
}

void CauseRunner::exportStep(const run::RunConfig& config, std::uint32_t step, const QString& file,
                             const QString& from) {
    if (exporter_.running()) return;
    file_ = file;
    QStringList words{QStringLiteral("reproducer"), QStringLiteral("--step"), QString::number(step),
                      QStringLiteral("--force"), file};  // the dialog has asked
    if (!from.isEmpty()) words << QStringLiteral("--from") << from;
    exporter_.start(words + settingsOf(config));
}

namespace {

std::optional<run::Diagnosis> diagnosisOf(const QByteArray& json) {
    run::Diagnosis answer;
    try {
        from_json({json.constData(), static_cast<std::size_t>(json.size())}, answer, "diagnose");
    } catch (const Error&) {
        return std::nullopt;
    }
    return answer;
}

}  // namespace

/// Progress, what is known so far, and at last the answer.
void CauseRunner::read(const QByteArray& line) {
    const QByteArray soFar = "{\"known\":";
    if (line.startsWith(soFar)) {
        if (const auto answer = diagnosisOf(line.mid(soFar.size()).chopped(1))) emit known(*answer);
        return;
    }
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
    const auto answer = diagnosisOf(last_);  // also of a search that was stopped
    if (!answer) return emit failed(tr("The worker's answer cannot be read."));
    emit found(*answer);
}

}  // namespace mantissa::ui
