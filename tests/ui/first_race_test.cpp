// SPDX-License-Identifier: Apache-2.0
// The first race of all, as a person runs it, offscreen, on a scripted worker: its three parts, what its sentences say
// and of which step, and how it ends.
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "tests/ui/live_records.h"
#include "tests/ui/race_desk.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/welcome_panel.h"
#include "ui/widgets/text_label.h"

using namespace mantissa;
using namespace mantissa::ui;

class FirstRaceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void cleanup() {
        qunsetenv("MANTISSA_FAKE_RACES_END");
        qunsetenv("MANTISSA_FAKE_TOTAL_STEPS");
    }

    void aSentenceOfTheFirstRaceStaysUntilItIsRead() {
        Desk desk;
        auto* panel = desk.find<WelcomePanel>("welcomePanel");
        auto* button = desk.find<QPushButton>("welcomeButton");
        auto* heading = desk.find<QLabel>("welcomeHeading");
        WelcomeFlow& flow = desk.window().welcome();
        panel->setReadingTime(std::chrono::hours(1));
        const QString offer = heading->text();
        QTest::mouseClick(button, Qt::LeftButton);
        TRY_VERIFY(heading->text() != offer);  // what is pressed is answered at once
        const QString first = heading->text();
        TRY_VERIFY(flow.heading().contains("stalled"));
        QCOMPARE(heading->text(), first);
        TRY_COMPARE(button->text(), QString("Turn on loss scaling"));  // who has read it may go on
        QTest::mouseClick(button, Qt::LeftButton);
        TRY_COMPARE(heading->text(), flow.heading());
        QVERIFY(heading->text() != first);
    }

    void theWelcomeKeepsItsHeightAndIsOneLineWithLargeText() {
        Desk desk;
        auto* panel = desk.find<QWidget>("welcomePanel");
        auto* text = desk.find<LinesLabel>("welcomeText");
        auto* pages = &desk.window().pages();
        const QRect before = pages->geometry();
        for (const int words : {1, 10, 200}) {
            text->setWhole(QString("word ").repeated(words));
            QCoreApplication::processEvents();
            QCOMPARE(pages->geometry(), before);  // whatever the panel says, the page stays where it is
            QCOMPARE(text->text().endsWith(QChar(0x2026)), words == 200);
            QCOMPARE(text->toolTip().isEmpty(), words != 200);  // what is cut is whole there
        }
        const int usual = panel->height();
        desk.program->theme().setTextPercent(200);
        TRY_VERIFY(!text->isVisible());
        auto* heading = desk.find<LinesLabel>("welcomeHeading");
        QVERIFY(heading->isVisible());
        TRY_VERIFY(panel->height() <= usual);
        QVERIFY(!heading->toolTip().isEmpty());
        desk.program->theme().setTextPercent(100);
        TRY_COMPARE(panel->height(), usual);
    }

    void theFirstRaceTurnsTheScaleOnAndEndsWithBf16() {
        Desk desk;
        auto* button = desk.find<QPushButton>("welcomeButton");
        WelcomeFlow& flow = desk.window().welcome();
        QVERIFY(button->isVisible() && button->isEnabled());
        QCOMPARE(flow.stage(), WelcomeFlow::Stage::Offer);
        QTest::mouseClick(button, Qt::LeftButton);
        TRY_VERIFY(lane(desk, 1) && lane(desk, 1)->step() == 20);
        const QStringList races = desk.told({"\"race\"", R"("preset":"underflow")"});
        QCOMPARE(races.size(), 1);
        QCOMPARE(lane(desk, 0)->config().precision(), run::FP32);
        QCOMPARE(lane(desk, 1)->config().precision(), run::FP16);
        QCOMPARE(lane(desk, 1)->config().scaling(), run::NONE);
        TRY_COMPARE(desk.run(), lane(desk, 1));  // its gradients are what is to be seen
        // FP32 has left chance (the fake's 50 %), FP16 has not: only now it has stalled, and the scale is offered.
        TRY_COMPARE(button->text(), QString("Turn on loss scaling"));
        QVERIFY2(flow.heading().contains("stalled"), qPrintable(flow.heading()));
        // Its figures are those of the lanes that it names, now.
        QVERIFY2(flow.figures().startsWith("Test accuracy: FP32 50.00"), qPrintable(flow.figures()));
        QVERIFY2(flow.figures().contains("FP16 11.70"), qPrintable(flow.figures()));
        QCOMPARE(desk.find<LinesLabel>("welcomeFigures")->whole(), flow.figures());
        button->setFocus();
        TRY_VERIFY(button->hasFocus());
        QTest::keyClick(button, Qt::Key_Space);
        TRY_COMPARE(lane(desk, 1)->currentConfig().scaling(), run::DYNAMIC);
        QCOMPARE(desk.told({"\"change\"", "\"lane\":1", R"("scaling":"DYNAMIC")"}).size(), 1);
        QCOMPARE(desk.told({"ghost_steps"}).size(), 0);
        QCOMPARE(desk.told({"\"race\""}).size(), 1);  // the race goes on
        QCOMPARE(flow.stage(), WelcomeFlow::Stage::Scaled);
        QVERIFY(!button->isVisible());  // nothing is claimed before FP16 has come back
        // A second Space is Run's, and not the cross that stands where the button was.
        QVERIFY(!desk.find<QToolButton>("welcomeClose")->hasFocus());
        desk.click(desk.window().actions().step);  // and an evaluation
        TRY_COMPARE(button->text(), QString("And BF16?"));
        QVERIFY2(flow.figures().contains("FP16 with loss scaling 60.00"), qPrintable(flow.figures()));
        QTest::mouseClick(button, Qt::LeftButton);  // ends this race, then begins the last one
        // It trains on until the worker has heard, and is tested where it ends.
        const std::uint32_t cut = lane(desk, 1)->step() + 7;
        run::Record tested;
        tested.set_run_id(lane(desk, 1)->runId());
        tested.set_lane(lane(desk, 1)->lane());
        tested.set_step(cut);
        tested.mutable_evaluated()->set_accuracy(0.65F);
        tested.mutable_evaluated()->set_images(10000);
        tested.mutable_evaluated()->set_complete(true);
        desk.program->session().apply({tested});
        TRY_COMPARE(desk.told({"\"race\"", R"("precision":"BF16")"}).size(), 1);
        TRY_COMPARE(flow.stage(), WelcomeFlow::Stage::Bf16);
        // Until the last race is there no figure of the one before is called BF16's.
        QVERIFY2(!flow.figures().contains("BF16") || lane(desk, 1)->precision() == run::BF16,
                 qPrintable(flow.figures()));
        TRY_VERIFY(lane(desk, 1) && lane(desk, 1)->precision() == run::BF16);
        TRY_COMPARE(desk.run(), lane(desk, 1));
        QCOMPARE(flow.stage(), WelcomeFlow::Stage::Bf16);
        // FP16's race was cut short for it: its figure is not called final without that.
        std::vector<run::Record> ends(2);
        for (std::size_t i = 0; i < ends.size(); ++i) {
            ends[i].set_run_id(lane(desk, i)->runId());
            ends[i].set_lane(lane(desk, i)->lane());
            ends[i].set_step(lane(desk, i)->step());
            ends[i].mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
            ends[i].mutable_finished()->set_test_accuracy(0.945F);
        }
        desk.program->session().apply(ends);
        TRY_COMPARE(flow.stage(), WelcomeFlow::Stage::Done);
        QVERIFY2(flow.figures().startsWith("Final accuracy: FP32 94.5") &&
                     flow.figures().contains("FP16 with loss scaling 65.00") &&
                     flow.figures().contains(QString("(at step %1, then stopped)").arg(cut)),
                 qPrintable(flow.figures()));
        desk.window().resize(1256, 760);  // all three are read, on a small screen too
        QCoreApplication::processEvents();
        for (const auto* label : {desk.find<LinesLabel>("welcomeFigures"), desk.find<LinesLabel>("welcomeText")})
            QCOMPARE(label->text().replace('\n', ' '), label->whole());
        desk.program->session().apply(runOf("another", run::FP32, 3));  // no part of the race: its panel goes
        TRY_VERIFY(!desk.find<QWidget>("welcomePanel")->isVisible());
    }

    void theScaleAfterTheEndIsASecondRaceAndBf16TheThird() {
        qputenv("MANTISSA_FAKE_RACES_END", "3");
        Desk desk;
        auto* button = desk.find<QPushButton>("welcomeButton");
        WelcomeFlow& flow = desk.window().welcome();
        QTest::mouseClick(button, Qt::LeftButton);
        TRY_COMPARE(button->text(), QString("Turn on loss scaling"));
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        QTest::mouseClick(button, Qt::LeftButton);
        TRY_COMPARE(desk.told({"\"race\"", R"("scaling":"DYNAMIC")"}).size(), 1);
        TRY_COMPARE(button->text(), QString("And BF16?"));
        TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
        QTest::mouseClick(button, Qt::LeftButton);
        TRY_COMPARE(desk.told({"\"race\"", R"("precision":"BF16")"}).size(), 1);
        TRY_COMPARE(flow.stage(), WelcomeFlow::Stage::Done);
        QVERIFY2(flow.figures().startsWith("Final accuracy: FP32 94.5"), qPrintable(flow.figures()));
        QVERIFY2(flow.figures().contains("FP16 with loss scaling 94.5"), qPrintable(flow.figures()));
        QVERIFY2(flow.figures().contains("BF16 94.5"), qPrintable(flow.figures()));
        QTest::mouseClick(desk.find<QToolButton>("welcomeClose"), Qt::LeftButton);
        QVERIFY(!desk.find<QWidget>("welcomePanel")->isVisible());
        desk.close();
        desk.open("hello serve");
        QVERIFY(!desk.find<QPushButton>("welcomeButton")->isVisible());  // closed for good
        desk.window().actions().welcome->trigger();
        QVERIFY(desk.find<QPushButton>("welcomeButton")->isVisible());
    }

    /// In the few steps that are left FP16 could not come back, and the viewer would see no cure.
    void theScaleNearTheEndIsASecondRace() {
        qputenv("MANTISSA_FAKE_TOTAL_STEPS", "310");
        Desk desk;
        auto* button = desk.find<QPushButton>("welcomeButton");
        WelcomeFlow& flow = desk.window().welcome();
        QTest::mouseClick(button, Qt::LeftButton);
        TRY_COMPARE(button->text(), QString("Turn on loss scaling"));
        TRY_VERIFY(lane(desk, 1)->step() == 20);
        const std::string first = lane(desk, 1)->identity().race_id();
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY2(flow.text().contains("begins again"), qPrintable(flow.text()));
        TRY_COMPARE(desk.told({"\"race\"", R"("scaling":"DYNAMIC")"}).size(), 1);
        TRY_COMPARE(flow.stage(), WelcomeFlow::Stage::Scaled);
        TRY_VERIFY(lane(desk, 1) && lane(desk, 1)->identity().race_id() != first);
        QCOMPARE(lane(desk, 1)->config().scaling(), run::DYNAMIC);
        QCOMPARE(desk.told({"\"change\""}).size(), 0);
    }

    /// What it says is of a race that nobody looks at any more.
    void thePanelGoesWhenAnotherRunBegins() {
        Desk desk;
        QTest::mouseClick(desk.find<QPushButton>("welcomeButton"), Qt::LeftButton);
        TRY_VERIFY(lane(desk, 1) && lane(desk, 1)->step() == 20);
        QVERIFY(desk.find<QWidget>("welcomePanel")->isVisible());
        desk.program->session().apply(runOf("another", run::FP32, 3));
        TRY_VERIFY(!desk.find<QWidget>("welcomePanel")->isVisible());
    }

    void aStoppedRaceSaysSo() {
        Desk desk;
        QTest::mouseClick(desk.find<QPushButton>("welcomeButton"), Qt::LeftButton);
        TRY_VERIFY(lane(desk, 1) && lane(desk, 1)->step() == 20);
        desk.click(desk.window().actions().stop);
        TRY_COMPARE(desk.window().welcome().stage(), WelcomeFlow::Stage::Broken);
        QCOMPARE(desk.told({"\"race\""}).size(), 1);
    }
};

QTEST_MAIN(FirstRaceTest)
#include "first_race_test.moc"
