// SPDX-License-Identifier: GPL-3.0-or-later
// What a folder of students' work holds besides results of lessons: exported runs, and the handed-out settings (the
// task) that they were trained with. Each run side by side with what its task asked for.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/classroom/setup_file.h"

namespace mantissa::ui {

/// Of one file of exported runs at most so many are read, the newest.
inline constexpr std::size_t most_runs_of_a_file = 100;

/// One run of an exported file.
struct HandedInRun {
    std::string id;
    run::RunConfig config;
    std::optional<double> accuracy;  ///< on the test set, 0 to 1; nothing before an evaluation
    std::uint32_t steps = 0;
    std::uint64_t skipped = 0;
    bool completed = false;
    QString problem;       ///< not empty: the file is damaged here, and how; nothing else is known then
    bool changed = false;  ///< its settings were changed while it trained, or it is what became of such a run
};

/// Runs of an exported file (*.mantissa), oldest first, without deleted ones and ghosts. Throws Error: bad_data for a
/// file that is damaged, larger than 256 MiB or no library of runs.
std::vector<HandedInRun> readHandedInRuns(const QString& path);

/// One line of the class's table.
struct TaskRun {
    QString student;
    QString file;
    QString settings;    ///< what the student set, against the task's settings
    QString overridden;  ///< which locked or hidden settings have another value than the task's; empty: none
    std::optional<double> accuracy;
    QString note;  ///< "stopped at step 80", "changed while it trained"
};

/// `config` beside the task's; fields that are of each machine, and the seed where the task does not lock it, are no
/// difference.
TaskRun taskRun(const HandedInRun& run, const SharedSetup* task);

/// The student of a handed-in file: what stands behind the task's name and a dash, else the file's name.
QString studentOfFile(const QString& file, const QString& task);

/// "Third hour - Ada.mantissa": what studentOfFile() understands. Characters that file systems refuse become spaces.
QString handInFileName(const QString& task, const QString& student);

}  // namespace mantissa::ui
