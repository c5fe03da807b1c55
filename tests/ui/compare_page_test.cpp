// SPDX-License-Identifier: Apache-2.0
// The Compare page fed with records made by hand: rows, lines and differences of all lanes, the control's band, flags,
// by step and by time, stored runs without a race, and that it rests while hidden.
#include "ui/pages/compare_page.h"

#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLayout>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <memory>

#include "tests/ui/painted_text.h"
#include "tests/ui/patience.h"
#include "tests/ui/race_records.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/compare_setup.h"
#include "ui/pages/compare_words.h"

namespace mantissa::ui {

namespace {

run::RunConfig settings() {
    run::RunConfig config;
    config.set_batch(64);
    config.set_scaling(run::STATIC);
    config.set_loss_scale(512);
    return config;
}

struct Stage {
    SessionModel session;
    ComparePage page{session, settings};
    Stage() { page.resize(640, 560); }
    QString cell(int row, int column) { return page.lanes().index(row, column).data().toString(); }
};

/// FP32, FP16 that leaves it from step 11 on, and FP32's control.
void race(SessionModel& session, bool control = true) {
    Records records{laneStarted("A", run::FP32, "R", 0), laneStarted("B", run::FP16, "R", 1)};
    records.back().mutable_started()->set_emulated(true);
    if (control) records.push_back(controlStarted("C", run::FP32, "R", 2));
    for (std::uint32_t i = 1; i <= 30; ++i) {
        records.push_back(step("A", i, 2.0f, 0.5f));
        records.push_back(step("B", i, i <= 10 ? 2.0f : 2.5f, 0.5f, 1024));
        if (control) records.push_back(step("C", i, 2.01f, 0.5f));
        if (i % 10 != 0) continue;
        records.push_back(evaluated("A", i, 0.9f));
        records.push_back(evaluated("B", i, 0.1f));
        if (control) records.push_back(evaluated("C", i, 0.91f));
    }
    records.push_back(shadows("B", 5, {{"fc1", 0.97, 0.1}, {"fc2", 0.3, 0.9}}));
    session.apply(records);
}

}  // namespace

class ComparePageTest : public QObject {
    Q_OBJECT

  private slots:
    void aloneItExplainsItself() {
        Stage stage;
        stage.page.show();
        QVERIFY(stage.page.about().contains("same seed"));
        QVERIFY(!stage.page.table().isVisibleTo(&stage.page));
        QVERIFY(stage.page.setup().isVisibleTo(&stage.page));
    }

    void whereARunReachedTheTargetIsTold() {
        Stage stage;
        Records records{laneStarted("A", run::FP32, "R", 0), laneStarted("B", run::BF16, "R", 1)};
        records.back().mutable_started()->set_emulated(true);
        for (std::uint32_t i = 1; i <= 30; ++i) {
            for (const char* run : {"A", "B"}) {
                records.push_back(step(run, i, 2.0f, 0.5f));
                if (i % 10 == 0) records.push_back(evaluated(run, i, 0.5f + 0.01f * static_cast<float>(i)));
            }
        }
        stage.session.apply(records);
        stage.page.show();
        stage.page.refreshNow();
        QVERIFY(stage.page.table().isColumnHidden(CompareTable::Target));
        QVERIFY(!stage.page.lanes().toText().contains("To target"));
        auto* target = stage.page.findChild<QDoubleSpinBox*>("raceTarget");
        QCOMPARE(target->text(), QString("no target"));
        target->setValue(70);
        QCOMPARE(target->text(), QString("target 70.0 %"));
        QVERIFY(!stage.page.table().isColumnHidden(CompareTable::Target));
        QVERIFY(stage.page.table().columnWidth(CompareTable::Target) > 0);
        QCOMPARE(stage.cell(1, CompareTable::Target), QString("step 20"));  // emulated: nothing is said of time
        const double seconds = byTime(*stage.session.run("A"), accuracyByStep(*stage.session.run("A"))).x.at(1);
        QVERIFY(seconds > 0);
        QCOMPARE(stage.cell(0, CompareTable::Target), QString("step 20 · %1 s").arg(numberText(seconds, 3)));
        QVERIFY(stage.page.lanes().toText().contains("step 20 · "));
        target->setFocus();
        target->selectAll();
        QTest::keyClicks(target, "8");
        const QString typed = target->text();
        stage.page.refreshNow();  // as a race does four times a second
        QCOMPARE(target->text(), typed);
        QTest::keyClicks(target, "1");
        QTest::keyClick(target, Qt::Key_Return);
        QCOMPARE(target->value(), 81.0);
        QCOMPARE(stage.cell(0, CompareTable::Target), QString("not reached"));
        target->setValue(0);
        QVERIFY(stage.page.table().isColumnHidden(CompareTable::Target));
    }

