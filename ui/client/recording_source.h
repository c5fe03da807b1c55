// SPDX-License-Identifier: GPL-3.0-or-later
// Where a recording is read from: a file of this computer, or one of another by ssh. What a person types is checked
// here and the command is quoted here, as for a remote worker.
#pragma once

#include <QString>
#include <QStringList>

#include "ui/client/worker_place.h"

namespace mantissa::ui {

struct RecordingSource {
    WorkerPlace place;  ///< here, or by ssh
    QString path;       ///< on that machine
    /// "run.jsonl" or "gpu-server:run.jsonl": what messages call it.
    QString called() const;
};

/// Takes "run.jsonl", "/data/run.jsonl", "~/run.jsonl" or "user@host:path" into `source`. A text with a colon is a file
/// of this computer where one of that name is there or a slash comes before the colon. Returns what is wrong with it,
/// else nothing; `source` is then as before.
QString takeSource(const QString& text, RecordingSource& source);

/// What is wrong with a path as it is typed, a sentence; nothing where it can be used.
QString wrongPath(const QString& path);

/// `tail -n +1 -F -- path` on the other machine, which prints the file from its first byte and then what is added.
LaunchLine tailLine(const RecordingSource& source, const QStringList& linkOptions = {});

/// `ls -1 -- folder` on the other machine: the names beside the recording.
LaunchLine folderLine(const RecordingSource& source, const QStringList& linkOptions = {});

}  // namespace mantissa::ui
