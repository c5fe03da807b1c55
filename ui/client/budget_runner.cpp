// SPDX-License-Identifier: GPL-3.0-or-later
// See budget_runner.h.
#include "ui/client/budget_runner.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <utility>

#include "engine/report/repeat_command.h"

namespace mantissa::ui {

BudgetRunner::BudgetRunner(WorkerOptions options, QObject* parent) : QObject(parent), command_(std::move(options)) {
    connect(&command_, &WorkerCommand::printed, this, &BudgetRunner::read);
    connect(&command_, &WorkerCommand::ended, this,
            [this](const QString& problem) { emit ended(stopped_ ? QString() : problem); });
}

void BudgetRunner::start(const run::RunConfig& config) {
    if (running()) return;
    stopped_ = false;
    QStringList words{QStringLiteral("budget"), QStringLiteral("--json"), QStringLiteral("--budget-steps"),
                      QString::number(steps)};
    for (const std::string& word : setting_arguments(config)) words << QString::fromStdString(word);
    command_.start(words);
}

void BudgetRunner::stop() {
    stopped_ = true;
    command_.stop();
}

void BudgetRunner::read(const QByteArray& line) {
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (const QJsonObject told = object.value("progress").toObject(); !told.isEmpty())
        return emit progressed(told.value("done").toInt(), told.value("of").toInt(),
                               told.value("seconds_left").toDouble());
    if (!object.contains("operation")) return;
    const QString operation = object.value("operation").toString();
    run::PrecisionBudget::Need need;
    if (operation != QStringLiteral("all")) need.set_operation(operation.toStdString());
    for (const QString& name : object.value("casts").toString().split(u',', Qt::SkipEmptyParts)) {
        run::LayerCast cast;
        if (run::LayerCast_Parse("CAST_" + name.toUpper().replace(u'-', u'_').toStdString(), &cast))
            need.add_casts(cast);
    }
    need.set_exponent_bits(static_cast<std::uint32_t>(object.value("exponent_bits").toInt()));
    need.set_fraction_bits(static_cast<std::uint32_t>(object.value("fraction_bits").toInt()));
    need.set_keeps_up(object.value("keeps_up").toBool());
    need.set_trainings(static_cast<std::uint32_t>(object.value("trainings").toInt()));
    emit found(need);
}

}  // namespace mantissa::ui
