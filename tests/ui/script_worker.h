// SPDX-License-Identifier: Apache-2.0
// A shell script in the worker's place, which keeps what it was asked for.
#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "ui/client/worker_process.h"

namespace mantissa::ui {

class ScriptWorker {
  public:
    /// `script`: what follows after the first line of a shell script.
    explicit ScriptWorker(const QByteArray& script) {
        QFile file(options.program = path("worker"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\nprintf '%s\\n' \"$@\" > \"" + path("asked").toUtf8() + "\"\n" + script);
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    /// A file in its folder.
    QString path(const QString& name) const { return folder_.filePath(name); }
    /// The arguments of its last start.
    QStringList asked() const {
        QFile file(path("asked"));
        if (!file.open(QIODevice::ReadOnly)) return {};
        return QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
    }

    WorkerOptions options;

  private:
    QTemporaryDir folder_;
};

}  // namespace mantissa::ui
