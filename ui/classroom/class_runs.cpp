// SPDX-License-Identifier: GPL-3.0-or-later
// See class_runs.h.
#include "ui/classroom/class_runs.h"

#include <QFileInfo>
#include <QObject>
#include <QStringList>
#include <algorithm>

#include "engine/base/error.h"
#include "engine/run/presets.h"
#include "engine/store/library.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

using run::RunConfig;

constexpr qint64 most_bytes = qint64{256} << 20;
constexpr auto dash = " - ";

void copyField(RunConfig& to, const RunConfig& from, int number) {
    const auto* field = RunConfig::descriptor()->FindFieldByNumber(number);
    RunConfig one = from;
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    one.GetReflection()->ListFields(one, &fields);
    for (const auto* other : fields)
        if (other != field) one.GetReflection()->ClearField(&one, other);
    to.GetReflection()->ClearField(&to, field);
    to.MergeFrom(one);
}

}  // namespace

std::vector<HandedInRun> readHandedInRuns(const QString& path) {
    const QFileInfo info(path);
    if (!info.isFile() || info.isSymLink() || info.size() > most_bytes) {
        throw Error(ErrorCode::bad_data, QObject::tr("it is not a file of handed-in runs").toStdString(),
                    path.toStdString(), QObject::tr("a file of at most 256 MiB").toStdString());
    }
    const auto library = Library::open(path.toStdString(), Access::read_only);
    std::vector<RunSummary> all = library->runs();
    std::erase_if(all, [](const RunSummary& run) { return run.deleted || run.is_ghost(); });
    if (all.size() > most_runs_of_a_file)
        all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(most_runs_of_a_file));
    std::vector<HandedInRun> runs;
    for (const RunSummary& run : all) {
        HandedInRun& one = runs.emplace_back();
        one.id = run.run_id;
        if (!run.problem.empty()) {
            one.problem = inWords(run.problem);
            one.config.set_preset(run.preset);  // of which task it is
            continue;
        }
        one.config = run.config;
        if (run.test_accuracy) one.accuracy = static_cast<double>(*run.test_accuracy);
        one.steps = run.steps;
        one.skipped = run.skipped;
        one.completed = run.finished && run.outcome == run::RunFinished::COMPLETED;
        one.changed = !run.parent_run_id.empty();
        if (!one.changed)
            for (const run::Record& record : library->records(run.run_id, RecordKind::kEvent))
                one.changed = one.changed || record.event().kind() == run::EventRecord::CHANGED;
    }
    return runs;
}

TaskRun taskRun(const HandedInRun& run, const SharedSetup* task) {
    TaskRun line;
    if (!run.problem.isEmpty()) {
        line.settings = QObject::tr("damaged");
        line.note = run.problem;
        return line;
    }
    line.accuracy = run.accuracy;
    QStringList notes;
    if (!run.completed) notes << QObject::tr("ended at step %1").arg(run.steps);
    if (run.changed) notes << QObject::tr("changed while it trained");
    if (run.skipped > 0) notes << QObject::tr("%n steps skipped", nullptr, pluralCount(run.skipped));
    const RunConfig asked = complete(task != nullptr ? task->config : default_config());
    RunConfig trained = complete(run.config);
    for (const int field : {RunConfig::kDataFieldNumber, RunConfig::kDeviceFieldNumber, RunConfig::kThreadsFieldNumber,
                            RunConfig::kNameFieldNumber, RunConfig::kPresetFieldNumber})
        copyField(trained, asked, field);
    if (trained.eval_precision() == run::PRECISION_UNSET)
        copyField(trained, asked, RunConfig::kEvalPrecisionFieldNumber);
    if (task != nullptr) {
        RunConfig held = asked;
        for (const auto* fields : {&task->locks.locked, &task->locks.hidden})
            for (const int field : *fields) copyField(held, trained, field);
        const Phrase overridden = change_phrase(asked, held);
        if (!overridden.empty()) line.overridden = inWords(overridden);
    }
    if (task == nullptr || !task->locks.hold(RunConfig::kSeedFieldNumber)) {
        if (trained.seed() != asked.seed()) notes << QObject::tr("seed %1").arg(trained.seed());
        copyField(trained, asked, RunConfig::kSeedFieldNumber);
    }
    const Phrase differs = change_phrase(asked, trained);
    line.settings = differs.empty() ? (task != nullptr ? QObject::tr("as in the task") : QObject::tr("the defaults"))
                                    : inWords(differs);
    line.note = notes.join(QStringLiteral(" · "));
    return line;
}

QString studentOfFile(const QString& file, const QString& task) {
    const QString base = QFileInfo(file).completeBaseName();
    const QString head = QFileInfo(handInFileName(task, QStringLiteral("x"))).completeBaseName().chopped(1);
    return base.startsWith(head) && base.size() > head.size() ? base.mid(head.size()) : base;
}

QString handInFileName(const QString& task, const QString& student) {
    QString name = task.trimmed() + QLatin1String(dash) + student.trimmed();
    for (QChar& letter : name)
        if (letter < QChar(32) || QStringLiteral("/\\:*?\"<>|").contains(letter)) letter = u' ';
    while (name.startsWith(u'.')) name.remove(0, 1);
    constexpr qsizetype most = 120;
    return name.left(most) + QStringLiteral(".mantissa");
}

}  // namespace mantissa::ui