    void aLaneIsARow() {
        Stage stage;
        race(stage.session);
        stage.page.refreshNow();
        QCOMPARE(stage.page.lanes().rowCount(), 3);
        QCOMPARE(stage.cell(0, CompareTable::Baseline), QString("●"));
        QCOMPARE(stage.cell(0, CompareTable::Accuracy), percentText(0.9, 2));
        QCOMPARE(stage.cell(1, CompareTable::Loss), QString("2.50"));
        QCOMPARE(stage.cell(1, CompareTable::Scale), QString("2¹⁰"));
        QCOMPARE(stage.cell(0, CompareTable::NormLost), QString("–"));  // no shadow
        QCOMPARE(stage.cell(1, CompareTable::NormLost), percentText(0.97));
        const QString tip = stage.page.lanes().index(1, CompareTable::NormLost).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("fc1.weight has lost " + percentText(0.97)) && tip.contains("0.1 (fc1.weight)") &&
                     tip.contains("Flushed: " + percentText(0.08)),
                 qPrintable(tip));
        QCOMPARE(stage.cell(1, CompareTable::Speed), QString("emulated"));
        QCOMPARE(stage.cell(0, CompareTable::Speed), countText(12345));
        QCOMPARE(stage.cell(2, CompareTable::Parted), QString("control"));
        // 0.5 nats, beyond three times the control's 0.01; it began in fc1.
        QCOMPARE(stage.cell(1, CompareTable::Parted), QString("step 11 · fc1"));
        QVERIFY(stage.page.note().contains("Hatched"));
        QVERIFY(stage.page.note().contains("more than 0.05 nats away"));  // both are asked
        stage.page.show();
        QApplication::clipboard()->clear();
        stage.page.table().setFocus();
        QTest::keyClick(&stage.page.table(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().contains("step 11 · fc1"));
        QVERIFY(QApplication::clipboard()->text().contains(percentText(0.97) + ", flushed " + percentText(0.08)));
    }

    /// Its last steps may have been slow by chance: its report has the rate of all of them.
    void theSpeedOfARunThatEndedIsThatOfTheWholeRun() {
        Stage stage;
        race(stage.session);
        stage.page.refreshNow();
        QCOMPARE(stage.cell(0, CompareTable::Speed), countText(12345));
        Records ends{record("A", 30), record("B", 30)};
        for (run::Record& end : ends) {
            end.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
            end.mutable_finished()->set_images_per_second(6789);
        }
        stage.session.apply(ends);
        stage.page.refreshNow();
        QCOMPARE(stage.cell(0, CompareTable::Speed), countText(6789));
        QCOMPARE(stage.cell(1, CompareTable::Speed), QString("emulated"));
    }

    /// Beside a baseline of NaN a run that learns has not "not diverged".
    void aBaselineOfNaNIsToldOf() {
        Stage stage;
        Records records{laneStarted("A", run::FP16, "R", 0), laneStarted("B", run::FP32, "R", 1)};
        for (std::uint32_t i = 1; i <= 30; ++i) {
            records.push_back(step("A", i, std::nanf(""), 0.1f));
            records.push_back(step("B", i, 2.0f, 0.5f));
        }
        stage.session.apply(records);
        stage.page.refreshNow();
        QCOMPARE(stage.cell(0, CompareTable::Parted), QString("baseline"));
        QCOMPARE(stage.cell(1, CompareTable::Parted), QString("baseline is NaN"));
    }

