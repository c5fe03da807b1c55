// SPDX-License-Identifier: Apache-2.0
// A run whose worker was lost can go on from its checkpoint, by one button: a race with all its lanes, and after a
// restart whatever the library holds that was interrupted.
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <algorithm>

#include "engine/base/host.h"
#include "engine/store/library.h"
#include "tests/ui/desk.h"
#include "tests/ui/race_records.h"
#include "ui/models/interrupted_runs.h"
#include "ui/models/run_list.h"
#include "ui/runs/runs_dock.h"
#include "ui/shell/machine.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_label.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

const std::string somewhere = "/";  // a checkpoint is read by the worker: here it is enough that something is there

run::Record checkpointOf(const std::string& runId, std::uint32_t step) {
    run::Record record;
    record.set_run_id(runId);
    record.set_step(step);
    record.mutable_checkpoint()->set_path(somewhere);
    return record;
}

QPushButton* button(Desk& desk, const QString& text) {
    for (QPushButton* candidate : desk.window().findChildren<QPushButton*>("bannerAction")) {
        if (candidate->text() == text && candidate->isVisible()) return candidate;
    }
    return nullptr;
}

/// Whether a visible label has these words.
bool shown(Desk& desk, const QString& words) {
    const auto labels = desk.window().findChildren<TextLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const TextLabel* one) { return one->isVisible() && one->text().contains(words); });
}

const std::string race = "01RACEARACEARACEARACEARACE";
const std::vector<std::string> lanes{"01LANE0LANE0LANE0LANE0LANE", "01LANE1LANE1LANE1LANE1LANE",
                                     "01LANE2LANE2LANE2LANE2LANE"};

/// A lane's beginning, three steps and, after two of them, a checkpoint in `file`.
std::vector<run::Record> laneRecords(std::uint32_t lane, const std::string& file = somewhere) {
    const run::Precision precisions[] = {run::FP32, run::FP16, run::BF16};
    std::vector<run::Record> records{laneStarted(lanes[lane], precisions[lane], race, lane)};
    records[0].mutable_started()->mutable_identity()->set_started_unix(10);
    for (std::uint32_t step = 1; step <= 3; ++step) {
        run::Record record;
        record.set_run_id(lanes[lane]);
        record.set_lane(lane);
        record.set_step(step);
        record.mutable_step_done()->set_loss(1);
        records.push_back(record);
        if (step == 2 && !file.empty()) {
            records.push_back(checkpointOf(lanes[lane], step));
            records.back().set_lane(lane);
            records.back().mutable_checkpoint()->set_path(file);
        }
    }
    return records;
}

/// A race in this window, whose worker is lost.
void interruptRace(Desk& desk) {
    SessionModel& session = desk.program->session();
    for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) session.apply(laneRecords(lane));
    QVERIFY(desk.window().banners().sentence("resume").isEmpty());  // it trains
    for (const std::string& id : lanes) session.interrupt(QString::fromStdString(id), "the worker is gone");
}

QString name(Desk& desk, std::size_t lane) {
    return desk.program->session().displayName(QString::fromStdString(lanes[lane]));
}

run::Record resumed(const std::string& id) {
    run::Record record = checkpointOf(id, 2);
    record.mutable_event()->set_kind(run::EventRecord::RESUMED_FROM_CHECKPOINT);
    return record;
}

void press(Desk& desk, const QString& text) {
    QPushButton* resume = nullptr;
    TRY_VERIFY((resume = button(desk, text)) != nullptr);
    QTest::mouseClick(resume, Qt::LeftButton);
}

/// Lane by lane as they were asked for, then one "resume": the place where it is checked.
void checkTold(Desk& desk, const QStringList& resumeOf) {
    TRY_COMPARE(desk.told({"\"resume\":"}).size(), resumeOf.size());
    const QStringList asked = desk.told({"\"resume_run\""});
    QCOMPARE(asked.size(), 3);
    for (int lane = 0; lane < 3; ++lane) {
        QVERIFY2(asked[lane].contains(QString::fromStdString(lanes[static_cast<std::size_t>(lane)])),
                 qPrintable(asked[lane]));
        QVERIFY2(asked[lane].contains("\"paused\":true"), qPrintable(asked[lane]));
        QVERIFY2(asked[lane].contains(QString("\"lane\":%1").arg(lane)), qPrintable(asked[lane]));
    }
    if (resumeOf.isEmpty()) return;
    const QStringList all = desk.told({"\"command\""});
    const QString go = desk.told({"\"resume\":"}).first();
    QVERIFY2(go.contains(resumeOf.first()), qPrintable(go));
    QVERIFY(all.indexOf(go) > all.indexOf(asked.last()));
}

