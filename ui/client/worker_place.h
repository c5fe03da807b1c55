// SPDX-License-Identifier: GPL-3.0-or-later
// Where the worker runs: on this computer, on another one by ssh, or on a node that Slurm gives. What a person types
// is checked here, the command is quoted here, and here an end is put into words: the connection's or the worker's.
#pragma once

#include <QString>
#include <QStringList>

namespace mantissa::ui {

/// What a shell says of a command that it cannot start: no program, and no file.
inline constexpr int not_executable = 126;
inline constexpr int not_found = 127;

struct WorkerPlace {
    enum class Kind { Here, Ssh, Slurm };
    Kind kind = Kind::Here;
    QString user;       ///< ssh: may be empty, then ssh decides
    QString host;       ///< ssh: a name, a number or a name of ~/.ssh/config
    int port = 0;       ///< ssh: 0: ssh decides
    QString partition;  ///< Slurm: may be empty
    bool card = false;  ///< Slurm: asks for one GPU
    QString command;    ///< the worker's path there; empty: mantissa-worker in the PATH
    bool here() const { return kind == Kind::Here; }
    bool operator==(const WorkerPlace&) const = default;
    /// "user@host:port", as it is typed; empty unless by ssh.
    QString address() const;
    /// "gpu-server", "Slurm": what messages call it; empty on this computer.
    QString called() const;
};

/// Takes "host", "user@host", "user@host:port" or "user@[address]:port" into `place` (which becomes one by ssh; this
/// computer where `text` is empty). Returns what is wrong with it, else nothing; `place` is then as before. Nothing
/// that ssh or a shell could take for something else is let through: no spaces, quotes, control characters, no '-' at
/// the beginning.
QString takeAddress(const QString& text, WorkerPlace& place);
/// The same for the path of the worker on that machine, which may have spaces and quotes, and begin with "~/".
QString takeCommand(const QString& text, WorkerPlace& place);
/// The same for a Slurm partition's name (the place becomes one of Slurm).
QString takePartition(const QString& text, WorkerPlace& place);

/// One word of the command line of sh, bash, zsh, fish or tcsh, whatever is in it; "~/" at its beginning stays the home
/// folder. Control characters, which not all of them can hold in a word, become "_".
QString shellQuoted(const QString& word);

/// A program and its arguments: `worker` (a program of this computer) with `arguments` at the place. `linkOptions` are
/// put before the host's name. ssh asks nothing (BatchMode), refuses a host that it does not know, and notices within
/// half a minute that a silent one is gone.
struct LaunchLine {
    QString program;
    QStringList arguments;
};
LaunchLine launchLine(const WorkerPlace& place, const QString& worker, const QStringList& arguments,
                      const QStringList& linkOptions = {});

/// How the process that launchLine() starts has ended.
struct WorkerEnd {
    int exitCode = 0;
    int signalNumber = 0;    ///< other than 0: it was ended by it
    bool wasReady = false;   ///< the worker had answered
    bool reconnect = false;  ///< it had answered before, in a process before this one
    QString lastLine = {};   ///< of its standard error
};

/// Which end failed and why, as sentences for a person, and what follows from it.
struct EndInWords {
    QString sentence;
    bool link = false;      ///< the connection failed, not the worker
    bool hopeless = false;  ///< trying again by itself would end the same
};
EndInWords endInWords(const WorkerPlace& place, const WorkerEnd& end);

}  // namespace mantissa::ui