    /// Nor has one that is NaN itself, and from NaN nothing has a distance.
    void besideABaselineOfNaNNothingIsCompared() {
        Stage stage;
        Records records{laneStarted("A", run::FP16, "R", 0), laneStarted("B", run::FP16, "R", 1)};
        for (std::uint32_t i = 1; i <= 30; ++i)
            for (const char* id : {"A", "B"}) records.push_back(step(id, i, std::nanf(""), 0.1f));
        stage.session.apply(records);
        stage.page.refreshNow();
        QCOMPARE(stage.cell(1, CompareTable::Parted), QString("baseline is NaN"));
        QCOMPARE(stage.page.lossDifference().seriesSize("B"), std::size_t{0});
        stage.page.resize(1000, 700);
        stage.page.show();
        QVERIFY2(paintedTexts(stage.page.lossDifference()).join(u' ').contains("choose another baseline"),
                 qPrintable(paintedTexts(stage.page.lossDifference()).join(u' ')));
    }

    void aRaceOfOtherSettingsDoesNotBlameTheFormat_data() {
        QTest::addColumn<int>("first");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("one format") << int(run::FP16) << "The runs differ in: learning rate.";
        QTest::newRow("two") << int(run::FP32) << "do not only differ in their format but also in: learning rate.";
    }
    void aRaceOfOtherSettingsDoesNotBlameTheFormat() {
        QFETCH(int, first);
        QFETCH(QString, sentence);
        Stage stage;
        Records records{laneStarted("A", run::Precision(first), "R", 0), laneStarted("B", run::FP16, "R", 1)};
        records[1].mutable_started()->mutable_config()->set_lr(0.5);
        for (std::uint32_t i = 1; i <= 3; ++i)
            for (const char* id : {"A", "B"}) records.push_back(step(id, i, 2.0f, 0.1f));
        stage.session.apply(records);
        stage.page.show();
        TRY_VERIFY(stage.page.about().contains(sentence));
        QVERIFY2(!stage.page.about().contains("any difference comes from the format"), qPrintable(stage.page.about()));
    }

    void linesDifferencesAndTheBand() {
        Stage stage;
        race(stage.session);
        stage.page.refreshNow();
        QCOMPARE(stage.page.lossChart().seriesIds().size(), 3);
        QCOMPARE(stage.page.lossDifference().seriesIds(), (QStringList{"B", "C"}));
        QCOMPARE(stage.page.lossDifference().seriesSize("B"), std::size_t{30});
        QCOMPARE(stage.page.accuracyDifference().seriesSize("B"), std::size_t{3});
        QCOMPARE(stage.page.lossDifference().bandSize(), std::size_t{30});
        QCOMPARE(stage.page.lossChart().bandSize(), std::size_t{30});
        const std::unique_ptr<ChartTable> table(stage.page.lossDifference().makeTable());
        QCOMPARE(table->index(10, 2).data().toDouble(), 0.5);
        QCOMPARE(table->index(10, 1).data().toDouble(), 11.0);
        // Another baseline: the band was FP32's, so there is none now, and the flag is the other's.
        stage.page.setBaseline("B");
        QCOMPARE(stage.page.lossDifference().seriesIds(), (QStringList{"C", "A"}));
        QCOMPARE(stage.page.lossDifference().bandSize(), std::size_t{0});
        QCOMPARE(stage.cell(0, CompareTable::Parted), QString("step 11"));
        QVERIFY(stage.page.note().contains("No control run"));
    }

