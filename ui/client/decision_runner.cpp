// SPDX-License-Identifier: GPL-3.0-or-later
// See decision_runner.h.
#include "ui/client/decision_runner.h"

#include <utility>

#include "engine/base/error.h"
#include "engine/report/decision_message.h"
#include "engine/report/repeat_command.h"

namespace mantissa::ui {

DecisionRunner::DecisionRunner(WorkerOptions options, QObject* parent) : QObject(parent), command_(std::move(options)) {
    connect(&command_, &WorkerCommand::printed, this, [this](const QByteArray& line) { answer_ += line; });
    connect(&command_, &WorkerCommand::ended, this, &DecisionRunner::ended);
}

void DecisionRunner::start(const run::RunConfig& config, quint64 memory) {
    if (running()) return;
    QStringList words{QStringLiteral("decide"), QStringLiteral("--message")};
    if (memory > 0) words << QStringLiteral("--memory") << QStringLiteral("%1KiB").arg(memory / 1024);
    for (const std::string& word : setting_arguments(config)) words << QString::fromStdString(word);
    cancelled_ = false;
    answer_.clear();
    command_.start(words);
}

void DecisionRunner::cancel(const QString& reason) {
    if (!running() || cancelled_) return;
    cancelled_ = true;
    cancelReason_ = reason;
    command_.stop();
}

void DecisionRunner::ended(const QString& problem) {
    if (cancelled_) return emit failed(cancelReason_);
    if (!problem.isEmpty()) return emit failed(problem);
    DecisionSheet sheet;
    try {
        sheet = read_sheet_message({answer_.constData(), static_cast<std::size_t>(answer_.size())});
    } catch (const Error&) {
    }
    if (sheet.modes.empty()) return emit failed(tr("The worker's answer is not a decision sheet."));
    emit made(sheet);
}

}  // namespace mantissa::ui
