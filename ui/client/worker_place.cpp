// SPDX-License-Identifier: GPL-3.0-or-later
// See worker_place.h.
#include "ui/client/worker_place.h"

#include <QDir>
#include <QObject>
#include <QRegularExpression>
#include <algorithm>

#include "ui/client/worker_process.h"

namespace mantissa::ui {

namespace {

constexpr qsizetype most_host = 253;  // RFC 1035
constexpr qsizetype most_user = 64;
constexpr qsizetype most_command = 1024;
constexpr qsizetype most_line = 300;
constexpr int link_failed = 255;    // ssh's own exit code; the worker has none of that value
constexpr int signal_offset = 128;  // what a shell adds to the number of a signal
bool matches(const QString& text, const char* pattern) {
    return QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(pattern))).match(text).hasMatch();
}

QString withLine(const QString& sentence, const QString& program, const QString& line) {
    if (line.isEmpty()) return sentence;
    const QString said = sentence + QLatin1Char(' ') + QObject::tr("%1 says: %2").arg(program, line.left(most_line));
    return said.back().isPunct() ? said : said + QLatin1Char('.');
}

/// Another try meets the same: who one is, or who the other is, has to be mended by a person.
bool permanent(const QString& line) {
    static const QStringList known{QStringLiteral("Permission denied"), QStringLiteral("Host key verification failed"),
                                   QStringLiteral("Too many authentication failures"),
                                   QStringLiteral("Bad configuration option"), QStringLiteral("no matching")};
    return std::any_of(known.begin(), known.end(), [&line](const QString& part) { return line.contains(part); });
}

QString remedyFor(const WorkerPlace& place, const QString& line) {
    const QString try_ = QStringLiteral("ssh ") + place.address();
    if (line.contains(QLatin1String("Host key verification failed")))
        return QObject::tr(
                   "This computer does not know that machine's key, or it has another one than before: ask "
                   "who runs it, then connect once in a terminal with “%1”.")
            .arg(try_);
    if (line.contains(QLatin1String("Permission denied")))
        return QObject::tr(
                   "The window cannot ask for a password: a key is needed with which “%1” connects without "
                   "one (ssh-copy-id makes that so).")
            .arg(try_);
    return QObject::tr("See whether “%1” connects in a terminal.").arg(try_);
}

EndInWords sshEnd(const WorkerPlace& place, const WorkerEnd& end) {
    const QString host = place.called();
    EndInWords words;
    if (end.signalNumber != 0 || end.exitCode == link_failed) {
        words.link = true;
        if (end.signalNumber != 0) {
            words.sentence = QObject::tr(
                                 "The connection to %1 was lost at this end: ssh on this computer was ended by signal "
                                 "%2. The worker on %1 saves its state and ends.")
                                 .arg(host)
                                 .arg(end.signalNumber);
        } else if (end.wasReady) {
            words.sentence = withLine(
                QObject::tr("The connection to %1 was lost. The worker there saves its state and ends.").arg(host),
                QStringLiteral("ssh"), end.lastLine);
        } else {
            words.sentence =
                withLine(QObject::tr("There is no connection to %1.").arg(host), QStringLiteral("ssh"), end.lastLine) +
                QLatin1Char(' ') + remedyFor(place, end.lastLine);
            words.hopeless = !end.reconnect || permanent(end.lastLine);
        }
        return words;
    }
    const QString worker = place.command.isEmpty() ? QStringLiteral("mantissa-worker") : place.command;
    if (!end.wasReady && (end.exitCode == not_found || end.exitCode == not_executable)) {
        const QString sentence =
            end.exitCode == not_found
                ? QObject::tr("%1 was reached, but “%2” is not there, or a library that it needs is missing.")
                : QObject::tr("%1 was reached, but “%2” is not a program that can be started there.");
        words.sentence = sentence.arg(host, worker) + QLatin1Char(' ') +
                         QObject::tr("Give the worker's path on that machine (Setup › Machine).");
        words.hopeless = true;
        return words;
    }
    const int signalNumber = end.exitCode > signal_offset ? end.exitCode - signal_offset : 0;
    words.sentence = QObject::tr("The connection to %1 works, but the worker there has ended.").arg(host) +
                     QLatin1Char(' ') + deathInWords(end.exitCode, signalNumber);
    return words;
}