    void byTimeShowsNativeLanesAndSaysWhyNotTheOthers() {
        Stage stage;
        race(stage.session);
        stage.page.setByTime(true);
        QCOMPARE(stage.page.lossChart().seriesSize("A"), std::size_t{30});
        QCOMPARE(stage.page.lossChart().seriesSize("B"), std::size_t{0});
        QVERIFY2(stage.page.note().contains("FP16 dynamic") && stage.page.note().contains("emulated"),
                 qPrintable(stage.page.note()));
        QCOMPARE(stage.page.lossChart().bandSize(), std::size_t{0});
        QVERIFY(!stage.page.lossDifference().isVisibleTo(&stage.page));
        stage.page.setByTime(false);
        QCOMPARE(stage.page.lossChart().seriesSize("B"), std::size_t{30});
        QVERIFY(stage.page.lossDifference().isVisibleTo(&stage.page));
    }

    void backFromTimeTheStepsAreThereAgain() {
        Stage stage;
        race(stage.session);
        stage.page.showStep(12);
        stage.page.setByTime(true);
        stage.page.lossChart().setXRange(0.1, 0.5);
        emit stage.page.lossChart().xRangeChanged(0.1, 0.5);
        QVERIFY(stage.page.lossDifference().isZoomed());
        stage.page.setByTime(false);
        for (LineChart* chart : {&stage.page.accuracyChart(), &stage.page.lossChart(), &stage.page.accuracyDifference(),
                                 &stage.page.lossDifference()})
            QVERIFY(!chart->isZoomed() && chart->xMax() >= 30);
    }

    void whatWasForkedHasNoTimeFromTheStart() {
        Stage stage;
        race(stage.session);
        stage.session.apply({ghostStarted("G", run::FP32, "A", 3), step("G", 21, 2, 0), step("G", 22, 2, 0)});
        stage.page.refreshNow();
        QCOMPARE(stage.page.lanes().rowCount(), 4);
        QCOMPARE(stage.page.lossChart().seriesSize("G"), std::size_t{2});
        stage.page.setByTime(true);
        QCOMPARE(stage.page.lossChart().seriesSize("G"), std::size_t{0});
        QVERIFY2(stage.page.note().contains("mid-run"), qPrintable(stage.page.note()));
    }

    void onlyWhatStandsHereIsDrawnAnew() {
        Stage stage;
        race(stage.session, false);
        stage.session.apply({laneStarted("X", run::FP16, "", 3)});
        stage.session.setCurrentRun("A");
        stage.page.show();
        TRY_VERIFY(stage.page.resting());
        stage.session.apply({step("X", 1, 2, 0)});
        QVERIFY(stage.page.resting());
        stage.session.apply({step("B", 31, 2, 0)});
        QVERIFY(!stage.page.resting());
    }

    void theTableFitsTheSmallWindow() {
        Stage stage;
        race(stage.session);
        Records more{step("B", 31, 2.3456f, 0.5f, 0x1p-14f)};
        for (const std::uint32_t at : {5u, 31u}) more.push_back(evaluated("B", at, 0.117f));  // 234 of 2,000
        stage.session.apply(more);
        stage.page.resize(720, 560);
        stage.page.show();
        stage.page.refreshNow();
        TRY_COMPARE(stage.page.table().horizontalScrollBar()->maximum(), 0);  // Qt sees to it later
        // Narrower still, the names stay whole: in two lines, while the rest scrolls.
        for (const int width : {640, 560, 420}) {
            stage.page.resize(width, 560);
            QCoreApplication::processEvents();
            stage.page.refreshNow();
            QTableView& table = stage.page.table();
            const QFontMetrics metrics = table.fontMetrics();
            for (int row = 0; row < stage.page.lanes().rowCount(); ++row) {
                const QString name = stage.cell(row, CompareTable::Name);
                const int marker = table.iconSize().isValid() ? table.iconSize().width() : 16;
                const QRect room(0, 0, table.columnWidth(CompareTable::Name) - marker, table.rowHeight(row));
                const QRect needs = metrics.boundingRect(room, Qt::TextWordWrap, name);
                QVERIFY2(needs.height() <= room.height() && needs.width() <= room.width(), qPrintable(name));
            }
            QVERIFY(table.height() >= table.horizontalHeader()->height() +
                                          stage.page.lanes().rowCount() * table.rowHeight(0));  // no row is cut
        }
    }