/// The records of this run in the library can no longer be read.
void damage(const std::string& runId) {
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(default_library_path().c_str(), &database), SQLITE_OK);
    const std::string sql =
        "UPDATE records SET body = x'ff' WHERE run = (SELECT id FROM runs WHERE run_id = '" + runId + "')";
    QCOMPARE(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    QVERIFY(sqlite3_changes(database) > 0);
    sqlite3_close(database);
}

run::Record stoppedAt(const std::string& id, std::uint32_t step) {
    run::Record record;
    record.set_run_id(id);
    record.set_step(step);
    record.mutable_finished()->set_outcome(run::RunFinished::STOPPED);
    return record;
}

}  // namespace

class ResumeOfferTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void aLostWorkersRunGoesOnByOneButton() {
        Desk desk("hello await:start run:20 reply await:pause crash");
        desk.startRun();
        const std::string id = desk.run()->runId();
        desk.program->session().apply({checkpointOf(id, 15)});
        desk.click(desk.window().actions().run);
        TRY_COMPARE(desk.run()->state(), RunState::interrupted);
        QVERIFY(desk.window().banners().sentence("resume").contains("interrupted"));
        QVERIFY(!desk.window().banners().sentence("worker").isEmpty());
        QPushButton* resume = nullptr;
        TRY_VERIFY((resume = button(desk, "Resume from step 15")) != nullptr);
        QVERIFY(!resume->accessibleName().isEmpty());
        QTest::mouseClick(resume, Qt::LeftButton);
        TRY_COMPARE(desk.told({"\"resume_run\"", QString::fromStdString(id)}).size(), 1);  // on a worker started again
        QCOMPARE(desk.told({"launch"}).size(), 2);
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
    }

    void withoutACheckpointNothingIsOffered() {
        Desk desk("hello await:start run:20 reply crash");
        desk.click(desk.window().actions().run);
        TRY_VERIFY(!desk.window().banners().sentence("worker").isEmpty());
        QCOMPARE(desk.run()->state(), RunState::interrupted);
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
    }

    void aWorkerThatIsStartedAgainIsToldOf() {  // it is back within a blink
        Desk desk;
        desk.close();
        ProgramOptions options;
        options.worker.program = MANTISSA_FAKE_WORKER;
        options.worker.environment.insert("MANTISSA_FAKE_SCRIPT", "hello await:start run:20 reply crash");
        options.worker.maxRestarts = 1;
        desk.program = std::make_unique<Program>(*qApp, options);
        desk.window().show();
        desk.click(desk.window().actions().run);
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::interrupted);
        TRY_VERIFY(desk.window().banners().sentence("machine").contains("The worker"));
        QVERIFY(desk.window().banners().sentence("worker").isEmpty());
    }

    void anInterruptedRunOfTheLibraryIsOfferedWhileItIsLookedAt() {
        Desk desk;
        run::Record started, step;
        started.set_run_id("01ARZ3NDEKTSV4RRFFQ69G5FAV");
        started.mutable_started()->mutable_identity()->set_run_id(started.run_id());
        started.set_lane(2);
        step.set_run_id(started.run_id());
        step.set_lane(2);
        step.set_step(30);
        step.mutable_step_done()->set_loss(1);
        run::Record checkpoint = checkpointOf(started.run_id(), 25);
        checkpoint.set_lane(2);
        desk.program->session().addRecorded({started, checkpoint, step});
        QPushButton* resume = nullptr;
        TRY_VERIFY((resume = button(desk, "Resume from step 25")) != nullptr);
        QTest::mouseClick(resume, Qt::LeftButton);
        TRY_COMPARE(desk.told({"\"resume_run\"", QString::fromStdString(started.run_id()), "\"lane\":2"}).size(), 1);
        // It goes on: the same run, running, without what ended it.
        step.set_step(31);
        desk.program->session().apply({step});
        QCOMPARE(desk.run()->state(), RunState::running);
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
    }

    void aRunStoppedForDivergenceIsRewoundAndWaits() {
        Desk desk;
        const std::string id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
        run::Record started, step;
        started.set_run_id(id);
        started.mutable_started()->mutable_identity()->set_run_id(id);
        started.mutable_started()->mutable_config()->set_stop_on_divergence(true);
        step.set_run_id(id);
        step.set_step(30);
        step.mutable_step_done()->set_loss(1);
        SessionModel& session = desk.program->session();
        session.apply({started, step});
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
        session.apply({checkpointOf(id, 24), stoppedAt(id, 30)});
        const QString sentence = desk.window().banners().sentence("resume");
        QVERIFY2(sentence.contains("diverged and was stopped at step 30"), qPrintable(sentence));
        QVERIFY(shown(desk, "A new run begins there, paused"));
        press(desk, "Rewind to step 24");
        TRY_COMPARE(
            desk.told({"\"resume_run\"", QString::fromStdString(id), "\"paused\":true", "\"as_new_run\":true"}).size(),
            1);
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
        QVERIFY(desk.told({"\"resume\":"}).isEmpty());  // only the person goes on
    }

    void aRunThatAPersonStoppedIsNotRewound() {
        Desk desk;
        const std::string id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
        run::Record started, step;
        started.set_run_id(id);
        started.mutable_started()->mutable_identity()->set_run_id(id);
        started.mutable_started()->mutable_config()->set_stop_on_divergence(true);
        step.set_run_id(id);
        step.set_step(30);
        step.mutable_step_done()->set_loss(1);
        desk.program->session().apply({started, step, checkpointOf(id, 30), stoppedAt(id, 30)});
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
    }

    void aRaceGoesOnAsOne() {
        Desk desk;
        interruptRace(desk);
        const QString sentence = desk.window().banners().sentence("resume");
        QVERIFY2(sentence.contains("race of 3 runs"), qPrintable(sentence));
        for (std::size_t lane = 0; lane < 3; ++lane)
            QVERIFY2(sentence.contains(name(desk, lane)), qPrintable(sentence));
        QVERIFY(desk.window().banners().sentence("resume 2").isEmpty());
        press(desk, "Resume from step 2");
        checkTold(desk, {"\"lane\":0"});
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
        QVERIFY(desk.window().banners().sentence("refused").isEmpty());
    }

    void aLaneThatCannotGoOnIsNamedAndTheOthersDo() {
        Desk desk("hello await:resume_run refuse await:resume_run reply await:resume_run reply serve");
        interruptRace(desk);
        press(desk, "Resume from step 2");
        checkTold(desk, {"\"lane\":1"});  // the first that is there
        const QString told = desk.window().banners().sentence("refused");
        QVERIFY2(told.contains(name(desk, 0)), qPrintable(told));
        QVERIFY2(told.contains("the batch does not fit"), qPrintable(told));
        QVERIFY2(told.contains("The other runs"), qPrintable(told));
        QVERIFY2(!told.contains(name(desk, 1)) && !told.contains(name(desk, 2)), qPrintable(told));
    }

    void aRaceOfWhichNoLaneCanGoOnIsNotResumed() {
        Desk desk("hello await:resume_run refuse await:resume_run refuse await:resume_run refuse serve");
        interruptRace(desk);
        press(desk, "Resume from step 2");
        TRY_VERIFY(desk.window().banners().sentence("refused").contains("No run of the race"));
        QVERIFY(desk.window().banners().sentence("refused").contains("the batch does not fit"));
        checkTold(desk, {});
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());  // it was taken, and would be refused again
    }

    void whatIsDismissedStaysAway() {
        Desk desk;
        interruptRace(desk);
        desk.window().banners().dismiss("resume");
        desk.program->session().addRecorded({laneStarted("01OTHER", run::FP32, "", 0)});
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
    }

    void afterARestartEveryInterruptedRunIsOffered() {
        Desk desk;
        desk.close();
        const std::string file = desk.folder.filePath("a.checkpoint").toStdString();
        QFile checkpoint(QString::fromStdString(file));
        QVERIFY(checkpoint.open(QIODevice::WriteOnly));
        const auto alone = [](const std::string& id, double when, const std::string& path) {
            std::vector<run::Record> records{laneStarted(id, run::TF32, "", 0)};
            records[0].mutable_started()->mutable_identity()->set_started_unix(when);
            records.push_back(checkpointOf(id, 40));
            records.back().set_lane(0);
            records.back().mutable_checkpoint()->set_path(path);
            return records;
        };
        {
            const auto library = Library::open(default_library_path(), Access::read_write);
            // The second lane's checkpoint is lost: the worker says so, not the window.
            for (std::uint32_t lane = 0; lane < 3; ++lane)
                library->append(laneRecords(lane, lane == 1 ? "/nowhere" : file));
            library->append(alone("01ALONE0ALONE0ALONE0ALONE0", 1, file));
            library->append(alone("01GONE00GONE00GONE00GONE00", 2, "/nowhere"));
            std::vector<run::Record> ended = alone("01ENDED0ENDED0ENDED0ENDED0", 3, file);
            ended.push_back(ended.front());
            ended.back().mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
            library->append(ended);
        }
        desk.open("hello serve");
        const BannerStack& banners = desk.window().banners();
        QVERIFY2(banners.sentence("resume").contains("race of 3 runs"), qPrintable(banners.sentence("resume")));
        QVERIFY2(banners.sentence("resume 2").contains("TF32"), qPrintable(banners.sentence("resume 2")));
        QVERIFY(banners.sentence("resume 3").isEmpty());
        press(desk, "Resume from step 2");
        checkTold(desk, {"\"lane\":0"});
        SessionModel& session = desk.program->session();
        for (const std::string& id : lanes)  // whole, with what came before
            QCOMPARE(session.run(QString::fromStdString(id))->columns().size(), std::size_t{3});
        QCOMPARE(desk.run()->runId(), lanes[0]);
        for (const std::string& id : lanes) session.apply({resumed(id)});
        QVERIFY(banners.sentence("resume").isEmpty());  // something trains
        for (const std::string& id : lanes) {
            run::Record end = resumed(id);
            end.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
            session.apply({end});
        }
        QVERIFY2(banners.sentence("resume").contains("TF32"), qPrintable(banners.sentence("resume")));
        press(desk, "Resume from step 40");
        TRY_COMPARE(desk.told({"\"resume_run\"", "01ALONE0", "\"paused\":false"}).size(), 1);
        QCOMPARE(desk.told({"\"resume\":"}).size(), 1);  // the race's
    }

    void resumeInTheRunsDockTakesTheWholeRace() {
        Desk desk;
        desk.close();
        const std::string file = desk.folder.filePath("a.checkpoint").toStdString();
        QFile checkpoint(QString::fromStdString(file));
        QVERIFY(checkpoint.open(QIODevice::WriteOnly));
        const auto ended = [](const std::string& id, std::uint32_t lane, run::RunFinished::Outcome outcome) {
            run::Record record;
            record.set_run_id(id);
            record.set_lane(lane);
            record.set_step(3);
            record.mutable_finished()->set_outcome(outcome);
            return record;
        };
        const std::string done = "01LANE3LANE3LANE3LANE3LANE";
        {
            const auto library = Library::open(default_library_path(), Access::read_write);
            for (std::uint32_t lane = 0; lane < 3; ++lane) library->append(laneRecords(lane, file));
            const run::Record stopped = ended(lanes[1], 1, run::RunFinished::STOPPED);
            library->append({&stopped, 1});
            const std::vector<run::Record> whole{laneStarted(done, run::TF32, race, 3),
                                                 ended(done, 3, run::RunFinished::COMPLETED)};
            library->append(whole);
        }
        desk.open("hello serve");
        auto* dock = desk.window().findChild<RunsDock*>();
        const QAbstractItemModel& model = *dock->table()->model();
        const QModelIndexList found =
            model.match(model.index(0, 0), RunList::RunIdRole, QString::fromStdString(lanes[2]), 1, Qt::MatchExactly);
        QCOMPARE(found.size(), 1);
        dock->table()->selectRow(found.first().row());
        auto* action = dock->makeMenu()->findChild<QAction*>("resumeAction");
        QVERIFY(action);
        QVERIFY2(action->text().contains("race"), qPrintable(action->text()));
        action->trigger();
        checkTold(desk, {"\"lane\":0"});  // also the stopped lane; not the one that is done
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
    }

    void whatMayTrainInAnotherWindowIsNotOffered() {
        Desk desk;
        desk.close();
        const std::string file = desk.folder.filePath("a.checkpoint").toStdString();
        QFile checkpoint(QString::fromStdString(file));
        QVERIFY(checkpoint.open(QIODevice::WriteOnly));
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        const pid_t other = ::fork();
        if (other == 0) {
            const auto library = Library::open(default_library_path(), Access::read_write);
            library->append(laneRecords(0, file));
            if (::write(ends[1], "!", 1) == 1) ::pause();
            ::_exit(0);
        }
        char begun = 0;
        QCOMPARE(::read(ends[0], &begun, 1), ssize_t{1});
        desk.open("hello serve");
        QVERIFY(desk.window().banners().sentence("library").isEmpty());  // both may write it
        QVERIFY(desk.window().banners().sentence("resume").isEmpty());
        const RunList& runs = desk.program->runs();
        QCOMPARE(runs.rowCount(), 1);
        QCOMPARE(runs.index(0, RunList::StateColumn).data().toString(), QString("training in another program"));
        ::kill(other, SIGKILL);
        ::waitpid(other, nullptr, 0);
        ::close(ends[0]);
        ::close(ends[1]);
        // Its death is noticed: the run is one that was interrupted, and can be taken up.
        TRY_COMPARE(runs.index(0, RunList::StateColumn).data().toString(), QString("interrupted"));
    }

    /// The checkpoints of two machines, in the library and in the session: each is offered where it can be read.
    void whatLiesOnAnotherMachineIsOfferedThereOnly() {
        Desk desk;
        desk.close();
        QFile ssh(desk.folder.filePath("ssh"));  // reaches nobody, and says nothing
        QVERIFY(ssh.open(QIODevice::WriteOnly) && ssh.write("#!/bin/sh\nexec sleep 600\n") > 0);
        ssh.close();
        QVERIFY(ssh.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", desk.folder.path().toUtf8() + ':' + path);
        const auto at = [](std::uint32_t lane, const std::string& host) {
            std::vector<run::Record> records = laneRecords(lane, host == host_name() ? somewhere : "/far/away");
            records[0].mutable_started()->mutable_identity()->clear_race_id();
            for (run::Record& record : records)
                if (record.has_checkpoint()) record.mutable_checkpoint()->set_host(host);
            return records;
        };
        {
            const auto library = Library::open(default_library_path(), Access::read_write);
            library->append(at(0, host_name()));
            library->append(at(1, "class-server"));
        }
        desk.open("hello serve");
        SessionModel& session = desk.program->session();
        session.apply(at(2, "class-server"));  // it trained there in this session
        session.interrupt(QString::fromStdString(lanes[2]), "the link is gone");
        const auto offered = [&desk] {
            QString all;
            for (const char* key : {"resume", "resume 2", "resume 3"}) all += desk.window().banners().sentence(key);
            return QString("FP32 ").repeated(all.contains("FP32")) + QString("FP16 ").repeated(all.contains("FP16")) +
                   QString("BF16 ").repeated(all.contains("BF16"));
        };
        QCOMPARE(offered(), "FP32 ");  // the others would end in "there is no checkpoint"
        WorkerPlace server;
        QCOMPARE(takeAddress("class-server", server), QString());
        desk.window().machine().use(server);
        QCOMPARE(offered(), "FP16 BF16 ");
        for (const QString& name : {QString("localhost"), QString::fromStdString(host_name()).toUpper()}) {
            QCOMPARE(takeAddress(name, server), QString());  // a machine that has this one's files
            desk.window().machine().use(server);
            QVERIFY2(offered().startsWith("FP32 "), qPrintable(name));
        }
        desk.window().machine().use({});
        QCOMPARE(offered(), "FP32 ");
        desk.close();
        qputenv("PATH", path);
    }

    void oneDamagedLaneDoesNotHideItsRace() {
        Desk desk;
        desk.close();
        {
            const auto library = Library::open(default_library_path(), Access::read_write);
            for (std::uint32_t lane = 0; lane < 3; ++lane) library->append(laneRecords(lane));
        }
        damage(lanes[1]);
        const auto library = Library::open(default_library_path(), Access::read_only);
        QCOMPARE(readInterruptedRuns(*library, CheckpointReach::Here).size(), std::size_t{2});
        const std::vector<InterruptedRun> found =
            readRaceOf(*library, QString::fromStdString(lanes[2]), CheckpointReach::Here);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].id.toStdString(), lanes[0]);
        QCOMPARE(found[1].id.toStdString(), lanes[2]);
    }

    void aStoppedRunRunsAgainFromItsCheckpoint() {
        RunModel run("a");
        run::Record record;
        record.set_run_id("a");
        record.set_step(5);
        record.mutable_finished()->set_outcome(run::RunFinished::STOPPED);
        run.apply(record);
        QCOMPARE(run.state(), RunState::stopped);
        record.mutable_event()->set_kind(run::EventRecord::RESUMED_FROM_CHECKPOINT);
        run.apply(record);
        QCOMPARE(run.state(), RunState::running);
        QVERIFY(!run.finished());
        record.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
        run.apply(record);
        QCOMPARE(run.state(), RunState::finished);
    }
};

QTEST_MAIN(ResumeOfferTest)
#include "resume_offer_test.moc"
