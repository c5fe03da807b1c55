// SPDX-License-Identifier: Apache-2.0
// The worker behind a real sshd: it trains, and whichever end is ended in the middle of a run, the window says which,
// connects again, the run goes on, and the library holds every record of a run that nothing happened to. Skipped aloud
// where there is no sshd.
#include <QApplication>
#include <QProcess>
#include <QPushButton>
#include <csignal>

#include "engine/base/error.h"
#include "engine/run/presets.h"
#include "engine/store/library.h"
#include "tests/support/run_story.h"
#include "tests/ui/desk.h"
#include "tests/ui/ssh_server.h"
#include "ui/client/decision_runner.h"
#include "ui/runs/run_controller.h"
#include "ui/shell/settings.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_label.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// Long enough to be cut in the middle whatever the machine's speed, short enough to be run twice.
run::RunConfig busyConfig() {
    run::RunConfig config = default_config();
    config.set_name("over there");
    config.set_depth(1);
    config.set_width(16);
    config.set_batch(32);
    config.set_steps(1500);
    config.set_epochs(1000);
    config.set_precision(run::FP16);
    config.set_scaling(run::DYNAMIC);
    config.set_growth_interval(40);
    config.set_histogram_interval(100);
    config.set_eval_interval(250);
    config.set_eval_images(200);
    config.set_train_eval_images(200);
    config.set_threads(1);
    config.set_checkpoint_interval(100);
    config.set_data(MANTISSA_RESOURCES "/mnist");
    return config;
}

WorkerPlace serverWith(const QString& worker) {
    WorkerPlace place;
    takeAddress(SshServer::host, place);
    takeCommand(worker, place);
    return place;
}

/// The whole program whose worker is behind ssh.
class FarDesk {
  public:
    FarDesk(const WorkerPlace& place, const QStringList& linkOptions) {
        qputenv("MANTISSA_STATE_DIR", folder.path().toUtf8());
        ProgramOptions options;
        options.worker.place = place;
        options.worker.linkOptions = linkOptions;
        options.worker.linkPause = std::chrono::milliseconds(100);
        options.worker.program = MANTISSA_WORKER;  // of this computer
        program = std::make_unique<Program>(*qApp, options);
        program->window().show();
        QObject::connect(&program->client(), &EngineClient::message, &program->window(),
                         [this](const QString& text) { messages << text; });
    }
    ~FarDesk() {
        QSignalSpy left(&program->window(), &MainWindow::left);
        program->window().leave();
        [[maybe_unused]] const bool gone = QTest::qWaitFor([&left] { return !left.isEmpty(); }, 20000);
    }
    EngineClient& client() { return program->client(); }
    const RunModel* run() { return program->session().currentRun(); }
    QString library() const { return folder.filePath("library.mantissa"); }

    QTemporaryDir folder;
    QStringList messages;
    std::unique_ptr<Program> program;
};

}  // namespace

class RemoteWorkerTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SshServer> server_;

    /// Ends `who` in the middle of a run; both ends' sentences are for the caller to look at.
    void cut(FarDesk& desk, const std::function<qint64()>& who, QStringList& messages) {
        TRY_COMPARE(desk.client().state(), WorkerState::ready);
        desk.program->window().controller().start(busyConfig());
        TRY_VERIFY(desk.run() && desk.run()->checkpointStep() && desk.run()->step() > 120);
        const std::string id = desk.run()->runId();
        const qint64 victim = who();
        QVERIFY(victim > 1);
        QCOMPARE(::kill(static_cast<pid_t>(victim), SIGKILL), 0);
        TRY_VERIFY(!desk.messages.isEmpty());
        messages = desk.messages;
        TRY_COMPARE(desk.client().state(), WorkerState::ready);  // by itself
        TRY_COMPARE(desk.run()->state(), RunState::finished);    // nobody pressed anything
        QCOMPARE(desk.run()->runId(), id);
        QCOMPARE(desk.program->session().runs().size(), std::size_t{1});
        QVERIFY(desk.program->window().banners().sentence("resume").isEmpty());
        const QString told = desk.program->window().banners().sentence("machine");  // which end, until it is read
        const QString which = desk.client().explanation();
        QVERIFY2(!which.isEmpty() && told.startsWith(which) && messages[0].startsWith(which), qPrintable(told));
    }

    /// Every record of the run, as the same run has them that nothing happened to.
    void compareStories(FarDesk& cutDesk, FarDesk& whole) {
        if (!whole.run()) itTrainsOverThere();  // where a test runs alone
        QVERIFY(whole.run());
        const std::string a = cutDesk.run()->runId();
        const std::string b = whole.run()->runId();
        TRY_COMPARE(cutDesk.client().unacknowledgedFrames(), 0u);
        TRY_COMPARE(whole.client().unacknowledgedFrames(), 0u);
        QCOMPARE(integrity(path(cutDesk)), std::string("ok"));
        const auto isNote = [](const run::Record& record) { return record.event().kind() == run::EventRecord::NOTICE; };
        const auto cut = Library::open(path(cutDesk), Access::read_only);
        const std::vector<run::Record> records = cut->records(a);
        QCOMPARE(std::count_if(records.begin(), records.end(), isNote), 1);  // what ended its worker
        const auto first = story(*cut, a, isNote);
        const auto second = story(*Library::open(path(whole), Access::read_only), b);
        QCOMPARE(first.size(), second.size());
        QVERIFY(first.size() > 1500);
        for (std::size_t i = 0; i < first.size(); ++i)
            QVERIFY2(first[i] == second[i], (first[i] + "\n" + second[i]).c_str());
    }
    static std::filesystem::path path(FarDesk& desk) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(desk.folder.path().toStdString()))
            if (entry.path().filename().string().starts_with("library")) return entry.path();
        return {};
    }

    std::unique_ptr<FarDesk> whole_;

  private slots:
    void initTestCase() {
        QApplication::setQuitOnLastWindowClosed(false);
        if (QString(MANTISSA_WORKER).endsWith("fake_worker")) QSKIP("there is no worker in this build");
        server_ = std::make_unique<SshServer>();
        if (!server_->missing().isEmpty()) QSKIP(qPrintable("SKIPPED: " + server_->missing()));
        whole_ = std::make_unique<FarDesk>(serverWith(server_->wrapper(MANTISSA_WORKER)), server_->options());
    }
    void cleanupTestCase() {
        whole_.reset();
        server_.reset();
    }

    void itTrainsOverThere() {
        FarDesk& desk = *whole_;
        TRY_COMPARE(desk.client().state(), WorkerState::ready);
        QVERIFY(desk.program->window().findChild<QPushButton*>("machine")->text().startsWith("class-server"));
        desk.program->window().controller().start(busyConfig());
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);
        QCOMPARE(desk.run()->step(), 1500u);
        QVERIFY(desk.messages.isEmpty());
        // Checkpoints and everything else of the worker are the other machine's.
        QVERIFY(QDir(server_->statePath()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size() > 0);
    }

    void sshEndedInMidRun() {
        FarDesk desk(serverWith(server_->wrapper(MANTISSA_WORKER)), server_->options());
        QStringList messages;
        cut(
            desk, [&desk] { return desk.client().processId(); }, messages);
        QVERIFY(!messages.isEmpty());
        QVERIFY2(messages[0].contains("ssh on this computer") && messages[0].contains("connects again"),
                 qPrintable(messages[0]));
        compareStories(desk, *whole_);
    }

    void theWorkerEndedInMidRun() {
        FarDesk desk(serverWith(server_->wrapper(MANTISSA_WORKER)), server_->options());
        QStringList messages;
        cut(
            desk, [this] { return server_->workerPid(); }, messages);
        QVERIFY(!messages.isEmpty());
        QVERIFY2(messages[0].contains("connection to class-server works") && messages[0].contains("SIGKILL"),
                 qPrintable(messages[0]));
        compareStories(desk, *whole_);
    }

    void aServerWithAnotherKeyIsRefused() {
        FarDesk desk(serverWith(MANTISSA_WORKER), server_->options("strange"));
        TRY_COMPARE(desk.client().state(), WorkerState::lost);
        QVERIFY2(desk.messages.value(0).contains("Host key verification failed"), qPrintable(desk.messages.join("|")));
        QCOMPARE(desk.messages.size(), 1);  // it was not tried again
        QVERIFY(desk.program->window().banners().sentence("worker").contains("class-server"));
    }

    void anUnknownServerIsRefused() {
        FarDesk desk(serverWith(MANTISSA_WORKER), server_->options("nobody"));
        TRY_COMPARE(desk.client().state(), WorkerState::lost);
        QVERIFY2(desk.messages.value(0).contains("Host key verification failed"), qPrintable(desk.messages.join("|")));
    }

    void aLostServerCanBeLeftForThisComputer() {
        FarDesk desk(serverWith(MANTISSA_WORKER), server_->options("nobody"));
        MainWindow& window = desk.program->window();
        TRY_COMPARE(desk.client().state(), WorkerState::lost);
        TRY_VERIFY(window.banners().findChild<QPushButton*>("bannerOther"));
        auto* here = window.banners().findChild<QPushButton*>("bannerOther");
        QCOMPARE(here->text(), "Use this computer");
        QTest::mouseClick(here, Qt::LeftButton);
        TRY_COMPARE(desk.client().state(), WorkerState::ready);
        QVERIFY(desk.client().place().here());
        QVERIFY(desk.program->settings().place().here());  // at the next start as well
        QVERIFY(window.banners().sentence("worker").isEmpty());
        window.controller().start(busyConfig());
        TRY_VERIFY(desk.run() && desk.run()->step() > 10);
        window.controller().stop();
        TRY_VERIFY(!desk.program->session().anyLive());
    }

    void aStrangersKeyIsRefusedWithoutAQuestion() {
        FarDesk desk(serverWith(MANTISSA_WORKER), server_->strangersOptions());
        TRY_COMPARE(desk.client().state(), WorkerState::lost);
        QVERIFY2(desk.messages.value(0).contains("Permission denied") && desk.messages[0].contains("password"),
                 qPrintable(desk.messages.join("|")));
    }

    void aMissingWorkerIsToldWithItsPath() {
        FarDesk desk(serverWith("/nowhere/mantissa worker"), server_->options());
        TRY_COMPARE(desk.client().state(), WorkerState::lost);
        QVERIFY2(
            desk.messages.value(0).contains("was reached") && desk.messages[0].contains("/nowhere/mantissa worker"),
            qPrintable(desk.messages.join("|")));
        QCOMPARE(desk.messages.size(), 1);
    }

    /// No signal reaches the other machine: what measures there must notice that nobody listens any more.
    void aCancelledMeasurementEndsThereToo() {
        server_->forgetPid();
        WorkerOptions options;
        options.arguments = {"serve"};
        options.place = serverWith(server_->teller(server_->wrapper(MANTISSA_WORKER)));
        options.linkOptions = server_->options();
        DecisionRunner runner(options);
        QSignalSpy failed(&runner, &DecisionRunner::failed);
        run::RunConfig big = busyConfig();
        big.set_width(4096);
        big.set_depth(8);
        runner.start(big, 0);
        TRY_VERIFY(server_->workerPid() > 1 || !failed.isEmpty());
        QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
        const auto pid = static_cast<pid_t>(server_->workerPid());
        QCOMPARE(::kill(pid, 0), 0);
        runner.cancel("enough");
        TRY_COMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].toString(), QString("enough"));
        TRY_VERIFY(::kill(pid, 0) != 0);
        TRY_COMPARE(server_->exitCode(), QString::number(static_cast<int>(ErrorCode::cancelled)));  // not done: told
    }

    /// Where Slurm is set up, if only for this one machine; else skipped aloud.
    void theSlurmWay() {
        QProcess probe;
        probe.start("srun", {"-n1", "true"});
        if (!probe.waitForStarted() || !probe.waitForFinished(30000) || probe.exitCode() != 0) {
            probe.kill();
            probe.waitForFinished();
            QSKIP("SKIPPED: srun starts nothing here");
        }
        WorkerPlace node;
        QCOMPARE(takePartition({}, node), QString());
        QCOMPARE(takeCommand(server_->wrapper(MANTISSA_WORKER), node), QString());
        FarDesk desk(node, {});
        QStringList messages;
        cut(
            desk, [&desk] { return desk.client().processId(); }, messages);
        QVERIFY(!messages.isEmpty());
        QVERIFY2(messages[0].contains("srun on this computer"), qPrintable(messages[0]));
        compareStories(desk, *whole_);
        QCOMPARE(takeCommand("/nowhere/worker", node), QString());
        FarDesk wrong(node, {});
        TRY_COMPARE(wrong.client().state(), WorkerState::lost);
        QVERIFY2(wrong.messages.value(0).contains("/nowhere/worker"), qPrintable(wrong.messages.join("|")));
    }

    void hereAndThereAndBack() {
        FarDesk desk(serverWith(server_->wrapper(MANTISSA_WORKER)), server_->options());
        TRY_COMPARE(desk.client().state(), WorkerState::ready);
        const qint64 there = desk.client().processId();
        // A folder over there cannot be looked for from here.
        SetupModel& setup = desk.program->window().setup();
        const auto* problem = desk.program->window().findChild<LinesLabel*>("setupProblem");
        run::RunConfig config = setup.config();
        config.set_data("/data/of/the/server");
        setup.restore(config);
        QVERIFY2(problem->whole().isEmpty(), qPrintable(problem->whole()));
        QSignalSpy changes(&desk.client(), &EngineClient::stateChanged);
        desk.client().moveTo({});
        TRY_VERIFY(desk.client().state() == WorkerState::ready && desk.client().processId() != there);
        QVERIFY2(problem->whole().contains("There is no folder /data/of/the/server"), qPrintable(problem->whole()));
        QVERIFY(desk.program->window().findChild<QPushButton*>("machine")->text().startsWith("This computer"));
        QVERIFY(desk.messages.isEmpty());  // it was asked to leave
    }
};

QTEST_MAIN(RemoteWorkerTest)
#include "remote_worker_test.moc"