    void columnsKeepApartWhereThereIsRoom() {
        Stage stage;
        race(stage.session);
        stage.page.resize(1400, 560);
        stage.page.show();
        stage.page.refreshNow();
        QCoreApplication::processEvents();
        stage.page.refreshNow();
        QTableView& table = stage.page.table();
        const QFontMetrics metrics = table.horizontalHeader()->fontMetrics();
        std::vector<int> widths;
        for (int c = 0; c < CompareTable::ColumnCount; ++c) {
            if (table.isColumnHidden(c)) {
                widths.push_back(0);
                continue;
            }
            const QString heading = stage.page.lanes().headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
            int text = metrics.horizontalAdvance(heading);
            for (int row = 0; row < stage.page.lanes().rowCount(); ++row)
                text = std::max(text, table.fontMetrics().horizontalAdvance(stage.cell(row, c)));
            QVERIFY2(table.columnWidth(c) >= text + 20, qPrintable(heading));
            widths.push_back(table.columnWidth(c));
        }
        stage.page.refreshNow();  // and stand still
        for (int c = 0; c < CompareTable::ColumnCount; ++c)
            QCOMPARE(table.columnWidth(c), widths[static_cast<std::size_t>(c)]);
    }

    void memoryIsThatOfThisDevice() {
        Stage stage;
        race(stage.session);
        run::Record memory = record("B", 1);
        run::MemoryRecord::Operation& all = *memory.mutable_memory()->add_operations();
        run::MemoryBytes& bytes = *all.add_live();
        bytes.set_category(run::MEMORY_WEIGHTS);
        bytes.set_held(3 << 20);
        bytes.set_native(2 << 20);
        stage.session.apply({memory});
        stage.page.refreshNow();
        const CompareTable& lanes = stage.page.lanes();
        QCOMPARE(lanes.headerData(CompareTable::Memory, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QString("Memory here"));
        QCOMPARE(stage.cell(1, CompareTable::Memory), bytesText(3 << 20));
        const QString tip = lanes.index(1, CompareTable::Memory).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.startsWith(bytesText(2 << 20)) && tip.contains("natively"), qPrintable(tip));
    }

    void storedRunsOfOneNetworkStandInForARace() {
        Stage stage;
        for (const char* id : {"A", "B"}) {
            Records records{laneStarted(id, id[0] == 'A' ? run::FP32 : run::FP16, "", 0)};
            for (std::uint32_t i = 1; i <= 5; ++i) records.push_back(step(id, i, 1.0f, 0.5f));
            stage.session.addRecorded(records);
        }
        stage.page.refreshNow();
        QCOMPARE(stage.page.lanes().rowCount(), 2);
        QVERIFY(stage.page.about().contains("not a race"));
        stage.session.remove("B");
        QTRY_COMPARE(stage.page.lanes().rowCount(), 0);
        stage.page.refreshNow();
        QVERIFY(!stage.page.table().isVisibleTo(&stage.page));
    }

    void selectingARowShowsThatLaneEverywhere() {
        Stage stage;
        race(stage.session);
        stage.page.refreshNow();
        QCOMPARE(stage.session.currentRun()->runId(), std::string("A"));
        QCOMPARE(stage.page.table().currentIndex().row(), 0);
        stage.page.table().selectRow(1);
        QCOMPARE(stage.session.currentRun()->runId(), std::string("B"));
        QSignalSpy wanted(&stage.page, &ComparePage::stepWanted);
        QSignalSpy tensor(&stage.page, &ComparePage::tensorWanted);
        emit stage.page.table().activated(stage.page.lanes().index(1, CompareTable::Parted));
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().first().toUInt(), 11u);
        QCOMPARE(tensor.size(), 1);
        QCOMPARE(tensor.first().first().toString(), QStringLiteral("fc1.weight"));
        QCOMPARE(tensor.first().last().value<run::Role>(), run::ROLE_WEIGHT_GRADIENT);
    }

