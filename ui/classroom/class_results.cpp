// SPDX-License-Identifier: GPL-3.0-or-later
// See class_results.h.
#include "ui/classroom/class_results.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QObject>
#include <QRegularExpression>
#include <QSet>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "engine/base/error.h"
#include "engine/lesson/result_file.h"
#include "engine/report/csv.h"
#include "engine/report/output_file.h"
#include "engine/run/metric.h"
#include "ui/charts/format_text.h"
#include "ui/models/lesson_words.h"
#include "ui/words/phrase_words.h"
#include "ui/words/translation.h"

namespace mantissa::ui {

namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

/// Which part of a result "answers[2].id" is, as people count and call it; empty: the whole file.
QString partOf(const QString& place) {
    static const QRegularExpression listed(QStringLiteral("^(answers|runs)\\[([0-9]+)\\]"));
    static const QRegularExpression field(QStringLiteral("^[a-z_0-9.]+(\\[|$)"));
    if (const QRegularExpressionMatch one = listed.match(place); one.hasMatch()) {
        const qulonglong number = one.captured(2).toULongLong() + 1;
        return one.captured(1) == QLatin1String("answers") ? QObject::tr("answer %1").arg(number)
                                                           : QObject::tr("run %1").arg(number);
    }
    if (place == QLatin1String("student")) return QObject::tr("the student's name");
    if (place == QLatin1String("lesson") || place == QLatin1String("title")) return QObject::tr("the lesson's name");
    return field.match(place).hasMatch() ? QString() : place;
}

/// "answer 3: the answer is missing. An answer.", without the folder in which the file lies.
QString problemOf(const Error& error, const QString& path) {
    QString place = text(error.place());
    if (place.startsWith(path)) place = place.mid(path.size());
    if (place.startsWith(", ")) place = place.mid(2);
    place = partOf(place);
    QString line = place.isEmpty() ? QString() : place + ": ";
    line += messageInWords(error) + ".";
    line += ' ' + remedySentence(error);
    return line.simplified();
}

const lesson::Answer* answerIn(const lesson::Result& result, const ClassQuestion& question) {
    const lesson::Answer* answer = answer_to(result, question.id.toStdString());
    return answer && text(answer->kind()) == question.kind ? answer : nullptr;
}

QVector<QPointF> pointsOf(const google::protobuf::RepeatedPtrField<lesson::Point>& points) {
    QVector<QPointF> curve;
    for (const lesson::Point& point : points) curve << QPointF(point.x(), point.y());
    return curve;
}

QString withUnit(double value, const QString& unit) {
    return numberText(value) + (unit.isEmpty() ? QString() : QStringLiteral(" ") + unit);
}

/// The lesson that the result is of, where this very version of it ships; else null.
const LoadedLesson* lessonOf(const ClassFolder& folder, const lesson::Result& result) {
    for (const LoadedLesson& lesson : folder.lessons)
        if (belongs_to(result, lesson)) return &lesson;
    return nullptr;
}

const lesson::Prediction* questionIn(const LoadedLesson& lesson, const lesson::Answer& answer) {
    const std::size_t step = lesson.step_of_prediction(answer.id());
    if (step >= lesson.steps()) return nullptr;
    const lesson::Prediction& asked = lesson.content.steps(static_cast<int>(step)).predict();
    return asked.kind() == answer.kind() ? &asked : nullptr;
}

/// Whether another version of the lesson asked just this, as far as the answer tells.
bool isSame(const lesson::Prediction& asked, const lesson::Answer& answer) {
    const auto matches = [&asked](std::uint32_t index, const std::string& words) {
        return words.empty() || (index < static_cast<std::uint32_t>(asked.choices_size()) &&
                                 asked.choices(static_cast<int>(index)) == words);
    };
    return asked.question() == answer.question() && matches(answer.choice(), answer.choice_text()) &&
           matches(answer.right_choice(), answer.right_choice_text());
}

/// The question that is answered, in the words of the shipped lesson; null where that has none of this kind.
const lesson::Prediction* shippedQuestion(const ClassFolder& folder, const lesson::Result& result,
                                          const lesson::Answer& answer) {
    if (const LoadedLesson* lesson = lessonOf(folder, result)) return questionIn(*lesson, answer);
    const LoadedLesson* first = nullptr;  // in the window's language
    for (const LoadedLesson& lesson : folder.lessons) {
        if (lesson.name != result.lesson()) continue;
        if (!first) first = &lesson;
        const lesson::Prediction* asked = questionIn(lesson, answer);
        if (asked && isSame(*asked, answer)) return questionIn(*first, answer);
    }
    return nullptr;
}

/// Choice number `index`: in the shipped lesson's words, else in those of the file, else its number.
QString choiceText(const lesson::Prediction* asked, std::uint32_t index, const std::string& inFile) {
    if (asked && index < static_cast<std::uint32_t>(asked->choices_size()))
        return text(asked->choices(static_cast<int>(index)));
    return inFile.empty() ? QObject::tr("answer %1").arg(index + 1) : text(inFile);
}

/// What a curve's axis is, in the shipped lesson's words where it is known.
QString axisOf(const std::string& inFile, const std::string* asked) {
    return text(asked && !asked->empty() ? *asked : inFile);
}

QString unitOf(const lesson::Answer& answer, const lesson::Prediction* asked) {
    const QString unit = text(asked && !asked->unit().empty() ? asked->unit() : answer.unit());
    return answer.kind() == "curve" ? curveUnit(unit, axisOf(answer.y(), asked ? &asked->y() : nullptr)) : unit;
}

/// `asked`: the question in the shipped lesson's words; may be null.
void fillAnswer(const lesson::Answer& answer, const lesson::Prediction* asked, ClassAnswer& row) {
    const QString unit = unitOf(answer, asked);
    if (answer.kind() == "choice") {
        row.predicted = answer.choice();
        row.predictedText = choiceText(asked, answer.choice(), answer.choice_text());
        if (!answer.revealed() || !answer.has_right_choice()) return;
        row.outcome = answer.right_choice();
        row.outcomeText = choiceText(asked, answer.right_choice(), answer.right_choice_text());
        return;
    }
    if (answer.kind() == "number") {
        row.predicted = answer.number();
        if (answer.revealed() && answer.has_outcome()) row.outcome = answer.outcome();
    } else if (!answer.curve().empty()) {
        const lesson::Point& end = answer.curve(answer.curve_size() - 1);
        row.predicted = end.y();
        row.drawn = pointsOf(answer.curve());
        if (answer.revealed()) {
            row.measured = pointsOf(answer.outcome_curve());
            row.outcome = valueAt(row.measured, end.x());
            row.apart = meanDistance(row.drawn, row.measured);
        }
        if (answer.revealed() && !row.outcome && answer.has_outcome()) row.outcome = answer.outcome();
    }
    if (row.predicted) row.predictedText = withUnit(*row.predicted, unit);
    if (row.outcome) row.outcomeText = withUnit(*row.outcome, unit);
}

/// The version of the lesson that most of the files have.
std::string usualVersion(const ClassFolder& folder, const std::string& lesson) {
    std::map<std::string, int> counts;
    for (const ClassFile& file : folder.files)
        if (file.counted() && file.result->lesson() == lesson) ++counts[file.result->lesson_sha256()];
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? std::string() : most->first;
}

QString noteOn(const lesson::Result& result, const std::string& usual) {
    QStringList notes;
    if (!result.finished()) notes << QObject::tr("at step %1 of %2").arg(result.step() + 1).arg(result.steps());
    if (result.lesson_sha256() != usual) notes << QObject::tr("another version of the lesson");
    return notes.join(QStringLiteral(" · "));
}

std::string exact(const std::optional<double>& value) {
    return value ? exactText(*value).toStdString() : std::string();
}

}  // namespace

