// SPDX-License-Identifier: Apache-2.0
// What becomes of the runs that a person selects in the Runs dock, or deletes.
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

#include "tests/ui/patience.h"
#include "tests/ui/runs_desk.h"
#include "ui/runs/run_details_panel.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

class RunsSelectedTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { speak(*qApp, "en"); }  // whose plurals are a translation too

    void severalSelectedRunsAreWhatIsComparedAndReported() {
        RunsDesk desk;
        for (const int run : {0, 1, 2}) {
            desk.select({run});
            QTest::keyClick(desk.dock->table(), Qt::Key_Space);
        }
        auto* hint = desk.find<QLabel>("diffHint");
        TRY_COMPARE(hint->text(), QString("3 runs on the charts."));
        desk.select({0, 1});
        TRY_COMPARE(hint->text(), QString("2 selected runs."));
        QCOMPARE(desk.find<QTableWidget>("diffTable")->columnCount(), 2);
        QSignalSpy wanted(desk.dock, &RunsDock::reportWanted);
        desk.action("Save report of 2 runs")->trigger();
        QCOMPARE(wanted.takeFirst()[0].toStringList().size(), qsizetype{2});
        desk.select({1});
        TRY_COMPARE(hint->text(), QString("3 runs on the charts."));
        desk.action("Save report of 1 run")->trigger();
        QCOMPARE(wanted.takeFirst()[0].toStringList(), QStringList(desk.id(1)));
    }

    /// A selection that is taken back is no run of which is told.
    void theDetailsAreOfNoRunThatIsNotSelected() {
        RunsDesk desk;
        desk.select({1});
        QCOMPARE(desk.dock->details().run(), desk.id(1));
        desk.dock->table()->clearSelection();
        QCOMPARE(desk.dock->details().run(), QString());
    }

    void anEmptyListSaysWhy() {
        RunsDesk desk;
        auto* none = desk.find<QLabel>("noRuns");
        QVERIFY(!none->isVisible());
        auto* search = desk.find<QLineEdit>("runFilter");
        search->setText("nobody");
        QVERIFY(none->isVisible());
        QCOMPARE(none->text(), QString("No run has “nobody”."));
        search->clear();
        QVERIFY(!none->isVisible());
        desk.select({0, 1, 2});
        QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
        QCOMPARE(none->text(), QString("Each run that you train is kept here."));
    }

    void deletedRunsComeBack() {
        RunsDesk desk;
        desk.select({0});
        QTest::keyClick(desk.dock->table(), Qt::Key_Return);
        TRY_VERIFY(desk.session.currentRun() && desk.session.isVisible(desk.id(0)));
        const int number = desk.session.face(desk.id(0)).number;
        QSignalSpy offered(desk.dock, &RunsDock::deleted);
        QSignalSpy written(desk.sink.get(), &LibrarySink::edited);
        desk.select({0, 1});
        QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
        QCOMPARE(desk.rows(), 1);
        QCOMPARE(offered.size(), 1);
        QVERIFY(offered[0][0].toString().startsWith("2 runs"));
        TRY_VERIFY(desk.kept(0).deleted && desk.kept(1).deleted);
        QVERIFY(!desk.session.run(desk.id(0)));
        desk.list->reload();
        QCOMPARE(desk.rows(), 1);
        desk.select({2});
        QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
        QCOMPARE(desk.rows(), 0);
        QTest::keyClick(desk.dock->table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk.rows(), 1);
        QTest::keyClick(desk.dock->table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk.rows(), 3);
        TRY_COMPARE(written.size(), 6);
        QVERIFY(!desk.kept(0).deleted && !desk.kept(1).deleted && !desk.kept(2).deleted);
        TRY_VERIFY(desk.session.isVisible(desk.id(0)));  // on the charts again
        QCOMPARE(desk.session.face(desk.id(0)).number, number);
        desk.list->reload();
        QCOMPARE(desk.rows(), 3);
        QVERIFY(!desk.action("Undo delete")->isEnabled());
    }

    /// What is marked in the table is what "This run" speaks of, or a note would go to another run.
    void afterADeletionTheDetailsAreOfTheMarkedRun() {
        for (const bool shown : {false, true}) {
            RunsDesk desk;
            if (shown) {  // another run is on display
                desk.select({2});
                QTest::keyClick(desk.dock->table(), Qt::Key_Return);
                TRY_VERIFY(desk.session.currentRun());
            }
            desk.select({1});
            QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
            QCOMPARE(desk.rows(), 2);
            const QModelIndexList marked = desk.dock->table()->selectionModel()->selectedRows();
            const QString details = desk.dock->details().run();
            if (!marked.isEmpty()) QCOMPARE(details, marked.front().data(RunList::RunIdRole).toString());
            if (marked.isEmpty()) QVERIFY(details != desk.id(1));
        }
    }

    void onlyErasingIsForGood() {
        RunsDesk desk;
        QVERIFY(!desk.action("Erase")->isEnabled());
        desk.select({1});
        QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
        TRY_VERIFY(desk.kept(1).deleted);
        QAction* erase = desk.action("Erase 1 deleted run for good");
        QVERIFY(erase && erase->isEnabled());
        erase->trigger();
        auto* box = desk.window->findChild<QMessageBox*>("purgeBox");
        QVERIFY(box);
        QCOMPARE(desk.reader->runs().size(), std::size_t{3});  // not before it is confirmed
        QSignalSpy told(desk.list.get(), &RunList::told);
        QTest::mouseClick(box->findChild<QPushButton*>("purgeButton"), Qt::LeftButton);
        TRY_COMPARE(desk.reader->runs().size(), std::size_t{2});
        QVERIFY(!desk.list->canUndoRemove());
        TRY_COMPARE(told.size(), 1);  // once it is done
        QVERIFY(told[0][0].toString().startsWith("1 deleted run was erased"));
        TRY_VERIFY(!desk.action("Erase")->isEnabled());
    }

    void aDeletedRunThatIsImportedIsBack() {
        RunsDesk desk;
        const QString file = desk.folder.filePath("copy.mantissa");
        desk.reader->export_runs({desk.ids[1]}, file.toStdString(), false);
        desk.select({1});
        QTest::keyClick(desk.dock->table(), Qt::Key_Delete);
        TRY_VERIFY(desk.kept(1).deleted);
        QCOMPARE(desk.rows(), 2);
        desk.list->importRuns(file);
        TRY_COMPARE(desk.rows(), 3);
        QVERIFY(!desk.kept(1).deleted);
        QVERIFY(!desk.list->canUndoRemove());  // there is nothing to bring back any more
        QCOMPARE(desk.list->deletedCount(), 0);
    }
};

QTEST_MAIN(RunsSelectedTest)
#include "runs_selected_test.moc"
