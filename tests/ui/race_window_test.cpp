// SPDX-License-Identifier: Apache-2.0
// Races as a person runs them, offscreen, on a scripted worker: the lanes that are set up, what the buttons mean while
// a race trains, the baseline, ghosts and the way back, and repetition over seeds.
#include <unistd.h>

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableView>
#include <QTest>
#include <csignal>
#include <fstream>

#include "tests/ui/live_records.h"
#include "tests/ui/race_desk.h"
#include "tests/ui/race_records.h"
#include "ui/charts/line_chart.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/seed_view.h"
#include "ui/setup/precision_picker.h"
#include "ui/shell/actions.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/welcome_panel.h"
#include "ui/widgets/text_label.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

void startRace(Desk& desk, std::uint32_t steps = 20) {
    QVERIFY(desk.window().pages().open("Compare"));
    auto* button = desk.find<QPushButton>("startRace");
    TRY_VERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    TRY_VERIFY(lane(desk, 1) && lane(desk, 1)->step() == steps);
}

}  // namespace

class RaceWindowTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void cleanup() {
        qunsetenv("MANTISSA_FAKE_RACES_END");
        qunsetenv("MANTISSA_FAKE_TOTAL_STEPS");
    }

    /// A report made on Compare is of what its charts show, not of all runs that other pages draw.
    void aReportMadeOnCompareIsOfItsRuns() {
        Desk desk;
        SessionModel& session = desk.program->session();
        run::Record other = laneStarted("B", run::FP16, "", 0);
        other.mutable_started()->mutable_config()->set_width(32);
        session.apply({laneStarted("A", run::FP32, "", 0), other, laneStarted("C", run::FP16, "", 0)});
        const auto title = [&desk](const char* page) {
            if (!desk.window().pages().open(page)) return QString();
            desk.window().actions().saveReport->trigger();
            auto* dialog = desk.find<QFileDialog>("reportDialog");
            const QString text = dialog ? dialog->windowTitle() : QString();
            delete dialog;
            return text;
        };
        QCOMPARE(title("Live"), QString("Save report of the 3 runs on the charts"));
        QCOMPARE(title("Compare"), QString("Save report of the 2 runs on the charts"));
    }

    void theLanesThatAreSetUpAreSent() {
        Desk desk;
        desk.find<QSpinBox>("batch")->setValue(77);
        desk.find<QPushButton>("addLane")->click();
        desk.find<QPushButton>("addLane")->click();
        desk.find<QCheckBox>("lane4control")->setChecked(true);
        startRace(desk);
        const QStringList races = desk.told({"\"race\""});
        QCOMPARE(races.size(), 1);
        QCOMPARE(desk.told({"\"start\""}).size(), 0);
        const auto lanes = desk.window().controller().race();
        QCOMPARE(lanes.size(), std::size_t{4});
        QCOMPARE(lanes[0]->config().precision(), run::FP32);
        QCOMPARE(lanes[1]->config().precision(), run::FP16);
        QCOMPARE(lanes[1]->config().scaling(), run::NONE);
        QCOMPARE(lanes[2]->config().scaling(), run::DYNAMIC);
        QCOMPARE(lanes[2]->config().loss_scale(), 65536.0);
        QCOMPARE(lanes[3]->config().precision(), run::FP32);  // a control is the first lane again
        QVERIFY(lanes[3]->config().one_ulp() && !lanes[0]->config().one_ulp());
        for (const RunModel* run : lanes) QCOMPARE(run->config().batch(), 77u);
        // Selected is the first lane: it stands for the race.
        QCOMPARE(desk.run(), lanes[0]);
        QVERIFY(!desk.find<QPushButton>("startRace")->isEnabled());
    }

    void buttonsActOnAllLanesAndChangesOnTheOneShown() {
        Desk desk;
        startRace(desk);
        desk.click(desk.window().actions().run);
        TRY_COMPARE(lane(desk, 0)->state(), RunState::paused);
        TRY_COMPARE(lane(desk, 1)->state(), RunState::paused);
        QCOMPARE(desk.told({"\"pause\"", "\"all_lanes\":true"}).size(), 1);
        desk.click(desk.window().actions().step);
        TRY_COMPARE(lane(desk, 1)->step(), 21u);
        QCOMPARE(desk.told({"\"single_step\"", "\"all_lanes\":true"}).size(), 1);

        // Another lane is looked at: the Setup dock shows it, and changes go there.
        QTableView& table = desk.window().pages().compare().table();
        TRY_COMPARE(desk.window().pages().compare().lanes().rowCount(), 2);
        table.selectRow(1);
        TRY_COMPARE(desk.run(), lane(desk, 1));
        QCOMPARE(desk.setup().config().precision(), run::FP16);
        desk.window().controller().setLossScale(1024);
        TRY_COMPARE(lane(desk, 1)->currentConfig().loss_scale(), 1024.0);
        QCOMPARE(desk.told({"\"change\"", "\"lane\":1"}).size(), 1);
        QVERIFY(lane(desk, 0)->currentConfig().loss_scale() != 1024.0);

        const std::string race = desk.run()->identity().race_id();
        desk.click(desk.window().actions().reset);
        TRY_VERIFY(desk.run()->identity().race_id() != race);
        QCOMPARE(desk.told({"\"reset\""}).size(), 1);  // the worker resets all lanes of a race
        TRY_VERIFY(lane(desk, 1) != nullptr);
        desk.click(desk.window().actions().stop);
        TRY_COMPARE(lane(desk, 0)->state(), RunState::stopped);
        TRY_COMPARE(lane(desk, 1)->state(), RunState::stopped);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
    }

    /// A lane's settings are shown while it trains; they never become the person's, and what was done before can be
    /// undone without reaching a lane.
    void afterARaceTheSettingsAreThePersonsOwn() {
        Desk desk;
        desk.window().controller().setGhostSteps(0);  // or undoing goes on with the ghost
        SetupModel& setup = desk.setup();
        setup.edit(run::RunConfig::kSeedFieldNumber, EditKind::Choice, [](run::RunConfig& c) { c.set_seed(5); });
        setup.edit(run::RunConfig::kPrecisionFieldNumber, EditKind::Choice,
                   [](run::RunConfig& c) { c.set_precision(run::BF16); });
        setup.edit(run::RunConfig::kLrFieldNumber, EditKind::Choice, [](run::RunConfig& c) { c.set_lr(0.25); });
        const run::RunConfig own = setup.config();
        startRace(desk);
        TRY_COMPARE(setup.config().precision(), run::FP32);  // the first lane's
        QCOMPARE(setup.ownConfig().precision(), run::BF16);
        // A change while it trains goes to the lane, and stays; one of before that is undone does not reach it.
        setup.edit(run::RunConfig::kClipNormFieldNumber, EditKind::Choice,
                   [](run::RunConfig& c) { c.set_clip_norm(3); });
        TRY_COMPARE(desk.told({"\"change\"", "\"clip_norm\":3"}).size(), 1);
        QVERIFY(setup.undoStack().canUndo());
        setup.undoStack().undo();
        TRY_COMPARE(desk.told({"\"change\"", "\"clip_norm\":0"}).size(), 1);
        setup.undoStack().redo();
        TRY_COMPARE(desk.told({"\"change\"", "\"clip_norm\":3"}).size(), 2);
        desk.click(desk.window().actions().stop);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        QCOMPARE(setup.config().precision(), run::BF16);
        QCOMPARE(setup.config().lr(), 0.25);
        QCOMPARE(setup.config().clip_norm(), 3.0);
        const qsizetype changes = desk.told({"\"change\""}).size();
        setup.undoStack().undo();  // the clip norm
        run::RunConfig now = setup.config();
        QCOMPARE(changedFields(own, now), FieldSet());
        setup.undoStack().undo();
        QVERIFY(setup.config().lr() != 0.25);
        setup.undoStack().undo();
        QVERIFY(setup.config().precision() != run::BF16);
        QCOMPARE(setup.config().seed(), 5u);
        QCOMPARE(desk.told({"\"change\""}).size(), changes);
    }

    void whatWasDoneBeforeARaceIsUndoneWithoutReachingALane() {
        Desk desk;
        SetupModel& setup = desk.setup();
        setup.edit(run::RunConfig::kLrFieldNumber, EditKind::Choice, [](run::RunConfig& c) { c.set_lr(0.25); });
        startRace(desk);
        TRY_COMPARE(lane(desk, 0)->currentConfig().lr(), 0.25);
        setup.undoStack().undo();
        QVERIFY(setup.config().lr() != 0.25);
        desk.click(desk.window().actions().run);  // commands are answered in their order
        TRY_COMPARE(lane(desk, 0)->state(), RunState::paused);
        QCOMPARE(desk.told({"\"change\""}).size(), 0);
        QCOMPARE(lane(desk, 0)->currentConfig().lr(), 0.25);
    }

    void theBaselineCanBeChanged() {
        Desk desk;
        startRace(desk);
        ComparePage& page = desk.window().pages().compare();
        const auto mark = [&page](int row) {
            return page.lanes().index(row, CompareTable::Baseline).data().toString();
        };
        TRY_COMPARE(page.lanes().rowCount(), 2);
        QCOMPARE(mark(0), QString("●"));
        TRY_COMPARE(page.lanes().index(1, CompareTable::Parted).data().toString(), QString("step 2"));
        const QRect cell = page.table().visualRect(page.lanes().index(1, CompareTable::Baseline));
        QTest::mouseClick(page.table().viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(mark(0), QString("○"));
        QCOMPARE(mark(1), QString("●"));
        QCOMPARE(page.lanes().index(1, CompareTable::Parted).data().toString(), QString("baseline"));
        QCOMPARE(page.lanes().index(0, CompareTable::Parted).data().toString(), QString("step 2"));
        page.table().setCurrentIndex(page.lanes().index(0, 1));
        QTest::keyClick(&page.table(), Qt::Key_Space);
        QCOMPARE(mark(0), QString("●"));
        QCOMPARE(desk.told({"\"pause\""}).size(), 0);  // the key was the table's
    }

    void aSwitchLeavesAGhostAndUndoAdoptsIt() {
        Desk desk;
        desk.startRun();
        const RunModel* parent = desk.run();
        const run::Precision before = parent->precision();
        QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::BF16), Qt::LeftButton);
        TRY_COMPARE(parent->currentPrecision(), run::BF16);
        QCOMPARE(desk.told({"\"change\"", "\"ghost_steps\":200"}).size(), 1);
        TRY_COMPARE(desk.program->session().runs().size(), std::size_t{2});
        const RunModel* ghost = desk.program->session().runs().back();
        QVERIFY(ghost->identity().ghost());
        QCOMPARE(ghost->identity().parent_run_id(), parent->runId());
        QCOMPARE(desk.run(), parent);  // a ghost does not come to the front
        TRY_VERIFY(desk.setup().undoStack().canUndo());
        desk.window().actions().undo->trigger();
        TRY_COMPARE(desk.told({"\"adopt\"", "\"lane\":1"}).size(), 1);
        QCOMPARE(desk.told({"\"change\":"}).filter("command").size(), 1);  // nothing was changed back
        TRY_COMPARE(desk.run(), ghost);
        TRY_COMPARE(parent->state(), RunState::stopped);
        QCOMPARE(desk.setup().config().precision(), before);
        // What is changed next goes to the lane of the run that was adopted, also what was just taken back.
        TRY_VERIFY(!ghost->ghost());
        QCoreApplication::processEvents();
        desk.window().actions().redo->trigger();
        TRY_COMPARE(desk.told({"\"change\"", "\"precision\":\"BF16\"", "\"lane\":1"}).size(), 1);
        desk.window().controller().setLossScale(4096);
        TRY_COMPARE(desk.told({"\"change\"", "\"lane\":1"}).size(), 2);
        desk.click(desk.window().actions().stop);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
    }

    /// What the status bar says of a change stays while its run trains, and goes with it.
    void theMessageOfAChangeGoesWithItsRunAndNotWithTheGhost() {
        Desk desk;
        desk.startRun();
        const RunModel* parent = desk.run();
        QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::BF16), Qt::LeftButton);
        TRY_COMPARE(desk.program->session().runs().size(), std::size_t{2});
        const auto message = [&] { return desk.window().statusBar()->currentMessage(); };
        TRY_VERIFY(message().startsWith("From step"));
        const auto end = [&](const RunModel* run) {
            run::Record record;
            record.set_run_id(run->runId());
            record.set_lane(run->lane());
            record.set_step(run->step());
            record.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
            desk.program->session().apply({record});
        };
        QSignalSpy ended(&desk.window().controller(), &RunController::runEnded);
        end(desk.program->session().runs().back());
        TRY_COMPARE(ended.count(), 1);
        QVERIFY2(message().startsWith("From step"), qPrintable(message()));
        end(parent);
        TRY_COMPARE(ended.count(), 2);
        QCOMPARE(message(), QString());
    }

    void aGhostThatIsLookedAtTakesNoChanges() {
        Desk desk;
        desk.startRun();
        const RunModel* parent = desk.run();
        auto* picker = desk.window().findChild<PrecisionPicker*>();
        const run::Precision before = parent->precision();
        QTest::mouseClick(picker->button(run::BF16), Qt::LeftButton);
        TRY_COMPARE(desk.program->session().runs().size(), std::size_t{2});
        const RunModel* ghost = desk.program->session().runs().back();
        TRY_VERIFY(desk.setup().undoStack().canUndo());

        // Side by side as a pair, whichever is looked at.
        QVERIFY(desk.window().pages().open("Compare"));
        ComparePage& page = desk.window().pages().compare();
        TRY_COMPARE(page.lanes().rowCount(), 2);
        QVERIFY2(page.about().contains("ghost"), qPrintable(page.about()));
        QVERIFY(page.lanes().index(1, CompareTable::Name).data().toString().contains(", ghost"));
        QCOMPARE(page.accuracyChart().seriesIds().size(), 2);
        page.table().selectRow(1);
        TRY_COMPARE(desk.run(), ghost);
        page.refreshNow();
        QCOMPARE(page.lanes().rowCount(), 2);
        QVERIFY(page.lanes().index(1, CompareTable::Name).data().toString().contains(", ghost"));

        // The dock stays with the run that takes changes, and so does what can be undone.
        QCOMPARE(desk.window().controller().liveRun(), parent);
        QCOMPARE(desk.setup().config().precision(), run::BF16);
        QVERIFY(desk.setup().undoStack().canUndo());
        desk.window().controller().setLossScale(4096);
        TRY_COMPARE(parent->currentConfig().loss_scale(), 4096.0);
        QVERIFY(ghost->currentConfig().loss_scale() != 4096.0);
        page.table().selectRow(0);
        TRY_COMPARE(desk.run(), parent);
        QCOMPARE(desk.setup().config().precision(), run::BF16);
        QTest::mouseClick(picker->button(before), Qt::LeftButton);
        TRY_COMPARE(parent->currentPrecision(), before);
    }

    void aGhostDoesNotEndARepetition() {
        Desk desk;
        desk.find<QSpinBox>("raceSeeds")->setValue(2);
        startRace(desk);
        QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::BF16), Qt::LeftButton);
        TRY_COMPARE(desk.program->session().runs().size(), std::size_t{3});
        std::vector<run::Record> ends;
        for (const RunModel* run : desk.program->session().runs()) {
            run::Record& end = ends.emplace_back();
            end.set_run_id(run->runId());
            end.set_lane(run->lane());
            end.set_step(run->step());
            end.mutable_finished()->set_outcome(run->ghost() ? run::RunFinished::STOPPED : run::RunFinished::COMPLETED);
        }
        desk.program->session().apply(ends);
        TRY_COMPARE(desk.told({"\"race\""}).size(), 2);
    }

    void aRepetitionThatIsCutShortSaysNothingOfWhatWasToCome() {
        Desk desk;
        desk.find<QSpinBox>("raceSeeds")->setValue(3);
        startRace(desk);
        ComparePage& page = desk.window().pages().compare();
        page.refreshNow();
        QVERIFY2(page.seeds().contains("2 seeds are still to come"), qPrintable(page.seeds()));
        run::Record failed;  // as a lane that diverges to an error ends
        failed.set_run_id(lane(desk, 0)->runId());
        failed.mutable_finished()->set_outcome(run::RunFinished::FAILED);
        run::Record other;
        other.set_run_id(lane(desk, 1)->runId());
        other.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
        desk.program->session().apply({failed, other});
        TRY_COMPARE(desk.window().controller().seedsToCome(), 0);
        page.refreshNow();
        QVERIFY2(!page.seeds().contains("to come"), qPrintable(page.seeds()));
        QCOMPARE(desk.told({"\"race\""}).size(), 1);
    }

    /// The seeds that were to come are not lost with a worker: they follow when the race has been resumed to its end.
    void aRepetitionGoesOnAfterAWorkerWasLost() {
        Desk desk;
        desk.find<QSpinBox>("raceSeeds")->setValue(3);
        startRace(desk);
        const std::vector<const RunModel*> lanes{lane(desk, 0), lane(desk, 1)};
        std::ifstream children(QString("/proc/self/task/%1/children").arg(::getpid()).toStdString());
        pid_t worker = 0;
        QVERIFY(children >> worker);
        QCOMPARE(::kill(worker, SIGKILL), 0);
        for (const RunModel* run : lanes) TRY_COMPARE(run->state(), RunState::interrupted);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::NoWorker);
        QCOMPARE(desk.window().controller().seedsToCome(), 2);
        desk.program->client().startAgain();
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        std::vector<run::Record> again, ends;
        for (const RunModel* run : lanes) {
            run::Record& one = again.emplace_back();
            one.set_run_id(run->runId());
            one.set_lane(run->lane());
            one.set_step(run->step());
            one.mutable_event()->set_kind(run::EventRecord::RESUMED_FROM_CHECKPOINT);
            ends.push_back(one);
            ends.back().mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
        }
        desk.program->session().apply(again);
        for (const RunModel* run : lanes) TRY_COMPARE(run->state(), RunState::running);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Running);
        const qsizetype before = desk.told({"\"race\""}).size();
        desk.program->session().apply(ends);
        TRY_COMPARE(desk.told({"\"race\""}).size(), before + 1);
        QCOMPARE(desk.window().controller().seedsToCome(), 1);
    }

    void withoutTheBoxThereIsNoGhost() {
        Desk desk;
        auto* box = desk.find<QCheckBox>("keepGhost");
        QVERIFY(box->isChecked());
        box->click();
        desk.startRun();
        QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::BF16), Qt::LeftButton);
        TRY_COMPARE(desk.run()->currentPrecision(), run::BF16);
        QCOMPARE(desk.told({"ghost_steps"}).size(), 0);
        desk.close();
        desk.open("hello serve");
        QVERIFY(!desk.find<QCheckBox>("keepGhost")->isChecked());  // remembered
    }

    /// The worker has four runs at once: beside a race of four the box would promise what it cannot keep.
    void besideFourLanesThereIsNoRoomForAGhost() {
        Desk desk;
        auto* box = desk.find<QCheckBox>("keepGhost");
        const char* const ids[] = {"A", "B", "C", "D"};
        std::uint32_t number = 0;
        for (const char* id : ids)
            desk.program->session().apply({laneStarted(id, run::FP16, "R", number++), step(id, 1, 1.0f, 0.5f)});
        TRY_VERIFY(!box->isEnabled());
        QVERIFY2(box->toolTip().contains("a change leaves no ghost"), qPrintable(box->toolTip()));
        run::Record end = record("D", 2);
        end.set_lane(3);
        end.mutable_finished()->set_outcome(run::RunFinished::STOPPED);
        desk.program->session().apply({end});
        TRY_VERIFY(box->isEnabled());
        QVERIFY2(box->toolTip().contains("Undo returns to it"), qPrintable(box->toolTip()));
    }

    void aRepeatedRaceTakesTheNextSeedAndOneGroup() {
        qputenv("MANTISSA_FAKE_RACES_END", "3");
        Desk desk;
        desk.find<QSpinBox>("seed")->setValue(41);
        desk.find<QSpinBox>("raceSeeds")->setValue(3);
        QVERIFY(desk.window().pages().open("Compare"));
        QTest::mouseClick(desk.find<QPushButton>("startRace"), Qt::LeftButton);
        TRY_COMPARE(desk.told({"\"race\""}).size(), 3);
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        TRY_COMPARE(desk.program->session().runs().size(), std::size_t{6});
        std::set<std::string> groups;
        std::map<std::string, std::uint64_t> seeds;
        for (const RunModel* run : desk.program->session().runs()) {
            groups.insert(run->identity().group_id());
            const auto [at, isNew] = seeds.try_emplace(run->identity().race_id(), run->config().seed());
            QCOMPARE(at->second, run->config().seed());  // paired: all lanes of a race have one seed
        }
        QCOMPARE(groups.size(), std::size_t{1});
        QVERIFY(!groups.begin()->empty());
        QCOMPARE(seeds.size(), std::size_t{3});
        std::set<std::uint64_t> different;
        for (const auto& entry : seeds) different.insert(entry.second);
        QCOMPARE(different, (std::set<std::uint64_t>{41, 42, 43}));
        // The mean with the value of each seed beside it.
        const QAbstractItemModel& table = desk.window().pages().compare().seedTable().seeds();
        TRY_COMPARE(table.columnCount(), SeedTable::FirstSeed + 3);
        QCOMPARE(table.rowCount(), 2);
        for (int seed = 0; seed < 3; ++seed)
            QCOMPARE(table.headerData(SeedTable::FirstSeed + seed, Qt::Horizontal).toString(),
                     QString("seed %1").arg(41 + seed));
        TRY_VERIFY(desk.find<QWidget>("raceSeedTable")->isVisible());
    }
};

QTEST_MAIN(RaceWindowTest)
#include "race_window_test.moc"
