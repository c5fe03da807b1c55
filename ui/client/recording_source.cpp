// SPDX-License-Identifier: GPL-3.0-or-later
// See recording_source.h.
#include "ui/client/recording_source.h"

#include <QDir>
#include <QFileInfo>
#include <QObject>

namespace mantissa::ui {

namespace {

constexpr qsizetype most_path = 4096;

}  // namespace

QString wrongPath(const QString& path) {
    if (path.isEmpty()) return QObject::tr("The path of the file is missing.");
    if (path.size() > most_path)
        return QObject::tr("The path has %1 characters; at most %2 can be used.").arg(path.size()).arg(most_path);
    for (const QChar letter : path)
        if (letter.category() == QChar::Other_Control || letter.isNull())
            return QObject::tr("The path contains a control character.");
    return {};
}

QString RecordingSource::called() const {
    return place.here() ? QFileInfo(path).fileName() : place.called() + QLatin1Char(':') + path;
}

QString takeSource(const QString& text, RecordingSource& source) {
    const QString typed = text.trimmed();
    RecordingSource made;
    const qsizetype slash = typed.indexOf(QLatin1Char('/'));
    const qsizetype closing = typed.startsWith(QLatin1Char('[')) ? typed.indexOf(QLatin1Char(']')) : 0;
    const qsizetype colon = typed.indexOf(QLatin1Char(':'), std::max<qsizetype>(closing, 0));
    const bool remote = colon > 0 && (slash < 0 || colon < slash) && !QFileInfo::exists(typed);
    if (remote) {
        if (QString wrong = takeAddress(typed.left(colon), made.place); !wrong.isEmpty()) return wrong;
        made.path = typed.mid(colon + 1).trimmed();
    } else {
        made.path = typed.startsWith(QLatin1String("~/")) ? QDir::homePath() + typed.mid(1) : typed;
    }
    if (QString wrong = wrongPath(made.path); !wrong.isEmpty()) return wrong;
    source = made;
    return {};
}

LaunchLine tailLine(const RecordingSource& source, const QStringList& linkOptions) {
    WorkerPlace there = source.place;
    there.command = QStringLiteral("tail");
    // "--" stands before the path: one that begins with "-" is a path all the same.
    return launchLine(
        there, there.command,
        {QStringLiteral("-n"), QStringLiteral("+1"), QStringLiteral("-F"), QStringLiteral("--"), source.path},
        linkOptions);
}

LaunchLine folderLine(const RecordingSource& source, const QStringList& linkOptions) {
    WorkerPlace there = source.place;
    there.command = QStringLiteral("ls");
    const qsizetype slash = source.path.lastIndexOf(QLatin1Char('/'));
    // With its slash, "~/" and a link to a folder are the folder.
    const QString folder = slash < 0 ? QStringLiteral(".") : source.path.left(slash + 1);
    return launchLine(there, there.command, {QStringLiteral("-1"), QStringLiteral("--"), folder}, linkOptions);
}

}  // namespace mantissa::ui