EndInWords slurmEnd(const WorkerPlace& place, const WorkerEnd& end) {
    constexpr int no_such_program = 2;  // what srun makes of it; the worker's own 2 is a command it does not know
    EndInWords words;
    const bool slurmSpeaks =
        end.lastLine.startsWith(QLatin1String("srun")) || end.lastLine.startsWith(QLatin1String("slurm"));
    const bool notStarted =
        end.exitCode == no_such_program || end.exitCode == not_found || end.exitCode == not_executable;
    if (end.signalNumber != 0) {
        words.link = true;
        words.sentence =
            QObject::tr(
                "The connection to the node was lost at this end: srun on this computer was ended by signal "
                "%1.")
                .arg(end.signalNumber);
    } else if (!end.wasReady && notStarted) {
        words.hopeless = true;
        const QString worker = place.command.isEmpty() ? QStringLiteral("mantissa-worker") : place.command;
        words.sentence = withLine(QObject::tr("Slurm gave a node, but “%1” does not start there.").arg(worker),
                                  QStringLiteral("srun"), end.lastLine) +
                         QLatin1Char(' ') + QObject::tr("Give the worker's path on that machine (Setup › Machine).");
    } else if (slurmSpeaks && end.exitCode <= 1) {
        words.link = true;
        words.hopeless = !end.wasReady && !end.reconnect;
        words.sentence = withLine(
            end.wasReady ? QObject::tr("Slurm has ended the job.") : QObject::tr("Slurm did not start the worker."),
            QStringLiteral("srun"), end.lastLine);
    } else {
        const int signalNumber = end.exitCode > signal_offset ? end.exitCode - signal_offset : 0;
        words.sentence =
            QObject::tr("On the node that Slurm gave:") + QLatin1Char(' ') + deathInWords(end.exitCode, signalNumber);
    }
    return words;
}

}  // namespace

QString WorkerPlace::address() const {
    if (kind != Kind::Ssh) return {};
    QString text = user.isEmpty() ? QString() : user + QLatin1Char('@');
    text += host.contains(QLatin1Char(':')) ? QLatin1Char('[') + host + QLatin1Char(']') : host;
    return port == 0 ? text : text + QStringLiteral(":%1").arg(port);
}

QString WorkerPlace::called() const {
    return kind == Kind::Ssh ? host : kind == Kind::Slurm ? QStringLiteral("Slurm") : QString();
}

QString takeAddress(const QString& text, WorkerPlace& place) {
    const QString typed = text.trimmed();
    WorkerPlace made = place;
    made.user.clear();
    made.host.clear();
    made.port = 0;
    if (typed.isEmpty()) {
        made.kind = WorkerPlace::Kind::Here;
        place = made;
        return {};
    }
    if (typed.startsWith(QLatin1Char('-'))) return QObject::tr("A machine's name does not begin with “-”.");
    QString rest = typed;
    if (const qsizetype at = rest.lastIndexOf(QLatin1Char('@')); at >= 0) {
        made.user = rest.left(at);
        rest = rest.mid(at + 1);
        if (made.user.size() > most_user || !matches(made.user, "[A-Za-z0-9_.][A-Za-z0-9_.-]*"))
            return QObject::tr("The part before “@” is a user's name: letters, digits, “.”, “_” and “-”.");
    }
    static const QRegularExpression bracketed(
        QRegularExpression::anchoredPattern(QStringLiteral("\\[([0-9A-Fa-f:.]+(?:%[A-Za-z0-9_.]+)?)\\](?::(.*))?")));
    static const QRegularExpression plain(
        QRegularExpression::anchoredPattern(QStringLiteral("([A-Za-z0-9_.][A-Za-z0-9_.-]*)(?::(.*))?")));
    QRegularExpressionMatch match = bracketed.match(rest);
    if (!match.hasMatch()) match = plain.match(rest);
    if (!match.hasMatch() || match.captured(1).size() > most_host)
        return QObject::tr(
            "A machine is named by letters, digits, “.”, “_” and “-”: gpu-server, user@gpu-server, "
            "user@gpu-server:22; a numeric address with colons in brackets: [2001:db8::1].");
    made.host = match.captured(1);
    if (match.hasCaptured(2)) {
        bool number = false;
        made.port = match.captured(2).toInt(&number);
        if (!number || made.port < 1 || made.port > 65535 || !matches(match.captured(2), "[0-9]+"))
            return QObject::tr("The part after “:” is the port, a number from 1 to 65535.");
    }
    made.kind = WorkerPlace::Kind::Ssh;
    place = made;
    return {};
}