QString ClassFile::student() const {
    const QString typed = result ? text(result->student()).trimmed() : QString();
    return typed.isEmpty() ? QFileInfo(name).completeBaseName() : typed;
}

QString ClassFile::what() const {
    if (result) {
        const QString what = QObject::tr("result of “%1”").arg(title);
        return copyOf.isEmpty() ? what : QObject::tr("%1, the same as %2: it counts once").arg(what, copyOf);
    }
    if (task) return QObject::tr("the task “%1”").arg(task->locks.title);
    if (runs) return QObject::tr("%n runs", nullptr, static_cast<int>(runs->size()));
    return problem;
}

int ClassFolder::readable() const {
    return static_cast<int>(
        std::count_if(files.begin(), files.end(), [](const ClassFile& file) { return file.readable(); }));
}

namespace {

/// What is wrong with a file that begins like a result but is no JSON: a download that broke off, mostly.
QString problemOfBroken(const QByteArray& json) {
    QJsonParseError error;
    QJsonDocument::fromJson(json, &error);
    if (error.error == QJsonParseError::NoError) return {};
    return error.offset >= json.trimmed().size() - 1
               ? QObject::tr("the result is not complete: its end is missing. Ask for the file once more.")
               : QObject::tr("the result is damaged: from character %1 on it is not JSON. Ask for the file once more.")
                     .arg(error.offset + 1);
}

/// A result, else a task; told is what is wrong with the one that it looks like.
void readJson(ClassFile& file, const QString& whole) {
    try {
        file.result = read_result(whole.toStdString());
        file.title = text(file.result->title().empty() ? file.result->lesson() : file.result->title());
        return;
    } catch (const Error& error) {
        file.problem = problemOf(error, whole);
    }
    try {
        file.task = readSetup(whole);
        file.problem.clear();
    } catch (const Error& error) {
        QFile json(whole);
        if (!QFileInfo(whole).isFile() || !json.open(QIODevice::ReadOnly)) return;
        const QByteArray read = json.read(most_result_bytes);
        if (read.contains("\"lesson\"")) {
            if (const QString broken = problemOfBroken(read); !broken.isEmpty()) file.problem = broken;
        } else if (read.contains("\"config\"")) {
            file.problem = problemOf(error, file.name);
        }
    }
}

/// Finds the shipped lessons of the results and `ownLesson`, in the window's language: students may have worked in
/// another. Of other lessons the files' words are shown.
void findLessons(ClassFolder& folder, const QString& ownLesson) {
    std::set<std::string> names;
    for (const ClassFile& file : folder.files)
        if (file.result) names.insert(file.result->lesson());
    const std::string language = spokenLanguage().toStdString();
    const auto add = [&](const std::string& name, const std::filesystem::path& from) {
        if (!names.erase(name)) return;
        try {
            for (const std::string& words : {language, std::string()})
                folder.lessons.push_back(read_lesson(from, words));
        } catch (const Error& error) {
            qWarning("lessons: %s", error.what());  // the files' own words are shown
        }
    };
    try {
        const QDir own(ownLesson);
        if (!ownLesson.isEmpty()) add(own.dirName().toStdString(), ownLesson.toStdString());
        if (!names.empty())
            for (const LessonEntry& entry : shipped_lessons()) add(entry.name, entry.folder);
    } catch (const Error& error) {
        qWarning("lessons: %s", error.what());  // the files' own words are shown
    }
    for (ClassFile& file : folder.files)
        if (const LoadedLesson* lesson = file.result ? lessonOf(folder, *file.result) : nullptr)
            file.title = text(lesson->content.title());
}

/// Marks results that another file has as well, to the letter.
void markCopies(ClassFolder& folder) {
    std::map<std::string, QString> first;
    for (ClassFile& file : folder.files)
        if (file.result)
            if (const auto [seen, isNew] = first.try_emplace(file.result->SerializeAsString(), file.name); !isNew)
                file.copyOf = seen->second;
}

}  // namespace