    void theLanesTakeTheirScalesAndTheRestFromTheDock() {
        Stage stage;
        const std::vector<run::RunConfig> lanes = stage.page.setup().lanes();
        QCOMPARE(lanes.size(), std::size_t{2});
        QCOMPARE(lanes[0].precision(), run::FP32);
        QCOMPARE(lanes[0].batch(), 64u);
        QCOMPARE(lanes[0].scaling(), run::NONE);
        QVERIFY(!lanes[0].one_ulp());
        stage.page.setPossible(false, "A run trains.");
        QVERIFY(!stage.page.findChild<QWidget*>("startRace")->isEnabled());
    }

    /// Who adds two runs presses twice without moving the mouse.
    void theButtonStaysWhereItWasPressed() {
        Stage stage;
        stage.page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&stage.page));
        auto* add = stage.page.findChild<QPushButton*>("addLane");
        const QPoint before = add->mapTo(&stage.page, QPoint());
        for (int i = 0; i < 2; ++i) {
            add->click();
            stage.page.layout()->activate();
            QApplication::processEvents();
            QCOMPARE(add->mapTo(&stage.page, QPoint()), before);
        }
        QVERIFY(!add->isEnabled());
    }

    void aRaceWithAChangeOnTheWayDoesNotBlameTheFormat() {
        Stage stage;
        race(stage.session);
        stage.page.show();
        TRY_VERIFY(stage.page.about().contains("any difference comes from the format"));
        run::Record change;
        change.set_run_id("B");
        change.set_lane(1);
        change.set_step(20);
        change.mutable_event()->set_kind(run::EventRecord::CHANGED);
        change.mutable_event()->mutable_change()->set_lr(0.01);
        stage.session.apply({change});
        const QString name = stage.session.displayName("B");
        TRY_VERIFY(!stage.page.about().contains("any difference"));
        QVERIFY2(stage.page.about().contains("changed on the way, of " + name + ": from step 20 on"),
                 qPrintable(stage.page.about()));
        // Changed alike, all of them differ by their formats again.
        std::vector<run::Record> all;
        for (const auto& [other, lane] : {std::pair{"A", 0u}, {"C", 2u}}) {
            all.push_back(change);
            all.back().set_run_id(other);
            all.back().set_lane(lane);
        }
        stage.session.apply(all);
        TRY_VERIFY(stage.page.about().contains("any difference comes from the format"));
    }

    void itRestsWhileHidden() {
        Stage stage;
        race(stage.session);
        QVERIFY(stage.page.resting());
        stage.page.show();
        QTRY_VERIFY(stage.page.resting());
        stage.session.apply({step("A", 31, 2.0f, 0.5f)});
        QVERIFY(!stage.page.resting());
        stage.page.hide();
        QVERIFY(stage.page.resting());
    }

    void namesAreTextAndWordsAreHonest() {
        RaceParting parting;
        parting.at.step = 7;
        QVERIFY(partingSentence("FP16", parting).contains("no gradient was compared with FP32"));
        parting.origin = RaceOrigin{5, "fc1", "fc1.weight", run::ROLE_WEIGHT_GRADIENT, 0.97, 0.1, true};
        QVERIFY2(partingSentence("FP16", parting).contains(percentText(0.97)),
                 qPrintable(partingSentence("FP16", parting)));
        QCOMPARE(partingLabel("2", parting), QString("2 diverged · fc1"));
        QCOMPARE(partingCell(std::nullopt), QString("not diverged"));
        RaceRow row;
        QCOMPARE(accuracyCell(row), QString("–"));
        row.accuracy = 0.1135;
        row.testExamples = 500;
        QCOMPARE(accuracyCell(row), QString("11.35\u00a0% on 500 test images"));
        QCOMPARE(accuracyBrief(row), QString("11.35\u00a0% of 500"));
        row.alwaysOne = true;
        QVERIFY(accuracyCell(row).contains("always answers"));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::ComparePageTest)
#include "compare_page_test.moc"