QString takeCommand(const QString& text, WorkerPlace& place) {
    const QString typed = text.trimmed();
    if (typed.startsWith(QLatin1Char('-'))) return QObject::tr("The path of a program does not begin with “-”.");
    if (typed.size() > most_command)
        return QObject::tr("The path has %1 characters; at most %2 can be sent.").arg(typed.size()).arg(most_command);
    for (const QChar letter : typed)
        if (letter.category() == QChar::Other_Control || letter.isNull())
            return QObject::tr("The path contains a control character.");
    place.command = typed;
    return {};
}

QString takePartition(const QString& text, WorkerPlace& place) {
    const QString typed = text.trimmed();
    if (!typed.isEmpty() && (typed.size() > most_user || !matches(typed, "[A-Za-z0-9_][A-Za-z0-9_.,-]*")))
        return QObject::tr("A partition is named by letters, digits, “_”, “.” and “-”; empty: Slurm decides.");
    place.partition = typed;
    place.kind = WorkerPlace::Kind::Slurm;
    return {};
}

QString shellQuoted(const QString& word) {
    const bool home = word.startsWith(QLatin1String("~/"));
    QString quoted = home ? QStringLiteral("~/'") : QStringLiteral("'");
    for (const QChar c : home ? word.mid(2) : word) {
        if (c < QChar(0x20) || c == QChar(0x7F))
            quoted += QLatin1Char('_');
        else if (QStringLiteral("'\\!").contains(c))  // fish reads backslashes between single quotes, tcsh !
            quoted += QStringLiteral("'\\") + c + QLatin1Char('\'');
        else
            quoted += c;
    }
    return quoted + QLatin1Char('\'');
}

LaunchLine launchLine(const WorkerPlace& place, const QString& worker, const QStringList& arguments,
                      const QStringList& linkOptions) {
    if (place.here()) return {worker, arguments};
    const QString there = place.command.isEmpty() ? QStringLiteral("mantissa-worker") : place.command;
    if (place.kind == WorkerPlace::Kind::Slurm) {
        QStringList line{QStringLiteral("-n1"), QStringLiteral("--job-name=mantissa")};
        if (!place.partition.isEmpty()) line << QStringLiteral("--partition=") + place.partition;
        if (place.card) line << QStringLiteral("--gpus=1");
        // No shell stands between that knows "~"; a cluster's nodes share this computer's home.
        const QString path = there.startsWith(QLatin1String("~/")) ? QDir::homePath() + there.mid(1) : there;
        return {QStringLiteral("srun"), line + linkOptions + QStringList{QStringLiteral("--"), path} + arguments};
    }
    QStringList line{QStringLiteral("-T"), QStringLiteral("-x"), QStringLiteral("-a"), QStringLiteral("-o"),
                     QStringLiteral("BatchMode=yes")};
    for (const char* option : {"ConnectTimeout=10", "ServerAliveInterval=10", "ServerAliveCountMax=3",
                               "ClearAllForwardings=yes", "EscapeChar=none"})
        line << QStringLiteral("-o") << QLatin1String(option);
    line << linkOptions;
    if (place.port != 0) line << QStringLiteral("-p") << QString::number(place.port);
    if (!place.user.isEmpty()) line << QStringLiteral("-l") << place.user;
    // The shell in between stays, so that a worker that a signal ended comes back as a number above 128 and not as the
    // 255 of a lost connection. Every shell that a person may have there understands words in single quotes.
    QStringList command{QStringLiteral("sh"), QStringLiteral("-c"), QStringLiteral("'\"$0\" \"$@\"; exit $?'"),
                        shellQuoted(there)};
    for (const QString& argument : arguments) command << shellQuoted(argument);
    line << QStringLiteral("--") << place.host << command.join(QLatin1Char(' '));
    return {QStringLiteral("ssh"), line};
}

EndInWords endInWords(const WorkerPlace& place, const WorkerEnd& end) {
    switch (place.kind) {
        case WorkerPlace::Kind::Ssh:
            return sshEnd(place, end);
        case WorkerPlace::Kind::Slurm:
            return slurmEnd(place, end);
        default:
            return {deathInWords(end.exitCode, end.signalNumber), false, false};
    }
}

}  // namespace mantissa::ui
