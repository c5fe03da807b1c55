// SPDX-License-Identifier: Apache-2.0
// What Live says beside its charts: how far an epoch is, and which run is drawn strongly.
#include <QCheckBox>
#include <QFocusEvent>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "tests/ui/painted_text.h"
#include "tests/ui/race_records.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/line_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/live_numbers.h"
#include "ui/pages/live_page.h"
#include "ui/pages/run_chips.h"

using namespace mantissa;
using namespace mantissa::ui;

class LiveWordsTest : public QObject {
    Q_OBJECT

  private slots:
    /// The first hundred steps of a long epoch are not "0.0", and no epoch is called done before it is.
    void anEpochThatHasBegunIsNotNothing() {
        SessionModel session;
        run::Record long_one = started("B", run::FP32);
        long_one.mutable_started()->set_steps_per_epoch(940);
        session.apply({long_one, step("B", 1, 1, 0)});
        QCOMPARE(liveNumbers(session.currentRun())[1].value, QStringLiteral("< 0.01 of 4"));
        session.apply({started("A", run::FP32)});
        const auto epoch = [&](std::uint32_t number) {
            session.apply({step("A", number, 1, 0)});
            return liveNumbers(session.currentRun())[1].value;
        };
        QCOMPARE(epoch(4), QStringLiteral("0.04 of 4"));
        QCOMPARE(epoch(99), QStringLiteral("0.99 of 4"));
        QCOMPARE(epoch(199), QStringLiteral("1.9 of 4"));
    }

    /// A lane that somebody named has that name in the legends, and its number, as in every list.
    void legendsCallALaneAsListsDo() {
        SessionModel session;
        Records records{laneStarted("A", run::FP32, "R", 0), laneStarted("B", run::BF16, "R", 1)};
        records[1].mutable_started()->mutable_config()->set_name("BF16-only");
        for (const char* id : {"A", "B"})
            for (const std::uint32_t at : {1u, 2u}) {
                records.push_back(step(id, at, 2, 0.1f));
                records.push_back(evaluated(id, at, 0.5f));
            }
        session.apply(records);
        LivePage page(session);
        page.resize(1200, 800);
        page.refreshNow();
        const QStringList painted = paintedTexts(page.accuracyChart());
        QVERIFY2(painted.contains("2  BF16-only") && painted.contains("FP32"), qPrintable(painted.join('|')));
    }

    /// A recording whose tick is set has its line where it logged accuracies, though of batches; and the table has what
    /// the picture has.
    void accuraciesOfARecordingAreDrawnAndListed() {
        SessionModel session;
        Records records{started("B", run::FP16)};
        run::RunStarted& begin = *records.front().mutable_started();
        begin.mutable_foreign()->set_probe("0.1.0");
        begin.mutable_config()->set_name("watched");
        for (std::uint32_t at = 1; at <= 20; ++at) records.push_back(step("B", at, 2, 0.1f));
        session.apply(records);
        session.apply(runOf("A", run::FP32, 20));
        session.setCurrentRun("A");
        LivePage page(session);
        page.resize(1200, 800);
        page.show();
        page.refreshNow();
        LineChart& chart = page.accuracyChart();
        const QString number = QString::number(session.face(QStringLiteral("B")).number);
        const auto listed = [&chart] { return std::unique_ptr<ChartTable>(chart.makeTable())->toText(); };
        QVERIFY(chart.drawnPoints("B/batch") > 1);
        QVERIFY2(paintedTexts(chart).contains(number), qPrintable(paintedTexts(chart).join('|')));
        QVERIFY2(listed().contains("watched, batch\t20"), qPrintable(listed()));
        session.setVisible("B", false);
        page.refreshNow();
        QCOMPARE(chart.drawnPoints("B/batch"), std::size_t{0});
        QVERIFY2(!listed().contains("watched") && listed().contains("batch"), qPrintable(listed()));
    }

