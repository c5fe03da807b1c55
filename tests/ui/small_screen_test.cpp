// SPDX-License-Identifier: Apache-2.0
// The whole window on small screens, in both languages: at 1280x800 with both docks open the table of Compare fits and
// no name in Setup is cut; in presenter mode and on a screen of 1920x1080 at 200 % every page's tab is in sight.
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTableView>
#include <QTranslator>
#include <filesystem>

#include "tests/ui/control_checks.h"
#include "tests/ui/desk.h"
#include "tests/ui/race_records.h"
#include "ui/charts/health_grid.h"
#include "ui/charts/histogram_chart.h"
#include "ui/classroom/presenter.h"
#include "ui/lessons/prediction_form.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/formats_page.h"
#include "ui/pages/formats_table.h"
#include "ui/setup/setup_dock.h"
#include "ui/shell/classroom.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/page_tabs.h"
#include "ui/widgets/wrapped_box.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// A finished race of four, with figures as long as they become.
Records longRace() {
    Records records{laneStarted("A", run::FP32, "R", 0), laneStarted("B", run::FP16, "R", 1),
                    laneStarted("C", run::FP16, "R", 2), laneStarted("D", run::BF16, "R", 3)};
    records[1].mutable_started()->mutable_config()->set_scaling(run::NONE);
    for (std::uint32_t i = 1; i <= 120; ++i) {
        records.push_back(step("A", i, 2.1234f, 0.5f));
        records.push_back(step("B", i, i <= 110 ? 2.1234f : 2.8123f, 0.5f));
        records.push_back(step("C", i, i <= 110 ? 2.1234f : 2.8123f, 0.5f, 0x1p-14f));
        records.push_back(step("D", i, 2.1235f, 0.5f));
        if (i == 120)
            for (const char* id : {"A", "B", "C", "D"}) records.push_back(evaluated(id, i, 0.9353f, true));
    }
    for (const char* id : {"B", "C"}) records.push_back(shadows(id, 100, {{"fc1", 0.9712, 0.1}, {"fc2", 0.3, 0.9}}));
    return records;
}

/// The window as it opens at first on a screen that leaves it this room.
void openAt(Desk& desk, QSize room) {
    desk.close();
    QVERIFY(QDir(desk.folder.path()).mkpath("first"));  // nothing is kept there of another size
    qputenv("MANTISSA_STATE_DIR", desk.folder.filePath("first").toUtf8());
    ProgramOptions options;
    options.worker.program = MANTISSA_FAKE_WORKER;
    options.worker.environment.insert("MANTISSA_FAKE_SCRIPT", "hello serve");
    options.worker.environment.insert("MANTISSA_FAKE_LOG", desk.folder.filePath("diary"));
    options.worker.maxRestarts = 0;
    desk.program = std::make_unique<Program>(*qApp, options);
    desk.window().resize(room);
    desk.window().show();
    QVERIFY(QTest::qWaitForWindowExposed(&desk.window()));
    QTest::qWait(50);  // docks get their widths when Qt has time
}

/// What cannot be read of the pages' tabs: those that are scrolled away or cut.
QStringList hiddenTabs(const PageTabs& pages) {
    QStringList hidden;
    const QTabBar& bar = *pages.tabBar();
    for (int i = 0; i < bar.count(); ++i) {
        const QRect place = bar.tabRect(i);
        const bool seen = bar.rect().contains(place) && place.right() <= pages.width();
        if (!seen || bar.fontMetrics().horizontalAdvance(bar.tabText(i)) > place.width()) hidden << bar.tabText(i);
    }
    for (const QToolButton* arrow : bar.findChildren<QToolButton*>())
        if (arrow->isVisible()) hidden << "they scroll";
    return hidden;
}

int roomOf(const QComboBox& box) {
    QStyleOptionComboBox option;
    option.initFrom(&box);
    return box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box).width();
}

}  // namespace

class SmallScreenTest : public QObject {
    Q_OBJECT

