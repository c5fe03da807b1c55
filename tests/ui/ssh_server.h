// SPDX-License-Identifier: Apache-2.0
// A real sshd without a network: ssh starts `sshd -i` as its ProxyCommand, with keys, users' keys and configuration in
// a folder of its own. The server's side gets a state folder of its own, too.
#pragma once

#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace mantissa::ui {

class SshServer {
  public:
    static constexpr const char* host = "class-server";

    SshServer() {
        sshd_ = QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/local/sbin", "/usr/bin", "/sbin"});
        if (sshd_.isEmpty() || QStandardPaths::findExecutable("ssh").isEmpty()) {
            missing_ = "there is no sshd or ssh (install openssh-server)";
            return;
        }
        if (::getuid() == 0) QDir().mkpath("/run/sshd");  // which sshd wants where root starts it
        QDir(path()).mkpath("state");
        if (!key("host") || !key("student") || !key("stranger")) {
            missing_ = "ssh-keygen makes no keys";
            return;
        }
        write("authorized", read("student.pub"));
        write("known", QByteArray(host) + " " + read("host.pub"));
        write("strange", QByteArray(host) + " " + read("stranger.pub"));
        write("sshd.conf", "HostKey " + at("host") + "\nAuthorizedKeysFile " + at("authorized") +
                               "\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication "
                               "no\nPidFile none\nPermitRootLogin yes\nSetEnv MANTISSA_STATE_DIR=" +
                               at("state") + "\n");
        for (const QString who : {"student", "stranger"})
            write(who + ".conf",
                  "Host *\n  ProxyCommand " + sshd_.toUtf8() + " -i -f " + at("sshd.conf") + " -E " + at("sshd.log") +
                      "\n  IdentityFile " + at(who) +
                      "\n  IdentitiesOnly yes\n  IdentityAgent none\n  GlobalKnownHostsFile /dev/null\n");
        QProcess probe;
        probe.start("ssh", QStringList{"-o", "BatchMode=yes"} + options() + QStringList{host, "true"});
        if (!probe.waitForFinished(30000) || probe.exitCode() != 0)
            missing_ =
                "sshd takes no login here: " + QString::fromUtf8(probe.readAllStandardError() + read("sshd.log"));
    }

    /// Why there is none; empty where all is well.
    QString missing() const { return missing_; }
    QString path() const { return folder_.path(); }
    QString statePath() const { return folder_.filePath("state"); }
    /// For WorkerOptions::linkOptions. `known`: the file of hosts that are known.
    QStringList options(const QString& known = "known") const {
        return {"-F", folder_.filePath("student.conf"), "-o", "UserKnownHostsFile=" + folder_.filePath(known)};
    }
    /// With a key that the server does not know.
    QStringList strangersOptions() const {
        return {"-F", folder_.filePath("stranger.conf"), "-o", "UserKnownHostsFile=" + folder_.filePath("known")};
    }
    /// A program there that runs the worker and writes how that ended into the file `code`.
    QString teller(const QString& worker) {
        const QString file = folder_.filePath("the teller");
        write("the teller", "#!/bin/sh\n\"" + worker.toUtf8() + "\" \"$@\"\necho $? > " + at("code") + "\n");
        QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file;
    }
    /// What the teller wrote; empty: it has not ended yet.
    QString exitCode() const { return QString::fromUtf8(read("code")).trimmed(); }
    /// A program there that writes its process id into the file `pid` and becomes the worker.
    QString wrapper(const QString& worker) {
        const QString file = folder_.filePath("the class's worker");
        QFile script(file);
        if (!script.open(QIODevice::WriteOnly)) return {};
        script.write("#!/bin/sh\necho $$ > " + at("pid") + "\nexec '" + worker.toUtf8() + "' \"$@\"\n");
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file;
    }
    void forgetPid() { QFile::remove(folder_.filePath("pid")); }
    qint64 workerPid() const { return QString::fromUtf8(read("pid")).trimmed().toLongLong(); }

  private:
    QByteArray at(const QString& name) const { return folder_.filePath(name).toUtf8(); }
    QByteArray read(const QString& name) const {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString& name, const QByteArray& text) const {
        QFile file(folder_.filePath(name));
        if (file.open(QIODevice::WriteOnly)) file.write(text);
    }
    bool key(const QString& name) const {
        return QProcess::execute("ssh-keygen",
                                 {"-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", folder_.filePath(name)}) == 0;
    }

    QTemporaryDir folder_;
    QString sshd_;
    QString missing_;
};

}  // namespace mantissa::ui
