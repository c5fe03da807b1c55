// SPDX-License-Identifier: Apache-2.0
// The whole window at 1280×800, in English and in German: no text of a control is cut short on any page or in a
// lesson, and no control changes its place or size while what stands beside it changes: a run begins, trains, is
// paused, ends, and another one is looked at.
#include <QDialog>
#include <QDockWidget>
#include <QTranslator>

#include "engine/lesson/lesson_file.h"
#include "tests/ui/control_checks.h"
#include "tests/ui/desk.h"
#include "tests/ui/live_records.h"
#include "tests/ui/race_records.h"
#include "ui/pages/beat.h"
#include "ui/shell/actions.h"
#include "ui/shell/hand_out_dialog.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/page_tabs.h"
#include "ui/widgets/banner.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

const QStringList kPages{"Live",    "Compare", "Underflow", "Follow", "Health",  "Scale",
                         "Updates", "Network", "Range",     "Speed",  "Formats", "Ranks"};

void languages() {
    QTest::addColumn<QString>("language");
    QTest::newRow("en") << "en";
    QTest::newRow("de") << "de";
}

/// What the text says of the fake worker's figures is as long as of real ones.
Records later(const std::string& id, std::uint32_t from) {
    Records records;
    for (std::uint32_t i = 0; i < 40; ++i) {
        records.push_back(
            step(id, from + i, i % 2 ? 1234.567f : 0.0625f, i % 2 ? 1.0f : 0.0975f, i % 2 ? 65536.f : 1.f));
        records.back().mutable_step_done()->set_skipped(i % 5 == 0);
    }
    records.push_back(shadows(id, from + 39, {{"fc1", 0.97, 0.1}, {"fc2", 0.3, 0.9}}));
    records.push_back(evaluated(id, from + 39, 0.1135f, true));
    return records;
}

}  // namespace

class PagesStillTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void cleanup() {
        for (QTranslator* one : qApp->findChildren<QTranslator*>()) delete one;
    }

    void noTextIsCutShortAndNoKeyIsShared_data() { languages(); }
    void noTextIsCutShortAndNoKeyIsShared() {
        QFETCH(QString, language);
        QCOMPARE(speak(*qApp, language), language);
        Desk desk;
        desk.window().resize(1280, 800);
        QStringList cut;
        const auto look = [&](const QString& where) {
            for (const QString& line : sharedKeys(desk.window())) cut << where + ": " + line;
            // Layouts settle when Qt next has time; what is cut then stays cut.
            if (QTest::qWaitFor([&] { return cutTexts(desk.window()).isEmpty(); }, 1000)) return;
            for (const QString& line : cutTexts(desk.window())) cut << where + ": " + line;
        };
        desk.startRun();
        desk.program->session().apply(later(desk.run()->runId(), desk.run()->step() + 1));
        for (const QString& page : kPages) {
            QVERIFY(desk.window().pages().open(page));
            look(page);
        }
        LessonDesk& lessons = desk.window().lessons();
        for (const LessonEntry& entry : shipped_lessons(language.toStdString())) {
            QVERIFY(lessons.open(entry.folder));
            for (int i = 0; i < lessons.model().steps(); ++i) {
                lessons.goTo(i);
                look(QString("%1 step %2").arg(QString::fromStdString(entry.name)).arg(i + 1));
            }
        }
        cut.removeDuplicates();
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    }

    /// Whoever shows a dock by its key goes on in it without the mouse.
    void aDockThatIsShownByItsKeyHasTheKeyboard() {
        QCOMPARE(speak(*qApp, "en"), "en");
        Desk desk;
        for (const auto& [key, name] : {std::pair{Qt::Key_1, "setupDock"}, {Qt::Key_2, "runsDock"}}) {
            auto* dock = desk.find<QDockWidget>(name);
            QVERIFY2(dock, name);
            if (dock->isVisible()) QTest::keyClick(&desk.window(), key, Qt::AltModifier);
            TRY_VERIFY(!dock->isVisible());
            QTest::keyClick(&desk.window(), key, Qt::AltModifier);
            TRY_VERIFY(dock->isVisible());
            TRY_VERIFY(QApplication::focusWidget() && dock->isAncestorOf(QApplication::focusWidget()));
        }
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("runs"));  // its list, not its filter
    }

    void noKeyIsSharedInADialog_data() { languages(); }
    void noKeyIsSharedInADialog() {
        QFETCH(QString, language);
        QCOMPARE(speak(*qApp, language), language);
        Desk desk;
        const Actions& actions = desk.window().actions();
        for (QAction* action : {actions.keyboard, actions.glossary, actions.decision, actions.inspect, actions.about}) {
            action->trigger();
            QDialog* dialog = nullptr;
            for (QWidget* top : QApplication::topLevelWidgets())
                if (auto* one = qobject_cast<QDialog*>(top); one && one->isVisible()) dialog = one;
            QVERIFY2(dialog, qPrintable(action->objectName()));
            QCOMPARE(sharedKeys(*dialog), QStringList{});
            dialog->close();
        }
        HandOutDialog hand(desk.setup());
        hand.setAttribute(Qt::WA_DeleteOnClose, false);
        hand.show();
        QCOMPARE(sharedKeys(hand), QStringList{});
    }

    /// Also those that are not chosen: a list that is opened has the width of its longest, its field does not.
    void choicesOfSetupCanBeRead_data() { languages(); }
    void choicesOfSetupCanBeRead() {
        QFETCH(QString, language);
        QCOMPARE(speak(*qApp, language), language);
        Desk desk;
        desk.window().resize(1280, 800);
        desk.find<QToolButton>("advancedToggle")->click();
        run::RunConfig config = desk.setup().config();
        config.set_casts(run::CASTS_KERAS_MIXED_FLOAT16);  // the longest name, and with a switch of another value
        config.set_norm_16bit(false);
        desk.setup().restore(config);
        QTest::qWait(0);
        QStringList cut;
        int seen = 0;
        for (const char* name :
             {"casts", "optimizer", "schedule", "scaling", "model", "floor_rule", "hysteresis_refill"}) {
            const auto* box = desk.find<QComboBox>(name);
            QVERIFY2(box && box->isVisible(), name);
            QStyleOptionComboBox option;
            option.initFrom(box);
            const int room =
                box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box).width();
            for (int i = 0; i < box->count(); ++i, ++seen)
                if (const int needs = box->fontMetrics().horizontalAdvance(box->itemText(i)); needs > room)
                    cut << QString("%1: “%2” (needs %3, has %4)")
                               .arg(box->objectName(), box->itemText(i))
                               .arg(needs)
                               .arg(room);
        }
        QVERIFY(seen > 25);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    }

    void noControlMovesWhileItsNeighbourChanges_data() { languages(); }
    void noControlMovesWhileItsNeighbourChanges() {
        QFETCH(QString, language);
        QCOMPARE(speak(*qApp, language), language);
        Desk desk;
        desk.window().resize(1280, 800);
        desk.startRun();
        const std::string id = desk.run()->runId();
        std::uint32_t at = desk.run()->step() + 1;
        QStringList moved;
        for (const QString& page : kPages) {
            QVERIFY(desk.window().pages().open(page));
            desk.program->session().apply(later(id, at));
            at += 40;
            QTest::qWait(0);
            const auto settle = [&] {  // what repaints on a timer of its own is asked to do it now
                if (auto* beat = dynamic_cast<BeatPage*>(desk.window().pages().currentWidget())) beat->refreshNow();
                QCoreApplication::processEvents();
            };
            settle();
            const QMap<QString, QRect> before = controlPlaces(desk.window());
            QVERIFY(before.size() > 10);
            const auto still = [&](const QString& what) {
                settle();
                const QMap<QString, QRect> now = controlPlaces(desk.window());
                for (auto one = before.begin(); one != before.end(); ++one)
                    // The advisor's own buttons are those of what it says now; its line does not move.
                    if ((!one.key().startsWith("advisor") || one.key() == "advisorClose") && now.contains(one.key()) &&
                        now.value(one.key()) != one.value())
                        moved << QString("%1: %2 moved by %4 to %5: %3")
                                     .arg(page, one.key(), what)
                                     .arg(now.value(one.key()).x() - one.value().x())
                                     .arg(now.value(one.key()).y() - one.value().y());
            };
            desk.program->session().apply(later(id, at));
            at += 40;
            still("the run trained on");
            desk.program->session().apply({eventAt(id, at++, run::EventRecord::SCALE_DOWN, "2¹⁶ → 2¹⁵")});
            still("an event");
            desk.window().showError("one", "Something is wrong.", "Mend it.");
            still("a message came");
            desk.window().banners().dismiss("one");
            still("a message went");
        }
        desk.click(desk.window().actions().run);
        QVERIFY2(moved.isEmpty(), qPrintable(moved.join('\n')));
    }
};

QTEST_MAIN(PagesStillTest)
#include "pages_still_test.moc"