    static void languages() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("German") << "de";
    }

    /// By room, not by cutting: what is long stands in two lines.
    static void expectEveryCellFits(ComparePage& page) {
        QTableView& table = page.table();
        TRY_COMPARE(table.horizontalScrollBar()->maximum(), 0);
        const QAbstractItemView& cells = table;
        for (int column = 0; column < CompareTable::ColumnCount; ++column) {
            if (table.isColumnHidden(column)) continue;  // that of a target, where none is set
            const QString heading = page.lanes().headerData(column, Qt::Horizontal).toString();
            for (const QString& word : heading.split(' '))
                QVERIFY2(
                    table.horizontalHeader()->fontMetrics().horizontalAdvance(word) + 6 <= table.columnWidth(column),
                    qPrintable(heading));
            if (column != CompareTable::Name && column != CompareTable::Parted && column != CompareTable::Target) {
                QVERIFY2(cells.sizeHintForColumn(column) <= table.columnWidth(column), qPrintable(heading));
                continue;
            }
            const int marker = column == CompareTable::Name ? 16 + 6 : 6;
            for (int row = 0; row < page.lanes().rowCount(); ++row) {
                const QString text = page.lanes().index(row, column).data().toString();
                const QRect room(0, 0, table.columnWidth(column) - marker, table.rowHeight(row));
                const QRect needs = table.fontMetrics().boundingRect(room, Qt::TextWordWrap, text);
                QVERIFY2(needs.width() <= room.width() && needs.height() <= room.height(), qPrintable(text));
            }
        }
    }

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void cleanup() {
        for (QTranslator* one : qApp->findChildren<QTranslator*>()) delete one;
    }

    void theTableOfCompareFits_data() { languages(); }
    void theTableOfCompareFits() {
        QFETCH(QString, language);
        speak(*qApp, language);
        Desk desk;
        openAt(desk, {1280, 800});
        for (const char* dock : {"setupDock", "runsDock"}) QVERIFY(desk.find<QDockWidget>(dock)->isVisible());
        desk.program->session().apply(longRace());
        QVERIFY(desk.window().pages().open("Compare"));
        ComparePage& page = desk.window().pages().compare();
        QTableView& table = page.table();
        TRY_COMPARE(page.lanes().rowCount(), 4);
        page.refreshNow();
        QTest::qWait(500);  // Qt lays out later, and the page's scroll bar comes then
        expectEveryCellFits(page);
        page.findChild<QDoubleSpinBox*>("raceTarget")->setValue(50);
        QVERIFY(!table.isColumnHidden(CompareTable::Target));
        expectEveryCellFits(page);
    }

    /// Room for the bars, whatever is said below them.
    void theHistogramOfLiveKeepsItsBars_data() { languages(); }
    void theHistogramOfLiveKeepsItsBars() {
        QFETCH(QString, language);
        speak(*qApp, language);
        Desk desk;
        openAt(desk, {1280, 720});
        desk.startRun();
        QVERIFY(desk.window().pages().open("Live"));
        auto* chart = desk.window().pages().currentWidget()->findChild<HistogramChart*>();
        TRY_VERIFY(chart && chart->isVisible());
        TRY_VERIFY(chart->height() >= 14 * chart->fontMetrics().height());
    }

    void namesInSetupAreWhole_data() { languages(); }
    void namesInSetupAreWhole() {
        QFETCH(QString, language);
        speak(*qApp, language);
        Desk desk;
        openAt(desk, {1280, 800});
        const auto* dock = desk.find<SetupDock>("setupDock");
        desk.find<QToolButton>("advancedToggle")->click();
        auto* presets = desk.find<WrappedBox>("presets");
        QVERIFY(presets && presets->count() > 10);
        int choices = 0;
        for (const run::Preset& preset : desk.setup().presets()) {
            desk.setup().applyPreset(QString::fromStdString(preset.name()));
            QCoreApplication::processEvents();
            QVERIFY(!presets->currentText().isEmpty());
            QCOMPARE(presets->shownLines().join(' '), presets->currentText());
            QVERIFY(presets->height() >= 2 * presets->fontMetrics().height());
            for (const QComboBox* box : dock->findChildren<QComboBox*>()) {
                if (box == presets || !box->isVisible()) continue;
                const int room = roomOf(*box);
                for (int i = 0; i < box->count(); ++i, ++choices)
                    QVERIFY2(
                        box->fontMetrics().horizontalAdvance(box->itemText(i)) <= room,
                        qPrintable(
                            QString("%1 “%2” has %3").arg(box->objectName(), box->itemText(i), QString::number(room))));
            }
        }
        QVERIFY(choices > 500);
    }

    /// What a step asks for is whole in sight when it is asked, beside some lines of the text that asks for it.
    void aLessonsQuestionIsInSight_data() { languages(); }
    void aLessonsQuestionIsInSight() {
        QFETCH(QString, language);
        speak(*qApp, language);
        Desk desk;
        openAt(desk, {1280, 800});
        LessonDesk& lessons = desk.window().lessons();
        int curves = 0;
        for (const char* name : {"02-small-gradients", "03-lost-updates"}) {
            QVERIFY(lessons.open(std::filesystem::path(MANTISSA_RESOURCES) / "lessons" / name));
            for (int step = 0; step < lessons.model().steps(); ++step) {
                lessons.goTo(step);
                const lesson::Prediction* question = lessons.model().question();
                if (!question) continue;
                QTest::qWait(50);  // docks get their widths when Qt has time
                curves += question->kind() == "curve";
                auto* form = desk.find<PredictionForm>("lessonForm");
                const auto inSight = [&] { return form->visibleRegion().boundingRect() == form->rect(); };
                QTRY_VERIFY2(form->isVisible() && inSight(),
                             qPrintable(QString("%1, step %2").arg(name).arg(step + 1)));
                const QWidget* text = desk.find<QWidget>("lessonText");
                QVERIFY(text->visibleRegion().boundingRect().height() >= 6 * text->fontMetrics().lineSpacing());
            }
            lessons.close();
        }
        QVERIFY(curves >= 2);
    }

    void theBitsOfFormatsAreWholeBesideALesson_data() { languages(); }
    void theBitsOfFormatsAreWholeBesideALesson() {
        QFETCH(QString, language);
        speak(*qApp, language);
        Desk desk;
        openAt(desk, {1280, 800});
        LessonDesk& lessons = desk.window().lessons();
        QVERIFY(lessons.open(std::filesystem::path(MANTISSA_RESOURCES) / "lessons" / "05-sums"));
        auto* page = desk.find<FormatsPage>("formats_page");
        TRY_VERIFY(page && page->isVisible());
        QTest::qWait(50);  // docks get their widths when Qt has time
        QCOMPARE(page->findChild<QScrollArea*>()->horizontalScrollBar()->maximum(), 0);
        const QWidget* last = desk.find<QWidget>("FP32_bit_0");
        QCOMPARE(last->visibleRegion().boundingRect(), last->rect());
        // The fields of all formats stand under each other.
        QCOMPARE(desk.find<QWidget>("BF16_bit_14")->x(), desk.find<QWidget>("FP32_bit_30")->x());
        QCOMPARE(desk.find<QWidget>("BF16_bit_0")->width(), last->width());
        for (const FormatsTable* table : page->findChildren<FormatsTable*>())
            QVERIFY2(table->horizontalScrollBar()->maximum() == 0, qPrintable(table->accessibleName()));
    }

    void setupKeepsItsWidth_data() { languages(); }
    void setupKeepsItsWidth() {
        QFETCH(QString, language);
        speak(*qApp, language);
        Desk desk;
        openAt(desk, {1280, 800});
        const auto* dock = desk.find<SetupDock>("setupDock");
        const int before = dock->width();
        desk.find<QToolButton>("advancedToggle")->click();
        for (const run::Preset& preset : desk.setup().presets()) {
            desk.setup().applyPreset(QString::fromStdString(preset.name()));
            QCoreApplication::processEvents();
            QCOMPARE(dock->width(), before);
        }
    }

    void presenterModeShowsEveryTab_data() { languages(); }
    void presenterModeShowsEveryTab() {
        QFETCH(QString, language);
        speak(*qApp, language);
        Desk desk;
        openAt(desk, {1280, 800});
        const PageTabs& pages = desk.window().pages();
        QCOMPARE(hiddenTabs(pages), QStringList());
        const double before = pages.tabBar()->font().pointSizeF();
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        QVERIFY(desk.window().classroom().presenter().on());
        desk.window().resize(1280, 800);
        QTRY_COMPARE(hiddenTabs(pages), QStringList());
        QVERIFY(pages.tabBar()->font().pointSizeF() >= 17.99);  // to be read from the last row
        const auto* note = desk.find<QLabel>("presenterNote");
        QVERIFY(note && note->isVisible());
        const QRect page(pages.mapTo(&desk.window(), QPoint(0, 0)), pages.size());
        QVERIFY2(!page.intersects(note->geometry()), "the hint lies on the page");
        QVERIFY(desk.window().rect().contains(note->geometry()));
        QTest::keyClick(&desk.window(), Qt::Key_Escape);
        TRY_COMPARE(pages.tabBar()->font().pointSizeF(), before);
        QTRY_COMPARE(hiddenTabs(pages), QStringList());
    }

    void afterPresenterModeEveryControlIsWhereItWas_data() { languages(); }
    void afterPresenterModeEveryControlIsWhereItWas() {
        QFETCH(QString, language);
        speak(*qApp, language);
        Desk desk;
        openAt(desk, {1280, 800});
        desk.program->session().apply(longRace());
        QTRY_VERIFY(desk.find<QLabel>("runFacts")->text().count('\n') >= 2);
        QTest::qWait(100);
        const QString facts = desk.find<QLabel>("runFacts")->text();
        const QMap<QString, QRect> before = controlPlaces(desk.window());
        QVERIFY(before.contains("runTags"));
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        QTRY_VERIFY(desk.window().pages().tabBar()->font().pointSizeF() >= 17.99);
        QTest::qWait(100);
        QTest::keyClick(&desk.window(), Qt::Key_Escape);
        const auto moved = [&] {
            QStringList names;
            const QMap<QString, QRect> now = controlPlaces(desk.window());
            for (auto at = before.begin(); at != before.end(); ++at)
                // A pixel is what a width in another type, and back, may be rounded by.
                if (const QRect place = now.value(at.key());
                    (place.center() - at.value().center()).manhattanLength() > 1)
                    names << QString("%1 by %2").arg(at.key()).arg(place.y() - at.value().y());
            return names.join(", ");
        };
        QTRY_COMPARE(desk.find<QLabel>("runFacts")->text(), facts);
        QTRY_COMPARE(moved(), QString());
    }

    /// At 800x600 the page is not squeezed between two docks; the layout stays the person's.
    void aNarrowWindowPutsTheRunsAway() {
        Desk desk;
        openAt(desk, {1280, 800});
        const auto* runs = desk.find<QDockWidget>("runsDock");
        QVERIFY(runs->isVisible());
        desk.window().resize(800, 600);
        TRY_VERIFY(!runs->isVisible());
        // With both it could not be that narrow; who drags its edge drags on.
        const auto widthOnceDragged = [&] {
            desk.window().resize(800, 600);
            return desk.window().width();
        };
        TRY_COMPARE(widthOnceDragged(), 800);
        TRY_VERIFY(desk.window().pages().width() >= 450);
        desk.window().resize(1280, 800);
        TRY_VERIFY(runs->isVisible());
        desk.window().resize(800, 600);
        TRY_VERIFY(!runs->isVisible());
        QTest::keyClick(&desk.window(), Qt::Key_2, Qt::AltModifier);  // who wants the runs opens them
        QVERIFY(runs->isVisible());
        QTest::keyClick(&desk.window(), Qt::Key_2, Qt::AltModifier);
        desk.window().resize(1280, 800);
        QTest::qWait(50);
        QVERIFY2(!runs->isVisible(), "a person closed it");
    }

    /// 960x540 for everything, less the window's frame.
    void at200PercentEveryTabIsInSight_data() { languages(); }
    void at200PercentEveryTabIsInSight() {
        QFETCH(QString, language);
        speak(*qApp, language);
        Desk desk;
        openAt(desk, {936, 492});
        QCOMPARE(desk.window().width(), 936);
        QVERIFY(desk.find<QDockWidget>("setupDock")->isVisible());
        QVERIFY(!desk.find<QDockWidget>("runsDock")->isVisible());
        QTRY_COMPARE(hiddenTabs(desk.window().pages()), QStringList());
        desk.program->session().apply(longRace());
        QVERIFY(desk.window().pages().open("Health"));
        const auto* health = desk.window().findChild<HealthGrid*>();
        QVERIFY(health);
        TRY_VERIFY(!health->grid().columns.isEmpty());
        QCOMPARE(health->cutHeadings(), QStringList());
        // Reset layout is the same layout; who wants the runs opens them.
        QTest::keyClick(&desk.window(), Qt::Key_2, Qt::AltModifier);
        QVERIFY(desk.find<QDockWidget>("runsDock")->isVisible());
        desk.window().actions().resetLayout->trigger();
        QVERIFY(!desk.find<QDockWidget>("runsDock")->isVisible());
        QTRY_COMPARE(hiddenTabs(desk.window().pages()), QStringList());
    }
};

QTEST_MAIN(SmallScreenTest)
#include "small_screen_test.moc"
