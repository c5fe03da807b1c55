// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of the library that were interrupted and can go on: their window or worker ended before they did, and left a
// checkpoint on the machine that would take it up.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

namespace mantissa {
class Library;
namespace run {
class CheckpointRecord;
}
}  // namespace mantissa

namespace mantissa::ui {

/// A run, or one lane of a race.
struct InterruptedRun {
    QString id;
    QString race;        ///< The race that it belongs to; empty: to none.
    QString name;        ///< Text, never markup.
    double started = 0;  ///< Seconds since 1970, UTC.
    std::uint32_t lane = 0;
    std::optional<std::uint32_t> step;  ///< Of its checkpoint; none: it has none, but another lane of its race has.
};

/// Whose checkpoints the worker can read.
enum class CheckpointReach {
    Here,    ///< Those on this computer.
    Far,     ///< Those of other machines: of which, and whether they are still there, it says when a run is resumed.
             ///< A machine is told by its name: of one that has this computer's (cloned class computers) none.
    Shared,  ///< Both: a node of a cluster mostly has this computer's files; so has this one behind ssh.
};

/// Whether a worker with this reach may find the checkpoint.
bool canBeRead(const run::CheckpointRecord& checkpoint, CheckpointReach reach);

/// Runs without an end that have a checkpoint, and the lanes of their races that have none. What is marked as deleted,
/// damaged, or has its checkpoint where the worker is not is not among them. Reads the list of runs, and checkpoints
/// only of those without an end. Throws Error as Library::runs does; a run that cannot be read is left out.
std::vector<InterruptedRun> readInterruptedRuns(const Library& library, CheckpointReach reach);

/// The run and the other lanes of its race that a person could take up again: all that did not come to their end or
/// fail, stopped ones too, by lane. Empty where there is no such run. Throws Error as Library::runs does.
std::vector<InterruptedRun> readRaceOf(const Library& library, const QString& runId, CheckpointReach reach);

}  // namespace mantissa::ui