ClassFolder readClass(const QString& path, const ReadProgress& progress, const QString& ownLesson) {
    ClassFolder folder{path, {}, 0, {}, {}};
    // Links are files of somewhere else: they are listed, and refused by the reader.
    const QFileInfoList found =
        QDir(path).entryInfoList({"*.json", "*.mantissa"}, QDir::Files | QDir::System | QDir::Hidden, QDir::Name);
    QSet<QString> expected;
    for (const QFileInfo& info : found)
        for (const char* beside : {"", "-shm", "-wal", "-journal", ".lock"})  // a library's own
            expected.insert(info.fileName() + QLatin1String(beside));
    for (const QString& name : QDir(path).entryList(QDir::Files | QDir::System, QDir::Name))
        if (!expected.contains(name)) folder.others << name;
    const int all = static_cast<int>(std::min<qsizetype>(found.size(), most_class_files));
    for (const QFileInfo& info : found) {
        if (static_cast<int>(folder.files.size()) == most_class_files) {
            ++folder.leftOut;
            continue;
        }
        ClassFile file;
        file.name = info.fileName();
        const QString whole = QDir(path).filePath(info.fileName());
        if (info.suffix() == QLatin1String("mantissa")) {
            try {
                file.runs = readHandedInRuns(whole);
            } catch (const Error& error) {
                file.problem = problemOf(error, whole);
            }
        } else {
            readJson(file, whole);
        }
        folder.files.push_back(std::move(file));
        if (progress && !progress(static_cast<int>(folder.files.size()), all)) break;
    }
    markCopies(folder);
    findLessons(folder, ownLesson);
    return folder;
}

