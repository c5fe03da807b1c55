// SPDX-License-Identifier: Apache-2.0
// Where the worker runs: what may be typed, how it is quoted, which end failed.
#include "ui/client/worker_place.h"

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QRadioButton>
#include <QTemporaryDir>
#include <csignal>

#include "tests/ui/desk.h"
#include "ui/shell/machine.h"
#include "ui/shell/machine_dialog.h"
#include "ui/shell/settings.h"
#include "ui/widgets/text_label.h"

using namespace mantissa::ui;

namespace {

WorkerPlace server(const QString& address = "class-server") {
    WorkerPlace place;
    takeAddress(address, place);
    return place;
}

WorkerEnd exitOf(int code, bool ready, const QString& line = {}) {
    return {code, 0, ready, false, line};
}

}  // namespace

class WorkerPlaceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void addressesAreTaken_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("port");
        QTest::newRow("host") << " gpu-server "
                              << ""
                              << "gpu-server" << 0;
        QTest::newRow("user") << "anna.b@gpu_1.example.org"
                              << "anna.b"
                              << "gpu_1.example.org" << 0;
        QTest::newRow("port") << "anna@10.0.0.7:2222"
                              << "anna"
                              << "10.0.0.7" << 2222;
        QTest::newRow("brackets") << "[2001:db8::1]:22"
                                  << ""
                                  << "2001:db8::1" << 22;
        QTest::newRow("link local") << "anna@[fe80::1%eth0]"
                                    << "anna"
                                    << "fe80::1%eth0" << 0;
    }
    void addressesAreTaken() {
        QFETCH(QString, typed);
        WorkerPlace place;
        QCOMPARE(takeAddress(typed, place), QString());
        QCOMPARE(place.kind, WorkerPlace::Kind::Ssh);
        QTEST(place.user, "user");
        QTEST(place.host, "host");
        QTEST(place.port, "port");
        WorkerPlace again;
        QCOMPARE(takeAddress(place.address(), again), QString());
        QCOMPARE(again, place);
    }

    void wordsAreTheSameInEveryShell() {
        QCOMPARE(shellQuoted("/opt/worker"), QString("'/opt/worker'"));
        QCOMPARE(shellQuoted("~/a b"), QString("~/'a b'"));
        QCOMPARE(shellQuoted("it's"), QString("'it'\\''s'"));
        QCOMPARE(shellQuoted("x\\';y!"), QString("'x'\\\\''\\'';y'\\!''"));
        QCOMPARE(shellQuoted("a\nb"), QString("'a_b'"));
    }

    void whatCouldBeSomethingElseIsRefused_data() {
        QTest::addColumn<QString>("typed");
        for (const char* typed : {"-oProxyCommand=reboot",
                                  "anna@-oProxyCommand=x",
                                  "-l@host",
                                  "a b",
                                  "host\nother",
                                  "host;reboot",
                                  "$(reboot)",
                                  "`reboot`",
                                  "host'",
                                  "host\"",
                                  "host\\",
                                  "host:0",
                                  "host:65536",
                                  "host:22x",
                                  "host:",
                                  "host:-1",
                                  "@host",
                                  "an na@host",
                                  "[::1",
                                  "[::1]x",
                                  "2001:db8::1",
                                  "a@b@",
                                  "host/x",
                                  "host|x",
                                  "host&",
                                  "hos*",
                                  "\u00e4rger",
                                  "%h",
                                  "[%h]"})
            QTest::newRow(typed) << QString::fromUtf8(typed);
        QTest::newRow("long") << QString(254, 'a');
        QTest::newRow("nul") << QString::fromLatin1("a\0b", 3);
    }
    void whatCouldBeSomethingElseIsRefused() {
        QFETCH(QString, typed);
        const WorkerPlace before = server("anna@host:7");
        WorkerPlace place = before;
        QVERIFY(!takeAddress(typed, place).isEmpty());
        QCOMPARE(place, before);
    }

    void nothingTypedIsThisComputer() {
        WorkerPlace place = server();
        QCOMPARE(takeAddress("  ", place), QString());
        QVERIFY(place.here());
        QCOMPARE(launchLine(place, "/usr/bin/mantissa-worker", {"serve"}).program, "/usr/bin/mantissa-worker");
    }

    void pathsAndPartitionsAreChecked() {
        WorkerPlace place = server();
        QCOMPARE(takeCommand("~/my programs/mantissa-worker", place), QString());
        for (const QString& wrong : {QString("-x"), QString("a\nb"), QString("a\tb"), QString(1025, 'a')})
            QVERIFY2(!takeCommand(wrong, place).isEmpty(), qPrintable(wrong));
        QCOMPARE(place.command, "~/my programs/mantissa-worker");
        for (const QString& wrong : {QString("-x"), QString("a b"), QString("a;b")})
            QVERIFY2(!takePartition(wrong, place).isEmpty(), qPrintable(wrong));
        QCOMPARE(takePartition("gpu-1", place), QString());
        place.card = true;
        const LaunchLine line = launchLine(place, {}, {"serve"});
        QCOMPARE(line.program, "srun");
        QCOMPARE(line.arguments, QStringList({"-n1", "--job-name=mantissa", "--partition=gpu-1", "--gpus=1", "--",
                                              QDir::homePath() + "/my programs/mantissa-worker", "serve"}));
    }

    void theLineAsksNothingAndEndsItsOptions() {
        const LaunchLine line = launchLine(server("anna@class-server:2222"), "ignored", {"serve"}, {"-F", "file"});
        QCOMPARE(line.program, "ssh");
        QVERIFY(line.arguments.contains("BatchMode=yes"));
        QVERIFY(line.arguments.contains("-T"));
        const qsizetype end = line.arguments.indexOf("--");
        QCOMPARE(line.arguments.mid(end + 1, 1), QStringList("class-server"));
        QCOMPARE(line.arguments.size(), end + 3);
        QVERIFY(line.arguments.indexOf("file") < end);
        QCOMPARE(line.arguments.mid(end - 4, 4), QStringList({"-p", "2222", "-l", "anna"}));
        for (const QString& argument : line.arguments)
            QVERIFY2(!argument.contains("StrictHostKeyChecking"), "an unknown host must be refused");
    }

    /// What the other machine's shell makes of the command, by a shell here.
    void theCommandComesThroughAShellAsItIs() {
        QTemporaryDir folder;
        const QString name = folder.filePath("it's \"$(touch oops)\" `x` \\ *; mantissa-worker");
        QFile script(name);
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\nprintf '%s|' \"$@\"\nexit 5\n");
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        WorkerPlace place = server();
        QCOMPARE(takeCommand(name, place), QString());
        const QStringList arguments{"decide", "it's", "$HOME", "a b"};
        QProcess shell;
        shell.setWorkingDirectory(folder.path());
        shell.start("sh", {"-c", launchLine(place, {}, arguments).arguments.last()});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), arguments.join("|") + "|");
        QCOMPARE(shell.exitCode(), 5);
        QVERIFY(!QFile::exists(folder.filePath("oops")));
        // The home folder stays one, and what follows it is quoted.
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("HOME", folder.path());
        QCOMPARE(takeCommand("~/" + name.section('/', -1), place), QString());
        shell.setProcessEnvironment(environment);
        shell.start("sh", {"-c", launchLine(place, {}, arguments).arguments.last()});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.exitCode(), 5);
    }

    void theEndThatFailedIsNamed() {
        const WorkerPlace place = server("anna@class-server");
        EndInWords end = endInWords(place, exitOf(255, false, "ssh: connect to host class-server: Connection refused"));
        QVERIFY(end.link && end.hopeless);
        QVERIFY2(end.sentence.contains("no connection to class-server") && end.sentence.contains("Connection refused"),
                 qPrintable(end.sentence));
        end = endInWords(place, exitOf(255, true, "Timeout, server class-server not responding."));
        QVERIFY(end.link && !end.hopeless);
        QVERIFY2(end.sentence.contains("was lost") && end.sentence.contains("Timeout"), qPrintable(end.sentence));
        WorkerEnd again = exitOf(255, false, "ssh: connect to host class-server: No route to host");
        again.reconnect = true;
        QVERIFY(!endInWords(place, again).hopeless);
        again.lastLine = "anna@class-server: Permission denied (publickey).";
        end = endInWords(place, again);
        QVERIFY(end.hopeless);
        QVERIFY2(end.sentence.contains("ssh anna@class-server"), qPrintable(end.sentence));
        end = endInWords(place, {0, SIGKILL, true, true, {}});
        QVERIFY(end.link && !end.hopeless);
        QVERIFY2(end.sentence.contains("this computer"), qPrintable(end.sentence));
        end = endInWords(place, exitOf(127, false, "sh: 1: mantissa-worker: not found"));
        QVERIFY(!end.link && end.hopeless);
        QVERIFY2(end.sentence.contains("was reached") && end.sentence.contains("mantissa-worker"),
                 qPrintable(end.sentence));
        end = endInWords(place, exitOf(128 + SIGKILL, true));
        QVERIFY(!end.link && !end.hopeless);
        QVERIFY2(end.sentence.contains("connection to class-server works") && end.sentence.contains("SIGKILL"),
                 qPrintable(end.sentence));
        end = endInWords(place, exitOf(4, true));
        QVERIFY2(!end.link && end.sentence.contains("device failed"), qPrintable(end.sentence));
        WorkerPlace node;
        QCOMPARE(takePartition({}, node), QString());
        end = endInWords(node, exitOf(1, false, "srun: error: Unable to allocate resources"));
        QVERIFY(end.link && end.hopeless);
        QVERIFY2(end.sentence.contains("Unable to allocate"), qPrintable(end.sentence));
        end = endInWords(node, exitOf(2, false, "srun: error: vm: task 0: Exited with exit code 2"));
        QVERIFY(!end.link && end.hopeless);
        QVERIFY2(end.sentence.contains("“mantissa-worker”"), qPrintable(end.sentence));
        end = endInWords(node, exitOf(128 + SIGSEGV, true, "srun: error: node1: task 0: Segmentation fault"));
        QVERIFY2(!end.link && end.sentence.contains("SIGSEGV"), qPrintable(end.sentence));
    }

    void theDialogSaysWhatIsWrongAndTheChoiceIsKept() {
        Desk desk;
        auto* button = desk.find<QPushButton>("machine");
        QVERIFY(button->text().startsWith("This computer"));
        QVERIFY(!button->accessibleName().isEmpty());
        desk.window().machine().ask();
        auto* dialog = desk.find<MachineDialog>("machineDialog");
        QVERIFY(dialog);
        auto* use = dialog->findChild<QPushButton*>("machineUse");
        auto* host = dialog->findChild<QLineEdit*>("machineHost");
        auto* problem = dialog->findChild<TextLabel*>("machineProblem");
        QVERIFY(use->isEnabled() && !host->isEnabled());
        auto* ssh = dialog->findChild<QRadioButton*>("machineSsh");
        QTest::mouseClick(ssh, Qt::LeftButton, {}, QPoint(8, ssh->height() / 2));  // its middle lies beside its words
        QVERIFY(!use->isEnabled() && problem->isVisible());
        QTest::keyClicks(host, "-oProxyCommand=x");
        QVERIFY(!use->isEnabled() && problem->text().contains(QString::fromUtf8("“-”")));
        host->clear();
        QTest::keyClicks(host, "anna@class-server");
        QVERIFY(use->isEnabled() && problem->isHidden());
        dialog->setOccupied("A run trains.");
        QVERIFY(!use->isEnabled());
        dialog->setOccupied({});
        // A worker that is no ssh: only what is kept and shown is looked at.
        std::optional<WorkerPlace> chosen = dialog->place();
        QVERIFY(chosen);
        QCOMPARE(chosen->address(), "anna@class-server");
        dialog->close();
        Settings settings(desk.folder.filePath("other"));
        chosen->command = "~/bin/mantissa-worker";
        settings.setPlace(*chosen);
        QCOMPARE(settings.place(), *chosen);
        settings.setPlace({});
        QVERIFY(settings.place().here());
        QCOMPARE(settings.lastPlace(WorkerPlace::Kind::Ssh), *chosen);
    }

    void whatWasTypedIsThereAgainAfterThisComputerWasUsed() {
        Desk desk;
        WorkerPlace node, far = server("anna@class-server:2222");
        QCOMPARE(takePartition("gpu", node), QString());
        node.card = true;
        far.command = "~/bin/mantissa-worker";
        node.command = "/opt/mantissa/worker";
        desk.program->settings().setPlace(node);
        desk.program->settings().setPlace(far);
        desk.window().machine().use({});
        desk.window().machine().ask();
        auto* dialog = desk.find<MachineDialog>("machineDialog");
        QVERIFY(dialog && dialog->place() && dialog->place()->here());
        dialog->findChild<QRadioButton*>("machineSsh")->setChecked(true);
        QVERIFY(dialog->place() == far);
        dialog->findChild<QRadioButton*>("machineSlurm")->setChecked(true);
        QVERIFY(dialog->place() == node);
        dialog->findChild<QLineEdit*>("machineCommand")->setText("/opt/other");  // typed here, lost nowhere
        dialog->findChild<QRadioButton*>("machineSsh")->setChecked(true);
        QVERIFY(dialog->place() == far);
        dialog->findChild<QRadioButton*>("machineHere")->setChecked(true);
        dialog->findChild<QRadioButton*>("machineSlurm")->setChecked(true);
        QCOMPARE(dialog->place()->command, "/opt/other");
    }

    void eachKindOfPlaceHasItsOwnCommand() {
        QTemporaryDir folder;
        WorkerPlace far = server();
        far.command = "~/bin/mantissa-worker";
        {
            QFile file(folder.filePath("settings.ini"));  // of a Mantissa that had one for both
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("[General]\nversion=1\n[machine]\nkind=ssh\nhost=class-server\ncommand=~/bin/mantissa-worker\n");
        }
        Settings settings(folder.path());
        QCOMPARE(settings.place(), far);
        QVERIFY(settings.lastPlace(WorkerPlace::Kind::Slurm).here());  // there was none
        WorkerPlace node;
        QCOMPARE(takePartition({}, node), QString());
        settings.setPlace(node);
        QCOMPARE(settings.place(), node);
        QCOMPARE(settings.lastPlace(WorkerPlace::Kind::Ssh), far);
        node.command = "/opt/mantissa/worker";
        settings.setPlace(node);
        QCOMPARE(settings.place(), node);
        QCOMPARE(settings.lastPlace(WorkerPlace::Kind::Ssh), far);
    }

    void aSettingsFileIsNotTrusted() {
        QTemporaryDir folder;
        {
            QFile file(folder.filePath("settings.ini"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("[General]\nversion=1\n[machine]\nkind=ssh\nhost=-oProxyCommand=reboot\n");
        }
        QVERIFY(Settings(folder.path()).place().here());
    }
};

QTEST_MAIN(WorkerPlaceTest)
#include "worker_place_test.moc"
