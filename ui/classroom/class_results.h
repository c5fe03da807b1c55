// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of students' work: results of lessons, exported runs and the task that they were trained with. Each file is
// read as hostile as it may be; then the questions they answer, and the answers side by side. Of every file one line
// says what it is, or why it could not be read.
#pragma once

#include <QPointF>
#include <QString>
#include <QStringList>
#include <QVector>
#include <functional>
#include <optional>
#include <vector>

#include "engine/lesson/lesson_file.h"
#include "ui/classroom/class_runs.h"

namespace mantissa::ui {

inline constexpr int most_class_files = 400;

/// One file of the folder: a result, runs or a task; or why it is none of them.
struct ClassFile {
    QString name;  ///< of the file, without its folder
    std::optional<lesson::Result> result;
    std::optional<SharedSetup> task;
    std::optional<std::vector<HandedInRun>> runs;
    QString problem;  ///< "answer 3: the answer is missing. Expected: a number, …"
    QString title;    ///< of the result's lesson, in the window's language where it ships in that
    QString copyOf;   ///< the name of an earlier file with the same result, which alone is counted
    /// The result, where it counts: not that of a copy; else null.
    const lesson::Result* counted() const { return result && copyOf.isEmpty() ? &*result : nullptr; }
    bool readable() const { return result || task || runs; }
    /// "result of “Small gradients disappear”", "3 runs", "the task “Third hour”"; else the problem.
    QString what() const;
    /// What the student called itself; the file's name where nothing was typed.
    QString student() const;
};

struct ClassFolder {
    QString path;
    std::vector<ClassFile> files;  ///< by name
    int leftOut = 0;               ///< beyond most_class_files
    QStringList others;            ///< names of further files, which are no hand-ins, without hidden ones
    std::vector<LoadedLesson>
        lessons;  ///< those of the results that are known: in the window's language, then as written
    int readable() const;
};

/// Told of each file that was read, and how many there are; returns whether to go on.
using ReadProgress = std::function<bool(int read, int all)>;

/// Reads every *.json and *.mantissa of the folder (not of folders in it). Never throws: a folder that cannot be read
/// has no files. On any thread, which is also `progress`'s. `ownLesson`: the folder of a lesson that does not ship,
/// whose words are known, too; empty: none.
ClassFolder readClass(const QString& folder, const ReadProgress& progress = {}, const QString& ownLesson = {});

/// A question of a lesson that at least one student answered.
struct ClassQuestion {
    QString lesson;  ///< its folder's name
    QString title;   ///< of the lesson
    QString id;
    QString kind;  ///< "number", "choice" or "curve"; "runs": the runs handed in for the task `title`
    QString text;
    QString unit;
    int answers = 0;
    QString x, y;  ///< of a curve: what its axes are
    bool operator==(const ClassQuestion&) const = default;
};

/// In the order of lessons by name, within one in that of the answers; then one "runs" for each task.
std::vector<ClassQuestion> questionsOf(const ClassFolder& folder);

/// What one student answered, and what came out.
struct ClassAnswer {
    QString student;
    QString file;
    std::optional<double> predicted;   ///< number, and the end of a curve; of a choice its index
    std::optional<double> outcome;     ///< the measured value; of a choice the right index; nothing before the reveal
    QVector<QPointF> drawn, measured;  ///< of a curve; nothing is measured before the reveal
    std::optional<double> apart;       ///< of a curve: how far the drawn one lies from the measured one, on average
    QString predictedText;
    QString outcomeText;
    QString note;  ///< "at step 3 of 9", "another version of the lesson"
};

/// One for each readable result of the question's lesson, also where the student has not answered; by the student's
/// name.
std::vector<ClassAnswer> answersTo(const ClassFolder& folder, const ClassQuestion& question);

/// The runs of a question of kind "runs", each beside the task's settings where the folder has its file; by the
/// student's name.
std::vector<TaskRun> runsOf(const ClassFolder& folder, const ClassQuestion& question);
/// The task of that name in the folder; null where its file is not there.
const SharedSetup* taskCalled(const ClassFolder& folder, const QString& name);

/// The choices of a choice question, by their index: all of a lesson that is known, or of which a file names them; in
/// older files of another one as far as somebody chose them or they are right.
QStringList choicesOf(const ClassFolder& folder, const ClassQuestion& question);

/// All answers of all files, a line each, and one for each file that could not be read (RFC 4180, UTF-8; texts that a
/// spreadsheet would take for a formula have an apostrophe). Replaces `path`; throws Error(failed).
void writeClassCsv(const QString& path, const ClassFolder& folder);

}  // namespace mantissa::ui
