// SPDX-License-Identifier: Apache-2.0
// The list of commands, presenter mode and undo of the layout, in the whole window on a scripted worker.
#include "ui/shell/classroom.h"

#include <QCursor>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableWidget>
#include <QWindow>

#include "tests/ui/control_checks.h"
#include "tests/ui/desk.h"
#include "tests/ui/live_records.h"
#include "ui/charts/line_chart.h"
#include "ui/classroom/command_list.h"
#include "ui/classroom/presenter.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/settings.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/theme.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

CommandList* openList(Desk& desk) {
    QTest::keyClick(&desk.window(), Qt::Key_Slash, Qt::ControlModifier);
    return desk.window().findChild<CommandList*>();
}

/// A chart of the Live page.
LineChart* chart(Desk& desk, const QString& title) {
    for (LineChart* each : desk.window().pages().currentWidget()->findChildren<LineChart*>())
        if (each->title().startsWith(title)) return each;
    return nullptr;
}

/// The smallest text of everything that is visible in the window, in points. Charts and the Live page's figures paint
/// text of 0.85 of their own.
double smallestText(QWidget& window, QString& whose) {
    double least = 1000;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
        const bool plain = qobject_cast<const QLabel*>(widget) || qobject_cast<const QAbstractButton*>(widget) ||
                           qobject_cast<const QTabBar*>(widget);
        const double points = widget->font().pointSizeF() * (plain ? 1.0 : 0.85);
        if (points >= least) continue;
        least = points;
        whose = QString("%1 %2 in %3: %4")
                    .arg(widget->metaObject()->className(), widget->objectName(),
                         widget->parentWidget()->metaObject()->className())
                    .arg(points);
    }
    return least;
}

/// Counts how often clocks of pages tick, which are the fast ones.
class Beats : public QObject {
  public:
    Beats() { qApp->installEventFilter(this); }
    int count = 0;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const auto* timer = qobject_cast<QTimer*>(watched);
        if (timer && event->type() == QEvent::Timer && timer->interval() > 20 && timer->interval() < 150) ++count;
        return false;
    }
};

}  // namespace

class ClassroomTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void everyActionOfTheMenusIsListedOnceWithItsKeys() {
        Desk desk;
        const QList<Command> commands = commandsOf(desk.window());
        QSet<QAction*> listed;
        for (const Command& command : commands) {
            if (!command.action) continue;
            QVERIFY2(!listed.contains(command.action), qPrintable(command.name));
            listed.insert(command.action);
            QCOMPARE(command.keys.isEmpty(), command.action->shortcuts().isEmpty());
        }
        for (QMenu* menu : desk.window().menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                QVERIFY2(action->isSeparator() || action->menu() || listed.contains(action),
                         qPrintable(action->text()));
        for (QAction* action : desk.window().actions().all())
            QVERIFY2(listed.contains(action), qPrintable(action->text()));
        // Keys without an action are there, too: the search of the Runs dock is one.
        const auto shortcuts = desk.window().findChildren<QShortcut*>();
        const auto rows = std::count_if(commands.begin(), commands.end(), [](const Command& c) { return c.shortcut; });
        QCOMPARE(rows, static_cast<std::ptrdiff_t>(shortcuts.size()));
        QVERIFY(rows > 0);
        for (const Command& command : commands)
            if (command.action == desk.window().actions().themeDark) QVERIFY(command.place.contains(" › "));
    }

    void typingFindsACommandAndReturnRunsIt() {
        Desk desk;
        CommandList* list = openList(desk);
        QVERIFY(list);
        const int all = list->shown();
        QVERIFY(all > 35);
        auto* search = list->findChild<QLineEdit*>("commandSearch");
        QTest::keyClicks(search, "dark");
        QVERIFY(list->shown() >= 1 && list->shown() < all);
        QCOMPARE(list->chosen(), QString("Dark"));
        QVERIFY(!desk.program->theme().isDark());
        QTest::keyClick(search, Qt::Key_Return);
        QTRY_VERIFY(desk.program->theme().isDark());
        QTRY_VERIFY(!desk.window().findChild<CommandList*>());
        desk.window().actions().themeSystem->trigger();
    }

