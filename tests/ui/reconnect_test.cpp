// SPDX-License-Identifier: Apache-2.0
// A worker behind an ssh that reaches nobody, hangs or dies: how often it is tried again, and that another machine can
// be chosen meanwhile. The ssh is a script; a real one is in remote_worker_test.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "tests/ui/patience.h"
#include "ui/client/worker_process.h"

using namespace mantissa::ui;

namespace {

WorkerPlace server(const QString& address) {
    WorkerPlace place;
    takeAddress(address, place);
    return place;
}

/// A worker process on a clock that stands, whose ssh says nothing, and reaches nobody any more once that is wanted.
class Link {
  public:
    Link() : path_(qgetenv("PATH")) {
        QFile script(folder_.filePath("ssh"));
        if (script.open(QIODevice::WriteOnly))
            script.write("#!/bin/sh\n[ -e '" + folder_.filePath("gone").toUtf8() + "' ] && exit 255\nexec sleep 600\n");
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("PATH", folder_.path().toUtf8() + ':' + path_);
        options.place = server("first");
        options.clock = [this] { return now; };
        options.linkPause = std::chrono::milliseconds(0);
        options.grace = std::chrono::hours(1);
    }
    ~Link() {
        worker.reset();
        qputenv("PATH", path_);
    }
    /// Starts it and answers for it; its server is gone then.
    void standAndFall() {
        worker = std::make_unique<WorkerProcess>(options);
        QObject::connect(worker.get(), &WorkerProcess::died, worker.get(), [this] {
            ++deaths;
            now += apart;
        });
        worker->start();
        TRY_VERIFY(worker->processId() > 0);
        worker->markReady();
        QFile gone(folder_.filePath("gone"));
        QVERIFY(gone.open(QIODevice::WriteOnly));
        QCOMPARE(::kill(static_cast<pid_t>(worker->processId()), SIGKILL), 0);
    }
    /// It can be reached again.
    void mend() { QFile::remove(folder_.filePath("gone")); }

    WorkerOptions options;
    std::unique_ptr<WorkerProcess> worker;
    std::chrono::milliseconds now{0};
    std::chrono::seconds apart{0};  // deaths
    int deaths = 0;

  private:
    QTemporaryDir folder_;
    QByteArray path_;
};

}  // namespace

class ReconnectTest : public QObject {
    Q_OBJECT

  private slots:
    /// A minute apart, as tries are that each time out: the window of restarts (three minutes) would never give up.
    void eightTriesInTenMinutesThenItAsks() {
        Link link;
        link.apart = std::chrono::seconds(61);
        link.standAndFall();
        TRY_COMPARE(link.worker->state(), WorkerState::lost);
        QCOMPARE(link.deaths, 1 + link.options.maxReconnects);
    }

    void triesAreForgottenAfterTenMinutes() {
        Link link;
        link.apart = std::chrono::seconds(80);  // never nine in ten minutes
        link.standAndFall();
        TRY_VERIFY(link.deaths > 2 * link.options.maxReconnects);
        QCOMPARE(link.worker->state(), WorkerState::starting);
    }

    void anotherMachineIsReachedWithoutWaitingForTheNextTry() {
        Link link;
        link.options.linkPause = std::chrono::hours(1);
        link.standAndFall();
        TRY_COMPARE(link.worker->state(), WorkerState::starting);
        QCOMPARE(link.worker->processId(), 0);
        QVERIFY(!link.worker->explanation().isEmpty());
        link.mend();
        link.worker->moveTo(server("second"));
        QVERIFY(link.worker->explanation().isEmpty());
        TRY_VERIFY(link.worker->processId() > 0);
        QCOMPARE(link.deaths, 1);
    }

    void aTryThatHangsDoesNotHoldUpAnotherMachine() {
        Link link;
        WorkerProcess worker(link.options);
        worker.start();
        TRY_VERIFY(worker.processId() > 0);
        const qint64 hanging = worker.processId();
        worker.moveTo(server("second"));
        TRY_VERIFY(worker.processId() > 0 && worker.processId() != hanging);  // the grace is an hour
        QCOMPARE(worker.state(), WorkerState::starting);
        worker.shutDown();
        TRY_COMPARE(worker.state(), WorkerState::stopped);
    }
};

QTEST_GUILESS_MAIN(ReconnectTest)
#include "reconnect_test.moc"
