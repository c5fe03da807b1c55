// SPDX-License-Identifier: GPL-3.0-or-later
// See sweep_watch.h. What the worker tells is looked at before it is believed: it may be one of another machine.
#include "ui/client/sweep_watch.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <algorithm>
#include <utility>

#include "engine/run/sweep.h"

namespace mantissa::ui {

namespace {

constexpr qsizetype most_fields = 100;

/// A path as a word of a command, never as one of its options.
QString pathWord(const QString& path) {
    return path.startsWith(QLatin1Char('-')) ? QStringLiteral("./") + path : path;
}

QStringList textsOf(const QJsonValue& array) {
    QStringList texts;
    for (const QJsonValue& one : array.toArray()) texts << one.toString();
    return texts.mid(0, most_fields);
}

std::optional<double> numberOf(const QJsonValue& value) {
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

std::optional<SweepRun::State> stateOf(const QString& word) {
    if (word == QLatin1String("waiting")) return SweepRun::State::Waiting;
    if (word == QLatin1String("running")) return SweepRun::State::Running;
    if (word == QLatin1String("done")) return SweepRun::State::Done;
    if (word == QLatin1String("failed")) return SweepRun::State::Failed;
    return std::nullopt;
}

}  // namespace

SweepWatch::SweepWatch(WorkerOptions options, QObject* parent) : QObject(parent), command_(std::move(options)) {
    connect(&command_, &WorkerCommand::printed, this, &SweepWatch::read);
    connect(&command_, &WorkerCommand::ended, this, [this](const QString& problem) {
        if (stopped_) return emit ended({});
        emit ended(problem.isEmpty() && head_.runs == 0 ? tr("What the worker answers is no sweep.") : problem);
    });
}

void SweepWatch::start(const SweepSource& source) {
    if (running()) return;
    stopped_ = false;
    head_ = {};
    news_.clear();
    QStringList words{QStringLiteral("sweep"), QStringLiteral("--status"), QStringLiteral("--follow"),
                      QStringLiteral("--json"), pathWord(source.file.path)};
    if (!source.library.isEmpty()) words << QStringLiteral("--library") << pathWord(source.library);
    if (!source.folder.isEmpty()) words << QStringLiteral("--folder") << pathWord(source.folder);
    command_.moveTo(source.file.place);
    command_.start(words);
}

void SweepWatch::stop() {
    stopped_ = true;
    command_.stop();
}

void SweepWatch::read(const QByteArray& line) {
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (object.contains("sweep")) {
        head_ = {};
        head_.name = object.value("sweep").toString();
        head_.library = object.value("library").toString();
        head_.runs = std::clamp(object.value("runs").toInt(), 0, static_cast<int>(most_sweep_cells));
        head_.fields = textsOf(object.value("fields"));
        if (!run::Task_Parse(object.value("task").toString().toStdString(), &head_.task)) head_.task = run::CLASSIFY;
        emit begun(head_);
    } else if (object.contains("look")) {
        emit looked(std::exchange(news_, {}));
    } else if (object.contains("run")) {
        SweepRun run;
        run.number = object.value("run").toInt();
        const auto state = stateOf(object.value("state").toString());
        if (run.number < 1 || run.number > head_.runs || !state) return;
        run.state = *state;
        run.values = textsOf(object.value("values"));
        run.values.resize(head_.fields.size());
        run.why = object.value("why").toString();
        run.steps = object.value("steps").toInt();
        run.ofSteps = object.value("of_steps").toInt();
        run.metric = numberOf(object.value("metric"));
        run.seconds = numberOf(object.value("seconds"));
        if (news_.size() < most_sweep_cells) news_.push_back(std::move(run));
    }
}

}  // namespace mantissa::ui