    void keysAreFoundAndArrowsChoose() {
        Desk desk;
        CommandList* list = openList(desk);
        auto* search = list->findChild<QLineEdit*>("commandSearch");
        QTest::keyClicks(search, "ctrl+q");
        QCOMPARE(list->shown(), 1);
        QCOMPARE(list->chosen(), QString("Quit"));
        search->clear();
        QTest::keyClicks(search, "page ");
        const QString first = list->chosen();
        QTest::keyClick(search, Qt::Key_Down);
        QVERIFY(!list->chosen().isEmpty() && list->chosen() != first);
        QTest::keyClick(search, Qt::Key_Up);
        QCOMPARE(list->chosen(), first);
        QTest::keyClicks(search, "no such thing");
        QCOMPARE(list->shown(), 0);
        QTest::keyClick(search, Qt::Key_Return);  // nothing is chosen: nothing happens
        QVERIFY(list->isVisible());
    }

    void whatIsNotPossibleNowIsListedAndNotDone() {
        Desk desk;
        CommandList* list = openList(desk);
        auto* search = list->findChild<QLineEdit*>("commandSearch");
        QTest::keyClicks(search, "Reset");
        while (list->chosen() != "Reset" && list->shown() > 0) {
            const QString before = list->chosen();
            QTest::keyClick(search, Qt::Key_Down);
            QVERIFY2(list->chosen() != before, "the action Reset is not listed");
        }
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(list->isVisible());
        QVERIFY(list->findChild<QLabel*>("commandTip")->text().contains("not possible"));
    }

    void presenterShowsOnePageLargeAndGoesBack() {
        Desk desk;
        MainWindow& window = desk.window();
        Presenter& presenter = window.classroom().presenter();
        auto* runs = desk.find<QDockWidget>("runsDock");
        desk.find<QDockWidget>("timelineDock")->hide();  // as the person likes it
        QCoreApplication::processEvents();               // what was hidden has left its room
        const int left = desk.find<QDockWidget>("setupDock")->width();
        const int right = runs->width();
        const double points = QApplication::font().pointSizeF();
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(presenter.on());
        QVERIFY(window.isFullScreen());
        // Nothing private: the docks (notes, library, data), the menu, the bars, messages.
        for (const char* name : {"setupDock", "runsDock", "timelineDock"})
            QVERIFY2(!desk.find<QDockWidget>(name)->isVisible(), name);
        QVERIFY(!window.menuBar()->isVisible() && !window.statusBar()->isVisible());
        QVERIFY(!desk.find<QToolBar>("runBar")->isVisible());
        window.showError("library", "/home/somebody/secret.db cannot be read", {});
        for (const QLabel* label : window.findChildren<QLabel*>())
            QVERIFY2(!label->isVisible() || !label->text().contains('/'), qPrintable(label->text()));
        QString whose;
        QVERIFY2(smallestText(window, whose) >= 17.99, qPrintable(whose));
        QTest::keyClick(&window, Qt::Key_2, Qt::AltModifier);  // the key of the Runs dock
        QVERIFY(!runs->isVisible());
        QTest::keyClick(&window, Qt::Key_Escape);
        QVERIFY(!presenter.on());
        QVERIFY(!window.isFullScreen());
        QVERIFY(runs->isVisible());
        QVERIFY(window.menuBar()->isVisible() && window.statusBar()->isVisible());
        QVERIFY(desk.find<QToolBar>("runBar")->isVisible());
        QCOMPARE(QApplication::font().pointSizeF(), points);
        QTRY_COMPARE(desk.find<QDockWidget>("setupDock")->width(), left);
        QTRY_COMPARE(runs->width(), right);
        QVERIFY(!desk.find<QDockWidget>("timelineDock")->isVisible());
        QVERIFY(window.banners().sentence("library").contains("secret"));  // it was kept for now
        QTest::keyClick(&window, Qt::Key_2, Qt::AltModifier);
        QVERIFY(!runs->isVisible());
    }