std::vector<ClassQuestion> questionsOf(const ClassFolder& folder) {
    std::vector<ClassQuestion> questions;
    for (const ClassFile& file : folder.files) {
        if (!file.counted()) continue;
        for (const lesson::Answer& answer : file.result->answers()) {
            const QString lesson = text(file.result->lesson());
            const auto known = std::find_if(questions.begin(), questions.end(), [&](const ClassQuestion& q) {
                return q.lesson == lesson && q.id == text(answer.id()) && q.kind == text(answer.kind());
            });
            if (known != questions.end()) {
                ++known->answers;
                continue;
            }
            const lesson::Prediction* asked = shippedQuestion(folder, *file.result, answer);
            questions.push_back({lesson, file.title, text(answer.id()), text(answer.kind()),
                                 text(asked ? asked->question() : answer.question()), unitOf(answer, asked), 1,
                                 axisOf(answer.x(), asked ? &asked->x() : nullptr),
                                 axisOf(answer.y(), asked ? &asked->y() : nullptr)});
        }
    }
    std::stable_sort(questions.begin(), questions.end(),
                     [](const ClassQuestion& a, const ClassQuestion& b) { return a.lesson < b.lesson; });
    std::map<QString, int> tasks;
    for (const ClassFile& file : folder.files)
        if (file.runs)
            for (const HandedInRun& run : *file.runs) ++tasks[text(run.config.preset())];
    for (const auto& [task, count] : tasks)
        questions.push_back(
            {{}, task, task, QStringLiteral("runs"), QObject::tr("the runs handed in"), {}, count, {}, {}});
    return questions;
}

const SharedSetup* taskCalled(const ClassFolder& folder, const QString& name) {
    for (const ClassFile& file : folder.files)
        if (file.task && text(file.task->config.preset()) == name) return &*file.task;
    return nullptr;
}

namespace {

using FileOfRun = std::map<std::string, QString>;  ///< the first file in which each run was seen

/// Says of a run that another file has as well which one that is.
void noteCopy(const HandedInRun& run, const QString& file, FileOfRun& fileOf, TaskRun& row) {
    const auto [first, isNew] = fileOf.try_emplace(run.id, file);
    if (isNew || first->second == file) return;
    row.note += (row.note.isEmpty() ? QString() : QStringLiteral(", ")) +
                QObject::tr("the same run as in %1").arg(first->second);
}

}  // namespace

std::vector<TaskRun> runsOf(const ClassFolder& folder, const ClassQuestion& question) {
    std::vector<TaskRun> rows;
    FileOfRun fileOf;
    const SharedSetup* task = taskCalled(folder, question.id);
    for (const ClassFile& file : folder.files) {
        if (!file.runs) continue;
        for (const HandedInRun& run : *file.runs) {
            if (text(run.config.preset()) != question.id) continue;
            TaskRun& row = rows.emplace_back(taskRun(run, task));
            row.student = studentOfFile(file.name, question.id);
            row.file = file.name;
            noteCopy(run, file.name, fileOf, row);
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const TaskRun& a, const TaskRun& b) {
        return a.student.compare(b.student, Qt::CaseInsensitive) < 0;
    });
    return rows;
}

std::vector<ClassAnswer> answersTo(const ClassFolder& folder, const ClassQuestion& question) {
    std::vector<ClassAnswer> rows;
    const std::string usual = usualVersion(folder, question.lesson.toStdString());
    for (const ClassFile& file : folder.files) {
        if (!file.counted() || text(file.result->lesson()) != question.lesson) continue;
        ClassAnswer row;
        row.student = file.student();
        row.file = file.name;
        row.note = noteOn(*file.result, usual);
        if (const lesson::Answer* answer = answerIn(*file.result, question))
            fillAnswer(*answer, shippedQuestion(folder, *file.result, *answer), row);
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const ClassAnswer& a, const ClassAnswer& b) {
        return a.student.compare(b.student, Qt::CaseInsensitive) < 0;
    });
    return rows;
}