    /// An optimizer has groups with rates of their own: one of them is not the training's rate.
    void theRateOfSeveralGroupsIsNotThatOfOne() {
        SessionModel session;
        run::Record begun = started("B", run::FP16);
        run::ForeignRun& foreign = *begun.mutable_started()->mutable_foreign();
        foreign.set_probe("0.1.0");
        foreign.add_optimizers()->set_name("SGD");
        foreign.mutable_optimizers(0)->add_groups()->set_lr(0.1);
        run::Record one = step("B", 1, 2, 0.1f), two = step("B", 2, 2, 0.1f);
        one.mutable_step_done()->set_lr(0.1f);
        two.mutable_step_done()->set_lr(0.05f);
        session.apply({begun, one});
        QCOMPARE(liveNumbers(session.currentRun())[9].value, QStringLiteral("0.1"));
        foreign.add_optimizers()->set_name("AdamW");
        for (const double rate : {1e-3, 3e-3}) foreign.mutable_optimizers(1)->add_groups()->set_lr(rate);
        SessionModel other;
        other.apply({begun, one});
        LiveNumber rate = liveNumbers(other.currentRun())[9];
        QCOMPARE(rate.value, QStringLiteral("0.001 – 0.1"));
        QCOMPARE(rate.caption, QStringLiteral("learning rates at first"));
        QVERIFY2(rate.tip.contains("SGD 0.1, AdamW 0.001, AdamW 0.003"), qPrintable(rate.tip));
        other.apply({two});
        rate = liveNumbers(other.currentRun())[9];
        QCOMPARE(rate.value, QStringLiteral("0.05"));
        QCOMPARE(rate.caption, QStringLiteral("learning rate, first of 3"));
        QCOMPARE(liveNumbers(other.currentRun(), 1)[9].caption, QStringLiteral("learning rates at first"));
    }

    /// Where the timeline stands at an earlier step the numbers are of that step.
    void theNumbersAreOfTheStepThatIsShown() {
        SessionModel session;
        LivePage page(session);
        session.apply({started("A", run::FP32), step("A", 1, 2.5f, 0.1f), evaluated("A", 1, 0.125f),
                       step("A", 2, 1.5f, 0.2f), evaluated("A", 2, 0.75f), step("A", 3, 0.5f, 0.3f)});
        page.refreshNow();
        const auto value = [&page](const char* key) { return page.numbers().value(QString::fromLatin1(key)); };
        QCOMPARE(value("loss"), QStringLiteral("0.500"));
        page.showStep(1);
        QCOMPARE(value("step"), QStringLiteral("1 of 400"));
        QCOMPARE(value("loss"), QStringLiteral("2.50"));
        QCOMPARE(value("test_accuracy"), percentText(0.125, 1));
        QCOMPARE(value("skipped"), QStringLiteral("0"));
        QCOMPARE(liveNumbers(session.currentRun(), 1)[0].caption, QStringLiteral("step shown"));
        page.followLive();
        page.refreshNow();
        QCOMPARE(value("loss"), QStringLiteral("0.500"));
        QCOMPARE(value("test_accuracy"), percentText(0.75, 1));
    }

    /// A recording may have a test loss and no test accuracy: that is not an accuracy that is no number.
    void whatWasNotEvaluatedIsNotDrawn() {
        SessionModel session;
        LivePage page(session);
        page.resize(900, 600);
        run::Record loss_only = evaluated("A", 2, 0);
        loss_only.mutable_evaluated()->clear_accuracy();
        session.apply({started("A", run::FP32), step("A", 1, 1, 0.5f), step("A", 2, 1, 0.5f), loss_only});
        page.refreshNow();
        const auto rows = [](const LineChart& chart) {
            const std::unique_ptr<ChartTable> table(chart.makeTable());
            int count = 0;
            for (int row = 0; row < table->rowCount(); ++row)
                count += table->data(table->index(row, 0)).toString().endsWith(QStringLiteral(", test"));
            return count;
        };
        QCOMPARE(rows(page.accuracyChart()), 0);
        QCOMPARE(rows(page.lossChart()), 1);
        QCOMPARE(page.numbers().value(QStringLiteral("test_accuracy")), QStringLiteral("–"));
        QVERIFY(!session.currentRun()->testAccuracy());
    }

    /// After presenter mode the keyboard is given to whatever comes first; that lifts no run over the others.
    void onlyWhoIsPointedAtIsLifted() {
        RunChips chips;
        RunChip current{"B", "2", "BF16", "running", {}, true, true};
        RunChip earlier{"A", "1", "FP32", {}, {}, false, true};
        chips.setRuns({current, earlier});
        QSignalSpy lifted(&chips, &RunChips::highlighted);
        auto* box = chips.findChild<QCheckBox*>();
        QVERIFY(box);
        QFocusEvent given(QEvent::FocusIn, Qt::ActiveWindowFocusReason);
        QCoreApplication::sendEvent(box, &given);
        QCOMPARE(lifted.count(), 0);
        QFocusEvent walked(QEvent::FocusIn, Qt::TabFocusReason);
        QCoreApplication::sendEvent(box, &walked);
        QCOMPARE(lifted.count(), 1);
        QCOMPARE(lifted.takeLast().first().toString(), QStringLiteral("A"));
        earlier.name =
            "another name";  // the row is made anew under the pointer, which then never leaves what was there
        chips.setRuns({current, earlier});
        QVERIFY(!lifted.isEmpty());
        QCOMPARE(lifted.last().first().toString(), QString());
    }
};

QTEST_MAIN(LiveWordsTest)
#include "live_words_test.moc"
