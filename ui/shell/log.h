// SPDX-License-Identifier: GPL-3.0-or-later
// The window's log: every qDebug/qWarning goes to stderr and to a file in the state folder that rotates by size.
#pragma once

#include <QFile>
#include <QMutex>
#include <QString>
#include <QtGlobal>

namespace mantissa::ui {

/// Installs itself as Qt's message handler while it lives; make one in main, before everything else.
class LogFile {
  public:
    /// `path`: the current file; older ones are path.1 and path.2. `maxBytes`: size at which it rotates.
    /// A folder that cannot be written leaves only stderr.
    explicit LogFile(const QString& path, qint64 maxBytes = 1 << 20);
    ~LogFile();
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    QString path() const { return path_; }
    void write(QtMsgType type, const QString& message);

    /// The last `bytes` of the file at `path`, from a line's start on; empty if there is none.
    static QString tail(const QString& path, qint64 bytes);

  private:
    void rotate();

    QString path_;
    qint64 maxBytes_;
    QFile file_;
    QMutex mutex_;
};

}  // namespace mantissa::ui