QStringList choicesOf(const ClassFolder& folder, const ClassQuestion& question) {
    constexpr std::uint32_t most_choices = 12;
    QStringList choices;
    const auto name = [&choices](std::uint32_t index, const std::string& called) {
        if (index >= most_choices) return;
        while (choices.size() <= static_cast<qsizetype>(index)) choices << QString();
        if (choices[static_cast<qsizetype>(index)].isEmpty()) choices[static_cast<qsizetype>(index)] = text(called);
    };
    for (const ClassFile& file : folder.files) {
        if (!file.counted() || text(file.result->lesson()) != question.lesson) continue;
        const lesson::Answer* answer = answerIn(*file.result, question);
        if (!answer) continue;
        if (const lesson::Prediction* asked = shippedQuestion(folder, *file.result, *answer))
            for (int i = 0; i < asked->choices_size(); ++i) name(static_cast<std::uint32_t>(i), asked->choices(i));
        for (int i = 0; i < answer->choices_size(); ++i) name(static_cast<std::uint32_t>(i), answer->choices(i));
        name(answer->choice(), answer->choice_text());
        if (answer->revealed() && answer->has_right_choice()) name(answer->right_choice(), answer->right_choice_text());
    }
    for (qsizetype i = 0; i < choices.size(); ++i)
        if (choices[i].isEmpty()) choices[i] = QObject::tr("answer %1").arg(i + 1);
    return choices;
}

void writeClassCsv(const QString& path, const ClassFolder& folder) {
    write_output(path.toStdString(), true, [&](std::ostream& out) {
        const auto line = [&out](const std::array<std::string, 14>& cells) {
            for (std::size_t i = 0; i < cells.size(); ++i) out << (i ? "," : "") << cells[i];
            out << "\r\n";
        };
        line({"file", "student", "lesson", "version", "finished", "question", "kind", "prediction", "outcome",
              "difference", "mean_distance", "right", "overridden", "problem"});
        FileOfRun fileOf;
        for (const ClassFile& file : folder.files) {
            const std::string name = csv_text(file.name.toStdString());
            if (!file.readable()) {
                line({name, "", "", "", "", "", "", "", "", "", "", "", "", csv_text(file.problem.toStdString())});
                continue;
            }
            for (const HandedInRun& run : file.runs.value_or(std::vector<HandedInRun>())) {
                const QString task = text(run.config.preset());
                TaskRun row = taskRun(run, taskCalled(folder, task));
                noteCopy(run, file.name, fileOf, row);
                line({name, csv_text(studentOfFile(file.name, task).toStdString()), csv_text(task.toStdString()), "",
                      run.completed ? "yes" : "no", "", "run", csv_text(row.settings.toStdString()),
                      row.accuracy ? exact(*row.accuracy * metric_of(run.config).scale) : "", "", "", "",
                      csv_text(row.overridden.toStdString()), csv_text(row.note.toStdString())});
            }
            if (!file.result) continue;
            if (!file.counted()) {
                line({name, csv_text(file.student().toStdString()), csv_text(file.result->lesson()), "", "", "", "", "",
                      "", "", "", "", "", csv_text(file.what().toStdString())});
                continue;
            }
            const lesson::Result& result = *file.result;
            const std::string student = csv_text(file.student().toStdString());
            const std::string lesson = csv_text(result.lesson());
            const std::string version = csv_text(result.lesson_sha256().substr(0, 12));
            const std::string finished = result.finished() ? "yes" : "no";
            for (const lesson::Answer& answer : result.answers()) {
                ClassAnswer row;
                fillAnswer(answer, shippedQuestion(folder, result, answer), row);
                const bool choice = answer.kind() == "choice";
                const std::string difference =
                    !choice && row.predicted && row.outcome ? exact(*row.predicted - *row.outcome) : std::string();
                const std::string right = choice && row.outcome ? (row.predicted == row.outcome ? "yes" : "no") : "";
                line({name, student, lesson, version, finished, csv_text(answer.id()), csv_text(answer.kind()),
                      choice ? csv_text(row.predictedText.toStdString()) : exact(row.predicted),
                      choice ? csv_text(row.outcomeText.toStdString()) : exact(row.outcome), difference,
                      exact(row.apart), right, "", ""});
            }
            if (result.answers().empty())
                line({name, student, lesson, version, finished, "", "", "", "", "", "", "", "", ""});
        }
    });
}

}  // namespace mantissa::ui
