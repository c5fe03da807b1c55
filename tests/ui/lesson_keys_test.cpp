// SPDX-License-Identifier: Apache-2.0
// A lesson by the keyboard alone, offscreen, on a scripted worker: to the question, through its answer and on, whatever
// kind of question it is.
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QRadioButton>
#include <filesystem>

#include "tests/ui/desk.h"
#include "ui/shell/lesson_desk.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

const std::filesystem::path kTiny = std::filesystem::path(MANTISSA_SOURCE) / "tests/data/lessons/tiny";

// What the Tab key leads to from the text, by the step of the tiny lesson: a choice, a number, a curve.
const QStringList kFields[] = {{"lessonChoice0"},
                               {"lessonNumber"},
                               {"lessonPoint0", "lessonPoint1", "lessonPoint2", "lessonPoint3", "lessonPoint4"}};

void openTiny(Desk& desk, int step) {
    QVERIFY(desk.window().lessons().open(kTiny));
    desk.window().lessons().goTo(step);
    desk.window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&desk.window()));
    TRY_COMPARE(desk.window().controller().state(), TrainingState::Idle);
}

QString focused() {
    const QWidget* widget = QApplication::focusWidget();
    return widget ? widget->objectName() : QString("nothing");
}

}  // namespace

class LessonKeysTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void init() {
        qputenv("MANTISSA_FAKE_RUNS_END", "9");
        qputenv("MANTISSA_FAKE_RACES_END", "9");
    }

    /// From the text to each field of the answer, to the button that gives it, and then to the one that passes over it.
    void tabLeadsFromTheTextThroughTheQuestion() {
        for (int step = 0; step < 3; ++step) {
            Desk desk;
            openTiny(desk, step);
            desk.find<QWidget>("lessonText")->setFocus();
            for (const QString& field : kFields[step]) {
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
                QCOMPARE(focused(), field);
                if (auto* number = qobject_cast<QDoubleSpinBox*>(QApplication::focusWidget())) {
                    number->selectAll();
                    QTest::keyClicks(number, "50");
                } else {
                    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
                }
            }
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QCOMPARE(focused(), QString("lessonPredict"));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QCOMPARE(focused(), QString("lessonSkip"));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
            QCOMPARE(focused(), QString("lessonPredict"));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
            QVERIFY(desk.window().lessons().model().answer());
        }
    }

    /// A key leads to the question from wherever one is, also while the Runs dock stands before the lesson.
    void aKeyLeadsToTheQuestion() {
        for (int step = 0; step < 3; ++step) {
            Desk desk;
            openTiny(desk, step);
            desk.find<QComboBox>("presets")->setFocus();
            QTest::keyClick(&desk.window(), Qt::Key_Q, Qt::AltModifier);
            TRY_COMPARE(focused(), kFields[step].first());
            auto* runs = desk.find<QDockWidget>("runsDock");
            runs->raise();
            TRY_VERIFY(runs->widget()->isEnabled());
            runs->widget()->setFocus();
            QTest::keyClick(&desk.window(), Qt::Key_Q, Qt::AltModifier);
            TRY_COMPARE(focused(), kFields[step].first());
        }
    }

    /// Whoever goes on by keys arrives at the field of the answer: Space on the button would give one that nobody made.
    void theNextStepBeginsAtItsField() {
        Desk desk;
        openTiny(desk, 0);
        desk.window().lessons().model().skipQuestion();
        auto* next = desk.find<QWidget>("lessonNext");
        next->setFocus();
        QTest::keyClick(next, Qt::Key_Space);
        TRY_COMPARE(focused(), QString("lessonNumber"));
    }

    /// The keys' table names it, and where nothing is asked any more it does nothing.
    void theKeyIsNamedAndGoesWithTheQuestion() {
        Desk desk;
        openTiny(desk, 0);
        auto* key = desk.find<QAction>("lessonQuestionKeys");
        QVERIFY(desk.window().actions().all().contains(key));
        QCOMPARE(key->shortcut(), QKeySequence(Qt::ALT | Qt::Key_Q));
        QVERIFY(key->isEnabled());
        desk.window().lessons().model().skipQuestion();
        QVERIFY(!key->isEnabled());
        desk.window().lessons().goTo(1);
        QVERIFY(key->isEnabled());
        desk.window().lessons().close();
        QVERIFY(!key->isEnabled());
    }

    /// A step leaves the keys on no button that goes back.
    void goingBackLeavesTheButton() {
        Desk desk;
        openTiny(desk, 2);
        desk.find<QWidget>("lessonBack")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(desk.window().lessons().model().step(), 1);
        QVERIFY(focused() != "lessonBack");
    }
};

QTEST_MAIN(LessonKeysTest)
#include "lesson_keys_test.moc"