    /// On the smallest screen, in large type and back: nothing is cut in its height or width.
    void presenterCutsNothing() {
        Desk desk;
        desk.window().resize(1280, 800);
        desk.startRun();
        for (const bool large : {true, false}) {
            QTest::keyClick(&desk.window(), Qt::Key_F11);
            QCOMPARE(desk.window().classroom().presenter().on(), large);
            desk.window().resize(1280, 800);
            for (const char* page : {"Live", "Compare", "Underflow", "Health", "Scale", "Updates", "Network"}) {
                QVERIFY(desk.window().pages().open(page));
                const auto cut = [&] { return cutTexts(*desk.window().pages().currentWidget()); };
                const bool whole = QTest::qWaitFor([&] { return cut().isEmpty(); }, 1000);
                QVERIFY2(whole, qPrintable(QString("%1: %2").arg(page, cut().join('\n'))));
            }
        }
    }

    void presenterKeysTurnPages() {
        Desk desk;
        PageTabs& pages = desk.window().pages();
        const int before = pages.currentIndex();
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        QTest::keyClick(pages.currentWidget(), Qt::Key_PageDown);
        QCOMPARE(pages.currentIndex(), before + 1);
        QTest::keyClick(pages.currentWidget(), Qt::Key_PageUp);
        QTest::keyClick(pages.currentWidget(), Qt::Key_PageUp);
        QCOMPARE(pages.currentIndex(), pages.count() - 1);
        QTest::keyClick(pages.currentWidget(), Qt::Key_F11);
        QVERIFY(!desk.window().classroom().presenter().on());
    }

    void chartsFreezeWhileTrainingGoesOn() {
        Desk desk;
        desk.startRun();
        LineChart* loss = chart(desk, "Loss (");
        QVERIFY(loss);
        const QString id = QString::fromStdString(desk.run()->runId()) + "/loss";
        QTRY_COMPARE(loss->seriesSize(id), std::size_t{20});
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        QTest::keyClick(&desk.window(), Qt::Key_F);
        QVERIFY(desk.window().classroom().presenter().frozen());
        const std::string run = desk.run()->runId();
        desk.program->session().apply({step(run, 21, 2.0F, 0.5F), step(run, 22, 1.9F, 0.5F)});
        QCOMPARE(desk.run()->step(), 22u);  // it goes on
        Beats beats;
        QTRY_VERIFY(beats.count >= 4);
        QCOMPARE(loss->seriesSize(id), std::size_t{20});
        QTest::keyClick(&desk.window(), Qt::Key_F);
        QTRY_COMPARE(loss->seriesSize(id), std::size_t{22});
        QTest::keyClick(&desk.window(), Qt::Key_F);
        QTest::keyClick(&desk.window(), Qt::Key_Escape);
        QVERIFY(!desk.window().classroom().presenter().frozen());  // never left behind
        QCOMPARE(desk.told({"\"stop\""}).size(), 0);               // Esc only went back
    }

    void theWindowsKeysStayWhatTheyAre() {
        Desk desk;
        desk.startRun();
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        QTest::keyClick(&desk.window(), Qt::Key_L);
        QVERIFY(desk.window().actions().slow->isChecked());
        QTRY_COMPARE(desk.told({"slow_motion"}).size(), 1);
        QTest::keyClick(&desk.window(), Qt::Key_Space);
        QTRY_COMPARE(desk.run()->state(), RunState::paused);
        QTest::keyClick(&desk.window(), Qt::Key_S);
        QTRY_COMPARE(desk.told({"single_step"}).size(), 1);
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        QVERIFY(!desk.window().actions().slow->isChecked());
    }

