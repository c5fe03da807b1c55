// SPDX-License-Identifier: Apache-2.0
// A library that cannot be written, in the whole window: who goes on without keeping sees what is not kept, and with
// room again the next run is kept, which is told by name.
#include <QMessageBox>
#include <QPushButton>
#include <optional>

#include "engine/store/library.h"
#include "tests/support/file_limit.h"
#include "tests/ui/desk.h"
#include "ui/models/run_list.h"
#include "ui/runs/run_controller.h"
#include "ui/widgets/banner.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

class KeptDesk : public Desk {
  public:
    /// Trains a run of this name; its id.
    QString train(const char* name) {
        run::RunConfig config = setup().config();
        config.set_name(name);
        const QString before = run() ? QString::fromStdString(run()->runId()) : QString();
        window().controller().start(config);
        const bool began = QTest::qWaitFor(
            [&] { return run() && QString::fromStdString(run()->runId()) != before && run()->step() == 20; }, 30000);
        return began ? QString::fromStdString(run()->runId()) : QString();
    }
    void stop() {
        window().controller().stop();
        TRY_VERIFY(!run()->live());
    }
    /// Its last step in the library; -1: it holds nothing of the run.
    int kept(const QString& runId) {
        const auto library = Library::open(folder.filePath("library.mantissa").toStdString(), Access::read_only);
        const std::optional<std::uint32_t> steps = library->steps_kept(runId.toStdString());
        return steps ? static_cast<int>(*steps) : -1;
    }
    QString banner() { return window().banners().sentence("keeping"); }
    void press(const QString& text) {
        QPushButton* wanted = nullptr;
        TRY_VERIFY((wanted = visible(text)) != nullptr);
        wanted->click();
    }
    QPushButton* visible(const QString& text) {
        for (auto* button : window().banners().findChildren<QPushButton*>())
            if (button->text() == text && button->isVisible()) return button;
        return nullptr;
    }
    QString state(const QString& runId) {
        const RunList& runs = program->runs();
        return runs.index(runs.rowOf(runId), RunList::StateColumn).data().toString();
    }
    /// Of the run that trains, while the disk is full; it goes on without being kept.
    void loseAStep() {
        window().controller().step();
        TRY_VERIFY(banner().startsWith("Training waits"));
        press("Continue without keeping");
        TRY_VERIFY(banner().startsWith("Training continues, but is not kept"));
        TRY_VERIFY(acknowledged());
    }
    /// Of the run that trains and is kept so far: its next step is lost, then the disk has room again.
    void keepInPart(const QString& runId) {
        TRY_COMPARE(kept(runId), 20);
        {
            const FileLimit full(1);
            loseAStep();
        }
        press("Try again now");
        TRY_VERIFY(banner().startsWith("The library can be written again"));
    }
    bool acknowledged() { return program->client().unacknowledgedFrames() == 0; }
};

}  // namespace

class KeepingTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void afterGoingOnWithoutKeepingTheNextRunIsKeptAgain() {
        KeptDesk desk;
        const QString first = desk.train("first");
        TRY_COMPARE(desk.kept(first), 20);
        QVERIFY(desk.program->client().keptAll());
        QString second;
        {
            const FileLimit full(1);
            desk.window().controller().step();
            TRY_VERIFY(desk.banner().startsWith("Training waits"));
            QVERIFY(!desk.program->client().keptAll());
            QVERIFY(!desk.acknowledged());
            desk.press("Continue without keeping");
            TRY_VERIFY(desk.banner().startsWith("Training continues, but is not kept"));
            QVERIFY2(desk.banner().contains("disk I/O error"), qPrintable(desk.banner()));
            QVERIFY2(desk.banner().contains("Not kept: “first” from step 21 on."), qPrintable(desk.banner()));
            TRY_VERIFY(desk.acknowledged());
            QVERIFY(!desk.program->client().keptAll());
            TRY_VERIFY(desk.state(first).endsWith(", kept in part"));

            desk.press("Try again now");
            QVERIFY(desk.banner().isEmpty());
            TRY_VERIFY(desk.banner().startsWith("Training continues, but is not kept"));

            desk.stop();
            second = desk.train("second");
            TRY_VERIFY(desk.banner().contains("“second”"));
            TRY_COMPARE(desk.state(second), QString("running, not kept"));
            TRY_VERIFY(desk.acknowledged());
        }
        desk.window().controller().step();  // of the second, which nobody has the beginning of
        TRY_VERIFY(desk.run()->step() == 21);
        TRY_VERIFY(desk.acknowledged());
        QVERIFY(desk.banner().startsWith("Training continues, but is not kept"));
        desk.stop();
        const QString third = desk.train("third");
        TRY_VERIFY(desk.banner().startsWith("Kept again from “third” on"));
        QVERIFY2(desk.banner().contains("Not kept: “first” from step 21 on, “second”."), qPrintable(desk.banner()));
        TRY_COMPARE(desk.kept(third), 20);
        TRY_VERIFY(desk.acknowledged());
        QVERIFY(desk.program->client().keptAll());
        QCOMPARE(desk.kept(first), 20);
        QCOMPARE(desk.kept(second), -1);
        TRY_COMPARE(desk.state(third), QString("running"));
        TRY_COMPARE(desk.state(second), QString("stopped, not kept"));
        desk.stop();
        TRY_VERIFY(desk.program->runs().library()->summary(third.toStdString()).finished);
        QVERIFY(!desk.program->runs().library()->summary(first.toStdString()).finished);
    }

    void whoAsksLearnsThatThereIsRoomAgainAndWhatWasNotKept() {
        KeptDesk desk;
        const QString first = desk.train("first");
        TRY_COMPARE(desk.kept(first), 20);
        {
            const FileLimit full(1);
            desk.window().controller().step();
            TRY_VERIFY(desk.banner().startsWith("Training waits"));
            desk.press("Continue without keeping");
            TRY_VERIFY(desk.banner().startsWith("Training continues, but is not kept"));
        }
        desk.press("Try again now");
        TRY_VERIFY(desk.banner().startsWith("The library can be written again"));
        QVERIFY2(desk.banner().contains("Not kept: “first” from step 21 on."), qPrintable(desk.banner()));
        desk.stop();
        const QString second = desk.train("second");
        TRY_COMPARE(desk.kept(second), 20);
        QVERIFY(desk.banner().startsWith("The library can be written again"));  // told once
        QCOMPARE(desk.kept(first), 20);
        QVERIFY(!desk.program->runs().library()->summary(first.toStdString()).finished);
    }

    /// It is in no library: taken off the list it is only hidden, and nobody is told of a run that is not there.
    void aRunThatIsNotKeptCanBeTakenOffTheListAndBroughtBack() {
        KeptDesk desk;
        const QString first = desk.train("first");
        TRY_COMPARE(desk.kept(first), 20);
        QString second;
        {
            const FileLimit full(1);
            desk.window().controller().step();
            TRY_VERIFY(desk.banner().startsWith("Training waits"));
            desk.press("Continue without keeping");
            TRY_VERIFY(desk.banner().startsWith("Training continues"));
            desk.stop();
            second = desk.train("second");
            TRY_COMPARE(desk.state(second), QString("running, not kept"));
            desk.stop();
            TRY_COMPARE(desk.state(second), QString("stopped, not kept"));
        }
        RunList& runs = desk.program->runs();
        QSignalSpy said(&runs, &RunList::message);
        QCOMPARE(runs.removeRuns({second}), 1);
        QCOMPARE(runs.rowOf(second), -1);
        QCOMPARE(runs.undoRemove(), 1);
        TRY_COMPARE(desk.state(second), QString("stopped, not kept"));
        QVERIFY(desk.program->session().run(second) != nullptr);
        desk.train("third");
        TRY_VERIFY(desk.banner().startsWith("Kept again from “third” on"));
        QCOMPARE(said.count(), 0);
    }

    /// The library could give back its first part only.
    void aRunThatIsKeptInPartComesBackWhole() {
        KeptDesk desk;
        const QString first = desk.train("first");
        desk.keepInPart(first);
        desk.stop();
        desk.train("second");
        RunList& runs = desk.program->runs();
        QCOMPARE(runs.removeRuns({first}), 1);
        QCOMPARE(runs.rowOf(first), -1);
        QCOMPARE(runs.undoRemove(), 1);
        TRY_VERIFY(desk.state(first).endsWith(", kept in part"));
        QVERIFY(desk.program->session().run(first));
        QCOMPARE(desk.program->session().run(first)->step(), 21u);
        QCOMPARE(runs.row(runs.rowOf(first)).steps, 21u);
    }

    void aLibraryThatAnotherHadIsOpenedWithoutARestart() {
        KeptDesk desk;
        desk.close();
        auto other = std::make_unique<WriterLock>(desk.folder.filePath("library.mantissa").toStdString(),
                                                  WriterLock::Kind::exclusive);
        desk.open("hello serve");
        const auto said = [&desk] { return desk.window().banners().sentence("library"); };
        QVERIFY2(said().contains("open for writing"), qPrintable(said()));
        const QString first = desk.train("first");
        QCOMPARE(desk.kept(first), -1);
        QVERIFY(!desk.program->runs().whyReadOnly().isEmpty());
        desk.press("Try again");
        QVERIFY2(said().contains("open for writing"), qPrintable(said()));
        other.reset();
        desk.press("Try again");
        QCOMPARE(said(), "");
        QVERIFY2(desk.banner().startsWith("The library can be written now"), qPrintable(desk.banner()));
        QVERIFY2(desk.banner().contains("Not kept: “first”."), qPrintable(desk.banner()));
        QCOMPARE(desk.program->runs().whyReadOnly(), "");
        TRY_COMPARE(desk.state(first), QString("running, not kept"));
        desk.window().controller().step();
        TRY_COMPARE(desk.run()->step(), 21u);
        TRY_VERIFY(desk.acknowledged());
        QVERIFY(!desk.program->client().keptAll());
        QVERIFY(desk.window().banners().sentence("refused run").isEmpty());
        desk.stop();
        const QString second = desk.train("second");
        TRY_COMPARE(desk.kept(second), 20);
        QVERIFY(desk.program->client().keptAll());
        QCOMPARE(desk.kept(first), -1);
    }

    void whatWouldBeLostIsAskedAboutFirst() {
        KeptDesk desk;
        const QString first = desk.train("<b>first</b>");
        TRY_COMPARE(desk.kept(first), 20);
        const RunList& runs = desk.program->runs();
        QCOMPARE(runs.unkeptRuns(), QStringList());
        {
            const FileLimit full(1);
            desk.loseAStep();
        }
        QCOMPARE(runs.unkeptRuns(), QStringList());  // it trains
        desk.stop();
        TRY_COMPARE(runs.unkeptRuns(), QStringList("<b>first</b>"));
        QVERIFY(!desk.window().close());
        auto* question = desk.window().findChild<QMessageBox*>();
        QVERIFY(question && question->isVisible());
        QVERIFY2(question->informativeText().contains("&lt;b&gt;first"), qPrintable(question->informativeText()));
        question->reject();
        QVERIFY(desk.window().isVisible());
    }

    void ofManyRunsTheNewestAreNamed() {
        KeptDesk desk;
        const QString first = desk.train("run 1");
        TRY_COMPARE(desk.kept(first), 20);
        const FileLimit full(1);
        desk.loseAStep();
        for (const char* name : {"run 2", "run 3", "run 4", "run 5", "run 6"}) {
            desk.stop();
            desk.train(name);
            TRY_VERIFY(desk.acknowledged());
        }
        TRY_VERIFY(desk.banner().contains("“run 6”"));
        QVERIFY2(desk.banner().contains("Not kept: “run 3”, “run 4”, “run 5”, “run 6”, and others: 2."),
                 qPrintable(desk.banner()));
    }

    void whatComesOfARunThatIsNotKeptIsNamedToo() {
        KeptDesk desk;
        desk.keepInPart(desk.train("first"));
        run::RunConfig change;
        change.set_lr(0.5);
        desk.program->client().change(change, 0, 10);
        TRY_VERIFY(desk.banner().startsWith("A run that continues one"));
        QVERIFY2(desk.banner().contains("Not kept: “"), qPrintable(desk.banner()));
        QVERIFY(!desk.banner().contains("from step"));  // the ghost, not the run that was named before
    }
};

QTEST_MAIN(KeepingTest)
#include "keeping_test.moc"
