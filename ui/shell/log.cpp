// SPDX-License-Identifier: GPL-3.0-or-later
// See log.h. Qt's handler is a bare function without a context, hence the one pointer below.
#include "ui/shell/log.h"

#include <QDateTime>
#include <QFileInfo>
#include <atomic>
#include <cstdio>

#include "engine/base/host.h"

namespace mantissa::ui {

namespace {

constexpr QFile::Permissions kOwner = QFile::ReadOwner | QFile::WriteOwner;

std::atomic<LogFile*> installed{nullptr};

const char* levelOf(QtMsgType type) {
    switch (type) {
        case QtDebugMsg:
            return "debug";
        case QtInfoMsg:
            return "info";
        case QtWarningMsg:
            return "warning";
        case QtCriticalMsg:
            return "critical";
        case QtFatalMsg:
            return "fatal";
    }
    return "";
}

void handle(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (LogFile* log = installed.load()) log->write(type, message);
}

}  // namespace

LogFile::LogFile(const QString& path, qint64 maxBytes) : path_(path), maxBytes_(maxBytes), file_(path) {
    make_private_folder(QFileInfo(path).absolutePath().toStdString());
    if (!file_.open(QIODevice::Append, kOwner)) std::fprintf(stderr, "mantissa: no log file at %s\n", qPrintable(path));
    installed = this;
    qInstallMessageHandler(handle);
}

LogFile::~LogFile() {
    qInstallMessageHandler(nullptr);
    installed = nullptr;
}

void LogFile::write(QtMsgType type, const QString& message) {
    const QByteArray line =
        QString("%1 %2 %3\n")
            .arg(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs), levelOf(type), message)
            .toUtf8();
    const QMutexLocker lock(&mutex_);
    if (type != QtDebugMsg) std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stderr);
    if (!file_.isOpen()) return;
    if (file_.size() + line.size() > maxBytes_) rotate();
    file_.write(line);
    file_.flush();
}

void LogFile::rotate() {
    file_.close();
    QFile::remove(path_ + ".2");
    QFile::rename(path_ + ".1", path_ + ".2");
    QFile::rename(path_, path_ + ".1");
    static_cast<void>(file_.open(QIODevice::Append, kOwner));
}

QString LogFile::tail(const QString& path, qint64 bytes) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    if (file.size() > bytes) {
        file.seek(file.size() - bytes);
        file.readLine();
    }
    return QString::fromUtf8(file.readAll());
}

}  // namespace mantissa::ui