    void linesAreThickerAndAHaloFollowsThePointer() {
        Desk desk;
        const double plain = ChartPalette::fromWidget(&desk.window()).stroke;
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        QVERIFY(ChartPalette::fromWidget(&desk.window()).stroke > 1.5 * plain);
        QTest::mouseMove(desk.window().windowHandle(), QPoint(300, 200));
        QTest::mouseMove(desk.window().windowHandle(), QPoint(310, 220));
        auto* halo = desk.find<QWidget>("pointerHalo");
        QVERIFY(halo);
        QTRY_VERIFY(halo->isVisible() && halo->geometry().center().x() > 300 && halo->geometry().center().x() < 320);
        QVERIFY(std::abs(halo->geometry().center().y() - 220) <= 1);
        const QPixmap picture = desk.window().grab();
        const qreal ratio = picture.devicePixelRatio();
        // The ring is there, and the page shows through its middle less changed than under the ring itself.
        const QColor ring =
            picture.toImage().pixelColor(QPointF(QPointF(310 + halo->width() / 2.0 - 5, 220) * ratio).toPoint());
        const QColor accent = desk.window().palette().color(QPalette::Highlight);
        QVERIFY2(std::abs(ring.red() - accent.red()) + std::abs(ring.blue() - accent.blue()) < 60,
                 qPrintable(ring.name()));
        QTest::keyClick(&desk.window(), Qt::Key_Escape);
        QVERIFY(!desk.find<QWidget>("pointerHalo"));
    }

    void leavingTheProgramKeepsTheLayoutFromBefore() {
        Desk desk;
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        desk.close();
        desk.open("hello serve");
        QVERIFY(desk.find<QDockWidget>("runsDock")->isVisible());
        QVERIFY(desk.find<QDockWidget>("setupDock")->isVisible());
        QVERIFY(!desk.window().isFullScreen());
        QCOMPARE(desk.program->theme().textPercent(), 100);
    }

    void altAndADigitShowAndHideADock() {
        Desk desk;
        const std::pair<Qt::Key, const char*> docks[] = {
            {Qt::Key_1, "setupDock"}, {Qt::Key_2, "runsDock"}, {Qt::Key_3, "timelineDock"}};
        for (const auto& [key, name] : docks) {
            const bool before = desk.find<QWidget>(name)->isVisible();
            QTest::keyClick(&desk.window(), key, Qt::AltModifier);
            QCOMPARE(desk.find<QWidget>(name)->isVisible(), !before);
            QTest::keyClick(&desk.window(), key, Qt::AltModifier);
            QCOMPARE(desk.find<QWidget>(name)->isVisible(), before);
        }
    }

    void undoBringsADockBack() {
        Desk desk;
        auto* runs = desk.find<QDockWidget>("runsDock");
        const QUndoStack& undo = desk.setup().undoStack();
        QVERIFY(!undo.canUndo());
        runs->close();
        QVERIFY(undo.canUndo());
        desk.window().actions().undo->trigger();
        QVERIFY(runs->isVisible());
        desk.window().actions().redo->trigger();
        QVERIFY(!runs->isVisible());
        desk.window().actions().undo->trigger();
        auto* batch = desk.find<QSpinBox>("batch");
        const int before = batch->value();
        batch->setValue(before + 1);
        runs->toggleViewAction()->trigger();
        desk.window().actions().undo->trigger();  // in the order of what was done
        QVERIFY(runs->isVisible());
        QCOMPARE(batch->value(), before + 1);
        desk.window().actions().undo->trigger();
        QCOMPARE(batch->value(), before);
        desk.window().lessons().dock()->show();  // comes and goes with its lesson, which has its own way back
        QVERIFY(!undo.canUndo());
        desk.window().lessons().dock()->hide();
        QVERIFY(!undo.canUndo());
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        QVERIFY(!undo.canUndo());  // presenter mode is no step of it
    }
};

QTEST_MAIN(ClassroomTest)
#include "classroom_test.moc"
